// The hexes a counter covers: one for most, two or more for lines and long columns. The head is hexes[0].
#pragma once
#include "hex/hex.h"
#include "kit/fixed_vector.h"

namespace tambour {

using Footprint = FixedVector<HexId, 4>;

// A footprint of n hexes laid from `head` away along `side`; empty if it leaves the map.
constexpr Footprint lay(const Grid& grid, HexId head, int side, int n) {
  Footprint out;
  for (HexId h = head; n > 0; --n, h = grid.neighbour(h, side)) {
    if (h == kNoHex) return {};
    out.push_back(h);
  }
  return out;
}
constexpr bool touches(const Grid& grid, const Footprint& a, HexId hex) {
  for (HexId h : a)
    if (grid.distance(h, hex) == 1) return true;
  return false;
}
constexpr int distance(const Grid& grid, const Footprint& a, const Footprint& b) {
  int least = 9999;
  for (HexId x : a)
    for (HexId y : b)
      if (const int d = grid.distance(x, y); d < least) least = d;
  return least;
}

}  // namespace tambour
