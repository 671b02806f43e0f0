// SPDX-License-Identifier: MIT
// Stacks: a linked list of units per hex, top first. Part of a book's position.
#pragma once
#include <cstring>

#include "play/action.h"

namespace tambour {

template <int Hexes, int Units>
struct Stacks {
  UnitId head[Hexes];
  PerUnit<UnitId, Units> below;  // next unit down in the same hex
  PerUnit<HexId, Units> at;      // kNoHex: not on the map

  void clear() {
    std::memset(head, 0xFF, sizeof head);
    std::memset(&below, 0xFF, sizeof below);
    std::memset(&at, 0xFF, sizeof at);
  }
  UnitId top(HexId h) const { return h < Hexes ? head[h] : kNoUnit; }
  bool empty(HexId h) const { return top(h) == kNoUnit; }
  bool alone(UnitId u) const { return below[u] == kNoUnit && top(at[u]) == u; }  // only for a unit on the map
  int count(HexId h) const {
    int n = 0;
    for (UnitId u = top(h); u != kNoUnit; u = below[u]) ++n;
    return n;
  }
  int height(UnitId u) const {  // units above it; 0 if it is not on the map
    int n = 0;
    for (UnitId x = top(at[u]); x != kNoUnit; x = below[x], ++n)
      if (x == u) return n;
    return 0;
  }
  // Unlinks a unit from its stack but keeps its hex: it is on the move, and others may occupy the hex meanwhile.
  void take(UnitId u) {
    if (at[u] == kNoHex) return;
    UnitId* link = &head[at[u]];
    while (*link != u && *link != kNoUnit) link = &below[*link];
    if (*link == kNoUnit) return;  // taken already
    *link = below[u];
    below[u] = kNoUnit;
  }
  void lift(UnitId u) {
    take(u);
    at[u] = kNoHex;
  }
  void put_on_top(UnitId u, HexId h) {
    lift(u);
    below[u] = head[h];
    head[h] = u;
    at[u] = h;
  }
  void put_at_bottom(UnitId u, HexId h) {
    lift(u);
    UnitId* link = &head[h];
    while (*link != kNoUnit) link = &below[*link];
    *link = u;
    at[u] = h;
  }

  // for (UnitId u : stacks.in(h)) from top to bottom
  struct Range {
    const Stacks& s;
    UnitId first;
    struct Iterator {
      const Stacks& s;
      UnitId u;
      UnitId operator*() const { return u; }
      Iterator& operator++() { return u = s.below[u], *this; }
      bool operator!=(const Iterator& o) const { return u != o.u; }
    };
    Iterator begin() const { return {s, first}; }
    Iterator end() const { return {s, kNoUnit}; }
  };
  Range in(HexId h) const { return {*this, top(h)}; }
};

}  // namespace tambour
