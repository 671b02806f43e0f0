// SPDX-License-Identifier: MIT
// Chapter 19.18: cavalry that charges enemies on the move.
#pragma once
#include "play/declare.h"
#include "rules/bataille/ch19_wheel.h"

namespace tambour::bataille {

inline constexpr int kOpportunities = 3;  // open at once (A127)
inline constexpr int kOpportunityDepth = 2;  // hexes of the Opportunity Charge Zone

bool closes_in(const Look& b, const Stance& at, const Footprint& foe, Footprint& out);

// An event is one act of the mover. A cavalry stack tries once for each: before the act if the mover stands in its zone, else after it.
void open_event(Run& r);
void note_watched(Run& r, UnitId mover);  // for those whose zone it stands in the event is over
bool spends_points(Action a);
void forget_passes(Run& r, Seat side);  // who let the last mover of this side go
bool watches(const Look& b, UnitId u, UnitId mover);  // it stands in the Opportunity Charge Zone of u
bool tempts_horse(const Look& b, UnitId mover);
Refusal opportunity_barred(const Look& b, UnitId u, UnitId mover);

struct ReactCharge {
  QUESTION(ReactCharge, "Charge the moving unit, or let it pass", cite("19.18.1-a"), Verb::Pass, Verb::Done, Verb::DeclareCharge);
  // done: not again in this move
  UnitId mover;
  Seat seat(const Look& b) const { return other(side_of(b, mover)); }
  UnitId about(const Look&) const { return mover; }
  // The charge itself: it is ridden when the move has stopped.
  Announced announced(const Look& b, Action a) const { return a.verb == Verb::DeclareCharge ? Announced{a.who, b.pos.at(mover)} : Announced{}; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass}) || !emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field))
      if (is_horse(b, u) && side_of(b, u) != side_of(b, mover) && !emit(Action{Verb::DeclareCharge, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChargeOffer {  // at this mover, for one event. Returns 1 and the cavalry that has passed its check
  static constexpr const char* kName = "ChargeOffer";
  UnitId mover;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};

// The mover has stopped and shares its hex with others: skirmishers and those who are none part (19.18.6).
void part_from_skirmishers(Run& r, HexId from);

struct OpportunityCharge {  // at whoever is in the hex, who has been put down. Returns 2
  static constexpr const char* kName = "OpportunityCharge";
  UnitId unit;
  uint8_t k;  // of its Charge
  HexId hex;
  uint8_t retreats = 0;  // they were falling back, and may go on
  UnitId foe = kNoUnit;
  Flow run(Run& r);
};
inline constexpr int kStruck = 2;

// 11.1.5.1: at a stack that has been displaced out of an enemy zone, where it has come to. Whoever moves or fights meanwhile waits.
struct ChargeDisplaced {
  static constexpr const char* kName = "ChargeDisplaced";
  uint32_t riders = 0;  // of the mover
  UnitId unit;
  UnitId charger = kNoUnit;
  Hand kept = {};
  uint16_t spare = 0;
  Flow run(Run& r);
};
void resume_assault(Run& r);  // that was laid by in `suspended`

}  // namespace tambour::bataille
