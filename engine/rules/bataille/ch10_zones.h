// SPDX-License-Identifier: MIT
// Chapters 10 and 11: Zones of Influence, stacking.
#pragma once
#include "rules/bataille/shape.h"

namespace tambour::bataille {

enum class Unsupplied : bool { Ignored, Counted };  // unlimbered guns that cannot fire (10.1-c); counted by supply paths alone
bool exerts_zone(const Look& b, UnitId u, Unsupplied guns = Unsupplied::Ignored);            // some unit of its stack does (10.1)
bool zone_reaches(const Look& b, UnitId u, HexId h, Unsupplied guns = Unsupplied::Ignored);  // the zone of its stack holds this hex
bool in_zone(const Look& b, HexId h, Seat side, Unsupplied guns = Unsupplied::Ignored);      // of an enemy of this side
bool in_zone(const Look& b, const Footprint& f, Seat side);
bool in_horse_zone(const Look& b, const Footprint& f, Seat side);  // of enemy cavalry
bool beside_enemy(const Look& b, const Footprint& f, Seat side);

bool leaves_zone(const Look& b, Action a);  // this act of the stack in hand 0, which must check first (10.2.2)

// Increments of a unit in one hex of its stack.
Ratio share(const Look& b, UnitId u);
Ratio share_in(const Look& b, UnitId u, int part);  // the same, of a Road Column too (12.3-b)
// May these units be in these hexes beside what stands there (11.1)? `ending`: they stay.
Refusal stacking_barred(const Look& b, const UnitId* units, int count, Form form, const Footprint& f, bool ending);

}  // namespace tambour::bataille
