// SPDX-License-Identifier: MIT
// Chapters 17 and 20: losses and Morale Checks.
#pragma once
#include "rules/bataille/ch10_zones.h"

namespace tambour::bataille {

inline constexpr int kMates = 16;
int mates(const Look& b, UnitId u, UnitId* list);  // its stack, top first, in the tables or in hand

// Every modifier of a Morale Check of this unit; `steps` with their row come on top.
Ledger morale_ledger(const Look& b, UnitId u, int steps, Citation why);
bool passes(const Look& b, UnitId u, const Ledger& ledger, int roll, int more = 0);  // 20.1; roll is an index
uint64_t check_breaks(const Look& b, UnitId u, const Ledger& ledger);
bool at_half(const Look& b, UnitId u);                         // 17.3.3
bool is_grievous(const Look& b, UnitId u, int before);         // 17.3.4: it had so many Increments before this event
bool fire_check_due(const Look& b, UnitId u, int marked_before);  // 17.3.1
int stack_size(const Look& b, UnitId u);
int morale_level(const Look& b, UnitId u);                     // 20.3

// Judges the roll of one unit whose failure costs it no order, and tells of it.
bool judge_alone(Run& r, UnitId u, uint8_t cause);

void disorder(Run& r, UnitId u, Citation why);    // Good Order units only; others are untouched
void break_unit(Run& r, UnitId u, Citation why);  // to PGD, and it must Rout
void fail_check(Run& r, UnitId u, Citation why);  // 20.1.4
// Takes losses off a stack from its top unit; `hex` is the hex that was hit. Returns what was lost.
int lose(Run& r, UnitId top, int losses, bool spread, HexId hex, Citation why);
void lose_unit(Run& r, UnitId u, Citation why);  // with all it has left
void lose_guns(Run& r, UnitId u, Citation why);  // that would have to run: to the Battery Box, after a melee perhaps spiked (18.12)
void capture_leaders(Run& r, const Footprint& f, Seat side, Citation why);  // whom no unit is left with in these hexes (8.1.4)
void ride_off(Run& r, HexId h, Seat side);                                  // leaders with a unit that Routs off the map

struct StackCheck {  // one roll for the stack, 20.1.1. Returns how many failed.
  static constexpr const char* kName = "StackCheck";
  UnitId top;
  int8_t steps = 0;
  UnitId grievous = kNoUnit;  // 17.3.4
  uint8_t cause = 0;          // of the steps: see kCauses
  uint8_t failed = 0;
  Flow run(Run& r);
};
enum Cause : uint8_t { kByFire, kByZone, kByViolation, kByLeader, kByRecovery, kByShift, kByHolding, kByDeclared,
                       kByReaction, kByBounce, kByRallying, kByFormUp, kByCharge, kByRiding,
                       kByCaisson, kByWagon, kByBurning, kByOpportunity };
Citation cause_row(uint8_t cause);

bool holds_guns(const Look& b, UnitId u);  // unlimbered guns are in the head hex of its stack, and cannot leave it (A130)

struct CollapseTo {  // 12.11-a
  QUESTION(CollapseTo, "Choose the hex the unit closes into", cite("12.11-a"), Verb::ChooseHex);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (HexId h : footprint(b, unit))
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (!footprint(b, unit).contains(a.hex)) REFUSE("12.11-a", unit, a.hex);
    if (a.hex != b.pos.at(unit) && holds_guns(b, unit)) REFUSE("11.1.2.1-b", unit, a.hex);
    if (a.hex != b.pos.at(unit) && is_horse(b, unit) && b.pos.horse[counter(b, unit).horse].flags & kInColumnCharge) REFUSE("19.2.9-i", unit, a.hex);
    return {};
  }
};

struct LeaderCasualty {  // 8.2: a die for one leader among these hexes. Returns 1 and his morale bonus if he is mortally wounded.
  static constexpr const char* kName = "LeaderCasualty";
  HexId hex;
  uint8_t victim = kNone, die = 0, left = 0, sum = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
