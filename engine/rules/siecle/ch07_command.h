// SPDX-License-Identifier: MIT
// Chapter 7: command radius, lines of battle, formations out of command.
#pragma once
#include "rules/siecle/ch08_zones.h"

namespace tambour::siecle {

// Hexes within `radius` of the commander by a line that avoids enemies and their fronts and flanks (7.1-b); kNone: beyond it.
struct Reach {
  uint8_t distance[kHexes];
};
void trace_command(const Look& b, HexId from, int radius, Seat side, Reach& out);
bool commander_in_command(const Look& b, int formation);  // of his chief, in phase A
bool same_line(const Look& b, UnitId a, UnitId c);        // 7.5

void mark_commanders(Run& r);            // phase A
void mark_units(Run& r, int formation);  // step 0 of an activation

}  // namespace tambour::siecle
