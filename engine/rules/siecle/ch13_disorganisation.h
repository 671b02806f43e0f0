// SPDX-License-Identifier: MIT
// Chapter 13: morale tests, disorganisation, rout and rally of units.
#pragma once
#include "rules/siecle/ch12_results.h"

namespace tambour::siecle {

void disorganise(Run& r, UnitId u, Citation why);  // good, disorganised, routed, gone
void disorganise_on_the_march(Run& r, UnitId u);   // by terrain in phase 2a: never routs (13.2-b)
void break_away(Run& r, UnitId u, Citation why);   // the unit routs; its flight is due

struct MoraleTest {  // RETURNs 1 if passed
  static constexpr const char* kName = "MoraleTest";
  UnitId unit;
  int8_t modifier;  // of the factor, not of the die (S1)
  uint16_t spare = 0;
  Citation why;
  Flow run(Run& r);
};

inline constexpr int kFlight = 3, kLongestFlight = 7;

// May the flight go on over this side? `path` are the hexes it has touched.
struct Flight {
  UnitId unit;
  uint8_t left, count;
  uint8_t pad = 0;
  HexId path[kLongestFlight + 1];
};
int flight_step(const Look& b, const Flight& f, int side);  // 0 nearer, 1 as near, 2 farther; -1 not possible
int best_flight(const Look& b, const Flight& f);

struct ChooseFlight {
  QUESTION(ChooseFlight, "Choose the hex the routed unit flees to", cite("13.4-b"), Verb::Rout);
  Flight flight;
  Seat seat(const Look& b) const { return side_of(b, flight.unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < 6; ++k)
      if (!emit(Action{Verb::Rout, 0, flight.unit, kNoUnit, edge(b, b.pos.at(flight.unit), k).to})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct RideAlong {
  QUESTION(RideAlong, "Does the commander ride on with the routed unit?", cite("13.4-f"), Verb::Yes, Verb::No);
  UnitId officer;
  Seat seat(const Look& b) const { return side_of(b, officer); }
  UnitId about(const Look&) const { return officer; }
  void candidates(const Look&, auto&& emit) const {
    if (emit(Action{Verb::Yes})) emit(Action{Verb::No});
  }
  Refusal barred(const Look&, Action) const { return {}; }
};

struct Flee {
  static constexpr const char* kName = "Flee";
  Flight flight;
  uint32_t riders = 0;
  uint32_t k = 0;
  explicit Flee(UnitId u) : flight{u, kFlight, 0, 0, {}} {}
  Flow run(Run& r);
};

struct ChooseRally {
  QUESTION(ChooseRally, "Choose the routed unit that tests next", cite("13.5-a"), Verb::Rally);
  static constexpr bool kRest = true;
  uint8_t formation;
  Seat seat(const Look& b) const { return b.field.formations[formation].side; }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : all_units(b.field))
      if (counter(b, u).formation == formation && !emit(Action{Verb::Rally, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct FaceRallied {  // S68
  QUESTION(FaceRallied, "Choose the facing of the rallied unit", cite("13.5-c"), Verb::Face);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look&, auto&& emit) const {
    for (uint8_t f = 0; f < 6; ++f)
      if (!emit(Action{Verb::Face, f, unit})) return;
  }
  Refusal barred(const Look&, Action a) const {
    if (a.who != unit || a.arg > 5) REFUSE("13.5-c", unit);
    return {};
  }
};

struct RallyAll {  // phase C5 of a formation
  static constexpr const char* kName = "RallyAll";
  uint8_t formation;
  UnitId unit = kFirstUnit;
  Flow run(Run& r);
};
Ledger rally_ledger(const Look& b, UnitId u);

}  // namespace tambour::siecle
