// SPDX-License-Identifier: MIT
#include "hex/line.h"

#include <array>
#include <utility>

#include "kit/fault.h"

namespace tambour {
namespace {

struct Fraction {
  int num, den;  // den > 0
};
constexpr bool operator<(Fraction a, Fraction b) { return a.num * b.den < b.num * a.den; }

// The part of the segment 0..offset that lies in one hex: exact, in fractions of its length.
struct Span {
  Fraction from{0, 1}, to{1, 1};
  bool open = true;  // crosses the inside, not merely a side or a corner
  bool empty = false;
};

Span span_in(Cube offset, Cube hex) {
  Span out;
  const int along[3] = {offset.q - offset.r, offset.r - offset.s(), offset.s() - offset.q};
  const int centre[3] = {hex.q - hex.r, hex.r - hex.s(), hex.s() - hex.q};
  for (int i = 0; i < 3; ++i) {  // inside a hex: all three differences stay within 1 of its centre's
    int d = along[i], c = centre[i];
    if (d == 0) {
      if (c < -1 || c > 1) out.empty = true;
      if (c == -1 || c == 1) out.open = false;
      continue;
    }
    if (d < 0) d = -d, c = -c;
    const Fraction low{c - 1, d}, high{c + 1, d};
    if (out.from < low) out.from = low;
    if (high < out.to) out.to = high;
  }
  if (!(out.from < out.to)) out.empty = true;  // a touched corner is not a crossing
  return out;
}

struct Crossing {
  Cube hex[2];  // two where the line runs along their common side
  Span span;
};

// The one or two hexes the line enters as it leaves `last`: those whose span begins where that of `last` ends.
Crossing next_crossing(Cube offset, const Crossing& last) {
  Crossing out;
  int found = 0;
  for (const Cube step : kStep) {
    const Cube h = last.hex[0] + step;
    const Span s = span_in(offset, h);
    if (s.empty || s.from < last.span.to || last.span.to < s.from || found == 2) continue;
    out.hex[found++] = h, out.span = s;
  }
  if (found != (out.span.open ? 1 : 2)) fault("line tracing found no next hex");
  if (found == 2 && std::pair(out.hex[1].q, out.hex[1].r) < std::pair(out.hex[0].q, out.hex[0].r)) std::swap(out.hex[0], out.hex[1]);
  return out;
}

int trace(Cube offset, LineStep* out) {
  int n = 0;
  if (offset == Cube{}) return n;
  Crossing last{{{}, {}}, span_in(offset, {})};
  for (Crossing now = next_crossing(offset, last); now.hex[0] != offset; last = now, now = next_crossing(offset, last)) {
    const bool pair = !now.span.open, after_pair = !last.span.open;
    const Cube one = now.hex[0], two = pair ? now.hex[1] : Cube{};
    const int side = pair ? side_of(two - one) : after_pair ? -1 : side_of(one - last.hex[0]);
    if (n == kMostLineSteps) fault("a line has too many steps");
    out[n++] = {int8_t(one.q), int8_t(one.r), int8_t(two.q), int8_t(two.r), pair, uint8_t(length(one)), int8_t(side)};
  }
  return n;
}

// Rules ask for lines up to this length (the range of guns); longer ones come from the sight tool of the client.
constexpr int kTableReach = 12, kTableWidth = 2 * kTableReach + 1, kTableSteps = 14;
struct ShortLine {
  uint8_t size = 0;
  LineStep steps[kTableSteps] = {};
};
using Table = std::array<ShortLine, std::size_t{kTableWidth} * kTableWidth>;

std::size_t place(Cube c) { return std::size_t((c.r + kTableReach) * kTableWidth + c.q + kTableReach); }

const Table& table() {
  static const Table* made = [] {
    auto* lines = new Table;
    LineStep steps[kMostLineSteps];
    for (int q = -kTableReach; q <= kTableReach; ++q)
      for (int r = -kTableReach; r <= kTableReach; ++r) {
        if (length({q, r}) > kTableReach) continue;
        const int n = trace({q, r}, steps);
        if (n > kTableSteps) fault("a line of the table has too many steps");
        ShortLine& line = (*lines)[place({q, r})];
        line.size = uint8_t(n);
        for (int i = 0; i < n; ++i) line.steps[i] = steps[i];
      }
    return lines;
  }();
  return *made;
}

}  // namespace

Line::Line(Cube offset) {
  if (const int n = length(offset); n <= kTableReach) {
    const ShortLine& line = table()[place(offset)];
    steps_ = line.steps, size_ = line.size;
  } else {
    if (n > kLongestLine) fault("a line is longer than any map");
    steps_ = own_, size_ = trace(offset, own_);
  }
}

}  // namespace tambour
