// SPDX-License-Identifier: MIT
// Chapter 19.19: cavalry that moves off while enemy infantry or guns come near; and how a mover waits for what others do.
#pragma once
#include "play/declare.h"
#include "rules/bataille/ch13_movement.h"

namespace tambour::bataille {

// The stack in hand 0 lies in the tables while somebody else is in hand, and is taken up again where it was left.
bool can_park(const Look& b);
Hand park(Run& r);
void take_back(Run& r, const Hand& kept);

Refusal react_move_barred(const Look& b, UnitId u, Action act);  // before this act of the stack in hand 0
bool any_react_move(const Look& b, Action act);
void forget_moves(Run& r, Seat side);  // its mover has paid: cavalry of the other side may move off once more (A131)

struct ReactMove {
  QUESTION(ReactMove, "Move off with cavalry before the enemy comes near, or stay", cite("19.19-b"), Verb::Pass, Verb::Done, Verb::Select);
  // done: not again in this move
  Action act;
  Seat seat(const Look& b) const { return other(side_of(b, b.pos.hand[0].unit[0])); }
  UnitId about(const Look& b) const { return b.pos.hand[0].unit[0]; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass}) || !emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field))
      if (is_horse(b, u) && !emit(Action{Verb::Select, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct MoveOffer {  // before this act of the stack in hand 0. Returns 1 if somebody has moved off
  static constexpr const char* kName = "MoveOffer";
  Action act;
  uint32_t riders = 0;  // of the mover
  UnitId unit = kNoUnit;
  uint8_t moved = 0, ridden = 0, went = 0;
  Hand kept = {};
  Flow run(Run& r);
};

}  // namespace tambour::bataille
