// SPDX-License-Identifier: MIT
// What each die of the series is for, told to whoever asks before it falls: unit, rating and modifiers.
#pragma once
#include "rules/jdg/ch07_fire.h"

namespace tambour::jdg {

struct CohesionDie {
  static constexpr const char* kName = "CohesionTest";
  static constexpr const char* kPrompt = "Cohesion test";
  UnitId unit;
  int8_t modifier;
  Due due(const Look& b) const;
};
struct EngagementDie {
  static constexpr const char* kName = "EngagementTest";
  static constexpr const char* kPrompt = "Engagement test";
  UnitId unit;
  int8_t modifier;
  Due due(const Look& b) const;
};
struct LeaderDie {
  static constexpr const char* kName = "LeaderTest";
  static constexpr const char* kPrompt = "Leader's initiative test";
  UnitId unit;
  int8_t rating;  // with the commander's modifier
  Due due(const Look& b) const;
};
struct InitiativeDie {
  static constexpr const char* kName = "Initiative";
  static constexpr const char* kPrompt = "Initiative: the higher total wins";
  Seat side;
  int8_t modifier;
  Due due(const Look& b) const;
};
struct FirstRoutDie {
  static constexpr const char* kName = "FirstToRout";
  static constexpr const char* kPrompt = "Whose routed units move first: 0 to 4 the first side, 5 to 9 the second";
};
struct RallyDie {
  static constexpr const char* kName = "RallyTest";
  static constexpr const char* kPrompt = "Rally test";
  UnitId unit;
  int8_t modifier;
  Due due(const Look& b) const;
};
struct SquareDie {
  static constexpr const char* kName = "SquareTest";
  static constexpr const char* kPrompt = "Test to form square";
  HexId hex;
  uint8_t rating, spare = 0;
  Due due(const Look& b) const;
};
struct FireDie {
  static constexpr const char* kName = "Fire";
  static constexpr const char* kPrompt = "Fire";
  Shot shot;
  Due due(const Look& b) const;
};
struct ShockDie {
  static constexpr const char* kName = "Shock";
  static constexpr const char* kPrompt = "Shock";
  uint8_t combat;
  Due due(const Look& b) const;
};

// The words of data/charts/<book>/fire.csv and shock.csv.
const char* row_of(FireResult result);
const char* row_of(ShockResult result);

}  // namespace tambour::jdg
