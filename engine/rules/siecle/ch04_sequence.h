// SPDX-License-Identifier: MIT
// Chapter 4: the turns and their phases.
#pragma once
#include "rules/siecle/ch08_zones.h"
#include "rules/siecle/pos.h"

namespace tambour::siecle {

struct ChooseSwap {  // BLE-1
  QUESTION(ChooseSwap, "Swap two squadrons of one formation, or begin", cite("BLE-1"), Verb::Swap, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field))
      for (UnitId w : UnitRange(index(u) + 1, b.field.unit_count()))
        if (counter(b, u).formation == counter(b, w).formation && !emit(Action{Verb::Swap, 0, u, w})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseBatteryTarget {  // FSA-8
  QUESTION(ChooseBatteryTarget, "The fortress fires: choose a target hex, or pass", cite("FSA-8"), Verb::ChooseHex, Verb::Pass);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (UnitId u : all_units(b.field))
      if (b.pos.on_map(u) && on_top(b, u) && counter(b, u).side != side && !emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, b.pos.at(u)}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct FortressFire {  // FSA-8
  static constexpr const char* kName = "FortressFire";
  Flow run(Run& r);
};

struct Turn {
  static constexpr const char* kName = "Turn";
  uint8_t turn;
  Phase from = Phase::Command;
  uint8_t formation = kNone;  // free positions start inside an activation
  Segment segment = Segment::None;
  uint8_t marker = 0, i = 0;
  Flow run(Run& r);
};

struct Campaign {  // the whole game
  static constexpr const char* kName = "Campaign";
  uint8_t turn = 1;
  Phase from = Phase::SetUp;
  uint8_t formation = kNone;
  Segment segment = Segment::None;
  Flow run(Run& r);
};

}  // namespace tambour::siecle
