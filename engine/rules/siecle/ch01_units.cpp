// SPDX-License-Identifier: MIT
// Chapters 1 and 2.
#include "rules/siecle/ch01_units.h"

namespace tambour::siecle {

int morale_factor(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  return by("14.2-b"), c.mf[b.pos.has(u, kFlipped)] - (b.pos.demoralised(c.formation) ? 1 : 0);
}

int full_movement(const Look& b, UnitId u) {
  if (b.field.is_officer(u)) return 7;                    // 9.4-a 9.4-c
  return b.pos.has(u, kLimbered) ? 3 : counter(b, u).mp;  // 9.8-b
}

int movement(const Look& b, UnitId u) {
  const int full = full_movement(b, u);
  if (b.field.is_officer(u)) return full;
  const bool halved = counter(b, u).formation == b.pos.active && !in_command(b, u);
  return by("0.1-c", "7.4-b", "13.2-e"), halved ? full / 2 : full;  // 7.4-b, rounded down by 0.1-c
}

int entry_cost(const Look& b, const Edge& e) {  // S73: a redoubt's side is paid for either way
  trace::chart("terrain"), trace::chart("sides");
  return e.cost + (redoubt_stands(b, e) && !e.road ? b.field.charts.redoubt_cost : 0);
}

int melee_terrain(const Look& b, const Edge& e) {
  if (!redoubt_stands(b, e)) return e.melee;
  return e.melee + (e.inside ? b.field.charts.redoubt_melee_out : b.field.charts.redoubt_melee_in);
}

Aspect aspect(const Look& b, UnitId u, int side) {
  if (b.pos.has(u, kHedgehog) && by("2.1-b")) return Aspect::Front;
  const HexId h = b.pos.at(u);
  if (work_protects(b, edge(b, h, side))) return Aspect::Front;  // cite("TET-15")
  const int around = turn(side, -b.pos.unit[u].facing);
  if (around < 2) return Aspect::Front;
  const Arm a = arm(b, u);
  if (around == 3 || around == 4 || a == Arm::Artillery) return Aspect::Rear;               // 2.3-a
  if ((is_cavalry(a) || ground(b, h).built) && by("2.2-a", "2.5-a")) return Aspect::Front;  // 2.2-a; 2.5-a TET-05
  return by("2.1-a"), Aspect::Flank;
}

}  // namespace tambour::siecle
