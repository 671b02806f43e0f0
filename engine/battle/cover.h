// SPDX-License-Identifier: MIT
// Which counter reaches into a hex: for stacks that lie over several. A hex belongs to one stack; the name is its top unit's.
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
  // Frees only what this unit holds: another may have come into a hex since.
  void lift(UnitId u, const Footprint& f) {
    for (HexId h : f)
      if (who[h] == u) who[h] = kNoUnit;
  }
};

}  // namespace tambour
