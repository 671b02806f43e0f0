// SPDX-License-Identifier: MIT
// What each die of this book is for, told to whoever asks before it falls: whose it is, what it strikes, its modifiers.
#pragma once
#include "rules/bataille/ch15_opportunity.h"

namespace tambour::bataille {

struct FireDie {
  static constexpr const char* kName = "FireAttack";
  static constexpr const char* kPrompt = "Fire on a hex";
  HexId hex;
  uint8_t guns_only, spare = 0;
  Due due(const Look& b) const;
};
struct RicochetDie {
  static constexpr const char* kName = "Ricochet";
  static constexpr const char* kPrompt = "Shot that goes on beyond its target";
  HexId hex;
  UnitId gun;
  uint8_t spine;
  Due due(const Look& b) const;
};
struct OpportunityDie {
  static constexpr const char* kName = "OpportunityFire";
  static constexpr const char* kPrompt = "Opportunity Fire";
  UnitId mover;
  uint8_t part;
  Due due(const Look& b) const;
};
struct MoraleDie {
  static constexpr const char* kName = "MoraleCheck";
  static constexpr const char* kPrompt = "Morale Check";
  UnitId unit;
  int8_t steps;
  uint8_t cause, spare = 0;
  Due due(const Look& b) const;
};
struct RecoveryDie {
  static constexpr const char* kName = "Recovery";
  static constexpr const char* kPrompt = "Recovery of Good Order";
  UnitId unit;
  Due due(const Look& b) const;
};
struct LimberDie {
  static constexpr const char* kName = "Limbering";
  static constexpr const char* kPrompt = "Do the guns limber?";
  UnitId unit;
  Due due(const Look& b) const;
};
struct ScreenDie {
  static constexpr const char* kName = "FireAtSkirmishers";
  static constexpr const char* kPrompt = "Fire at skirmishers who are pushed aside";
  HexId hex;
  UnitId masked;
  uint8_t spare = 0;
  Due due(const Look& b) const;
};
struct CaissonDie {
  static constexpr const char* kName = "CaissonAndLeader";
  static constexpr const char* kPrompt = "Does the explosion strike the leader?";
  HexId hex;
  Due due(const Look& b) const;
};
struct CasualtyDie {
  static constexpr const char* kName = "LeaderCasualty";
  static constexpr const char* kPrompt = "How badly is the leader hurt?";
  UnitId leader;
  Due due(const Look& b) const;
};
struct VictimDie {
  static constexpr const char* kName = "WhichLeader";
  static constexpr const char* kPrompt = "Which of the leaders is hit?";
  HexId hex;
  Due due(const Look& b) const;
};
struct AbsenceDie {
  static constexpr const char* kName = "LeaderAbsence";
  static constexpr const char* kPrompt = "How long is the leader away?";
  UnitId leader;
  Due due(const Look& b) const;
};

Ledger limber_ledger(const Look& b, UnitId u);  // 18.2.1

}  // namespace tambour::bataille
