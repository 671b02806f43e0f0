// SPDX-License-Identifier: MIT
// Chapter 16.10.
#include "rules/bataille/ch16_guard.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

ChargeMeans begin_guard_charge(const Look& b) {
  if (!mover(b).count || !(mover(b).flags & kGuardCharge)) return {};
  return {mover(b).spent, mover(b).allowance};
}

bool charges(const Look& b, UnitId u) { return b.pos.on_map(u) && b.pos.has(u, kAssault); }

// 16.10.1-9: who stands beyond the enemy and in nobody's zone.
static bool can_exploit(const Look& b, UnitId u) {
  if (!fights(b, u)) return false;
  if (in_zone(b, footprint(b, u), side_of(b, u))) return !by("16.10.1-2-move", "16.10.1-9");
  return true;
}

// In hand again with the points it had: the advance and the impetus have cost none.
static void pick_up(Run& r, const GuardCharge& g) {
  UnitId list[kMates];
  const int n = std::min(8, mates(r.look(), g.unit, list));
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.spent = g.spent, hand.allowance = g.allowance, hand.flags = kExploits;
  for (int k = 0; k < n; ++k) r.pos.unit[list[k]].distance = uint8_t(nearest_enemy(r.look(), r.pos.at(g.unit), side_of(r.look(), g.unit)));
  r.tell({.fact = Fact::Advanced,
          .who = g.unit,
          .hex = r.pos.at(g.unit),
          .value = int16_t(g.allowance - g.spent),
          .why = cite("16.10.1-9-free")});
}

Flow GuardCharge::run(Run& r) {
  BEGIN;
  STEP("16.10-c");
  CALL(Assault{r.pos.unit[unit].target, 0, 0, kNoHex, unit});
  advanced = uint8_t(r.result());
  if (r.pos.on_map(unit)) unit = r.pos.stack.top(r.pos.at(unit));
  if (!advanced || spent >= allowance || !can_exploit(r.look(), unit)) RETURN(0);
  r.step(advanced == 2 ? cite("16.10.1-2-move") : cite("16.10.1-9"));
  pick_up(r, *this);
  STEP("16.10.1-9-again");
  BECOME(Moving{});
  END;
}

}  // namespace tambour::bataille
