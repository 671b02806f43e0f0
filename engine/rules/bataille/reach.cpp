// SPDX-License-Identifier: MIT
// Where a unit's fire goes, for whoever draws it. No rule asks here.
#include <algorithm>

#include "rules/bataille/ch15_fire.h"
#include "rules/bataille/game.h"

namespace tambour::bataille {
namespace {

FireReach part_reach(const Look& b, UnitId top, int part, HexId h) {
  const HexId from = firing_hex(b, top, part);
  const int range = b.field.grid.distance(from, h);
  if (range == 0 || range > firing_range(b, top, part)) return FireReach::Out;
  const bool guns = part == 0 && guns_ready(b, top), howitzers = guns && counter(b, top).howitzers;
  if (guns && (gun_value(counter(b, top), range) == 0 || (howitzers && range > 5))) return FireReach::Out;
  if (range == 1) return aspect(b, top, h) == Aspect::Front ? FireReach::Open : FireReach::Out;
  if (!in_arc(b, top, from, h)) return FireReach::Out;
  return sees(b, from, h) && shot_clear(b, from, h, side_of(b, top), howitzers) ? FireReach::Open : FireReach::Hidden;
}

}  // namespace

FireReach BatailleGame::fire_reach(const State& s, UnitId u, HexId h) const {
  const Look b = look(s);
  if (!b.field.is_unit(u) || !b.pos.on_map(u) || h >= b.field.grid.size()) return FireReach::Out;
  const UnitId top = in_hand(b, u) ? u : b.pos.stack.top(b.pos.at(u));
  FireReach best = FireReach::Out;
  for (int part = 0; part < firing_parts(b, top); ++part) best = std::max(best, part_reach(b, top, part, h));
  return best;
}

}  // namespace tambour::bataille
