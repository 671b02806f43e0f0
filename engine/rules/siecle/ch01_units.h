// SPDX-License-Identifier: MIT
// Chapters 1 and 2: the current values of a counter, and which adjacent hexes are front, flank and rear.
#pragma once
#include "rules/siecle/pos.h"

namespace tambour::siecle {

inline const Counter& counter(const Look& b, UnitId u) { return b.field.units[u]; }
inline Arm arm(const Look& b, UnitId u) { return b.field.units[u].arm; }
inline Seat side_of(const Look& b, UnitId u) { return b.field.side_of(u); }
inline bool is_gun(const Look& b, UnitId u) { return arm(b, u) == Arm::Artillery; }
inline bool is_unit(const Look& b, UnitId u) { return b.field.units.has(u); }
inline const Edge& edge(const Look& b, HexId h, int k) { return b.field.edges[h][std::size_t(k)]; }
inline const Ground& ground(const Look& b, HexId h) { return b.field.ground[h]; }

inline int strength(const Look& b, UnitId u) { return counter(b, u).cp[b.pos.has(u, kFlipped)]; }
int morale_factor(const Look& b, UnitId u);
// As the last activation of its formation found it; always for some counters (1.12-b), and for arrivals (9.9-b).
inline bool in_command(const Look& b, UnitId u) { return b.pos.has(u, kCommanded | kArrived); }
int full_movement(const Look& b, UnitId u);  // printed, or as the limber allows
int movement(const Look& b, UnitId u);       // MP for a whole move, halved out of command during its own activation

inline bool redoubt_stands(const Look& b, const Edge& e) { return e.redoubt != kNone && !(b.pos.breaches >> e.redoubt & 1); }
// Does the work on this side of the hex protect who stands in it?
inline bool work_protects(const Look& b, const Edge& e) { return e.inside && (e.fortification || redoubt_stands(b, e)); }
int entry_cost(const Look& b, const Edge& e);
int melee_terrain(const Look& b, const Edge& e);
inline bool zone_crosses(const Look& b, const Edge& e) { return !e.no_zone && !redoubt_stands(b, e); }

enum class Aspect : uint8_t { Front, Flank, Rear };
Aspect aspect(const Look& b, UnitId u, int side);  // what the hex across this side is to the unit
inline bool is_ahead(const Look& b, UnitId u, int side) { return is_front_side(b.pos.unit[u].facing, side); }
// The two hexes behind, by the counter's own facing whatever the terrain does to its fronts.
inline bool is_behind(const Look& b, UnitId u, int side) { return is_front_side(turn(b.pos.unit[u].facing, 3), side); }

}  // namespace tambour::siecle
