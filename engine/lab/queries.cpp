// SPDX-License-Identifier: MIT
#include "lab/queries.h"

#include <algorithm>

namespace tambour {

int count_units(const Game& game) {
  int units = 0;
  while (units < kMaxUnits && game.unit(UnitId(units)) != game.unit(kNoUnit)) ++units;
  return units;
}

Action any_act(const Game& game, const ActionSink& options, Rng& rng) {
  const auto units = uint32_t(std::max(count_units(game), 1)), hexes = uint32_t(game.grid().size());
  const auto any_verb = [&] { return Verb(1 + rng.below(uint32_t(Verb::kCount) - 1)); };
  const auto any_unit = [&] { return UnitId(rng.below(20) ? rng.below(units) : rng.next()); };
  Action a = options.size() && rng.below(2) ? options[int(rng.below(uint32_t(options.size())))] : Action{any_verb()};
  if (rng.below(4) == 0) a.verb = any_verb();
  Action out{a.verb};
  for (const char* k = info(a.verb).shape; *k; ++k) {
    const bool keep = rng.below(2);
    if (*k == 'u') out.who = keep ? a.who : any_unit();
    else if (*k == 'w') out.whom = keep ? a.whom : any_unit();
    else if (*k == 'h') out.hex = keep ? a.hex : rng.below(20) ? HexId(rng.below(hexes)) : HexId(rng.next());
    else if (*k == 'x') out.extra = keep ? a.extra : uint16_t(rng.below(64));
    else out.arg = keep ? a.arg : rng.below(20) ? uint8_t(rng.below(12)) : uint8_t(rng.next());
  }
  return out;
}

std::string view_text(const View& v) {
  std::string out =
      "turn " + std::to_string(v.turn) + "/" + std::to_string(v.turns) + " " + v.phase + " " + v.segment + " " + v.active + "\n";
  for (const CounterView& c : v.counters) {
    out += std::to_string(index(c.id)) + " side " + std::to_string(int(c.side)) + " at " + std::to_string(c.hex) + " " + c.place +
           " facing " + std::to_string(c.facing) + " height " + std::to_string(c.height);
    for (const auto& [key, value] : c.values) out += " " + key + "=" + std::to_string(value);
    for (const std::string& m : c.marks) out += " " + m;
    out += "\n";
  }
  for (const FormationView& f : v.formations)
    out += f.id + " " + f.measure + " " + std::to_string(f.lost) + "/" + std::to_string(f.limit) + (f.broken ? " broken\n" : "\n");
  for (const std::string& m : v.cup) out += "cup " + m + "\n";
  for (const std::string& m : v.drawn) out += "drawn " + m + "\n";
  for (const auto& [key, value] : v.facts) out += key + " " + value + "\n";
  return out + "points " + std::to_string(v.points[0]) + " " + std::to_string(v.points[1]) + (v.over ? " over " : " ") +
         std::to_string(int(v.winner)) + v.verdict + "\n";
}

namespace {

class Queries {
 public:
  Queries(const Game& game, const State& state) : game_(game), s_(state), hexes_(game.grid().size()), units_(count_units(game)) {
    if (!state.over()) game.summaries(state, summaries_);
    covered_.resize(std::size_t(hexes_));
    for (const CounterView& c : game.observe(state, Seat::Nobody).counters)
      if (c.hex != kNoHex && c.hexes.size() > covered_[c.hex].size()) covered_[c.hex] = c.hexes;
  }

  // Sight is symmetric.
  std::string sight(HexId a, HexId b) const {
    if (game_.in_sight(s_, a, b) == game_.in_sight(s_, b, a)) return {};
    return "sight between " + game_.grid().number(a) + " and " + game_.grid().number(b) + " differs by direction";
  }

  // Open fire reach implies sight.
  std::string fire(UnitId u, HexId to) const {
    const FireReach reach = game_.fire_reach(s_, u, to);
    if (reach != FireReach::Open && reach != FireReach::Turned) return {};
    const HexId from = summaries_.has(u) ? summaries_[u].hex : kNoHex;
    if (from == kNoHex) return game_.unit(u) + " is not on the map and could fire at " + game_.grid().number(to);
    if (!stack_sees(from, to)) return game_.unit(u) + " could fire at " + game_.grid().number(to) + ", which it does not see";
    return {};
  }

  std::string pairs(uint64_t most, Rng& rng) const {
    const auto n = uint32_t(hexes_);
    const bool all = uint64_t{n} * n <= most;
    for (uint64_t k = 0; k < (all ? uint64_t{n} * n : most); ++k) {
      const auto a = HexId(all ? k / n : rng.below(n)), b = HexId(all ? k % n : rng.below(n));
      if (a <= b || !all)
        if (std::string no = sight(a, b); !no.empty()) return no;
    }
    const uint64_t shots = uint64_t(units_) * n, asked = std::min(shots, most);
    for (uint64_t k = 0; k < asked; ++k) {
      const uint64_t at = asked == shots ? k : rng.below(uint32_t(shots));
      if (std::string no = fire(UnitId(at / n), HexId(at % n)); !no.empty()) return no;
    }
    for (HexId h = 0; h < n; ++h) game_.controls(s_, Seat::First, h), game_.controls(s_, Seat::Second, h);
    return {};
  }

  std::string counters() const {
    for (UnitId u : UnitRange(units_))
      for (const auto& [key, value] : game_.describe(u))
        if (key.empty()) return "what is printed on " + game_.unit(u) + " has no name";
    if (const UnitId u = game_.about(s_); u != kNoUnit && index(u) >= units_) return "a question is put to a unit that does not exist";
    for (const Seat seat : {Seat::First, Seat::Second, Seat::Nobody})
      for (const CounterView& c : game_.observe(s_, seat).counters) {
        if (index(c.id) >= units_) return "the view shows a counter without a name";
        if (c.hex != kNoHex && c.hex >= hexes_) return game_.unit(c.id) + " stands off the grid";
        if (c.facing > 11 || (c.place == "map" && c.hex == kNoHex)) return "the view of " + game_.unit(c.id) + " contradicts itself";
      }
    if (!s_.over() && summaries_ != summaries_of(game_.observe(s_, Seat::Nobody))) return "summaries and view disagree";
    return {};
  }

  // Clients may request the ledger of any act, legal or not.
  std::string ledgers(Rng& rng) const {
    ActionList<> options;
    game_.options(s_, options);
    for (int i = 0; i < 50; ++i) {
      const Ledger l = game_.ledger(s_, any_act(game_, options, rng));
      int sum = 0;
      for (const LedgerLine& line : l.lines) sum += line.kind == LedgerLine::Step ? line.value : 0;
      if (sum != l.total) return "a ledger does not add up";
    }
    return {};
  }

 private:
  // From one of the hexes that its stack covers: a gun may be in any of them.
  bool stack_sees(HexId head, HexId to) const {
    std::vector<HexId> from = covered_[head];
    if (from.empty()) from.push_back(head);
    return std::any_of(from.begin(), from.end(), [&](HexId h) { return game_.in_sight(s_, h, to) != std::optional(false); });
  }

  const Game& game_;
  const State& s_;
  int hexes_, units_;
  UnitVector<UnitSummary> summaries_;
  std::vector<std::vector<HexId>> covered_;  // by head hex; empty: that hex alone
};

}  // namespace

std::string check_queries(const Game& game, const State& state, uint64_t pairs, Rng& rng) {
  const Queries q(game, state);
  if (std::string no = q.counters(); !no.empty()) return no;
  if (std::string no = q.ledgers(rng); !no.empty()) return no;
  return q.pairs(pairs, rng);
}

}  // namespace tambour
