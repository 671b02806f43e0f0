// SPDX-License-Identifier: MIT
// Chapters 18.2 and 18.3.
#include "rules/bataille/ch18_guns.h"

#include <algorithm>

#include "rules/bataille/dice.h"

namespace tambour::bataille {

// The best leader alone counts.
Ledger limber_ledger(const Look& b, UnitId u) {
  trace::chart("limbering");
  Ledger out;
  int best = 0;
  for (int k = 0; k < b.field.officer_count(); ++k) {
    const Officer& o = b.field.officers[std::size_t(k)];
    if (b.pos.leader[k].fate != Fate::OnMap || o.side != side_of(b, u) || b.pos.leader[k].hex != b.pos.at(u)) continue;
    best = std::max<int>(best, b.field.charts.limber_bonus[o.gun_master ? 2 : o.artillery > 0 ? 1 : 0]);
  }
  out.add(std::max<int>(best, counter(b, u).limber_bonus), cite("18.2.1-b"), u);
  return out;
}

bool limbers(const Look& b, UnitId u, int die) { return die + limber_ledger(b, u).total >= counter(b, u).limber; }

bool rides_through(const Look& b, UnitId u) {
  if (is_horse(b, shaper(b, u)) && by("10.3.2-a")) return true;
  return counter(b, u).arm == Arm::HorseGuns && b.pos.unit[u].form == Form::Limbered && by("10.3.2-a");
}

static bool touched(const Look& b, UnitId battery) {
  return touches(b.field.grid, footprint(b, b.pos.hand[0].unit[0]), b.pos.at(battery));
}

// Alone in its hex, unlimbered, and nobody else's zone holds it. The mover is in hand, so its own does not count.
static bool can_shift(const Look& b, UnitId u) {
  if (!b.pos.on_map(u) || !is_gun(b, u) || in_hand(b, u) || side_of(b, u) == side_of(b, b.pos.hand[0].unit[0])) return false;
  const UnitState& s = b.pos.unit[u];
  if (s.form != Form::Unlimbered || s.order != Order::Good) return false;
  return b.pos.stack.count(b.pos.at(u)) == 1 && !in_zone(b, b.pos.at(u), side_of(b, u)) && by("18.3.2-a", "9.2-c");
}

void note_far_guns(Run& r) {
  for (const UnitId u : all_units(r.field)) {
    r.pos.drop(u, kFarGuns);
    if (can_shift(r.look(), u) && !touched(r.look(), u)) r.pos.set(u, kFarGuns);
  }
}

static UnitId next_battery(const Look& b) {
  for (UnitId u = kFirstUnit; b.field.units.has(u) && b.pos.hand[0].count; ++u)
    if (b.pos.has(u, kFarGuns) && can_shift(b, u) && touched(b, u)) return u;
  return kNoUnit;
}

bool guns_may_shift(const Look& b) { return next_battery(b) != kNoUnit; }

// 60 degrees or an about face that brings them nearer to the enemy.
Refusal ShiftTo::barred(const Look& b, Action a) const {
  if (a.who != battery) REFUSE("18.3.2-a", a.who);
  if (a.verb == Verb::Stop) return {};
  const int old = b.pos.unit[battery].facing;
  if (a.arg > 5 || (angle(a.arg, old) != 1 && angle(a.arg, old) != 3)) REFUSE("18.3.2.1-a", battery);
  for (const HexId h : footprint(b, b.pos.hand[0].unit[0]))
    if (const int side = b.field.grid.side_to(b.pos.at(battery), h); side >= 0 && angle(a.arg, side) < angle(old, side)) return {};
  REFUSE("18.3.2-b", battery);
  return {};
}

Flow ShiftGuns::run(Run& r) {
  BEGIN;
  while ((battery = next_battery(r.look())) != kNoUnit) {
    r.pos.drop(battery, kFarGuns);
    STEP("18.3.2-a");
    ASK(TryShift{battery});
    if (r.answer().verb != Verb::Yes) continue;
    STEP("18.3.2.1-a");
    ROLL(Dice::Sixes, check_breaks(r.look(), battery, morale_ledger(r.look(), battery, 0, cite("18.3.2.1-a"))),
         MoraleDie{battery, 0, kByShift});
    if (!judge_alone(r, battery, kByShift)) {
      by("18.3.2.1-b");
      continue;
    }
    ASK(ShiftTo{battery});
    if (r.answer().verb == Verb::Stop) continue;
    r.pos.unit[battery].facing = r.answer().arg;
    r.tell({.fact = Fact::Turned, .who = battery, .value = int16_t(6 + r.answer().arg), .why = cite("18.3.2-b")});
    if (in_zone(r.look(), footprint(r.look(), r.pos.hand[0].unit[0]), side_of(r.look(), r.pos.hand[0].unit[0])))
      r.pos.hand[0].flags |= kStopped;  // the mover stands before their muzzles now
  }
  END;
}

}  // namespace tambour::bataille
