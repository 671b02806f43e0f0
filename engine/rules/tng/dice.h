// SPDX-License-Identifier: MIT
// What each die of this book is for, told to whoever asks before it falls: unit, rating and modifiers.
#pragma once
#include "rules/tng/ch08_4_shock.h"

namespace tambour::tng {

struct CohesionDie {  // a check without modifiers of its own
  static constexpr const char* kName = "CohesionCheck";
  static constexpr const char* kPrompt = "Cohesion check";
  UnitId unit;
  tambour::Due due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
};
struct MisguidedDie {  // 8.27-a
  static constexpr const char* kName = "MisguidedFireCheck";
  static constexpr const char* kPrompt = "Cohesion check for misguided fire";
  UnitId unit;
  tambour::Due due(const Look& b) const;
};
struct SquareDie {
  static constexpr const char* kName = "SquareCheck";
  static constexpr const char* kPrompt = "Check to form square";
  UnitId unit;
  tambour::Due due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
};
struct RecallDie {
  static constexpr const char* kName = "RecallCheck";
  static constexpr const char* kPrompt = "Check to recall the charge";
  UnitId unit;
  tambour::Due due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
};
struct RallyDie {
  static constexpr const char* kName = "RallyCheck";
  static constexpr const char* kPrompt = "Rally check";
  UnitId unit;
  tambour::Due due(const Look& b) const { return test_due(unit, cohesion(b, unit)); }
};
struct OrdersDie {
  static constexpr const char* kName = "OrdersCheck";
  static constexpr const char* kPrompt = "Check for orders";
  UnitId unit;
  tambour::Due due(const Look& b) const;
};
struct DelayDie {
  static constexpr const char* kName = "OrdersDelay";
  static constexpr const char* kPrompt = "Orders Delay";
  Seat side;
  tambour::Due due(const Look& b) const;
};
struct InitiativeDie {
  static constexpr const char* kName = "Initiative";
  static constexpr const char* kPrompt = "Initiative: the higher total wins";
  Seat side;
  tambour::Due due(const Look& b) const;
};
struct FirstReserveDie {
  static constexpr const char* kName = "FirstReserve";
  static constexpr const char* kPrompt = "Who activates a reserve first: the higher die";
  Seat side;
  tambour::Due due(const Look&) const { return side_due(side); }
};
struct IceDie {
  static constexpr const char* kName = "IceRoll";
  static constexpr const char* kPrompt = "Does the ice bear?";
  UnitId unit;
  tambour::Due due(const Look&) const { return test_due(unit, 4); }
};
struct CommitmentDie {
  static constexpr const char* kName = "Commitment";
  static constexpr const char* kPrompt = "Commitment";
  uint8_t attack;
  tambour::Due due(const Look& b) const;
};
struct CounterChargeDie {
  static constexpr const char* kName = "CounterChargeCheck";
  static constexpr const char* kPrompt = "Check to counter-charge";
  AttackMask mask;
  HexId hex;
  uint8_t spare[6] = {};
  tambour::Due due(const Look& b) const;
};
struct FireDie {
  static constexpr const char* kName = "Fire";
  static constexpr const char* kPrompt = "Fire";
  HexId target;
  tambour::Due due(const Look& b) const;
};
struct ShockDie {
  static constexpr const char* kName = "Shock";
  static constexpr const char* kPrompt = "Shock";
  AttackMask mask;
  HexId hex;
  uint8_t spare[6] = {};
  tambour::Due due(const Look& b) const;
};

// The words of data/charts/tng/fire.csv and shock.csv.
const char* row_of(FireResult result);
const char* row_of(const ShockStep& step);

}  // namespace tambour::tng
