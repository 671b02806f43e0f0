// SPDX-License-Identifier: MIT
// Chapter 12.1: a regiment is on the map as one counter or as its battalions; the others lie beside it (A126).
#pragma once
#include "rules/bataille/ch12_mover.h"

namespace tambour::bataille {

int battalions_of(const Look& b, UnitId regiment, UnitId* list);  // oldest first
int battalions_lost(const Look& b, UnitId u);                     // of its formation's, this counter: 20.3
bool must_break_down(const Look& b, UnitId u);                    // 12.1.2
void break_down(Run& r, UnitId regiment);                         // in hand or not; its losses are shared (12.1.4)
void reform(Run& r, UnitId battalion);                            // the one in hand, and those it has joined
Refusal break_down_barred(const Look& b);
Refusal reform_barred(const Look& b);

struct Detach {  // the battalions leave each other at once (12.1.1)
  static constexpr const char* kName = "Detach";
  UnitId regiment;
  uint8_t spent, i = 0, n = 0;
  uint16_t flags;
  UnitId list[8] = {};
  Flow run(Run& r);
};

}  // namespace tambour::bataille
