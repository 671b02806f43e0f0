// SPDX-License-Identifier: MIT
// Chapter 7: artillery fire, counter-battery, reaction fire, and line of sight.
#pragma once
#include "play/view.h"
#include "rules/jdg/ch06_zones.h"

namespace tambour::jdg {

enum class FireKind : uint8_t { Normal, CounterBattery, Reaction };

// 7.4: can a unit in `from` see into `to`?
bool in_sight(const Look& b, HexId from, HexId to);

// Arc, range and sight of a gun as it stands, and what a turn of one vertex opens (7.2-d).
FireReach fire_reach(const Look& b, UnitId gun, HexId hex);
// Why a gun may not fire at a hex with this facing (255: its own).
Refusal fire_barred(const Look& b, UnitId gun, HexId target, int facing, FireKind kind);

struct Shot {                              // one resolution of fire
  UnitId gun = kNoUnit, second = kNoUnit;  // second: a stacked gun firing with it
  HexId target = kNoHex;
  FireKind kind = FireKind::Normal;
  UnitId only = kNoUnit;  // the one unit that counter-battery and reaction fire affect
};
static_assert(std::has_unique_object_representations_v<Shot>);
Ledger fire_ledger(const Look& b, const Shot& shot);
FireResult read_fire_table(const Field& field, int total);

// The fire segment of an activation.
struct FireSegment {
  static constexpr const char* kName = "FireSegment";
  Shot shot{};
  Flow run(Run& r);
};
struct ResolveFire {  // 7.5
  static constexpr const char* kName = "ResolveFire";
  Shot shot;
  FireResult result = FireResult::None;
  uint8_t i = 0;
  FixedVector<UnitId, 8> hit{};
  uint8_t pad = 0;
  Flow run(Run& r);
};
struct CounterBattery {  // 7.1: the gun in the target hex answers the gun that fired
  static constexpr const char* kName = "CounterBattery";
  UnitId provoker;
  uint8_t i = 0;
  HexId from;
  Flow run(Run& r);
};
// 8.3.3: guns among the targets of the topmost combat fire at its attackers.
struct ReactionFire {
  static constexpr const char* kName = "ReactionFire";
  uint8_t combat;
  uint8_t i = 0;
  UnitId gun = kNoUnit;
  uint8_t pad = 0;
  Flow run(Run& r);
};

}  // namespace tambour::jdg
