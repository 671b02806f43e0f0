// SPDX-License-Identifier: MIT
// Chapter 19.1 and 19.2: who may charge whom.
#include <algorithm>

#include "battle/sight_line.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch19_meeting.h"

namespace tambour::bataille {

bool in_fan(const Look& b, const Footprint& from, Form form, int facing, HexId h, int depth) {
  for (int part = 0; part < (form == Form::Column ? 1 : from.size()); ++part) {
    const int far = b.field.grid.distance(from[part], h);
    if (far == 0 || far > depth) continue;
    const Cube a = b.field.grid.cube(from[part]), z = b.field.grid.cube(h);
    if (in_cone(a, z, facing) || (form == Form::Column && in_cone(a, z, turn(facing, 5)))) return by("19.2.1-a", "24.0-u");
  }
  return false;
}

// 12.5.3.2, 19.2.2, 19.2.4: what every kind of Charge begins from.
Refusal starts_barred(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  const Footprint f = footprint(b, u);
  if (s.order != Order::Good) REFUSE("19.3.1-a", u);
  if (s.form == Form::Skirmish) REFUSE("12.10.9-a", u);
  if (s.form == Form::Road) REFUSE("12.8.4-a", u);
  if ((s.form == Form::General || ground(b, b.pos.at(u)).general) && by("12.7.4-b")) REFUSE("19.2.4-c", u);
  if (s.form != Form::Line && s.form != Form::Column) REFUSE("19.2.2-a", u);
  if (s.form == Form::Column && !is_straight(b.field.grid, f)) REFUSE("12.5.3.2-a", u);
  if (s.form == Form::Column && f.size() > 1 && trail_side(s.trail, 0) != opposite(s.facing)) REFUSE("12.5.3.2-a", u);
  if (s.form == Form::Column && f.size() < hexes_wanted(b, u, Form::Column)) REFUSE("12.5.1-a", u);
  return {};
}

// 19.2.3-b, 19.2.1-c.
bool has_prey(const Look& b, UnitId u, int depth) {
  const UnitState& s = b.pos.unit[u];
  const Footprint f = footprint(b, u);
  for (UnitId x : all_units(b.field)) {
    if (!b.pos.on_map(x) || side_of(b, x) == side_of(b, u) || b.pos.stack.top(b.pos.at(x)) != x) continue;
    for (const HexId h : footprint(b, x))
      if (in_fan(b, f, s.form, s.facing, h, depth + 1)) return by("19.2.3-a", "19.2.3-b");
  }
  return false;
}

// Rye in the way of a target more than two hexes off.
static bool is_lost_in_rye(const Look& b, HexId from, HexId to) {
  if (b.field.grid.distance(from, to) <= 2) return false;
  const auto rye = [&](HexId h) { return h != kNoHex && is_rye(b, h); };
  return !each_on_line(b.field.grid, from, to, [&](const LineStep&, HexId one, HexId two) { return !rye(one) && !rye(two); });
}

// Somebody it could charge is near, or stands where no rye hides the way.
bool finds_way(const Look& b, UnitId u, int depth) {
  if (!b.field.rye) return true;
  const UnitState& s = b.pos.unit[u];
  const Footprint f = footprint(b, u);
  for (UnitId x : all_units(b.field)) {
    if (!b.pos.on_map(x) || side_of(b, x) == side_of(b, u) || b.pos.stack.top(b.pos.at(x)) != x) continue;
    for (const HexId h : footprint(b, x))
      if (in_fan(b, f, s.form, s.facing, h, depth + 1))
        for (const HexId from : f)
          if (!is_lost_in_rye(b, from, h)) return true;
  }
  return false;
}

// In a Maneuver Unit, or where the rules say as if in one: as a reinforcement, from a Static Position, as an escort.
static bool is_its_time(const Look& b) {
  if (mover(b).flags & kRidesOff) return false;
  switch (b.pos.chit) {
    case Chit::Maneuver: return true;
    case Chit::Reinforcement: return by("8.10.4-b");
    case Chit::Leader: return by("8.9.1.1-a");
    case Chit::Regroup: return by("8.8.3-a", "8.9.2.1-a"), !(mover(b).flags & (kIdle | kRegrouping | kMarching));
    default: return false;
  }
}

int free_charge(const Look& b) {
  for (int k = 0; k < kCharges; ++k)
    if (b.pos.charge[k].stage == ChargeStage::None) return k;
  return -1;
}

Refusal horses_barred(const Look& b, const UnitId* units, int count) {
  for (int k = 0; k < count; ++k) {
    const UnitId x = units[k];
    if (has(b, x, kHasCharged)) REFUSE("5.3.8-a", x);
    if (horse(b, x).ready == Ready::Tired) REFUSE("19.15.4-b", x);
    if (horse(b, x).ready == Ready::Exhausted && by("19.15.1.1-a")) REFUSE("19.15.5-b", x);
  }
  return {};
}

Refusal charge_barred(const Look& b, UnitId u) {
  if (!is_horse(b, u)) REFUSE("19.2.2-a", u);
  if (!is_its_time(b)) REFUSE("19.1-a", u);
  if (const Refusal no = starts_barred(b, u)) return no;
  if (const Refusal no = horses_barred(b, mover(b).unit, mover(b).count)) return no;
  for (const HexId h : footprint(b, u))
    if (top_at(b, h) != kNoUnit) REFUSE("19.2.6-a", u, h);
  if (!has_prey(b, u, 5)) REFUSE("19.2.7-a", u);
  if (!finds_way(b, u, 5)) REFUSE("QB-3", u);
  if (free_charge(b) < 0) REFUSE("19.1-c", u);  // A127
  return {};
}

void declare_charge(Run& r) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = lead(r.look());
  Charge& c = r.pos.charge[free_charge(r.look())];
  clear_charge(c);
  by("19.1-b", "19.1.1-s1-zone", "19.2.1-b"), c.stage = ChargeStage::Declared, c.unit = hand.unit[0], c.start = r.pos.at(u);
  for (int k = 0; k < hand.count; ++k) {
    HorseState& h = horse(r, hand.unit[k]);
    h.flags = uint16_t((h.flags | kChargeMarker) & ~(kPreserves | kInColumnCharge | kRecallTried));
    if (r.pos.unit[u].form == Form::Column) h.flags |= kInColumnCharge;
  }
  r.tell({.fact = Fact::ChargeDeclared, .who = u, .hex = r.pos.at(u), .why = cite("19.1.1-s1")});
}

bool declares_charge(const Look& b) {
  const Hand& hand = b.pos.hand[0];
  return hand.count && !(hand.flags & (kCharging | kRidesOff)) && has(b, hand.unit[0], kChargeMarker);
}

// In Line, or in a column of which half can stay behind.
bool may_spare_horses(const Look& b) {
  const UnitState& s = state(b);
  return is_horse(b, lead(b)) && (s.form == Form::Line || s.hexes > 1);
}

void spare_horses(Run& r) {
  for (int k = 0; k < r.pos.hand[0].count; ++k) horse(r, r.pos.hand[0].unit[k]).flags |= kPreserves;
}

bool alarms(const Look& b, int spent_before) {
  const Hand& hand = b.pos.hand[0];
  if (!hand.count || !is_horse(b, hand.unit[0])) return false;
  return hand.spent != spent_before || (declares_charge(b) && by("19.7-d"));
}

bool is_named(const Charge& c, UnitId foe) { return std::count(c.foe, c.foe + c.foes, foe) > 0; }
static bool is_spared(const Charge& c, UnitId foe) { return std::count(c.spared, c.spared + c.spareds, foe) > 0; }

// 19.2.7-a: in its front, within two hexes and in its sight.
static bool can_name(const Look& b, const Charge& c, UnitId foe) {
  const UnitState& s = b.pos.unit[shaper(b, c.unit)];
  const Footprint f = footprint(b, c.unit);
  const int width = s.form == Form::Line ? f.size() : 1;
  for (const HexId h : footprint(b, foe)) {
    if (b.field.grid.distance(c.start, h) > 5 + width && by("19.2.7-a")) continue;  // neither in the Charge Zone nor next to it
    if (!in_fan(b, f, s.form == Form::Line ? Form::Line : Form::Column, s.facing, h, 2)) continue;
    for (const HexId from : f)
      if (b.field.grid.distance(from, h) <= 2 && by("24.0-g") && sees(b, from, h)) return by("14.1-c");
  }
  return false;
}

static bool takes_several(const Look& b, const Charge& c) {
  return b.pos.unit[shaper(b, c.unit)].form == Form::Line && b.pos.unit[shaper(b, c.unit)].hexes > 1;
}

UnitId undecided(const Look& b, int k) {
  const Charge& c = charge(b, k);
  if (is_over_enemy(b) && by("19.7.4-2")) return kNoUnit;
  if (c.foes && !(takes_several(b, c) && by("19.2.8-a"))) return kNoUnit;
  if (c.foes == 4 || c.spareds == 7 || !good(b, c.unit)) return kNoUnit;
  for (UnitId x : all_units(b.field)) {
    if (!b.pos.on_map(x) || side_of(b, x) == side_of(b, c.unit) || in_hand(b, x) || b.pos.stack.top(b.pos.at(x)) != x) continue;
    if (!is_named(c, x) && !is_spared(c, x) && !b.pos.has(x, kCharged) && can_name(b, c, x)) return x;
  }
  return kNoUnit;
}

// 19.2.8-c: a Line that might take several stacks takes the cavalry among them alone.
static bool cavalry_stands_there(const Look& b, const Charge& c) {
  for (UnitId x : all_units(b.field))
    if (b.pos.on_map(x) && side_of(b, x) != side_of(b, c.unit) && !in_hand(b, x) && is_horse(b, x) && b.pos.stack.top(b.pos.at(x)) == x &&
        !b.pos.has(x, kCharged) && can_name(b, c, x))
      return true;
  return false;
}

Refusal NameTarget::barred(const Look& b, Action a) const {
  if (a.verb == Verb::No && charge(b, k).kind == ChargeKind::Grand) REFUSE("19.16.12-a", foe);
  if (a.verb == Verb::No) return {};
  const Charge& c = charge(b, k);
  if (takes_several(b, c) && !is_horse(b, foe) && cavalry_stands_there(b, c)) REFUSE("19.2.8-c", foe);
  const Footprint f = footprint(b, c.unit);
  if (!is_horse(b, foe) && gap(b, f, footprint(b, foe)) == 1 && in_horse_zone(b, f, side_of(b, c.unit))) REFUSE("10.3.4-b", foe);
  if (b.pos.has(foe, kCharged)) REFUSE("19.2.7.1-a", foe);
  for (int i = 0; i < c.foes; ++i)
    if (is_horse(b, c.foe[i]) != is_horse(b, foe)) REFUSE("19.2.8-b", foe);
  return {};
}

HexId struck_hex(const Look& b, int k, UnitId foe) {
  const UnitId u = charge(b, k).unit;
  const Footprint f = footprint(b, u);
  for (int part = 0; part < f.size(); ++part)
    for (const HexId h : footprint(b, foe))
      if (faces(b, shaper(b, u), part, h)) return h;
  return kNoHex;
}

UnitId struck_foe(const Look& b, int k) {
  const Charge& c = charge(b, k);
  const Footprint f = footprint(b, c.unit);
  for (int i = 0; i < c.foes; ++i) {
    if (!b.pos.on_map(c.foe[i])) continue;
    for (int part = 0; part < f.size(); ++part)
      for (const HexId h : footprint(b, c.foe[i]))
        if (faces(b, shaper(b, c.unit), part, h) && by("19.2.2.1-b")) return c.foe[i];
  }
  return kNoUnit;
}

}  // namespace tambour::bataille
