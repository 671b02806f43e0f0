// SPDX-License-Identifier: MIT
// Chapter 9: movement hex by hex, turning, leaving zones, commanders, arrivals.
#pragma once
#include "rules/siecle/ch08_zones.h"

namespace tambour::siecle {

// May the unit on the march go there, and what does it cost?
Refusal step_barred(const Look& b, const March& m, HexId to, int& cost);
Refusal officer_step_barred(const Look& b, const March& m, HexId to, int& cost);
Refusal turn_barred(const Look& b, const March& m, int vertex, int& cost);
Refusal arrival_barred(const Look& b, UnitId u, HexId where);
Ledger march_ledger(const Look& b, const March& m, Action a);  // the cost of a step or turn, line by line
bool goes_on(const Look& b, const March& m);

struct ChooseMover {
  QUESTION(ChooseMover, "Choose a unit or commander to move", cite("4.C-b"), Verb::Select, Verb::Enter, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      const Counter& c = counter(b, u);
      if (c.formation != b.pos.active || b.pos.unit[u].fate > Fate::OnMap) continue;
      if (!emit(b.pos.on_map(u) ? Action{Verb::Select, 0, u} : Action{Verb::Enter, 0, u, kNoUnit, c.hex})) return;
    }
    for (const uint8_t k : {b.pos.formation[b.pos.active].commander, b.pos.chief[index(side)]}) {
      if (k == kNone) continue;
      const UnitId u = b.field.officer_id(k);
      if (!emit(present(b, k) ? Action{Verb::Select, 0, u} : Action{Verb::Enter, 0, u, kNoUnit, officer(b, k).hex})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseStep {
  QUESTION(ChooseStep, "Move on, turn, or stop", cite("9.1-b"), Verb::Move, Verb::Face, Verb::Stop, Verb::LeaveHedgehog, Verb::Restack);
  static constexpr bool kRest = true;
  uint8_t which;
  Seat seat(const Look& b) const { return side_of(b, b.pos.march[which].unit); }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = b.pos.march[which].unit;
    const bool rider = b.field.is_officer(u);
    const HexId h = rider ? b.pos.officer[b.field.officer(u)].hex : b.pos.at(u);
    for (const HexId to : around(b.field, h))
      if (!emit(Action{Verb::Move, 0, u, kNoUnit, to})) return;
    if (!rider) {
      for (uint8_t v = 0; v < 6; ++v)
        if (!emit(Action{Verb::Face, v, u})) return;
      if (!emit(Action{Verb::LeaveHedgehog, 0, u}) || !emit(Action{Verb::Restack, 0, u})) return;
    }
    emit(Action{Verb::Stop, 0, u});
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const { return barred(b, a) ? Ledger{} : march_ledger(b, b.pos.march[which], a); }
};

// A whole move. which: 0 in one's own activation, 1 in reaction.
struct Moving {
  static constexpr const char* kName = "Moving";
  uint8_t which;
  UnitId unit;
  HexId entry;
  Flow run(Run& r);
};

struct Turning {
  static constexpr const char* kName = "Turning";
  uint8_t which, vertex;
  Flow run(Run& r);
};

struct EndOfMove {  // stacking, and whether it became a charge
  static constexpr const char* kName = "EndOfMove";
  uint8_t which;
  Flow run(Run& r);
};

struct MoveSegment {
  static constexpr const char* kName = "MoveSegment";
  Seat side;
  Flow run(Run& r);
};

}  // namespace tambour::siecle
