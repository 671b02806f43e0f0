// SPDX-License-Identifier: MIT
// The kinds of rolls of this book, and what is shown before each: unit, rating and modifiers.
#pragma once
#include "rules/tng/ch08_4_shock.h"

namespace tambour::tng {

DIE(CohesionDie, "CohesionCheck", "Cohesion check", UnitId unit;);  // a check without modifiers of its own
DIE(MisguidedDie, "MisguidedFireCheck", "Cohesion check for misguided fire", UnitId unit;);  // 8.27-a
DIE(SquareDie, "SquareCheck", "Check to form square", UnitId unit;);
DIE(RecallDie, "RecallCheck", "Check to recall the charge", UnitId unit;);
DIE(RallyDie, "RallyCheck", "Rally check", UnitId unit;);
DIE(OrdersDie, "OrdersCheck", "Check for orders", UnitId unit;);
DIE(DelayDie, "OrdersDelay", "Orders Delay", Seat side;);
DIE(InitiativeDie, "Initiative", "Initiative: the higher total wins", Seat side;);
DIE(FirstReserveDie, "FirstReserve", "Who activates a reserve first: the higher die", Seat side;);
DIE(IceDie, "IceRoll", "Does the ice bear?", UnitId unit;);
DIE(CommitmentDie, "Commitment", "Commitment", uint8_t attack;);
DIE(CounterChargeDie, "CounterChargeCheck", "Check to counter-charge", AttackMask mask; HexId hex; uint8_t spare[6] = {};);
DIE(FireDie, "Fire", "Fire", HexId target;);
DIE(ShockDie, "Shock", "Shock", AttackMask mask; HexId hex; uint8_t spare[6] = {};);

// The words of data/charts/tng/fire.csv and shock.csv.
const char* row_of(FireResult result);
const char* row_of(const ShockStep& step);

}  // namespace tambour::tng
