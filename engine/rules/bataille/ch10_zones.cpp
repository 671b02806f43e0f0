// SPDX-License-Identifier: MIT
// Chapters 10 and 11.
#include "rules/bataille/ch10_zones.h"

#include <algorithm>

namespace tambour::bataille {

static bool exerts_alone(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (s.order == Order::Pgd || s.form == Form::Limbered) return false;  // 10.1-b
  return !is_gun(b, u) || s.rounds > 0;                                 // 10.1-c
}

bool exerts_zone(const Look& b, UnitId u) {
  if (in_hand(b, u)) return exerts_alone(b, u);
  for (UnitId x : b.pos.stack.in(b.pos.at(u)))
    if (exerts_alone(b, x)) return true;
  return false;
}

bool zone_reaches(const Look& b, UnitId u, HexId h) {
  if (!exerts_zone(b, u)) return false;
  const Neighbour n = contact(b, u, h);
  if (n.hex == kNoHex || aspect(b, u, h) != Aspect::Front) return false;  // 10.1-a
  if (ground(b, h).general) return false;                                 // 10.1.2-a
  const HexId from = footprint(b, u)[n.part];
  return edge(b, from, n.side).cost[int(class_of(b, shaper(b, u)))] != kProhibited;  // 10.1.2-b
}

bool in_zone(const Look& b, HexId h, Seat side) {
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, h, k).to;
    if (n != kNoHex && enemy_at(b, n, side) && zone_reaches(b, top_at(b, n), h)) return true;
  }
  return false;
}

bool in_zone(const Look& b, const Footprint& f, Seat side) {
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return in_zone(b, h, side); });
}

bool beside_enemy(const Look& b, const Footprint& f, Seat side) {
  for (const Neighbour& n : neighbours(b.field.grid, f))
    if (enemy_at(b, n.hex, side)) return true;
  return false;
}

Ratio share(const Look& b, UnitId u) { return is_gun(b, u) ? Ratio(increments(b, u)) : Ratio(increments(b, u), b.pos.unit[u].hexes); }

namespace {

struct Load {  // what would be in one hex
  Ratio infantry, guns;
  int units = 0, batteries = 0;
  void add(const Look& b, UnitId u, int hexes) {
    if (is_gun(b, u)) guns += increments(b, u), ++batteries;
    else infantry += Ratio(increments(b, u), hexes), ++units;
  }
};

bool over_limit(const Limit& limit, const Load& l) {
  if (l.batteries == 0) return l.units > 1 && l.infantry > limit.infantry;  // 11.1.1-b
  if (l.units == 0) return limit.one_battery ? l.batteries > 1 : l.guns > limit.artillery;
  return l.infantry > limit.mixed_infantry || l.guns > limit.mixed_artillery;  // 11.1.1.1-a
}

}  // namespace

Refusal stacking_barred(const Look& b, const UnitId* units, int count, Form form, const Footprint& f, bool ending) {
  const Seat side = side_of(b, units[0]);
  const bool skirmish = form == Form::Skirmish;
  for (const HexId h : f) {
    const UnitId there = top_at(b, h);
    if (there != kNoUnit && side_of(b, there) != side) REFUSE("13.1.4-a", units[0], h);
    Load load;
    for (int k = 0; k < count; ++k) load.add(b, units[k], f.size());
    if (there != kNoUnit) {
      const UnitState& t = b.pos.unit[shaper(b, there)];
      const bool passing = skirmish != (t.form == Form::Skirmish) && t.order == Order::Good;
      if (passing && ending) REFUSE("11.1.2-g", units[0], h);
      if (passing) continue;  // 11.1.2-h
      if (t.order == Order::Pgd) REFUSE("11.1.2-f", units[0], h);
      if (ending && f.size() > 1 && b.pos.at(there) != f[0]) REFUSE("11.1.2.1-a", units[0], h);
      for (UnitId x : b.pos.stack.in(b.pos.at(there))) load.add(b, x, t.hexes);
    }
    if (skirmish && load.units > 1 && load.infantry > 3) REFUSE("ST-14", units[0], h);
    if (over_limit(b.field.charts.limits[ground(b, h).terrain], load)) REFUSE("11.1.1-a", units[0], h);
  }
  return {};
}

}  // namespace tambour::bataille
