// SPDX-License-Identifier: MIT
#include "ai/odds.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "ai/outcome_graph.h"
#include "kit/hash.h"

namespace tambour {
namespace {

using Briefs = UnitVector<UnitSummary>;
using Changes = std::vector<Ending::Change>;

Seat holder(const Briefs& all, HexId h) {
  for (const UnitSummary& b : all)
    if (b.hex == h && b.condition != Condition::Eliminated) return b.side;
  return Seat::Nobody;
}

void differences(const Briefs& before, const Briefs& after, Changes& out) {
  out.clear();
  for (std::size_t u = 0; u < after.size() && u < before.size(); ++u)
    if (before[u] != after[u]) out.push_back({UnitId(u), after[u].condition, after[u].hex});
}

struct HashOfChanges {
  std::size_t operator()(const Changes& changes) const {
    uint64_t h = changes.size();
    for (const Ending::Change& c : changes) h = mix(h ^ (uint64_t(c.unit) << 32 | uint64_t(c.fate) << 16 | c.hex)) + 1;
    return h;
  }
};

// Sums the endings by unit and hex. Only changes are recorded; the remaining probability means "unchanged".
class Account {
 public:
  Account(const Game& game, const State& before, Action act) : game_(game) {
    game.summaries(before, before_);
    if (act.hex != kNoHex) hexes_[act.hex];
  }
  void add(const State& end, double mass) {
    game_.summaries(end, after_);
    differences(before_, after_, changed_);
    all_ += mass;
    endings_[changed_] += mass;
    touched_.clear();
    for (const Ending::Change& c : changed_) {
      count(c, mass);
      touch(before_[c.unit].hex);
      touch(c.hex);
    }
    for (HexId h : touched_) {
      Seen<HexOdds>& hex = hexes_[h];
      part(hex.odds, holder(after_, h)) += mass;
      hex.mass += mass;
    }
  }

  void fill(Odds& out) {
    for (const auto& [changes, mass] : endings_) out.endings.push_back({mass, changes});
    std::sort(out.endings.begin(), out.endings.end(), [](const Ending& a, const Ending& b) {
      return a.probability != b.probability ? a.probability > b.probability : a.changes < b.changes;
    });
    for (auto& [u, seen] : units_) {
      UnitOdds& odds = seen.odds;
      odds.unit = u, odds.before = before_[u].condition;
      odds.fate[int(odds.before)] += rest(seen.mass);
      if (before_[u].side <= Seat::Second) out.lost[index(before_[u].side)] += odds.lost;
      out.units.push_back(odds);
    }
    for (auto& [h, seen] : hexes_) {
      HexOdds& odds = seen.odds;
      odds.hex = h, odds.before = holder(before_, h);
      part(odds, odds.before) += rest(seen.mass);
      out.hexes.push_back(odds);
    }
  }

 private:
  template <class Odds>
  struct Seen {
    Odds odds;
    double mass = 0;  // of the endings with a change
  };
  double rest(double seen) const { return all_ - seen > 1e-14 ? all_ - seen : 0; }  // below that is rounding
  static double& part(HexOdds& odds, Seat s) { return s <= Seat::Second ? odds.side[index(s)] : odds.empty; }
  void touch(HexId h) {
    if (h != kNoHex && std::find(touched_.begin(), touched_.end(), h) == touched_.end()) touched_.push_back(h);
  }
  void count(const Ending::Change& c, double mass) {
    const UnitSummary &was = before_[c.unit], &is = after_[c.unit];
    UnitOdds& odds = units_[c.unit].odds;
    units_[c.unit].mass += mass;
    odds.fate[int(is.condition)] += mass;
    if (is.hex != kNoHex && is.hex != was.hex) odds.moved += mass;
    odds.lost += mass * (was.strength - is.strength);
  }

  const Game& game_;
  Briefs before_, after_;
  Changes changed_;
  std::vector<HexId> touched_;
  double all_ = 0;
  std::unordered_map<Changes, double, HashOfChanges> endings_;
  std::map<UnitId, Seen<UnitOdds>> units_;
  std::map<HexId, Seen<HexOdds>> hexes_;
};

}  // namespace

const char* condition_name(Condition f) {
  static constexpr const char* kNames[] = {"good order", "disordered", "routed", "eliminated", "waiting"};
  return kNames[int(f)];
}

Changes changes(const Game& game, const State& before, const State& after) {
  Briefs was, is;
  game.summaries(before, was), game.summaries(after, is);
  Changes out;
  differences(was, is, out);
  return out;
}

Odds odds(const Game& game, const State& state, Action act, const OddsOptions& options) {
  Odds out;
  out.seat = state.seat;
  State start;
  copy(start, state);
  if (options.eyes <= Seat::Second) {
    Rng rng(options.seed);
    game.resample(start, options.eyes, rng);
  }
  Account account(game, start, act);
  out.value_before = game.evaluate(start, out.seat);

  OutcomeGraph walk(game);
  walk.play(start, act, options);
  for (int i = 0; i < walk.ends().size(); ++i) {
    walk.ends().get(i, start);
    account.add(start, walk.ends().mass(i));
    out.value += walk.ends().mass(i) * game.evaluate(start, out.seat);
  }
  account.fill(out);
  out.followed.assign(walk.followed().begin(), walk.followed().end());
  out.nodes = walk.nodes(), out.distinct_ends = uint64_t(walk.ends().size()), out.answers = walk.answers();
  out.sampled = walk.sampled(), out.error = walk.error();
  return out;
}

}  // namespace tambour
