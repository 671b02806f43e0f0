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
bool faces(const Look& b, UnitId u, int part, HexId h);  // this hex of the stack touches that one through its front
bool strikes(const Look& b, UnitId attacker, int part);  // this hex of an attacker takes part in the fight
int striking(const Look& b, UnitId attacker);            // how many do
Footprint struck(const Look& b, UnitId defender);        // hexes of the defender that are assaulted
Aspect struck_in(const Look& b, UnitId attacker, int part);  // front, flank or rear of the defenders
const Edge* way_in(const Look& b, UnitId attacker);          // the hexside it comes over
bool has_two_targets(const Look& b, UnitId attacker);

Ledger close_ledger(const Look& b, UnitId u);            // Roll to Close of a stack's top infantry unit, 16.4
Ledger stand_ledger(const Look& b, UnitId defender);     // Roll to Stand, 16.5
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

struct ChooseVolley {  // whom a hex of the defenders fires at, 16.1.1-s3b-front
  static constexpr const char* kName = "ChooseVolley";
  static constexpr const char* kPrompt = "Choose the assaulters this hex fires at";
  static constexpr Verb kVerbs[] = {Verb::FireAt};
  static constexpr Citation kWhen = cite("16.1.1-s3b");
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
  static constexpr const char* kName = "ChooseAdvance";
  static constexpr const char* kPrompt = "Choose the stack that enters the vacated hex next";
  static constexpr Verb kVerbs[] = {Verb::Choose};
  static constexpr Citation kWhen = cite("16.9-a");
  Seat seat(const Look& b) const;
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < fight(b).attackers; ++k)
      if (!emit(Action{Verb::Choose, 0, fight(b).attacker[k]})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseImpetus {  // where a stack presses on when nobody is left to follow, 16.9.3.2
  static constexpr const char* kName = "ChooseImpetus";
  static constexpr const char* kPrompt = "Choose the hex the stack presses on to";
  static constexpr Verb kVerbs[] = {Verb::ChooseHex};
  static constexpr Citation kWhen = cite("16.9.3.2-a");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < 6; ++k)
      if (const HexId h = edge(b, b.pos.at(unit), k).to; h != kNoHex && !emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, h})) return;
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
    for (const Neighbour& n : neighbours(b.field.grid, footprint(b, unit)))
      if (!emit(Action{Verb::Assault, 0, unit, kNoUnit, n.hex})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

bool can_cheer(const Look& b);
Ledger huzzah_ledger(const Look& b, UnitId u);

struct ChooseHuzzah {  // 16.1.1-s3c: stack by stack
  static constexpr const char* kName = "ChooseHuzzah";
  static constexpr const char* kPrompt = "Cheer at an assaulting stack, or go on";
  static constexpr Verb kVerbs[] = {Verb::Huzzah, Verb::Pass};
  static constexpr Citation kWhen = cite("16.1.1-s3c");
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
  static constexpr const char* kName = "ChooseWheel";
  static constexpr const char* kPrompt = "Wheel the cheering Line into contact, or stay";
  static constexpr Verb kVerbs[] = {Verb::Pivot, Verb::Pass};
  static constexpr Citation kWhen = cite("16.1.1-s3c-wheel");
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
  uint8_t i = 0;
  HexId next = kNoHex;  // the new target
  Flow run(Run& r);
};

struct Vacated {  // the hex of a fight is empty before the melee: advance, and a new target. Returns 1 and the target's unit, or 0
  static constexpr const char* kName = "Vacated";
  UnitId company = kNoUnit;  // that gave way into its parent (16.3.8-b)
  UnitId unit = kNoUnit;
  uint8_t distance = 0, spare = 0;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

struct Round {  // close, stand, fire, melee
  static constexpr const char* kName = "Round";
  uint8_t number;
  uint8_t i = 0, failed = 0;
  Flow run(Run& r);
};

struct CloseAll {  // returns 1 if all failed
  static constexpr const char* kName = "CloseAll";
  uint8_t harmless = 0, k = 0, i = 0, failed = 0, rolled = 0;
  Flow run(Run& r);
};
struct StandAll {  // returns 1 if all failed
  static constexpr const char* kName = "StandAll";
  uint8_t harmless = 0, k = 0, i = 0, failed = 0, rolled = 0;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};
struct FireAll {  // both sides of one fight
  static constexpr const char* kName = "FireAll";
  uint8_t i = 0, part = 0;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};
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
struct Aftermath {  // results of all fights of a round, the assaulters' first
  static constexpr const char* kName = "Aftermath";
  uint8_t i = 0;
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
  uint8_t by_chart, impetus;
  UnitId unit = kNoUnit, top = kNoUnit;
  uint8_t left = 0, entered = 0;
  Flow run(Run& r);
};

struct StepIn {  // a stack goes one hex without spending points; it may be fired at before
  static constexpr const char* kName = "StepIn";
  UnitId unit;
  uint8_t why;
  HexId hex;
  Flow run(Run& r);
};
enum StepWhy : uint8_t { kAdvance, kPress, kCommit };
Refusal entry_barred(const Look& b, UnitId u, HexId h);  // an advance into a hex in front
int participants(const Look& b, bool attacking, UnitId* list);  // stacks of all open fights, at most 12

}  // namespace tambour::bataille
