#include "ai/odds.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ai/chain.h"

namespace tambour {
namespace {

struct Summary {  // of one counter
  Seat side = Seat::Nobody;
  Fate fate = Fate::Good;
  HexId hex = kNoHex;
  int strength = 0;
};

bool marked(const CounterView& c, std::string_view mark) { return std::find(c.marks.begin(), c.marks.end(), mark) != c.marks.end(); }

Summary summary(const CounterView& c) {
  Summary s{c.side, Fate::Good, c.hex, 0};
  s.fate = c.place == "gone"                                      ? Fate::Eliminated
           : c.place == "off"                                     ? Fate::Waiting
           : marked(c, "routed")                                  ? Fate::Routed
           : marked(c, "disordered") || marked(c, "disorganised") ? Fate::Disordered
                                                                  : Fate::Good;
  for (const auto& [key, value] : c.values)
    if (key == "sp" || key == "cp" || key == "increments") s.strength = value;
  if (s.fate == Fate::Eliminated) s.strength = 0;
  return s;
}

using Summaries = std::vector<Summary>;

Summaries summaries(const Game& game, const State& s) {
  Summaries out;
  for (const CounterView& c : game.observe(s, Seat::Nobody).counters) {
    if (c.id >= out.size()) out.resize(c.id + 1u);
    out[c.id] = summary(c);
  }
  return out;
}

Seat holder(const Summaries& all, HexId h) {
  for (const Summary& s : all)
    if (s.hex == h && s.fate != Fate::Eliminated) return s.side;
  return Seat::Nobody;
}

using Changes = std::vector<Ending::Change>;

Changes differences(const Summaries& before, const Summaries& after) {
  Changes out;
  for (std::size_t u = 0; u < after.size() && u < before.size(); ++u) {
    const Summary &was = before[u], &is = after[u];
    if (was.fate != is.fate || was.hex != is.hex || was.strength != is.strength) out.push_back({UnitId(u), is.fate, is.hex});
  }
  return out;
}

class Account {
 public:
  Account(const Game& game, const State& before, Action act) : game_(game), before_(summaries(game, before)) {
    if (act.hex != kNoHex) hexes_[act.hex];
  }
  void add(const State& end, double mass) {
    Summaries after = summaries(game_, end);
    Changes changed = differences(before_, after);
    for (const Ending::Change& c : changed) {
      units_[c.unit];
      if (before_[c.unit].hex != kNoHex) hexes_[before_[c.unit].hex];
      if (c.hex != kNoHex) hexes_[c.hex];
    }
    Group& g = groups_[std::move(changed)];
    g.mass += mass;
    if (g.after.empty()) g.after = std::move(after);
  }

  void fill(Odds& out) {
    for (auto& [changes, group] : groups_) {
      out.endings.push_back({group.mass, changes});
      for (auto& [u, odds] : units_) count(u, odds, group);
      for (auto& [h, odds] : hexes_) {
        const Seat s = holder(group.after, h);
        (s <= Seat::Second ? odds.side[index(s)] : odds.empty) += group.mass;
      }
    }
    std::stable_sort(out.endings.begin(), out.endings.end(),
                     [](const Ending& a, const Ending& b) { return a.probability > b.probability; });
    for (auto& [u, odds] : units_) {
      odds.unit = u, odds.before = before_[u].fate;
      if (before_[u].side <= Seat::Second) out.lost[index(before_[u].side)] += odds.lost;
      out.units.push_back(odds);
    }
    for (auto& [h, odds] : hexes_) {
      odds.hex = h, odds.before = holder(before_, h);
      out.hexes.push_back(odds);
    }
  }

 private:
  struct Group {
    double mass = 0;
    Summaries after;
  };
  void count(UnitId u, UnitOdds& odds, const Group& group) const {
    const Summary &was = before_[u], &is = group.after[u];
    odds.fate[int(is.fate)] += group.mass;
    if (is.hex != kNoHex && is.hex != was.hex) odds.moved += group.mass;
    odds.lost += group.mass * (was.strength - is.strength);
  }

  const Game& game_;
  Summaries before_;
  std::map<Changes, Group> groups_;
  std::map<UnitId, UnitOdds> units_;
  std::map<HexId, HexOdds> hexes_;
};

}  // namespace

const char* fate_name(Fate f) {
  static constexpr const char* kNames[] = {"good order", "disordered", "routed", "eliminated", "waiting"};
  return kNames[int(f)];
}

Changes changes(const Game& game, const State& before, const State& after) {
  return differences(summaries(game, before), summaries(game, after));
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

  Chain walk(game);
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
