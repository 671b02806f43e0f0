// SPDX-License-Identifier: MIT
// Chapter 8.
#include "rules/siecle/ch08_zones.h"

namespace tambour::siecle {

bool exerts_zone(const Look& b, UnitId u, int side) {
  if ((is_gun(b, u) || b.pos.routed(u)) && by("8-b")) return false;
  if (aspect(b, u, side) != Aspect::Front && by("8-a", "8-c")) return false;
  return by("8.1-f"), zone_crosses(b, edge(b, b.pos.at(u), side));
}

bool in_zone(const Look& b, HexId h, Seat side, UnitId except) {
  if (!next_to_enemy(b, h, side)) return false;
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, h, k).to;
    if (n == kNoHex || !holds_enemy(b, n, side)) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (u != except && exerts_zone(b, u, opposite(k))) return true;
  }
  return false;
}

Exposure exposure(const Look& b, HexId h, Seat side) {
  Exposure out;
  if (!next_to_enemy(b, h, side)) return out;
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, h, k).to;
    if (n == kNoHex || !holds_enemy(b, n, side)) continue;
    for (UnitId u : b.pos.stack.in(n)) {
      out.zone |= exerts_zone(b, u, opposite(k));
      out.flank |= !b.pos.routed(u) && aspect(b, u, opposite(k)) == Aspect::Flank;
    }
  }
  return out;
}

}  // namespace tambour::siecle
