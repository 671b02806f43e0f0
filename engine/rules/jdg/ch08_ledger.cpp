// SPDX-License-Identifier: MIT
// Chapters 8.5, 8.6 and 9.2: the modifiers of a shock or charge, itemised.
#include <algorithm>

#include "rules/jdg/ch08_shock.h"

namespace tambour::jdg {
namespace {

struct Terrain {  // what the ground gives for one attacking hex against one defending hex
  int hex = 0, side = 0, fronts = 0;
  int total() const { return hex + side + fronts; }
};

bool foot_in(const Look& b, HexId h) {
  for (UnitId u : b.pos.stack.in(h))
    if (is_infantry(b, u)) return true;
  return false;
}

// 8.6.2-c: hex and side add up, a works side stands alone, a slope line includes its level (ruling J50).
Terrain terrain(const Look& b, HexId from, HexId target) {
  Terrain t;
  const int k = b.field.grid.side_to(from, target);
  const uint16_t bits = b.field.battle.map.sides[from][std::size_t(k)];
  const UnitId who = top_fighter(b, from);
  if (b.field.ground(from).six_fronts) t.fronts = b.field.mod.six_fronts;  // 6.1.2-e
  if (bits & (kRedoubt | kFortification)) {
    const bool in = b.field.battle.map.sides[target][std::size_t(opposite(k))] & kWorkInside;
    t.side = b.field.sides[bits & kRedoubt ? (in ? kKeyRedoubtIn : kKeyRedoubtOut) : (in ? kKeyFortIn : kKeyFortOut)].shock;
    return t;
  }
  const TerrainLine& ground = b.field.ground(target);
  const bool horse = who != kNoUnit && is_cavalry(b, who);
  t.hex = ground.foot_only && !foot_in(b, target) ? ground.shock_by_cavalry
          : horse && !ground.foot_only            ? ground.shock_by_cavalry
                                                  : ground.shock;
  if (bits & kBridge) t.side += b.field.sides[kKeyBridge].shock;
  else if (bits & (kStream | kFord)) t.side += b.field.sides[kKeyStream].shock;
  const int rise = int(b.field.battle.map.level[target]) - int(b.field.battle.map.level[from]);
  if (bits & kSteep) t.side += b.field.sides[rise > 0 ? kKeySteepUp : kKeySteepDown].shock;
  else if (bits & kSlope) t.side += b.field.sides[rise > 0 ? kKeySlopeUp : kKeySlopeDown].shock;
  else if (rise) t.side += b.field.sides[rise > 0 ? kKeyLevelUp : kKeyLevelDown].shock;
  return t;
}

// 8.4.2-a, 8.4.2-b, 8.4.3-a: against a defender in the open the attacker picks among his hexes, elsewhere the defender;
// among several defending hexes the defender picks.
void add_terrain(const Look& b, const Combat& c, Ledger& l) {
  by("8.4.2-a", "8.4.2-b", "8.4.3-a");
  bool any = false;
  Terrain chosen;
  HexId where = kNoHex;
  for (HexId t : c.targets) {
    if (guns_only(b, t) && c.targets.size() > 1) continue;
    bool here = false;
    Terrain best;
    for (HexId f : c.from) {
      if (b.field.grid.side_to(f, t) < 0) continue;
      const Terrain x = terrain(b, f, t);
      const bool better = b.field.ground(t).clear ? x.total() > best.total() : x.total() < best.total();
      if (!here || better) best = x, here = true;
    }
    if (here && (!any || best.total() < chosen.total())) chosen = best, any = true, where = t;
  }
  l.add(chosen.hex, cite("8.6.2-c"), kNoUnit, where);
  l.add(chosen.side, cite("8.6.2-c"), kNoUnit, where);
  l.add(chosen.fronts, cite("6.1.2-e"), kNoUnit, where);
}

// 6.1.2-d, 8.6.2-b: where the attackers stand about a defending hex. With several hexes the defender's best case counts.
void add_position(const Look& b, const Combat& c, Ledger& l) {
  by("6.1.2-d");
  int worst = 99;
  HexId where = kNoHex;
  for (HexId t : c.targets) {
    const UnitId top = top_fighter(b, t);
    if (top == kNoUnit) continue;
    bool front = false, rear = false;
    for (HexId f : c.from) {
      if (b.field.grid.side_to(f, t) < 0) continue;
      (in_front(b, top, f) ? front : rear) = true;
    }
    const int value = front && rear ? b.field.mod.front_and_rear : rear ? b.field.mod.rear : 0;
    if (value < worst) worst = value, where = t;
  }
  if (worst != 99) l.add(worst, cite("8.6.2-b"), kNoUnit, where);
}

// An attacker whose rear lies open to an enemy outside the combat.
bool exposed(const Look& b, const Combat& c, HexId from) {
  const UnitId who = top_fighter(b, from);
  if (who == kNoUnit) return false;
  for (UnitId e : all_units(b.field)) {
    if (!on_map(b, e) || side_of(b, e) == c.attacker || c.targets.contains(b.pos.at(e)) || is_routed(b, e)) continue;
    if (b.field.grid.distance(b.pos.at(e), from) > 2) continue;
    for (const HexId behind : around(b.field, from)) {
      if (in_front(b, who, behind)) continue;
      if (in_front(b, e, behind) || (b.pos.at(e) == behind && in_front(b, e, from))) return true;
    }
  }
  return false;
}

struct Sums {
  int attack = 0, defence = 0, best_attack = -99, best_defence = -99;
  bool horse = false, plain_horse = false, foot = false, charge = false, heavy = false, square = false, routed = false;
};

Sums sums(const Look& b, const Combat& c) {
  Sums s;
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f)) {
      by("5.1.3-c", "8.9-a");
      s.attack += ratings(b, u).sp;
      s.best_attack = std::max(s.best_attack, int(ratings(b, u).cohesion));
      const bool charges = is_cavalry(b, u) && (b.pos.has(u, kCharging) || b.field.doctrine->cavalry == Cavalry::AlwaysCharges);
      s.foot |= is_infantry(b, u);
      s.horse |= is_cavalry(b, u);
      s.plain_horse |= is_cavalry(b, u) && !charges;
      s.charge |= charges;
      s.heavy |= charges && counter(b, u).heavy;
    }
  for (HexId t : c.targets)
    for (UnitId u : b.pos.stack.in(t)) {
      s.square |= b.pos.has(u, kSquare);
      s.routed |= is_routed(b, u);
      if (is_gun(b, u)) continue;
      s.defence += ratings(b, u).sp;
      s.best_defence = std::max(s.best_defence, int(ratings(b, u).cohesion));
    }
  return s;
}

}  // namespace

// 9.2-b: one sum for infantry and the cavalry that charges with it. EX-BER-3 is one worked out.
Ledger shock_ledger(const Look& b, const Combat& c) {
  by("9.2-b");
  Ledger l;
  trace::chart("odds"), trace::chart("terrain"), trace::chart("sides"), trace::chart("modifiers");
  const Sums s = sums(b, c);
  const Modifiers& m = b.field.mod;
  if (s.attack == 0 || s.best_defence == -99) return l;
  const Ratio attack = l.count(s.attack, cite("5.1.3-c")), defence = l.count(s.defence, cite("5.1.3-c"));
  l.add(odds_modifier(b.field.odds, int(attack.num), int(defence.num)), cite("8.6.1-a"));
  l.add(s.best_attack - s.best_defence, cite("8.6.2-a"));
  add_terrain(b, c, l);
  if (s.routed) l.add(m.routed, cite("10.2-g"));
  else add_position(b, c, l);
  for (HexId f : c.from)
    if (exposed(b, c, f)) {
      l.add(m.exposed, cite("8.6.2-b"), kNoUnit, f);
      break;
    }
  if (s.charge && s.square && by("9.2-c")) l.add(m.charge_on_square, cite("9.3.2-a"));                   // 9.2-c: in place of every bonus
  else if (s.charge && !c.countered) l.add(s.heavy ? m.charge_heavy : m.charge_light, cite("8.6.2-d"));  // 9.4-c
  if (s.plain_horse && by("8.1-a")) l.add(m.cavalry_shock, cite("9.1-k"));                               // 8.1-a, ruling J2
  if (s.square && !s.horse && s.foot) l.add(m.infantry_on_square, cite("8.6.2-d"));
  if (c.pursuit >= 2) l.add(m.pursuit * (c.pursuit - 1), cite("9.5.2-j"));
  return l;
}

ShockResult read_shock_table(const Field& field, int total) {
  trace::chart("shock");
  ShockResult out = ShockResult::AttackerCounter;
  for (const ShockStep& s : field.shock_table)
    if (total >= s.least) out = s.result;
  return out;
}

}  // namespace tambour::jdg
