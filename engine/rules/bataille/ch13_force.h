// SPDX-License-Identifier: MIT
// Chapter 13.3: Force March of a division.
#pragma once
#include "rules/bataille/ch12_mover.h"

namespace tambour::bataille {

int forced_by(const Look& b, UnitId u);               // leader whose division is force marching, or -1
Refusal force_barred(const Look& b, int leader);
Refusal forced_step_barred(const Look& b, const Step& to);
void begin_force(Run& r, int leader, int die);

struct EndForce {  // one roll for the division, 13.3.3
  static constexpr const char* kName = "EndForce";
  uint8_t leader;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
