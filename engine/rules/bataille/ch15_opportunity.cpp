// SPDX-License-Identifier: MIT
// Chapters 10.1.3 and 15.6.
#include "rules/bataille/ch15_opportunity.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch16_declare.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

// 12.5.5: of a column that charges only the head can be fired at.
static bool charges_in_column(const Look& b, UnitId u) {
  return is_horse(b, u) && b.pos.horse[counter(b, u).horse].flags & kInColumnCharge && by("12.5.5-a", "15.6.4-a");
}

static bool reacts(const Look& b, UnitId u, HexId h) {
  if (!b.pos.on_map(u) || in_hand(b, u) || b.pos.stack.top(b.pos.at(u)) != u) return false;
  if (b.pos.has(u, kAssault | kTarget) && by("16.2.5.3-a")) return false;
  if (b.pos.has(u, kCharged) && by("19.2.7.2-a")) return false;
  if (!zone_reaches(b, u, h)) return false;  // 15.6-b
  const Neighbour n = contact(b, u, h);
  return firing_range(b, u, n.part) > 0;
}

// 12.9.5.2, 19.7.4: the enemies whose hex the chargers are in, and nobody else.
static UnitId ridden_over(const Look& b, UnitId mover, HexId h) {
  if (!b.pos.hand[0].count || !in_hand(b, mover) || !(b.pos.hand[0].flags & kCharging) || !enemy_at(b, h, side_of(b, mover))) return kNoUnit;
  return top_at(b, h);
}

static Attack from_within(const Look& b, UnitId mover, int part, UnitId square) {
  Attack out;
  const HexId h = footprint(b, mover)[part];
  by("12.9.5.2-a", "19.7.4-1-out");
  if (firing_range(b, square, 0) == 0 || b.pos.has(square, kAssault | kTarget | kCharged) || lets_ride_over(b, square, mover, part)) return out;
  add_fire(out, b, square, 0, h, false);
  out.value *= out.ledger.times(Ratio(1, 2), cite("15.6-c"), mover, h);
  close_attack(out, b, mover, h, nullptr, 0);
  return out;
}

Attack opportunity_on(const Look& b, UnitId mover, int part) {
  Attack out;
  HexId from[16];
  int n = 0;
  const Footprint f = footprint(b, mover);
  if (part >= f.size() || (part > 0 && charges_in_column(b, mover))) return out;
  if (const UnitId square = ridden_over(b, mover, f[part]); square != kNoUnit) return from_within(b, mover, part, square);
  for (UnitId u = kFirstUnit; b.field.units.has(u) && n < 16; ++u) {
    if (side_of(b, u) == side_of(b, mover) || !reacts(b, u, f[part])) continue;
    // A109: a stack that reaches two hexes of the mover fires at the one nearer its head.
    if (part > 0 && reacts(b, u, f[0])) continue;
    if (lets_ride_over(b, u, mover, part)) continue;
    const Neighbour at = contact(b, u, f[part]);
    add_fire(out, b, u, at.part, f[part], false);
    from[n++] = footprint(b, u)[at.part];
  }
  if (!n) return out;
  out.value *= out.ledger.times(Ratio(1, 2), cite("15.6-c"), mover, f[part]);
  if (out.guns) by("18.8.1-a");
  close_attack(out, b, mover, f[part], from, n);  // by the mover's own formation, whoever else is in the hex
  return by("15.3-b", "15.6-b", "10.1.3.3-a"), out;
}

bool can_react(const Look& b, UnitId mover) {
  if (b.pos.hand[0].count && in_hand(b, mover) && b.pos.hand[0].flags & kNoReaction) return false;
  for (int part = 0; part < footprint(b, mover).size(); ++part)
    if (opportunity_on(b, mover, part).column >= 0) return true;
  return false;
}

// Points spent in a zone, or leaving it, draw fire. Turning does not, nor does entering: the hex left counts.
bool draws_fire(const Look& b, Action a) {
  const UnitId u = b.pos.hand[0].unit[0];
  if ((a.verb == Verb::Face || a.verb == Verb::FaceSide) && by("10.4-b", "9.2.2-b")) return false;
  if (in_stride(b, a)) return false;
  if (climbs_over_guns(b, a)) return stays_in_zone(b, u);
  static constexpr Verb kFree[] = {Verb::DeclareCharge, Verb::Assault, Verb::OldGuardCharge, Verb::Stop, Verb::Prone, Verb::StandUp, Verb::Drop};
  if (std::find(std::begin(kFree), std::end(kFree), a.verb) != std::end(kFree)) return false;
  if (!in_zone(b, footprint(b, u), side_of(b, u)) && by("10.1.3-h")) return false;
  if (a.verb == Verb::Restack) by("10.1.3-d", "11.2.1.1-a");
  if (a.verb == Verb::Move) by("10.1.3-c");
  else by("10.1.3-b", "10.4-a", "10.4-b");
  return by("10.1.3-a", "10.1.3.2-a", "10.1.3.2-b", "24.0-n"), can_react(b, u);
}

bool stays_in_zone(const Look& b, UnitId joined) {
  const Footprint f = footprint(b, joined);
  const bool over = std::any_of(f.begin(), f.end(), [&](HexId h) { return ridden_over(b, joined, h) != kNoUnit; });
  return b.pos.on_map(joined) && (over || in_zone(b, f, side_of(b, joined))) && can_react(b, joined);
}

static int shoot(Run& r, UnitId mover, int part) {
  const Attack a = opportunity_on(r.look(), mover, part);
  const HexId h = footprint(r.look(), mover)[part];
  const int lost = losses_by(r.look(), a, r.roll_index());
  by("15.1-b");
  r.tell({.fact = Fact::FireAttack,
          .who = mover,
          .hex = h,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("15.6-a")});
  return lost;
}

static void note_reactors(Run& r, UnitId mover) {
  for (UnitId u : all_units(r.field))
    for (const HexId h : footprint(r.look(), mover))
      if (side_of(r.look(), u) != side_of(r.look(), mover) && (reacts(r.look(), u, h) || ridden_over(r.look(), mover, h) == u)) {
        note_fired(r, u);
        if (guns_ready(r.look(), u) && !by("18.14-c")) spend_round(r, u);
      }
}

// 12.11.2-a: a unit that loses its order on the move has half of what was left; A75: rounded once.
static void slow_down(Run& r) {
  Hand& hand = r.pos.hand[0];
  if (hand.flags & kCharging) return;  // a Charge has five points, whatever becomes of it
  const int left = std::max(0, hand.allowance - hand.spent);
  hand.allowance = uint8_t(hand.spent + 2 * int(Ratio(left, 4).nearest()));
}

void close_head(Run& r, HexId h) {
  const UnitId u = shaper(r.look(), r.pos.hand[0].unit[0]);
  reshape(r, u, Footprint{h});
  for (int k = 0; k < r.pos.hand[0].count; ++k) r.pos.drop(r.pos.hand[0].unit[k], kCollapse);
}

void leave_failed(Run& r) {
  Hand& hand = r.pos.hand[0];
  const HexId head = r.pos.at(hand.unit[0]);
  const Footprint f = footprint(r.look(), hand.unit[0]);
  const bool crowded = std::any_of(f.begin(), f.end(), [&](HexId h) { return top_at(r.look(), h) != kNoUnit; });
  for (int k = hand.count - 1; k > 0; --k) {
    const UnitId u = hand.unit[k];
    if (!r.pos.has(u, kMustMove | kMustRout)) continue;
    std::copy(hand.unit + k + 1, hand.unit + hand.count, hand.unit + k);
    hand.unit[--hand.count] = kNoUnit;
    if (crowded && !is_gun(r.look(), u)) r.pos.unit[u].hexes = 1, r.pos.unit[u].trail = 0, r.pos.drop(u, kCollapse);
    unlink_stack(r, head);
    r.pos.stack.at[u] = kNoHex;
    r.pos.stack.put_at_bottom(u, head);
    link_stack(r, head);
    r.pos.set(u, kMoved);
  }
}

static UnitId still_there(const Look& b, UnitId top, HexId hex) {
  if (b.pos.on_map(top)) return top;
  for (const Hand& hand : hands(b.pos))
    if (hand.count && b.pos.at(hand.unit[0]) == hex) return hand.unit[0];
  return b.pos.stack.top(hex);
}

static bool moves(const Look& b, UnitId u) {  // in hand 0
  const Hand& hand = b.pos.hand[0];
  return std::count(hand.unit, hand.unit + hand.count, u) > 0;
}

Flow OpportunityFire::run(Run& r) {
  BEGIN;
  STEP("15.6-a");
  before = uint8_t(increments(r.look(), top)), marked = r.pos.unit[top].losses, hex = r.pos.at(top);
  in_hand_0 = moves(r.look(), top);
  ASK(ReactFire{other(side_of(r.look(), top)), top});
  if (r.answer().verb == Verb::Pass && moves(r.look(), top)) r.pos.hand[0].flags |= kNoReaction;
  if (r.answer().verb != Verb::Yes) RETURN(0);
  for (part = 0; part < footprint(r.look(), top).size(); ++part) {
    if (opportunity_on(r.look(), top, part).column < 0) continue;
    ROLL(Dice::Sixes, fire_breaks(r.look(), opportunity_on(r.look(), top, part)), OpportunityDie{top, part});
    lost = uint8_t(lost + shoot(r, top, part));
    if (r.roll_index() >= 34) natural = 1;
  }
  note_reactors(r, top);
  if (lost) {
    STEP("15.6.1-a");
    lose(r, top, lost, false, hex, cite("15.6.1-a"));
  }
  if (natural) {
    STEP("8.2-c");
    CALL(LeaderCasualty{hex});
    natural = uint8_t(r.result() > 0), steps = uint8_t(std::max(0, r.result() - 1));
  }
  if (still_there(r.look(), top, hex) == kNoUnit || (!natural && !(lost && fire_check_due(r.look(), top, marked)))) RETURN(lost);
  STEP("10.1.3.3-b");
  count = uint8_t(stack_size(r.look(), still_there(r.look(), top, hex)));
  CALL(StackCheck{still_there(r.look(), top, hex), int8_t(-int(steps)), is_grievous(r.look(), top, before) ? top : kNoUnit,
                  uint8_t(steps ? kByLeader : kByFire)});
  if (r.result() == 0 || !in_hand_0 || !r.pos.hand[0].count) RETURN(lost);
  if (r.result() < count) {
    leave_failed(r);
    CALL(Settle{});
    RETURN(lost);
  }
  slow_down(r);
  if (r.pos.has(r.pos.hand[0].unit[0], kCollapse)) {
    ASK(CollapseTo{r.pos.hand[0].unit[0]});
    close_head(r, r.answer().hex);
  }
  RETURN(lost);
  END;
}

}  // namespace tambour::bataille
