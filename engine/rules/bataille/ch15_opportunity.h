// SPDX-License-Identifier: MIT
// Chapters 10.1.3 and 15.6: fire at units that spend points in a zone or leave it.
#pragma once
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

bool can_react(const Look& b, UnitId mover);                   // somebody may fire at its stack where it stands
Attack opportunity_on(const Look& b, UnitId mover, int part);  // all who may, at this hex of the mover
bool draws_fire(const Look& b, Action a);                      // this act of the stack in hand 0
void close_head(Run& r, HexId h);                              // the stack in hand 0, which has lost its order
void leave_failed(Run& r);                                     // those of hand 0 who have failed a check that others passed
bool stays_in_zone(const Look& b, UnitId joined);              // a stack that was joined can be fired at

struct ReactFire {
  QUESTION(ReactFire, "Fire at the moving unit?", cite("15.6-b"), Verb::Yes, Verb::No, Verb::Pass);  // pass: not again in this move
  Seat side;
  UnitId mover;
  Seat seat(const Look&) const { return side; }
  UnitId about(const Look&) const { return mover; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::No, Verb::Yes, Verb::Pass})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look&, Action) const { return {}; }
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::Yes ? opportunity_on(b, mover, 0).ledger : Ledger{}; }
};

struct OpportunityFire {  // at the stack of this unit, in the tables or in hand. Returns what was lost
  static constexpr const char* kName = "OpportunityFire";
  UnitId top;
  uint8_t part = 0, lost = 0, before = 0, marked = 0, count = 0, natural = 0, steps = 0;
  HexId hex = kNoHex;
  uint8_t in_hand_0 = 0, spare = 0;  // the mover itself, not somebody who is displaced meanwhile
  Flow run(Run& r);
};

}  // namespace tambour::bataille
