// SPDX-License-Identifier: MIT
// Chapter 16.3.8: the parting shot of a light company, and the fire of its battalion.
#include <algorithm>

#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch16_preretreat.h"

namespace tambour::bataille {

// Opportunity Fire counts half.
Attack one_attack(const Look& b, UnitId unit, UnitId at, bool opportunity) {
  Attack out;
  HexId from[6];
  int n = 0;
  const Footprint f = footprint(b, unit);
  HexId target = kNoHex;
  for (int part = 0; part < std::min(2, f.size()); ++part)
    for (const HexId h : footprint(b, at))
      if (b.field.grid.distance(f[part], h) == 1 && (target == kNoHex || target == h) && firing_range(b, unit, part) > 0 &&
          faces(b, unit, part, h) && (n == 0 || from[n - 1] != f[part])) {
        add_fire(out, b, unit, part, h, false);
        target = h, from[n++] = f[part];
      }
  if (!n) return out;
  if (opportunity) out.value *= out.ledger.times(Ratio(1, 2), cite("15.6-c"), unit);
  close_attack(out, b, at, target, from, n);
  return out;
}

Flow FireOnce::run(Run& r) {
  BEGIN;
  if (one_attack(r.look(), unit, at, opportunity).column < 0) RETURN(0);
  ROLL(Dice::Sixes, fire_breaks(r.look(), one_attack(r.look(), unit, at, opportunity)), ShotDie{unit, at, opportunity});
  lost = uint8_t(losses_by(r.look(), one_attack(r.look(), unit, at, opportunity), r.roll_index()));
  before = uint8_t(increments(r.look(), at)), marked = r.pos.unit[at].losses, hex = r.pos.at(at);
  r.tell({.fact = Fact::FireAttack,
          .who = at,
          .hex = hex,
          .value = int16_t(r.face()),
          .value2 = int16_t(lost),
          .why = opportunity ? cite("16.3.8-b") : cite("16.3.8-a")});
  note_fired(r, unit);
  if (r.roll_index() >= 34) steps = 1;
  if (lost) lose(r, at, lost, false, hex, opportunity ? cite("16.3.8-b") : cite("16.3.8-a"));
  if (steps) {
    STEP("8.2-c");
    CALL(LeaderCasualty{hex});
    steps = uint8_t(r.result());
  }
  if (r.pos.stack.top(hex) == kNoUnit || (!steps && !(lost && fire_check_due(r.look(), at, marked)))) RETURN(lost);
  CALL(StackCheck{r.pos.stack.top(hex), int8_t(-std::max(0, int(steps) - 1)), is_grievous(r.look(), at, before) ? at : kNoUnit,
                  uint8_t(steps ? kByLeader : kByFire)});
  CALL(Settle{});
  RETURN(lost);
  END;
}

static bool is_parent_of(const Look& b, UnitId company, HexId target) {
  const UnitId parent = counter(b, company).parent;
  return parent != kNoUnit && b.pos.on_map(parent) && top_at(b, target) != kNoUnit && b.pos.at(top_at(b, target)) == b.pos.at(parent);
}

Flow ParentFire::run(Run& r) {
  BEGIN;
  if (!is_parent_of(r.look(), company, r.pos.unit[at].target)) {
    STEP("16.3.8-c");
    RETURN(0);
  }
  if (one_attack(r.look(), top_at(r.look(), r.pos.unit[at].target), at, true).column < 0) RETURN(0);
  STEP("16.3.8-b");
  ASK(ParentShot{top_at(r.look(), r.pos.unit[at].target), at});
  if (r.answer().verb == Verb::Yes) {
    CALL(FireOnce{top_at(r.look(), r.pos.unit[at].target), at, 1});
  }
  END;
}

}  // namespace tambour::bataille
