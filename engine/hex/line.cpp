#include "hex/line.h"

#include <algorithm>
#include <array>

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
  Cube hex;
  Span span;
};

}  // namespace

Line trace_line(Cube offset) {
  FixedVector<Crossing, 64> met;
  const int n = length(offset);
  for (int q = std::min(0, offset.q) - 1; q <= std::max(0, offset.q) + 1; ++q)
    for (int r = std::min(0, offset.r) - 1; r <= std::max(0, offset.r) + 1; ++r) {
      const Cube h{q, r};
      if (h == Cube{} || h == offset || length(h) > n || length(h - offset) > n) continue;
      if (const Span s = span_in(offset, h); !s.empty) met.push_back({h, s});
    }
  std::sort(met.begin(), met.end(), [](const Crossing& a, const Crossing& b) { return a.span.from < b.span.from; });
  Line out;
  Cube last;
  bool after_pair = false;
  for (int i = 0; i < met.size(); ++i) {
    LineStep step{int8_t(met[i].hex.q), int8_t(met[i].hex.r), 0, 0, !met[i].span.open, uint8_t(length(met[i].hex))};
    if (step.between) {  // along a side: its other hex sorts right behind, with the same span
      const Cube second = met[++i].hex;
      step.q2 = int8_t(second.q), step.r2 = int8_t(second.r);
      step.side = int8_t(side_of(second - met[i - 1].hex));
    } else if (!after_pair) {
      step.side = int8_t(side_of(met[i].hex - last));
    }
    last = met[i].hex, after_pair = step.between;
    out.push_back(step);
  }
  return out;
}

const Line& line_to(Cube offset) {
  constexpr int kWidth = 2 * kLineReach + 1;
  static const auto* table = [] {
    auto* lines = new std::array<Line, std::size_t{kWidth} * kWidth>;
    for (int q = -kLineReach; q <= kLineReach; ++q)
      for (int r = -kLineReach; r <= kLineReach; ++r)
        if (const Cube c{q, r}; length(c) <= kLineReach) (*lines)[std::size_t((r + kLineReach) * kWidth + q + kLineReach)] = trace_line(c);
    return lines;
  }();
  return (*table)[std::size_t((offset.r + kLineReach) * kWidth + offset.q + kLineReach)];
}

}  // namespace tambour
