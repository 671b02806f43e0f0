// SPDX-License-Identifier: MIT
// Chapter 16.8: questions of Reserve Commitment and of the melees of Round 2.
#pragma once
#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

Refusal reserve_barred(const Look& b, UnitId u, Seat side);  // may the stack of this top unit be committed at all?
Refusal commit_barred(const Look& b, UnitId u, HexId h);     // to this hex

struct ChooseReserve {
  static constexpr const char* kName = "ChooseReserve";
  static constexpr const char* kPrompt = "Commit a reserve to the Assault, or go on";
  static constexpr Verb kVerbs[] = {Verb::Commit, Verb::Pass};
  static constexpr Citation kWhen = cite("16.1.1-s4");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (UnitId u = 0; u < b.field.unit_count(); ++u) {
      if (!b.pos.on_map(u) || side_of(b, u) != side || reserve_barred(b, u, side)) continue;
      for (HexId h = 0; h < b.field.grid.size(); ++h)
        if (distance(b.field.grid, footprint(b, u), h) <= 2 && !emit(Action{Verb::Commit, 0, u, kNoUnit, h})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseMelee {  // 16.1.1-s5d-split: whom this assaulting stack fights in Round 2
  static constexpr const char* kName = "ChooseMelee";
  static constexpr const char* kPrompt = "Choose the enemy this stack fights";
  static constexpr Verb kVerbs[] = {Verb::ChooseHex};
  static constexpr Citation kWhen = cite("16.1.1-s5d-split");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (const Neighbour& n : neighbours(b.field.grid, footprint(b, unit)))
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, n.hex})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

}  // namespace tambour::bataille
