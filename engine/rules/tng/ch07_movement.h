// SPDX-License-Identifier: MIT
// 7.0 Movement, hex by hex, and 7.4 reinforcements.
// Unlike jdg: extended movement is for whole commands and stops three hexes from the enemy; one hex is always possible, but not into a zone;
// a unit that began in a zone may not enter an enemy's frontal zone in this activation, but may enter rear zones; turning is free in zones
// too; guns may enter zones unless they fired; arrivals enter in file and may march by road at double rate, and enemies may not wait at
// their entry; a lone Jaeger falls back before infantry.
#pragma once
#include "rules/tng/ch04_orders.h"

namespace tambour::tng {

int allowance(const Look& b, UnitId u);  // 7.11 to 7.13, 7.35
bool is_extended(const Look& b, UnitId u);

// A unit in hand: what it has spent and done so far.
struct March {
  UnitId unit = kNoUnit;
  uint8_t spent = 0, allowance = 0, hexes = 0, stopped = 0, disorders = 0;
  HexId from = kNoHex;  // where it began
};
int step_cost(const Look& b, const March& m, HexId from, int side);
Ledger step_ledger(const Look& b, const March& m, HexId from, int side);   // the same, line by line
Refusal step_barred(const Look& b, const March& m, HexId from, int side);  // without looking farther ahead
Refusal stop_barred(const Look& b, const March& m, HexId h);               // 6.24-a, 6.22
bool escorted(const Look& b, HexId h);                                     // 8.61-b: troops other than Jaegers are there
Refusal act_barred(const Look& b, UnitId u);                               // neither move nor turn
Refusal select_barred(const Look& b, UnitId u);                            // of a unit that may act
bool finds_an_end(const Look& b, const March& m, HexId h);                 // after stepping through friends (6.24-a)
bool should_leave(const Look& b, UnitId u);                                // 6.22-a: extended, sharing its hex, and able to go
March in_hand(const Look& b, UnitId u);                                    // the move that the unit is about to begin
void mark_command(Run& r, UnitId u, uint32_t flag);                        // all units of its command

struct MoveUnit {
  static constexpr const char* kName = "MoveUnit";
  March m;
  Flow run(Run& r);
};
struct MoveStep {
  QUESTION(MoveStep, "Move on, or halt and face", cite("7.31-a"), Verb::Move, Verb::Halt, Verb::LeaveSquare);
  static constexpr bool kRest = true;
  March m;
  Seat seat(const Look& b) const { return side_of(b, m.unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (uint8_t f = 0; f < 6; ++f)
      if (!emit(Action{.verb = Verb::Halt, .arg = f, .who = m.unit})) return;
    if (in_square(b, m.unit) && !emit(Action{.verb = Verb::LeaveSquare, .who = m.unit})) return;
    for (const HexId n : around(b.field, b.pos.at(m.unit)))
      if (!emit(Action{.verb = Verb::Move, .who = m.unit, .hex = n}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct ChooseMover {
  QUESTION(ChooseMover, "Choose a unit to move or turn, or end movement", cite("7.35-a"),
           Verb::Select, Verb::Face, Verb::Extend, Verb::Enter, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return b.pos.side; }
  UnitSet known(const Look& b) const;  // who may act
  void candidates(const Look& b, const UnitSet& ready, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (!b.pos.has(u, kActive)) continue;
      if (!b.pos.on_map(u)) {
        const uint8_t e = counter(b, u).entry;
        if (e != kNone && !emit(Action{.verb = Verb::Enter, .who = u, .hex = b.field.entries[e].hex})) return;
        continue;
      }
      if (!ready.has(u)) continue;
      if (!emit(Action{.verb = Verb::Select, .who = u}) || !emit(Action{.verb = Verb::Extend, .who = u})) return;
      for (uint8_t f = 0; f < 6; ++f)
        if (!emit(Action{.verb = Verb::Face, .arg = f, .who = u})) return;
    }
  }
  Refusal barred(const Look& b, const UnitSet& ready, Action a) const;
};

struct MoveSegment {
  static constexpr const char* kName = "MoveSegment";
  UnitId unit;
  Flow run(Run& r);
};

// 8.62-d: a lone Jaeger before infantry that comes up to it; also 8.48 and 8.47 use the same way of stepping back.
void fall_back(Run& r, UnitId u, HexId to, Citation why);
Refusal fall_back_barred(const Look& b, UnitId u, HexId to, bool before_shock = true);
struct JaegerSteps {
  QUESTION(JaegerSteps, "Fall back with the Jaegers, or stand", cite("8.62-d"), Verb::Evade, Verb::Pass);
  HexId before;  // the infantry's hex
  Seat seat(const Look& b) const { return other(b.pos.side); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    for (int side = 0; side < 6; ++side) {
      const HexId h = b.field.across(before, side);
      const UnitId u = h == kNoHex ? kNoUnit : b.pos.stack.top(h);
      if (u == kNoUnit || !counter(b, u).jaeger) continue;
      for (const HexId n : around(b.field, h))
        if (!emit(Action{.verb = Verb::Evade, .who = u, .hex = n})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

}  // namespace tambour::tng
