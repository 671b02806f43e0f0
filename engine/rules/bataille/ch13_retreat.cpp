// SPDX-License-Identifier: MIT
// Chapter 13.2: the hexes that are open to who falls back.
#include "rules/bataille/ch13_flight.h"

#include <algorithm>

namespace tambour::bataille {
namespace {

// Whoever is in hand holds its hexes too.
bool meets_riders(const Look& b, HexId h, Seat side) {
  for (const Hand& hand : hands(b.pos))
    if (hand.count && side_of(b, hand.unit[0]) != side && footprint(b, hand.unit[0]).contains(h)) return true;
  return false;
}

}  // namespace

// What a retreat may never do (13.2.2, 13.2.3, 13.2.4-b).
Refusal step_barred(const Look& b, HexId h) {
  const Hand& hand = fleeing(b);
  const UnitId u = hand.unit[0];
  const int side = b.field.grid.side_to(b.pos.at(u), h);
  if (side < 0) REFUSE("13.1.1-d", u, h);
  if (enemy_at(b, h, side_of(b, u)) || meets_riders(b, h, side_of(b, u))) REFUSE("13.2.2-a", u, h);
  const uint8_t cost = edge(b, b.pos.at(u), side).cost[int(class_of(b, u))];
  if (cost == kProhibited) REFUSE("13.2.3-a", u, h);
  if (hand.allowance && hand.spent + cost > hand.allowance) REFUSE("13.2.1-a", u, h);
  if (std::find(b.pos.fled, b.pos.fled + b.pos.fled_count, h) != b.pos.fled + b.pos.fled_count) REFUSE("13.2.4-b", u, h);
  return {};
}

namespace {

bool is_farther(const Look& b, HexId h) {
  const UnitId u = fleeing(b).unit[0];
  const Seat side = side_of(b, u);
  return nearest_enemy(b, h, side) > nearest_enemy(b, b.pos.at(u), side);
}

// 13.2.6: fifteen hexes from all enemies, the nearest ground that is not clear and as far from them.
HexId cover_for(const Look& b, HexId from, Seat side) {
  if (nearest_enemy(b, from, side) < 15 || friend_at(b, from, side)) return kNoHex;
  HexId best = kNoHex;
  const UnitId u = fleeing(b).unit[0];
  for (HexId h = 0; h < b.field.grid.size(); ++h) {
    const int kind = int(class_of(b, u));
    const bool open = b.field.charts.terrains[ground(b, h).terrain] == "clear" || b.field.edge(h, 0).cost[kind] == kProhibited;
    if (open || (friend_at(b, h, side) && by("13.2.6-b")) || nearest_enemy(b, h, side) < 15) continue;
    if (best == kNoHex || b.field.grid.distance(from, h) < b.field.grid.distance(from, best)) best = h;
  }
  return best;
}

bool any_nearer(const Look& b, HexId cover) {
  const HexId at = b.pos.at(fleeing(b).unit[0]);
  for (int k = 0; k < 6; ++k) {
    const HexId h = edge(b, at, k).to;
    if (h != kNoHex && !step_barred(b, h) && b.field.grid.distance(h, cover) < b.field.grid.distance(at, cover)) return true;
  }
  return false;
}

}  // namespace

// In cover, or there is none to be had.
bool has_cover(const Look& b, HexId h, Seat side) {
  const HexId best = cover_for(b, h, side);
  return best == kNoHex || best == h;
}

bool any_step(const Look& b, bool farther) {
  for (int k = 0; k < 6; ++k) {
    const HexId h = edge(b, b.pos.at(fleeing(b).unit[0]), k).to;
    if (h != kNoHex && !step_barred(b, h) && (!farther || is_farther(b, h))) return true;
  }
  return false;
}

Refusal ChooseRetreat::barred(const Look& b, Action a) const {
  const UnitId u = fleeing(b).unit[0];
  if (a.who != u || a.hex >= b.field.grid.size()) REFUSE("13.2.4-a", a.who, a.hex);
  if (const Refusal no = step_barred(b, a.hex)) return no;
  const HexId cover = fleeing(b).allowance ? cover_for(b, b.pos.at(u), side_of(b, u)) : kNoHex;
  if (cover != kNoHex) {
    if (b.field.grid.distance(a.hex, cover) >= b.field.grid.distance(b.pos.at(u), cover) && any_nearer(b, cover)) REFUSE("13.2.6-a", u, a.hex);
    return {};
  }
  if (!is_farther(b, a.hex) && any_step(b, true)) REFUSE("13.2.4-a", u, a.hex);
  return {};
}

}  // namespace tambour::bataille
