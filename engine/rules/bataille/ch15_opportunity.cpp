// SPDX-License-Identifier: MIT
// Chapter 15.6.
#include "rules/bataille/ch15_opportunity.h"

#include <algorithm>

namespace tambour::bataille {

static bool reacts(const Look& b, UnitId u, HexId h) {
  if (!b.pos.on_map(u) || in_hand(b, u) || b.pos.stack.top(b.pos.at(u)) != u) return false;
  if (b.pos.has(u, kAssault | kTarget)) return false;  // 16.2.5.3-a
  if (!zone_reaches(b, u, h)) return false;            // 15.6-b
  const Neighbour n = contact(b, u, h);
  return firing_range(b, u, n.part) > 0;
}

Attack opportunity_on(const Look& b, int part) {
  Attack out;
  HexId from[16];
  int n = 0;
  const UnitId mover = b.pos.hand[0].unit[0];
  const Footprint f = footprint(b, mover);
  if (part >= f.size()) return out;
  for (UnitId u = 0; u < b.field.unit_count() && n < 16; ++u) {
    if (side_of(b, u) == side_of(b, mover) || !reacts(b, u, f[part])) continue;
    // A109: a stack that reaches two hexes of the mover fires at the one nearer its head.
    if (part > 0 && reacts(b, u, f[0])) continue;
    const Neighbour at = contact(b, u, f[part]);
    add_fire(out, b, u, at.part, f[part], false);
    from[n++] = footprint(b, u)[at.part];
  }
  if (!n) return out;
  out.value *= out.ledger.times(Ratio(1, 2), cite("15.6-c"), mover, f[part]);
  close_attack(out, b, mover, f[part], from, n);
  return out;
}

bool can_react(const Look& b) {
  if (!b.pos.hand[0].count || b.pos.hand[0].flags & kNoReaction) return false;
  return opportunity_on(b, 0).column >= 0 || opportunity_on(b, 1).column >= 0;
}

static int shoot(Run& r, int part) {
  const Attack a = opportunity_on(r.look(), part);
  const UnitId mover = r.pos.hand[0].unit[0];
  const HexId h = footprint(r.look(), mover)[part];
  const int lost = losses_by(r.look(), a, r.roll_index());
  r.tell({.fact = Fact::FireAttack,
          .who = mover,
          .hex = h,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("15.6-a")});
  return lost;
}

// 12.11.2-a: who loses his order on the move has half of what was left; A75: rounded once.
static void slow_down(Run& r) {
  Hand& hand = r.pos.hand[0];
  const int left = std::max(0, hand.allowance - hand.spent);
  hand.allowance = uint8_t(hand.spent + 2 * int(Ratio(left, 4).nearest()));
}

static void close_head(Run& r, HexId h) {
  const UnitId u = shaper(r.look(), r.pos.hand[0].unit[0]);
  reshape(r, u, Footprint{h});
  for (int k = 0; k < r.pos.hand[0].count; ++k) r.pos.drop(r.pos.hand[0].unit[k], kCollapse);
}

Flow OpportunityFire::run(Run& r) {
  BEGIN;
  STEP("15.6-a");
  top = r.pos.hand[0].unit[0];
  before = uint8_t(increments(r.look(), top));
  ASK(ReactFire{other(side_of(r.look(), top))});
  if (r.answer().verb == Verb::Pass) r.pos.hand[0].flags |= kNoReaction;
  if (r.answer().verb != Verb::Yes) RETURN(0);
  for (part = 0; part < footprint(r.look(), top).size(); ++part) {  // 10.1.3.3-a
    if (opportunity_on(r.look(), part).column < 0) continue;
    ROLL(Dice::Sixes, fire_breaks(r.look(), opportunity_on(r.look(), part)));
    lost = uint8_t(lost + shoot(r, part));
  }
  if (!lost) RETURN(0);
  STEP("15.6.1-a");
  lose(r, top, lost, false, r.pos.at(top), cite("15.6.1-a"));
  if (!r.pos.hand[0].count) RETURN(lost);
  STEP("10.1.3.3-b");
  lone = r.pos.hand[0].unit[0] == top && 2 * (before - increments(r.look(), top)) >= before && r.field.units[top].size == Size::Battalion;
  CALL(StackCheck{r.pos.hand[0].unit[0], 0, lone ? top : kNoUnit, kByFire});
  if (r.result() > 0 && r.pos.hand[0].count) {
    slow_down(r);
    if (r.pos.has(r.pos.hand[0].unit[0], kCollapse)) {
      ASK(CollapseTo{r.pos.hand[0].unit[0]});
      close_head(r, r.answer().hex);
    }
  }
  RETURN(lost);
  END;
}

}  // namespace tambour::bataille
