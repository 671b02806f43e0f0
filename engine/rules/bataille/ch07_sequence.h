// SPDX-License-Identifier: MIT
// Chapter 7: the turn and its segments; recovery; victory.
#pragma once
#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

struct ChooseFacing {  // on recovery, 20.2.4-d
  QUESTION(ChooseFacing, "Choose the facing of the unit that has recovered", cite("20.2.4-d"), Verb::FaceSide, Verb::Face);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  Verb verb(const Look& b) const { return faces_vertex(b.pos.unit[unit].form) ? Verb::Face : Verb::FaceSide; }
  void candidates(const Look& b, auto&& emit) const {
    for (uint8_t d = 0; d < 6; ++d)
      if (!emit(Action{verb(b), d, unit})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != unit || a.arg > 5 || a.verb != verb(b)) REFUSE("20.2.4-d", a.who);
    return {};
  }
};

Ledger recovery_ledger(const Look& b, UnitId u);

struct Recover {  // one roll for a stack, 20.2
  static constexpr const char* kName = "Recover";
  UnitId top;
  UnitId turns = kNoUnit, shaken = kNoUnit;
  uint8_t spare = 0;
  Flow run(Run& r);
};

struct Reorganization {
  static constexpr const char* kName = "Reorganization";
  UnitId unit = kFirstUnit;
  Flow run(Run& r);
};

struct ReturnLeaders {  // the Reinforcement chit
  static constexpr const char* kName = "ReturnLeaders";
  Flow run(Run& r);
};

enum class Start : uint8_t { Command, Maneuver, Fire, Assault, Reorganization };
struct Turn {
  static constexpr const char* kName = "Turn";
  uint8_t turn;
  Start from = Start::Command;
  uint8_t marker = kNone;  // free positions start with this chit
  Flow run(Run& r);
};

struct Campaign {  // the whole game
  static constexpr const char* kName = "Campaign";
  uint8_t turn = 1;
  Start from = Start::Command;
  uint8_t marker = kNone;
  Flow run(Run& r);
};

bool holds(const Look& b, Seat side, HexId h);
uint8_t verdict_now(const Look& b);       // TLA-2
bool is_forty(const Field& f, int turn);  // a turn that ends the hour

}  // namespace tambour::bataille
