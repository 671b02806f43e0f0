// SPDX-License-Identifier: MIT
// Chapter 11: rallying, and the demoralization of formations.
#pragma once
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch05_stacking.h"

namespace tambour::jdg {

struct RallySegment {
  static constexpr const char* kName = "RallySegment";
  UnitId unit = kNoUnit;
  int8_t modifier = 0;
  Flow run(Run& r);
};
Refusal rally_barred(const Look& b, UnitId u);
struct InOrder {  // infantry and cavalry of a formation that have come into play
  int in_play = 0, good = 0;
};
InOrder in_order(const Look& b, std::size_t formation);
void check_demoralization(Run& r);  // 11.2, in Phase E after the rout moves

}  // namespace tambour::jdg
