// SPDX-License-Identifier: MIT
#include "server/store_tools.h"

#include <algorithm>

#include "server/game_hub.h"
#include "server/records.h"

namespace tambour::server {

namespace {

constexpr std::size_t kTogether = 20;  // games in one transaction

std::string gap_of(const std::vector<Record>& records) {
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].number != int64_t(i) + 1) return "record " + std::to_string(i + 1) + " is missing";
  return "";
}

// The first roll that does not follow from the secret and the game so far.
std::string wrong_die_of(const GameRow& row, const std::vector<Record>& records) {
  FairDice dice(parse_hex(row.dice_secret).value_or(Digest{}), {row.id, row.book, row.battle, std::size_t(row.inherited), row.dice_version});
  for (const Record& r : records) {
    const auto entry = as_entry(r);
    if (!entry) continue;
    const Draw draw = r.kind == RecordKind::Act && r.seat == Seat::Chance && r.number > row.inherited ? draw_of(r) : Draw{};
    if (draw.outcomes && dice.choose(draw.outcomes) != draw.outcome) return "the die of record " + std::to_string(r.number) + " is not the one that fell";
    dice.note(*entry);
  }
  return "";
}

std::string trouble_of(const KeptGame& kept, const BattleCatalog& catalog, StoreReport& report) {
  if (std::string gap = gap_of(kept.records); !gap.empty()) return gap;
  if (std::string die = wrong_die_of(kept.row, kept.records); !die.empty()) return die;
  const GameRow& row = kept.row;
  if (closed_by_fault(row)) return "";  // its last act cannot be replayed
  const std::string changed = catalog.difference(row.battle, row.book, row.edition);
  std::string why;
  if (play_again({catalog.find(row.battle, row.book), row, kept.records, {}, changed}, why)) return "";
  if (!changed.empty() && row.over) return ++report.recorded, "";
  return why;
}

// What no write changes.
bool same_beginning(const GameRow& x, const GameRow& y) {
  return x.id == y.id && x.book == y.book && x.battle == y.battle && x.edition.rules == y.edition.rules && x.edition.hash == y.edition.hash &&
         x.dice_secret == y.dice_secret && x.dice_version == y.dice_version && x.stir == y.stir && x.inherited == y.inherited &&
         x.pace_ms == y.pace_ms && x.created == y.created && x.terms == y.terms;
}

bool same(const KeptGame& a, const KeptGame& b) {
  const GameRow &x = a.row, &y = b.row;
  return same_beginning(x, y) && x.moved == y.moved && x.seats[0] == y.seats[0] && x.seats[1] == y.seats[1] && x.status == y.status &&
         x.over == y.over && x.stamp == y.stamp && x.host_hash == y.host_hash && x.rematch == y.rematch && x.clock == y.clock &&
         a.records == b.records;
}

// Is the game in the target an earlier state of the source, with no write of its own since it was copied or since its last record?
bool untouched(const KeptGame& there, const KeptGame& kept) {
  const bool no_write = there.row.copied || (!there.records.empty() && there.row.stamp == there.records.back().stamp);
  return no_write && same_beginning(there.row, kept.row) && there.records.size() <= kept.records.size() &&
         std::equal(there.records.begin(), there.records.end(), kept.records.begin());
}

// Keeps its stamp, so that a second run recognises it. A game that exists is written only if it still has the stamp that was read.
Batch batch_of(const KeptGame& kept, const std::optional<KeptGame>& there) {
  Batch batch{!there, kept.row, kept.records, kept.row.stamp, NextAnswer::Kept, {}, true};
  if (!there) return batch;
  batch.game.stamp = there->row.stamp;
  batch.records.erase(batch.records.begin(), batch.records.begin() + std::ptrdiff_t(there->records.size()));
  return batch;
}

// Games of older stores have no stamp and get one here.
void stamp(KeptGame& kept) {
  if (kept.row.stamp == 0) kept.row.stamp = int64_t(hash_text(kept.row.id) >> 1) | 1;
  for (Record& r : kept.records)
    if (r.stamp == 0) r.stamp = kept.row.stamp;
}

void copy_group(std::vector<KeptGame>& group, Store& to, StoreReport& report) {
  const auto went_on = [&](const std::string& id) {
    report.troubles.push_back("game " + id + ": it went on differently in the store it is copied to, and stays there as it is");
  };
  std::vector<Batch> batches;
  std::vector<const KeptGame*> written;
  for (KeptGame& kept : group) {
    stamp(kept);
    const auto there = to.load(kept.row.id);
    if (there && same(*there, kept)) {
      ++report.there;
      continue;
    }
    if (there && !untouched(*there, kept)) {
      went_on(kept.row.id);
      continue;
    }
    batches.push_back(batch_of(kept, there));
    written.push_back(&kept);
  }
  if (batches.empty()) return;
  std::vector<const Batch*> all;
  for (const Batch& batch : batches) all.push_back(&batch);
  const auto outcomes = to.write(all);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const std::string& id = written[i]->row.id;
    const auto back = to.load(id);
    if (outcomes[i] == WriteOutcome::Stale) went_on(id);
    else if (outcomes[i] == WriteOutcome::Written && back && same(*back, *written[i])) ++report.copied;
    else report.troubles.push_back("game " + id + ": what was written is not what was read");
  }
}

struct PostTable {
  const char *name, *key;
  std::vector<std::string> columns;
};

// Accounts and notices. A second run updates them to the current contents of the source, unless games have been played on in the target:
// then only missing rows are added.
void copy_post(Store& from, Store& to, StoreReport& report) {
  static const PostTable kTables[] = {
      {"account", "id", {"id", "name", "passphrase", "mail", "mail_waits", "hook_form", "hook_url", "language", "notices", "stop", "created"}},
      {"session", "hash", {"hash", "account", "created"}},
      {"link", "hash", {"hash", "account", "mail", "expires", "used"}},
      {"notice", "account,game", {"account", "game", "id", "kind", "cause", "detail", "made", "due", "sent", "tries", "ways", "lease"}}};
  const bool alone = !report.troubles.empty();
  for (const PostTable& table : kTables) {
    std::string columns, values, changes;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const std::string comma = i ? "," : "", &column = table.columns[i];
      columns += comma + column, values += comma + "$" + std::to_string(i + 1), changes += comma + column + "=excluded." + column;
    }
    const std::string there_already = alone ? " ON CONFLICT DO NOTHING" : " ON CONFLICT (" + std::string(table.key) + ") DO UPDATE SET " + changes;
    SqlRows rows;
    from.transact([&](Sql& sql) { rows = sql.run("SELECT " + columns + " FROM " + table.name); });
    std::size_t there = 0;
    to.transact([&](Sql& sql) {
      for (const SqlRow& row : rows) {
        std::vector<SqlValue> cells;
        for (std::size_t i = 0; i < row.size(); ++i) cells.emplace_back(row.text(i));
        sql.run("INSERT INTO " + std::string(table.name) + "(" + columns + ") VALUES(" + values + ")" + there_already, cells);
      }
      there = std::size_t(sql.run("SELECT count(*) FROM " + std::string(table.name)).at(0).number(0));
    });
    if (there < rows.size()) report.troubles.push_back("of the table " + std::string(table.name) + " not everything was written");
  }
}

}  // namespace

StoreReport check_store(Store& store, const BattleCatalog& catalog, const Told& told) {
  StoreReport report;
  const std::vector<GameRow> rows = store.games();
  for (const GameRow& row : rows) {
    const auto kept = store.load(row.id);
    if (kept) {
      report.records += kept->records.size();
      if (const std::string why = trouble_of(*kept, catalog, report); !why.empty()) report.troubles.push_back("game " + row.id + ": " + why);
    }
    told(++report.games, rows.size());
  }
  return report;
}

StoreReport copy_store(Store& from, Store& to, const Told& told) {
  StoreReport report;
  const std::vector<GameRow> rows = from.games();
  for (std::size_t begin = 0; begin < rows.size(); begin += kTogether) {
    std::vector<KeptGame> group;
    for (std::size_t i = begin; i < std::min(rows.size(), begin + kTogether); ++i)
      if (auto kept = from.load(rows[i].id)) group.push_back(std::move(*kept));
    for (const KeptGame& kept : group) report.records += kept.records.size();
    report.games += group.size();
    copy_group(group, to, report);
    told(report.games, rows.size());
  }
  copy_post(from, to, report);
  return report;
}

}  // namespace tambour::server
