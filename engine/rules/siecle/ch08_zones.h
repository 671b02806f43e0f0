// SPDX-License-Identifier: MIT
// Chapter 8: zones of control, and the flank hexes that matter for command, commanders and retreats.
#pragma once
#include "rules/siecle/ch03_stacking.h"

namespace tambour::siecle {

bool exerts_zone(const Look& b, UnitId u, int side);  // over this side of its hex

// Is the hex in a zone of a unit hostile to `side`, that of `except` left aside?
bool in_zone(const Look& b, HexId h, Seat side, UnitId except = kNoUnit);

struct Exposure {
  bool zone = false, flank = false;
  bool any() const { return zone || flank; }
};
Exposure exposure(const Look& b, HexId h, Seat side);  // to enemy fronts and flanks
inline bool next_to_enemy(const Look& b, HexId h, Seat side) { return b.field.ring[h].meets(b.pos.boards.held[index(other(side))]); }

}  // namespace tambour::siecle
