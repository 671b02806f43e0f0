// SPDX-License-Identifier: MIT
// Chapter 13.1: the move itself, Maneuver Units and the Regroup chit.
#include "rules/bataille/ch13_movement.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_skirmish.h"
#include "rules/bataille/ch12_square.h"
#include "rules/bataille/ch18_guns.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

Refusal act_barred(const Look& b, Action a, Step& out);  // ch12_formations.cpp

static void carry_riders(Run& r, const Footprint& from, HexId to) {
  const Hand& hand = r.pos.hand[0];
  if (!(hand.flags & kLeadersRide) || from.contains(to)) return;
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate == Fate::OnMap && from.contains(s.hex) && r.field.officers[std::size_t(k)].side == side_of(r.look(), hand.unit[0]) &&
        !(s.flags & kHoldsChit && r.pos.active != k))
      s.hex = to;
  }
}

// 12.10.5.2: skirmishers in the way of an Assault are pushed back through it and lose their order.
static void push_back(Run& r, HexId h, HexId behind) {
  const UnitId there = top_at(r.look(), h);
  if (there == kNoUnit) return;
  UnitId list[kMates];
  const int n = mates(r.look(), there, list);
  for (int k = 0; k < n; ++k) {
    r.pos.unit[list[k]].order = Order::Disorder, r.pos.unit[list[k]].form = Form::Column;
    r.pos.set(list[k], kPushed);
    r.tell({.fact = Fact::Disordered, .who = list[k], .hex = behind, .why = cite("12.10.5.2-b")});
  }
  reshape(r, there, Footprint{behind});
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
  if (in_span(r.look(), counter(r.look(), u).leader, u)) hand.flags |= kInSpan;
  if (ground(r.look(), from).general && ground(r.look(), r.pos.at(u)).general) hand.flags |= kHalted;
}

static void carry_out(Run& r, Action a, const Step& step) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = shaper(r.look(), hand.unit[0]);
  const Footprint from = footprint(r.look(), u);
  const Form before = r.pos.unit[u].form;
  const Seat side = side_of(r.look(), u);
  hand.spent = uint8_t(hand.spent + step.cost);
  hand.faced = a.verb == Verb::Face || a.verb == Verb::FaceSide;
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
    for (int k = 0; k < hand.count; ++k)
      r.tell({.fact = Fact::Moved, .who = hand.unit[k], .hex = step.to[0], .from = from[0], .why = cite("13.1-a")});
    if (top_at(r.look(), step.to[0]) != kNoUnit && top_at(r.look(), from[0]) == kNoUnit && hand.flags & kDeclared &&
        step.form != Form::Skirmish && r.pos.unit[shaper(r.look(), top_at(r.look(), step.to[0]))].form == Form::Skirmish &&
        r.pos.unit[shaper(r.look(), top_at(r.look(), step.to[0]))].order == Order::Good &&
        beside_enemy(r.look(), footprint(r.look(), top_at(r.look(), step.to[0])), side))
      push_back(r, step.to[0], from[0]);
  }
  carry_riders(r, from, step.to[0]);
  for (const HexId h : step.to) disturb_leaders(r, h, other(side), from[0]);
  if (before == Form::Unlimbered && a.verb == Verb::Move) hand.flags |= kStopped;        // 18.3.1-a
  if (a.verb == Verb::Move && in_zone(r.look(), step.to, side) && !rides_through(r.look(), u) && by("13.1.5-a"))
    hand.flags |= kStopped;  // 10.2.1-a
  if (a.verb == Verb::Move && hand.flags & kRegrouping) end_regroup(r, from[0]);
}

static void declare(Run& r, HexId target) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = shaper(r.look(), hand.unit[0]);
  const int far = nearest_enemy(r.look(), r.pos.at(u), side_of(r.look(), u));
  hand.flags |= kDeclared;
  for (int k = 0; k < hand.count; ++k) {
    UnitState& s = r.pos.unit[hand.unit[k]];
    s.distance = uint8_t(std::min<int>(s.distance, far));  // 16.4.1-a
    s.target = target;
    if (s.form == Form::Column && counter(r.look(), hand.unit[k]).method != Method::French)
      r.pos.set(hand.unit[k], kInColumn);  // 16.4.2-b: declared in Column
  }
  r.tell({.fact = Fact::AssaultDeclared, .who = u, .hex = target, .value = int16_t(r.pos.unit[u].distance), .why = cite("16.1-b")});
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
    if (!is_gun(r.look(), list[k]) && !gun_stack && t.order == s.order) s.form = t.form, s.hexes = t.hexes, s.trail = t.trail;
    if (!gun_stack || is_gun(r.look(), list[k])) s.facing = t.facing;
  }
  put_down(r, 0);
  for (int k = 0; k < n && !stays && by("11.1.5-b"); ++k) r.pos.set(list[k], kMustMove);
  if (!worst || !stays) return;
  const int m = mates(r.look(), there, list);
  for (int k = 0; k < m; ++k) disorder(r, list[k], cite("11.1.2-j"));
}

// 16.1-d, 16.1-e: the marker points at a target before it, or the Assault is off.
static void end_declaration(Run& r, const UnitId* list, int n) {
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    if (s.target == kNoHex || !r.pos.on_map(list[k])) continue;
    const UnitId foe = top_at(r.look(), s.target);
    const bool there = foe != kNoUnit && side_of(r.look(), foe) != side_of(r.look(), list[k]) && s.order != Order::Pgd &&
                       contact(r.look(), list[k], s.target).hex != kNoHex && aspect(r.look(), list[k], s.target) == Aspect::Front;
    if (there && by("5.3.7-a", "5.3.1-b")) {
      r.pos.set(list[k], kAssault);
      UnitId mates_of[kMates];
      const int m = mates(r.look(), foe, mates_of);
      for (int i = 0; i < m; ++i) r.pos.set(mates_of[i], kTarget);
      continue;
    }
    s.target = kNoHex;
    r.tell({.fact = Fact::AssaultOff, .who = list[k], .why = cite("16.1-e")});
    disorder(r, list[k], cite("16.1-e"));  // 16.1-f: Disordered units suffer nothing more
  }
}

static void finish(Run& r) {
  Hand& hand = r.pos.hand[0];
  UnitId list[8];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  const uint16_t flags = hand.flags;
  if (n && flags & kLeadersRide)
    for (int k = 0; k < r.field.officer_count(); ++k)
      if (r.pos.leader[k].fate == Fate::OnMap && footprint(r.look(), list[0]).contains(r.pos.leader[k].hex) &&
          r.field.officers[std::size_t(k)].side == side_of(r.look(), list[0]))
        r.pos.leader[k].flags |= kRode;
  if (n) join_friends(r);
  for (int k = 0; k < n && !(flags & kPreRetreat); ++k) r.pos.set(list[k], kMoved);
  if (flags & kDeclared) end_declaration(r, list, n);
}

static void do_act(Run& r, Action a) {
  if (a.verb == Verb::Assault) return declare(r, a.hex);
  if (a.verb == Verb::Restack) return restack(r, a.who);
  if (a.verb == Verb::Drop) return drop_off(r, a.who);
  if (a.verb == Verb::Prone) return lie_down(r);
  if (a.verb == Verb::StandUp) return stand_up(r, a.who);
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
  return hand.count && b.pos.unit[hand.unit[0]].order != Order::Pgd;
}

static bool pay_for_joining(Run& r) {
  Step step;
  if (act_barred(r.look(), r.answer(), step)) return false;
  r.pos.hand[0].spent = uint8_t(r.pos.hand[0].spent + step.cost);
  return step.cost > 0;
}

Flow Moving::run(Run& r) {
  BEGIN;
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
    if (draws_fire(r.look(), act)) {
      STEP("10.1.3-g");
      CALL(OpportunityFire{r.pos.hand[0].unit[0]});
      if (!still_moving(r.look()) || ChooseStep{}.barred(r.look(), act)) continue;  // the board has changed: choose anew
    }
    if (act.verb == Verb::Limber) {
      STEP("18.2.1-b");
      r.pos.hand[0].spent = uint8_t(r.pos.hand[0].spent + 4);  // A138: spent either way
      r.pos.hand[0].flags |= kFirstDone;
      ROLL(Dice::D6, kAnyFace, LimberDie{r.pos.hand[0].unit[0]});
      if (limbers(r.look(), r.pos.hand[0].unit[0], r.face())) set_limbered(r);
      continue;
    }
    note_far_guns(r);
    do_act(r, act);
    if (pushed_aside(r.look()) != kNoUnit) CALL(PasDeCharge{});
    if (guns_may_shift(r.look())) CALL(ShiftGuns{});
  }
  if (joins_square(r.look())) {
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
  finish(r);
  if (paid && stays_in_zone(r.look(), who)) {
    STEP("10.1.3.1-a");
    by("10.1.3.1-c");
    CALL(OpportunityFire{r.pos.stack.top(r.pos.at(who))});
  }
  CALL(Settle{});
  END;
}

}  // namespace tambour::bataille
