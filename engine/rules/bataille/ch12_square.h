// SPDX-License-Identifier: MIT
// Chapter 12.9: joining a Square, and when one breaks up.
#pragma once
#include "rules/bataille/ch20_morale.h"

namespace tambour::bataille {

bool joins_square(const Look& b);         // the mover stops with a Square, or as one with unlimbered guns
void check_square(Run& r, UnitId u);      // after losses

struct JoinSquare {  // 12.9.4: the mover and those it joins check on one roll
  static constexpr const char* kName = "JoinSquare";
  uint8_t spare = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
