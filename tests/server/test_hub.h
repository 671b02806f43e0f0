// SPDX-License-Identifier: MIT
// A hub without wires: clients and store are objects of the test, and nothing happens until the test lets it.
#pragma once
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <map>

#include "server/api.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {

// Keeps what was written; the test may look at it after the writer has come to rest.
class MemoryStore : public Store {
 public:
  struct Kept {
    GameRow row;
    std::vector<Record> records;
  };
  void write(const std::vector<const Batch*>& group) override {
    for (const Batch* batch : group) {
      Kept& kept = games_[batch->game.id];
      kept.row = batch->game;
      for (const Record& r : batch->records) kept.records.push_back(r);
    }
  }
  std::vector<GameRow> games() override {
    std::vector<GameRow> rows;
    for (const auto& [id, kept] : games_) rows.push_back(kept.row);
    return rows;
  }
  std::vector<Record> records(const std::string& game) override { return games_[game].records; }
  void erase(const std::vector<std::string>& games) override {
    for (const std::string& game : games) games_.erase(game);
  }
  const Kept& kept(const std::string& game) { return games_[game]; }

 private:
  std::map<std::string, Kept> games_;
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
    workers.reset();  // jobs that run use the hub
    readers.reset();
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
    return *got;
  }
  // Runs what waits until everything is on disk.
  void settle() {
    until([&] { return hub.idle(); });
  }
  void until(const std::function<bool()>& enough) {
    do {
      io.restart();
      io.poll();
      std::this_thread::yield();
    } while (!enough());
    io.restart();
    io.poll();
  }

  boost::asio::io_context io;
  Metrics metrics;
  MemoryStore* store;  // the writer's
  StoreWriter writer;
  std::optional<Workers> workers{std::in_place, 2}, readers{std::in_place, 1};
  GameHub hub;
  Api api;
};

}  // namespace tambour::server::test
