// SPDX-License-Identifier: MIT
#include "rules/jdg/ch06_zones.h"

namespace tambour::jdg {

// 6.1.1-d: the two hexes at the vertex the counter points to.
bool in_front_of_facing(const Look& b, HexId from, int facing, HexId h) {
  by("6.1.1-a", "6.1.1-d");
  // 6.1.1-d, 6.1.1-a
  return h != kNoHex && (across(b, from, facing) == h || across(b, from, turn(facing, 1)) == h);
}

bool in_front(const Look& b, UnitId u, HexId h) {
  // 10.2-f
  if (is_routed(b, u) && by("10.2-f")) return false;
  if (has_six_fronts(b, u)) return b.field.grid.side_to(b.pos.at(u), h) >= 0;
  return in_front_of_facing(b, b.pos.at(u), state(b, u).facing, h);
}

// 6.2.1: who has a zone at all.
static bool has_zone(const Look& b, UnitId u) {
  // 6.2.1-b, 10.2-e, 6.2.1-a
  return by("6.2.1-a", "6.2.1-b", "10.2-e", "10.2-f"), !is_gun(b, u) && !is_routed(b, u) && !b.pos.has(u, kSquare);
}

// Seen from h: does a unit in its neighbour across side k reach into h?
static bool zone_crosses(const Look& b, UnitId u, HexId h, int k) {
  // 6.2.1-c, 6.2.1-d, 6.2.1-e
  by("6.2.1-c", "6.2.1-d", "6.2.1-e");
  const HexId n = across(b, h, k);
  if (b.field.side_flags[n][std::size_t(opposite(k))] & kStopsZone) return false;
  const Passage& p = b.field.passage[h][std::size_t(counter(b, u).arm)][std::size_t(k)];
  return p.plain >= 0 || p.road >= 0;
}

bool exerts_zone(const Look& b, UnitId u, HexId h) {
  if (!on_map(b, u) || !has_zone(b, u)) return false;
  const int k = b.field.grid.side_to(h, b.pos.at(u));
  return k >= 0 && zone_crosses(b, u, h, k);
}

template <class Found>
static bool any_enemy_zone(const Look& b, Seat me, HexId h, Found found) {
  if (!enemy_adjacent(b, h, me)) return false;
  for (int k = 0; k < 6; ++k) {
    const HexId n = across(b, h, k);
    if (n == kNoHex || !enemy_in(b, n, me)) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (has_zone(b, u) && zone_crosses(b, u, h, k) && found(u)) return true;
  }
  return false;
}

bool in_enemy_zone(const Look& b, Seat me, HexId h) {
  return any_enemy_zone(b, me, h, [](UnitId) { return true; });
}

bool in_enemy_front(const Look& b, Seat me, HexId h) {
  return any_enemy_zone(b, me, h, [&](UnitId u) { return in_front(b, u, h); });
}

void enemies_over(const Look& b, Seat me, HexId h, UnitSet& out) {
  any_enemy_zone(b, me, h, [&](UnitId u) { return out.add(u), false; });
}

bool in_zone_of_any(const Look& b, Seat me, HexId h, const UnitSet& units) {
  if (units.empty()) return false;
  return any_enemy_zone(b, me, h, [&](UnitId u) { return units.has(u); });
}

}  // namespace tambour::jdg
