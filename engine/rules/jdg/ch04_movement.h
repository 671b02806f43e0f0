// SPDX-License-Identifier: MIT
// Chapter 4: movement, squares, roads; 5.2: reinforcements. One act a hex, because reactions may interrupt.
#pragma once
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch05_stacking.h"
#include "rules/jdg/ch06_zones.h"

namespace tambour::jdg {

int allowance(const Look& b, UnitId u, Gait gait);
// What it costs the units in hand to go from `at` to `to`; -1 if the ground is closed. `first`: the first hex of the move.
int step_cost(const Look& b, const Mover& m, HexId at, HexId to, bool first);
Ledger step_ledger(const Look& b, const Mover& m, HexId at, HexId to, bool first);  // the same, line by line
// Why a step is not allowed, its cost included.
Refusal step_barred(const Look& b, const Mover& m, HexId at, HexId to, int mp, bool first);
// The same for a neighbour of `at` whose price is known.
Refusal step_barred(const Look& b, const Mover& m, HexId at, HexId to, int mp, bool first, int cost);

// 4.3-c, 8.7.1-f: does going from `at` to its neighbour `to` disorder the unit? Along a road or track it does not (ruling J71).
bool step_disorders(const Look& b, HexId at, HexId to, UnitId u);

// The battle's own limit on a defile: is this step through it, and would the units in hand be too many, having passed it `before` times
// on a way not yet gone?
bool is_gap(const Look& b, HexId at, HexId to);
bool over_gap(const Look& b, const Mover& m, HexId at, HexId to, int before);

// Movement points left in every hex the units in hand can reach, -1 elsewhere. `best` has one entry per hex. With a goal only ways count
// that can lead next to it.
void flood(const Look& b, const Mover& m, HexId from, int mp, bool first, int8_t* best, HexId goal = kNoHex);
// May the units in hand end their move in this hex?
Refusal stop_barred(const Look& b, const Mover& m, HexId hex);

Refusal form_square_barred(const Look& b, HexId hex);
void form_square(Run& r, HexId hex);

Party movers_of(const Look& b, UnitId u, bool stack);
void take_in_hand(Pos& pos, const Look& b, UnitId u, bool stack, Gait gait);

struct MoveSegment {
  static constexpr const char* kName = "MoveSegment";
  Flow run(Run& r);
};
struct MoveInHand {  // moves what Pos::mover holds until it halts
  static constexpr const char* kName = "MoveInHand";
  uint8_t cross = 0, i = 0;
  FixedVector<UnitId, 3> units{};
  Flow run(Run& r);
};
struct EnterMap {  // 5.2.2
  static constexpr const char* kName = "EnterMap";
  UnitId unit, second = kNoUnit;
  uint8_t normally = 0, spare = 0;
  Flow run(Run& r);
};

// 5.2.1-e: reinforcements with an enemy within five hexes lose their status.
void drop_near_reinforcements(Run& r);
bool due_to_enter(const Look& b, UnitId u);
Refusal arrival_barred(const Look& b, UnitId u, bool normally);

}  // namespace tambour::jdg
