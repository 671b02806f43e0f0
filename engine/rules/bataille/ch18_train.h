// SPDX-License-Identifier: MIT
// Chapters 18.11 to 18.14: what becomes of lost guns, volunteer gunners, re-supply and wrecks.
#pragma once
#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {

enum class Kind : uint8_t { Foot, Horse };  // of batteries; three of a kind make one (18.11.2)

struct SpikeGuns {  // a die for each battery that a melee has cost
  static constexpr const char* kName = "SpikeGuns";
  UnitId unit = kFirstUnit;
  uint8_t charge = 0;  // lost to a Charge
  Flow run(Run& r);
};

struct RebuildBattery {  // 18.11.1: which battery comes back, then which two are broken up for it
  QUESTION(RebuildBattery, "Choose a battery of the Battery Box to rebuild, or none", cite("18.11.1-a"), Verb::Choose, Verb::Done);
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (const UnitId u : all_units(b.field))
      if (side_of(b, u) == side && is_gun(b, u) && !emit(Action{Verb::Choose, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct BreakUp {
  QUESTION(BreakUp, "Choose a battery to break up for the one that is rebuilt", cite("18.11.1-c"), Verb::Choose);
  UnitId rebuilt;
  Seat seat(const Look& b) const { return side_of(b, rebuilt); }
  void candidates(const Look& b, auto&& emit) const {
    for (const UnitId u : all_units(b.field))
      if (side_of(b, u) == side_of(b, rebuilt) && is_gun(b, u) && !emit(Action{Verb::Choose, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct BatteryBoxes {  // at the start of an hour
  static constexpr const char* kName = "BatteryBoxes";
  uint8_t side = 0, left = 0;
  UnitId rebuilt = kNoUnit;
  Flow run(Run& r);
};

struct Appeal {  // 18.13
  QUESTION(Appeal, "Give gunners of the Old Guard to a battery, or go on", cite("18.13-a"), Verb::Volunteer, Verb::Done);
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (const UnitId u : all_units(b.field))
      for (UnitId g = kFirstUnit; b.field.units.has(g) && counter(b, u).old_guard; ++g)
        if (is_gun(b, g) && side_of(b, g) == side && side_of(b, u) == side && !emit(Action{Verb::Volunteer, 0, u, g})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Gunners {
  static constexpr const char* kName = "Gunners";
  uint8_t side = 0;
  Flow run(Run& r);
};

struct Resupply {  // 18.14.3: a die for each that may try
  static constexpr const char* kName = "Resupply";
  UnitId unit = kFirstUnit;
  Flow run(Run& r);
};

struct ClearWreck {
  QUESTION(ClearWreck, "Clear a wreck beside this unit, or leave it", cite("18.14.1.7.1-a"), Verb::ClearWreck, Verb::Pass);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (const UnitId w : all_units(b.field))
      if (is_wreck(b, w) && !emit(Action{Verb::ClearWreck, 0, unit, w})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ClearWrecks {
  static constexpr const char* kName = "ClearWrecks";
  UnitId unit = kFirstUnit;
  Flow run(Run& r);
};

void note_clearers(Run& r);    // as the Maneuver Segment begins
void return_guns(Run& r);      // with the Reinforcement chit
void close_boxes(Run& r);      // at the end of the game

}  // namespace tambour::bataille
