// SPDX-License-Identifier: MIT
// What only the store on PostgreSQL can meet: connections that break, several servers, a database that refuses.
#include <latch>
#include <thread>

#include "tests/server/private_postgres.h"
#include "tests/server/stored_games.h"
#include "tests/server/table_client.h"

#include <gtest/gtest.h>

namespace tambour::server::test {
namespace {

class PostgresStore : public testing::Test {
 protected:
  void SetUp() override {
    if (!PrivatePostgres::get()) GTEST_SKIP() << "PostgreSQL is not installed";
    address = PrivatePostgres::get()->new_database();
    store = open_store(address);
  }
  // Until so many of the others' statements wait for a lock.
  void wait_for_waiting(int count) {
    PgConnection look(address);
    const auto waiting = [&] { return look.run("SELECT count(*) FROM pg_stat_activity WHERE datname=current_database() AND wait_event_type='Lock'").number(0, 0); };
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (; waiting() < count; std::this_thread::sleep_for(std::chrono::milliseconds(5)))
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "nothing waits";
  }
  std::string address;
  std::unique_ptr<Store> store;
};

// The connection goes while a write is on its way, again and again: nothing is lost, nothing comes twice, and the same call succeeds.
TEST_F(PostgresStore, finishes_a_write_over_a_broken_connection) {
  ConnectionBreaker breaker(address, std::chrono::milliseconds(23));
  Batch batch = creation(game_row("a"));
  ASSERT_EQ(store->write({&batch}).at(0), WriteOutcome::Written);
  for (int n = 1; n <= 300; ++n) {
    batch.create = false, batch.game.stamp = batch.stamp, batch.stamp = new_stamp(), batch.records = {record(n, std::to_string(n))};
    ASSERT_EQ(store->write({&batch}).at(0), WriteOutcome::Written) << n;
    breaker.progress();
  }
  const auto kept = store->load("a");
  ASSERT_EQ(kept->records.size(), 300u);
  for (int n = 1; n <= 300; ++n) EXPECT_EQ(kept->records[std::size_t(n - 1)].text, std::to_string(n));
}

TEST_F(PostgresStore, two_servers_that_write_one_game_never_mix) {
  Store* const first = store.get();
  const auto second = open_store(address);
  const Batch made = creation(game_row("a"));
  first->write({&made});
  std::atomic<int> won = 0, stale = 0;
  std::latch both{2};
  const auto play = [&](Store& of, const std::string& name) {
    both.arrive_and_wait();
    for (int i = 0; i < 200 || (stale == 0 && i < 2000); ++i) {
      const auto kept = of.load("a");
      const auto n = int64_t(kept->records.size());
      const Batch batch{false, kept->row, {record(n + 1, name), record(n + 2, name), record(n + 3, name)}, new_stamp(), NextAnswer::Kept};
      ++(of.write({&batch}).at(0) == WriteOutcome::Written ? won : stale);
    }
  };
  std::thread other([&] { play(*second, "other"); });
  play(*first, "first");
  other.join();
  EXPECT_GT(stale.load(), 0);
  const auto records = first->load("a")->records;
  ASSERT_EQ(records.size(), std::size_t(won * 3));
  for (std::size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(records[i].number, int64_t(i) + 1);
    EXPECT_EQ(records[i].text, records[i - i % 3].text) << "two stories are mixed";
  }
}

// Version 1 knew neither terms nor accounts.
TEST_F(PostgresStore, migrates_the_tables_of_version_1) {
  Batch made = creation(game_row("a"), {record(1, "one")});
  ASSERT_EQ(store->write({&made}).at(0), WriteOutcome::Written);
  store.reset();
  PgConnection(address).run_all(
      "ALTER TABLE game DROP COLUMN terms, DROP COLUMN seating, DROP COLUMN clock; DROP TABLE account, session, link, notice; UPDATE meta SET version=1");
  for (int i = 0; i < 2; ++i) store = open_store(address);
  const auto kept = store->load("a");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->row.seats[0].name, made.game.seats[0].name);
  EXPECT_EQ(kept->row.stamp, made.stamp);
  EXPECT_EQ(kept->records.at(0).text, "one");
  store->transact([](Sql& sql) { EXPECT_EQ(sql.run("SELECT count(*) FROM account").at(0).number(0), 0); });
}

// What another server is just writing to a game that is erased goes with it.
TEST_F(PostgresStore, erases_what_is_being_written_meanwhile) {
  const Batch made = creation(game_row("a"), {record(1, "one")});
  ASSERT_EQ(store->write({&made}).at(0), WriteOutcome::Written);
  PgConnection other(address);
  std::thread erase;
  {
    PgTransaction writes(other);
    other.run("UPDATE game SET stamp=stamp+1 WHERE id='a'");
    other.run("INSERT INTO record VALUES('a',2,0,0,'two',0,'',0,1)");
    other.run("INSERT INTO job VALUES('a',1,false)");
    erase = std::thread([&] { store->erase({"a"}); });
    wait_for_waiting(1);
    writes.commit();
  }
  erase.join();
  for (const char* table : {"record", "job"})
    EXPECT_EQ(other.run((std::string("SELECT count(*) FROM ") + table).c_str()).number(0, 0), 0) << table;
  EXPECT_FALSE(store->load("a"));
}

// It must look for the trouble that there was, or a process would call itself well and fail again with the next act.
TEST_F(PostgresStore, is_in_trouble_until_records_can_be_written) {
  const Batch made = creation(game_row("a")), like{false, made.game, {record(1, "one")}, new_stamp(), NextAnswer::Kept};
  ASSERT_EQ(store->write({&made}).at(0), WriteOutcome::Written);
  PgConnection other(address);
  other.run_all("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE='53100'; END$$; "
                "CREATE TRIGGER full_disk BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION full_disk()");
  EXPECT_THROW(store->probe(like), StoreError);
  other.run_all("DROP TRIGGER full_disk ON record");
  store->probe(like);
  EXPECT_EQ(store->games().size(), 1u) << "it leaves nothing behind";
  EXPECT_TRUE(store->load("a")->records.empty());
}

// PostgreSQL answers COMMIT without an error when a statement has failed, though nothing is kept.
TEST_F(PostgresStore, a_transaction_that_failed_is_not_taken_for_committed) {
  PgConnection other(address);
  PgTransaction transaction(other);
  EXPECT_THROW(other.run("SELECT 1/0"), StoreError);
  EXPECT_THROW(transaction.commit(), StoreError);
  EXPECT_EQ(other.run("SELECT 1").number(0, 0), 1) << "the connection goes on";
}

// The database stops in the middle of play, and stays away: each write ends, with an outcome, and the next is no slower.
TEST_F(PostgresStore, gives_up_a_write_when_the_database_stays_away) {
  const Batch made = creation(game_row("a"));
  ASSERT_EQ(store->write({&made}).at(0), WriteOutcome::Written);
  Batch more{false, made.game, {record(1, "one")}, new_stamp(), NextAnswer::Kept};
  more.game.stamp = made.stamp;
  PrivatePostgres::get()->stop("immediate");
  EXPECT_THROW(store->write({&more}), UnreachableStore);
  EXPECT_THROW(store->probe(more), StoreError);
  PrivatePostgres::get()->start();
  EXPECT_EQ(store->write({&more}).at(0), WriteOutcome::Written);
  EXPECT_EQ(store->load("a")->records.size(), 1u);
}

}  // namespace
}  // namespace tambour::server::test
