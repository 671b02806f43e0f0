// SPDX-License-Identifier: MIT
// Chapter 13.1: the move itself, Maneuver Units and the Regroup chit.
#include "rules/bataille/ch13_movement.h"

#include <algorithm>

#include "rules/bataille/ch08_reinforcements.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_regiments.h"
#include "rules/bataille/ch12_skirmish.h"
#include "rules/bataille/ch12_square.h"
#include "rules/bataille/ch16_declare.h"
#include "rules/bataille/ch16_guard.h"
#include "rules/bataille/ch18_guns.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_opportunity.h"
#include "rules/bataille/ch19_reaction_move.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

Refusal act_barred(const Look& b, Action a, Step& out);  // ch12_formations.cpp

static void carry_riders(Run& r, const Footprint& from, HexId to) {
  const Hand& hand = r.pos.hand[0];
  if (!(hand.flags & kLeadersRide) || from.contains(to)) return;
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (r.pos.riders >> k & 1 && s.fate == Fate::OnMap && from.contains(s.hex) && !(s.flags & kHoldsChit && r.pos.active != k)) s.hex = to;
  }
}

// 12.10.5.2: skirmishers in the way of an Assault are pushed back through it and lose their order.
void push_back(Run& r, HexId h, HexId behind) {
  const UnitId there = top_at(r.look(), h);
  if (there == kNoUnit) return;
  UnitId list[kMates];
  const int n = mates(r.look(), there, list);
  for (int k = 0; k < n; ++k) {
    r.pos.unit[list[k]].order = Order::Disorder, r.pos.unit[list[k]].form = Form::Column;
    r.pos.set(list[k], kPushed);
    r.tell({.fact = Fact::Disordered, .who = list[k], .hex = behind, .why = cite("12.10.5.2-b")});
  }
  by("12.10.5.2-c"), reshape(r, there, Footprint{behind});  // nobody fires at them on the way
  r.tell({.fact = Fact::Displaced, .who = there, .whom = r.pos.hand[0].unit[0], .hex = behind, .why = cite("12.10.5.2-a")});
}

static void tell_form(Run& r, UnitId u, Form before, Form now) {
  static constexpr Fact kFacts[] = {Fact::FormedColumn,       Fact::FormedLine, Fact::FormedSkirmish,
                                    Fact::FormedGeneralOrder, Fact::Limbered,   Fact::Unlimbered,
                                    Fact::SquareFormed,       Fact::FormedRoadColumn};
  if (before != now) r.tell({.fact = kFacts[int(now)], .who = u, .hex = r.pos.at(u), .why = cite("12.2.1-a")});
}

// 8.9.2.1-c, 8.9.2.1-f: in its leader's span, or after one hex of General Order terrain, a regrouping unit has arrived.
static void end_regroup(Run& r, HexId from) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = hand.unit[0];
  if (has_arrived(r.look(), u)) hand.flags |= kInSpan;
  if (ground(r.look(), from).general && ground(r.look(), r.pos.at(u)).general) hand.flags |= kHalted;
}

static void carry_out(Run& r, Action a, const Step& step) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = shaper(r.look(), hand.unit[0]);
  const Footprint from = footprint(r.look(), u);
  const Form before = r.pos.unit[u].form;
  const Seat side = side_of(r.look(), u);
  const bool pushes = a.verb == Verb::Move && pushes_back(r.look(), step.to[0]);
  hand.spent = uint8_t(hand.spent + step.cost);
  if (hand.flags & kJustEntered) enter_by_road(r, a.verb);
  hand.faced = a.verb == Verb::Face || a.verb == Verb::FaceSide;
  hand.stride = stride_of(r.look(), a, step);
  if (step.cost) hand.flags |= kFirstDone, hand.shuffled = 0;
  reshape(r, u, step.to);
  for (int k = 0; k < hand.count; ++k) {
    UnitState& s = r.pos.unit[hand.unit[k]];
    if (is_gun(r.look(), hand.unit[k]) == is_gun(r.look(), u)) s.form = step.form;
    s.facing = step.facing;
  }
  tell_form(r, u, before, step.form);
  if (a.verb == Verb::Face || a.verb == Verb::FaceSide)
    r.tell({.fact = Fact::Turned, .who = u, .value = int16_t(step.facing), .why = cite("9.2-b")});
  if (a.verb == Verb::Move) {
    ++hand.steps;
    for (int k = 0; k < hand.count; ++k) stop_clearing(r, hand.unit[k]);  // 18.14.1.7.1-b
    for (int k = 0; k < hand.count; ++k)
      r.tell({.fact = Fact::Moved, .who = hand.unit[k], .hex = step.to[0], .from = from[0], .why = cite("13.1-a")});
    if (pushes) push_back(r, step.to[0], from[0]);
  }
  carry_riders(r, from, step.to[0]);
  for (const HexId h : step.to) disturb_leaders(r, h, other(side), from[0]);
  if (before == Form::Unlimbered && a.verb == Verb::Move) hand.flags |= kStopped;        // 18.3.1-a
  if (a.verb == Verb::Move && rides_through(r.look(), u) && in_horse_zone(r.look(), step.to, side) && by("10.3.1-a")) hand.flags |= kStopped;
  if (a.verb == Verb::Move && in_zone(r.look(), step.to, side) && !rides_through(r.look(), u) && by("13.1.5-a"))
    hand.flags |= kStopped;  // 10.2.1-a
  if (a.verb == Verb::Move && has(r.look(), u, kReactMoving) && ground(r.look(), step.to[0]).general && by("19.19.2-c")) hand.flags |= kStopped;
  if (a.verb == Verb::Move && hand.flags & kRegrouping) end_regroup(r, from[0]);
}

// Whoever has to stop where he may not goes on by the rules of displacement (11.1.5-b).
static bool fits(const Look& b) {
  const Hand& hand = b.pos.hand[0];
  const UnitId u = shaper(b, hand.unit[0]);
  const UnitState& s = b.pos.unit[u];
  return !stacking_barred(b, hand.unit, hand.count, s.form, footprint(b, u), true);
}

// Two hexes that cannot both be kept become one, a free one if there is any.
static void close_on_the_way(Run& r, UnitId u) {
  const Footprint f = footprint(r.look(), u);
  const HexId* free = std::find_if(f.begin(), f.end(), [&](HexId h) { return top_at(r.look(), h) == kNoUnit; });
  reshape(r, u, Footprint{free == f.end() ? f[0] : *free});
  for (int k = 0; k < r.pos.hand[0].count; ++k) r.pos.drop(r.pos.hand[0].unit[k], kCollapse);
}

static void join_friends(Run& r) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = shaper(r.look(), hand.unit[0]);
  if (!fits(r.look()) && r.pos.unit[u].hexes > 1) close_on_the_way(r, u);
  const bool stays = fits(r.look());
  UnitId there = kNoUnit;
  for (const HexId h : footprint(r.look(), u))
    if (top_at(r.look(), h) != kNoUnit) there = top_at(r.look(), h);
  if (there == kNoUnit) return put_down(r, 0);
  const UnitState t = r.pos.unit[shaper(r.look(), there)];
  const HexId head = r.pos.at(there);
  const bool gun_stack = is_gun(r.look(), shaper(r.look(), there));
  bool worst = t.order == Order::Disorder && !r.pos.has(there, kMustMove);
  UnitId list[kMates];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    by("9.1-a"), r.pos.stack.at[list[k]] = head;
    worst |= s.order == Order::Disorder && !r.pos.has(list[k], kMustMove);
    if (!stays) continue;  // it goes on as it is (11.1.5-d)
    if (!is_gun(r.look(), list[k]) && !gun_stack && t.order == s.order) s.form = t.form, s.hexes = t.hexes, s.trail = t.trail;
    if (!gun_stack || is_gun(r.look(), list[k])) s.facing = t.facing;
  }
  put_down(r, 0);
  for (int k = 0; k < n && !stays && by("11.1.5-b"); ++k) r.pos.set(list[k], kMustMove);
  if (!worst || !stays) return;
  const int m = mates(r.look(), there, list);
  for (int k = 0; k < m; ++k) disorder(r, list[k], cite("11.1.2-j"));
}

static void finish(Run& r) {
  Hand& hand = r.pos.hand[0];
  UnitId list[8];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  const uint16_t flags = hand.flags;
  const int spent = hand.spent;
  if (n && flags & kLeadersRide)
    for (int k = 0; k < r.field.officer_count(); ++k)
      if (r.pos.riders >> k & 1 && r.pos.leader[k].fate == Fate::OnMap && footprint(r.look(), list[0]).contains(r.pos.leader[k].hex))
        r.pos.leader[k].flags |= kRode;
  if (n) join_friends(r);
  for (int k = 0; k < n; ++k) r.pos.set(list[k], kMoved), note_ridden(r, list[k], spent);
  if (flags & kDeclared) end_declaration(r, list, n);
  join_assault(r, list, n);
}

static void do_act(Run& r, Action a) {
  if (a.verb == Verb::Assault) return declare(r, a.hex);
  if (a.verb == Verb::OldGuardCharge) return declare_guard_charge(r, a.hex);
  if (a.verb == Verb::DeclareCharge) return declare_charge(r);
  if (a.verb == Verb::Restack) return restack(r, a.who);
  if (a.verb == Verb::Drop) return drop_off(r, a.who);
  if (a.verb == Verb::Prone) return lie_down(r);
  if (a.verb == Verb::StandUp) return stand_up(r, a.who);
  if (a.verb == Verb::Reform) return reform(r, a.who);
  Step step;
  if (act_barred(r.look(), a, step)) return;
  carry_out(r, a, step);
}

static void set_limbered(Run& r) {
  const UnitId u = r.pos.hand[0].unit[0];
  r.pos.unit[u].form = Form::Limbered;
  r.tell({.fact = Fact::Limbered, .who = u, .hex = r.pos.at(u), .why = cite("18.2.1-b")});
}

static bool still_moving(const Look& b) {
  const Hand& hand = b.pos.hand[0];
  return hand.count && b.pos.unit[hand.unit[0]].order != Order::Pgd && !declares_charge(b);
}

static bool pay_for_joining(Run& r) {
  Step step;
  if (act_barred(r.look(), r.answer(), step)) return false;
  r.pos.hand[0].spent = uint8_t(r.pos.hand[0].spent + step.cost);
  return step.cost > 0;
}

Flow Moving::run(Run& r) {
  BEGIN;
  if (r.pos.hand[0].count) forget_passes(r, side_of(r.look(), r.pos.hand[0].unit[0]));
  while (still_moving(r.look())) {
    STEP("13.1.3-a");
    by("13.1.8-a", "13.1-b");
    ASK(ChooseStep{});
    act = r.answer();
    if (act.verb == Verb::Stop) {
      paid = pay_for_joining(r);
      break;
    }
    if (leaves_zone(r.look(), act)) {
      STEP("10.2.2-a");
      count = r.pos.hand[0].count;
      CALL(StackCheck{r.pos.hand[0].unit[0], 0, kNoUnit, kByZone});
      if (r.result() >= count && by("10.2.2-b")) break;
      if (r.result() > 0) {
        leave_failed(r);
        CALL(Settle{});
      }
    }
    if (!answered && draws_fire(r.look(), act)) {
      STEP("10.1.3-g");
      CALL(OpportunityFire{r.pos.hand[0].unit[0]});
      if (!still_moving(r.look()) || ChooseStep{}.barred(r.look(), act)) continue;  // the board has changed: choose anew
    }
    if (any_react_move(r.look(), act)) {
      CALL(MoveOffer{act});
      answered = uint8_t(r.result());
      if (answered) continue;
    }
    answered = 0;
    open_event(r);
    event = spends_points(act) && !in_stride(r.look(), act);
    if (event) {
      if (tempts_horse(r.look(), r.pos.hand[0].unit[0])) CALL(ChargeOffer{r.pos.hand[0].unit[0]});
      else r.give(0);
      if (r.result()) {
        STEP("19.18.3-s1");
        if (act.verb == Verb::Pivot) by("12.6.7-b");
        charger = UnitId(r.result() - 1), from = kNoHex;
        break;
      }
      note_watched(r, r.pos.hand[0].unit[0]);
    }
    if (act.verb == Verb::Limber) {
      STEP("18.2.1-b");
      r.pos.hand[0].spent = uint8_t(r.pos.hand[0].spent + 4);  // A138: spent either way
      r.pos.hand[0].flags |= kFirstDone;
      ROLL(Dice::D6, kAnyFace, LimberDie{r.pos.hand[0].unit[0]});
      if (limbers(r.look(), r.pos.hand[0].unit[0], r.face())) set_limbered(r);
      continue;
    }
    if (changes_formation(r.look(), act)) {
      STEP("16.4.3-a");
      CALL(StackCheck{r.pos.hand[0].unit[0], 0, kNoUnit, kByDeclared});
      if (r.result() > 0) {
        fail_change(r);
        break;
      }
    }
    if (act.verb == Verb::BreakDown) {
      who = r.pos.hand[0].unit[0];
      by("12.1.1-b"), paid = uint8_t(r.pos.hand[0].spent + change_cost(r.look()));
      break_down(r, who);
      CALL(Detach{who, paid, 0, 0, kFirstDone, {}});
      paid = 0;
      break;
    }
    note_far_guns(r);
    count = r.pos.hand[0].spent, from = r.pos.at(r.pos.hand[0].unit[0]);
    do_act(r, act);
    if (r.pos.hand[0].count && r.pos.hand[0].spent > count) forget_moves(r, side_of(r.look(), r.pos.hand[0].unit[0]));
    if (event && still_moving(r.look()) && tempts_horse(r.look(), r.pos.hand[0].unit[0])) {
      STEP("10.1.3-h");
      CALL(ChargeOffer{r.pos.hand[0].unit[0]});
      if (r.result()) {
        charger = UnitId(r.result() - 1);
        if (ground(r.look(), from).general && !ground(r.look(), r.pos.at(r.pos.hand[0].unit[0])).general) by("12.7.5-c");
        if (top_at(r.look(), r.pos.at(r.pos.hand[0].unit[0])) != kNoUnit) by("19.18.6-b");
        break;
      }
    }
    if (declares_charge(r.look()) && may_spare_horses(r.look())) {
      ASK(KeepReadiness{r.pos.hand[0].unit[0]});
      if (r.yes()) spare_horses(r);
    }
    if (alarms(r.look(), count)) CALL(RiderWindow{r.pos.hand[0].unit[0], kNone});
    if (!still_moving(r.look())) continue;
    if (pushed_aside(r.look()) != kNoUnit) CALL(PasDeCharge{});
    if (guns_may_shift(r.look())) CALL(ShiftGuns{});
  }
  if (charger != kNoUnit && from != kNoHex) part_from_skirmishers(r, from);
  if (joins_square(r.look())) {
    if (charger != kNoUnit) STEP("19.18.6-c");
    CALL(JoinSquare{});
    if (in_zone(r.look(), footprint(r.look(), r.pos.hand[0].unit[0]), side_of(r.look(), r.pos.hand[0].unit[0])) &&
        can_react(r.look(), r.pos.hand[0].unit[0])) {
      STEP("12.9.4.1-a");
      CALL(OpportunityFire{r.pos.hand[0].unit[0]});
    }
    paid = 0;
  }
  STEP("16.1-d");
  who = r.pos.hand[0].unit[0];
  charge = begin_guard_charge(r.look());
  finish(r);
  if (paid && stays_in_zone(r.look(), who)) {
    STEP("10.1.3.1-a");
    by("10.1.3.1-c");
    CALL(OpportunityFire{r.pos.stack.top(r.pos.at(who))});
  }
  CALL(Settle{});
  if (charger != kNoUnit && r.pos.on_map(who)) {
    BECOME(OpportunityCharge{charger, 0, r.pos.at(who)});
  }
  if (charge.allowance && charges(r.look(), who)) {
    BECOME(GuardCharge{charge.spent, charge.allowance, who});
  }
  END;
}

}  // namespace tambour::bataille
