// SPDX-License-Identifier: MIT
// 6.0 Facing, stacking, zones of control; and the current values of a counter (2.2, 8.71).
// Unlike jdg: cavalry in good order has four front hexes when attacked; only infantry (villages, castles, redoubts) and squares have six
// fronts; three units of one brigade may stack, otherwise two, with one gun, or two guns of six strength points together; Disordered
// units exert no zone; zones cross fords.
#pragma once
#include <span>

#include "rules/tng/pos.h"

namespace tambour::tng {

inline const Counter& counter(const Look& b, UnitId u) { return b.field.units[u]; }
inline bool is_unit(const Look& b, UnitId u) { return b.field.units.has(u); }
inline Seat side_of(const Look& b, UnitId u) { return b.field.units[u].side; }
inline bool is_good(const Look& b, UnitId u) { return b.pos.condition[u] == Condition::Good; }
inline bool is_disordered(const Look& b, UnitId u) { return b.pos.condition[u] == Condition::Disordered; }
inline bool is_routed(const Look& b, UnitId u) { return b.pos.condition[u] == Condition::Routed; }
inline bool is_gun(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Artillery; }
inline bool is_infantry(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Infantry; }
inline bool is_cavalry(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Cavalry; }
inline bool in_square(const Look& b, UnitId u) { return b.pos.has(u, kSquare); }
inline bool is_line(const Look& b, UnitId u) { return is_infantry(b, u) && !counter(b, u).jaeger; }  // 8.55-e: others only share its square

// 2.2-a: the back of the counter counts for a Disordered or routed unit.
inline const Ratings& ratings(const Look& b, UnitId u) {
  by("2.2-a");
  return is_disordered(b, u) || is_routed(b, u) ? counter(b, u).disordered : counter(b, u).good;
}
// 2.4-f: nearly every check is a die at or under it.
inline int cohesion(const Look& b, UnitId u) { return by("2.4-f"), ratings(b, u).cohesion; }
inline int strength(const Look& b, UnitId u) { return by("2.4-g"), is_gun(b, u) ? 0 : ratings(b, u).sp; }  // 2.4-g, 8.49-a

using Party = FixedVector<UnitId, 4>;  // units of one hex that act together
inline std::span<const UnitId> span_of(const Party& p) { return {p.begin(), std::size_t(p.size())}; }

// Whose hex this is: the side of the combat units in it (2.4-b: leaders do not count).
inline Seat holder(const Look& b, HexId h) {
  by("2.4-b");
  const UnitId top = b.pos.stack.top(h);
  return top == kNoUnit ? Seat::Nobody : side_of(b, top);
}
inline bool held_by(const Look& b, HexId h, Seat who) { return by("2.4-b"), h < kMaxHexes && b.pos.boards.held[index(who)].has(h); }
inline bool enemy_in(const Look& b, HexId h, Seat mine) { return held_by(b, h, other(mine)); }
inline bool friend_in(const Look& b, HexId h, Seat mine) { return held_by(b, h, mine); }
// The unit that speaks for a stack: its top infantry or cavalry (6.26), kNoUnit if only guns are there.
UnitId top_fighter(const Look& b, HexId h);
inline bool next_to_enemy(const Look& b, HexId h, Seat mine) { return b.field.ring[h].meets(b.pos.boards.held[index(other(mine))]); }
bool enemy_within(const Look& b, HexId h, int distance, Seat mine);

// 6.1 facing
bool has_six_fronts(const Look& b, UnitId u);                              // 6.11-c, 8.56-c
bool fronts(const Look& b, UnitId u, HexId to);                            // adjacent `to` is one of its own frontal hexes
bool is_front_of_defender(const Look& b, HexId defender, HexId attacker);  // 6.11-d: where an attack comes from

// 6.2 stacking; the units may already stand in the hex
Refusal stacking_barred(const Look& b, std::span<const UnitId> joining, HexId h);
inline Refusal stacking_barred(const Look& b, UnitId u, HexId h) { return stacking_barred(b, std::span(&u, 1), h); }
Refusal face_barred(const Look& b, UnitId u, HexId h, int facing);  // 6.11-b
std::string stacking_complaint(const Look& b, HexId h);

// 6.3 zones of control: sides of `h` (as bits) over which a unit of `enemy` reaches it
bool exerts_zone(const Look& b, UnitId u);
uint8_t zone_sides(const Look& b, HexId h, Seat enemy);
inline bool in_zone(const Look& b, HexId h, Seat enemy) { return zone_sides(b, h, enemy) != 0; }
bool in_frontal_zone(const Look& b, HexId h, Seat enemy);  // 6.33-b: an enemy-controlled frontal hex

// Counters on the move: every way into a hex ends here (objectives, 4.63).
void arrive(Run& r, UnitId u, HexId h);
void settle_square(Run& r, HexId h);  // somebody came or went: all stand in the square of the line infantry there (T59), or nobody does
void lose_square(Run& r, HexId h);    // 8.56-f; the square is the stack's (T57)
void flip(Run& r, UnitId u, Citation why);  // to its Disordered side, and out of square
void remove(Run& r, UnitId u, Citation why);

}  // namespace tambour::tng
