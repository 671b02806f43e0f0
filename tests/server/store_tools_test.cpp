// SPDX-License-Identifier: MIT
// tambour store: all games of a store checked, and copied into another.
#include "server/store_tools.h"

#include <sqlite3.h>

#include "tests/server/private_postgres.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

const auto kUntold = [](std::size_t, std::size_t) {};

// Games of people who played a little, and an account; the games as their players know them.
std::vector<json> play_games(const std::string& address, int count) {
  LocalServer server(address);
  post(server.port(), "/api/account", {{"name", "anne"}, {"passphrase", "correct horse"}}, 201);
  std::vector<json> games;
  for (int g = 0; g < count; ++g) {
    games.push_back(new_game(server.port()));
    Bot blue(server.port(), games.back()["game"], games.back()["seats"]["Blue"]["secret"], uint64_t(g)),
        white(server.port(), games.back()["game"], games.back()["seats"]["White"]["secret"], uint64_t(g) + 100);
    blue.join(), white.join();
    for (int acts = 0; acts < 30 && !blue.over();)
      for (Bot* bot : {&blue, &white}) {
        bot->catch_up();
        if (bot->has_turn()) bot->act(), ++acts;
      }
    blue.catch_up(), white.catch_up();
  }
  return games;
}

// Games that nobody played, to be moved about.
std::vector<std::string> add_games(Store& store, int count) {
  std::vector<std::string> ids;
  for (int g = 0; g < count; ++g) {
    Batch batch;
    batch.create = true, batch.stamp = new_stamp();
    batch.game.id = "game" + std::to_string(100 + g), batch.game.book = "toy", batch.game.battle = "skirmish", batch.game.status = "{}";
    batch.game.created = batch.game.moved = 1000 + g;
    batch.records = {{1, RecordKind::Act, Seat::First, "choose-number 1", 5, "", 0, 0}};
    store.write({&batch});
    ids.push_back(batch.game.id);
  }
  return ids;
}

void add_record(Store& store, const std::string& id, const std::string& text) {
  const auto kept = store.load(id);
  const Batch more{false, kept->row, {{int64_t(kept->records.size()) + 1, RecordKind::Chat, Seat::First, text, 6, "", 0, 0}}, new_stamp(), NextAnswer::Kept};
  ASSERT_EQ(store.write({&more}).at(0), WriteOutcome::Written);
}

// Lets so many groups through, then breaks.
class BreakingStore : public Store {
 public:
  BreakingStore(Store& store, int groups) : store_(store), left_(groups) {}
  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) override {
    if (left_-- == 0) throw StoreError("the disk is full");
    return store_.write(group);
  }
  std::vector<GameRow> games() override { return store_.games(); }
  std::optional<KeptGame> load(const std::string& game, int64_t after) override { return store_.load(game, after); }
  void erase(const std::vector<std::string>& games) override { store_.erase(games); }
  void transact(const std::function<void(Sql&)>& work) override { store_.transact(work); }

 private:
  Store& store_;
  int left_;
};

TEST(StoreTools, copy_between_any_two_stores_and_play_goes_on) {
  Scratch first, last;
  const auto games = play_games(first.store(), 3);
  std::vector<std::string> way{first.store(), "sqlite:" + last.store()};
  if (PrivatePostgres::get()) way.insert(way.begin() + 1, PrivatePostgres::get()->new_database());
  for (std::size_t i = 1; i < way.size(); ++i) {
    const auto from = open_store(way[i - 1]), to = open_store(way[i]);
    std::size_t told = 0, whole = 0;
    const StoreReport once = copy_store(*from, *to, [&](std::size_t done, std::size_t of) { told = done, whole = of; });
    EXPECT_EQ(told, 3u);
    EXPECT_EQ(whole, 3u);
    EXPECT_EQ(once.copied, 3u);
    EXPECT_TRUE(once.troubles.empty()) << once.troubles[0];
    const StoreReport again = copy_store(*from, *to, kUntold);
    EXPECT_EQ(again.copied, 0u);
    EXPECT_EQ(again.there, 3u);
  }
  {
    const auto store = open_store(way.back());
    const StoreReport report = check_store(*store, toy_library(), kUntold);
    EXPECT_EQ(report.games, 3u);
    EXPECT_GT(report.records, 30u);
    EXPECT_TRUE(report.troubles.empty()) << report.troubles[0];
  }
  LocalServer server(way.back());
  post(server.port(), "/api/account/login", {{"name", "anne"}, {"passphrase", "correct horse"}}, 200);
  for (const json& game : games)
    for (const char* side : {"Blue", "White"}) {
      Bot bot(server.port(), game["game"], game["seats"][side]["secret"], 1);
      bot.join();
      EXPECT_EQ(bot.hello["side"], side);
      if (bot.has_turn()) bot.act(), bot.socket->expect("done");
    }
}

TEST(StoreTools, a_copy_that_broke_goes_on_where_it_stopped) {
  Scratch here, there;
  const auto from = open_store(here.store()), to = open_store(there.store());
  const auto ids = add_games(*from, 45);
  BreakingStore breaking(*to, 1);
  EXPECT_THROW(copy_store(*from, breaking, kUntold), StoreError);
  EXPECT_EQ(to->games().size(), 20u);
  add_record(*from, ids[3], "it goes on meanwhile");
  const StoreReport report = copy_store(*from, *to, kUntold);
  EXPECT_EQ(report.there, 19u);
  EXPECT_EQ(report.copied, 26u);
  EXPECT_TRUE(report.troubles.empty());
  EXPECT_EQ(to->load(ids[3])->records.size(), 2u);
  EXPECT_EQ(to->games().size(), 45u);
}

// Whoever takes one address for the other loses nothing.
TEST(StoreTools, a_game_that_went_on_in_the_other_store_is_not_overwritten) {
  Scratch here, there;
  const auto from = open_store(here.store()), to = open_store(there.store());
  const auto ids = add_games(*from, 3);
  copy_store(*from, *to, kUntold);
  add_record(*to, ids[1], "played there");
  add_record(*from, ids[2], "played here"), add_record(*to, ids[2], "played there too");
  const StoreReport report = copy_store(*from, *to, kUntold);
  EXPECT_EQ(report.there, 1u);
  EXPECT_EQ(report.copied, 0u);
  ASSERT_EQ(report.troubles.size(), 2u);
  for (const std::string& trouble : report.troubles) EXPECT_NE(trouble.find("went on differently"), std::string::npos) << trouble;
  EXPECT_EQ(to->load(ids[1])->records.at(1).text, "played there");
  EXPECT_EQ(to->load(ids[2])->records.at(1).text, "played there too");
}

// Seats, invitations and clocks change without a record; that too is never overwritten, but follows what goes on in the first store.
TEST(StoreTools, what_changed_without_a_record_is_kept_there_and_followed_here) {
  Scratch here, there;
  const auto from = open_store(here.store()), to = open_store(there.store());
  const auto ids = add_games(*from, 2);
  const auto rename = [](Store& store, const std::string& id, const std::string& name) {
    Batch batch{false, store.load(id)->row, {}, new_stamp(), NextAnswer::Kept};
    batch.game.seats[0].name = name;
    ASSERT_EQ(store.write({&batch}).at(0), WriteOutcome::Written);
  };
  for (const char* name : {"first", "second"}) {
    rename(*from, ids[0], name);
    EXPECT_TRUE(copy_store(*from, *to, kUntold).troubles.empty());
    EXPECT_EQ(to->load(ids[0])->row.seats[0].name, name);
  }
  rename(*to, ids[0], "there"), rename(*from, ids[0], "here");
  const StoreReport report = copy_store(*from, *to, kUntold);
  ASSERT_EQ(report.troubles.size(), 1u);
  EXPECT_EQ(to->load(ids[0])->row.seats[0].name, "there");
  EXPECT_EQ(report.there, 1u);
}

// A server plays on in the store that is copied to, between the look and the write.
class PlayedStore : public BreakingStore {
 public:
  PlayedStore(Store& store, std::string game) : BreakingStore(store, 1000), store_(store), game_(std::move(game)) {}
  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) override {
    add_record(store_, game_, "played meanwhile");
    return BreakingStore::write(group);
  }

 private:
  Store& store_;
  const std::string game_;
};

TEST(StoreTools, a_game_that_goes_on_while_it_is_copied_is_not_overwritten) {
  Scratch here, there;
  const auto from = open_store(here.store()), to = open_store(there.store());
  const auto ids = add_games(*from, 2);
  copy_store(*from, *to, kUntold);
  for (const std::string& id : ids) add_record(*from, id, "played here");
  PlayedStore played(*to, ids[1]);
  const StoreReport report = copy_store(*from, played, kUntold);
  EXPECT_EQ(report.copied, 1u);
  ASSERT_EQ(report.troubles.size(), 1u);
  EXPECT_EQ(to->load(ids[0])->records.at(1).text, "played here");
  EXPECT_EQ(to->load(ids[1])->records.at(1).text, "played meanwhile");
}

// Once games go on there, accounts do too: what was changed or ended there is not brought back.
TEST(StoreTools, accounts_are_not_put_back_where_games_have_gone_on) {
  Scratch here, there;
  const auto from = open_store(here.store()), to = open_store(there.store());
  const auto ids = add_games(*from, 1);
  const auto run = [](Store& store, const std::string& sql) {
    SqlRows rows;
    store.transact([&](Sql& s) { rows = s.run(sql); });
    return rows;
  };
  run(*from, "INSERT INTO session(hash,account,created) VALUES('one','anne',1)");
  copy_store(*from, *to, kUntold);
  run(*from, "UPDATE session SET created=2");
  copy_store(*from, *to, kUntold);
  EXPECT_EQ(run(*to, "SELECT created FROM session").at(0).number(0), 2) << "a copy follows";
  add_record(*to, ids[0], "played there");
  run(*to, "UPDATE session SET created=3");
  run(*from, "INSERT INTO session(hash,account,created) VALUES('two','anne',1)");
  copy_store(*from, *to, kUntold);
  EXPECT_EQ(run(*to, "SELECT created FROM session WHERE hash='one'").at(0).number(0), 3);
  EXPECT_EQ(run(*to, "SELECT count(*) FROM session").at(0).number(0), 2) << "what is missing is added";
}

TEST(StoreTools, check_names_each_game_that_is_not_in_order) {
  Scratch scratch;
  const auto games = play_games(scratch.store(), 4);
  const auto of = [&](int g) { return " WHERE game='" + games[std::size_t(g)]["game"].get<std::string>() + "' AND "; };
  {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(scratch.store().c_str(), &db), SQLITE_OK);
    const int roll = int(RecordKind::Act), chance = int(Seat::Chance);
    const std::string die = "kind=" + std::to_string(roll) + " AND seat=" + std::to_string(chance);
    for (const std::string& sql :
         {"DELETE FROM record" + of(0) + "number=5",
          "UPDATE record SET text=CASE text WHEN 'draw Blue' THEN 'draw White' ELSE 'draw Blue' END" + of(1) + die + " AND text LIKE 'draw %'",
          "UPDATE record SET text='fly away'" + of(2) + "number=1"})
      EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  }
  const auto store = open_store(scratch.store());
  const StoreReport report = check_store(*store, toy_library(), kUntold);
  EXPECT_EQ(report.games, 4u);
  ASSERT_EQ(report.troubles.size(), 3u);
  std::string all;
  for (const std::string& trouble : report.troubles) all += trouble + "\n";
  for (int g = 0; g < 3; ++g) EXPECT_NE(all.find(games[std::size_t(g)]["game"].get<std::string>()), std::string::npos) << all;
  EXPECT_NE(all.find("record 5 is missing"), std::string::npos) << all;
}

}  // namespace
}  // namespace tambour::server::test
