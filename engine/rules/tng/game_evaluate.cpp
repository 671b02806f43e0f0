// How good a position is, in hundredths of a strength point: points, strength and order, the way to the objectives, contact, flanks
// and command.
#include <algorithm>

#include "battle/approach.h"
#include "battle/weigh.h"
#include "rules/tng/ch04_orders.h"
#include "rules/tng/game.h"

namespace tambour::tng {
namespace {

constexpr int kFar = 40;  // movement points beyond which an objective does not draw a unit

int worth(const Counter& c) { return c.good.sp * 100 + c.good.cohesion * 20 + (c.arm == Arm::Artillery ? 200 : 0); }

// A unit is drawn to the objective that promises most; one that is held needs only somebody near.
int pull(const Look& b, std::span<const std::vector<uint8_t>> ways, UnitId u) {
  const HexId h = b.pos.at(u);
  int best = 0;
  for (std::size_t o = 0; o < ways.size(); ++o) {
    const bool held = b.pos.owner[o] == side_of(b, u);
    const int far = (held && h != b.field.objectives[o]) || is_gun(b, u) ? std::max<int>(ways[o][h], 2) : ways[o][h];
    best = std::max(best, (held ? 1 : 2) * std::max(0, kFar - far));
  }
  return best * card(b, u).good.sp / 2;
}

// Enough strength before an enemy hex to attack it is good, too little is asking for it.
int contact(const Look& b, HexId h, Seat me) {
  int attackers = 0, defenders = 0;
  for (UnitId u : b.pos.stacks.in(h)) defenders += is_gun(b, u) ? 0 : ratings(b, u).sp;
  for (int k = 0; k < 6; ++k) {
    const HexId n = b.field.across(h, k);
    if (n == kNoHex || !enemy_in(b, n, other(me))) continue;
    for (UnitId u : b.pos.stacks.in(n))
      if (!is_gun(b, u) && !is_disordered(b, u) && !is_routed(b, u) && is_front_of_defender(b, n, h)) attackers += ratings(b, u).sp;
  }
  return contact_worth(attackers, defenders, 10, 4);
}

// Somebody at its flank or rear, or anybody at all next to guns and the shaken.
int flanks(const Look& b, UnitId u) {
  const bool shaken = is_gun(b, u) || is_disordered(b, u);
  if (is_routed(b, u) || (!shaken && has_six_fronts(b, u))) return 0;
  int value = 0;
  for (int k = 0; k < 6; ++k) {
    const HexId n = b.field.across(b.pos.at(u), k);
    if (n == kNoHex || !enemy_in(b, n, side_of(b, u))) continue;
    if (shaken || !is_front_of_defender(b, b.pos.at(u), n)) value -= worth(card(b, u)) / 6;
  }
  return value;
}

}  // namespace

std::vector<std::vector<uint8_t>> ways_to_objectives(const Field& field) {
  std::vector<std::vector<uint8_t>> out;
  for (HexId goal : field.objectives)
    out.push_back(approach(field.grid, goal, [&](HexId from, int k, HexId) {
      const Passage& p = field.passage(from, k);
      const int cost = std::min(p.plain[0], p.road[0]);
      return cost >= kClosed ? -1 : cost;
    }));
  return out;
}

TngGame::Parts TngGame::parts(const State& s, Seat seat) const {
  const Look b = look(s);
  Parts out{};
  if (s.over()) {
    out[kPoints] = b.pos.over_winner == Seat::Nobody ? 0 : b.pos.over_winner == seat ? 100'000 : -100'000;
    return out;
  }
  const int late = 150 + 450 * b.pos.turn / std::max(1, field().battle.turns);  // points count for more the nearer the end is
  out[kPoints] = late * (score(b, seat) - score(b, other(seat)));
  for (UnitId u = 0; u < field().units.size(); ++u) {
    const Counter& c = card(b, u);
    const int sign = c.side == seat ? 1 : -1;
    static constexpr int kOrder[] = {100, 80, 40, 0, 97};  // good order, Disordered, Routed, gone, still to come
    if (is_uncalled(b, u)) continue;
    out[kStrength] += sign * (worth(c) * kOrder[int(b.pos.health[u])] / 100);
    if (!b.pos.on_map(u)) continue;
    const HexId h = b.pos.at(u);
    out[kFlanks] += sign * flanks(b, u);
    if (!is_routed(b, u) && !is_disordered(b, u)) out[kWay] += sign * pull(b, ways_, u);
    if (in_range(b, c.side, h)) out[kCommand] += sign * 10;
    if (b.pos.stacks.top(h) == u) out[kContact] -= sign * contact(b, h, other(c.side));
  }
  for (std::size_t g = 0; g < field().groups.size(); ++g)
    if (b.pos.collapsed[g]) out[kStrength] += field().groups[g].side == seat ? -600 : 600;
  return out;
}

int TngGame::evaluate(const State& s, Seat seat) const { return sum_of(parts(s, seat)); }

std::vector<std::pair<std::string, int>> TngGame::weigh(const State& s, Seat seat) const {
  static constexpr const char* kNames[] = {"victory points",         "strength and order", "the way to the objectives",
                                           "contact with good odds", "secure flanks",      "command"};
  return named(parts(s, seat), kNames);
}

}  // namespace tambour::tng
