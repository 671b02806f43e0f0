// SPDX-License-Identifier: MIT
// Chapters 8 and 9 of Beginners: squares at the moment of the charge, one combat, an advance of the attacker's choice.
#pragma once
#include "rows_beginners.h"
#include "rules/jdg/ch08_shock.h"

namespace tambour::beginners {

using jdg::Look;
using jdg::Run;

struct FightOut {  // 8.3 to 8.7: square attempts, reaction fire, the combat, the advance; nothing follows it (8.5-g)
  static constexpr const char* kName = "beginners::FightOut";
  uint8_t combat;
  uint8_t i = 0;
  HexId charger = kNoHex;
  Flow run(Run& r);
};
struct AdvanceFreely {  // 8.7-a: one unit at least, then as many more as the hex holds
  static constexpr const char* kName = "beginners::AdvanceFreely";
  uint8_t combat;
  UnitId unit = kNoUnit;
  HexId hex = kNoHex;
  uint8_t gone = 0, cross = 0;
  Flow run(Run& r);
};

}  // namespace tambour::beginners
