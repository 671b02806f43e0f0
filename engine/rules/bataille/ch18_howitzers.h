// SPDX-License-Identifier: MIT
// Chapter 18.15: Howitzer Attacks, by batteries of howitzers and by the sections of others, and the fires they start.
#pragma once
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

bool on_fire(const Look& b, HexId h);
bool can_bombard(const Look& b, UnitId battery);  // some hex may be named
Attack shells_on(const Look& b, const Shell& shell);
int scatter_hexes(const Look& b, const Shell& shell, int die);
Ledger scatter_ledger(const Look& b, const Shell& shell);
int sections_left(const Look& b, Seat side);

// Hexes worth naming: where an enemy is, and what can be set alight.
void each_mark(const Look& b, Seat side, auto&& visit) {
  for (HexId h = 0; h < b.field.grid.size(); ++h)
    if ((enemy_at(b, h, side) || b.field.ground[h].burns != kNone) && !visit(h)) return;
}

struct Bombard {  // 18.15.1
  QUESTION(Bombard, "Name the hex the howitzers fire at", cite("18.15.1-b"), Verb::Howitzer, Verb::Hold);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Hold, 0, unit})) return;
    each_mark(b, side_of(b, unit), [&](HexId h) { return emit(Action{Verb::Howitzer, 0, unit, kNoUnit, h}); });
  }
  Refusal barred(const Look& b, Action a) const;
};

struct FireSections {  // 18.15.2: three batteries at a time; who they are follows from the hex
  QUESTION(FireSections, "Name a hex for the howitzer sections of three batteries, or go on", cite("18.15.2-a"),
           Verb::Howitzer, Verb::Done);
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    each_mark(b, side, [&](HexId h) {
      const UnitId first = first_of_three(b, h);
      return first == kNoUnit || emit(Action{Verb::Howitzer, 0, first, kNoUnit, h});
    });
  }
  Refusal barred(const Look& b, Action a) const;
  UnitId first_of_three(const Look& b, HexId h) const;
};

struct NameTargets {  // all Howitzer Attacks of one side
  static constexpr const char* kName = "NameTargets";
  Seat side;
  uint8_t guns_only;
  UnitId unit = kFirstUnit;
  uint8_t spare = 0;
  Flow run(Run& r);
};

struct LobShells {  // where they fall, and what they do
  static constexpr const char* kName = "LobShells";
  uint8_t i = 0, direction = 0;
  Flow run(Run& r);
};

struct BurningHexes {  // Reorganization: those in them check, then a die for each fire
  static constexpr const char* kName = "BurningHexes";
  HexId hex = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
