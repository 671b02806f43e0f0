// SPDX-License-Identifier: MIT
// The dice of this book, and what is shown of each before it is rolled: whose it is, what it strikes, its modifiers.
#pragma once
#include "rules/bataille/ch15_opportunity.h"

namespace tambour::bataille {

DIE(FireDie, "FireAttack", "Fire on a hex", HexId hex; uint8_t guns_only, spare = 0;);
DIE(RicochetDie, "Ricochet", "Shot that goes on beyond its target", HexId hex; UnitId gun; uint8_t spine;);
DIE(OpportunityDie, "OpportunityFire", "Opportunity Fire", UnitId mover; uint8_t part;);
DIE(MoraleDie, "MoraleCheck", "Morale Check", UnitId unit; int8_t steps; uint8_t cause, grievous = 0;);
DIE(RecoveryDie, "Recovery", "Recovery of Good Order", UnitId unit;);
DIE(LimberDie, "Limbering", "Do the guns limber?", UnitId unit;);
DIE(ScreenDie, "FireAtSkirmishers", "Fire at skirmishers who are pushed aside", HexId hex; UnitId masked; uint8_t spare = 0;);
DIE(CaissonDie, "CaissonAndLeader", "Does the explosion strike the leader?", HexId hex;);
DIE(CasualtyDie, "LeaderCasualty", "How badly is the leader hurt?", UnitId leader;);
DIE(VictimDie, "WhichLeader", "Which of the leaders is hit?", HexId hex;);
DIE(AbsenceDie, "LeaderAbsence", "How long is the leader away?", UnitId leader;);

DIE(ScatterDie, "HowitzerScatter", "Where do the shells fall?", uint8_t shell, distance;);  // the second die
DIE(ShellDie, "HowitzerAttack", "Shells burst", uint8_t shell;);
DIE(FireOutDie, "FireOut", "Does the fire go out?", HexId hex;);
DIE(SpikeDie, "SpikedGuns", "Are the lost guns spiked?", UnitId unit;);
DIE(ResupplyDie, "Resupply", "Do new rounds arrive?", UnitId unit;);

DIE(FirstUnitDie, "FirstManeuverUnit", "Who forms the first Maneuver Unit?", Seat side;);
DIE(InitiativeDie, "Initiative", "Initiative of light cavalry", UnitId leader;);
DIE(ForceMarchDie, "ForceMarch", "How much farther do they march?", UnitId leader;);
DIE(ForcedDie, "EndOfForceMarch", "Morale Check after the Force March", UnitId leader;);
DIE(JoinSquareDie, "JoinSquare", "Morale Check to join the Square", UnitId unit;);

Ledger limber_ledger(const Look& b, UnitId u);  // 18.2.1
int initiative_value(const Look& b, UnitId leader);  // 8.5.1.1

}  // namespace tambour::bataille
