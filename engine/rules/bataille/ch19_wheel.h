// SPDX-License-Identifier: MIT
// Chapters 12.3.7, 19.17.1.1, 19.17.5 and 19.18.7: cavalry that reacts ahead, or off its flank by a Quarter-Wheel.
#pragma once
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

struct Stance {  // how a stack stands as it reacts; `s` is of the unit that shapes it
  UnitState s;
  Footprint f;
};
using Stances = FixedVector<Stance, 3>;  // as it stands, and wheeled to either hand

Stance stance_of(const Look& b, UnitId u);
Stances stances(const Look& b, UnitId u);
bool reaches(const Look& b, const Stance& at, const Footprint& foe, int depth);  // a hex of it lies in this stance's zone
bool reaches(const Look& b, UnitId u, const Footprint& foe, int depth);          // in that of any stance

// k: the Charge it rides against; kNone: it charges a foe on the move.
Refusal stance_barred(const Look& b, const Stance& at, UnitId u, UnitId foe, int k);
Refusal every_stance_barred(const Look& b, UnitId u, UnitId foe, int k);  // one it may charge from is enough

// 19.17.5, 19.18.7: to the hand that the foe is on, at no cost; to one before it, it charges as it stands.
void wheel_to(Run& r, UnitId u, UnitId foe, int k, Citation why);

}  // namespace tambour::bataille
