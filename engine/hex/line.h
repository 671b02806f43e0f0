// SPDX-License-Identifier: MIT
// The straight line between two hex centres, as the hexes it crosses.
#pragma once
#include "hex/hex.h"

namespace tambour {

// One step of a line: it either enters a single hex, or runs exactly along the side between two hexes.
// No default member values: steps beyond the size of a line stay uninitialised.
struct LineStep {
  int8_t q, r;    // hex, relative to the start
  int8_t q2, r2;  // the second hex when the line runs between two
  bool between;
  uint8_t index;  // how many hexes from the start (both hexes of a pair have the same)
  int8_t side;    // crossed from the single hex before it, or the side a pair shares; -1 right after a pair
};

// From corner to corner of the longest map that the loader accepts (24 columns, 99 rows), and the most steps of such a line.
inline constexpr int kLongestLine = 110, kMostLineSteps = 145;

// Steps strictly between the ends; the ends themselves are not included. Short lines are read from a table, longer
// ones computed in place: no line allocates. A line longer than kLongestLine is a Fault.
class Line {
 public:
  explicit Line(Cube offset);
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  int size() const { return size_; }
  const LineStep* begin() const { return steps_; }
  const LineStep* end() const { return steps_ + size_; }
  const LineStep& operator[](int i) const { return steps_[i]; }
  const LineStep& back() const { return steps_[size_ - 1]; }  // only if the ends do not touch

 private:
  const LineStep* steps_;
  int size_;
  LineStep own_[kMostLineSteps];
};

inline Line line_between(Cube from, Cube to) { return Line(to - from); }

// Is `to` inside the cone spanned by the two front sides of a counter at `from` facing `vertex`?
constexpr bool in_cone(Cube from, Cube to, int vertex) {
  // Every offset is a * step[v] + b * step[v+1] for exactly one pair of sides when a, b >= 0.
  const Cube d = to - from, u = kStep[vertex], w = kStep[(vertex + 1) % 6];
  const int det = u.q * w.r - u.r * w.q;  // +1 or -1
  const int a = (d.q * w.r - d.r * w.q) * det, b = (u.q * d.r - u.r * d.q) * det;
  return a >= 0 && b >= 0 && (a || b);
}

// Does the line from `from` to `to` leave over one of the two front sides of a counter facing `vertex`? A line over the corner between a
// front and a rear side does not.
constexpr bool through_front(Cube from, Cube to, int vertex) {
  const Cube d = to - from;
  const Cube u = kStep[(vertex + 5) % 6] + kStep[vertex], w = kStep[(vertex + 1) % 6] + kStep[(vertex + 2) % 6];  // the outer corners
  const int det = u.q * w.r - u.r * w.q;
  return (d.q * w.r - d.r * w.q) * det > 0 && (u.q * d.r - u.r * d.q) * det > 0;
}

}  // namespace tambour
