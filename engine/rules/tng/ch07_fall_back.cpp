// SPDX-License-Identifier: MIT
// Stepping back before the enemy comes to blows: 8.47, 8.48, 8.62.
#include "rules/tng/ch07_movement.h"

namespace tambour::tng {

bool escorted(const Look& b, HexId h) {
  for (UnitId v : b.pos.stack.in(h))
    if (!counter(b, v).jaeger) return true;
  return false;
}

Refusal fall_back_barred(const Look& b, UnitId u, HexId to, bool before_shock) {
  const Seat mine = side_of(b, u);
  const HexId here = b.pos.at(u);
  const int side = to < b.field.grid.size() ? b.field.grid.side_to(here, to) : -1;
  if (side < 0) {
    if (before_shock) REFUSE("8.47-e", u, to);
    REFUSE("8.62-d", u, to);
  }
  if (b.field.passage(here, side).road[int(counter(b, u).arm)] == kClosed) REFUSE("7.23-a", u, to);
  if (enemy_in(b, to, mine)) REFUSE("7.32-a", u, to);
  if (in_zone(b, to, other(mine))) {
    if (before_shock) REFUSE("8.47-e", u, to);
    else if (!escorted(b, to)) REFUSE("8.61-b", u, to);  // T75
  }
  return stacking_barred(b, u, to);
}

void fall_back(Run& r, UnitId u, HexId to, Citation why) {
  const HexId from = r.pos.at(u);
  const UnitId host = top_fighter(r.look(), to);
  arrive(r, u, to);
  settle_square(r, from), settle_square(r, to);
  if (host != kNoUnit && r.field.units[u].arm != Arm::Artillery) r.pos.facing[u] = r.pos.facing[host];
  r.tell({.fact = Fact::Evaded, .who = u, .hex = to, .from = from, .why = why});
}

Refusal JaegerSteps::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Evade, .who = u, .hex = a.hex} || !is_unit(b, u) || !counter(b, u).jaeger ||
      side_of(b, u) != other(b.pos.side) || !b.pos.on_map(u) || !is_good(b, u) || b.pos.stack.count(b.pos.at(u)) != 1 ||
      b.pos.has(u, kStayed))
    REFUSE("8.62-d", u);
  const int side = b.field.grid.side_to(before, b.pos.at(u));
  if (side < 0 || !b.field.passage(before, side).zone_crosses) REFUSE("8.62-d", u);
  return fall_back_barred(b, u, a.hex, false);
}

}  // namespace tambour::tng
