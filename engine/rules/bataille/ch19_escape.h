// SPDX-License-Identifier: MIT
// Chapters 19.4 and 19.5: who falls back before a Charge, and the chargers who follow.
#pragma once
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

// ch19_retreat.cpp
void drop_target(Run& r, int k, UnitId foe);           // nobody is before the chargers there any more
void spare_target(Run& r, int k, UnitId foe);          // nor is he named again by them
void strike(Run& r, int k, UnitId foe, Citation why);  // where it has come to, if the chargers face it
bool is_struck_by(const Look& b, int k, UnitId foe);   // whoever it is that they face

// ch19_escape.cpp
struct Away {  // where a step of the cavalry in hand 0 leads
  Footprint to;
  int cost = 0;
  bool joins = false, passes = false, woods = false;
};
Refusal escape_barred(const Look& b, HexId h, Away& out);
bool any_escape(const Look& b);
bool is_among_friends(const Look& b);
bool can_escape(const Look& b, int k, UnitId foe);  // 19.5.1

struct ChooseEscape {  // the cavalry in hand 0, hex by hex
  static constexpr const char* kName = "ChooseEscape";
  static constexpr const char* kPrompt = "Ride away before the Charge, turn, or stand";
  static constexpr Verb kVerbs[] = {Verb::Move, Verb::Face, Verb::FaceSide, Verb::Stop};
  static constexpr Citation kWhen = cite("19.5.2-a");
  Seat seat(const Look& b) const { return side_of(b, b.pos.hand[0].unit[0]); }
  UnitId about(const Look& b) const { return b.pos.hand[0].unit[0]; }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = b.pos.hand[0].unit[0];
    if (!emit(Action{Verb::Stop, 0, u})) return;
    for (const Neighbour& n : neighbours(b.field.grid, footprint(b, u)))
      if (!emit(Action{Verb::Move, 0, u, kNoUnit, n.hex})) return;
    for (uint8_t d = 0; d < 6; ++d)
      if (!emit(Action{Verb::Face, d, u}) || !emit(Action{Verb::FaceSide, d, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Escape {  // one stack of cavalry before one Charge, its pursuers behind it. Returns 1 if it has left
  static constexpr const char* kName = "Escape";
  uint8_t k;
  UnitId foe;
  uint8_t spent = 0, steps = 0, flags = 0;
  UnitId through = kNoUnit;           // friends it has ridden through
  HexId hex = kNoHex, due = kNoHex;   // due: left behind, for the pursuers to enter
  UnitId charger = kNoUnit;           // other cavalry that has caught it on its way
  uint8_t spare = 0;
  Flow run(Run& r);
};

struct Caught {  // whoever falls back before Charge k, by other cavalry. Returns 1
  static constexpr const char* kName = "Caught";
  uint8_t k;
  UnitId foe, charger;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
