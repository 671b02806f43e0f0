// SPDX-License-Identifier: MIT
// The kinds of rolls of the series, and what is shown before each: unit, rating and modifiers.
#pragma once
#include "rules/jdg/ch07_fire.h"

namespace tambour::jdg {

DIE(CohesionDie, "CohesionTest", "Cohesion test", UnitId unit; int8_t modifier;);
DIE(EngagementDie, "EngagementTest", "Engagement test", UnitId unit; int8_t modifier;);
DIE(LeaderDie, "LeaderTest", "Leader's initiative test", UnitId unit; int8_t rating;);  // with the commander's modifier
DIE(InitiativeDie, "Initiative", "Initiative: the higher total wins", Seat side; int8_t modifier;);
struct FirstRoutDie {
  static constexpr const char* kName = "FirstToRout";
  static constexpr const char* kPrompt = "Whose routed units move first: 0 to 4 the first side, 5 to 9 the second";
};
DIE(RallyDie, "RallyTest", "Rally test", UnitId unit; int8_t modifier;);
DIE(SquareDie, "SquareTest", "Test to form square", HexId hex; uint8_t rating, spare = 0;);
DIE(FireDie, "Fire", "Fire", Shot shot;);
DIE(ShockDie, "Shock", "Shock", uint8_t combat;);

// The words of data/charts/<book>/fire.csv and shock.csv.
const char* row_of(FireResult result);
const char* row_of(ShockResult result);

}  // namespace tambour::jdg
