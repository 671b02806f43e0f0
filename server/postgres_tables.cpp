// SPDX-License-Identifier: MIT
#include "server/postgres_tables.h"

#include <string>

#include "server/post_tables.h"

namespace tambour::server {

namespace {

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

void make_tables(PgConnection& connection, bool must_exist) {
  const PgRows found = connection.run(
      "SELECT (SELECT count(*) FROM information_schema.tables WHERE table_schema=current_schema()), to_regclass('meta') IS NOT NULL");
  if (found.number(0, 0) == 0 && must_exist) throw StoreError("the database holds no store; check the address");
  if (found.number(0, 0) == 0) return connection.run_all(kSchema), connection.run_all(kPostTables);
  const char* const kForeign = "the database holds another program's tables; make an empty one for Tambour";
  if (!found.yes(0, 1)) throw StoreError(kForeign);
  try {
    const PgRows meta = connection.run("SELECT program, version FROM meta");
    if (meta.count() != 1 || meta.text(0, 0) != "tambour") throw StoreError(kForeign);
    const int64_t version = meta.number(0, 1);
    if (version == 1) return connection.run_all(kMigration1), connection.run_all(kPostTables);
    if (version != kSchemaVersion)
      throw StoreError("the database was made by another version of tambour: its tables are of version " + std::to_string(version) +
                       ", this one reads versions 1 to " + std::to_string(kSchemaVersion));
  } catch (const LostDatabase&) {
    throw;
  } catch (const StoreError& e) {
    const std::string why = e.what();
    const bool other_tables = why.starts_with("the database refuses a statement") && why.find("permission denied") == std::string::npos;
    throw StoreError(other_tables ? kForeign : why);
  }
}

}  // namespace

void prepare_tables(PgConnection& connection, bool must_exist) {
  if (const PgRows rows = connection.run("SELECT current_setting('server_encoding'), current_setting('server_version_num')"); true) {
    if (rows.text(0, 0) != "UTF8")
      throw StoreError("the database keeps text as " + rows.text(0, 0) + "; make one with the encoding UTF8 for Tambour");
    if (rows.number(0, 1) < 140000) throw StoreError("the database is older than PostgreSQL 14; Tambour wants 14 or later");
  }
  PgTransaction transaction(connection);
  connection.run("SELECT pg_advisory_xact_lock($1::bigint)", {kSchemaLock});
  make_tables(connection, must_exist);
  transaction.commit();
}

}  // namespace tambour::server
