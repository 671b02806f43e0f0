// SPDX-License-Identifier: MIT
// Chapter 19.16: the Grand Charge. Each of its stacks has a Charge of its own; they are ridden together.
#pragma once
#include "play/declare.h"
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

// ch19_grand.cpp
bool is_of_grand(const Look& b, UnitId u);      // its stack belongs to the Grand Charge, Reaction Charged or not
int grand_leader(const Look& b, UnitId u);      // the leader whose Morale Bonus it has while the Charge is under way, or -1
int grand_points(const Look& b, int k);         // half points of this stack
int zone_depth(const Look& b, int k);           // hexes of its Charge Zone
// 19.16.6.2: the Square lets this hex of the mover ride over it, or away from it, without a shot.
bool lets_ride_over(const Look& b, UnitId square, UnitId mover, int part);
Refusal grand_charge_barred(const Look& b, UnitId leader);

struct JoinGrandCharge {
  QUESTION(JoinGrandCharge, "Choose the stacks of the Grand Charge", cite("19.16.1-a"), Verb::Select, Verb::Done);
  uint8_t leader;
  Seat seat(const Look& b) const { return b.field.officers[leader].side; }
  UnitId about(const Look& b) const { return b.field.officer_id(leader); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (const UnitId u : all_units(b.field))
      if (is_horse(b, u) && b.pos.on_map(u) && !emit(Action{Verb::Select, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct DeclareGrandCharge {
  static constexpr const char* kName = "DeclareGrandCharge";
  uint8_t leader;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};

// ch19_grand_meet.cpp
bool goes_on(const Look& b, int k);  // the stack of this Charge rides on with the others
bool anybody_goes_on(const Look& b);
bool is_near(const Look& b, const Footprint& f, HexId leader);
HexId leader_ahead(const Look& b);            // the hex of the leader when this step is over
inline HexId ahead(const Look& b, HexId from) { return edge(b, from, b.pos.grand.heading).to; }
void lead_on(Run& r);                         // A137: he goes on with them
int left_alone(const Look& b);                // the Charge of a stack that is not near him any more, or -1
inline bool is_aloft(const Look& b, int k) { return b.pos.grand.aloft >> k & 1; }

// ch19_grand_ride.cpp
struct GrandStep {
  QUESTION(GrandStep, "Choose the front hex the cavalry rides into", cite("19.16.4.1-a"), Verb::Move, Verb::Face, Verb::FaceSide, Verb::Recall, Verb::Stop);
  uint8_t k;      // whose front it is
  uint8_t slips;  // round what bars its way; else this is the way of all
  Seat seat(const Look& b) const { return side_of(b, charge(b, k).unit); }
  UnitId about(const Look& b) const { return charge(b, k).unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (int d = 0; d < 6; ++d)
      if (const HexId h = edge(b, b.pos.at(charge(b, k).unit), d).to; h != kNoHex && !emit(Action{Verb::Move, 0, charge(b, k).unit, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ReactToGrandCharge {
  QUESTION(ReactToGrandCharge, "React to the Grand Charge, or let it ride", cite("19.3.1-a"), Verb::Pass, Verb::Done, Verb::FormSquare, Verb::FormLine,
           Verb::DeclareCharge);  // done: not again before this Charge is over
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass}) || !emit(Action{Verb::Done})) return;
    for (const UnitId u : all_units(b.field)) {
      if (!b.pos.on_map(u) || side_of(b, u) != side || b.pos.stack.top(b.pos.at(u)) != u) continue;
      if (!emit(Action{Verb::FormSquare, 0, u})) return;
      if (is_horse(b, u) && (!emit(Action{Verb::DeclareCharge, 0, u}) || !emit(Action{Verb::FormLine, b.pos.unit[u].facing, u}))) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

struct GrandWindow {  // Squares, Reaction Charges and Form Up before all of it at once
  static constexpr const char* kName = "GrandWindow";
  uint8_t k = 0;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};

struct GrandAdvance {  // one stack, one hex; `toll`: half points that all pay
  static constexpr const char* kName = "GrandAdvance";
  uint8_t k, toll;
  HexId next = kNoHex;
  UnitId square = kNoUnit;
  uint8_t spare = 0;
  Flow run(Run& r);
};

struct RideGrand {
  static constexpr const char* kName = "RideGrand";
  uint8_t k = 0, i = 0, toll = 0, spare = 0;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
