// SPDX-License-Identifier: MIT
// Chapter 16: the Assault, from the markers of the Maneuver Segment to the last follow-up.
#pragma once
#include "rules/bataille/ch13_movement.h"
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

Ledger close_ledger(const Look& b, UnitId u);  // Roll to Close of a stack's top infantry unit, 16.4
Ledger stand_ledger(const Look& b);            // Roll to Stand of the defender, 16.5
Attack offensive_fire(const Look& b);
Attack defensive_fire(const Look& b, UnitId at);
struct Odds {
  Ledger ledger;
  Ratio attack, defence;
  int column = 1;
};
Odds melee_odds(const Look& b);
Result melee_result(const Look& b, const Odds& odds, int roll);

// Shared by the files of this chapter.
bool fights(const Look& b, UnitId u);  // on the map and not in PGD
bool attackers_left(const Look& b);
UnitId first_attacker(const Look& b);  // who is left of them, or none
bool defender_left(const Look& b);
bool in_structure(const Look& b);

struct ChooseAssault {  // 16.1-i
  static constexpr const char* kName = "ChooseAssault";
  static constexpr const char* kPrompt = "Choose the Assault to resolve next";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Resolve};
  static constexpr Citation kWhen = cite("16.1-i");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u = 0; u < b.field.unit_count(); ++u) {
      if (!b.pos.on_map(u) || !b.pos.has(u, kAssault)) continue;
      bool told = false;
      for (UnitId x = 0; x < u; ++x) told |= b.pos.on_map(x) && b.pos.has(x, kAssault) && b.pos.unit[x].target == b.pos.unit[u].target;
      if (!told && !emit(Action{Verb::Resolve, 0, kNoUnit, kNoUnit, b.pos.unit[u].target})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseVolley {  // whom the defender fires at, 16.1.1-s3b-front
  static constexpr const char* kName = "ChooseVolley";
  static constexpr const char* kPrompt = "Choose the assaulters the defenders fire at";
  static constexpr Verb kVerbs[] = {Verb::FireAt};
  static constexpr Citation kWhen = cite("16.1.1-s3b");
  Seat seat(const Look& b) const { return side_of(b, b.pos.melee.defender); }
  void candidates(const Look& b, auto&& emit) const {
    const Melee& m = b.pos.melee;
    for (int k = 0; k < m.attackers; ++k)
      for (const HexId h : footprint(b, m.attacker[k]))
        if (!emit(Action{Verb::FireAt, 0, m.defender, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct ChooseAdvance {  // which stack enters the hex, 16.9
  static constexpr const char* kName = "ChooseAdvance";
  static constexpr const char* kPrompt = "Choose the stack that enters the vacated hex";
  static constexpr Verb kVerbs[] = {Verb::Choose};
  static constexpr Citation kWhen = cite("16.9-a");
  Seat seat(const Look& b) const { return side_of(b, first_attacker(b)); }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < b.pos.melee.attackers; ++k)
      if (!emit(Action{Verb::Choose, 0, b.pos.melee.attacker[k]})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct NewTarget {  // after an advance into a hex left before the melee, 16.3.7.2
  static constexpr const char* kName = "NewTarget";
  static constexpr const char* kPrompt = "Assault another enemy in front, or end the Assault";
  static constexpr Verb kVerbs[] = {Verb::Assault, Verb::Pass};
  static constexpr Citation kWhen = cite("16.3.7.2-a");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (int k = 0; k < 6; ++k)
      if (const HexId h = edge(b, b.pos.at(unit), k).to; h != kNoHex && !emit(Action{Verb::Assault, 0, unit, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

bool can_cheer(const Look& b);
Ledger huzzah_ledger(const Look& b, UnitId u);

struct ChooseHuzzah {  // 16.1.1-s3c: stack by stack
  static constexpr const char* kName = "ChooseHuzzah";
  static constexpr const char* kPrompt = "Cheer at an assaulting stack, or go on to the melee";
  static constexpr Verb kVerbs[] = {Verb::Huzzah, Verb::Pass};
  static constexpr Citation kWhen = cite("16.1.1-s3c");
  Seat seat(const Look& b) const { return side_of(b, b.pos.melee.defender); }
  UnitId about(const Look& b) const { return b.pos.melee.defender; }
  void candidates(const Look& b, auto&& emit) const {
    const Melee& m = b.pos.melee;
    if (!emit(Action{Verb::Pass})) return;
    for (int k = 0; k < m.attackers; ++k)
      if (m.attacker[k] != kNoUnit && b.pos.on_map(m.attacker[k]) &&
          !emit(Action{Verb::Huzzah, 0, m.defender, kNoUnit, b.pos.at(m.attacker[k])}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Cheer {  // returns 1 if the tables are turned
  static constexpr const char* kName = "Cheer";
  uint8_t i = 0, named = 0, failed = 0;
  Flow run(Run& r);
};

struct AssaultSegment {
  static constexpr const char* kName = "AssaultSegment";
  uint8_t seat = 0, die = 0;
  Flow run(Run& r);
};

struct Assault {
  static constexpr const char* kName = "Assault";
  HexId hex;
  uint8_t laps = 0;  // how often it has gone on to a new target
  uint8_t result = 0;
  Flow run(Run& r);
};

struct Onward {  // a new target after an advance, or the end
  static constexpr const char* kName = "Onward";
  HexId hex;
  uint8_t entered, laps;  // entered: 1 and the unit
  uint8_t distance = 0, spare = 0;
  Flow run(Run& r);
};

struct PreRetreat {  // 16.3: infantry skirmishers give way. Returns 1 if they went.
  static constexpr const char* kName = "PreRetreat";
  Flow run(Run& r);
};

struct Round {  // close, stand, fire, melee. Returns a Result
  static constexpr const char* kName = "Round";
  uint8_t number;
  uint8_t i = 0, failed = 0, off_lost = 0, def_lost = 0, natural = 0, stood = 0, step = 0;
  Flow run(Run& r);
};

struct CloseAll {  // returns how many failed
  static constexpr const char* kName = "CloseAll";
  uint8_t i = 0, failed = 0, harmless = 0;
  Flow run(Run& r);
};
struct StandRoll {  // returns 1 if the defender stood
  static constexpr const char* kName = "StandRoll";
  uint8_t harmless = 0;
  Flow run(Run& r);
};

struct FollowUp {  // advance and impetus, 16.9. Returns 1 and the number of the unit that entered, or 0
  static constexpr const char* kName = "FollowUp";
  uint8_t by_chart, impetus;
  UnitId unit = kNoUnit;
  uint8_t left = 0, steps = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
