// SPDX-License-Identifier: MIT
// Chapter 16.8: questions of Reserve Commitment and of the melees of Round 2.
#pragma once
#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

inline constexpr int kNoWay = 999;

struct Crowd {  // both sides of the open fights, and the reserves committed by now
  UnitId ours[12], theirs[12];
  int n = 0, m = 0;
};
Crowd crowd(const Look& b, Seat side);

struct Way {  // the cheapest lawful way of one or two hexes through the front, or why there is none
  Refusal no;
  int cost = kNoWay;
  HexId over = kNoHex;  // the hex between
};
Way find_way(const Look& b, UnitId u, HexId h);

struct Spread {  // the cheapest way of a Line that goes abreast and ends in two hexes
  int cost = kNoWay;
  Footprint from;             // as it sets out
  int8_t one = -1, two = -1;  // the sides it goes over
};
Spread find_spread(const Look& b, UnitId u, HexId h, HexId wing);
bool any_spread(const Look& b, UnitId u, HexId h);
int facing_at(const Look& b, UnitId u, HexId h,
              const Crowd& c);  // nearest to its own that has an enemy of the Assault in front there, or 6

Refusal reserve_barred(const Look& b, UnitId u, Seat side);  // may the stack of this top unit be committed at all?
Refusal commit_barred(const Look& b, UnitId u, HexId h);     // to this hex

struct ChooseReserve {
  QUESTION(ChooseReserve, "Commit a reserve to the Assault, or go on", cite("16.1.1-s4"), Verb::Commit, Verb::Pass);
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (const UnitId u : all_units(b.field)) {
      if (!b.pos.on_map(u) || side_of(b, u) != side || reserve_barred(b, u, side)) continue;
      for (HexId h = 0; h < b.field.grid.size(); ++h)
        if (distance(b.field.grid, footprint(b, u), h) <= 2 && !emit(Action{Verb::Commit, 0, u, kNoUnit, h})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseSpread {  // 16.8.3-f: a Line may come in two hexes
  QUESTION(ChooseSpread, "Choose the second hex the Line comes to, or let it come in one", cite("16.8.3-f"), Verb::Pass, Verb::Lengthen);
  HexId hex;
  UnitId unit;
  uint8_t spare;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (int k = 0; k < 6; ++k)
      if (const HexId h = edge(b, hex, k).to; h != kNoHex && !emit(Action{Verb::Lengthen, 0, unit, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct March {  // a reserve on its way. Returns 1 if it has arrived, 2 in a Line of two hexes
  static constexpr const char* kName = "March";
  HexId hex;
  UnitId unit;
  int8_t one = -1, two = -1;
  uint8_t spare = 0;
  Flow run(Run& r);
};
struct StepAbreast {
  static constexpr const char* kName = "StepAbreast";
  UnitId unit;
  uint8_t dir;
  Flow run(Run& r);
};

struct ChooseMelee {  // 16.1.1-s5d-split: whom this assaulting stack fights in Round 2
  QUESTION(ChooseMelee, "Choose the enemy this stack fights", cite("16.1.1-s5d-split"), Verb::ChooseHex);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (const Neighbour& n : neighbours(b.field.grid, footprint(b, unit)))
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, n.hex})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

}  // namespace tambour::bataille
