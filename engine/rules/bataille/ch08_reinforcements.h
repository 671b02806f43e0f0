// SPDX-License-Identifier: MIT
// Chapters 8.9.4 and 8.10: the Reinforcement chit.
#pragma once
#include "rules/bataille/ch13_movement.h"

namespace tambour::bataille {

struct ChooseArrival {
  QUESTION(ChooseArrival, "Bring a reinforcement onto the map, order its march, or hold the rest", cite("8.9.4-a"),
           Verb::Enter, Verb::Administrative, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const;
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseTerminus {  // before the first turn, of an entry whose Terminus the sheet leaves open
  QUESTION(ChooseTerminus, "Name the Terminus of this entry, or do without one", cite("8.10.7-a"), Verb::ChooseHex, Verb::Pass);
  static constexpr bool kRest = true;
  uint8_t entry;
  Seat seat(const Look& b) const { return b.field.entries[entry].side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (const auto& [name, hex] : b.field.places)
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, hex})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Arrivals {  // of both sides, the drawing one first
  static constexpr const char* kName = "Arrivals";
  uint8_t i = 0;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};

struct NameTermini {
  static constexpr const char* kName = "NameTermini";
  uint8_t entry = 0;
  Flow run(Run& r);
};

// Units and leaders that come this turn or were held back.
inline bool is_due(const Look& b, UnitId u) {
  if (b.field.is_unit(u)) return b.pos.unit[u].fate == Fate::Due && b.field.units[u].turn <= b.pos.turn;
  const int k = b.field.officer(u);
  return k >= 0 && k < b.field.officer_count() && b.pos.leader[k].fate == Fate::Due && b.field.officers[std::size_t(k)].turn <= b.pos.turn;
}
Refusal enter_barred(const Look& b, Action a, Seat side);
void enter_unit(Run& r, UnitId u, HexId h);  // into hand 0
void enter_by_road(Run& r, Verb first);      // its first act: a Road Column pays the road, for the others behind it too

// fn(action) for every hex of the edge that somebody due might come in by.
template <class Emit>
bool each_entry(const Look& b, Seat side, Emit&& emit) {
  for (UnitId u : UnitRange(b.field.unit_count() + b.field.officer_count())) {
    if (side_of(b, u) != side || !is_due(b, u)) continue;
    const bool leader = b.field.is_officer(u);
    const uint8_t e = leader ? b.field.officers[std::size_t(b.field.officer(u))].entry : counter(b, u).entry;
    const int reach = (leader ? b.field.officers[std::size_t(b.field.officer(u))].mp : counter(b, u).mp) / 2;
    const HexId gate = b.field.entries[e].gates[0];
    if (!each_within(b.field.grid, gate, reach, [&](HexId h) { return emit(Action{Verb::Enter, 0, u, kNoUnit, h}); })) return false;
  }
  return true;
}

void ChooseArrival::candidates(const Look& b, auto&& emit) const {
  if (!emit(Action{Verb::Done})) return;
  if (!each_entry(b, side, emit)) return;
  for (int k = 0; k < b.field.officer_count(); ++k)
    if (!emit(Action{Verb::Administrative, 0, b.field.officer_id(k)})) return;
}

}  // namespace tambour::bataille
