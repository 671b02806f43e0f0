// SPDX-License-Identifier: MIT
#include "server/sqlite_store.h"

#include <sqlite3.h>

#include <algorithm>
#include <functional>
#include <mutex>

#include "server/post_tables.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr int kSchemaVersion = 4;
constexpr int kApplicationId = 0x54616d62;  // "Tamb": tells our database from another program's

constexpr const char* kSchema = R"(
CREATE TABLE game(
  id TEXT PRIMARY KEY, book TEXT NOT NULL, battle TEXT NOT NULL, rules INTEGER NOT NULL, content INTEGER NOT NULL,
  dice_secret TEXT NOT NULL, dice_version INTEGER NOT NULL, stir INTEGER NOT NULL, inherited INTEGER NOT NULL,
  pace_ms INTEGER NOT NULL, created INTEGER NOT NULL, moved INTEGER NOT NULL,
  kind1 TEXT NOT NULL, name1 TEXT NOT NULL, secret1 TEXT NOT NULL, invite1 TEXT NOT NULL,
  kind2 TEXT NOT NULL, name2 TEXT NOT NULL, secret2 TEXT NOT NULL, invite2 TEXT NOT NULL,
  status TEXT NOT NULL, over INTEGER NOT NULL, stamp INTEGER NOT NULL,
  terms TEXT NOT NULL, seating TEXT NOT NULL, clock TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE record(
  game TEXT NOT NULL, number INTEGER NOT NULL, kind INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
  among TEXT NOT NULL, board INTEGER NOT NULL, stamp INTEGER NOT NULL, PRIMARY KEY(game, number)) WITHOUT ROWID;
)";

// From version 1, which hashed the text of a battle's files and knew neither versions of rules nor boards: all its games are of version 1.
constexpr const char* kMigration1 = R"(
ALTER TABLE game RENAME COLUMN battle_hash TO content;
UPDATE game SET content=0;
ALTER TABLE game ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
ALTER TABLE game ADD COLUMN dice_version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE game ADD COLUMN stir INTEGER NOT NULL DEFAULT 0;
ALTER TABLE record ADD COLUMN among TEXT NOT NULL DEFAULT '';
ALTER TABLE record ADD COLUMN board INTEGER NOT NULL DEFAULT 0;
)";
// From version 2, which had no stamps: one process wrote each store.
constexpr const char* kMigration2 = R"(
ALTER TABLE game ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
ALTER TABLE record ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
)";
// From version 3, which knew neither terms nor accounts; their tables are in kPostTables.
constexpr const char* kMigration3 = R"(
ALTER TABLE game ADD COLUMN terms TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN seating TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT '';
)";
constexpr const char* kMigrations[] = {kMigration1, kMigration2, kMigration3};  // what leads from version 1 to 2, and so on
static_assert(std::size(kMigrations) == kSchemaVersion - 1);

constexpr const char* kGameColumns =
    "id,book,battle,rules,content,dice_secret,dice_version,stir,inherited,pace_ms,created,moved,"
    "kind1,name1,secret1,invite1,kind2,name2,secret2,invite2,status,over,stamp,terms,seating,clock";
constexpr const char* kRecordColumns = "number,kind,seat,text,at,among,board,stamp";

class SqliteStore;

// A prepared statement; bound from left to right, reset when it goes out of use.
class Query {
 public:
  Query(SqliteStore& store, const std::string& sql);
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;

  Query& bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), int(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Query& bind(int64_t value) {
    sqlite3_bind_int64(statement_, ++bound_, value);
    return *this;
  }
  bool row();  // true while there is one
  void run() {
    while (row()) {
    }
    sqlite3_reset(statement_);
    bound_ = 0;
  }
  // By number: $1, $2 … may come in any order, and more than once.
  void bind_named(const std::vector<SqlValue>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::string name = "$";  // appended to, since g++ 12 at -O3 warns of operator+ here
      name += std::to_string(i + 1);
      const int at = sqlite3_bind_parameter_index(statement_, name.c_str());
      if (values[i].is_number()) sqlite3_bind_int64(statement_, at, values[i].number());
      else sqlite3_bind_text(statement_, at, values[i].text().data(), int(values[i].text().size()), SQLITE_TRANSIENT);
    }
  }
  int columns() const { return sqlite3_column_count(statement_); }
  std::string text() {
    const auto* t = reinterpret_cast<const char*>(sqlite3_column_text(statement_, read_));
    return t ? std::string(t, std::size_t(sqlite3_column_bytes(statement_, read_++))) : (++read_, std::string{});
  }
  int64_t number() { return sqlite3_column_int64(statement_, read_++); }

 private:
  SqliteStore& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0, read_ = 0;
};

class SqliteStore : public Store, private Sql {
 public:
  explicit SqliteStore(const std::string& path) : path_(path) {
    try {
      open();
    } catch (...) {
      sqlite3_close_v2(db_);
      throw;
    }
  }
  ~SqliteStore() override {
    insert_game_.reset(), update_game_.reset(), insert_record_.reset();
    sqlite3_close_v2(db_);
  }

  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) override;
  std::vector<GameRow> games() override;
  std::optional<KeptGame> load(const std::string& game, int64_t after) override;
  void erase(const std::vector<std::string>& games) override;
  void transact(const std::function<void(Sql&)>& work) override;

  sqlite3* db() const { return db_; }
  [[noreturn]] void fail(int code) const;

 private:
  void open();
  void execute(const char* sql) {
    if (const int code = sqlite3_exec(db_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
  }
  int64_t pragma(const char* sql) {
    Query query(*this, sql);
    return query.row() ? query.number() : 0;
  }
  void check_identity();
  void migrate();
  void set_version() { execute(("PRAGMA user_version=" + std::to_string(kSchemaVersion)).c_str()); }
  void in_transaction(const std::function<void()>& work);
  SqlRows run(const std::string& sql, const std::vector<SqlValue>& values) override;
  WriteOutcome write_batch(const Batch& batch);

  std::mutex mutex_;
  std::string path_;
  sqlite3* db_ = nullptr;
  std::unique_ptr<Query> insert_game_, update_game_, insert_record_;
};

Query::Query(SqliteStore& store, const std::string& sql) : store_(store) {
  if (const int code = sqlite3_prepare_v2(store.db(), sql.c_str(), -1, &statement_, nullptr); code != SQLITE_OK) store.fail(code);
}

bool Query::row() {
  const int code = sqlite3_step(statement_);
  read_ = 0;
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3_reset(statement_);
  bound_ = 0;
  store_.fail(code);
}

void SqliteStore::fail(int code) const {
  const std::string at = "the store '" + path_ + "' ";
  switch (code & 0xFF) {
    case SQLITE_FULL: throw StoreError(at + "cannot be written: the disk is full; free some space");
    case SQLITE_IOERR: throw StoreError(at + "cannot be read or written (" + sqlite3_errmsg(db_) + "); check the disk and its free space");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: throw StoreError(at + "is damaged or not a database; restore it from a backup, or move it away to begin anew");
    case SQLITE_CANTOPEN: throw StoreError(at + "cannot be opened; check that the folder exists and may be written");
    case SQLITE_READONLY:
    case SQLITE_PERM: throw StoreError(at + "may not be written; check its permissions");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw StoreError(at + "is in use by another server; stop that one or choose another --store");
    case SQLITE_CONSTRAINT: throw StoreError(at + "already holds this move; is another server writing to it?");
    default: throw StoreError(at + "fails: " + (db_ ? sqlite3_errmsg(db_) : "out of memory"));
  }
}

void SqliteStore::open() {
  if (const int code = sqlite3_open_v2(path_.c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
      code != SQLITE_OK)
    fail(code);
  // One server to a store: the lock is taken with the first read and kept until the end.
  execute("PRAGMA locking_mode=EXCLUSIVE");
  execute("PRAGMA journal_mode=WAL");
  execute("PRAGMA synchronous=FULL");
  check_identity();
  Query check(*this, "PRAGMA quick_check(1)");
  if (!check.row() || check.text() != "ok") fail(SQLITE_CORRUPT);
  insert_game_ = std::make_unique<Query>(*this, std::string("INSERT INTO game(") + kGameColumns +
                                                    ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  update_game_ = std::make_unique<Query>(
      *this, "UPDATE game SET moved=?,kind1=?,name1=?,secret1=?,invite1=?,kind2=?,name2=?,secret2=?,invite2=?,status=?,over=?,seating=?,clock=?,stamp=? "
             "WHERE id=? AND stamp=?");
  insert_record_ = std::make_unique<Query>(*this, std::string("INSERT INTO record(game,") + kRecordColumns + ") VALUES(?,?,?,?,?,?,?,?,?)");
}

void SqliteStore::check_identity() {
  execute("BEGIN IMMEDIATE");
  if (pragma("SELECT count(*) FROM sqlite_schema") == 0) {
    execute(kSchema);
    execute(kPostTables);
    execute(("PRAGMA application_id=" + std::to_string(kApplicationId)).c_str());
    set_version();
  }
  execute("COMMIT");
  if (pragma("PRAGMA application_id") != kApplicationId)
    throw StoreError("'" + path_ + "' is another program's database; choose another --store");
  if (const auto version = pragma("PRAGMA user_version"); version < 1 || version > kSchemaVersion)
    throw StoreError("the store '" + path_ + "' was written by another version of tambour; this one reads versions 1 to " +
                     std::to_string(kSchemaVersion));
  migrate();
}

// All of it or nothing: a store is never left between two versions.
void SqliteStore::migrate() {
  const auto version = pragma("PRAGMA user_version");
  if (version == kSchemaVersion) return;
  in_transaction([&] {
    for (auto v = version; v < kSchemaVersion; ++v) execute(kMigrations[v - 1]);
    if (version < 4) execute(kPostTables);
    set_version();
  });
}

// After some errors SQLite has rolled back by itself; then ROLLBACK fails, and nothing is lost by it.
void SqliteStore::in_transaction(const std::function<void()>& work) {
  execute("BEGIN IMMEDIATE");
  try {
    work();
    execute("COMMIT");
  } catch (...) {
    sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

SqlRows SqliteStore::run(const std::string& sql, const std::vector<SqlValue>& values) {
  Query query(*this, sql);
  query.bind_named(values);
  SqlRows out;
  while (query.row()) {
    std::vector<std::string> cells;
    for (int i = 0; i < query.columns(); ++i) cells.push_back(query.text());
    out.emplace_back(std::move(cells));
  }
  return out;
}

void SqliteStore::transact(const std::function<void(Sql&)>& work) {
  const std::lock_guard lock(mutex_);
  in_transaction([&] { work(*this); });
}

std::vector<WriteOutcome> SqliteStore::write(const std::vector<const Batch*>& group) {
  const std::lock_guard lock(mutex_);
  std::vector<WriteOutcome> out;
  in_transaction([&] {
    for (const Batch* batch : group) out.push_back(write_batch(*batch));
  });
  return out;
}

WriteOutcome SqliteStore::write_batch(const Batch& batch) {
  const GameRow& g = batch.game;
  const SeatRow &a = g.seats[0], &b = g.seats[1];
  if (batch.create) {
    Query& q = *insert_game_;
    q.bind(g.id).bind(g.book).bind(g.battle).bind(g.edition.rules).bind(int64_t(g.edition.hash));
    q.bind(g.dice_secret).bind(g.dice_version).bind(int64_t(g.stir)).bind(g.inherited).bind(g.pace_ms).bind(g.created).bind(g.moved);
    q.bind(a.kind).bind(a.name).bind(a.secret_hash).bind(a.invite_hash);
    q.bind(b.kind).bind(b.name).bind(b.secret_hash).bind(b.invite_hash).bind(g.status).bind(int64_t(g.over)).bind(batch.stamp);
    q.bind(terms_text(g.terms)).bind(seating_text(g, batch.copied)).bind(clock_text(g)).run();
  } else {
    Query& q = *update_game_;
    q.bind(g.moved).bind(a.kind).bind(a.name).bind(a.secret_hash).bind(a.invite_hash).bind(b.kind).bind(b.name).bind(b.secret_hash);
    q.bind(b.invite_hash).bind(g.status).bind(int64_t(g.over)).bind(seating_text(g, batch.copied)).bind(clock_text(g)).bind(batch.stamp).bind(g.id).bind(g.stamp).run();
    if (sqlite3_changes(db_) == 0) return WriteOutcome::Stale;
  }
  for (const Record& r : batch.records)
    insert_record_->bind(g.id).bind(r.number).bind(int64_t(r.kind)).bind(int64_t(r.seat)).bind(r.text).bind(r.at)
        .bind(r.among).bind(int64_t(r.board)).bind(r.stamp ? r.stamp : batch.stamp).run();
  for (const SqlStatement& also : batch.also) run(also.sql, also.values);
  return WriteOutcome::Written;
}

static GameRow read_game(Query& q) {
  GameRow g;
  g.id = q.text(), g.book = q.text(), g.battle = q.text(), g.edition.rules = int(q.number()), g.edition.hash = uint64_t(q.number());
  g.dice_secret = q.text(), g.dice_version = int(q.number()), g.stir = q.number() != 0;
  g.inherited = q.number(), g.pace_ms = int(q.number()), g.created = q.number(), g.moved = q.number();
  for (SeatRow& s : g.seats) s.kind = q.text(), s.name = q.text(), s.secret_hash = q.text(), s.invite_hash = q.text();
  g.status = q.text(), g.over = q.number() != 0, g.stamp = q.number(), g.terms = terms_of_text(q.text());
  read_seating(g, q.text());
  g.clock = clock_state_of(wire::parse_json(q.text()));
  return g;
}

std::vector<GameRow> SqliteStore::games() {
  const std::lock_guard lock(mutex_);
  std::vector<GameRow> out;
  Query q(*this, std::string("SELECT ") + kGameColumns + " FROM game ORDER BY created, id");
  while (q.row()) out.push_back(read_game(q));
  return out;
}

std::optional<KeptGame> SqliteStore::load(const std::string& game, int64_t after) {
  const std::lock_guard lock(mutex_);
  Query rows(*this, std::string("SELECT ") + kGameColumns + " FROM game WHERE id=?");
  if (!rows.bind(game).row()) return std::nullopt;
  KeptGame out{read_game(rows), {}};
  Query q(*this, std::string("SELECT ") + kRecordColumns + " FROM record WHERE game=? AND number>? ORDER BY number");
  q.bind(game).bind(after);
  while (q.row()) {
    Record r;
    r.number = q.number(), r.kind = RecordKind(q.number()), r.seat = Seat(q.number()), r.text = q.text(), r.at = q.number();
    r.among = q.text(), r.board = uint64_t(q.number()), r.stamp = q.number();
    out.records.push_back(std::move(r));
  }
  return out;
}

void SqliteStore::erase(const std::vector<std::string>& games) {
  const std::lock_guard lock(mutex_);
  in_transaction([&] {
    Query records(*this, "DELETE FROM record WHERE game=?"), rows(*this, "DELETE FROM game WHERE id=?");
    Query notices(*this, "DELETE FROM notice WHERE game=?");
    for (const std::string& game : games) records.bind(game).run(), rows.bind(game).run(), notices.bind(game).run();
  });
}

}  // namespace

std::unique_ptr<Store> open_sqlite_store(const std::string& path) { return std::make_unique<SqliteStore>(path); }

}  // namespace tambour::server
