// SPDX-License-Identifier: MIT
#include "server/recorded.h"

#include "server/dice.h"
#include "server/records.h"
#include "wire/parse.h"

namespace tambour::server {
namespace {

std::string dump(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

json side_of(const RecordedGame& game, Seat seat) {
  if (seat > Seat::Chance) return nullptr;
  return seat == Seat::Chance ? json("chance") : json(game.sides[tambour::index(seat)]);
}

json outcome_of(const RecordedGame& game) {
  const json status = wire::parse_json(game.row.status);
  json out{{"over", true}, {"winner", nullptr}};
  for (const char* key : {"winner", "points"})
    if (status.is_object() && status.contains(key)) out[key] = status[key];
  return out;
}

// The seqs of the acts that were not undone.
class Counting {
 public:
  json undone(const Record& r) {
    std::size_t kept = acts_.empty() ? 0 : acts_.size() - 1;
    if (r.kind == RecordKind::Takeback) kept = std::size_t(std::max(0, to_int(r.text).value_or(0)));
    json out = json::array();
    for (std::size_t i = kept; i < acts_.size(); ++i) out.push_back(acts_[i]);
    acts_.resize(std::min(kept, acts_.size()));
    return out;
  }
  void add(int64_t seq) { acts_.push_back(seq); }

 private:
  std::vector<int64_t> acts_;
};

}  // namespace

std::string recorded_log(const RecordedGame& game) {
  std::string out = "[";
  int64_t seq = 0;
  Counting counting;
  for (const Record& r : game.records) {
    if (!is_told(r.kind)) continue;
    json entry{{"seq", ++seq}, {"kind", kind_name(r.kind)}, {"by", side_of(game, r.seat)}, {"at", r.at}};
    if (r.kind == RecordKind::Act) {
      entry["act"] = {{"text", r.text}, {"verb", r.text.substr(0, r.text.find(' '))}};
      entry["events"] = json::array();
      counting.add(seq);
    } else if (r.kind == RecordKind::Undo || r.kind == RecordKind::Takeback) {
      entry["undone"] = counting.undone(r);
    } else if (r.kind == RecordKind::Seat) {
      entry["name"] = r.text, entry["side"] = side_of(game, r.seat);
    } else if (r.kind == RecordKind::Over) {
      entry["secret"] = game.row.dice_secret, entry["outcome"] = outcome_of(game);
    } else if (r.kind == RecordKind::Machine) {
      entry["side"] = side_of(game, r.seat), entry["level"] = r.text;
    } else {
      entry["text"] = r.text;
    }
    if (r.kind == RecordKind::Chat && game.row.terms.rooms) entry["room"] = room_of(r.seat);
    out += (seq > 1 ? "," : "") + dump(entry);
  }
  return out + "]";
}

std::string recorded_summary(const RecordedGame& game, const std::string& why) {
  struct Luck {
    int count = 0, sum = 0;
    double expected = 0;
  } luck[2];
  Seat last = Seat::First;
  for (const Record& r : game.records) {
    if (r.kind != RecordKind::Act) continue;
    const auto face = r.text.starts_with("roll ") ? to_int(r.text.substr(5)) : std::nullopt;
    if (r.seat <= Seat::Second) last = r.seat;
    if (r.seat != Seat::Chance || !face || mean_face(r.among) == 0) continue;
    Luck& l = luck[tambour::index(last)];
    ++l.count, l.sum += *face, l.expected += mean_face(r.among);
  }
  json dice = json::object();
  for (int s = 0; s < 2; ++s) dice[game.sides[s]] = {{"count", luck[s].count}, {"sum", luck[s].sum}, {"expected", luck[s].expected}};
  return dump({{"turns", json::array()}, {"dice", std::move(dice)}, {"outcome", outcome_of(game)}, {"recorded", why}});
}

json dice_json(const GameRow& row, const std::vector<Record>& records) {
  const FairDice dice(parse_hex(row.dice_secret).value_or(Digest{}),
                      {row.id, row.book, row.battle, std::size_t(row.inherited), row.dice_version});
  json out{{"game", row.id},       {"book", row.book},           {"battle", row.battle}, {"commitment", dice.commitment()}, {"dice", row.dice_version},
           {"over", row.over},     {"inherited", row.inherited}, {"secret", nullptr},    {"lines", nullptr}};
  if (!row.over) return out;
  out["secret"] = dice.secret();
  json lines = json::array();
  for (const Record& r : records) {
    const auto entry = as_entry(r);
    if (!entry) continue;
    json line{{"text", entry->line()}};
    if (const Draw draw = draw_of(r); draw.outcomes)
      line["outcomes"] = draw.outcomes, line["outcome"] = draw.outcome, line["among"] = r.among;
    lines.push_back(std::move(line));
  }
  out["lines"] = std::move(lines);
  return out;
}

}  // namespace tambour::server
