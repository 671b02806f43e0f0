// SPDX-License-Identifier: MIT
// Chapter 16: targets that are gone before the melee, and new ones.
#include <algorithm>

#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

Refusal NewTarget::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (a.who != unit || a.hex >= b.field.grid.size()) REFUSE("16.3.7.2-a", a.who, a.hex);
  if (!enemy_at(b, a.hex, side_of(b, unit))) REFUSE("16.3.7.2-a", unit, a.hex);
  const Footprint f = footprint(b, unit);
  if (contact(b, unit, a.hex).hex == kNoHex) REFUSE("16.3.7.2-e", unit, a.hex);
  if (ground(b, b.pos.at(unit)).general) REFUSE("16.3.7.2-a", unit, a.hex);
  for (int part = 0; part < f.size(); ++part)
    if (faces(b, unit, part, a.hex)) return {};
  REFUSE("16.2.1-a", unit, a.hex);
  return {};
}

static bool has_target(const Look& b, UnitId unit) {
  for (const Neighbour& n : neighbours(b.field.grid, footprint(b, unit)))
    if (!NewTarget{unit}.barred(b, Action{Verb::Assault, 0, unit, kNoUnit, n.hex})) return true;
  return false;
}

// 16.3.7.2-d: the distance marker stays.
static void retarget(Run& r, UnitId unit, HexId hex, int distance, uint8_t why) {
  UnitId list[kMates];
  const int n = mates(r.look(), unit, list);
  for (int k = 0; k < n; ++k)
    if (!is_gun(r.look(), list[k])) {
      UnitState& s = r.pos.unit[list[k]];
      r.pos.set(list[k], kAssault), r.pos.drop(list[k], kEngaged);
      s.target = hex, s.target2 = kNoHex, s.distance = uint8_t(distance);
    }
  const int m = mates(r.look(), top_at(r.look(), hex), list);
  for (int k = 0; k < m; ++k) r.pos.set(list[k], kTarget);
  r.tell({.fact = Fact::AssaultDeclared,
          .who = unit,
          .hex = hex,
          .value = int16_t(distance),
          .why = why == kMayhem ? cite("16.2.3-d") : cite("16.3.7.2-d")});
}

// Who else has declared an Assault on this hex and is not in this one? Then the newcomers join it (16.3.7.2-c).
static bool assaulted_elsewhere(const Look& b, HexId hex, Seat side) {
  const UnitId foe = top_at(b, hex);
  for (const UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && b.pos.has(u, kAssault) && !b.pos.has(u, kEngaged) && side_of(b, u) == side &&
        top_at(b, b.pos.unit[u].target) == foe)
      return true;
  return false;
}

static int shortest(const Look& b, UnitId unit) {
  UnitId list[kMates];
  int least = 99;
  for (int k = 0, n = mates(b, unit, list); k < n; ++k)
    if (b.pos.unit[list[k]].distance) least = std::min<int>(least, b.pos.unit[list[k]].distance);
  return least == 99 ? 1 : least;
}

static UnitId next_advanced(const Look& b) {
  const Fight& f = fight(b);
  const UnitId* u = std::find_if(f.attacker, f.attacker + f.attackers, [&](UnitId x) {
    if (!fights(b, x) || !b.pos.has(x, kAdvanced) || !b.pos.has(x, kEngaged) || b.pos.stack.top(b.pos.at(x)) != x) return false;
    const Footprint lies = footprint(b, x);
    return lies.contains(f.hex) || (f.also != kNoHex && lies.contains(f.also));
  });
  return u == f.attacker + f.attackers ? kNoUnit : *u;
}

static void release(Run& r, UnitId unit) {  // it is through with this Assault
  UnitId list[kMates];
  for (int k = 0, n = mates(r.look(), unit, list); k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    r.pos.drop(list[k], kEngaged | kAssault | kInColumn);
    s.target = s.target2 = kNoHex;
  }
}

Flow Vacated::run(Run& r) {
  BEGIN;
  STEP("16.3.7-a");
  CALL(FollowUp{why, 0, 0});
  fight(r).over = 1;
  STEP("16.3.7-b");
  while (next_advanced(r.look()) != kNoUnit) {
    unit = next_advanced(r.look());
    distance = uint8_t(shortest(r.look(), unit));
    if (ground(r.look(), r.pos.at(unit)).general || !has_target(r.look(), unit)) {
      if (ground(r.look(), r.pos.at(unit)).general) STEP("16.3.7.2-a");
      release(r, unit);
      continue;
    }
    r.step(why == kMayhem ? cite("16.1.1-s1a-new") : cite("16.1.1-s2b-new"));
    if (why == kMayhem) by("16.2.3-c");
    ASK(NewTarget{unit});
    if (r.answer().verb == Verb::Pass) {
      STEP("16.1.1-s1a-end");
      release(r, unit);
      continue;
    }
    target = r.answer().hex;
    joins = hex != kNoHex || assaulted_elsewhere(r.look(), target, side_of(r.look(), unit));
    r.step(joins ? cite("16.3.7.2-c") : cite("16.3.7.2-b"));
    retarget(r, unit, target, distance, why);
    if (!joins) hex = target;
    if (company != kNoUnit) CALL(ParentFire{company, unit});
  }
  RETURN(hex == kNoHex ? 0 : 1 + hex);
  END;
}

// 16.2.3.2, 16.5.3: an attacker out of touch steps into the hex the defender has left, if it was before him.
static HexId emptied(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  for (const HexId h : {s.target, s.target2})
    if (h != kNoHex && top_at(b, h) == kNoUnit && !entry_barred(b, u, h)) return h;
  return kNoHex;
}

static void drop_out(Run& r, UnitId u) {
  Fight& f = fight(r);
  std::replace(f.attacker, f.attacker + f.attackers, u, kNoUnit);
}

static void move_hex(Run& r) {
  Fight& f = fight(r);
  const UnitId d = first_defender(r.look());
  if (f.over || d == kNoUnit || footprint(r.look(), d).contains(f.hex)) return;
  const Footprint hit = struck(r.look(), d);
  f.hex = hit.empty() ? r.pos.at(d) : hit[0], f.also = kNoHex;
}

Flow Recontact::run(Run& r) {
  BEGIN;
  if (fight(r).over || !defenders_left(r.look())) RETURN(0);
  for (i = 0; i < fight(r).attackers; ++i) {
    unit = fight(r).attacker[i];
    if (!fights(r.look(), unit) || striking(r.look(), unit) > 0) continue;
    if (emptied(r.look(), unit) == kNoHex) {
      STEP("16.2.3.2-e");
      drop_out(r, unit);
      continue;
    }
    STEP("16.2.3.2-c");
    CALL(StepIn{unit, kCloseUp, emptied(r.look(), unit)});
    if (r.result() && striking(r.look(), unit) > 0) {
      STEP("16.5.3-c");
      continue;
    }
    STEP("16.2.3.2-d");
    drop_out(r, unit);
    if (!fights(r.look(), unit) || !has_target(r.look(), unit) || ground(r.look(), r.pos.at(unit)).general) continue;
    STEP("16.5.3-b");
    ASK(NewTarget{unit});
    if (r.answer().verb == Verb::Assault) retarget(r, unit, r.answer().hex, shortest(r.look(), unit), kAfterRetreat);
  }
  move_hex(r);
  END;
}

}  // namespace tambour::bataille
