// SPDX-License-Identifier: MIT
// Chapter 16: the Assault, from the markers of the Maneuver Segment to the last follow-up.
#pragma once
#include "rules/bataille/ch13_movement.h"
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

// The melee being worked on.
inline const Fight& fight(const Look& b) { return b.pos.melees.fight[b.pos.melees.now]; }
inline Fight& fight(Run& r) { return r.pos.melees.fight[r.pos.melees.now]; }

// ch16_contact.cpp: who touches whom in the fight.
bool fights(const Look& b, UnitId u);  // on the map and not in PGD
bool attackers_left(const Look& b);
bool defenders_left(const Look& b);
bool attacks(const Look& b, const Fight& f, UnitId u);
bool defends(const Look& b, const Fight& f, UnitId u);
UnitId first_attacker(const Look& b);  // who is left of them, or none
UnitId first_defender(const Look& b);
bool in_structure(const Look& b);
bool faces(const Look& b, UnitId u, int part, HexId h);      // this hex of the stack touches that one through its front
bool strikes(const Look& b, UnitId attacker, int part);      // this hex of an attacker takes part in the fight
int striking(const Look& b, UnitId attacker);                // how many do
Footprint struck(const Look& b, UnitId defender);            // hexes of the defender that are assaulted
Aspect struck_in(const Look& b, UnitId attacker, int part);  // front, flank or rear of the defenders
const Edge* way_in(const Look& b, UnitId attacker);          // the hexside it comes over
bool has_two_targets(const Look& b, UnitId attacker);
HexId second_hex(const Look& b, const Fight& f, UnitId foe);  // the other hex of the defenders that somebody assaults, or none
void find_hexes(const Look& b, Fight& f);                     // those that are fought for

Ledger close_ledger(const Look& b, UnitId u);         // Roll to Close of a stack's top infantry unit, 16.4
Ledger stand_ledger(const Look& b, UnitId defender);  // Roll to Stand, 16.5
void add_stand_odds(Ledger& out, const Look& b, UnitId u, int attacking, int defending);
Attack offensive_fire(const Look& b);
Attack defensive_fire(const Look& b, UnitId defender, HexId at);  // by every hex of the defender that aims there
struct Odds {
  Ledger ledger;
  Ratio attack, defence;
  int column = 1;
};
Odds melee_odds(const Look& b);
Result melee_result(const Look& b, const Odds& odds, int roll);
uint64_t melee_breaks(const Look& b, const Odds& odds);
// What of a natural melee roll matters after it: the highest and the lowest may hurt leaders.
inline constexpr int kHurtsDefenders = 33, kHurtsAttackers = 1;
constexpr uint8_t melee_natural(int roll) {
  return uint8_t(roll >= kHurtsDefenders ? kHurtsDefenders : roll <= kHurtsAttackers ? kHurtsAttackers : kHurtsAttackers + 1);
}

bool is_same_target(const Look& b, HexId a, HexId z);  // one hex, or one stack in both

struct ChooseAssault {  // 16.1-i
  QUESTION(ChooseAssault, "Choose the Assault to resolve next", cite("16.1-i"), Verb::Resolve);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    for (const UnitId u : all_units(b.field)) {
      if (!b.pos.on_map(u) || !b.pos.has(u, kAssault) || side_of(b, u) != side) continue;
      bool told = false;
      for (UnitId x : units_before(u))
        told |= b.pos.on_map(x) && b.pos.has(x, kAssault) && side_of(b, x) == side &&
                is_same_target(b, b.pos.unit[x].target, b.pos.unit[u].target);
      if (!told && !emit(Action{Verb::Resolve, 0, kNoUnit, kNoUnit, b.pos.unit[u].target})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;  // a hex of a target; of several the one that was declared first stands for all
};

struct ChooseVolley {  // whom a hex of the defenders fires at, 16.1.1-s3b-front
  QUESTION(ChooseVolley, "Choose the assaulters this hex fires at", cite("16.1.1-s3b"), Verb::FireAt);
  UnitId unit;
  uint8_t part;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    const Fight& f = fight(b);
    for (int k = 0; k < f.attackers; ++k)
      for (const HexId h : footprint(b, f.attacker[k]))
        if (!emit(Action{Verb::FireAt, 0, unit, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseAdvance {  // which stack enters the hex next, 16.9
  QUESTION(ChooseAdvance, "Choose the stack that enters the vacated hex next", cite("16.9-a"), Verb::Choose);
  Seat seat(const Look& b) const;
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < fight(b).attackers; ++k)
      if (!emit(Action{Verb::Choose, 0, fight(b).attacker[k]})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseImpetus {  // where a stack presses on when nobody is left to follow, 16.9.3.2
  QUESTION(ChooseImpetus, "Choose the hex the stack presses on to", cite("16.9.3.2-a"), Verb::ChooseHex);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (const Neighbour& n : neighbours(b.field.grid, footprint(b, unit)))
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, n.hex})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct NewTarget {  // after an advance into a hex left before the melee, 16.3.7.2
  QUESTION(NewTarget, "Assault another enemy in front, or end the Assault", cite("16.3.7.2-a"), Verb::Assault, Verb::Pass);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (const Neighbour& n : neighbours(b.field.grid, footprint(b, unit)))
      if (!emit(Action{Verb::Assault, 0, unit, kNoUnit, n.hex})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseTrail {  // 16.2.7.1-f: which of two beaten targets a Line goes after
  QUESTION(ChooseTrail, "Choose the hex the Line enters", cite("16.2.7.1-f"), Verb::ChooseHex);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < b.pos.melees.fights; ++k)
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, b.pos.melees.fight[k].hex})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

bool can_cheer(const Look& b);
Ledger huzzah_ledger(const Look& b, UnitId u);

struct ChooseHuzzah {  // 16.1.1-s3c: stack by stack
  QUESTION(ChooseHuzzah, "Cheer at an assaulting stack, or go on", cite("16.1.1-s3c"), Verb::Huzzah, Verb::Pass);
  Seat seat(const Look& b) const { return side_of(b, fight(b).defender[0]); }
  UnitId about(const Look& b) const { return fight(b).defender[0]; }
  void candidates(const Look& b, auto&& emit) const {
    const Fight& f = fight(b);
    if (!emit(Action{Verb::Pass})) return;
    for (int k = 0; k < f.attackers; ++k)
      if (f.attacker[k] != kNoUnit && b.pos.on_map(f.attacker[k]) &&
          !emit(Action{Verb::Huzzah, 0, f.defender[0], kNoUnit, b.pos.at(f.attacker[k])}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseWheel {  // 16.1.1-s3c-wheel: bring the other hex of the Line into contact
  QUESTION(ChooseWheel, "Wheel the cheering Line into contact, or stay", cite("16.1.1-s3c-wheel"), Verb::Pivot, Verb::Pass);
  Seat seat(const Look& b) const { return side_of(b, fight(b).defender[0]); }
  UnitId about(const Look& b) const { return fight(b).defender[0]; }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = fight(b).defender[0];
    if (!emit(Action{Verb::Pass})) return;
    for (const HexId h : footprint(b, u))
      for (uint8_t d = 0; d < 6; ++d)
        if (!emit(Action{Verb::Pivot, d, u, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Cheer {  // the Huzzah of one fight
  static constexpr const char* kName = "Cheer";
  uint8_t i = 0, named = 0, failed = 0, spare = 0;
  Action turn{};
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
  uint8_t i = 0;
  HexId next = kNoHex;     // the new target
  UnitId guard = kNoUnit;  // an Old Guard that charges (16.10): it alone, and one round
  uint8_t advanced = 0;    // the guard: 1 after a melee, 2 after a retreat; returned
  Flow run(Run& r);
};

struct Opening {  // steps 1 and 2 for one fight. Returns 1 and the hex of a new target, or 0
  static constexpr const char* kName = "Opening";
  Flow run(Run& r);
};

struct Vacated {  // the hex of a fight is empty before the melee: advance, and a new target. Returns 1 and the target's unit, or 0
  static constexpr const char* kName = "Vacated";
  uint8_t why;               // kMayhem or kAfterRetreat
  UnitId company = kNoUnit;  // that gave way into its parent (16.3.8-b)
  UnitId unit = kNoUnit;
  uint8_t distance = 0;
  HexId hex = kNoHex, target = kNoHex;
  uint8_t joins = 0, spare = 0;
  Flow run(Run& r);
};

struct Round {  // close, stand, fire, melee
  static constexpr const char* kName = "Round";
  uint8_t number;
  uint8_t i = 0;
  Flow run(Run& r);
};

struct CloseAll {
  static constexpr const char* kName = "CloseAll";
  uint8_t k = 0, i = 0;
  Flow run(Run& r);
};
struct StandAll {
  static constexpr const char* kName = "StandAll";
  uint8_t k = 0, i = 0;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};
struct RollAll {  // both, in the order of the round. Returns 1 if assaulters are left
  static constexpr const char* kName = "RollAll";
  uint8_t number;
  Flow run(Run& r);
};
struct LeaderHit {  // a leader in the hex of a fight
  static constexpr const char* kName = "LeaderHit";
  HexId hex;
  uint8_t steps = 0, spare = 0;
  Flow run(Run& r);
};
struct FireAll {  // both sides of one fight
  static constexpr const char* kName = "FireAll";
  uint8_t i = 0, part = 0;
  UnitId unit = kNoUnit;
  uint8_t natural = 0;
  HexId wounded = kNoHex;
  Flow run(Run& r);
};
void count_casualties(Run& r);  // all have fired: the losses of the fight, and what they do to its melee
struct MeleeRoll {
  static constexpr const char* kName = "MeleeRoll";
  uint8_t natural = 0;
  Flow run(Run& r);
};

struct Recontact {  // a side of the fight has shrunk or gone: who is out of touch steps in or drops out
  static constexpr const char* kName = "Recontact";
  uint8_t i = 0;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};
struct Aftermath {  // results of all fights of a round, the assaulters' first. Returns 1 if somebody advanced
  static constexpr const char* kName = "Aftermath";
  uint8_t i = 0, entered = 0;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};
struct Reserves {  // 16.8: step 4 and the melees of Round 2
  static constexpr const char* kName = "Reserves";
  Seat side = Seat::Nobody;
  uint8_t turn = 0, i = 0;
  UnitId unit = kNoUnit;
  HexId hex = kNoHex;
  Flow run(Run& r);
};
struct PreRetreat {  // 16.3, the defenders of one fight. Returns 1 if its hex was left, and the company that went to its parent
  static constexpr const char* kName = "PreRetreat";
  uint8_t i = 0, went = 0;
  UnitId unit = kNoUnit, company = kNoUnit;
  HexId hex = kNoHex;
  UnitId charger = kNoUnit;  // cavalry that has caught it
  uint8_t spare = 0;
  Flow run(Run& r);
};
struct BackStep {  // one hex of it by the stack in hand 0. Returns 1 if it went, 2 and the cavalry if it was caught
  static constexpr const char* kName = "BackStep";
  HexId hex;
  UnitId company;  // that may fire before it goes home, or none
  uint8_t spare = 0;
  Flow run(Run& r);
};
struct ParentFire {  // 16.3.8-b
  static constexpr const char* kName = "ParentFire";
  UnitId company, at;
  uint8_t lost = 0;
  Flow run(Run& r);
};

struct FollowUp {  // advance into the hex of one fight, 16.9. Returns 1 and the number of the top unit that entered, or 0
  static constexpr const char* kName = "FollowUp";
  uint8_t why, by_chart, impetus;
  UnitId unit = kNoUnit, top = kNoUnit;
  uint8_t entered = 0;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

struct Impetus {  // 16.9.3: how far the stack that entered presses on
  static constexpr const char* kName = "Impetus";
  UnitId top;
  uint8_t left = 0, done = 0;
  Flow run(Run& r);
};

struct StepIn {  // a stack goes one hex without spending points. Returns 1 if it went, 2 (kStruck) if cavalry charged it
  static constexpr const char* kName = "StepIn";
  UnitId unit;
  uint8_t why;
  HexId hex;
  UnitId charger = kNoUnit;
  uint8_t spare = 0;
  Flow run(Run& r);
};
enum StepWhy : uint8_t { kAdvance, kPress, kCommit, kMayhem, kAfterRetreat, kCloseUp };
Refusal entry_barred(const Look& b, UnitId u, HexId h);         // an advance into a hex in front
int participants(const Look& b, bool attacking, UnitId* list);  // stacks of all open fights, at most 12

}  // namespace tambour::bataille
