// SPDX-License-Identifier: MIT
// Chapter 11.1: who may share a hex.
#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {

// Shares are even, but a Road Column has four Increments in each hex and the rest in its last one.
Ratio share(const Look& b, UnitId u) {
  if (is_gun(b, u)) return Ratio(increments(b, u));
  if (b.pos.unit[u].hexes > 1) by("12.3-a");
  return Ratio(increments(b, u), b.pos.unit[u].hexes);
}

Ratio share_in(const Look& b, UnitId u, int part) {
  if (b.pos.unit[u].form != Form::Road || !good(b, u)) return share(b, u);
  const int whole = is_gun(b, u) ? 1 : 4, rest = std::max(0, increments(b, u) - whole * part);
  return by("12.3-b"), Ratio(part == b.pos.unit[u].hexes - 1 ? rest : std::min(whole, rest));
}

namespace {

struct Load {  // what would be in one hex
  Ratio infantry, cavalry, guns;
  int battalions = 0, regiments = 0, batteries = 0;
  bool whole_regiment = false;  // a regiment of infantry in one counter
  void add(const Look& b, UnitId u, int hexes) {
    if (is_gun(b, u)) guns += increments(b, u), ++batteries;
    else if (is_horse(b, u)) cavalry += Ratio(increments(b, u), hexes), ++regiments;
    else infantry += Ratio(increments(b, u), hexes), ++battalions, whole_regiment |= counter(b, u).size == Size::Regiment;
  }
};

bool over_limit(const Limit& limit, const Load& l) {
  trace::chart("stacking");
  if (l.regiments) return (l.regiments > 1 || limit.cavalry == 0) && l.cavalry > limit.cavalry;
  const bool one_unit = l.batteries == 0 && l.battalions == 1 && (limit.whole_regiment || !l.whole_regiment);
  if (one_unit && by("11.1.1-b")) return false;  // however large
  if (l.batteries == 0) return l.infantry > limit.infantry;
  if (l.battalions == 0) return limit.one_battery ? l.batteries > 1 : l.guns > limit.artillery;
  return by("11.1.1.1-a", "11.1.1.1-b") && (l.infantry > limit.mixed_infantry || l.guns > limit.mixed_artillery);
}

bool in_square(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return s.form == Form::Square && s.order == Order::Good;
}

// Kinds that never share a hex of their own will.
Refusal kinds_barred(const Look& b, UnitId u, UnitId there, Form form, HexId h, bool ending) {
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (is_wagon(b, u) || is_wagon(b, there)) {
    if (ending && by("11.1.2-m")) REFUSE("18.14.1.3-a", u, h);
    REFUSE("18.14.1.3-b", u, h);
  }
  if (form == Form::Road || (t.form == Form::Road && t.order == Order::Good)) REFUSE("12.8.2-a", u, h);
  if (is_horse(b, u) != is_horse(b, there)) {
    if (is_gun(b, u) || is_gun(b, there)) REFUSE("11.1.2-f", u, h);
    REFUSE("11.1.2-d", u, h);
  }
  return {};
}

}  // namespace

Refusal stacking_barred(const Look& b, const UnitId* units, int count, Form form, const Footprint& f, bool ending) {
  const Seat side = side_of(b, units[0]);
  const bool skirmish = form == Form::Skirmish;
  by("11.1-a", "11.1-c", "8.1.1-a", "8.1.4-a", "5.2-a");  // leaders are not looked at
  for (const HexId h : f) {
    const UnitId there = top_at(b, h);
    if (there != kNoUnit && side_of(b, there) != side && in_square(b, there) && !is_horse(b, units[0])) REFUSE("12.9.7-b", units[0], h);
    if (there != kNoUnit && side_of(b, there) != side && by("11.1.2-c")) REFUSE("13.1.4-a", units[0], h);
    Load load;
    for (int k = 0; k < count; ++k) load.add(b, units[k], f.size());
    if (there != kNoUnit) {
      const UnitState& t = b.pos.unit[shaper(b, there)];
      const bool passing = skirmish != (t.form == Form::Skirmish) && t.order == Order::Good;
      if (passing && ending) REFUSE("11.1.2-g", units[0], h);
      if (passing && (t.form == Form::Square || form == Form::Square)) by("12.9.5.1-b");
      if (passing && (is_wagon(b, units[0]) || is_wagon(b, there))) by("11.1.2-n");
      if (passing && by("11.1.2-h", "12.10.5.1-a")) continue;
      if (const Refusal no = kinds_barred(b, units[0], there, form, h, ending)) return no;
      if (t.order == Order::Pgd) REFUSE("11.1.4-a", units[0], h);
      if (t.order != b.pos.unit[units[0]].order && !ending) by("11.1.2-k");
      if (ending && f.size() > 1 && b.pos.at(there) != f[0]) REFUSE("11.1.2.1-a", units[0], h);
      for (UnitId x : b.pos.stack.in(b.pos.at(there))) load.add(b, x, t.hexes);
    }
    if (skirmish && load.battalions > 1 && load.infantry > 3) REFUSE("ST-14", units[0], h);
    if (over_limit(b.field.charts.limits[ground(b, h).terrain], load) && by("11.0-a", "11.1-b")) REFUSE("11.1.1-a", units[0], h);
  }
  return {};
}

}  // namespace tambour::bataille
