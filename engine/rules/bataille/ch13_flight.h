// SPDX-License-Identifier: MIT
// Chapter 13.2: which hexes are open to the stack that falls back, the one in hand 1.
#pragma once
#include "rules/bataille/ch13_retreat.h"

namespace tambour::bataille {

inline const Hand& fleeing(const Look& b) { return b.pos.hand[1]; }
Refusal step_barred(const Look& b, HexId h);        // to its next hex
bool any_step(const Look& b, bool farther);         // farther: from all enemies
bool has_cover(const Look& b, HexId h, Seat side);  // or there is none to be had (13.2.6)

}  // namespace tambour::bataille
