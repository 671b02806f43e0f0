// SPDX-License-Identifier: MIT
// Chapters 8.4, 8.9.2 and 13.1: whose turn it is to move, and who moves.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"

namespace tambour::bataille {

int allowance(const Look& b, UnitId u) {
  const int mp = counter(b, u).mp;
  if (b.pos.unit[u].order == Order::Good) return 2 * mp;
  return by("12.11.2-a", "13.1.1.1-a"), 2 * int(Ratio(mp, 2).nearest());
}

static bool can_move(const Look& b, UnitId u) {
  return b.pos.on_map(u) && b.pos.has(u, kInMu) && !b.pos.has(u, kMoved) && b.pos.unit[u].order != Order::Pgd;
}

Refusal ChooseMover::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return by("13.1-a"), Refusal{};
  if (b.field.is_officer(a.who)) {
    const int k = b.field.officer(a.who);
    if (a.verb != Verb::Select || b.pos.active != k || side_of(b, a.who) != side || b.pos.chit != Chit::Maneuver) REFUSE("8.9.1-a", a.who);
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
    if (n > 1) by("13.1.3.1-a");
    by("13.1.1-c"), hand.allowance = uint8_t(std::min<int>(hand.allowance, allowance(r.look(), list[k])));
    r.pos.unit[list[k]].distance = uint8_t(nearest_enemy(r.look(), r.pos.at(list[k]), side_of(r.look(), list[k])));
  }
  if (a.verb == Verb::SelectStack && by("8.1.5-a", "8.1.1.1-a")) hand.flags |= kLeadersRide;
  if (r.pos.chit == Chit::Regroup) hand.flags |= r.pos.has(a.who, kInCommand) ? kIdle : kRegrouping;
}

static void mark_mu(Run& r, int leader) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    r.pos.drop(u, kInMu);
    const Counter& c = counter(r.look(), u);
    const bool mine = c.leader == leader || (r.field.officers[c.leader].superior == leader && !(r.pos.leader[c.leader].flags & kHoldsChit));
    // A second look at the chit can only take units out.
    by("8.4.3.6-a", "7.1.2-b", "7.1.2-c", "8.4.2-b", "8.4-d");
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
  by("5.3.9-b", "8.4-a", "8.4.4-a", "7.2.1-d");
  for (;;) {
    ASK(ChooseMover{side});
    if (r.answer().verb == Verb::Done) break;
    if (r.field.is_officer(r.answer().who)) {
      CALL(RideLeader{r.answer().who});
      continue;
    }
    if (r.answer().verb == Verb::StandUp) {
      stand_up(r, r.answer().who);
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
  by("13.1.8-j");
  for (i = 0; i < 2; ++i) {
    STEP("8.9.2-a");
    mark_regroup(r, Seat(i ? 1 - r.pos.drawer : r.pos.drawer));
    for (;;) {
      ASK(ChooseMover{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
      if (r.answer().verb == Verb::Done) break;
      if (r.answer().verb == Verb::StandUp) {
        stand_up(r, r.answer().who);
        continue;
      }
      take_up(r, r.answer());
      CALL(Moving{});
    }
  }
  r.pos.chit = Chit::None;
  END;
}

}  // namespace tambour::bataille
