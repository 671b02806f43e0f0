// SPDX-License-Identifier: MIT
// Chapter 19.19.
#include "rules/bataille/ch19_reaction_move.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch19_meeting.h"
#include "rules/bataille/ch19_opportunity.h"

namespace tambour::bataille {

Refusal act_barred(const Look& b, Action a, Step& out);  // ch12_formations.cpp

// With friends whose shape it has, or alone.
bool can_park(const Look& b) {
  if (!mover(b).count) return true;
  const UnitState& s = state(b);
  for (const HexId h : footprint(b, mover(b).unit[0])) {
    const UnitId there = top_at(b, h);
    if (there == kNoUnit) continue;
    const UnitState& t = b.pos.unit[shaper(b, there)];
    if (b.pos.at(there) != b.pos.at(mover(b).unit[0]) || t.hexes != s.hexes || t.trail != s.trail || t.form != s.form || t.facing != s.facing) return false;
  }
  return true;
}

Hand park(Run& r) {
  const Hand kept = r.pos.hand[0];
  put_down(r, 0);
  return kept;
}

void take_back(Run& r, const Hand& kept) {
  UnitId list[8];
  int n = 0;
  for (int k = 0; k < kept.count; ++k) {
    const UnitId u = kept.unit[k];
    const bool lost = !r.pos.on_map(u) || r.pos.unit[u].order == Order::Pgd || (n && r.pos.at(u) != r.pos.at(list[0]));
    if (!lost) list[n++] = u;
  }
  if (!n) return;
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.spent = kept.spent, hand.allowance = kept.allowance, hand.steps = kept.steps, hand.flags = kept.flags;
  hand.faced = kept.faced, hand.shuffled = kept.shuffled, hand.start = kept.start;
}

// Its next hexes touch the cavalry.
static bool comes_near(const Look& b, UnitId u, Action act) {
  Step step;
  return act.verb == Verb::Move && !act_barred(b, act, step) && gap(b, step.to, footprint(b, u)) == 1;
}

static Refusal rider_barred(const Look& b, UnitId u) {
  UnitId list[kMates];
  const int n = mates(b, u, list);
  if (n > 8) REFUSE("19.19-a", u);
  for (int k = 0; k < n; ++k) {
    if (!is_horse(b, list[k]) || horse(b, list[k]).ready == Ready::Exhausted) REFUSE("19.19-a", list[k]);
    if (b.pos.unit[list[k]].order == Order::Pgd) REFUSE("19.19-a", list[k]);
  }
  const UnitState& s = b.pos.unit[u];
  if (s.order == Order::Good && s.form != Form::Line && s.form != Form::Column) REFUSE("19.19-a", u);  // A30
  if (in_horse_zone(b, footprint(b, u), side_of(b, u))) REFUSE("19.19-a", u);
  if (in_some_charge(b, u)) REFUSE("19.17.1-a", u);
  return {};
}

Refusal react_move_barred(const Look& b, UnitId u, Action act) {
  const UnitId foe = lead(b);
  if (!is_horse(b, u) || side_of(b, u) == side_of(b, foe)) REFUSE("19.19-a", u);
  if (is_horse(b, foe)) REFUSE("19.19-b", u);
  if (!b.pos.on_map(u) || in_hand(b, u) || b.pos.stack.top(b.pos.at(u)) != u) REFUSE("19.19-a", u);
  if (has(b, u, kReactMoved | kStaysPut)) REFUSE("19.19.1-b", u);
  if (const Refusal no = rider_barred(b, u)) return no;
  if (!comes_near(b, u, act) && !(spends_points(act) && watches(b, u, foe))) REFUSE("19.19-b", u);
  if (b.pos.has(u, kTarget)) by("16.2.8-e");
  return by("13.1.8-c"), Refusal{};
}

Refusal ReactMove::barred(const Look& b, Action a) const {
  if (a.verb != Verb::Select) return {};
  if (!b.field.is_unit(a.who)) REFUSE("19.19-a", a.who);
  return react_move_barred(b, a.who, act);
}

bool any_react_move(const Look& b, Action act) {
  if (!spends_points(act) || is_horse(b, lead(b)) || !can_park(b)) return false;
  for (UnitId u : all_units(b.field))
    if (is_horse(b, u) && b.pos.on_map(u) && !react_move_barred(b, u, act)) return true;
  return false;
}

void forget_moves(Run& r, Seat side) {
  for (UnitId u : all_units(r.field))
    if (is_horse(r.look(), u) && side_of(r.look(), u) != side) horse(r, u).flags = uint16_t(horse(r, u).flags & ~kReactMoved);
}

static void stay_put(Run& r) {
  for (UnitId u : all_units(r.field))
    if (is_horse(r.look(), u) && side_of(r.look(), u) != side_of(r.look(), r.pos.hand[0].unit[0])) horse(r, u).flags |= kStaysPut;
}

static void ride_off(Run& r, UnitId u) {
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  int points = 255;
  for (int k = 0; k < n; ++k) {
    points = std::min(points, allowance(r.look(), list[k]));
    horse(r, list[k]).flags |= kReactMoved | kReactMoving;
  }
  take_in_hand(r, 0, list, n);
  r.pos.hand[0].allowance = uint8_t(points), r.pos.hand[0].flags = kLeadersRide | kRidesOff;
  note_riders(r, true);
}

// Whatever it did counts against its points, not against its own turn.
static void come_to_rest(Run& r, const MoveOffer& m) {
  if (!r.pos.on_map(m.unit)) return;
  UnitId list[kMates];
  for (int n = mates(r.look(), m.unit, list); n > 0; --n) {
    const UnitId u = list[n - 1];
    if (!has(r.look(), u, kReactMoving)) continue;
    HorseState& h = horse(r, u);
    h.flags = uint16_t(h.flags & ~kReactMoving);
    if (!m.moved && !(h.flags & kFrozen)) r.pos.drop(u, kMoved);
    if (2 * (h.ridden - m.ridden) > rested_allowance(r.look(), u)) exhaust(r, u, cite("19.19.3-a"));
  }
}

Flow MoveOffer::run(Run& r) {
  BEGIN;
  while (r.pos.hand[0].count && any_react_move(r.look(), act)) {
    STEP("19.19.1-a");
    by("10.1.3.2-c");
    ASK(ReactMove{act});
    if (r.answer().verb == Verb::Done) stay_put(r);
    if (r.answer().verb != Verb::Select) break;
    unit = r.answer().who, went = 1;
    moved = r.pos.has(unit, kMoved), ridden = horse(r, unit).ridden;
    kept = park(r), riders = r.pos.riders;
    ride_off(r, unit);
    CALL(Moving{});
    come_to_rest(r, *this);
    take_back(r, kept), r.pos.riders = riders;
  }
  RETURN(went);
  END;
}

}  // namespace tambour::bataille
