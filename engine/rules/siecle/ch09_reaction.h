// SPDX-License-Identifier: MIT
// Sections 9.5, 9.6 and 10.4: reactions of the inactive side to enemy movement.
#pragma once
#include "rules/siecle/ch10_fire.h"

namespace tambour::siecle {

Refusal reaction_move_barred(const Look& b, UnitId reactor, UnitId mover);
Refusal hedgehog_barred(const Look& b, UnitId foot, UnitId mover);
Refusal reaction_fire_barred(const Look& b, UnitId firer, UnitId mover);

struct React {
  QUESTION(React, "An enemy moves: react, or pass", cite("10.4-a"), Verb::Pass, Verb::FireAt, Verb::Select, Verb::Hedgehog, Verb::Restack);
  UnitId mover;
  Seat seat(const Look& b) const { return other(side_of(b, mover)); }
  void candidates(const Look& b, auto&& emit) const;
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct Window {  // open after each hex a unit enters
  static constexpr const char* kName = "Window";
  UnitId mover;
  uint8_t pad;
  HexId hex;
  Flow run(Run& r);
};

struct FormHedgehog {
  static constexpr const char* kName = "FormHedgehog";
  UnitId unit;
  Flow run(Run& r);
};

void React::candidates(const Look& b, auto&& emit) const {
  if (!emit(Action{Verb::Pass})) return;
  const HexId h = b.pos.at(mover);
  const Seat side = seat(b);
  const bool anybody = b.field.near[h].meets(b.pos.boards.held[index(side)]);
  for (UnitId u : (anybody ? b.field.units_of : b.field.guns_of)[index(side)]) {
    if (!b.pos.on_map(u)) continue;
    const int d = b.field.grid.distance(b.pos.at(u), h);
    if (d > 2 && !is_gun(b, u)) continue;
    if (d == 1 || is_gun(b, u))
      if (!emit(Action{Verb::FireAt, 0, u, kNoUnit, h}) || !emit(Action{Verb::Restack, 0, u})) return;
    if (is_cavalry(arm(b, u)) ? !emit(Action{Verb::Select, 0, u}) : !is_gun(b, u) && !emit(Action{Verb::Hedgehog, 0, u})) return;
  }
  for (int k = 0; k < int(b.field.officers.size()); ++k)
    if (present(b, k) && officer(b, k).side == side && b.field.grid.distance(b.pos.officer[k].hex, h) <= 2)
      if (!emit(Action{Verb::Select, 0, b.field.officer_id(k)})) return;
}

}  // namespace tambour::siecle
