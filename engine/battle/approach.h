// SPDX-License-Identifier: MIT
// Distance to a hex over the ground, for the evaluations of the books.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "hex/hex.h"

namespace tambour {

inline constexpr int kNoWay = 250;

// The cost of the cheapest way from every hex to `goal`, at most kNoWay. cost(from, side, to): of one step, below 0 if it is closed.
template <class Cost>
std::vector<uint8_t> approach(const Grid& grid, HexId goal, Cost cost) {
  std::vector<uint8_t> far(std::size_t(grid.size()), kNoWay);
  std::vector<HexId> open{goal};
  far[goal] = 0;
  for (std::size_t i = 0; i < open.size(); ++i)  // costs are small: a hex reached more cheaply later is opened again
    for (int k = 0; k < 6; ++k) {
      const HexId to = open[i], from = grid.neighbour(to, k);
      if (from == kNoHex) continue;
      const int step = cost(from, opposite(k), to);
      const int all = std::min(kNoWay, far[to] + step);
      if (step < 0 || all >= far[from]) continue;
      far[from] = uint8_t(all);
      open.push_back(from);
    }
  return far;
}

}  // namespace tambour
