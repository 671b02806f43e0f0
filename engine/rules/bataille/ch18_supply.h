// SPDX-License-Identifier: MIT
// Chapter 18.14: where batteries draw their rounds from, and ammunition wagons.
#pragma once
#include "rules/bataille/ch10_zones.h"

namespace tambour::bataille {

inline bool is_wagon(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Wagon; }
inline bool is_wreck(const Look& b, UnitId u) { return b.pos.has(u, kWrecked); }
inline bool is_clearing(const Look& b, UnitId u) { return b.pos.clearing.has(u); }
inline void stop_clearing(Run& r, UnitId u) { r.pos.clearing.remove(u); }

bool supplied(const Look& b, UnitId battery);     // rounds of its own, or a wagon in reach
UnitId wagon_of(const Look& b, UnitId battery);   // the nearest it can draw from, or kNoUnit
void spend_round(Run& r, UnitId battery);
void lose_rounds(Run& r, UnitId wagon, int rounds, Citation why);
void wreck(Run& r, UnitId wagon, Citation why);
void send_to_box(Run& r, UnitId u, Citation why);  // the Battery Box, 18.11

}  // namespace tambour::bataille
