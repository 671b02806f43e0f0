// SPDX-License-Identifier: MIT
// Chapter 19: the Charge, from the marker to the last melee.
#pragma once
#include "rules/bataille/ch16_assault.h"
#include "rules/bataille/ch19_cavalry.h"

namespace tambour::bataille {

inline const Charge& charge(const Look& b, int k) { return b.pos.charge[k]; }
inline Charge& charge(Run& r, int k) { return r.pos.charge[k]; }

// ch19_declare.cpp
Refusal charge_barred(const Look& b, UnitId u);  // may the stack of u, in hand 0, declare a Charge?
Refusal starts_barred(const Look& b, UnitId u);  // what bars every kind of Charge at its start
void declare_charge(Run& r);  // of the stack in hand 0
bool charges_declared(const Look& b);
bool declares_charge(const Look& b);    // the stack in hand 0 has been marked in this move
bool may_spare_horses(const Look& b);  // the stack in hand 0
void spare_horses(Run& r);
bool alarms(const Look& b, int spent_before);  // cavalry in hand 0 has spent points, or been marked: infantry near it may form Square
// Hexes within so many steps through the front of a footprint (A85).
bool in_fan(const Look& b, const Footprint& from, Form form, int facing, HexId h, int depth);
bool is_named(const Charge& c, UnitId foe);
Refusal horses_barred(const Look& b, const UnitId* units, int count);  // too tired, or have charged already
bool has_prey(const Look& b, UnitId u, int depth);                     // an enemy in a Charge Zone so deep or next to it
bool finds_way(const Look& b, UnitId u, int depth);                    // QB-3: and one that no rye hides
int free_charge(const Look& b);                                        // a place for one more Charge, or -1
UnitId undecided(const Look& b, int k);  // a stack within two hexes of which nothing has been said
HexId struck_hex(const Look& b, int k, UnitId foe);  // the hex of it that the charger faces
UnitId struck_foe(const Look& b, int k);  // a named stack that the charger touches with its front, or none

// ch19_ride.cpp
void put_charger_down(Run& r, int k);
void end_charge(Run& r, int k);  // no melee: what it cost in readiness

// ch19_values.cpp
Ledger charge_stand_ledger(const Look& b, int k, UnitId defender);
Odds charge_odds(const Look& b, int k);  // of the fight being fought, one wave of a column
// 12.5.4: a Column of Companies that several charge is fought by each alone, and suffers what all of them have done with the last.
bool is_companies(const Look& b, UnitId u);
void share_column(Run& r, UnitId top);
Result suffered(Run& r, int k, UnitId foe, Result own);  // Blank: nothing, or nothing yet
void count_straight(Charge& c, int dir, int cost);  // one hex more, before it counts among the steps

// ch19_recall.cpp
Ledger recall_ledger(const Look& b, UnitId u);
bool recalls(const Look& b, UnitId u, int die);
bool may_recall(const Look& b, int k);  // no stack of a Grand Charge does

struct KeepReadiness {  // 19.15.2, with the Charge Marker
  static constexpr const char* kName = "KeepReadiness";
  static constexpr const char* kPrompt = "Charge with the first squadron alone, to keep the others fresh?";
  static constexpr Verb kVerbs[] = {Verb::No, Verb::Yes};
  static constexpr Citation kWhen = cite("19.1.1-s1-keep");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::No, Verb::Yes})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look&, Action) const { return {}; }
};

bool may_be_next(const Look& b, const Charge& c);  // declared; of a Grand Charge the first of its stacks stands for all
struct ChooseCharge {  // 19.1-d
  static constexpr const char* kName = "ChooseCharge";
  static constexpr const char* kPrompt = "Choose the Charge to ride next";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Choose};
  static constexpr Citation kWhen = cite("19.1-d");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    for (const Charge& c : b.pos.charge)
      if (may_be_next(b, c) && !emit(Action{Verb::Choose, 0, c.unit})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    for (const Charge& c : b.pos.charge)
      if (may_be_next(b, c) && c.unit == a.who) return {};
    REFUSE("19.1-d", a.who);
    return {};
  }
};

struct NameTarget {  // 19.2.7
  static constexpr const char* kName = "NameTarget";
  static constexpr const char* kPrompt = "Is this stack the target of the Charge?";
  static constexpr Verb kVerbs[] = {Verb::Yes, Verb::No};
  static constexpr Citation kWhen = cite("19.2.7-b");
  uint8_t k;
  UnitId foe;
  Seat seat(const Look& b) const { return side_of(b, charge(b, k).unit); }
  UnitId about(const Look&) const { return foe; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::Yes, Verb::No})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChargeStep {  // the charging stack in hand 0
  static constexpr const char* kName = "ChargeStep";
  static constexpr const char* kPrompt = "Ride on, or try to call the cavalry back";
  static constexpr Verb kVerbs[] = {Verb::Move, Verb::Lengthen, Verb::Shorten, Verb::Recall, Verb::Stop};
  static constexpr Citation kWhen = cite("19.1.1-s2");
  uint8_t k;
  Seat seat(const Look& b) const { return side_of(b, charge(b, k).unit); }
  UnitId about(const Look& b) const { return charge(b, k).unit; }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = charge(b, k).unit;
    for (int d = 0; d < 6; ++d)
      if (const HexId h = edge(b, b.pos.at(u), d).to; h != kNoHex && !emit(Action{Verb::Move, 0, u, kNoUnit, h})) return;
    const Footprint f = footprint(b, u);
    for (const int end : {0, f.size() - 1}) {
      if (!emit(Action{Verb::Shorten, 0, u, kNoUnit, f[end]})) return;
      for (int d = 0; d < 6; ++d)
        if (const HexId h = edge(b, f[end], d).to; h != kNoHex && !emit(Action{Verb::Lengthen, 0, u, kNoUnit, h})) return;
      if (f.size() == 1) break;
    }
    if (!emit(Action{Verb::Recall, 0, u})) return;
    emit(Action{Verb::Stop, 0, u});
  }
  Refusal barred(const Look& b, Action a) const;
};

struct TryRecall {  // after a target has formed Square or gone (19.8.1)
  static constexpr const char* kName = "TryRecall";
  static constexpr const char* kPrompt = "Try to call the cavalry back?";
  static constexpr Verb kVerbs[] = {Verb::Yes, Verb::No};
  static constexpr Citation kWhen = cite("19.8-a");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::No, Verb::Yes})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look&, Action) const { return {}; }
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::Yes ? recall_ledger(b, unit) : Ledger{}; }
};

struct ReactToRider {  // the other side, whenever enemy cavalry rides near
  static constexpr const char* kName = "ReactToRider";
  static constexpr const char* kPrompt = "React to the cavalry, or let it ride";
  static constexpr Verb kVerbs[] = {Verb::Pass, Verb::Done, Verb::FormSquare, Verb::FormLine, Verb::DeclareCharge};  // done: not again in this move
  static constexpr Citation kWhen = cite("19.3.1-a");
  UnitId rider;
  uint8_t k;  // of its Charge, or kNone
  UnitId only = kNoUnit;  // skirmishers whom retreating cavalry rode through: they alone may react, by a Rallying Square (19.5.3.3)
  Seat seat(const Look& b) const { return other(side_of(b, rider)); }
  UnitId about(const Look&) const { return rider; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass}) || !emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (!b.pos.on_map(u) || side_of(b, u) == side_of(b, rider) || b.pos.stack.top(b.pos.at(u)) != u) continue;
      if (only != kNoUnit && u != only) continue;
      if (!emit(Action{Verb::FormSquare, 0, u})) return;
      if (!is_horse(b, u) || k == kNone) continue;
      if (!emit(Action{Verb::DeclareCharge, 0, u}) || !emit(Action{Verb::FormLine, b.pos.unit[u].facing, u})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};
Refusal try_square_barred(const Look& b, UnitId u, UnitId rider);  // ch19_square.cpp
bool any_reaction(const Look& b, UnitId rider, int k);

struct ChooseSquareHex {  // 19.7-f
  static constexpr const char* kName = "ChooseSquareHex";
  static constexpr const char* kPrompt = "Choose the hex the Square stands in";
  static constexpr Verb kVerbs[] = {Verb::ChooseHex};
  static constexpr Citation kWhen = cite("19.7-f");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId h : footprint(b, unit))
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

FixedVector<HexId, 48> refuges(const Look& b, UnitId u);  // hexes around it, and around friends next to it
struct ChooseRefuge {  // 19.4: skirmishers on foot whom the chargers have reached
  static constexpr const char* kName = "ChooseRefuge";
  static constexpr const char* kPrompt = "Choose the hex the skirmishers fall back into";
  static constexpr Verb kVerbs[] = {Verb::Retreat};
  static constexpr Citation kWhen = cite("19.1.1-s3d-skirm");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId h : refuges(b, unit))
      if (!emit(Action{Verb::Retreat, 0, unit, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct TurnInRefuge {  // 19.4.3-g
  static constexpr const char* kName = "TurnInRefuge";
  static constexpr const char* kPrompt = "Turn the skirmishers, or leave them as they are";
  static constexpr Verb kVerbs[] = {Verb::Pass, Verb::Face, Verb::FaceSide};
  static constexpr Citation kWhen = cite("19.4.3-g");
  UnitId unit;
  Verb verb(const Look& b) const;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (uint8_t d = 0; d < 6; ++d)
      if (!emit(Action{verb(b), d, unit})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct GiveWay {  // one named stack. Returns 1 if it has left
  static constexpr const char* kName = "GiveWay";
  uint8_t k;
  UnitId foe;
  HexId left = kNoHex, hex = kNoHex, screen = kNoHex;  // screen: friends it goes through
  uint8_t turns = 0, spare = 0;
  Flow run(Run& r);
};

struct ChooseCavalryMelee {  // 19.9-a
  static constexpr const char* kName = "ChooseCavalryMelee";
  static constexpr const char* kPrompt = "Choose the cavalry melee to fight next";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Choose};
  static constexpr Citation kWhen = cite("19.9-a");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    for (const Charge& c : b.pos.charge)
      if (c.stage == ChargeStage::Contact && !emit(Action{Verb::Choose, 0, c.unit})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    for (const Charge& c : b.pos.charge)
      if (c.stage == ChargeStage::Contact && c.unit == a.who) return {};
    REFUSE("19.9-a", a.who);
    return {};
  }
};

struct ChargePhase {  // 7.2.2: the two sub-segments after a MU
  static constexpr const char* kName = "ChargePhase";
  Seat side;
  uint8_t k = 0, turn = 0;
  Flow run(Run& r);
};

struct RideCharge {
  static constexpr const char* kName = "RideCharge";
  uint8_t k;
  uint8_t i = 0, again = 0;  // again: it has let one target go and rides on
  uint8_t spare = 0;
  HexId next = kNoHex;
  Action act{};
  Flow run(Run& r);
};

// ch19_over.cpp
bool is_over_enemy(const Look& b);  // the stack in hand 0 is in the hex of a Square
bool shares_hex(const Look& b);     // or of friends
Refusal through_barred(const Look& b, int k, HexId h, HexId behind);  // somebody stands there; behind: where skirmishers would go
bool is_pushed(const Look& b, UnitId there);
void push_skirmishers(Run& r, const Footprint& from, const Footprint& to, bool abreast);
void come_clear(Run& r);  // before it is put down

struct TurnOnSquare {  // 19.7.4-3
  static constexpr const char* kName = "TurnOnSquare";
  static constexpr const char* kPrompt = "Try to turn on the Square the cavalry rides over?";
  static constexpr Verb kVerbs[] = {Verb::Yes, Verb::No};
  static constexpr Citation kWhen = cite("19.7.4-3");
  uint8_t k;
  Seat seat(const Look& b) const { return side_of(b, charge(b, k).unit); }
  UnitId about(const Look& b) const { return charge(b, k).unit; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::No, Verb::Yes})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look&, Action) const { return {}; }
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::Yes ? recall_ledger(b, charge(b, k).unit) : Ledger{}; }
};

struct RideOver {  // it has entered the hex of a Square. Returns 1 if it has turned on it
  static constexpr const char* kName = "RideOver";
  uint8_t k;
  UnitId square = kNoUnit;
  Flow run(Run& r);
};

struct RiderWindow {  // Squares, Reaction Charges and Form Up, as often as somebody can
  static constexpr const char* kName = "RiderWindow";
  UnitId rider;
  uint8_t k;
  UnitId unit = kNoUnit;
  uint8_t close = 0;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

Refusal form_up_barred(const Look& b, UnitId u, int k);   // ch19_reaction.cpp
Refusal reaction_barred(const Look& b, UnitId u, int k);
struct FormUp {  // 12.10.9.1
  static constexpr const char* kName = "FormUp";
  UnitId unit;
  uint8_t k;
  Flow run(Run& r);
};
struct ReactionCharge {  // 19.17
  static constexpr const char* kName = "ReactionCharge";
  UnitId unit;
  uint8_t k;
  Flow run(Run& r);
};

struct TrySquare {  // 19.7. Returns 1 if the stack stands in Square
  static constexpr const char* kName = "TrySquare";
  UnitId unit, rider;
  uint8_t k;
  UnitId charger = kNoUnit;
  Hand kept = {};
  Flow run(Run& r);
};

struct AfterSquare {  // a named target has formed Square or run: 19.1.1-s3a
  static constexpr const char* kName = "AfterSquare";
  uint8_t k;
  UnitId foe;
  uint8_t close;  // the charger was next to it
  uint8_t spare = 0;
  HexId hex;      // where it stood
  Flow run(Run& r);
};

struct ChargeMelee {  // every target of one Charge, then what follows
  static constexpr const char* kName = "ChargeMelee";
  uint8_t k;
  uint8_t i = 0, wave = 0, waves = 0;
  uint8_t worst = 0, disorders = 0, recoils = 0;  // results for the charger; `worst` is 1 + Result
  uint8_t gave = 0, fought = 0, natural = 0, kept = 0, mounted = 0;
  uint8_t opened = 0;  // somebody has closed up out of the hex that was charged
  uint8_t fell = 0;    // bit per foe of the Charge that fell back in its melee
  uint8_t dealt = 0;   // Result that the foe being fought suffers
  UnitId foe = kNoUnit;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

void break_line(Run& r, UnitId u);      // 19.2.8-i
void pay_defenders(Run& r, int k);      // ch19_after.cpp

struct ChargeFire {  // 19.1.2-s3, by the defenders of one fight
  static constexpr const char* kName = "ChargeFire";
  uint8_t k;
  UnitId unit;
  uint8_t part = 0, lost = 0;
  Flow run(Run& r);
};

struct RideOn {  // advance after the Charge, and Pursuit along the way of the beaten (19.10, 19.11)
  static constexpr const char* kName = "RideOn";
  uint8_t k, by_melee, pursues;
  uint8_t whom = 1;  // bit per fight: whose way it follows
  uint8_t done = 0, way = kNone;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

struct RideStep {  // one hex of it. Returns 1 if it went
  static constexpr const char* kName = "RideStep";
  UnitId unit;
  uint8_t pursuit;  // 1: of the beaten, 2: of those who fell back before the Charge
  HexId hex;
  uint8_t way = kNone;  // hexside all of a Line goes by
  uint8_t spare = 0;
  Flow run(Run& r);
};

struct Bounce {  // 19.9.3
  static constexpr const char* kName = "Bounce";
  UnitId unit;
  uint8_t spent = 0, failed = 0;
  Flow run(Run& r);
};

struct RegroupRide {  // 19.12, one stack
  static constexpr const char* kName = "RegroupRide";
  UnitId unit;
  uint8_t moved = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
