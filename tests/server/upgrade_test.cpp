// SPDX-License-Identifier: MIT
// Stores and games of older builds: they migrate, finished games stay readable, running ones go on or say why not.
#include <sqlite3.h>

#include <fstream>
#include <map>
#include <set>

#include "battle/content_hash.h"
#include "server/recorded.h"
#include "server/sqlite_store.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Database {
 public:
  explicit Database(const std::string& path) { EXPECT_EQ(sqlite3_open(path.c_str(), &db_), SQLITE_OK); }
  ~Database() { sqlite3_close(db_); }
  void run(const std::string& sql) { EXPECT_EQ(sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db_); }
  std::set<std::string> column(const std::string& sql, int number = 0) {
    std::set<std::string> out;
    sqlite3_stmt* query = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(db_, sql.c_str(), -1, &query, nullptr), SQLITE_OK) << sqlite3_errmsg(db_);
    while (sqlite3_step(query) == SQLITE_ROW) out.insert(reinterpret_cast<const char*>(sqlite3_column_text(query, number)));
    sqlite3_finalize(query);
    return out;
  }

 private:
  sqlite3* db_ = nullptr;
};

// A store that version 1 of tambour wrote.
void write_old_store(const std::string& path) { Database(path).run(text_of_file(TAMBOUR_SOURCE "/tests/fixtures/store-1.sql")); }

TEST(Upgrade, an_old_store_becomes_a_new_one_without_loss) {
  Scratch scratch, fresh;
  write_old_store(scratch.store());
  std::size_t records = 0;
  for (int times = 0; times < 2; ++times) {
    const auto store = open_sqlite_store(scratch.store());
    std::size_t now = 0;
    EXPECT_GT(store->games().size(), 5u);
    for (const GameRow& row : store->games()) {
      EXPECT_EQ(row.edition.rules, 1) << row.id;
      EXPECT_EQ(row.dice_version, 1) << row.id;
      EXPECT_FALSE(row.stir);
      now += store->load(row.id)->records.size();
    }
    EXPECT_GT(now, 1000u);
    EXPECT_TRUE(records == 0 || records == now);
    records = now;
  }
  open_sqlite_store(fresh.store());
  Database old(scratch.store()), made(fresh.store());
  EXPECT_EQ(old.column("PRAGMA user_version"), std::set<std::string>{"4"});
  for (const char* table : {"game", "record", "account", "session", "link", "notice"})
    EXPECT_EQ(old.column(std::string("PRAGMA table_info(") + table + ")", 1), made.column(std::string("PRAGMA table_info(") + table + ")", 1));
}

TEST(Upgrade, a_store_of_a_later_version_is_refused) {
  Scratch scratch;
  open_sqlite_store(scratch.store());
  Database(scratch.store()).run("PRAGMA user_version=5");
  try {
    open_sqlite_store(scratch.store());
    FAIL() << "it was opened";
  } catch (const StoreError& e) {
    EXPECT_NE(std::string(e.what()).find("another version of tambour"), std::string::npos) << e.what();
  }
}

void expect_readable(unsigned short port, const std::string& id) {
  SCOPED_TRACE(id);
  const json log = http(port, "GET", "/api/games/" + id + "/log").parsed();
  ASSERT_GT(log["log"].size(), 20u) << log.dump().substr(0, 300);
  EXPECT_EQ(log["log"].back()["kind"] == "over" || log["log"].back()["kind"] == "chat", true);
  if (!log["recorded"].is_null()) {
    EXPECT_NE(log["recorded"].get<std::string>().find("version 1 of the rules"), std::string::npos) << log["recorded"];
  }
  const json summary = http(port, "GET", "/api/games/" + id + "/summary").parsed();
  EXPECT_EQ(summary["outcome"]["over"], true) << summary;
  const json dice = http(port, "GET", "/api/games/" + id + "/dice").parsed();
  EXPECT_EQ(dice["secret"].get<std::string>().size(), 64u);
  EXPECT_GT(dice["lines"].size(), 20u);
  Trouble trouble;
  const auto file = read_game_file(http(port, "GET", "/api/games/" + id + "/file").body, id, trouble);
  ASSERT_TRUE(file) << trouble.text();
  EXPECT_EQ(file->edition.rules, 1);
}

void expect_stopped(unsigned short port, const std::string& id) {
  SCOPED_TRACE(id);
  const json card = http(port, "GET", "/api/games/" + id).parsed();
  ASSERT_TRUE(card["stopped"].is_string()) << card;
  EXPECT_NE(card["stopped"].get<std::string>().find("it began under version 1 of the rules"), std::string::npos) << card;
  Socket socket(port);
  socket.send({{"type", "join"}, {"game", id}});
  const json error = socket.expect("error");
  EXPECT_EQ(error["code"], "game");
  EXPECT_NE(error["message"].get<std::string>().find("cannot go on here: it began under version 1"), std::string::npos) << error;
}

TEST(Upgrade, games_of_an_old_store_are_read_or_say_why_they_stop) {
  Scratch scratch;
  write_old_store(scratch.store());
  std::map<std::string, bool> games;
  for (const GameRow& row : open_sqlite_store(scratch.store())->games()) games[row.id] = row.over;
  LocalServer server(scratch.store(), real_catalog());
  for (const auto& [id, over] : games) {
    if (over) expect_readable(server.port(), id);
    else expect_stopped(server.port(), id);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// Two machines play a game of the toy to its end; its id.
std::string finished_game(unsigned short port) {
  const json game = new_game(port, "random", "random");
  Bot watcher(port, game["game"], "", 7);
  watcher.join();
  while (!watcher.over()) watcher.take(*watcher.socket->read());
  return game["game"];
}

class Editions : public ::testing::Test {
 protected:
  void SetUp() override {
    LocalServer server(scratch_.store());
    over_ = finished_game(server.port());
    running_ = new_game(server.port())["game"];
    log_ = fetched(server, "/log"), dice_ = fetched(server, "/dice");
  }
  void change(const std::string& sql) { Database(scratch_.store()).run(sql); }
  json fetched(const LocalServer& server, const std::string& what) const {
    return http(server.port(), "GET", "/api/games/" + over_ + what).parsed();
  }
  Scratch scratch_;
  std::string over_, running_;
  json log_, dice_;
};

TEST_F(Editions, a_finished_game_that_replays_exactly_is_shown_whole_under_other_rules) {
  change("UPDATE game SET rules=7");
  LocalServer server(scratch_.store());
  const json log = fetched(server, "/log");
  EXPECT_TRUE(log["recorded"].is_null()) << log["recorded"];
  EXPECT_EQ(log["log"], log_["log"]);
}

TEST_F(Editions, a_finished_game_that_does_not_replay_is_shown_from_its_records) {
  change("UPDATE game SET rules=7; UPDATE record SET board=5 WHERE board<>0");
  LocalServer server(scratch_.store());
  const json log = fetched(server, "/log"), dice = fetched(server, "/dice"), summary = fetched(server, "/summary");
  EXPECT_EQ(log["recorded"], "it began under version 7 of the rules of toy, and this is version 0");
  ASSERT_EQ(log["log"].size(), log_["log"].size());
  for (std::size_t i = 0; i < log_["log"].size(); ++i) {
    const json &then = log_["log"][i], &now = log["log"][i];
    for (const char* key : {"seq", "kind", "by", "at"}) EXPECT_EQ(now[key], then[key]) << now;
    if (then["kind"] == "act") {
      EXPECT_EQ(now["act"]["text"], then["act"]["text"]);
    }
  }
  EXPECT_EQ(summary["recorded"], log["recorded"]);
  // The page of fair dice reads these and, of the log, kinds and texts: it proves the game as it did before.
  EXPECT_EQ(dice, dice_);
  int rolls = 0;
  for (const json& line : dice["lines"]) {
    const bool roll = line["text"].get<std::string>().starts_with("act Chance");
    EXPECT_EQ(line.contains("among"), roll) << line;
    rolls += roll;
  }
  EXPECT_GT(rolls, 0);
  EXPECT_EQ(http(server.port(), "GET", "/api/games/" + over_ + "/at/3").status, 409);
  Socket socket(server.port());
  socket.send({{"type", "join"}, {"game", over_}});
  EXPECT_EQ(socket.expect("error")["code"], "recorded");
}

TEST_F(Editions, a_running_game_stops_when_battle_or_charts_change) {
  change("UPDATE game SET content=content+1");
  LocalServer server(scratch_.store());
  const json card = http(server.port(), "GET", "/api/games/" + running_).parsed();
  EXPECT_NE(card["stopped"].get<std::string>().find("have changed since it began"), std::string::npos) << card;
  EXPECT_TRUE(http(server.port(), "GET", "/api/games/" + over_).parsed()["stopped"].is_null());
}

TEST_F(Editions, a_running_game_goes_on_where_nothing_has_changed) {
  LocalServer server(scratch_.store());
  EXPECT_TRUE(http(server.port(), "GET", "/api/games/" + running_).parsed()["stopped"].is_null());
  Socket socket(server.port());
  socket.send({{"type", "join"}, {"game", running_}});
  EXPECT_EQ(socket.expect("hello")["game"], running_);
}

// A battle's files, copied so that they can be changed.
TEST(ContentHash, comments_and_names_do_not_count_but_figures_and_charts_do) {
  Scratch scratch;
  const fs::path from = TAMBOUR_SOURCE "/data", to = scratch.path();
  for (const char* folder : {"battles", "charts"}) fs::create_directories(to / folder);
  fs::copy(from / "battles/train-jdg-1-bridge", to / "battles/train-jdg-1-bridge", fs::copy_options::recursive);
  fs::copy(from / "charts/jdg", to / "charts/jdg", fs::copy_options::recursive);
  const auto edition = [&] {
    Trouble trouble;
    const auto battle = load_battle((to / "battles/train-jdg-1-bridge").string(), trouble);
    return battle ? edition_of("jdg", *battle, to.string()).hash : 0;
  };
  const auto append = [&](const char* file, const std::string& text) { std::ofstream(to / file, std::ios::app) << text; };
  const uint64_t before = edition();
  ASSERT_NE(before, 0u);
  append("battles/train-jdg-1-bridge/battle.txt", "\n# a remark\n");
  append("battles/train-jdg-1-bridge/map.txt", "\n# another\nname 0101 Nowhere in particular\n");
  append("charts/jdg/fire.csv", "\n# grade of a remark\n");
  EXPECT_EQ(edition(), before);
  append("battles/train-jdg-1-bridge/map.txt", "level 7 0101\n");
  const uint64_t other = edition();
  EXPECT_NE(other, before);
  const std::string odds = text_of_file((to / "charts/jdg/odds.csv").string());
  append("charts/jdg/odds.csv", odds.substr(odds.rfind('\n', odds.size() - 2) + 1).insert(0, "x"));
  EXPECT_NE(edition(), other);
}

}  // namespace
}  // namespace tambour::server::test
