// SPDX-License-Identifier: MIT
// Chapters 12.10.7 and 12.10.8: what cavalry skirmishers do to those who run past them, and to those before them.
#pragma once
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

void forget_harassers(Run& r, int which);
void note_harassers(Run& r, int which, HexId left);  // the stack in this hand has left the hex
Attack harassment(const Look& b, int which, int i);
bool attacks_as_skirmisher(const Look& b, UnitId u, HexId target);  // 12.10.8, in the Fire Segment

DIE(HarassmentDie, "Harassment", "Cavalry skirmishers fall upon those who run", uint8_t which, i;);

struct Harass {  // at the end of a retreat: every cavalry skirmisher whose zone it led through
  static constexpr const char* kName = "Harass";
  uint8_t which;
  uint8_t i = 0, before = 0, marked = 0, lost = 0, steps = 0;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
