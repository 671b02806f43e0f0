// SPDX-License-Identifier: MIT
// Dice of chapter 19: what they are for, whose they are.
#pragma once
#include "rules/bataille/ch19_charge.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

struct RecallDie {
  static constexpr const char* kName = "Recall";
  static constexpr const char* kPrompt = "Does the cavalry obey the recall?";
  UnitId unit;
  Due due(const Look& b) const {
    Due out = table_due(unit, b.pos.at(unit), recall_ledger(b, unit));
    out.side = side_of(b, unit);
    return out;
  }
};
bool call_back(Run& r, UnitId unit, int die);  // tells of it

Ledger carre_ledger(const Look& b, UnitId u, UnitId rider, bool grand);
struct CarreDie {
  static constexpr const char* kName = "FormingSquare";
  static constexpr const char* kPrompt = "Does the infantry form Square in time?";
  UnitId unit, rider;
  uint8_t grand, spare = 0;
  Due due(const Look& b) const {
    Due out = table_due(unit, b.pos.at(unit), carre_ledger(b, unit, rider, grand));
    out.side = side_of(b, unit), out.why = cite("19.7.1-a");
    return out;
  }
};
struct ChargeStandDie {
  static constexpr const char* kName = "StandAgainstCharge";
  static constexpr const char* kPrompt = "Does it stand against the Charge?";
  uint8_t k;
  UnitId unit;
  Due due(const Look& b) const {
    Due out = table_due(unit, b.pos.at(unit), charge_stand_ledger(b, k, unit));
    out.side = side_of(b, unit), out.why = cite("19.6-a");
    return out;
  }
};
struct ChargeMeleeDie {
  static constexpr const char* kName = "CavalryMelee";
  static constexpr const char* kPrompt = "The cavalry melee";
  uint8_t k;
  Due due(const Look& b) const {
    Due out = table_due(charge(b, k).unit, fight(b).hex, charge_odds(b, k).ledger);
    out.side = side_of(b, charge(b, k).unit), out.why = cite("19.9.1-b");
    return out;
  }
};

}  // namespace tambour::bataille
