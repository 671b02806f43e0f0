// SPDX-License-Identifier: MIT
// Chapter 7.4: line of sight, centre to centre, with its hexside cases and levels.
#include "hex/line.h"
#include "rules/jdg/ch07_fire.h"

namespace tambour::jdg {
namespace {

struct Sight {
  const Look& b;
  HexId from, to;
  Cube offset;  // of `to`; hexes on the way are given with theirs
  int level_from, level_to;
  int highest = std::max(level_from, level_to);

  int level(HexId h) const { return b.field.skyline[h].level; }

  // 7.4.3: may an obstacle of this level, so far from the firer and from the target, be looked over? Distances in
  // half hexes, so that hexsides have one too.
  bool looked_over(int height, int far_from, int far_to) const {
    if (level_from > height && level_to > height && by("7.4.3-a")) return true;
    if (level_from > level_to && level_from > height && far_from <= far_to && by("7.4.3-b")) return true;
    return by("7.4.3-c"), level_to > level_from && level_to > height && far_to <= far_from;
  }
  bool hex_blocks(HexId h, Cube at) const {
    const Skyline line = b.field.skyline[h];
    if (line.level > highest && by("7.4.1-a")) return true;
    by("7.4.1-b");
    const bool cover = line.blocks || !b.pos.stacks.empty(h);
    return cover && !looked_over(line.level, 2 * length(at), 2 * length(offset - at));
  }
  // 7.4.1-c, 7.4.1-d, over side k of `near`; the level of a side is that of its higher hex (ruling J14).
  bool side_blocks(HexId near, int k, Cube at_near, HexId far, Cube at_far) const {
    by("7.4.1-c", "7.4.1-d");
    const Skyline line = b.field.skyline[near];
    if (!((line.crests | line.works) >> k & 1)) return false;
    const bool touches_end = near == from || far == to;
    if (!(line.crests >> k & 1) && touches_end) return false;
    const int height = std::max(level(near), level(far));
    const int far_from = length(at_near) + length(at_far), far_to = length(offset - at_near) + length(offset - at_far);
    return !looked_over(height, far_from, far_to);
  }
};

bool adjacent_sight(const Look& b, HexId from, HexId to) {  // 7.4.4-a
  return !(b.field.skyline[from].crests >> b.field.grid.side_to(from, to) & 1);
}

}  // namespace

FixedVector<int8_t, 2> sides_entered(const Look& b, HexId from, HexId to) {
  const Cube offset = b.field.grid.cube(to) - b.field.grid.cube(from);
  if (length(offset) < 2) return {int8_t(b.field.grid.side_to(to, from))};
  const LineStep last = Line(offset).back();
  const auto seen_from_end = [&](int q, int r) { return int8_t(side_of(Cube{q, r} - offset)); };
  if (!last.between) return {seen_from_end(last.q, last.r)};
  return {seen_from_end(last.q, last.r), seen_from_end(last.q2, last.r2)};
}

bool in_sight(const Look& b, HexId from, HexId to) {
  const Grid& g = b.field.grid;
  const Cube start = g.cube(from), offset = g.cube(to) - start;
  const int range = length(offset);
  trace::chart("sides");
  if (range == 0) return true;
  if (range == 1) return adjacent_sight(b, from, to);
  const Sight s{b, from, to, offset, b.field.skyline[from].level, b.field.skyline[to].level};
  HexId last = from;
  Cube at_last;
  for (const LineStep& step : line_between(start, g.cube(to))) {
    const Cube at{step.q, step.r};
    const HexId h = g.hex(start + at);
    if (step.between) {  // 7.4.2: along a side; one blocking hex is not enough, two are, a blocking side is
      const Cube at2{step.q2, step.r2};
      const HexId h2 = g.hex(start + at2);
      by("7.4.2-a", "7.4.2-b");
      const bool one = h != kNoHex && s.hex_blocks(h, at), two = h2 != kNoHex && s.hex_blocks(h2, at2);  // nothing stands off the map
      if (one && two) return false;                                                                   
      if (h != kNoHex && h2 != kNoHex && s.side_blocks(h, step.side, at, h2, at2)) return false;       
      last = kNoHex;
      continue;
    }
    if (h == kNoHex) {  // the line clips the edge of the map
      last = kNoHex;
      continue;
    }
    if (last != kNoHex && s.side_blocks(last, step.side, at_last, h, at)) return false;
    if (s.hex_blocks(h, at)) return false;
    last = h, at_last = at;
  }
  return last == kNoHex || !s.side_blocks(last, side_of(offset - at_last), at_last, to, offset);
}

}  // namespace tambour::jdg
