// SPDX-License-Identifier: MIT
// Chapters 12 and 13.1: units on the move, hex by hex, and their changes of formation.
#pragma once
#include "rules/bataille/ch08_command.h"

namespace tambour::bataille {

int allowance(const Look& b, UnitId u);  // half points

struct ChooseMover {
  static constexpr const char* kName = "ChooseMover";
  static constexpr const char* kPrompt = "Choose a unit to move, or end the moves";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Select, Verb::SelectStack, Verb::StandUp, Verb::Done};
  static constexpr Citation kWhen = cite("13.1-a");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u = 0; u < b.field.unit_count(); ++u) {
      if (!b.pos.on_map(u) || side_of(b, u) != side) continue;
      if (!emit(Action{Verb::Select, 0, u}) || !emit(Action{Verb::SelectStack, 0, u})) return;
      if (b.pos.has(u, kProne) && !emit(Action{Verb::StandUp, 0, u})) return;
    }
    for (int k = 0; k < b.field.officer_count(); ++k)
      if (!emit(Action{Verb::Select, 0, b.field.officer_id(k)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

// What the mover would be like after an act: where, how, at what cost in half points.
struct Step {
  Footprint to;
  Form form = Form::Column;
  uint8_t facing = 0;
  int cost = 0;
};

struct ChooseStep {
  static constexpr const char* kName = "ChooseStep";
  static constexpr const char* kPrompt = "Move the unit, change its formation, declare an Assault, or stop";
  static constexpr Verb kVerbs[] = {Verb::Move,     Verb::Face,     Verb::FaceSide, Verb::FormColumn, Verb::FormLine,
                                    Verb::Skirmish, Verb::Lengthen, Verb::Shorten,  Verb::Pivot,      Verb::Limber,
                                    Verb::Unlimber, Verb::Assault,  Verb::FormSquare, Verb::RoadColumn, Verb::Prone,
                                    Verb::StandUp,  Verb::Restack,  Verb::Drop,     Verb::Stop};
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
    for (const HexId end : footprint(b, u)) {
      if (!emit(Action{Verb::Shorten, 0, u, kNoUnit, end}) || !emit(Action{Verb::Skirmish, 0, u, kNoUnit, end})) return;
      for (uint8_t d = 0; d < 6; ++d) {
        if (!emit(Action{Verb::Pivot, d, u, kNoUnit, end})) return;
        if (d > 0 && !emit(Action{Verb::Skirmish, d, u, kNoUnit, end})) return;
      }
    }
    const Footprint f = footprint(b, u);
    for (int k = 0; k < 6 && f.size() > 1; ++k)
      if (const HexId h = edge(b, f[f.size() - 1], k).to; h != kNoHex && !emit(Action{Verb::Lengthen, 0, u, kNoUnit, h})) return;
    for (int k = 0; k < 6; ++k) {
      const HexId h = edge(b, head, k).to;
      if (h == kNoHex) continue;
      if (!emit(Action{Verb::Lengthen, 0, u, kNoUnit, h})) return;
      for (uint8_t d = 0; d < 6; ++d)
        if (!footprint(b, u).contains(h) && !emit(Action{Verb::Skirmish, d, u, kNoUnit, h})) return;
    }
    for (const Verb v : {Verb::Limber, Verb::Unlimber, Verb::FormSquare, Verb::Prone, Verb::StandUp})
      if (!emit(Action{v, 0, u})) return;
    for (int k = 0; k < b.pos.hand[0].count; ++k)
      for (const Verb v : {Verb::Restack, Verb::Drop})
        if (!emit(Action{v, 0, b.pos.hand[0].unit[k]})) return;
    for (HexId h = 0; h < b.field.grid.size(); ++h)
      if (enemy_at(b, h, side_of(b, u)) && !emit(Action{Verb::Assault, 0, u, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct Moving {  // whoever is in hand 0
  static constexpr const char* kName = "Moving";
  Action act{};
  uint8_t count = 0, paid = 0;
  UnitId who = kNoUnit;
  uint8_t spare = 0;
  Flow run(Run& r);
};

struct ManeuverUnit {  // 7.2.1-b
  static constexpr const char* kName = "ManeuverUnit";
  uint8_t leader;
  Flow run(Run& r);
};

struct RegroupChit {  // 8.9.2
  static constexpr const char* kName = "RegroupChit";
  uint8_t i = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
