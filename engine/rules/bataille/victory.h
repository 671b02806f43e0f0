// SPDX-License-Identifier: MIT
// Victory points of a sheet with `vp` lines, margins, automatic victory.
#pragma once
#include "rules/bataille/shape.h"

namespace tambour::bataille {

int victory_points(const Look& b, Seat side);
uint8_t verdict_by_points(const Look& b);  // at the end
bool is_decisive(const Look& b);
bool wins_at_once(const Look& b);          // the first side, at the end of a Reorganization Segment
int increments_lost(const Look& b, UnitId u);

}  // namespace tambour::bataille
