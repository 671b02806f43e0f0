// SPDX-License-Identifier: MIT
// Chapters 8.4, 8.9.2 and 13.1: whose turn it is to move, and who moves.
#include <algorithm>

#include "rules/bataille/ch08_reinforcements.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch13_force.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch21_night.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

int allowance(const Look& b, UnitId u) {
  const bool lost = b.pos.unit[u].order != Order::Good;
  if (is_horse(b, u)) return 2 * int((rested_share(b, u) * Ratio(printed_mp(b, u), lost ? 2 : 1)).nearest());  // A75
  const int mp = printed_mp(b, u);
  if (!lost) {
    const int k = forced_by(b, u);
    return 2 * (mp + (k < 0 ? 0 : b.pos.leader[k].bonus));
  }
  return by("12.11.2-a", "13.1.1.1-a"), 2 * int(Ratio(mp, 2).nearest());
}

static bool can_move(const Look& b, UnitId u) {
  return b.pos.on_map(u) && b.pos.has(u, kInMu) && !b.pos.has(u, kMoved) && b.pos.unit[u].order != Order::Pgd;
}

// 8.10.5: who could not come in on the turn it was due comes with the Maneuver Unit of its leader.
static Refusal late_entry_barred(const Look& b, Action a, Seat side) {
  if (b.pos.chit != Chit::Maneuver || !b.field.is_unit(a.who) || !is_due(b, a.who)) REFUSE("8.9.4-a", a.who);
  if (counter(b, a.who).turn >= b.pos.turn || !is_below(b, b.pos.unit[a.who].under, b.pos.leader[b.pos.active].post)) REFUSE("8.9.4-a", a.who);
  return by("8.6.4-a"), enter_barred(b, a, side);
}

Refusal ChooseMover::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return by("13.1-a"), Refusal{};
  if (a.verb == Verb::Enter) return late_entry_barred(b, a, side);
  if (a.verb == Verb::ForceMarch) {
    if (!b.field.is_officer(a.who) || side_of(b, a.who) != side) REFUSE("13.3-a", a.who);
    return force_barred(b, b.field.officer(a.who));
  }
  if (a.verb == Verb::GrandCharge) return grand_charge_barred(b, a.who);
  if (b.field.is_officer(a.who)) {
    const int k = b.field.officer(a.who);
    const bool marches = b.pos.chit == Chit::Regroup && b.pos.leader[k].goal != kNoHex;
    if (a.verb != Verb::Select || side_of(b, a.who) != side || !(marches || (b.pos.active == k && b.pos.chit == Chit::Maneuver))) REFUSE("8.9.1-a", a.who);
    if (marches && b.pos.leader[k].flags & (kArrived | kLastTurn)) REFUSE("8.7.2-a", a.who);
    if (b.pos.grand.leader == k) REFUSE("19.16.1-a", a.who);  // he waits for the Charge he leads
    if ((b.pos.leader[k].fate != Fate::OnMap || b.pos.leader[k].flags & kRode) && by("8.9.1-b")) REFUSE("8.1.2-a", a.who);
    return by("8.4.3-a", "8.4.3.5-b"), Refusal{};
  }
  if (!b.field.is_unit(a.who) || !b.pos.on_map(a.who) || side_of(b, a.who) != side) REFUSE("13.1-a", a.who);
  if (a.verb == Verb::StandUp) {  // at any moment its owner is asked (12.13.1-d)
    if (!b.pos.has(a.who, kProne)) REFUSE("12.13.1-d", a.who);
    return {};
  }
  if (b.pos.has(a.who, kMoved)) REFUSE("8.4-c", a.who);
  if (b.pos.unit[a.who].order == Order::Pgd && by("12.12.2-b", "12.12.2-e")) REFUSE("13.2.5-a", a.who);
  if (b.pos.has(a.who, kTarget) && b.pos.chit == Chit::Regroup) REFUSE("8.4.3.5-c", a.who);
  if (b.pos.has(a.who, kTarget)) REFUSE("8.4.3.5-a", a.who);
  if (!b.pos.has(a.who, kInMu) && by("13.1.8-a")) REFUSE("8.3-a", a.who);
  if (b.pos.closed && b.pos.closed >> division_of(b, b.pos.active, a.who) & 1) REFUSE("8.4.4-b", a.who);
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

void note_riders(Run& r, bool all) {
  r.pos.riders = 0;
  for (int k = 0; k < r.field.officer_count(); ++k) {
    const LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || !footprint(r.look(), r.pos.hand[0].unit[0]).contains(s.hex)) continue;
    if (all || !(s.flags & kRode) || !by("8.1.5-a")) r.pos.riders |= 1u << k;
  }
}

void take_up(Run& r, Action a) {
  UnitId list[kMates];
  int n = 1;
  list[0] = a.who;
  if (a.verb == Verb::SelectStack) n = mates(r.look(), a.who, list);
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.allowance = 255;
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kSquareTried);
  for (int k = 0; k < n; ++k) {
    if (n > 1) by("13.1.3.1-a");
    by("13.1.1-c"), hand.allowance = uint8_t(std::min<int>(hand.allowance, allowance(r.look(), list[k])));
    r.pos.unit[list[k]].distance = uint8_t(nearest_enemy(r.look(), r.pos.at(list[k]), side_of(r.look(), list[k])));
  }
  if (a.verb == Verb::SelectStack && by("8.1.1.1-a")) hand.flags |= kLeadersRide, note_riders(r, false);
  if (r.pos.chit == Chit::Regroup) hand.flags |= regroup_flag(r.look(), a.who);
}

static void mark_mu(Run& r, int leader) {
  const UnitSet set = members(r.look(), leader, r.pos.leader[leader].mu);
  // A second look at the chit can only take units out.
  for (UnitId u : all_units(r.field)) {
    r.pos.drop(u, kInMu);
    if (set.has(u) && r.pos.on_map(u) && r.pos.has(u, kInCommand) && !r.pos.has(u, kMoved) && r.pos.unit[u].order != Order::Pgd &&
        by("8.4.3.6-a", "7.1.2-b", "7.1.2-c", "8.4-d"))
      r.pos.set(u, kInMu);
  }
}

// A corps moves division by division: with the first unit of another one the last is done (8.4.4-b).
static void open_division(Run& r, UnitId u) {
  if (r.pos.active == kNone || r.pos.leader[r.pos.active].mu != Mu::Corps) return;
  const uint8_t division = uint8_t(division_of(r.look(), r.pos.active, u));
  if (r.pos.division != kNone && r.pos.division != division) r.pos.closed |= 1u << r.pos.division;
  r.pos.division = division;
}

Flow ManeuverUnit::run(Run& r) {
  const Seat side = r.field.officers[leader].side;
  BEGIN;
  STEP("7.2.1-b");
  r.pos.active = leader, r.pos.chit = Chit::Maneuver, r.pos.division = kNone, r.pos.closed = 0;
  r.pos.leader[leader].flags = uint8_t(r.pos.leader[leader].flags & ~kHoldsChit);
  mark_mu(r, leader);
  by("5.3.9-b", "8.4-a", "8.4.4-a", "7.2.1-d");
  for (;;) {
    ASK(ChooseMover{side});
    if (r.answer().verb == Verb::Done) break;
    if (r.field.is_officer(r.answer().who) && r.answer().verb == Verb::Select) {
      CALL(RideLeader{r.answer().who});
      continue;
    }
    if (r.answer().verb == Verb::StandUp) {
      stand_up(r, r.answer().who);
      continue;
    }
    if (r.answer().verb == Verb::ForceMarch) {
      who = uint8_t(r.field.officer(r.answer().who));
      STEP("13.3.2-a");
      ROLL(Dice::D6, kAnyFace, ForceMarchDie{r.field.officer_id(who)});
      begin_force(r, who, r.face());
      continue;
    }
    if (r.answer().verb == Verb::GrandCharge) {
      CALL(DeclareGrandCharge{uint8_t(r.field.officer(r.answer().who))});
      continue;
    }
    open_division(r, r.answer().who);
    if (r.answer().verb == Verb::Enter) enter_unit(r, r.answer().who, r.answer().hex);
    else take_up(r, r.answer());
    CALL(Moving{});
  }
  if (charges_declared(r.look())) {
    STEP("7.2.2-a");
    CALL(ChargePhase{side});
  }
  for (who = 0; who < r.field.officer_count(); ++who)
    if (r.pos.leader[who].bonus) CALL(EndForce{who});
  STEP("8.4-b");
  r.pos.leader[leader].flags |= kRode;
  r.pos.active = kNone, r.pos.chit = Chit::None;
  END;
}

}  // namespace tambour::bataille
