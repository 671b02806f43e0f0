// SPDX-License-Identifier: MIT
// The dice of an Assault: whose they are, what they need, their modifiers.
#pragma once
#include "rules/bataille/ch16_assault.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

DIE(CloseDie, "RollToClose", "Roll to Close", UnitId unit;);
DIE(StandDie, "RollToStand", "Roll to Stand", UnitId unit;);
DIE(ShiftDie, "DefensiveShifts", "How many Defensive Shifts?", UnitId unit;);
DIE(OffensiveDie, "OffensiveFire", "Offensive Fire");  // of the fight being fought
DIE(DefensiveDie, "DefensiveFire", "Defensive Fire", HexId hex; UnitId unit; uint8_t spare;);
DIE(CheerDie, "StandAgainstHuzzah", "Roll to Stand against the Huzzah", UnitId unit;);
DIE(MeleeDie, "Melee", "Melee");
DIE(ImpetusDie, "AssaultImpetus", "How far do they press on?", UnitId unit;);
DIE(CommitmentDie, "CommitmentCheck", "Commitment Check of a reserve", UnitId unit;);
DIE(ShotDie, "ShotAtAssaulters", "Fire at the assaulters", UnitId unit, at; uint8_t opportunity;);  // a parting shot, or the fire of the parent battalion
DIE(FirstAssaultDie, "FirstAssault", "Who chooses the first Assault?", Seat side;);

}  // namespace tambour::bataille
