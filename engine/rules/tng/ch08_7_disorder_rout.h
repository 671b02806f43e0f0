// SPDX-License-Identifier: MIT
// 8.7 Combat results: Disorder, the one-hex retreat, rout, and rout movement.
// Unlike jdg: a rout replaces the retreat; it goes half the Disordered allowance in movement points, not in hexes; it passes through friends
// only if no other hex is open; a village or other shelter ends it; there is no sidestep.
// Results are queued (Pos::due) and carried out one after another, so that a chain of them never nests.
#pragma once
#include "rules/tng/ch06_stacking_facing_zones.h"

namespace tambour::tng {

void owe(Run& r, DueKind kind, UnitId u, HexId cause);
void owe_stack(Run& r, DueKind kind, HexId hex, HexId cause);  // one for each unit in the hex
// To be called before the Disorder that goes with it: who is Disordered already will rout instead (8.73-b).
void owe_retreat(Run& r, HexId hex, HexId cause);
bool shelters(const Look& b, HexId h);  // 8.79-a

// What it costs this unit to flee from a hex over a side; kClosed if it cannot. Ice counts as passable for its side.
int flight_cost(const Look& b, UnitId u, HexId from, int side);
bool enemy_fronts(const Look& b, HexId h, Seat mine);  // 8.74-c

struct Settle {  // carries out everything owed
  static constexpr const char* kName = "Settle";
  Flow run(Run& r);
  Due now;
};

struct StackRetreat {  // 8.73: all unrouted units of the hex (or one of them) go back one hex
  static constexpr const char* kName = "StackRetreat";
  UnitId lead = kNoUnit;
  uint8_t single = 0, steps = 0, passed = 0, ice = 0;
  Party party = {};  // who goes back: friends they pass through stay
  HexId from = kNoHex, cause = kNoHex, to = kNoHex;
  Flow run(Run& r);
};
struct ChooseRetreat {
  QUESTION(ChooseRetreat, "Choose a hex to retreat to", cite("8.73-a"), Verb::Retreat);
  UnitId lead;
  Party party;
  HexId from, cause;
  Seat seat(const Look& b) const { return side_of(b, lead); }
  int rank(const Look& b, int side) const;  // 0 free, 1 friends to join, 2 friends to pass, 9 closed
  bool possible(const Look& b) const;
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, from))
      if (!emit(Action{.verb = Verb::Retreat, .who = lead, .hex = n})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

enum class FlightKind : uint8_t { Retreat, Movement };  // 8.76 at once, 8.78 in the rout step
struct Flee {
  static constexpr const char* kName = "Flee";
  UnitId unit = kNoUnit;
  FlightKind kind = FlightKind::Retreat;
  int8_t mp = 0;
  uint8_t steps = 0, ice = 0, pad = 0;
  HexId cause = kNoHex;
  HexId path[12] = {};
  void take_step(Run& r, HexId to);
  Flow run(Run& r);
};
struct ChooseFlight {
  QUESTION(ChooseFlight, "Choose where the routed unit flees", cite("8.76-c"), Verb::Rout, Verb::Stop);
  UnitId unit;
  FlightKind kind;
  HexId cause;
  HexId path[12];
  uint8_t steps;
  int8_t mp;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  int worth(const Look& b, int side) const;  // less is better; 9999 closed
  int best(const Look& b) const;
  bool can_stop(const Look& b) const;  // 8.79-a, 8.79-b
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Stop, .who = unit})) return;
    for (const HexId n : around(b.field, b.pos.at(unit)))
      if (!emit(Action{.verb = Verb::Rout, .who = unit, .hex = n}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct RoutStep {  // 3.0-E2: every routed unit moves or rallies in shelter
  static constexpr const char* kName = "RoutStep";
  uint8_t side = 0;
  UnitId next = kNoUnit;
  Flow run(Run& r);
};

}  // namespace tambour::tng
