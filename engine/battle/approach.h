// SPDX-License-Identifier: MIT
// Distances over terrain: by movement cost for evaluations, in steps for rout moves.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "hex/hex.h"

namespace tambour {

inline constexpr int kNoWay = 250;

// The cost of the cheapest way from every hex to `goal`, at most kNoWay. cost(from, side, to): of one step, negative if impassable.
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

inline constexpr uint8_t kUnreached = 255;

// Steps from every hex to the nearest of `goals`. open(from, side): a step out of `from` over this side can be taken.
template <class Open>
std::vector<uint8_t> steps_to(const Grid& grid, const std::vector<HexId>& goals, Open open) {
  std::vector<uint8_t> far(std::size_t(grid.size()), kUnreached);
  std::vector<HexId> reached = goals;
  for (HexId h : goals) far[h] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (int k = 0; k < 6; ++k) {
      const HexId from = grid.neighbour(reached[i], k);
      if (from == kNoHex || far[from] != kUnreached || !open(from, opposite(k))) continue;
      far[from] = uint8_t(std::min(kUnreached - 1, far[reached[i]] + 1));
      reached.push_back(from);
    }
  return far;
}

}  // namespace tambour
