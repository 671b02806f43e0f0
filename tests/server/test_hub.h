// SPDX-License-Identifier: MIT
// A hub without wires: clients and store are objects of the test, and nothing happens until the test lets it.
#pragma once
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <map>

#include "server/api.h"
#include "server/post_office.h"
#include "server/sqlite_store.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {

// Keeps what was written; the test may look at it after the writer has come to rest.
class MemoryStore : public Store {
 public:
  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) override {
    for (const Batch* batch : group) {
      KeptGame& kept = games_[batch->game.id];
      kept.row = batch->game;
      kept.row.stamp = batch->stamp;
      for (const Record& r : batch->records) kept.records.push_back(r);
      for (const SqlStatement& also : batch->also) beside_->transact([&](Sql& sql) { sql.run(also.sql, also.values); });
    }
    return std::vector<WriteOutcome>(group.size(), WriteOutcome::Written);
  }
  std::vector<GameRow> games() override {
    std::vector<GameRow> rows;
    for (const auto& [id, kept] : games_) rows.push_back(kept.row);
    return rows;
  }
  std::optional<KeptGame> load(const std::string& game, int64_t) override { return games_[game]; }
  void erase(const std::vector<std::string>& games) override {
    for (const std::string& game : games) games_.erase(game);
  }
  void transact(const std::function<void(Sql&)>& work) override { beside_->transact(work); }
  const KeptGame& kept(const std::string& game) { return games_[game]; }

 private:
  std::shared_ptr<Store> beside_ = open_sqlite_store(":memory:");  // accounts and notices
  std::map<std::string, KeptGame> games_;
};

class HallClient : public Client {
 public:
  void send(Text text) override {
    heard.push_back(json::parse(*text));
    if (on_send) on_send();
  }
  void end(int code, const std::string&) override { closed = code; }
  int count(const std::string& type) const {
    return int(std::count_if(heard.begin(), heard.end(), [&](const json& m) { return m["type"] == type; }));
  }
  json last(const std::string& type) const {
    for (auto m = heard.rbegin(); m != heard.rend(); ++m)
      if ((*m)["type"] == type) return *m;
    return nullptr;
  }
  int64_t seq() const {
    int64_t at = 0;
    for (const json& m : heard)
      if (m["type"] == "hello" || m["type"] == "update") at = m["seq"];
    return at;
  }

  std::vector<json> heard;
  std::function<void()> on_send;
  int closed = 0;  // the code
};

class TestHub {
 public:
  explicit TestHub(const BattleCatalog& catalog = toy_library(), const HubLimits& limits = {}, MemoryStore* kept = new MemoryStore) : store(kept), writer(std::unique_ptr<Store>(store), io), hub(io, catalog, writer, *workers, *readers, metrics, limits), api(hub, catalog, writer, metrics) {
    init_crypto();
  }
  ~TestHub() {
    post.reset();
    workers.reset();  // jobs that run use the hub
    readers.reset();
  }

  // Accounts, and notices to wherever the settings say.
  void open_post(const CourierSettings& courier = {}) {
    post.emplace(courier, "https://table.example.org", writer.store(), hub, api, metrics, io, HashCost::Least);
  }
  json make(const std::string& battle, const std::string& book, const json& seats) {
    const HttpAnswer made = http("POST", "/api/games", json{{"battle", battle}, {"book", book}, {"pace_ms", 0}, {"seats", seats}}.dump());
    if (made.status != 201) throw std::runtime_error(made.body);
    return json::parse(made.body);
  }
  json skirmish(const std::string& blue = "human", const std::string& white = "human") {
    return make("skirmish", "toy", {{"Blue", {{"kind", blue}}}, {"White", {{"kind", white}}}});
  }
  std::shared_ptr<HallClient> join(const json& game, const std::string& side = "") {
    const auto client = std::make_shared<HallClient>();
    json request{{"type", "join"}, {"game", game["game"]}};
    if (!side.empty()) request["seat"] = game["seats"][side]["secret"];
    say(client, request);
    return client;
  }
  void say(const std::shared_ptr<HallClient>& client, const json& message) {
    hub.message(client, message);
    settle();
  }
  HttpAnswer http(const std::string& method, const std::string& target, const std::string& body = "") {
    HttpRequest request;
    request.method = method, request.target = target, request.body = body;
    std::optional<HttpAnswer> got;
    api.handle(request, [&](HttpAnswer answer) { got = std::move(answer); });
    until([&] { return got.has_value(); });
    if (!got->lasting.empty()) got->body = got->lasting;
    return *got;
  }
  // Runs what waits until everything is on disk.
  void settle() {
    until([&] { return hub.idle(); });
  }
  void until(const std::function<bool()>& enough) {
    const auto end = std::chrono::steady_clock::now() + 2 * kPatience;
    do {
      io.restart();
      io.poll();
      std::this_thread::yield();
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("what must come does not come");
    } while (!enough());
    io.restart();
    io.poll();
  }

  boost::asio::io_context io;
  Metrics metrics;
  MemoryStore* store;  // the writer's
  StoreWriter writer;
  std::optional<Workers> workers{std::in_place, 2}, readers{std::in_place, 2, Workers::Kind::Advice};
  GameHub hub;
  Api api;
  std::optional<PostOffice> post;
};

}  // namespace tambour::server::test
