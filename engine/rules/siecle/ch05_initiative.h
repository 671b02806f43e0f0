// SPDX-License-Identifier: MIT
// Chapter 5: initiative, and the chits that open the turn.
#pragma once
#include "rules/siecle/ch03_stacking.h"

namespace tambour::siecle {

Ledger initiative_ledger(const Look& b, Seat side);
constexpr bool more_than_double(int winner, int loser) { return winner > 0 && winner > 2 * loser; }  // S8

struct ChooseOpening {
  QUESTION(ChooseOpening, "Choose the formation that is activated next", cite("5-b"), Verb::ChooseMarker);
  static constexpr bool kRest = true;
  Seat side;
  uint8_t second;  // the second choice may fall on the enemy
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    for (uint8_t f = 0; f < b.field.formations.size(); ++f)
      if (!emit(Action{Verb::ChooseMarker, f})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Initiative {
  static constexpr const char* kName = "Initiative";
  int8_t score[2] = {0, 0};
  Seat winner = Seat::Nobody;
  uint8_t doubled = 0;
  Flow run(Run& r);
};

}  // namespace tambour::siecle
