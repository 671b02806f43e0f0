// SPDX-License-Identifier: MIT
// Section 10.5: lines of sight. The rulebook's diagram is a case.
#include "battle/sight_line.h"
#include "rules/siecle/ch10_fire.h"

namespace tambour::siecle {
namespace {

struct Rung {  // where the line is: one hex, or the side between two
  HexId a, b = kNoHex;
};

Citation blocks(const Look& look, HexId h) {
  if (h == kNoHex) return {};
  if (!look.pos.stack.empty(h)) return cite("10.5-e");
  if (ground(look, h).blocks_sight || ground(look, h).works) return cite("10.5-f");
  return {};
}

// Does the line climb (+1), descend (-1) or merely cross (2) a slope on its way from one rung to the next? 0: none.
int slope_between(const Look& look, const Rung& from, const Rung& to) {
  int found = 0;
  for (const HexId x : {from.a, from.b})
    for (const HexId y : {to.a, to.b}) {
      if (x == kNoHex || y == kNoHex) continue;
      const int k = look.field.side_to(x, y);
      if (k < 0 || !edge(look, x, k).slope) return 0;  // beside a slope, not over it
      const int rise = int(ground(look, y).level) - int(ground(look, x).level);
      found = rise > 0 ? 1 : rise < 0 ? -1 : 2;
    }
  return found;
}

}  // namespace

Citation sight_blocked(const Look& b, HexId from, HexId to) {
  const Grid& grid = b.field.grid;
  if (grid.distance(from, to) <= 1 && by("10.5-a")) return {};
  by("10.5-g");
  Rung last{from};  // only what lies between the ends is looked at (10.5-g)
  Citation obstacle_met{};
  bool near_up = false, far_up = false, slope_seen = false, slope_midway = false;
  const auto climb = [&](const Rung& now) {
    if (const int slope = slope_between(b, last, now)) {
      if (!slope_seen && by("10.5-b")) near_up = slope == -1;  // 10.5-b, S5: the slope nearest an end rises towards it
      far_up = slope == 1;
      slope_seen = true;
      slope_midway |= last.a != from && now.a != to;
    }
    last = now;
  };
  each_on_line(grid, from, to, [&](const LineStep& s, HexId one, HexId two) {
    const Citation met = blocks(b, one);
    if (met && (!s.between || blocks(b, two)) && !obstacle_met) obstacle_met = s.between ? cite("10.5-h") : met;
    climb({one, two});
    return true;
  });
  climb({to});
  if (near_up && far_up && by("10.5-d")) return {};
  if (obstacle_met) return obstacle_met;
  return by("10.5-c"), slope_midway ? cite("10.5-c") : Citation{};
}

}  // namespace tambour::siecle
