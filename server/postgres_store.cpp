// SPDX-License-Identifier: MIT
#include "server/postgres_store.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "server/log.h"
#include "server/post_tables.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kPatience = 10s;    // with a database that cannot be reached, before a write is given up
constexpr auto kTryAgain = 100ms;  // a new connection
constexpr int64_t kSchemaVersion = 2;

// No index on what every act changes, but the one by which the other processes find it.
constexpr const char* kSchema = R"(
CREATE TABLE meta(program text NOT NULL, version int NOT NULL);
INSERT INTO meta VALUES('tambour', 2);
CREATE TABLE game(
  id text PRIMARY KEY, book text NOT NULL, battle text NOT NULL, rules int NOT NULL, content bigint NOT NULL,
  dice_secret text NOT NULL, dice_version int NOT NULL, stir boolean NOT NULL, inherited bigint NOT NULL,
  pace_ms int NOT NULL, created bigint NOT NULL, moved bigint NOT NULL,
  kind1 text NOT NULL, name1 text NOT NULL, secret1 text NOT NULL, invite1 text NOT NULL,
  kind2 text NOT NULL, name2 text NOT NULL, secret2 text NOT NULL, invite2 text NOT NULL,
  status text NOT NULL, over boolean NOT NULL, stamp bigint NOT NULL,
  terms text NOT NULL, seating text NOT NULL, clock text NOT NULL, changed xid8 NOT NULL DEFAULT pg_current_xact_id()) WITH (fillfactor=60);
CREATE INDEX game_changed ON game(changed);
CREATE TABLE record(
  game text NOT NULL, number bigint NOT NULL, kind smallint NOT NULL, seat smallint NOT NULL, text text NOT NULL, at bigint NOT NULL,
  among text NOT NULL, board bigint NOT NULL, stamp bigint NOT NULL, PRIMARY KEY(game, number));
CREATE TABLE job(game text PRIMARY KEY, holder bigint NOT NULL, alone boolean NOT NULL);
CREATE UNLOGGED TABLE process(id bigint PRIMARY KEY, signature text NOT NULL, seen timestamptz NOT NULL);
CREATE UNLOGGED TABLE presence(
  process bigint NOT NULL, game text NOT NULL, first int NOT NULL, second int NOT NULL, watchers int NOT NULL, PRIMARY KEY(process, game));
)";
// From version 1, which knew neither terms nor accounts.
constexpr const char* kMigration1 = R"(
ALTER TABLE game ADD COLUMN terms text NOT NULL DEFAULT '', ADD COLUMN seating text NOT NULL DEFAULT '', ADD COLUMN clock text NOT NULL DEFAULT '';
UPDATE meta SET version=2;
)";
constexpr int64_t kSchemaLock = 0x54616d62;  // two servers that start together make the tables once

constexpr const char* kInsertGame = R"(
INSERT INTO game(id,book,battle,rules,content,dice_secret,dice_version,stir,inherited,pace_ms,created,moved,
  kind1,name1,secret1,invite1,kind2,name2,secret2,invite2,status,over,stamp,terms,seating,clock)
VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26) ON CONFLICT DO NOTHING RETURNING id)";
constexpr const char* kLockGames = "SELECT id, stamp FROM game WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE";
constexpr const char* kUpdateGames = R"(
UPDATE game g SET stamp=u.stamp, moved=u.moved, name1=u.name1, secret1=u.secret1, name2=u.name2, secret2=u.secret2, status=u.status,
  over=u.over, kind1=u.kind1, invite1=u.invite1, kind2=u.kind2, invite2=u.invite2, seating=u.seating, clock=u.clock, changed=pg_current_xact_id()
FROM unnest($1::text[],$2::bigint[],$3::bigint[],$4::text[],$5::text[],$6::text[],$7::text[],$8::text[],$9::boolean[],
  $10::text[],$11::text[],$12::text[],$13::text[],$14::text[],$15::text[])
  AS u(id,stamp,moved,name1,secret1,name2,secret2,status,over,kind1,invite1,kind2,invite2,seating,clock) WHERE g.id=u.id)";
constexpr const char* kInsertRecords = R"(
INSERT INTO record(game,number,kind,seat,text,at,among,board,stamp)
SELECT * FROM unnest($1::text[],$2::bigint[],$3::smallint[],$4::smallint[],$5::text[],$6::bigint[],$7::text[],$8::bigint[],$9::bigint[]))";
constexpr const char* kHoldJobs = R"(
INSERT INTO job SELECT u.game, $2::bigint, u.alone FROM unnest($1::text[],$3::boolean[]) AS u(game,alone) ORDER BY u.game
ON CONFLICT (game) DO UPDATE SET holder=excluded.holder)";

class PgSql : public Sql {
 public:
  explicit PgSql(PgConnection& connection) : connection_(connection) {}
  SqlRows run(const std::string& sql, const std::vector<SqlValue>& values) override {
    std::vector<PgValue> texts;
    for (const SqlValue& value : values) value.is_number() ? texts.emplace_back(value.number()) : texts.emplace_back(value.text());
    const PgRows rows = connection_.run(sql.c_str(), texts);
    SqlRows out;
    for (int r = 0; r < rows.count(); ++r) {
      std::vector<std::string> cells;
      for (int c = 0; c < rows.columns(); ++c) cells.push_back(rows.text(r, c));
      out.emplace_back(std::move(cells));
    }
    return out;
  }

 private:
  PgConnection& connection_;
};

bool machine_kind(const std::string& kind) { return kind != "human" && kind != "friend" && kind != "open"; }

class PostgresStore : public Store {
 public:
  explicit PostgresStore(const std::string& address) : writing_(address), reading_(address), post_(address) {
    try {
      prepare();
    } catch (const LostDatabase& e) {
      throw StoreError(std::string(e.what()) + "; check the address and that PostgreSQL runs");
    }
  }

  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) override;
  std::vector<GameRow> games() override;
  std::optional<KeptGame> load(const std::string& game, int64_t after) override;
  void erase(const std::vector<std::string>& games) override;
  void probe(const Batch&) override;
  int64_t process() const override { return process_; }
  void transact(const std::function<void(Sql&)>& work) override;
  int64_t now() override;

 private:
  struct Item {
    const Batch* batch;
    int64_t expected;    // the stamp the game must have
    int64_t fence = 0;   // what a doubtful write was fenced with
    bool doubted = false;  // its COMMIT was sent, and no answer came
    std::optional<WriteOutcome> outcome;
  };
  void prepare();
  void make_tables();
  void write_group(std::vector<Item>& items);
  void write_games(std::vector<Item*>& items);
  void write_records(const std::vector<Item*>& items);
  void write_jobs(const std::vector<Item*>& items);
  void settle(Item& item);
  // Runs the work until it is done, on new connections if need be, for a while.
  template <class Work>
  auto persistently(PgConnection& connection, Work work) {
    const auto deadline = Clock::now() + kPatience;
    for (;;) {
      try {
        return work();
      } catch (const LostDatabase&) {
        connection.close();
        if (Clock::now() >= deadline) throw;
        std::this_thread::sleep_for(kTryAgain);
      }
    }
  }

  std::mutex write_mutex_, read_mutex_, post_mutex_;
  const int64_t process_ = new_stamp();
  PgConnection writing_, reading_, post_;
};

void PostgresStore::prepare() {
  if (const PgRows rows = writing_.run("SELECT current_setting('server_encoding'), current_setting('server_version_num')"); true) {
    if (rows.text(0, 0) != "UTF8")
      throw StoreError("the database keeps text as " + rows.text(0, 0) + "; make one with the encoding UTF8 for Tambour");
    if (rows.number(0, 1) < 140000) throw StoreError("the database is older than PostgreSQL 14; Tambour wants 14 or later");
  }
  writing_.run_all("BEGIN");
  writing_.run("SELECT pg_advisory_xact_lock($1::bigint)", {kSchemaLock});
  make_tables();
  writing_.run_all("COMMIT");
}

void PostgresStore::make_tables() {
  const PgRows found = writing_.run(
      "SELECT (SELECT count(*) FROM information_schema.tables WHERE table_schema=current_schema()), to_regclass('meta') IS NOT NULL");
  if (found.number(0, 0) == 0) return writing_.run_all(kSchema), writing_.run_all(kPostTables);
  const char* const kForeign = "the database holds another program's tables; make an empty one for Tambour";
  if (!found.yes(0, 1)) throw StoreError(kForeign);
  try {
    const PgRows meta = writing_.run("SELECT program, version FROM meta");
    if (meta.count() != 1 || meta.text(0, 0) != "tambour") throw StoreError(kForeign);
    const int64_t version = meta.number(0, 1);
    if (version == 1) return writing_.run_all(kMigration1), writing_.run_all(kPostTables);
    if (version != kSchemaVersion)
      throw StoreError("the database was made by another version of tambour: its tables are of version " + std::to_string(version) +
                       ", this one reads versions 1 to " + std::to_string(kSchemaVersion));
  } catch (const LostDatabase&) {
    throw;
  } catch (const StoreError& e) {
    throw StoreError(std::string(e.what()).starts_with("the database refuses a statement") ? kForeign : e.what());
  }
}

// A broken connection before COMMIT was sent means that nothing was written: try again. After that the outcome is unknown, and each game is asked
// in a way that also keeps the old COMMIT from coming later (see settle).
std::vector<WriteOutcome> PostgresStore::write(const std::vector<const Batch*>& group) {
  const std::lock_guard lock(write_mutex_);
  std::vector<Item> items;
  for (const Batch* batch : group) items.push_back({batch, batch->game.stamp, 0, false, {}});
  try {
    persistently(writing_, [&] {
      for (Item& item : items)
        if (!item.outcome && item.doubted) settle(item);
      write_group(items);
    });
  } catch (const StoreError&) {
    if (std::none_of(items.begin(), items.end(), [](const Item& item) { return item.doubted || item.outcome; })) throw;
    for (Item& item : items)
      if (!item.outcome) item.outcome = item.doubted ? WriteOutcome::Doubt : WriteOutcome::Failed;
  }
  std::vector<WriteOutcome> out;
  for (const Item& item : items) out.push_back(*item.outcome);
  return out;
}

void PostgresStore::write_group(std::vector<Item>& items) {
  std::vector<Item*> open;
  for (Item& item : items)
    if (!item.outcome) open.push_back(&item);
  if (open.empty()) return;
  std::vector<Item*> winning = open;
  writing_.run_all("BEGIN");
  try {
    write_games(winning);
    write_records(winning);
    write_jobs(winning);
    PgSql rest(writing_);
    for (const Item* item : winning)
      for (const SqlStatement& also : item->batch->also) rest.run(also.sql, also.values);
  } catch (const LostDatabase&) {
    throw;
  } catch (const StoreError&) {
    writing_.run_all("ROLLBACK");
    throw;
  }
  for (Item* item : winning) item->doubted = true;
  writing_.run_all("COMMIT");
  for (Item* item : open) item->outcome = item->doubted ? WriteOutcome::Written : WriteOutcome::Stale;
}

// Games are locked in one order everywhere, so that two processes never wait for each other. Leaves those that may be written: of two
// batches of one game the first.
void PostgresStore::write_games(std::vector<Item*>& items) {
  std::vector<std::string> ids;
  for (const Item* item : items)
    if (!item->batch->create) ids.push_back(item->batch->game.id);
  std::set<std::pair<std::string, int64_t>> now;
  if (!ids.empty()) {
    const PgRows rows = writing_.run(kLockGames, {ids});
    for (int i = 0; i < rows.count(); ++i) now.emplace(rows.text(i, 0), rows.number(i, 1));
  }
  std::erase_if(items, [&](const Item* item) { return !item->batch->create && !now.erase({item->batch->game.id, item->expected}); });
  std::vector<std::string> id, name1, secret1, name2, secret2, status, over, kind1, invite1, kind2, invite2, seating, clock;
  std::vector<int64_t> stamp, moved;
  for (const Item* item : items) {
    const GameRow& g = item->batch->game;
    const SeatRow &a = g.seats[0], &b = g.seats[1];
    if (item->batch->create) {
      const PgRows made = writing_.run(
          kInsertGame, {g.id,        g.book,   g.battle,      g.edition.rules, int64_t(g.edition.hash), g.dice_secret, g.dice_version, g.stir,
                        g.inherited, g.pace_ms, g.created,    g.moved,         a.kind,                  a.name,        a.secret_hash,  a.invite_hash,
                        b.kind,      b.name,   b.secret_hash, b.invite_hash,   g.status,                g.over,        item->batch->stamp,
                        terms_text(g.terms), seating_text(g), clock_text(g)});
      if (made.count() == 0 && item->doubted) throw LostDatabase("the game was being written when the connection broke");
      if (made.count() == 0) throw StoreError("the game '" + g.id + "' is in the store already");
      continue;
    }
    id.push_back(g.id), stamp.push_back(item->batch->stamp), moved.push_back(g.moved), status.push_back(g.status), over.push_back(g.over ? "t" : "f");
    name1.push_back(a.name), secret1.push_back(a.secret_hash), name2.push_back(b.name), secret2.push_back(b.secret_hash);
    kind1.push_back(a.kind), invite1.push_back(a.invite_hash), kind2.push_back(b.kind), invite2.push_back(b.invite_hash);
    seating.push_back(seating_text(g)), clock.push_back(clock_text(g));
  }
  if (!id.empty())
    writing_.run(kUpdateGames,
                 {id, stamp, moved, name1, secret1, name2, secret2, status, over, kind1, invite1, kind2, invite2, seating, clock});
}

void PostgresStore::write_records(const std::vector<Item*>& items) {
  std::vector<std::string> game, text, among;
  std::vector<int64_t> number, kind, seat, at, board, stamp;
  for (const Item* item : items)
    for (const Record& r : item->batch->records) {
      game.push_back(item->batch->game.id), number.push_back(r.number), kind.push_back(int64_t(r.kind)), seat.push_back(int64_t(r.seat));
      text.push_back(r.text), at.push_back(r.at), among.push_back(r.among), board.push_back(int64_t(r.board));
      stamp.push_back(r.stamp ? r.stamp : item->batch->stamp);
    }
  if (!game.empty()) writing_.run(kInsertRecords, {game, number, kind, seat, text, at, among, board, stamp});
}

// The server that writes the act a machine must answer also plays the answer; see the table job.
void PostgresStore::write_jobs(const std::vector<Item*>& items) {
  std::vector<std::string> held, alone, done;
  for (const Item* item : items) {
    const GameRow& game = item->batch->game;
    if (item->batch->next == NextAnswer::People) done.push_back(game.id);
    if (item->batch->next != NextAnswer::Machine) continue;
    held.push_back(game.id);
    alone.push_back(machine_kind(game.seats[0].kind) && machine_kind(game.seats[1].kind) ? "t" : "f");
  }
  if (!held.empty()) writing_.run(kHoldJobs, {held, process_, alone});
  if (!done.empty()) writing_.run("DELETE FROM job WHERE game = ANY($1::text[])", {done});
}

// Was it written? To look is not enough: its COMMIT may still be under way. So the game is fenced first, with another stamp: where that
// succeeds our write is not there and can never come, and it is made again over the fence.
void PostgresStore::settle(Item& item) {
  const Batch& batch = *item.batch;
  if (batch.create) {
    const PgRows row = writing_.run("SELECT stamp FROM game WHERE id=$1", {batch.game.id});
    if (row.count() == 1) item.outcome = row.number(0, 0) == batch.stamp ? WriteOutcome::Written : WriteOutcome::Failed;
    return;
  }
  const int64_t before = item.fence ? item.fence : item.expected;
  item.fence = new_stamp();
  const PgRows fenced = writing_.run(
      "UPDATE game SET stamp=$2, changed=pg_current_xact_id() WHERE id=$1 AND stamp IN ($3::bigint,$4::bigint) RETURNING id",
      {batch.game.id, item.fence, item.expected, before});
  if (fenced.count() == 1) {
    item.expected = item.fence;
    item.doubted = false;
    return;
  }
  const PgRows there = batch.records.empty()
                           ? writing_.run("SELECT 1 FROM game WHERE id=$1 AND stamp=$2", {batch.game.id, batch.stamp})
                           : writing_.run("SELECT 1 FROM record WHERE game=$1 AND number=$2 AND stamp=$3",
                                          {batch.game.id, batch.records.front().number, batch.stamp});
  item.outcome = there.count() == 1 ? WriteOutcome::Written : WriteOutcome::Stale;
}

std::vector<GameRow> PostgresStore::games() {
  const std::lock_guard lock(read_mutex_);
  return persistently(reading_, [&] {
    const PgRows rows = reading_.run((std::string("SELECT ") + kPgGameColumns + " FROM game ORDER BY created, id").c_str());
    std::vector<GameRow> out;
    for (int i = 0; i < rows.count(); ++i) out.push_back(read_game(rows, i));
    return out;
  });
}

std::optional<KeptGame> PostgresStore::load(const std::string& game, int64_t after) {
  const std::lock_guard lock(read_mutex_);
  return persistently(reading_, [&] { return load_game(reading_, game, after); });
}

void PostgresStore::erase(const std::vector<std::string>& games) {
  const std::lock_guard lock(write_mutex_);
  persistently(writing_, [&] {
    writing_.run(
        "WITH gone AS (DELETE FROM game WHERE id = ANY($1::text[])), jobs AS (DELETE FROM job WHERE game = ANY($1::text[])), "
        "notices AS (DELETE FROM notice WHERE game = ANY($1::text[])) "
        "DELETE FROM record WHERE game = ANY($1::text[])",
        {games});
  });
}

// Two transactions that want the same rows: one of them waits, or is done again.
void PostgresStore::transact(const std::function<void(Sql&)>& work) {
  const std::lock_guard lock(post_mutex_);
  persistently(post_, [&] {
    post_.run_all("BEGIN");
    try {
      PgSql sql(post_);
      work(sql);
      post_.run_all("COMMIT");
    } catch (const LostDatabase&) {
      throw;
    } catch (...) {
      post_.run_all("ROLLBACK");
      throw;
    }
  });
}

int64_t PostgresStore::now() {
  const std::lock_guard lock(post_mutex_);
  return persistently(post_, [&] { return post_.run("SELECT (extract(epoch FROM clock_timestamp())*1000)::bigint").number(0, 0); });
}

void PostgresStore::probe(const Batch&) {
  const std::lock_guard lock(write_mutex_);
  writing_.run("SELECT pg_current_xact_id()");  // refused by a server that only reads
}

}  // namespace

const char* const kPgGameColumns =
    "id,book,battle,rules,content,dice_secret,dice_version,stir,inherited,pace_ms,created,moved,"
    "kind1,name1,secret1,invite1,kind2,name2,secret2,invite2,status,over,stamp,terms,seating,clock";

GameRow read_game(const PgRows& rows, int row, int column) {
  const auto text = [&] { return rows.text(row, column++); };
  const auto number = [&] { return rows.number(row, column++); };
  GameRow g;
  g.id = text(), g.book = text(), g.battle = text(), g.edition.rules = int(number()), g.edition.hash = uint64_t(number());
  g.dice_secret = text(), g.dice_version = int(number()), g.stir = text() == "t";
  g.inherited = number(), g.pace_ms = int(number()), g.created = number(), g.moved = number();
  for (SeatRow& s : g.seats) s.kind = text(), s.name = text(), s.secret_hash = text(), s.invite_hash = text();
  g.status = text(), g.over = text() == "t", g.stamp = number(), g.terms = terms_of_text(text());
  read_seating(g, text());
  g.clock = clock_state_of(wire::parse_json(text()));
  return g;
}

// Row and records are of one moment.
std::optional<KeptGame> load_game(PgConnection& connection, const std::string& game, int64_t after) {
  connection.run_all("ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");  // the last may have failed half-way
  const PgRows row = connection.run((std::string("SELECT ") + kPgGameColumns + " FROM game WHERE id=$1").c_str(), {game});
  const PgRows rows = connection.run(
      "SELECT number,kind,seat,text,at,among,board,stamp FROM record WHERE game=$1 AND number>$2 ORDER BY number", {game, after});
  connection.run_all("COMMIT");
  if (row.count() == 0) return std::nullopt;
  KeptGame out{read_game(row, 0), {}};
  for (int i = 0; i < rows.count(); ++i) {
    Record r;
    r.number = rows.number(i, 0), r.kind = RecordKind(rows.number(i, 1)), r.seat = Seat(rows.number(i, 2)), r.text = rows.text(i, 3);
    r.at = rows.number(i, 4), r.among = rows.text(i, 5), r.board = uint64_t(rows.number(i, 6)), r.stamp = rows.number(i, 7);
    out.records.push_back(std::move(r));
  }
  return out;
}

std::unique_ptr<Store> open_postgres_store(const std::string& address) { return std::make_unique<PostgresStore>(address); }

}  // namespace tambour::server
