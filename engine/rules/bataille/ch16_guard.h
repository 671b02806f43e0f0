// SPDX-License-Identifier: MIT
// Chapter 16.10: the Old Guard charges while it moves, and may go on.
#pragma once
#include "rules/bataille/ch13_movement.h"

namespace tambour::bataille {

ChargeMeans begin_guard_charge(const Look& b);  // of the stack in hand 0, as it is about to be put down
bool charges(const Look& b, UnitId u);          // it has come up to its target

struct GuardCharge {
  static constexpr const char* kName = "GuardCharge";
  uint8_t spent, allowance;
  UnitId unit;
  uint8_t advanced = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
