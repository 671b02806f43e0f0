// SPDX-License-Identifier: MIT
// The kinds of rolls of this book, and what is shown before each: unit, rating and modifiers.
#pragma once
#include "rules/siecle/ch10_fire.h"

namespace tambour::siecle {

DIE(InitiativeDie, "Initiative", "Initiative: the higher total wins", Seat side;);
DIE(ActivationDie, "ActivationCheck", "Activation check of a formation out of command", uint8_t formation;);
DIE(EventDie, "EventCheck", "Does the event come about?", uint8_t event;);
DIE(FireDie, "Fire", "Fire", UnitId firer; FireKind kind; HexId hex;);
DIE(FortressDie, "FortressFire", "Fire of the fortress", Seat side;);
DIE(MeleeDie, "Melee", "Melee");
DIE(BreachDie, "BreachRoll", "Is the work torn down?", UnitId unit;);
DIE(MoraleDie, "MoraleTest", "Morale test", UnitId unit; int8_t modifier; Citation why; uint16_t spare = 0;);  // of the factor
DIE(RallyDie, "RallyTest", "Rally test", UnitId unit;);

enum class Loser : uint8_t { Target, Attackers, Defenders };
const char* row_of(const Result& result, Loser loser);  // as the charts write it: "D-R1", "attackers 2 D-R2*"
const Result& fire_result(const Field& field, int column, int total);

}  // namespace tambour::siecle
