// SPDX-License-Identifier: MIT
// Chapters 12.3.7, 19.17.1.1, 19.17.5 and 19.18.7: cavalry that reacts ahead, or off its flank by a Quarter-Wheel.
#pragma once
#include "play/declare.h"
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

struct Stance {  // how a stack stands as it reacts; `s` is of the unit that shapes it
  UnitState s;
  Footprint f;
};
using Stances = FixedVector<Stance, 3>;  // as it stands, and wheeled to either hand

Stance stance_of(const Look& b, UnitId u);
Stances stances(const Look& b, UnitId u);
bool reaches(const Look& b, const Stance& at, const Footprint& foe, int depth);  // a hex of it lies in this stance's zone
bool reaches(const Look& b, UnitId u, const Footprint& foe, int depth);          // in that of any stance

// k: the Charge it rides against; kNone: it charges a foe on the move.
Refusal stance_barred(const Look& b, const Stance& at, UnitId u, UnitId foe, int k);
Refusal every_stance_barred(const Look& b, UnitId u, UnitId foe, int k);  // one it may charge from is enough

struct WheelToCharge {
  QUESTION(WheelToCharge, "Wheel by companies to charge, or charge as it stands", cite("9.2-d"), Verb::No, Verb::FormColumn, Verb::FormLine);
  UnitId unit, foe;
  uint8_t k;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::No})) return;
    for (const Stance& at : stances(b, unit))
      if (!emit(Action{at.s.form == Form::Line ? Verb::FormLine : Verb::FormColumn, at.s.facing, unit})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};
void wheel(Run& r, Action a, Citation why);  // its answer

}  // namespace tambour::bataille
