// SPDX-License-Identifier: MIT
// Chapter 14: Line of Sight, the same from both ends.
#include "battle/sight_line.h"
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {
namespace {

struct Ray {
  const Look& b;
  HexId from, to;
  Seat shooter;  // Nobody: sight alone
  bool howitzers = false;

  // At different heights an obstacle matters unless it is nearer the higher end.
  bool matters(HexId h) const {
    const int a = ground(b, from).level, z = ground(b, to).level;
    if (a == z) return true;
    const int near_a = b.field.grid.distance(from, h), near_z = b.field.grid.distance(to, h);
    return by("14.2.1-a"), a > z ? near_a >= near_z : near_z >= near_a;
  }
  bool terrain_blocks(HexId h) const {
    const Ground& g = ground(b, h);
    const int top = ground(b, from).level > ground(b, to).level ? ground(b, from).level : ground(b, to).level;
    if (g.level > top && by("14.1.1-b", "14.2-a")) return true;
    return g.blocks_sight && matters(h) && by("14.1.1-a");
  }
  // Three Increments and more, unless the stack is open order or cannot be seen itself.
  bool stack_hides(HexId h, UnitId u) const {
    const UnitState& s = b.pos.unit[shaper(b, u)];
    if (((s.form == Form::Skirmish || s.form == Form::Square) && s.order == Order::Good) || (b.pos.has(u, kProne) && by("12.13.5-a")))
      return !by("19.2.7-g");
    int sum = 0;
    bool foot = false;
    for (UnitId x : b.pos.stack.in(b.pos.at(u))) foot |= !is_gun(b, x);
    for (UnitId x : b.pos.stack.in(b.pos.at(u))) sum += increments(b, x) * (is_gun(b, x) && foot ? 6 : 1);  // A45
    if (sum < 3 || !matters(h) || !by("14.1.1-c")) return false;
    const bool hidden = Ray{b, from, h, Seat::Nobody}.blocked() || Ray{b, to, h, Seat::Nobody}.blocked();
    return !hidden || !by("14.1.1-d");
  }
  bool blocks(HexId h) const {
    if (h == kNoHex) return false;
    if (terrain_blocks(h)) return true;
    const UnitId u = top_at(b, h);
    if (u == kNoUnit) return !by("8.1.3-a");  // leaders alone hide nothing
    if (shooter == Seat::Nobody) return stack_hides(h, u);
    if (howitzers && by("14.1.3-b")) return false;
    if (side_of(b, u) == shooter && b.pos.has(u, kProne)) return by("12.13.5-b");
    return (side_of(b, u) == shooter || matters(h)) && by("14.1.2-a", "14.1.3-a");
  }
  bool blocked() const {
    if (b.field.grid.distance(from, to) <= 1 && by("14.1-a", "14.2.2-a")) return false;
    return !each_on_line(b.field.grid, from, to, [&](const LineStep& step, HexId one, HexId two) {
      if (!step.between) return !blocks(one);
      return !((blocks(one) || blocks(two)) && by("14.1.4-a"));
    });
  }
};

}  // namespace

bool sees(const Look& b, HexId from, HexId to) { return by("14.0-a"), !Ray{b, from, to, Seat::Nobody}.blocked(); }
bool shot_clear(const Look& b, HexId from, HexId to, Seat side, bool howitzers) {
  return !Ray{b, from, to, side, howitzers}.blocked() || !by("14.2.2-b");
}

}  // namespace tambour::bataille
