// SPDX-License-Identifier: MIT
// What each die of this book is for, told to whoever asks before it falls: unit, rating and modifiers.
#pragma once
#include "rules/siecle/ch10_fire.h"

namespace tambour::siecle {

struct InitiativeDie {
  static constexpr const char* kName = "Initiative";
  static constexpr const char* kPrompt = "Initiative: the higher total wins";
  Seat side;
  Due due(const Look& b) const;
};
struct ActivationDie {
  static constexpr const char* kName = "ActivationCheck";
  static constexpr const char* kPrompt = "Activation check of a formation out of command";
  uint8_t formation;
  Due due(const Look& b) const;
};
struct EventDie {
  static constexpr const char* kName = "EventCheck";
  static constexpr const char* kPrompt = "Does the event come about?";
  uint8_t event;
  Due due(const Look& b) const;
};
struct FireDie {
  static constexpr const char* kName = "Fire";
  static constexpr const char* kPrompt = "Fire";
  UnitId firer;
  FireKind kind;
  HexId hex;
  Due due(const Look& b) const;
};
struct FortressDie {
  static constexpr const char* kName = "FortressFire";
  static constexpr const char* kPrompt = "Fire of the fortress";
  Seat side;
  Due due(const Look& b) const;
};
struct MeleeDie {
  static constexpr const char* kName = "Melee";
  static constexpr const char* kPrompt = "Melee";
  Due due(const Look& b) const;
};
struct BreachDie {
  static constexpr const char* kName = "BreachRoll";
  static constexpr const char* kPrompt = "Is the work torn down?";
  UnitId unit;
  Due due(const Look& b) const;
};
struct MoraleDie {
  static constexpr const char* kName = "MoraleTest";
  static constexpr const char* kPrompt = "Morale test";
  UnitId unit;
  int8_t modifier;  // of the factor
  Citation why;
  uint16_t spare = 0;
  Due due(const Look& b) const;
};
struct RallyDie {
  static constexpr const char* kName = "RallyTest";
  static constexpr const char* kPrompt = "Rally test";
  UnitId unit;
  Due due(const Look& b) const;
};

enum class Loser : uint8_t { Target, Attackers, Defenders };
const char* row_of(const Result& result, Loser loser);  // as the charts write it: "D-R1", "attackers 2 D-R2*"
const Result& fire_result(const Field& field, int column, int total);

}  // namespace tambour::siecle
