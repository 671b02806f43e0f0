// SPDX-License-Identifier: MIT
// What every store must do, whatever it is made of; and what each says of an address it cannot use.
#include <sqlite3.h>

#include <thread>

#include "server/store.h"
#include "tests/server/private_postgres.h"
#include "tests/server/stored_games.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

void expect_same(const GameRow& a, const GameRow& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.book, b.book);
  EXPECT_EQ(a.battle, b.battle);
  EXPECT_EQ(a.edition.rules, b.edition.rules);
  EXPECT_EQ(a.edition.hash, b.edition.hash);
  EXPECT_EQ(a.dice_secret, b.dice_secret);
  EXPECT_EQ(a.dice_version, b.dice_version);
  EXPECT_EQ(a.stir, b.stir);
  EXPECT_EQ(a.inherited, b.inherited);
  EXPECT_EQ(a.pace_ms, b.pace_ms);
  EXPECT_EQ(a.created, b.created);
  EXPECT_EQ(a.moved, b.moved);
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.over, b.over);
  EXPECT_EQ(a.stamp, b.stamp);
  EXPECT_EQ(a.terms, b.terms);
  EXPECT_EQ(a.host_hash, b.host_hash);
  EXPECT_EQ(a.rematch, b.rematch);
  EXPECT_EQ(a.clock, b.clock);
  for (int s = 0; s < 2; ++s) EXPECT_EQ(a.seats[s], b.seats[s]);
}

class Stores : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "sqlite") {
      address_ = "sqlite:" + scratch_.store();
    } else {
      if (!PrivatePostgres::get()) GTEST_SKIP() << "PostgreSQL is not installed";
      address_ = PrivatePostgres::get()->new_database();
    }
    store = open_store(address_);
  }
  void open_again() {
    store.reset();
    store = open_store(address_);
  }
  WriteOutcome write(const Batch& batch) { return store->write({&batch}).at(0); }
  // Writes after what is there now.
  Batch next(const std::string& id, std::vector<Record> records = {}) {
    return {false, store->load(id)->row, std::move(records), new_stamp(), NextAnswer::Kept};
  }

  Scratch scratch_;
  std::string address_;
  std::unique_ptr<Store> store;
};
INSTANTIATE_TEST_SUITE_P(Both, Stores, testing::Values("sqlite", "postgresql"), [](const auto& which) { return std::string(which.param); });

TEST_P(Stores, keep_every_member_of_a_game_over_a_restart) {
  Batch batch = creation(game_row("a"), {record(1, "move b1 0507"), record(2, "it's \"said\" {1,2} \\ ü")});
  ASSERT_EQ(write(batch), WriteOutcome::Written);
  open_again();
  const auto kept = store->load("a");
  ASSERT_TRUE(kept);
  batch.game.stamp = batch.stamp;
  expect_same(kept->row, batch.game);
  ASSERT_EQ(kept->records.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    batch.records[i].stamp = batch.stamp;
    EXPECT_EQ(kept->records[i], batch.records[i]) << i;
  }
  EXPECT_FALSE(store->load("b"));
}

TEST_P(Stores, change_what_may_change_and_append) {
  write(creation(game_row("a"), {record(1, "one")}));
  Batch more = next("a", {record(2, "two"), record(3, "three")});
  more.game.moved = 9000, more.game.over = true, more.game.status = "{}", more.game.seats[1].name = "Ben", more.game.seats[1].secret_hash = "hash-b";
  more.game.seats[0].kind = "recruit", more.game.seats[1].invite_hash = "another", more.game.seats[1].invitation.state = "taken";
  more.game.rematch = {"b", Seat::Second}, more.game.clock.out = Seat::First;
  ASSERT_EQ(write(more), WriteOutcome::Written);
  const auto kept = store->load("a");
  more.game.stamp = more.stamp;
  expect_same(kept->row, more.game);
  EXPECT_EQ(kept->records.size(), 3u);
  EXPECT_EQ(kept->records[0].stamp == kept->records[1].stamp, false);
  const auto tail = store->load("a", 2);
  ASSERT_EQ(tail->records.size(), 1u);
  EXPECT_EQ(tail->records[0].text, "three");
}

TEST_P(Stores, write_what_goes_with_a_game_or_nothing_of_it) {
  const std::string sql = "INSERT INTO session(hash,account,created) VALUES($1,$2,$3)";
  const auto sessions = [&] {
    int64_t count = 0;
    store->transact([&](Sql& s) { count = s.run("SELECT count(*) FROM session WHERE account=$1", {"it's {1,\"2\"} ü"}).at(0).number(0); });
    return count;
  };
  Batch first = creation(game_row("a"));
  first.also.push_back({sql, {"h1", "it's {1,\"2\"} ü", int64_t(1) << 52}});
  ASSERT_EQ(write(first), WriteOutcome::Written);
  EXPECT_EQ(sessions(), 1);
  Batch stale = next("a");
  stale.game.stamp = new_stamp();
  stale.also.push_back({sql, {"h2", "it's {1,\"2\"} ü", 1}});
  EXPECT_EQ(write(stale), WriteOutcome::Stale);
  EXPECT_EQ(sessions(), 1);
  Batch wrong = next("a", {record(1, "one")});
  wrong.also.push_back({sql, {"h1", "it's {1,\"2\"} ü", 1}});
  EXPECT_THROW(write(wrong), StoreError);
  EXPECT_TRUE(store->load("a")->records.empty());
}

TEST_P(Stores, undo_a_transaction_that_throws) {
  const auto insert = [&](Sql& s) { s.run("INSERT INTO session(hash,account,created) VALUES($1,$2,$3)", {"h", "a", 1}); };
  EXPECT_THROW(store->transact([&](Sql& s) { insert(s), throw StoreError("no"); }), StoreError);
  store->transact(insert);
  store->transact([&](Sql& s) {
    const SqlRows rows = s.run("SELECT created, account FROM session WHERE created<=$2 AND hash=$1", {"h", 5});
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].number(0), 1);
    EXPECT_EQ(rows[0].text(1), "a");
  });
  EXPECT_NEAR(double(store->now()), double(now_ms()), 5000);
}

TEST_P(Stores, refuse_a_write_over_a_game_that_has_moved_on) {
  write(creation(game_row("a")));
  const Batch first = next("a", {record(1, "mine")}), second = next("a", {record(1, "theirs")});
  EXPECT_EQ(write(first), WriteOutcome::Written);
  EXPECT_EQ(write(second), WriteOutcome::Stale);
  const auto kept = store->load("a");
  ASSERT_EQ(kept->records.size(), 1u);
  EXPECT_EQ(kept->records[0].text, "mine");
  EXPECT_EQ(kept->row.stamp, first.stamp);
}

TEST_P(Stores, write_the_rest_of_a_group_if_one_game_is_stale) {
  write(creation(game_row("a"))), write(creation(game_row("b"))), write(creation(game_row("c")));
  const Batch a = next("a", {record(1, "a")}), c = next("c", {record(1, "c")}), again = next("c", {record(1, "again")});
  Batch b = next("b", {record(1, "b")});
  b.game.stamp = new_stamp();
  Batch gone = a;
  gone.game.id = "gone";
  const auto outcomes = store->write({&c, &b, &a, &gone, &again});
  EXPECT_EQ(outcomes, (std::vector<WriteOutcome>{WriteOutcome::Written, WriteOutcome::Stale, WriteOutcome::Written, WriteOutcome::Stale, WriteOutcome::Stale}));
  EXPECT_EQ(store->load("a")->records.size(), 1u);
  EXPECT_EQ(store->load("b")->records.size(), 0u);
  EXPECT_EQ(store->load("c")->records.at(0).text, "c");
}

TEST_P(Stores, write_nothing_of_a_group_that_fails) {
  write(creation(game_row("a"), {record(1, "one")}));
  const Batch good = creation(game_row("new")), bad = next("a", {record(1, "a number used again")});
  EXPECT_THROW(store->write({&good, &bad}), StoreError);
  EXPECT_FALSE(store->load("new"));
  EXPECT_EQ(store->load("a")->records.at(0).text, "one");
  EXPECT_EQ(write(good), WriteOutcome::Written) << "the store goes on";
}

TEST_P(Stores, refuse_a_second_game_of_the_same_name) {
  write(creation(game_row("a"), {record(1, "one")}));
  EXPECT_THROW(write(creation(game_row("a"))), StoreError);
  EXPECT_EQ(store->load("a")->records.size(), 1u);
}

TEST_P(Stores, list_games_oldest_first_and_erase_them_whole) {
  write(creation(game_row("b", 3), {record(1, "x")})), write(creation(game_row("a", 3))), write(creation(game_row("c", 1)));
  std::string order;
  for (const GameRow& row : store->games()) order += row.id;
  EXPECT_EQ(order, "cab");
  store->erase({"b", "unknown"});
  EXPECT_FALSE(store->load("b"));
  EXPECT_EQ(store->games().size(), 2u);
  EXPECT_EQ(write(creation(game_row("b", 4))), WriteOutcome::Written);
  EXPECT_EQ(store->load("b")->records.size(), 0u) << "its old records are gone too";
}

TEST_P(Stores, probe_without_a_trace) {
  store->probe(creation(game_row("a"), {record(1, "x")}));
  EXPECT_TRUE(store->games().empty());
}

TEST_P(Stores, keep_many_games_of_many_threads) {
  constexpr int kThreads = 4, kGames = 15, kWrites = 10;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int g = 0; g < kGames; ++g) {
        const std::string id = std::to_string(t) + "-" + std::to_string(g);
        write(creation(game_row(id)));
        for (int n = 1; n <= kWrites; ++n) EXPECT_EQ(write(next(id, {record(n, id)})), WriteOutcome::Written);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store->games().size(), std::size_t(kThreads * kGames));
  for (const GameRow& row : store->games()) EXPECT_EQ(store->load(row.id)->records.size(), std::size_t(kWrites));
}

std::string refusal_of(const std::string& address) {
  try {
    open_store(address);
  } catch (const StoreError& e) {
    return e.what();
  }
  return "";
}

TEST(StoreAddress, says_in_one_sentence_what_is_wrong) {
  EXPECT_NE(refusal_of("mysql://user:secret@host/db").find("names no store"), std::string::npos);
  EXPECT_EQ(refusal_of("mysql://user:secret@host/db").find("secret"), std::string::npos);
  EXPECT_NE(refusal_of("sqlite:").find("names no file"), std::string::npos);
  EXPECT_NE(refusal_of("postgresql:///db?host=/nowhere").find("cannot be reached"), std::string::npos);
  EXPECT_NE(refusal_of("postgresql:///db?nonsense=1").find("invalid"), std::string::npos);
}

TEST(StoreAddress, a_plain_path_is_sqlite) {
  Scratch scratch;
  open_store(scratch.store())->probe(creation(game_row("a")));
  const auto store = open_store("sqlite:" + scratch.store());
  const Batch batch = creation(game_row("a"));
  EXPECT_EQ(store->write({&batch}).at(0), WriteOutcome::Written);
  EXPECT_TRUE(std::filesystem::exists(scratch.store()));
}

// A name that SQLite could take for an address of its own, which would keep nothing.
TEST(StoreAddress, a_path_is_a_path_whatever_it_looks_like) {
  Scratch scratch;
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path());
  open_store("file:x?mode=memory");
  std::filesystem::current_path(here);
  EXPECT_TRUE(std::filesystem::exists(scratch.path() + "/file:x?mode=memory"));
}

TEST(StoreAddress, postgresql_of_another_kind_is_refused) {
  PrivatePostgres* cluster = PrivatePostgres::get();
  if (!cluster) GTEST_SKIP() << "PostgreSQL is not installed";
  EXPECT_NE(refusal_of(cluster->address("absent")).find("does not exist"), std::string::npos);
  EXPECT_NE(refusal_of(cluster->new_database("ENCODING 'LATIN1' TEMPLATE template0")).find("UTF8"), std::string::npos);
  const std::string foreign = cluster->new_database(), later = cluster->new_database();
  PgConnection(foreign).run_all("CREATE TABLE meta(a int)");
  EXPECT_NE(refusal_of(foreign).find("another program's"), std::string::npos);
  const std::string empty = cluster->new_database();
  EXPECT_THROW(open_store(empty, true), StoreError);
  EXPECT_EQ(PgConnection(empty).run("SELECT count(*) FROM information_schema.tables WHERE table_schema='public'").number(0, 0), 0)
      << "whoever only looks leaves nothing behind";
  open_store(later);
  PgConnection(later).run_all("UPDATE meta SET version=99");
  EXPECT_NE(refusal_of(later).find("version 99"), std::string::npos);
  PgConnection(later).run_all("CREATE ROLE guest LOGIN; UPDATE meta SET version=1");
  std::string as_guest = later;
  as_guest.replace(as_guest.find("user=postgres"), 13, "user=guest");
  EXPECT_NE(refusal_of(as_guest).find("permission denied"), std::string::npos);
}

}  // namespace
}  // namespace tambour::server::test
