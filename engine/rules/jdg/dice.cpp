// SPDX-License-Identifier: MIT
#include "rules/jdg/dice.h"

#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch08_shock.h"

namespace tambour::jdg {

static void add_visibility(const Look& b, Ledger& out) {
  out.add(visibility_on_tests(b), b.field.night(b.pos.turn) ? cite("12.1-f") : cite("12.2-e"));
}

Due CohesionDie::due(const Look& b) const {
  Ledger l;
  l.add(modifier, modifier > 0 ? cite("8.8.1-d") : cite("8.8.1-e"), unit);  // only evasion has its own
  add_visibility(b, l);
  Due out = test_due(unit, ratings(b, unit).cohesion, l);
  out.inside = 1;
  return out;
}

Due EngagementDie::due(const Look& b) const {
  Ledger l;
  l.add(modifier, cite("9.4-b"), unit);
  Due out = test_due(unit, ratings(b, unit).engagement, l);
  out.inside = 1;
  return out;
}

Due LeaderDie::due(const Look& b) const {
  Ledger l;
  const int printed = active_marker(b)->initiative;
  l.add(printed - rating, cite("2.4.3-c"));
  return test_due(unit, printed, l);
}

Due InitiativeDie::due(const Look&) const {
  Ledger l;
  l.add(modifier, cite("3-a"));
  return side_due(side, l);
}

Due RallyDie::due(const Look& b) const {
  Ledger l;
  l.add(modifier, modifier > 0 ? cite("10.2-i") : cite("12.1-h"), unit);
  return test_due(unit, counter(b, unit).back.cohesion, l);
}

Due SquareDie::due(const Look& b) const {
  Ledger l;
  add_visibility(b, l);
  Due out = test_due(top_fighter(b, hex), rating, l);
  out.hex = hex;
  return out;
}

Due FireDie::due(const Look& b) const { return table_due(shot.gun, shot.target, fire_ledger(b, shot)); }

Due ShockDie::due(const Look& b) const {
  const Combat& c = b.pos.combats[combat];
  return table_due(top_fighter(b, c.from[0]), c.targets[0], shock_ledger(b, c));
}

const char* row_of(FireResult result) {
  static constexpr const char* kRows[] = {"none", "test", "disorder", "rout"};
  return kRows[int(result)];
}

const char* row_of(ShockResult result) {
  static constexpr const char* kRows[] = {"attacker_counter", "attacker_back", "defender_test", "defender_disorder"};
  return kRows[int(result)];
}

}  // namespace tambour::jdg
