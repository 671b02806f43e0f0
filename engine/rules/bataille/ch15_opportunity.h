// SPDX-License-Identifier: MIT
// Chapter 15.6: fire at units that spend points in a zone or leave it.
#pragma once
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

bool can_react(const Look& b);                   // somebody may fire at the stack in hand 0
Attack opportunity_on(const Look& b, int part);  // all who may, at this hex of the mover

struct ReactFire {
  static constexpr const char* kName = "ReactFire";
  static constexpr const char* kPrompt = "Fire at the moving unit?";
  static constexpr Verb kVerbs[] = {Verb::Yes, Verb::No, Verb::Pass};  // pass: not again in this move
  static constexpr Citation kWhen = cite("15.6-b");
  Seat side;
  Seat seat(const Look&) const { return side; }
  UnitId about(const Look& b) const { return b.pos.hand[0].unit[0]; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::No, Verb::Yes, Verb::Pass})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look&, Action) const { return {}; }
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::Yes ? opportunity_on(b, 0).ledger : Ledger{}; }
};

struct OpportunityFire {  // returns what was lost
  static constexpr const char* kName = "OpportunityFire";
  uint8_t part = 0, lost = 0, before = 0, lone = 0;
  UnitId top = kNoUnit;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
