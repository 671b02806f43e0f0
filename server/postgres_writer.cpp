// SPDX-License-Identifier: MIT
#include "server/postgres_writer.h"

#include <algorithm>
#include <set>

namespace tambour::server {

namespace {

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
ON CONFLICT (game) DO UPDATE SET holder=excluded.holder, alone=excluded.alone)";
constexpr const char* kErase[] = {"DELETE FROM record WHERE game = ANY($1::text[])", "DELETE FROM job WHERE game = ANY($1::text[])",
                                  "DELETE FROM notice WHERE game = ANY($1::text[])", "DELETE FROM game WHERE id = ANY($1::text[])"};

bool machine_kind(const std::string& kind) { return kind != "human" && kind != "friend" && kind != "open"; }

}  // namespace

// A broken connection before COMMIT was sent means that nothing was written: try again. After that the outcome is unknown, and each game is asked
// in a way that also keeps the old COMMIT from coming later (see settle).
std::vector<WriteOutcome> PostgresWriter::write(const std::vector<const Batch*>& group) {
  const std::lock_guard lock(mutex_);
  std::vector<Item> items;
  for (const Batch* batch : group) items.push_back({batch, batch->game.stamp, 0, false, {}});
  try {
    persistently(connection_, [&] {
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

void PostgresWriter::write_group(std::vector<Item>& items) {
  std::vector<Item*> open;
  for (Item& item : items)
    if (!item.outcome) open.push_back(&item);
  if (open.empty()) return;
  std::vector<Item*> winning = open;
  PgTransaction transaction(connection_);
  write_games(winning);
  write_records(winning);
  write_jobs(winning);
  PgSql rest(connection_);
  for (const Item* item : winning)
    for (const SqlStatement& also : item->batch->also) rest.run(also.sql, also.values);
  for (Item* item : winning) item->doubted = true;
  transaction.commit();
  for (Item* item : open) item->outcome = item->doubted ? WriteOutcome::Written : WriteOutcome::Stale;
}

// Games are locked in one order everywhere, so that two processes never wait for each other. Leaves those that may be written: of two
// batches of one game the first.
void PostgresWriter::write_games(std::vector<Item*>& items) {
  std::vector<std::string> ids;
  for (const Item* item : items)
    if (!item->batch->create) ids.push_back(item->batch->game.id);
  std::set<std::pair<std::string, int64_t>> now;
  if (!ids.empty()) {
    const PgRows rows = connection_.run(kLockGames, {ids});
    for (int i = 0; i < rows.count(); ++i) now.emplace(rows.text(i, 0), rows.number(i, 1));
  }
  std::erase_if(items, [&](const Item* item) { return !item->batch->create && !now.erase({item->batch->game.id, item->expected}); });
  std::vector<std::string> id, name1, secret1, name2, secret2, status, over, kind1, invite1, kind2, invite2, seating, clock;
  std::vector<int64_t> stamp, moved;
  for (const Item* item : items) {
    const GameRow& g = item->batch->game;
    const SeatRow &a = g.seats[0], &b = g.seats[1];
    if (item->batch->create) {
      const PgRows made = connection_.run(
          kInsertGame, {g.id,        g.book,   g.battle,      g.edition.rules, int64_t(g.edition.hash), g.dice_secret, g.dice_version, g.stir,
                        g.inherited, g.pace_ms, g.created,    g.moved,         a.kind,                  a.name,        a.secret_hash,  a.invite_hash,
                        b.kind,      b.name,   b.secret_hash, b.invite_hash,   g.status,                g.over,        item->batch->stamp,
                        terms_text(g.terms), seating_text(g, item->batch->copied), clock_text(g)});
      if (made.count() == 0 && item->doubted) throw LostDatabase("the game was being written when the connection broke");
      if (made.count() == 0) throw StoreError("the game '" + g.id + "' is in the store already");
      continue;
    }
    id.push_back(g.id), stamp.push_back(item->batch->stamp), moved.push_back(g.moved), status.push_back(g.status), over.push_back(g.over ? "t" : "f");
    name1.push_back(a.name), secret1.push_back(a.secret_hash), name2.push_back(b.name), secret2.push_back(b.secret_hash);
    kind1.push_back(a.kind), invite1.push_back(a.invite_hash), kind2.push_back(b.kind), invite2.push_back(b.invite_hash);
    seating.push_back(seating_text(g, item->batch->copied)), clock.push_back(clock_text(g));
  }
  if (!id.empty())
    connection_.run(kUpdateGames,
                 {id, stamp, moved, name1, secret1, name2, secret2, status, over, kind1, invite1, kind2, invite2, seating, clock});
}

void PostgresWriter::write_records(const std::vector<Item*>& items) {
  std::vector<std::string> game, text, among;
  std::vector<int64_t> number, kind, seat, at, board, stamp;
  for (const Item* item : items)
    for (const Record& r : item->batch->records) {
      game.push_back(item->batch->game.id), number.push_back(r.number), kind.push_back(int64_t(r.kind)), seat.push_back(int64_t(r.seat));
      text.push_back(r.text), at.push_back(r.at), among.push_back(r.among), board.push_back(int64_t(r.board));
      stamp.push_back(r.stamp ? r.stamp : item->batch->stamp);
    }
  if (!game.empty()) connection_.run(kInsertRecords, {game, number, kind, seat, text, at, among, board, stamp});
}

// The server that writes the act a machine must answer also plays the answer; see the table job.
void PostgresWriter::write_jobs(const std::vector<Item*>& items) {
  std::vector<std::string> held, alone, done;
  for (const Item* item : items) {
    const GameRow& game = item->batch->game;
    if (item->batch->next == NextAnswer::People) done.push_back(game.id);
    if (item->batch->next != NextAnswer::Machine) continue;
    held.push_back(game.id);
    alone.push_back(machine_kind(game.seats[0].kind) && machine_kind(game.seats[1].kind) ? "t" : "f");
  }
  if (!held.empty()) connection_.run(kHoldJobs, {held, process_, alone});
  if (!done.empty()) connection_.run("DELETE FROM job WHERE game = ANY($1::text[])", {done});
}

// Was it written? To look is not enough: its COMMIT may still be under way. So the game is fenced first, with another stamp: where that
// succeeds our write is not there and can never come, and it is made again over the fence.
void PostgresWriter::settle(Item& item) {
  const Batch& batch = *item.batch;
  if (batch.create) {
    const PgRows row = connection_.run("SELECT stamp FROM game WHERE id=$1", {batch.game.id});
    if (row.count() == 1) item.outcome = row.number(0, 0) == batch.stamp ? WriteOutcome::Written : WriteOutcome::Failed;
    return;
  }
  const int64_t before = item.fence ? item.fence : item.expected;
  item.fence = new_stamp();
  const PgRows fenced = connection_.run(
      "UPDATE game SET stamp=$2, changed=pg_current_xact_id() WHERE id=$1 AND stamp IN ($3::bigint,$4::bigint) RETURNING id",
      {batch.game.id, item.fence, item.expected, before});
  if (fenced.count() == 1) {
    item.expected = item.fence;
    item.doubted = false;
    return;
  }
  const PgRows there = batch.records.empty()
                           ? connection_.run("SELECT 1 FROM game WHERE id=$1 AND stamp=$2", {batch.game.id, batch.stamp})
                           : connection_.run("SELECT 1 FROM record WHERE game=$1 AND number=$2 AND stamp=$3",
                                          {batch.game.id, batch.records.front().number, batch.stamp});
  item.outcome = there.count() == 1 ? WriteOutcome::Written : WriteOutcome::Stale;
}

// The rows are locked first: what another process is just writing to these games is seen once it is there, and goes with the rest.
void PostgresWriter::erase(const std::vector<std::string>& games) {
  const std::lock_guard lock(mutex_);
  persistently(connection_, [&] {
    PgTransaction transaction(connection_);
    connection_.run("SELECT id FROM game WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE", {games});
    for (const char* sql : kErase) connection_.run(sql, {games});
    transaction.commit();
  });
}

// Written like any other, and undone. Its name is its own: other processes may look for trouble at the same time.
void PostgresWriter::probe(const Batch& like) {
  const std::lock_guard lock(mutex_);
  Batch batch = like;
  batch.create = true, batch.stamp = new_stamp(), batch.game.id = "-probe" + std::to_string(batch.stamp);
  Item item{&batch, 0, 0, false, {}};
  std::vector<Item*> items{&item};
  PgTransaction undone(connection_);
  write_games(items);
  write_records(items);
}

}  // namespace tambour::server
