// SPDX-License-Identifier: MIT
#include "rules/tng/dice.h"

#include "rules/tng/ch04_activation.h"
#include "rules/tng/ch08_2_fire.h"
#include "rules/tng/ch08_3_commitment.h"
#include "rules/tng/ch08_5_charge.h"

namespace tambour::tng {

tambour::Due CohesionDie::due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
tambour::Due SquareDie::due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
tambour::Due RecallDie::due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
tambour::Due RallyDie::due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
tambour::Due FirstReserveDie::due(const Look&) const { return side_due(side); }
tambour::Due IceDie::due(const Look&) const { return test_due(unit, 4); }

tambour::Due MisguidedDie::due(const Look& b) const {
  Ledger l;
  l.add(-2, cite("8.27-b"), unit);
  return test_due(unit, cohesion(b, unit), l);
}

tambour::Due OrdersDie::due(const Look& b) const {
  return test_due(unit, orders_rating(b, unit), OpenActivation{}.ledger(b, Action{.verb = Verb::TestInitiative, .who = unit}));
}

tambour::Due DelayDie::due(const Look& b) const {
  Ledger l;
  l.add(-b.pos.delay_failures[index(side)], cite("4.29-c"));
  tambour::Due out = test_due(b.field.commander_id(side), b.field.commander(side).delay, l);
  out.side = side;
  return out;
}

tambour::Due InitiativeDie::due(const Look& b) const {
  Ledger l;
  l.add(b.field.commander(side).orders, cite("5.0-a"), b.field.commander_id(side));
  return side_due(side, l);
}

tambour::Due CommitmentDie::due(const Look& b) const {
  const Attack& a = b.pos.attacks[attack];
  return test_due(a.lead, cohesion(b, a.lead), commitment_ledger(b, a));
}

tambour::Due CounterChargeDie::due(const Look& b) const {
  const UnitId top = top_fighter(b, hex);
  tambour::Due out = test_due(top, cohesion(b, top), ChooseCounterCharge{mask, hex, {}}.ledger(b, {}));
  out.hex = hex;
  return out;
}

tambour::Due FireDie::due(const Look& b) const {
  const auto& guns = b.pos.battery;
  return table_due(guns[0], target, fire_ledger(b, std::span(guns.begin(), std::size_t(guns.size())), target));
}

tambour::Due ShockDie::due(const Look& b) const {
  return table_due(b.pos.attacks[std::countr_zero(mask)].lead, hex, shock_ledger(b, mask));
}

const char* row_of(FireResult result) {
  static constexpr const char* kRows[] = {"none", "check", "disorder", "heavy"};
  return kRows[int(result)];
}

const char* row_of(const ShockStep& step) {
  static constexpr const char* kRows[2][2][3] = {{{"attacker check", "attacker check counter", "attacker check through"},
                                                  {"attacker go", "attacker go counter", "attacker go through"}},
                                                 {{"defender check", "defender check counter", "defender check through"},
                                                  {"defender go", "defender go counter", "defender go through"}}};
  return kRows[step.defender_loses][step.goes][step.counter ? 1 : step.through ? 2 : 0];
}

}  // namespace tambour::tng
