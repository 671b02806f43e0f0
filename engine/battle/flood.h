// SPDX-License-Identifier: MIT
// All hexes that a mover can reach.
#pragma once
#include <cstring>

#include "battle/around.h"

namespace tambour {

// Writes into `left`, for every hex, the most movement points a mover can have left there, or -1. `step(at, to, side, points)` is the cost
// of a step with so many points left, negative if barred. Costs must be positive. Nothing is allocated.
template <int Hexes, class Field, class Step>
void flood(const Field& field, HexId from, int points, int8_t* left, Step step) {
  std::memset(left, -1, std::size_t(field.grid.size()));
  // A hex reached more cheaply later is opened again, but waits at most once, so the queue never holds more than all hexes.
  HexId open[Hexes];
  bool waits[Hexes] = {};
  int first = 0, waiting = 0;
  const auto enlist = [&](HexId h) {
    if (waits[h]) return;
    waits[h] = true;
    open[(first + waiting++) % Hexes] = h;
  };
  left[from] = int8_t(points);
  for (enlist(from); waiting > 0;) {
    const HexId at = open[first];
    first = (first + 1) % Hexes, --waiting, waits[at] = false;
    for (int side = 0; side < 6; ++side) {
      const HexId to = field.across(at, side);
      if (to == kNoHex || left[to] >= left[at]) continue;
      const int cost = step(at, to, side, left[at]), rest = left[at] - cost;
      if (cost < 0 || rest <= left[to]) continue;
      left[to] = int8_t(rest);
      enlist(to);
    }
  }
}

}  // namespace tambour
