// SPDX-License-Identifier: MIT
// Chapter 7.4: line of sight, centre to centre, with its hexside cases and levels.
#include <utility>

#include "battle/sight_line.h"
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
    const bool cover = line.blocks || !b.pos.stack.empty(h);
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

bool in_sight(const Look& b, HexId from, HexId to) {
  const Grid& g = b.field.grid;
  const Cube offset = g.cube(to) - g.cube(from);
  const int range = length(offset);
  trace::chart("sides");
  if (range == 0) return true;
  if (range == 1) return adjacent_sight(b, from, to);
  const Sight s{b, from, to, offset, b.field.skyline[from].level, b.field.skyline[to].level};
  HexId last = from;
  Cube at_last;
  const bool open = each_on_line(g, from, to, [&](const LineStep& step, HexId h, HexId h2) {
    const Cube at{step.q, step.r};
    if (step.between) {  // 7.4.2: along a side; one blocking hex is not enough, two are, a blocking side is
      const Cube at2{step.q2, step.r2};
      by("7.4.2-a", "7.4.2-b");
      last = kNoHex;
      if (h == kNoHex || h2 == kNoHex) return true;  // nothing stands off the map
      return !(s.hex_blocks(h, at) && s.hex_blocks(h2, at2)) && !s.side_blocks(h, step.side, at, h2, at2);
    }
    const HexId before = std::exchange(last, h);  // kNoHex: the line clips the edge of the map
    if (h == kNoHex) return true;
    if (before != kNoHex && s.side_blocks(before, step.side, at_last, h, at)) return false;
    at_last = at;
    return !s.hex_blocks(h, at);
  });
  return open && (last == kNoHex || !s.side_blocks(last, side_of(offset - at_last), at_last, to, offset));
}

}  // namespace tambour::jdg
