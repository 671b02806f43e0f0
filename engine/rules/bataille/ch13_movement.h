// SPDX-License-Identifier: MIT
// Chapters 12 and 13.1: units on the move, hex by hex, and their changes of formation.
#pragma once
#include "rules/bataille/ch08_command.h"

namespace tambour::bataille {

int allowance(const Look& b, UnitId u);  // half points
void push_back(Run& r, HexId h, HexId behind);  // friendly skirmishers there (12.10.5.2)
void take_up(Run& r, Action a);          // a unit, or a stack, into hand 0
void note_riders(Run& r, bool all);      // leaders with the stack in hand 0; not all: but for those who came to it in this segment (8.1.5)

// The Regroup chit (ch08_regroup.cpp)
uint16_t regroup_flag(const Look& b, UnitId u);
bool comes_nearer(const Look& b, UnitId u, HexId from, HexId to);
bool has_arrived(const Look& b, UnitId u);
bool came_this_turn(const Look& b, UnitId u);  // 8.10-a
void check_posts(Run& r);                      // 8.8.2

struct ChooseMover {
  static constexpr const char* kName = "ChooseMover";
  static constexpr const char* kPrompt = "Choose a unit to move, or end the moves";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Select, Verb::SelectStack, Verb::StandUp, Verb::Enter, Verb::ForceMarch, Verb::GrandCharge, Verb::Done};
  static constexpr Citation kWhen = cite("13.1-a");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (const UnitId u : all_units(b.field)) {
      if (!b.pos.on_map(u) || side_of(b, u) != side) continue;
      if (!emit(Action{Verb::Select, 0, u}) || !emit(Action{Verb::SelectStack, 0, u})) return;
      if (b.pos.has(u, kProne) && !emit(Action{Verb::StandUp, 0, u})) return;
    }
    for (int k = 0; k < b.field.officer_count(); ++k)
      for (const Verb v : {Verb::Select, Verb::ForceMarch, Verb::GrandCharge})
        if (!emit(Action{v, 0, b.field.officer_id(k)})) return;
    if (b.pos.chit == Chit::Maneuver) late_entries(b, emit);
  }
  template <class Emit>
  void late_entries(const Look& b, Emit& emit) const {
    for (const UnitId u : all_units(b.field)) {
      if (b.pos.unit[u].fate != Fate::Due || counter(b, u).turn >= b.pos.turn || side_of(b, u) != side) continue;
      const HexId gate = b.field.entries[counter(b, u).entry].gates[0];
      if (!each_within(b.field.grid, gate, counter(b, u).mp / 2, [&](HexId h) { return emit(Action{Verb::Enter, 0, u, kNoUnit, h}); })) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

// What the mover would be like after an act: where, how, at what cost in half points.
struct Step {
  Footprint to;
  Form form = Form::Column;
  uint8_t facing = 0;
  int cost = 0;
  int way = 0;  // of it, what the ground takes
};

struct ChooseStep {
  static constexpr const char* kName = "ChooseStep";
  static constexpr const char* kPrompt = "Move the unit, change its formation, declare an Assault, or stop";
  static constexpr Verb kVerbs[] = {Verb::Move,     Verb::Face,     Verb::FaceSide, Verb::FormColumn, Verb::FormLine,
                                    Verb::Skirmish, Verb::Lengthen, Verb::Shorten,  Verb::Pivot,      Verb::Limber,
                                    Verb::Unlimber, Verb::Assault,  Verb::FormSquare, Verb::RoadColumn, Verb::Prone,
                                    Verb::StandUp,  Verb::Restack,  Verb::Drop,     Verb::BreakDown, Verb::Reform,
                                    Verb::Stop,     Verb::OldGuardCharge, Verb::DeclareCharge};
  static constexpr Citation kWhen = cite("13.1.3-a");
  Seat seat(const Look& b) const { return side_of(b, b.pos.hand[0].unit[0]); }
  UnitId about(const Look& b) const { return b.pos.hand[0].unit[0]; }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = b.pos.hand[0].unit[0];
    const HexId head = b.pos.at(u);
    if (!emit(Action{Verb::Stop, 0, u})) return;
    for (int k = 0; k < 6; ++k)
      if (const HexId h = edge(b, head, k).to; h != kNoHex && !emit(Action{Verb::Move, 0, u, kNoUnit, h})) return;
    for (const Verb v : {Verb::Face, Verb::FaceSide, Verb::FormColumn, Verb::FormLine, Verb::RoadColumn})
      for (uint8_t d = 0; d < 6; ++d)
        if (!emit(Action{v, d, u})) return;
    const Footprint f = footprint(b, u);
    for (const HexId end : f) {
      if (!emit(Action{Verb::Shorten, 0, u, kNoUnit, end}) || !emit(Action{Verb::Skirmish, 0, u, kNoUnit, end})) return;
      for (uint8_t d = 0; d < 6; ++d) {
        if (!emit(Action{Verb::Pivot, d, u, kNoUnit, end})) return;
        if (d > 0 && !emit(Action{Verb::Skirmish, d, u, kNoUnit, end})) return;
      }
    }
    for (int k = 0; k < 6 && f.size() > 1; ++k)
      if (const HexId h = edge(b, f[f.size() - 1], k).to; h != kNoHex && !emit(Action{Verb::Lengthen, 0, u, kNoUnit, h})) return;
    for (int k = 0; k < 6; ++k) {
      const HexId h = edge(b, head, k).to;
      if (h == kNoHex) continue;
      if (!emit(Action{Verb::Lengthen, 0, u, kNoUnit, h})) return;
      for (uint8_t d = 0; d < 6; ++d)
        if (!f.contains(h) && !emit(Action{Verb::Skirmish, d, u, kNoUnit, h})) return;
    }
    for (const Verb v : {Verb::Limber, Verb::Unlimber, Verb::FormSquare, Verb::Prone, Verb::StandUp, Verb::BreakDown, Verb::Reform, Verb::DeclareCharge})
      if (!emit(Action{v, 0, u})) return;
    for (int k = 0; k < b.pos.hand[0].count; ++k)
      for (const Verb v : {Verb::Restack, Verb::Drop})
        if (!emit(Action{v, 0, b.pos.hand[0].unit[k]})) return;
    const std::bitset<kHexes> enemies = covered_by(b, other(side_of(b, u)));
    for (std::size_t h = enemies._Find_first(); h < kHexes; h = enemies._Find_next(h))
      for (const Verb v : {Verb::Assault, Verb::OldGuardCharge})
        if (!emit(Action{v, 0, u, kNoUnit, HexId(h)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct ChargeMeans {  // half points of a stack that charges; 0: it does not
  uint8_t spent = 0, allowance = 0;
};

struct Moving {  // whoever is in hand 0
  static constexpr const char* kName = "Moving";
  Action act{};
  uint8_t count = 0, paid = 0;
  UnitId who = kNoUnit;
  ChargeMeans charge{};  // of the Old Guard
  uint8_t answered = 0;      // what it has announced has been fired at already
  UnitId charger = kNoUnit;  // cavalry that has caught it
  uint8_t event = 0;         // the act costs points
  HexId from = kNoHex;       // where it was before the last act
  Flow run(Run& r);
};

struct ManeuverUnit {  // 7.2.1-b
  static constexpr const char* kName = "ManeuverUnit";
  uint8_t leader, who = 0;
  Flow run(Run& r);
};

struct RegroupChit {  // 8.9.2
  static constexpr const char* kName = "RegroupChit";
  uint8_t i = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
