// SPDX-License-Identifier: MIT
#include "server/postgres_store.h"

#include <mutex>

#include "server/postgres_tables.h"
#include "server/postgres_writer.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

class PostgresStore : public Store {
 public:
  PostgresStore(const std::string& address, bool must_exist) : writer_(address, process_), reading_(address), post_(address) {
    try {
      prepare_tables(writer_.connection(), must_exist);
    } catch (const LostDatabase& e) {
      throw StoreError(std::string(e.what()) + "; check the address and that PostgreSQL runs");
    }
  }

  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) override { return writer_.write(group); }
  void erase(const std::vector<std::string>& games) override { writer_.erase(games); }
  void probe(const Batch& like) override { writer_.probe(like); }
  std::vector<GameRow> games() override;
  std::optional<KeptGame> load(const std::string& game, int64_t after) override;
  int64_t process() const override { return process_; }
  void transact(const std::function<void(Sql&)>& work) override;
  int64_t now() override;

 private:
  const int64_t process_ = new_stamp();
  PostgresWriter writer_;
  std::mutex read_mutex_, post_mutex_;
  PgConnection reading_, post_;
};

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

// Two transactions that want the same rows: one of them waits, or is done again.
void PostgresStore::transact(const std::function<void(Sql&)>& work) {
  const std::lock_guard lock(post_mutex_);
  persistently(post_, [&] {
    PgTransaction transaction(post_);
    PgSql sql(post_);
    work(sql);
    transaction.commit();
  });
}

int64_t PostgresStore::now() {
  const std::lock_guard lock(post_mutex_);
  return persistently(post_, [&] { return post_.run("SELECT (extract(epoch FROM clock_timestamp())*1000)::bigint").number(0, 0); });
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

std::unique_ptr<Store> open_postgres_store(const std::string& address, bool must_exist) {
  return std::make_unique<PostgresStore>(address, must_exist);
}

}  // namespace tambour::server
