// SPDX-License-Identifier: MIT
#include "rules/jdg/ch00_general.h"

#include "rules/jdg/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

UnitId top_fighter(const Look& b, HexId h) {
  for (UnitId u : b.pos.stack.in(h))
    if (!is_gun(b, u)) return u;
  return kNoUnit;
}

void turn_to(Pos& pos, UnitId u, int facing) {
  if (pos.unit[u].facing == facing) return;
  pos.unit[u].facing = uint8_t(facing);
  pos.set(u, kTurnedNow);
}

int visibility_on_tests(const Look& b) {
  if (b.field.night(b.pos.turn)) return by("12.1-f"), 2;
  return b.field.fog(b.pos.turn) && by("12.2-e") ? 1 : 0;
}

static bool passes(Run& r, UnitId unit, int total, int rating, Citation why) {
  const bool passed = total <= rating;
  r.tell(
      {.fact = passed ? Fact::TestPassed : Fact::TestFailed, .who = unit, .value = int16_t(total), .value2 = int16_t(rating), .why = why});
  return passed;
}

// 0.4-a: the die shows 0 to 9, and the 0 counts zero.
Flow CohesionTest::run(Run& r) {
  const int rating = ratings(r.look(), unit).cohesion, all = modifier + visibility_on_tests(r.look());
  BEGIN;
  STEP("0.4-a");
  ROLL_D10(test_breaks(rating - all), CohesionDie{unit, modifier});
  STEP("0.4.1-a");
  RETURN(passes(r, unit, r.face() + all, rating, cite("0.4.1-a")));
  END;
}

Flow EngagementTest::run(Run& r) {
  const int rating = ratings(r.look(), unit).engagement;
  BEGIN;
  STEP("0.4.2-a");
  ROLL_D10(test_breaks(rating - modifier), EngagementDie{unit, modifier});
  RETURN(passes(r, unit, r.face() + modifier, rating, cite("0.4.2-a")));
  END;
}

}  // namespace tambour::jdg
