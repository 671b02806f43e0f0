// SPDX-License-Identifier: MIT
// Chapter 0: counters, their two sides, and the two tests; the current values of a unit.
#pragma once
#include "rules/jdg/pos.h"

namespace tambour::jdg {

inline const Counter& counter(const Look& b, UnitId u) { return b.field.units[u]; }
inline const UnitState& state(const Look& b, UnitId u) { return b.pos.unit[u]; }
inline Seat side_of(const Look& b, UnitId u) { return counter(b, u).side; }
inline bool is_unit(const Look& b, UnitId u) { return b.field.units.has(u); }
inline bool on_map(const Look& b, UnitId u) { return is_unit(b, u) && b.pos.at(u) != kNoHex; }
inline bool is_infantry(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Infantry; }
inline bool is_cavalry(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Cavalry; }
inline bool is_gun(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Artillery; }
inline bool is_good(const Look& b, UnitId u) { return state(b, u).condition == Condition::Good; }
inline bool is_routed(const Look& b, UnitId u) { return state(b, u).condition == Condition::Routed; }

// 0.3-d: front of the counter in good order, back otherwise.
// 0.3-d
inline const Ratings& ratings(const Look& b, UnitId u) {
  by("0.3-d");
  return is_good(b, u) || state(b, u).condition == Condition::Waiting ? counter(b, u).front : counter(b, u).back;
}

inline bool enemy_in(const Look& b, HexId h, Seat me) { return h < kMaxHexes && b.pos.boards.held[index(other(me))].has(h); }
inline bool friend_in(const Look& b, HexId h, Seat me) { return h < kMaxHexes && b.pos.boards.held[index(me)].has(h); }
inline HexId across(const Look& b, HexId h, int k) { return b.field.across(h, k); }
// An enemy unit, guns included.
inline bool enemy_adjacent(const Look& b, HexId h, Seat me) { return b.field.ring[h].meets(b.pos.boards.held[index(other(me))]); }
// The same within kMarchStops hexes.
inline bool enemy_near(const Look& b, HexId h, Seat me) { return b.field.near[h].meets(b.pos.boards.held[index(other(me))]); }

// The top unit that is no gun: it tests for its stack (5.1.3-d).
UnitId top_fighter(const Look& b, HexId h);

// 0.4.1: a cohesion test, with the night or fog modifier. Returns 1 if passed.
struct CohesionTest {
  static constexpr const char* kName = "CohesionTest";
  UnitId unit;
  int8_t modifier = 0;
  Flow run(Run& r);
};
// 0.4.2: an engagement test. Returns 1 if passed.
struct EngagementTest {
  static constexpr const char* kName = "EngagementTest";
  UnitId unit;
  int8_t modifier = 0;
  Flow run(Run& r);
};

// What darkness or fog adds to a cohesion test.
int visibility_on_tests(const Look& b);

// Faces a counter; a changed facing is remembered for 11.1-a.
void turn_to(Pos& pos, UnitId u, int facing);

}  // namespace tambour::jdg
