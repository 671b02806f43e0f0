// Chapter 7.4: line of sight, centre to centre, with its hexside cases and levels.
#include "hex/line.h"
#include "rules/jdg/ch07_fire.h"

namespace tambour::jdg {
namespace {

struct Sight {
  const Look& b;
  HexId from, to;
  int range, level_from, level_to;

  int level(HexId h) const { return b.field.battle.map.level[h]; }

  // 7.4.3: may an obstacle of this level, so far from the firer and from the target, be looked over? Distances in
  // half hexes, so that hexsides have one too.
  bool looked_over(int height, int far_from, int far_to) const {
    if (level_from > height && level_to > height) return true;                                           // 7.4.3-a
    if (level_from > level_to && level_from > height && far_from <= far_to) return true;                 // 7.4.3-b
    return level_to > level_from && level_to > height && far_to <= far_from;                             // 7.4.3-c
  }
  bool hex_blocks(HexId h) const {
    const int far_from = 2 * b.field.grid.distance(from, h), far_to = 2 * b.field.grid.distance(h, to);
    if (level(h) > level_from && level(h) > level_to) return true;                                       // 7.4.1-a
    const bool cover = b.field.ground(h).blocks_sight || !b.pos.stacks.empty(h);                         // 7.4.1-b
    return cover && !looked_over(level(h), far_from, far_to);
  }
  // 7.4.1-c, 7.4.1-d; the level of a side is that of its higher hex (ruling J14).
  bool side_blocks(HexId near, HexId far) const {
    const uint8_t f = b.field.side_flags[near][std::size_t(b.field.grid.side_to(near, far))];
    if (!(f & (kBlocksSight | kWorksBlockSight))) return false;
    const bool touches_end = near == from || far == to;
    if (!(f & kBlocksSight) && touches_end) return false;
    const int height = std::max(level(near), level(far));
    const int far_from = b.field.grid.distance(from, near) + b.field.grid.distance(from, far);
    const int far_to = b.field.grid.distance(to, near) + b.field.grid.distance(to, far);
    return !looked_over(height, far_from, far_to);
  }
};

bool adjacent_sight(const Look& b, HexId from, HexId to) {  // 7.4.4-a
  const int k = b.field.grid.side_to(from, to);
  return !(b.field.side_flags[from][std::size_t(k)] & kBlocksSight);
}

}  // namespace

bool in_sight(const Look& b, HexId from, HexId to) {
  const Grid& g = b.field.grid;
  const int range = g.distance(from, to);
  if (range == 0) return true;
  if (range == 1) return adjacent_sight(b, from, to);
  const Sight s{b, from, to, range, b.field.battle.map.level[from], b.field.battle.map.level[to]};
  const Cube start = g.cube(from);
  const Line worked_out = range > kLineReach ? trace_line(g.cube(to) - start) : Line{};
  const Line& line = range > kLineReach ? worked_out : line_to(g.cube(to) - start);
  HexId last = from;
  for (const LineStep& step : line) {
    const HexId h = g.hex(start + Cube{step.q, step.r});
    if (step.between) {  // 7.4.2: along a side; one blocking hex is not enough, two are, a blocking side is
      const HexId h2 = g.hex(start + Cube{step.q2, step.r2});
      const bool one = h == kNoHex || s.hex_blocks(h), two = h2 == kNoHex || s.hex_blocks(h2);
      if (one && two) return false;                                              // 7.4.2-a
      if (h != kNoHex && h2 != kNoHex && s.side_blocks(h, h2)) return false;     // 7.4.2-b
      last = kNoHex;
      continue;
    }
    if (h == kNoHex) {  // the line clips the edge of the map
      last = kNoHex;
      continue;
    }
    if (last != kNoHex && s.side_blocks(last, h)) return false;
    if (s.hex_blocks(h)) return false;
    last = h;
  }
  return last == kNoHex || !s.side_blocks(last, to);
}

}  // namespace tambour::jdg
