// SPDX-License-Identifier: MIT
// Victory points.
#include "rules/bataille/victory.h"

#include <algorithm>
#include <cstdlib>

namespace tambour::bataille {
namespace {

bool holds_all(const Look& b, Seat side, const std::vector<HexId>& hexes) {
  return std::all_of(hexes.begin(), hexes.end(), [&](HexId h) { return friend_at(b, h, side); });
}

bool is_good_there(const Look& b, UnitId u, Seat side, const std::vector<HexId>& hexes) {
  if (!b.pos.on_map(u) || side_of(b, u) != side || !good(b, u)) return false;
  const Footprint f = footprint(b, u);
  return std::any_of(hexes.begin(), hexes.end(), [&](HexId h) { return f.contains(h); });
}

// Units of this side in Good Order that lie in these hexes, each once: of the stacks there, and whoever is on the move.
template <class Each>
void each_good_there(const Look& b, Seat side, const std::vector<HexId>& hexes, Each each) {
  FixedVector<UnitId, kUnits> seen;
  for (const HexId h : hexes) {
    const UnitId top = top_at(b, h);
    if (top == kNoUnit || side_of(b, top) != side || seen.contains(top)) continue;
    seen.push_back(top);
    for (const UnitId u : b.pos.stack.in(b.pos.at(top)))
      if (good(b, u)) each(u);
  }
  for (const Hand& hand : hands(b.pos))
    for (int k = 0; k < hand.count; ++k)
      if (is_good_there(b, hand.unit[k], side, hexes)) each(hand.unit[k]);
}

bool reaches_any(const Look& b, Seat side, const std::vector<HexId>& hexes) {
  bool any = false;
  each_good_there(b, side, hexes, [&](UnitId) { any = true; });
  return any;
}

int infantry_in(const Look& b, Seat side, const std::vector<HexId>& hexes) {
  int sum = 0;
  each_good_there(b, side, hexes, [&](UnitId u) { sum += counter(b, u).arm == Arm::Infantry ? increments(b, u) : 0; });
  return sum;
}

int lost_of(const Look& b, Seat side, Award::Kind kind) {
  int sum = 0;
  for (UnitId u : all_units(b.field)) {
    const Counter& c = counter(b, u);
    if (c.side != side) continue;
    if (kind == Award::Battery) sum += (c.arm == Arm::FootGuns || c.arm == Arm::HorseGuns) && increments_lost(b, u) == c.inc;
    else if (kind == Award::Increments || (kind == Award::Infantry) == (c.arm == Arm::Infantry)) {
      if (kind == Award::Cavalry && c.arm != Arm::Cavalry) continue;
      sum += increments_lost(b, u);
    }
  }
  return sum;
}

int levels_reached(const Look& b, Seat side, int level) {
  int n = 0;
  for (std::size_t f = 0; f < b.field.formations.size(); ++f)
    n += b.field.formations[f].side == side && b.pos.level[f] >= level;
  return n;
}

int times(const Look& b, const Award& a, Seat side) {
  switch (a.kind) {
    case Award::Hold: return holds_all(b, side, a.hexes);
    case Award::Reach: return reaches_any(b, side, a.hexes);
    case Award::Most: return infantry_in(b, side, a.hexes) > infantry_in(b, other(side), a.hexes);
    case Award::Level: return levels_reached(b, other(side), a.per);
    case Award::Always: return 1;
    default: return lost_of(b, other(side), a.kind) / std::max<int>(1, a.per);
  }
}

}  // namespace

// Whoever has not come by the end is lost like the fallen (8.10.3-b).
int increments_lost(const Look& b, UnitId u) {
  const Fate fate = b.pos.unit[u].fate;
  if (fate == Fate::Beside) return 0;
  if (fate == Fate::Due) return by("8.10.3-b") && b.pos.turn >= b.field.turns ? counter(b, u).inc : 0;
  return fate == Fate::OnMap ? counter(b, u).inc - increments(b, u) : counter(b, u).inc;
}

int victory_points(const Look& b, Seat side) {
  int sum = 0;
  by("QB-9", "QB-10", "TLB-3", "TLC-4");
  for (const Award& a : b.field.victory.awards)
    if (a.side == Seat::Nobody || a.side == side) sum += a.points * times(b, a, side);
  return sum;
}

static int difference(const Look& b) { return victory_points(b, Seat::First) - victory_points(b, Seat::Second); }

uint8_t verdict_by_points(const Look& b) {
  const int ahead = difference(b);
  by("QB-11");
  return std::abs(ahead) < b.field.victory.margin ? kDrawn : ahead > 0 ? kFirstWins : kSecondWins;
}

bool is_decisive(const Look& b) { return b.field.victory.decisive && std::abs(difference(b)) >= b.field.victory.decisive; }

bool wins_at_once(const Look& b) {
  const VictorySheet& v = b.field.victory;
  if (v.key == kNoHex || !friend_at(b, v.key, Seat::First)) return false;
  by("QB-12");
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && side_of(b, u) == Seat::Second && good(b, u) && is_formed(b.pos.unit[u].form) && !is_gun(b, u) &&
        distance(b.field.grid, footprint(b, u), v.key) <= v.key_reach)
      return false;
  return true;
}

}  // namespace tambour::bataille
