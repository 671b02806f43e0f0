// SPDX-License-Identifier: MIT
// Chapter 19.18.
#include "rules/bataille/ch19_opportunity.h"

#include <algorithm>

#include "rules/bataille/ch13_retreat.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_escape.h"
#include "rules/bataille/ch19_meeting.h"
#include "rules/bataille/ch19_reaction_move.h"

namespace tambour::bataille {

bool watches(const Look& b, UnitId u, UnitId mover) { return reaches(b, u, footprint(b, mover), kOpportunityDepth); }

// Next to the foe with its front, where it stands or one hex on.
bool closes_in(const Look& b, const Stance& at, const Footprint& foe, Footprint& out) {
  out = at.f;
  if (gap(b, out, foe) <= 1) return touches_front(b, out, at.s, foe) && by("19.18.4-a");
  for (int dir = 0; dir < 6; ++dir) {
    if (!goes_ahead(at.s, dir)) continue;
    int cost = 0;
    const Footprint next = shifted(b, at.f, at.s.order == Order::Good && at.s.form == Form::Line, dir, cost);
    if (next.empty() || gap(b, next, foe) != 1 || !touches_front(b, next, at.s, foe)) continue;
    return out = next, true;
  }
  return false;
}

namespace {

// A127: so many are open at once, and each needs a place.
bool has_room(const Look& b) {
  const auto open = [](const Charge& c) { return c.stage != ChargeStage::None; };
  if (std::all_of(std::begin(b.pos.charge), std::end(b.pos.charge), open)) return false;
  return kOpportunities > int(std::count_if(std::begin(b.pos.charge), std::end(b.pos.charge),
                           [](const Charge& c) { return c.stage != ChargeStage::None && c.kind == ChargeKind::Opportunity; }));
}

bool is_loose(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return s.form == Form::Skirmish && s.order == Order::Good;
}

void rout_all(Run& r, UnitId top) {
  UnitId list[kMates];
  for (int n = mates(r.look(), top, list); n > 0; --n) break_unit(r, list[n - 1], cite("19.18.6-d"));
}

// Skirmishers who close up into one hex and are too many for it lose their order.
void fall_aside(Run& r, UnitId top, HexId h) {
  UnitId list[kMates];
  reshape(r, top, Footprint{h});
  for (int n = mates(r.look(), top, list); n > 0; --n) {
    if (increments(r.look(), list[n - 1]) > 3) disorder(r, list[n - 1], cite("11.1.5-a")), r.pos.drop(list[n - 1], kCollapse);
    r.tell({.fact = Fact::Displaced, .who = list[n - 1], .hex = h, .why = cite("19.18.6-a")});
  }
}

bool begin(Run& r, OpportunityCharge& o) {
  const UnitId foe = top_at(r.look(), o.hex);
  if (!fights(r.look(), o.unit) || foe == kNoUnit || side_of(r.look(), foe) == side_of(r.look(), o.unit)) return false;
  Footprint to;
  if (!closes_in(r.look(), stance_of(r.look(), o.unit), footprint(r.look(), foe), to)) return false;
  const Charge* free = std::find_if(std::begin(r.pos.charge), std::end(r.pos.charge), [](const Charge& c) { return c.stage == ChargeStage::None; });
  if (free == std::end(r.pos.charge)) return false;
  o.k = uint8_t(free - r.pos.charge);
  Charge& c = charge(r, o.k);
  clear_charge(c);
  const HexId from = r.pos.at(o.unit);
  c.start = from, c.unit = o.unit, c.kind = ChargeKind::Opportunity, c.stage = ChargeStage::Contact;
  c.foe[0] = foe, c.foes = 1, c.flags = o.retreats ? kAtRetreat : 0;
  UnitId list[kMates];
  for (int n = mates(r.look(), o.unit, list); n > 0; --n) {
    if (!is_horse(r.look(), list[n - 1])) continue;
    HorseState& h = horse(r, list[n - 1]);
    h.flags = uint16_t(h.flags & ~(kPreserves | kInColumnCharge));
    if (r.pos.unit[o.unit].form == Form::Column && good(r.look(), o.unit)) h.flags |= kInColumnCharge;
  }
  for (int n = mates(r.look(), foe, list); n > 0; --n) r.pos.set(list[n - 1], kCharged | kMoved), r.pos.drop(list[n - 1], kPassed), by("19.18.3-s6");
  if (!to.contains(from)) {
    const Footprint left = footprint(r.look(), o.unit);
    reshape(r, o.unit, to);
    bring_riders(r, left, to[0], side_of(r.look(), o.unit));
    for (const HexId h : to) disturb_leaders(r, h, other(side_of(r.look(), o.unit)), from);
    r.tell({.fact = Fact::Moved, .who = o.unit, .hex = to[0], .from = from, .why = cite("19.18.3-s2")});
  }
  r.tell({.fact = Fact::ShockDeclared, .who = o.unit, .hex = o.hex, .why = cite("19.18.3-s2")});
  return true;
}

// In the Assault being resolved.
bool is_engaged(const Look& b, UnitId u) {
  const Melees& m = b.pos.melees;
  return std::any_of(m.fight, m.fight + m.fights, [&](const Fight& f) {
    return std::count(f.attacker, f.attacker + f.attackers, u) + std::count(f.defender, f.defender + f.defenders, u) > 0;
  });
}

// The target is still where it can be charged.
bool can_strike(const Look& b, const OpportunityCharge& o) {
  const UnitId foe = top_at(b, o.hex);
  return fights(b, o.unit) && foe != kNoUnit && side_of(b, foe) != side_of(b, o.unit) && !every_stance_barred(b, o.unit, foe, kNone);
}

// It comes up from two hexes off.
bool must_ride(const Look& b, const OpportunityCharge& o) {
  const UnitId foe = top_at(b, o.hex);
  return foe != kNoUnit && fights(b, o.unit) && gap(b, footprint(b, o.unit), footprint(b, foe)) > 1;
}

// 19.18.3-s6, for those who might still want to regroup.
void freeze(Run& r, UnitId foe) {
  if (!r.pos.on_map(foe)) return;
  UnitId list[kMates];
  for (int n = mates(r.look(), foe, list); n > 0; --n)
    if (is_horse(r.look(), list[n - 1])) horse(r, list[n - 1]).flags |= kFrozen;
}

}  // namespace

void open_event(Run& r) {
  for (HorseState& h : r.pos.horse) h.flags = uint16_t(h.flags & ~kOpportunityTried);
}

void note_watched(Run& r, UnitId mover) {
  for (UnitId u : all_units(r.field))
    if (is_horse(r.look(), u) && r.pos.on_map(u) && side_of(r.look(), u) != side_of(r.look(), mover) && !in_hand(r.look(), u) && watches(r.look(), u, mover))
      horse(r, u).flags |= kOpportunityTried;
}

bool spends_points(Action a) {
  static constexpr Verb kFree[] = {Verb::DeclareCharge, Verb::GrandCharge, Verb::Assault, Verb::OldGuardCharge, Verb::Stop,
                                   Verb::Prone,         Verb::StandUp,     Verb::Drop,    Verb::Face,           Verb::FaceSide};
  return std::find(std::begin(kFree), std::end(kFree), a.verb) == std::end(kFree);
}

Refusal opportunity_barred(const Look& b, UnitId u, UnitId mover) {
  if (!is_horse(b, u) || side_of(b, u) == side_of(b, mover)) REFUSE("19.18.1-a", u);
  if (!b.pos.on_map(u) || in_hand(b, u) || b.pos.stack.top(b.pos.at(u)) != u) REFUSE("19.18.1-a", u);
  if (horse(b, u).ready == Ready::Exhausted) REFUSE("19.18.3-cond", u);
  if (!good(b, u)) REFUSE("19.18.3-cond", u);
  if (const Refusal no = starts_barred(b, u)) return no;
  if (in_some_charge(b, u)) REFUSE("19.17.1-a", u);
  if (b.pos.segment == Segment::Assault && is_engaged(b, u)) REFUSE("16.2.5.3-a", u);  // A64
  if (has(b, u, kLetsPass)) REFUSE("19.18.1-a", u);
  if (!watches(b, u, mover)) REFUSE("19.18.2-a", u);
  if (has(b, u, kOpportunityTried)) REFUSE("19.18.1-b", u);
  if (const Refusal no = every_stance_barred(b, u, mover, kNone)) return no;
  if (in_hand(b, mover) && b.pos.hand[0].flags & kRegrouping) by("8.9.2.1-h");
  if (b.pos.has(u, kTarget)) by("16.2.8-e");
  return by("19.18.5-d", "13.1.8-b"), Refusal{};
}

// A mover without order to lose can be ridden down as well as any.
bool tempts_horse(const Look& b, UnitId mover) {
  if (mover == kNoUnit || !b.pos.on_map(mover)) return false;
  if (!has_room(b)) return false;
  for (UnitId u : all_units(b.field))
    if (is_horse(b, u) && b.pos.on_map(u) && side_of(b, u) != side_of(b, mover) && !opportunity_barred(b, u, mover)) return true;
  return false;
}

Refusal ReactCharge::barred(const Look& b, Action a) const {
  if (a.verb != Verb::DeclareCharge) return {};
  if (!b.field.is_unit(a.who)) REFUSE("19.18.1-a", a.who);
  return opportunity_barred(b, a.who, mover);
}

void forget_passes(Run& r, Seat side) {
  for (UnitId u : all_units(r.field))
    if (is_horse(r.look(), u) && side_of(r.look(), u) != side) horse(r, u).flags = uint16_t(horse(r, u).flags & ~(kLetsPass | kStaysPut | kReactMoved));
}

static void let_pass(Run& r, UnitId mover) {
  for (UnitId u : all_units(r.field))
    if (is_horse(r.look(), u) && side_of(r.look(), u) != side_of(r.look(), mover)) horse(r, u).flags |= kLetsPass;
}

Flow ChargeOffer::run(Run& r) {
  BEGIN;
  while (tempts_horse(r.look(), mover)) {
    STEP("19.18.1-a");
    ASK(ReactCharge{mover});
    if (r.answer().verb == Verb::Done) let_pass(r, mover);
    if (r.answer().verb != Verb::DeclareCharge) break;
    unit = r.answer().who;
    horse(r, unit).flags |= kOpportunityTried;
    STEP("19.18.3-s2");
    by("10.1.3.3-c", "19.1-g");
    ROLL(Dice::Sixes, check_breaks(r.look(), unit, morale_ledger(r.look(), unit, 0, cause_row(kByOpportunity))), MoraleDie{unit, 0, kByOpportunity});
    if (judge_alone(r, unit, kByOpportunity)) {
      STEP("19.18.1-c");
      by("19.18.5-b");
      RETURN(1 + index(unit));
    }
    STEP("19.18.3-s2-fail");
  }
  RETURN(0);
  END;
}

void part_from_skirmishers(Run& r, HexId from) {
  const UnitId u = r.pos.hand[0].count ? r.pos.hand[0].unit[0] : kNoUnit;
  if (u == kNoUnit) return;
  const UnitId there = top_at(r.look(), r.pos.at(u));
  if (there == kNoUnit || is_loose(r.look(), there) == is_loose(r.look(), u)) return;
  if (top_at(r.look(), from) != kNoUnit || from == r.pos.at(u)) {
    rout_all(r, there), rout_all(r, u);
    return;
  }
  fall_aside(r, is_loose(r.look(), u) ? u : there, from);
}

Flow OpportunityCharge::run(Run& r) {
  BEGIN;
  if (!can_strike(r.look(), *this)) RETURN(kStruck);
  wheel_to(r, unit, top_at(r.look(), hex), kNone, cite("19.18.7-a"));
  if (must_ride(r.look(), *this) && stays_in_zone(r.look(), unit)) {
    STEP("19.1.1-s2-react");
    CALL(OpportunityFire{unit});
    CALL(Settle{});
  }
  if (!begin(r, *this)) RETURN(kStruck);
  foe = charge(r, k).foe[0];
  by("19.18.5-a", "19.18.5-c");  // nobody is asked to charge it on its way, nor to form Square
  if (retreats) {
    STEP("19.18.5-e");
    CALL(GiveWay{k, foe});
  }
  if (charge(r, k).stage == ChargeStage::Contact) {
    STEP("19.18.3-s3");
    by("19.18.3-s4", "19.18.3-s5");
    CALL(ChargeMelee{k});
  } else {
    STEP("19.18.3-s4");
    CALL(RegroupRide{charge(r, k).unit});
    end_charge(r, k);
  }
  freeze(r, foe);
  RETURN(kStruck);
  END;
}

void resume_assault(Run& r) {
  r.pos.melees = r.pos.suspended;
  std::memset(static_cast<void*>(&r.pos.suspended), 0, sizeof r.pos.suspended);
}

// Nobody rides a Charge, no other Assault is laid by already, and the mover can be left where it is for a while.
static bool may_interrupt(const Look& b) {
  const Hand& hand = b.pos.hand[0];
  if (b.pos.grand.aloft || b.pos.suspended.fights || (hand.count && hand.flags & kCharging)) return false;
  return can_park(b);
}

Flow ChargeDisplaced::run(Run& r) {
  BEGIN;
  if (!r.pos.hand[0].count) forget_passes(r, side_of(r.look(), unit));
  open_event(r);
  unit = r.pos.stack.top(r.pos.at(unit));
  if (!may_interrupt(r.look()) || !tempts_horse(r.look(), unit)) RETURN(0);
  STEP("11.1.5.1-a");
  CALL(ChargeOffer{unit});
  if (!r.result()) RETURN(0);
  charger = UnitId(r.result() - 1);
  kept = park(r), riders = r.pos.riders;
  r.pos.suspended = r.pos.melees;
  CALL(OpportunityCharge{charger, 0, r.pos.at(unit)});
  resume_assault(r);
  take_back(r, kept), r.pos.riders = riders;
  RETURN(kStruck);
  END;
}

// The first Charge is over, but for its other targets.
static void call_off(Run& r, int k, UnitId foe) {
  Charge& c = charge(r, k);
  if (is_named(c, foe)) spare_target(r, k, foe);
  if (c.foes && r.pos.on_map(c.unit) && struck_foe(r.look(), k) != kNoUnit) return;
  std::fill(std::begin(c.foe), std::end(c.foe), kNoUnit);
  c.stage = ChargeStage::Declared, c.foes = 0, c.flags |= kReleased;
}

Flow Caught::run(Run& r) {
  BEGIN;
  r.step(is_horse(r.look(), foe) ? cite("19.5.4-c") : cite("19.4.5-c"));
  call_off(r, k, foe);
  CALL(OpportunityCharge{charger, 0, r.pos.at(foe), 1});
  RETURN(1);
  END;
}

}  // namespace tambour::bataille
