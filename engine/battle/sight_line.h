// SPDX-License-Identifier: MIT
// The hexes along a line of sight or fire.
#pragma once
#include "hex/line.h"
#include "kit/fixed_vector.h"

namespace tambour {

// Calls visit(step, hex, second hex) for everything strictly between the ends; the second hex is that of a step along a side, else
// kNoHex, and so is a hex off the map. Stops when `visit` returns false, and returns what it returned last.
template <class Visit>
bool each_on_line(const Grid& grid, HexId from, HexId to, Visit visit) {
  const Cube start = grid.cube(from);
  for (const LineStep& s : line_between(start, grid.cube(to)))
    if (!visit(s, grid.hex(start + Cube{s.q, s.r}), s.between ? grid.hex(start + Cube{s.q2, s.r2}) : kNoHex)) return false;
  return true;
}

// The sides of `to` over which a line from `from` comes in: one, or two where it comes in along a side.
inline FixedVector<int8_t, 2> sides_entered(const Grid& grid, HexId from, HexId to) {
  const Cube offset = grid.cube(to) - grid.cube(from);
  if (length(offset) < 2) return {int8_t(grid.side_to(to, from))};
  const Line line(offset);
  const LineStep& last = line.back();
  const auto seen_from_end = [&](int q, int r) { return int8_t(side_of(Cube{q, r} - offset)); };
  if (!last.between) return {seen_from_end(last.q, last.r)};
  return {seen_from_end(last.q, last.r), seen_from_end(last.q2, last.r2)};
}

}  // namespace tambour
