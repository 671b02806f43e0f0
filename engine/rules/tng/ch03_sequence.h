// SPDX-License-Identifier: MIT
// 3.0 Sequence of play: the whole game, turn by turn; and how it is won (the battle's sheet).
// Unlike jdg: no assembly phase, since every group has its markers in the Pool; all markers are drawn, the last one too; a Reserve Phase
// follows the activations; collapse is checked before rout movement; commanders move last. No night, no fog.
#pragma once
#include "rules/tng/ch06_stacking_facing_zones.h"

namespace tambour::tng {

int score(const Look& b, Seat seat);
void check_automatic_victory(Run& r);  // whenever an objective changes hands

// The start of a game, or of an arranged position that is under way.
struct Start {
  Phase phase = Phase::Orders;
  Segment segment = Segment::None;
  uint8_t marker = kNone;
  UnitId command = kNoUnit;                // of a reserve activation
  ShockStage step = ShockStage::Announce;  // within the shock segment
  bool collapse_judged = false;            // within the morale phase
};

struct WholeGame {
  static constexpr const char* kName = "WholeGame";
  Start start;
  Flow run(Run& r);
};
struct Turn {
  static constexpr const char* kName = "Turn";
  Start start;
  int8_t marker = 0;
  uint8_t pad = 0;
  Flow run(Run& r);
};

}  // namespace tambour::tng
