// SPDX-License-Identifier: MIT
// Chapter 13.1: the move itself, Maneuver Units and the Regroup chit.
#include "rules/bataille/ch13_movement.h"

#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"

namespace tambour::bataille {

Refusal act_barred(const Look& b, Action a, Step& out);  // ch12_formations.cpp

int allowance(const Look& b, UnitId u) {
  const int mp = counter(b, u).mp;
  return 2 * int(b.pos.unit[u].order == Order::Good ? mp : Ratio(mp, 2).nearest());  // 12.11.2-a 13.1.1.1-a
}

static bool can_move(const Look& b, UnitId u) {
  return b.pos.on_map(u) && b.pos.has(u, kInMu) && !b.pos.has(u, kMoved) && b.pos.unit[u].order != Order::Pgd;
}

Refusal ChooseMover::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (b.field.is_officer(a.who)) {
    const int k = b.field.officer(a.who);
    if (a.verb != Verb::Select || b.pos.active != k || side_of(b, a.who) != side || b.pos.chit != Chit::Maneuver) REFUSE("8.9.1-a", a.who);
    if (b.pos.leader[k].fate != Fate::OnMap || b.pos.leader[k].flags & kRode) REFUSE("8.1.2-a", a.who);
    return {};
  }
  if (!b.field.is_unit(a.who) || !b.pos.on_map(a.who) || side_of(b, a.who) != side) REFUSE("13.1-a", a.who);
  if (b.pos.has(a.who, kMoved)) REFUSE("8.4-c", a.who);
  if (b.pos.unit[a.who].order == Order::Pgd) REFUSE("13.2.5-a", a.who);
  if (!b.pos.has(a.who, kInMu)) REFUSE("8.3-a", a.who);
  if (a.verb == Verb::Select) {
    // Out of a long stack nobody steps alone: it has one shape (A111).
    if (b.pos.stack.count(b.pos.at(a.who)) > 1 && b.pos.unit[shaper(b, a.who)].hexes > 1 && !is_gun(b, a.who)) REFUSE("11.1.2.1-a", a.who);
    return {};
  }
  const HexId h = b.pos.at(a.who);
  const bool with_leader = senior_in(b, footprint(b, a.who), side) >= 0;
  if (b.pos.stack.top(h) != a.who || (b.pos.stack.count(h) == 1 && !with_leader)) REFUSE("13.1.3-a", a.who);
  if (b.pos.stack.count(h) > 8) REFUSE("13.1.3-a", a.who);
  for (UnitId x : b.pos.stack.in(h))
    if (!can_move(b, x)) REFUSE("8.4-c", x);
  return {};
}

static void take_up(Run& r, Action a) {
  UnitId list[kMates];
  int n = 1;
  list[0] = a.who;
  if (a.verb == Verb::SelectStack) n = mates(r.look(), a.who, list);
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.allowance = 255;
  for (int k = 0; k < n; ++k) {
    hand.allowance = uint8_t(std::min<int>(hand.allowance, allowance(r.look(), list[k])));  // 13.1.3.1-a
    r.pos.unit[list[k]].distance = uint8_t(nearest_enemy(r.look(), r.pos.at(list[k]), side_of(r.look(), list[k])));
  }
  if (a.verb == Verb::SelectStack) hand.flags |= kLeadersRide;  // 8.1.5-a
  if (r.pos.chit == Chit::Regroup) hand.flags |= r.pos.has(a.who, kInCommand) ? kIdle : kRegrouping;
}

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
    r.tell({.fact = Fact::Disordered, .who = list[k], .hex = behind, .why = cite("12.10.5.2-b")});
  }
  reshape(r, there, Footprint{behind});
  r.tell({.fact = Fact::Displaced, .who = there, .whom = r.pos.hand[0].unit[0], .hex = behind, .why = cite("12.10.5.2-a")});
}

static void tell_form(Run& r, UnitId u, Form before, Form now) {
  static constexpr Fact kFacts[] = {Fact::FormedColumn,       Fact::FormedLine, Fact::FormedSkirmish,
                                    Fact::FormedGeneralOrder, Fact::Limbered,   Fact::Unlimbered};
  if (before != now) r.tell({.fact = kFacts[int(now)], .who = u, .hex = r.pos.at(u), .why = cite("12.2.1-a")});
}

static void carry_out(Run& r, Action a, const Step& step) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = shaper(r.look(), hand.unit[0]);
  const Footprint from = footprint(r.look(), u);
  const Form before = r.pos.unit[u].form;
  const Seat side = side_of(r.look(), u);
  hand.spent = uint8_t(hand.spent + step.cost);
  hand.faced = a.verb == Verb::Face || a.verb == Verb::FaceSide;
  if (step.cost) hand.flags |= kFirstDone;
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
  for (const HexId h : step.to) disturb_leaders(r, h, other(side));
  if (before == Form::Unlimbered && a.verb == Verb::Move) hand.flags |= kStopped;        // 18.3.1-a
  if (a.verb == Verb::Move && in_zone(r.look(), step.to, side)) hand.flags |= kStopped;  // 10.2.1-a
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
  bool worst = t.order == Order::Disorder;
  UnitId list[kMates];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    r.pos.stack.at[list[k]] = head;
    worst |= s.order == Order::Disorder;
    if (!is_gun(r.look(), list[k]) && !gun_stack) s.form = t.form, s.hexes = t.hexes, s.trail = t.trail;
    if (!gun_stack || is_gun(r.look(), list[k])) s.facing = t.facing;
  }
  put_down(r, 0);
  for (int k = 0; k < n && !stays; ++k) r.pos.set(list[k], kMustMove);
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
    if (there) {
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
  const uint8_t flags = hand.flags;
  if (n && flags & kLeadersRide)
    for (int k = 0; k < r.field.officer_count(); ++k)
      if (r.pos.leader[k].fate == Fate::OnMap && footprint(r.look(), list[0]).contains(r.pos.leader[k].hex) &&
          r.field.officers[std::size_t(k)].side == side_of(r.look(), list[0]))
        r.pos.leader[k].flags |= kRode;
  if (n) join_friends(r);
  for (int k = 0; k < n && !(flags & kPreRetreat); ++k) r.pos.set(list[k], kMoved);
  if (flags & kDeclared) end_declaration(r, list, n);
}

// Does this act leave a zone, so that nerves are tried first?
static bool leaves_zone(const Look& b, Action a) {
  const UnitId u = b.pos.hand[0].unit[0];
  return a.verb == Verb::Move && !(b.pos.hand[0].flags & kPreRetreat) && counter(b, u).arm != Arm::HorseGuns &&
         in_zone(b, footprint(b, u), side_of(b, u));
}

static void do_act(Run& r, Action a) {
  if (a.verb == Verb::Assault) return declare(r, a.hex);
  Step step;
  if (act_barred(r.look(), a, step)) return;
  carry_out(r, a, step);
}

static void set_limbered(Run& r) {
  const UnitId u = r.pos.hand[0].unit[0];
  r.pos.unit[u].form = Form::Limbered;
  r.tell({.fact = Fact::Limbered, .who = u, .hex = r.pos.at(u), .why = cite("18.2.1-b")});
}

static bool limbers(const Look& b, int die) {
  const UnitId u = b.pos.hand[0].unit[0];
  const int leader = senior_in(b, footprint(b, u), side_of(b, u));
  const int bonus = leader < 0 ? 0 : b.field.officers[std::size_t(leader)].artillery > 0 ? 2 : 1;  // LI-22 LI-23
  return die + bonus >= counter(b, u).limber;
}

// 10.1.3: points spent in a zone, or leaving it, draw fire. Turning does not.
// 10.1.3-b 10.1.3-c 9.2.2-b
static bool draws_fire(const Look& b, Action a) {
  const UnitId u = b.pos.hand[0].unit[0];
  if (a.verb == Verb::Assault || a.verb == Verb::Stop || a.verb == Verb::Face || a.verb == Verb::FaceSide) return false;
  return in_zone(b, footprint(b, u), side_of(b, u)) && can_react(b);
}

static bool still_moving(const Look& b) {
  const Hand& hand = b.pos.hand[0];
  return hand.count && b.pos.unit[hand.unit[0]].order != Order::Pgd;
}

static void pay_for_joining(Run& r) {
  Step step;
  if (!act_barred(r.look(), r.answer(), step)) r.pos.hand[0].spent = uint8_t(r.pos.hand[0].spent + step.cost);
}

Flow Moving::run(Run& r) {
  BEGIN;
  while (still_moving(r.look())) {
    STEP("13.1.3-a");
    ASK(ChooseStep{});
    act = r.answer();
    if (act.verb == Verb::Stop) {
      pay_for_joining(r);
      break;
    }
    if (leaves_zone(r.look(), act)) {
      STEP("10.2.2-a");
      CALL(StackCheck{r.pos.hand[0].unit[0], 0, kNoUnit, kByZone});
      if (r.result() > 0) break;  // 10.2.2-b
    }
    if (draws_fire(r.look(), act)) {
      STEP("10.1.3-g");
      CALL(OpportunityFire{});
      if (!still_moving(r.look()) || ChooseStep{}.barred(r.look(), act)) continue;  // the board has changed: choose anew
    }
    if (act.verb == Verb::Limber) {
      STEP("18.2.1-b");
      r.pos.hand[0].spent = uint8_t(r.pos.hand[0].spent + 4);  // A138: spent either way
      r.pos.hand[0].flags |= kFirstDone;
      ROLL(Dice::D6, kAnyFace);
      if (limbers(r.look(), r.face())) set_limbered(r);
      continue;
    }
    do_act(r, act);
  }
  STEP("16.1-d");
  finish(r);
  CALL(Settle{});
  END;
}

static void mark_mu(Run& r, int leader) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    r.pos.drop(u, kInMu);
    const Counter& c = counter(r.look(), u);
    const bool mine = c.leader == leader || (r.field.officers[c.leader].superior == leader && !(r.pos.leader[c.leader].flags & kHoldsChit));
    // 7.1.2-b: a chit can only find units that have dropped out since.
    if (mine && r.pos.on_map(u) && r.pos.has(u, kInCommand) && !r.pos.has(u, kMoved) && in_span(r.look(), c.leader, u)) r.pos.set(u, kInMu);
  }
}

Flow ManeuverUnit::run(Run& r) {
  const Seat side = r.field.officers[leader].side;
  BEGIN;
  STEP("7.2.1-b");
  r.pos.active = leader, r.pos.chit = Chit::Maneuver;
  r.pos.leader[leader].flags = uint8_t(r.pos.leader[leader].flags & ~kHoldsChit);
  mark_mu(r, leader);
  for (;;) {
    ASK(ChooseMover{side});
    if (r.answer().verb == Verb::Done) break;
    if (r.field.is_officer(r.answer().who)) {
      CALL(RideLeader{r.answer().who});
      continue;
    }
    take_up(r, r.answer());
    CALL(Moving{});
  }
  STEP("8.4-b");
  r.pos.leader[leader].flags |= kRode;
  r.pos.active = kNone, r.pos.chit = Chit::None;
  END;
}

static void mark_regroup(Run& r, Seat side) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    r.pos.drop(u, kInMu);
    if (!r.pos.on_map(u) || side_of(r.look(), u) != side || r.pos.has(u, kMoved)) continue;
    const Footprint f = footprint(r.look(), u);
    const bool idle = r.pos.has(u, kInCommand) && !r.pos.has(u, kHadMu) && !in_zone(r.look(), f, side);                    // 8.9.2.2-a
    const bool lost = !r.pos.has(u, kInCommand) && r.pos.unit[u].order != Order::Pgd && !beside_enemy(r.look(), f, side);  // 8.9.2-a
    if (idle || lost) r.pos.set(u, kInMu);
  }
}

Flow RegroupChit::run(Run& r) {
  BEGIN;
  r.pos.chit = Chit::Regroup;
  for (i = 0; i < 2; ++i) {
    STEP("8.9.2-a");
    mark_regroup(r, Seat(i ? 1 - r.pos.drawer : r.pos.drawer));
    for (;;) {
      ASK(ChooseMover{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
      if (r.answer().verb == Verb::Done) break;
      take_up(r, r.answer());
      CALL(Moving{});
    }
  }
  r.pos.chit = Chit::None;
  END;
}

}  // namespace tambour::bataille
