// The straight line between two hex centres, as the hexes it crosses. Depends only on the offset between
// the ends, so it is worked out once per offset and then read from a table.
#pragma once
#include "hex/hex.h"
#include "kit/fixed_vector.h"

namespace tambour {

// One step of a line: it either enters a single hex, or runs exactly along the side between two hexes.
struct LineStep {
  int8_t q = 0, r = 0;    // hex, relative to the start
  int8_t q2 = 0, r2 = 0;  // the second hex when the line runs between two
  bool between = false;
  uint8_t index = 0;  // how many hexes from the start (both hexes of a pair have the same)
  int8_t side = -1;   // crossed from the single hex before it, or the side a pair shares; -1 right after a pair
};
// Steps strictly between the ends; the ends themselves are not in it.
using Line = FixedVector<LineStep, 24>;

inline constexpr int kLineReach = 12;  // longest line in the table; longer ones are worked out on the spot

Line trace_line(Cube offset);
const Line& line_to(Cube offset);  // |offset| <= kLineReach

// Is `to` inside the cone spanned by the two front sides of a counter at `from` facing `vertex`?
constexpr bool in_cone(Cube from, Cube to, int vertex) {
  // Every offset is a * step[v] + b * step[v+1] for exactly one pair of sides when a, b >= 0.
  const Cube d = to - from, u = kStep[vertex], w = kStep[(vertex + 1) % 6];
  const int det = u.q * w.r - u.r * w.q;  // +1 or -1
  const int a = (d.q * w.r - d.r * w.q) * det, b = (u.q * d.r - u.r * d.q) * det;
  return a >= 0 && b >= 0 && (a || b);
}

}  // namespace tambour
