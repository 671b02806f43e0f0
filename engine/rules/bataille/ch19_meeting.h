// SPDX-License-Identifier: MIT
// Chapters 19.17.2 and 19.17.4: how cavalry that reacts comes up to whom it charges.
#pragma once
#include "rules/bataille/ch19_wheel.h"

namespace tambour::bataille {

int gap(const Look& b, const Footprint& one, const Footprint& two);
bool goes_ahead(const UnitState& s, int dir);  // through its front
// All parts one hex on; empty if one of them cannot go there. `cost` grows by the dearest way.
Footprint shifted(const Look& b, const Footprint& f, bool line, int dir, int& cost);
bool touches_front(const Look& b, const Footprint& f, const UnitState& s, const Footprint& foe);
void bring_riders(Run& r, const Footprint& left, HexId to, Seat side);  // leaders who were in the hexes left
bool in_some_charge(const Look& b, UnitId u);  // on either side of one

int reaction_depth(const Look& b, UnitId u);  // hexes of its Reaction Zone

struct Meeting {  // where both come to
  Stance mine, theirs;
};
Refusal meet_barred(const Look& b, UnitId u, UnitId rider, const Stance& from, Meeting& out);
void come_together(Run& r, UnitId u, int k);  // u has reacted to this Charge

}  // namespace tambour::bataille
