// SPDX-License-Identifier: MIT
// Which stack covers a hex, for counters over several hexes. A hex belongs to one stack, named by its top unit.
#pragma once
#include <cstring>

#include "hex/footprint.h"
#include "play/action.h"

namespace tambour {

template <int Hexes>
struct Cover {
  UnitId who[Hexes];

  void clear() { std::memset(who, 0xFF, sizeof who); }
  UnitId in(HexId h) const { return h < Hexes ? who[h] : kNoUnit; }
  void put(UnitId u, const Footprint& f) {
    for (HexId h : f) who[h] = u;
  }
  // Frees only hexes that this unit still holds: another may have entered one since.
  void lift(UnitId u, const Footprint& f) {
    for (HexId h : f)
      if (who[h] == u) who[h] = kNoUnit;
  }
};

}  // namespace tambour
