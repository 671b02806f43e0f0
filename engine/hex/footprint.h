// SPDX-License-Identifier: MIT
// The hexes a counter covers: one for most, two to six for lines and long columns. The head is hexes[0].
// A position stores the head, the number of hexes and the trail: three bits a step from each hex to the next, so that columns can bend.
#pragma once
#include "hex/hex.h"
#include "kit/fixed_vector.h"

namespace tambour {

inline constexpr int kLongest = 6;
using Footprint = FixedVector<HexId, kLongest>;
using Trail = uint16_t;

constexpr int trail_side(Trail trail, int step) { return trail >> 3 * step & 7; }
// A trail that runs straight along `side`.
constexpr Trail straight_trail(int side, int hexes) {
  Trail out = 0;
  for (int k = 0; k + 1 < hexes; ++k) out = Trail(out | side << 3 * k);
  return out;
}

// A footprint of n hexes laid from `head` away along `side`; empty if it leaves the map.
constexpr Footprint lay(const Grid& grid, HexId head, int side, int n) {
  Footprint out;
  for (HexId h = head; n > 0; --n, h = grid.neighbour(h, side)) {
    if (h == kNoHex) return {};
    out.push_back(h);
  }
  return out;
}
// The same along a trail; empty if it leaves the map or the trail has no such step.
constexpr Footprint lay_trail(const Grid& grid, HexId head, int hexes, Trail trail) {
  Footprint out;
  HexId h = head;
  for (int k = 0; k < hexes; ++k) {
    if (h == kNoHex) return {};
    out.push_back(h);
    if (k + 1 == hexes) break;
    if (trail_side(trail, k) > 5) return {};
    h = grid.neighbour(h, trail_side(trail, k));
  }
  return out;
}
// The trail of a footprint whose hexes follow each other; nothing if two of them do not touch.
constexpr std::optional<Trail> trail_of(const Grid& grid, const Footprint& f) {
  Trail out = 0;
  for (int k = 0; k + 1 < f.size(); ++k) {
    const int side = grid.side_to(f[k], f[k + 1]);
    if (side < 0) return std::nullopt;
    out = Trail(out | side << 3 * k);
  }
  return out;
}
constexpr bool is_straight(const Grid& grid, const Footprint& f) {
  for (int k = 1; k + 1 < f.size(); ++k)
    if (grid.side_to(f[k], f[k + 1]) != grid.side_to(f[0], f[1])) return false;
  return true;
}
constexpr Footprint reversed(const Footprint& f) {
  Footprint out;
  for (int k = f.size() - 1; k >= 0; --k) out.push_back(f[k]);
  return out;
}

// A hex that touches a footprint, once each, seen from the hex of the footprint nearest its head: n hexes in a row have 2n + 4.
struct Neighbour {
  HexId hex = kNoHex;
  uint8_t part = 0, side = 0;  // which hex of the footprint, and over which of its sides
};
using Neighbours = FixedVector<Neighbour, 2 * kLongest + 4>;
constexpr Neighbours neighbours(const Grid& grid, const Footprint& f) {
  Neighbours out;
  for (int part = 0; part < f.size(); ++part)
    for (int side = 0; side < 6; ++side) {
      const HexId h = grid.neighbour(f[part], side);
      bool known = h == kNoHex || f.contains(h);
      for (const Neighbour& n : out) known = known || n.hex == h;
      if (!known) out.push_back({h, uint8_t(part), uint8_t(side)});
    }
  return out;
}

constexpr bool touches(const Grid& grid, const Footprint& a, HexId hex) {
  for (HexId h : a)
    if (grid.distance(h, hex) == 1) return true;
  return false;
}
constexpr int distance(const Grid& grid, const Footprint& a, HexId hex) {
  int least = 9999;
  for (HexId h : a)
    if (const int d = grid.distance(h, hex); d < least) least = d;
  return least;
}
constexpr int distance(const Grid& grid, const Footprint& a, const Footprint& b) {
  int least = 9999;
  for (HexId y : b)
    if (const int d = distance(grid, a, y); d < least) least = d;
  return least;
}

}  // namespace tambour
