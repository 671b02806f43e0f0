// SPDX-License-Identifier: MIT
// Chapter 14: Line of Sight. Symmetric where the heights are.
#include "hex/line.h"
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {
namespace {

struct Ray {
  const Look& b;
  HexId from, to;
  Seat shooter;  // Nobody: sight alone

  // 14.2.1: at different heights an obstacle matters only if it is not nearer the higher end.
  bool matters(HexId h) const {
    const int a = ground(b, from).level, z = ground(b, to).level;
    if (a == z) return true;
    const int near_a = b.field.grid.distance(from, h), near_z = b.field.grid.distance(to, h);
    return a > z ? near_a >= near_z : near_z >= near_a;
  }
  bool blocks(HexId h) const {
    if (h == kNoHex) return false;
    const Ground& g = ground(b, h);
    const int top = ground(b, from).level > ground(b, to).level ? ground(b, from).level : ground(b, to).level;
    if (g.level > top) return true;
    if (g.blocks_sight && matters(h)) return true;  // 14.1.1-a 14.2.1-a
    const UnitId u = top_at(b, h);
    if (u == kNoUnit) return false;
    if (shooter != Seat::Nobody && (side_of(b, u) == shooter || matters(h))) return true;  // 14.1.2-a 14.1.3-a
    const UnitState& s = b.pos.unit[shaper(b, u)];
    if (s.form == Form::Skirmish && s.order == Order::Good) return false;
    if (b.pos.has(u, kProne) && by("12.13.5-a")) return false;
    int sum = 0;
    for (UnitId x : b.pos.stack.in(b.pos.at(u))) sum += increments(b, x);
    return sum >= 3 && matters(h);  // 14.1.1-c
  }
  bool blocked() const {
    const Cube a = b.field.grid.cube(from), offset = b.field.grid.cube(to) - a;
    if (length(offset) <= 1) return false;  // 14.2.2-a
    const Line line(offset);
    for (const LineStep& step : line) {
      if (blocks(b.field.grid.hex(a + Cube{step.q, step.r}))) return true;
      if (step.between && blocks(b.field.grid.hex(a + Cube{step.q2, step.r2}))) return true;  // 14.1.4-a
    }
    return false;
  }
};

}  // namespace

bool sees(const Look& b, HexId from, HexId to) { return !Ray{b, from, to, Seat::Nobody}.blocked(); }
bool shot_clear(const Look& b, HexId from, HexId to, Seat side) { return !Ray{b, from, to, side}.blocked(); }

}  // namespace tambour::bataille
