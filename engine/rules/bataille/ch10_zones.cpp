// SPDX-License-Identifier: MIT
// Chapter 10.
#include "rules/bataille/ch10_zones.h"

#include <algorithm>

#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {

static bool exerts_alone(const Look& b, UnitId u, Unsupplied guns) {
  const UnitState& s = b.pos.unit[u];
  if (s.order == Order::Pgd && by("10.1-b", "12.12.1-a")) return false;
  if (s.form == Form::Road && by("10.1-b", "12.8.1-a")) return false;
  if (s.form == Form::Limbered && (is_wagon(b, u) ? by("18.14.1.2-c") : by("10.1-b"))) return false;
  return !is_gun(b, u) || guns == Unsupplied::Counted || supplied(b, u) || !by("10.1-c");
}

bool exerts_zone(const Look& b, UnitId u, Unsupplied guns) {
  if (in_hand(b, u)) return exerts_alone(b, u, guns);
  for (UnitId x : b.pos.stack.in(b.pos.at(u)))
    if (exerts_alone(b, x, guns)) return true;
  return false;
}

bool zone_reaches(const Look& b, UnitId u, HexId h, Unsupplied guns) {
  if (!exerts_zone(b, u, guns)) return false;
  const Neighbour n = contact(b, u, h);
  if (n.hex == kNoHex || aspect(b, u, h) != Aspect::Front) return false;
  if (ground(b, h).general && by("10.1.2-a", "22.0-c")) return false;
  const HexId from = footprint(b, u)[n.part];
  if (edge(b, from, n.side).cost[int(class_of(b, shaper(b, u)))] == kProhibited && by("10.1.2-b")) return false;
  return by("10.1-a", "12.10.6-a", "24.0-o");
}

bool in_zone(const Look& b, HexId h, Seat side, Unsupplied guns) {
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, h, k).to;
    if (n != kNoHex && enemy_at(b, n, side) && zone_reaches(b, top_at(b, n), h, guns)) return by("24.0-a");
  }
  return !by("10.1.1-a");  // combat units alone have one
}

bool in_zone(const Look& b, const Footprint& f, Seat side) {
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return in_zone(b, h, side); });
}

bool in_horse_zone(const Look& b, const Footprint& f, Seat side) {
  for (const HexId h : f)
    for (int k = 0; k < 6; ++k) {
      const HexId n = edge(b, h, k).to;
      if (n != kNoHex && enemy_at(b, n, side) && is_horse(b, shaper(b, top_at(b, n))) && zone_reaches(b, top_at(b, n), h)) return true;
    }
  return false;
}

bool beside_enemy(const Look& b, const Footprint& f, Seat side) {
  for (const Neighbour& n : neighbours(b.field.grid, f))
    if (enemy_at(b, n.hex, side) && !is_wreck(b, top_at(b, n.hex))) return true;
  return false;
}

// An act that nerves are tried for first.
bool leaves_zone(const Look& b, Action a) {
  const Hand& hand = b.pos.hand[0];
  const UnitId u = hand.unit[0];
  if (a.verb != Verb::Move || !in_zone(b, footprint(b, u), side_of(b, u))) return false;
  return (!is_horse(b, shaper(b, u)) && counter(b, u).arm != Arm::HorseGuns) || !by("10.3.2-a");
}

}  // namespace tambour::bataille
