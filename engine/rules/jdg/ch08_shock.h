// SPDX-License-Identifier: MIT
// Chapter 8: shock combat: declaration, engagement tests, the combat itself, advance, breakthrough and counter-shock,
// refusal. Charges (chapter 9) are fought by the same combat.
#pragma once
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/ch09_charge.h"
#include "rules/jdg/ch10_disorder.h"

namespace tambour::jdg {

using Hexes8 = FixedVector<HexId, 8>;

bool is_charging(const Look& b, HexId h);  // a charging unit stands here
bool guns_only(const Look& b, HexId h);
// The units of an attacking hex that fight: in good order, no guns, no squares; only the chargers where somebody charges.
Party fighters(const Look& b, HexId from);
// May the stack of u shock this hex at all (8.2)?
Refusal shock_barred(const Look& b, UnitId u, HexId target);
bool can_enter(const Look& b, UnitId u, HexId from, HexId to);   // 8.2-c
bool can_attack(const Look& b, UnitId u, HexId from, HexId to);  // besides, the side between lets a shock over
Ledger shock_ledger(const Look& b, const Combat& c);
ShockResult read_shock_table(const Field& field, int total);
// The combat a resolve act would fight as things stand.
Combat combat_at(const Look& b, HexId target);

// A book's way of fighting a declared combat with all its consequences: pushes the frame that does it.
struct Fighting {
  void (*fight_out)(Run& r, uint8_t combat);
};

struct ShockSegment {
  static constexpr const char* kName = "ShockSegment";
  uint8_t declared = 0;
  Flow run(Run& r);
};
struct ResolveGroup {  // all attacks linked through a defender: refusals, tests, then their combats (ruling J15)
  static constexpr const char* kName = "ResolveGroup";
  uint64_t group = 0;  // bits of Pos::attacks
  HexId target;
  HexId hex = kNoHex;
  uint8_t i = 0;
  uint8_t k = 0;
  uint8_t pad[2] = {};
  Flow run(Run& r);
};
struct Evasion {  // 8.8: cavalry in `hex` may refuse the attacks in `group`
  static constexpr const char* kName = "Evasion";
  uint64_t group;
  HexId hex;
  HexId last = kNoHex;
  uint8_t i = 0, test = 0, steps = 0;
  uint8_t want = 0;  // hexes it means to evade
  FixedVector<UnitId, 3> units{};
  uint8_t cross = 0;
  uint8_t pad[3] = {};
  Flow run(Run& r);
};
struct ClosingTests {  // 9.2-d, 9.4-g: what those who charged owe at the end
  static constexpr const char* kName = "ClosingTests";
  FixedVector<UnitId, 8> riders;
  uint8_t i = 0;
  Threat threat{};
  Flow run(Run& r);
};
struct FightOut {  // a combat and everything that follows from it
  static constexpr const char* kName = "FightOut";
  uint8_t combat;
  uint8_t result = 0;  // ShockResult, or kNoFight
  FixedVector<UnitId, 8> riders{};
  Flow run(Run& r);
};
struct Fight {  // 8.5: reaction fire, the die, the results; returns a ShockResult or kNoFight
  static constexpr const char* kName = "Fight";
  uint8_t combat;
  uint8_t i = 0;
  ShockResult result = ShockResult::AttackerBack;
  FixedVector<UnitId, 24> units{};
  HexId from = kNoHex;
  Flow run(Run& r);
};
struct AttackersBeaten {
  static constexpr const char* kName = "AttackersBeaten";
  uint8_t combat, i = 0;
  HexId from;
  FixedVector<UnitId, 4> units{};
  FixedVector<UnitId, 2> guns{};
  Flow run(Run& r);
};
FixedVector<HexId, 7> front_targets(const Look& b, UnitId u);  // enemies before it that it could reach
// 8.7.3: cavalry before infantry, heavy before light, then cohesion. Chargers come first of all, and pursue (8.7.3-a).
int advance_priority(const Look& b, UnitId u);
inline constexpr int kNoFight = 9;
struct AdvanceAfter {  // 8.7.1, 8.7.2
  static constexpr const char* kName = "AdvanceAfter";
  uint8_t combat, through;  // through: breakthrough allowed
  HexId hex = kNoHex;
  UnitId unit = kNoUnit;
  uint8_t i = 0;
  FixedVector<UnitId, 3> party{};
  uint8_t turned = 0, cross = 0;
  Flow run(Run& r);
};
struct SecondShock {  // a breakthrough or counter-shock: it may be refused like any other, then it is fought
  static constexpr const char* kName = "SecondShock";
  uint8_t combat, i = 0;
  Flow run(Run& r);
};
struct StrikeBack {  // what a beaten attack allows the defender: pursuit, or counter-shock
  static constexpr const char* kName = "StrikeBack";
  uint8_t combat, result;
  Flow run(Run& r);
};
struct CounterShock {  // 8.7.2-d to 8.7.2-f
  static constexpr const char* kName = "CounterShock";
  uint8_t combat, i = 0;
  HexId hex = kNoHex;
  UnitId unit = kNoUnit;
  uint8_t cross = 0;
  Flow run(Run& r);
};

}  // namespace tambour::jdg
