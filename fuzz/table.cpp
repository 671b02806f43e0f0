// SPDX-License-Identifier: MIT
// The table's protocol: lines of requests over sockets and HTTP to a hub, whatever they say. An input that begins with "battle " and a
// character plays a real battle of one of the books, any other the toy game. A line is "<client>
// <message>" with a client from 0 to 3 (both seats, a watcher, a stranger), or "GET <target>" or "POST <target> <body>". $G, $B, $W stand
// for the game's id and the seats' secrets, $A for the session of an account. Every answer is JSON, every log is counted without gap, and what Blue hides reaches nobody
// else.
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "rules/registry.h"
#include "server/api.h"
#include "server/post_office.h"
#include "server/log.h"
#include "server/sqlite_store.h"
#include "toy/toy.h"
#include "wire/parse.h"

namespace tambour::server {
namespace {

constexpr int kMostLines = 60;

[[noreturn]] void broken(const std::string& what, const std::string& text) {
  std::fprintf(stderr, "tambour: %s: %s\n", what.c_str(), text.c_str());
  std::abort();
}

class MemoryStore : public Store {
 public:
  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) override {
    for (const Batch* batch : group) {
      auto& [row, records] = games_[batch->game.id];
      row = batch->game;
      row.stamp = batch->stamp;
      for (const Record& r : batch->records) {
        if (r.number != int64_t(records.size()) + 1) broken("a record is out of order", r.text);
        records.push_back(r);
      }
      for (const SqlStatement& also : batch->also) beside_->transact([&](Sql& sql) { sql.run(also.sql, also.values); });
    }
    return std::vector<WriteOutcome>(group.size(), WriteOutcome::Written);
  }
  std::vector<GameRow> games() override { return {}; }
  std::optional<KeptGame> load(const std::string& game, int64_t) override {
    const auto& [row, records] = games_[game];
    return KeptGame{row, records};
  }
  void erase(const std::vector<std::string>& games) override {
    for (const std::string& game : games) games_.erase(game);
  }
  void transact(const std::function<void(Sql&)>& work) override { beside_->transact(work); }

 private:
  std::shared_ptr<Store> beside_ = open_sqlite_store(":memory:");  // accounts and notices
  std::map<std::string, std::pair<GameRow, std::vector<Record>>> games_;
};

class FuzzClient : public Client {
 public:
  void send(Text text) override {
    const json message = json::parse(*text, nullptr, false);
    if (!message.is_object() || !message.contains("type")) broken("an answer is no message", *text);
    if (message["type"] == "hello") seq_ = message["seq"], over_ = message["decision"]["over"];
    if (message["type"] == "update" && message["seq"] != ++seq_) broken("a log has a gap", *text);
    if (message["type"] == "update" && seat != Seat::First && message["by"] == "Blue" &&
        text->find("\"verb\":\"choose-number\"") != std::string::npos && message["act"].is_object())
      broken("a hidden choice is told", *text);
    if (seat > Seat::Second && (message["type"] == "note" || message["type"] == "mute" || (message["type"] == "hello" && message["notes"] != "")))
      broken("private notes are told", *text);
    over_ |= message.value("kind", "") == "over";
    if (message["type"] == "update" && message["kind"] == "chat" && !over_ && (message["room"] == "players") != (seat <= Seat::Second))
      broken("somebody overhears the other room", *text);
  }
  void end(int, const std::string&) override { ended = true; }
  bool ended = false;

 private:
  int64_t seq_ = 0;
  bool over_ = false;
};

const BattleCatalog& toy_library() {
  static const BattleCatalog catalog(TAMBOUR_SOURCE "/tests/server/data", {"toy"}, toy::make_by_name);
  return catalog;
}

struct Opening {
  const BattleCatalog* catalog;
  std::string battle, book;
};

const std::vector<Opening>& real_battles() {
  static const BattleCatalog catalog(data_directory(), rulesets(), make_game);
  static const std::vector<Opening> all = [] {
    std::vector<Opening> out;
    for (const std::string& battle : list_battles(data_directory()))
      for (const std::string_view book : rulesets())
        if (catalog.find(battle, std::string(book))) out.push_back({&catalog, battle, std::string(book)});
    return out;
  }();
  return all;
}

// "battle x": the character chooses.
Opening opening_of(std::string_view input) {
  constexpr std::string_view kWord = "battle ";
  if (!input.starts_with(kWord) || input.size() == kWord.size() || real_battles().empty()) return {&toy_library(), "skirmish", "toy"};
  return real_battles()[uint8_t(input[kWord.size()]) % real_battles().size()];
}

class Hall {
 public:
  explicit Hall(const Opening& opening)
      : writer_(std::make_unique<MemoryStore>(), io_),
        workers_(std::make_unique<Workers>(1)),
        readers_(std::make_unique<Workers>(2, Workers::Kind::Advice)),
        hub_(io_, *opening.catalog, writer_, *workers_, *readers_, metrics_),
        api_(hub_, *opening.catalog, writer_, metrics_) {
    // Mail goes nowhere: nothing listens there.
    CourierSettings courier;
    courier.smtp = "smtp://127.0.0.1:1", courier.mail_from = "table@example.org", courier.seconds = 1, courier.webhook_hosts = {"127.0.0.1:1"}, courier.webhook_private = true;
    post_.emplace(courier, "http://localhost", writer_.store(), hub_, api_, metrics_, io_, HashCost::Least);
    const Game& game = *opening.catalog->find(opening.battle, opening.book);
    const std::string first = game.side_name(Seat::First), second = game.side_name(Seat::Second);
    const json seats{{first, {{"kind", "human"}}}, {second, {{"kind", "human"}}}};
    const json clock{{"kind", "days"}, {"days", 3}, {"timeout", "claim"}};
    const json made = json::parse(
        http("POST", "/api/games", json{{"battle", opening.battle}, {"book", opening.book}, {"seats", seats}, {"clock", clock}}.dump()));
    const json anne = json::parse(http("POST", "/api/account", R"({"name":"anne","passphrase":"long enough"})"));
    words_ = {{"$G", made["game"]}, {"$B", made["seats"][first]["secret"]}, {"$W", made["seats"][second]["secret"]}, {"$A", anne["session"]}};
    for (auto& client : clients_) client = std::make_shared<FuzzClient>();
    say(0, R"({"type":"join","game":"$G","seat":"$B"})");
    say(1, R"({"type":"join","game":"$G","seat":"$W"})");
    say(2, R"({"type":"join","game":"$G"})");
  }

  ~Hall() {
    workers_.reset();  // jobs that run use the hub
    readers_.reset();
    post_.reset();
  }

  void line(std::string_view text) {
    if (text.size() > 2 && text[0] >= '0' && text[0] <= '3' && text[1] == ' ') return say(text[0] - '0', std::string(text.substr(2)));
    for (const std::string method : {"GET", "POST"}) {
      if (!text.starts_with(method + " ")) continue;
      const std::string_view rest = text.substr(method.size() + 1);
      const auto space = std::min(rest.find(' '), rest.size());
      const std::string answer =
          http(method, std::string(rest.substr(0, space)), std::string(rest.substr(std::min(space + 1, rest.size()))));
      if (answer.empty()) broken("no answer to a request", std::string(text));
    }
  }

 private:
  void say(int who, std::string text) {
    const json message = wire::parse_json(filled(std::move(text)));
    if (message.is_discarded()) return;
    hub_.message(clients_[who], message);
    settle();
    if (!clients_[who]->ended) return;
    hub_.leave(clients_[who]);
    clients_[who] = std::make_shared<FuzzClient>();
    settle();
  }
  std::string http(const std::string& method, const std::string& target, const std::string& body) {
    HttpRequest request;
    request.method = method, request.target = filled(target), request.body = filled(body);
    const auto text = std::make_shared<std::string>();
    api_.handle(request, [text](HttpAnswer answer) { *text = answer.text(); });
    do settle();
    while (text->empty());
    return *text;
  }
  std::string filled(std::string text) const {
    for (const auto& [word, meaning] : words_)
      for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += meaning.size())
        text.replace(at, word.size(), meaning);
    return text;
  }
  void settle() {
    do {
      io_.restart();
      io_.poll();
      std::this_thread::yield();
    } while (!hub_.idle());
  }

  boost::asio::io_context io_;
  Metrics metrics_;
  StoreWriter writer_;
  std::unique_ptr<Workers> workers_, readers_;
  GameHub hub_;
  Api api_;
  std::optional<PostOffice> post_;
  std::map<std::string, std::string> words_;
  std::shared_ptr<FuzzClient> clients_[4];
};

}  // namespace
}  // namespace tambour::server

using namespace tambour;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static const bool ready = (server::init_crypto(), server::set_log_level(server::LogLevel(4)), true);
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  server::Hall hall(server::opening_of(input));
  int lines = 0;
  for (const auto line : split(input, '\n'))
    if (ready && ++lines <= server::kMostLines) hall.line(line);
  return 0;
}
