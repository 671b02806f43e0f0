// SPDX-License-Identifier: MIT
// Chapter 13.2: Rout, Recoil and displacement; Settle carries out whatever is due.
#pragma once
#include "rules/bataille/ch20_morale.h"

namespace tambour::bataille {

enum class Flight : uint8_t { Rout, Recoil, Displaced, Bounce };

struct ChooseRetreat {  // a hex, only among those 13.2.4 allows
  QUESTION(ChooseRetreat, "Choose a hex to fall back to", cite("13.2.4-a"), Verb::Retreat);
  Seat seat(const Look& b) const { return side_of(b, b.pos.hand[1].unit[0]); }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = b.pos.hand[1].unit[0];
    for (int k = 0; k < 6; ++k)
      if (const HexId h = edge(b, b.pos.at(u), k).to; h != kNoHex && !emit(Action{Verb::Retreat, 0, u, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Flee {  // the stack in hand 1, hex by hex
  static constexpr const char* kName = "Flee";
  Flight flight;
  uint8_t hexes;  // of a Recoil
  Seat side = Seat::Nobody;
  uint8_t zones = 0;  // hexes left in an enemy zone
  HexId next = kNoHex;
  Flow run(Run& r);
};

struct Settle {  // everything that is due: closing up, checks, displacement, Rout
  static constexpr const char* kName = "Settle";
  UnitId unit = kNoUnit;
  uint8_t nested = 0;
  Flow run(Run& r);
};

void form_by_ground(Run& r, UnitId u, HexId h, int dir);  // who has come there faces this side in his new form
void begin_rout(Run& r, UnitId u, int spent);      // into hand 1, ready to Flee, with so many half points of its way gone already
void recoil(Run& r, UnitId u, int hexes);          // marks its stack
void disturb_leaders(Run& r, HexId h, Seat side, HexId from = kNoHex);  // of this side in a hex the enemy has entered (8.1.4-b)
bool anything_due(const Look& b);

}  // namespace tambour::bataille
