// SPDX-License-Identifier: MIT
// Chapter 2: orders, tactical groups, the leader's initiative, and commanders-in-chief.
#pragma once
#include <span>

#include "rules/jdg/ch00_general.h"

namespace tambour::jdg {

// Who is being activated.
inline const Marker* active_marker(const Look& b) {
  return b.pos.active < b.field.markers.size() ? &b.field.markers[b.pos.active] : nullptr;
}
inline Seat active_side(const Look& b) { return active_marker(b) ? active_marker(b)->side : Seat::Nobody; }
inline bool is_active(const Look& b, UnitId u) {
  by("2.3.1-d");
  return active_marker(b) && is_unit(b, u) && b.field.active_set[b.pos.active].has(u);
}
inline std::span<const UnitId> active_units(const Look& b) {
  return active_marker(b) ? std::span<const UnitId>(b.field.activated[b.pos.active]) : std::span<const UnitId>();
}

// The candidates of a question about markers: every one of them.
bool each_marker(const Look& b, Verb verb, auto&& emit) {
  for (std::size_t m = 0; m < b.field.markers.size(); ++m)
    if (!emit(Action{verb, uint8_t(m)})) return false;
  return true;
}
inline bool own_marker(const Look& b, int m, Seat s) {
  return m < int(b.field.markers.size()) && b.field.markers[std::size_t(m)].side == s;
}
// 2.1.2-a: a combined marker of this side that lies ready; a compulsory one goes in by itself.
bool combined_ready(const Look& b, int marker, Seat s);

// Does the unit act as with Received Orders now?
// 2.3.2-b, 2.3.2-e, 2.3.2-f: by the group of Phase A; 5.2.1-d, 5.2.1-h: arrivals; 2.4.3-d: a passed test.
inline bool has_orders(const Look& b, UnitId u) {
  by("2.3.2-b", "2.3.2-e", "2.3.2-f");
  if (b.field.doctrine->orders == Orders::Always) return true;
  if (b.pos.has(u, kReinforcement | kOrdersThisTurn)) return true;
  const uint8_t g = state(b, u).group;
  return g != kNoGroup && (b.pos.orders[g] || b.pos.test[g] == GroupTest::Passed);
}
// 2.4.3-e, 2.4.2-e: a failed initiative test or charge test leaves only rallying.
Refusal act_barred(const Look& b, UnitId u);
// The unit's group has begun to act without testing its leader (2.4.2-a).
void note_group_acted(Pos& pos, const Look& b, UnitId u);

bool commander_present(const Look& b, int i);
bool in_command_range(const Look& b, int commander, UnitId u);
bool group_in_range(const Look& b, int commander, int group);
int initiative_modifier(const Look& b, Seat s);  // of the designated commander, 0 if lost

void form_groups(Pos& pos, const Field& field);                 // 2.3.1, in Phase A
void own_group(Pos& pos, UnitId u);                             // a unit that comes under orders during the turn: alone, with No Orders
void commanders_by_turn(Pos& pos, const Field& field, Run& r);  // replacements due this turn

struct OrdersPhase {  // Phase A
  static constexpr const char* kName = "OrdersPhase";
  Seat seat = Seat::First;
  Flow run(Run& r);
};
struct LeaderInitiative {  // 2.4.3, at the start of an activation
  static constexpr const char* kName = "LeaderInitiative";
  uint8_t group = 0;
  int8_t rating = 0;
  Flow run(Run& r);
};
struct CommanderMove {  // 2.5.1-c
  static constexpr const char* kName = "CommanderMove";
  uint8_t commander;
  int8_t half_mp = 14;
  Flow run(Run& r);
};
struct Flight {  // 2.5.2: commanders next to whom an enemy has just come
  static constexpr const char* kName = "Flight";
  HexId enemy;
  uint8_t commander = 0;
  uint8_t steps = 0;
  Flow run(Run& r);
};
// Commanders in `from` go along with a unit that leaves it for `to` (kNoHex: off the map).
void take_along(Run& r, Seat s, HexId from, HexId to);
Refusal ride_barred(const Look& b, int commander, HexId to, int half_mp);

}  // namespace tambour::jdg
