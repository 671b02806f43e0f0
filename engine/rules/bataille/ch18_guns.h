// SPDX-License-Identifier: MIT
// Chapter 18: limbering, and guns that shift to face an enemy who comes near.
#pragma once
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

bool limbers(const Look& b, UnitId u, int die);
void note_far_guns(Run& r);              // before a step: batteries that the mover does not touch yet
bool guns_may_shift(const Look& b);      // some of them are touched now
bool rides_through(const Look& b, UnitId u);  // limbered horse guns do not stop in zones of foot and guns

struct TryShift {  // 18.3.2
  QUESTION(TryShift, "Try to shift the guns towards the enemy?", cite("18.3.2-a"), Verb::Yes, Verb::No);
  UnitId battery;
  Seat seat(const Look& b) const { return side_of(b, battery); }
  UnitId about(const Look&) const { return battery; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::No, Verb::Yes})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look&, Action) const { return {}; }
};

struct ShiftTo {
  QUESTION(ShiftTo, "Choose where the guns face, or leave them", cite("18.3.2.1-a"), Verb::FaceSide, Verb::Stop);
  UnitId battery;
  Seat seat(const Look& b) const { return side_of(b, battery); }
  UnitId about(const Look&) const { return battery; }
  void candidates(const Look&, auto&& emit) const {
    if (!emit(Action{Verb::Stop, 0, battery})) return;
    for (uint8_t d = 0; d < 6; ++d)
      if (!emit(Action{Verb::FaceSide, d, battery})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ShiftGuns {  // all batteries that the stack in hand 0 has come next to
  static constexpr const char* kName = "ShiftGuns";
  UnitId battery = kNoUnit;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
