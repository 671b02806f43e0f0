// SPDX-License-Identifier: MIT
// Chapters 9 and 12, static: who lies where, which neighbours are front, flank and rear. Everything else rests on this.
#pragma once
#include <algorithm>
#include <bitset>

#include "rules/bataille/pos.h"

namespace tambour::bataille {

enum class Aspect : uint8_t { Front, Flank, Rear };

inline const Counter& counter(const Look& b, UnitId u) { return b.field.units[u]; }
inline Seat side_of(const Look& b, UnitId u) { return b.field.side_of(u); }
inline bool is_gun(const Look& b, UnitId u) { return is_gun(counter(b, u).arm); }
inline int increments(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  if (c.old_guard && by("17.4-b", "17.4-c")) return c.inc - b.pos.unit[u].losses / 2;
  return c.inc - b.pos.unit[u].losses;
}
inline bool good(const Look& b, UnitId u) { return b.pos.unit[u].order == Order::Good; }
inline bool is_horse(const Look& b, UnitId u) { return counter(b, u).arm == Arm::Cavalry; }
inline bool is_formed(Form f) { return by("10.1.2-c", "24.0-b"), f == Form::Column || f == Form::Line || f == Form::Square; }
inline bool trails(Form f) { return f == Form::Column || f == Form::Road; }  // its parts follow the head
inline const Ground& ground(const Look& b, HexId h) { return b.field.ground[h]; }
inline bool is_rye(const Look& b, HexId h) { return b.field.ground[h].hides_prone; }  // cultivated
inline const Edge& edge(const Look& b, HexId h, int side) { return b.field.edge(h, side); }

Class class_of(const Look& b, UnitId u);  // 13.1.2
int hexes_wanted(const Look& b, UnitId u, Form form);  // of a Column or Road Column of this unit (12.5.1, 12.8.2)

int longest(const Look& b, UnitId u);  // most hexes that its formation covers

// The unit whose formation a stack has: the top one that is no gun, or the top gun.
UnitId find_shaper(const Look& b, UnitId u);
inline UnitId shaper(const Look& b, UnitId u) {
  const bool anybody_moves = b.pos.hand[0].count | b.pos.hand[1].count | b.pos.grand.aloft;
  if (!anybody_moves && index(u) < kUnits && b.pos.stack.top(b.pos.at(u)) == u && !is_gun(b, u)) return u;  // most are asked of the top unit
  return find_shaper(b, u);
}
Footprint footprint(const Look& b, UnitId u);  // of its stack
Footprint shape(const Grid& grid, HexId head, const UnitState& s);
inline UnitId top_at(const Look& b, HexId h) { return b.pos.cover.in(h); }  // top unit of the stack that covers this hex
inline bool friend_at(const Look& b, HexId h, Seat side) { return top_at(b, h) != kNoUnit && side_of(b, top_at(b, h)) == side; }
inline bool enemy_at(const Look& b, HexId h, Seat side) { return top_at(b, h) != kNoUnit && side_of(b, top_at(b, h)) != side; }
bool leader_in(const Look& b, HexId h, Seat side);
int senior_in(const Look& b, const Footprint& f, Seat side);  // officer whose bonuses count in these hexes, or -1 (8.1.7)

// Front, flank or rear of a formation towards a hex that touches it; `part` and `side` as in Neighbour.
Aspect aspect_of(Form form, Order order, int facing, int hexes, int part, int side, bool also_other_part);
// Of the stack of u towards an adjacent hex; Rear if it does not touch.
Aspect aspect(const Look& b, UnitId u, HexId towards);
Neighbour contact(const Look& b, UnitId u, HexId towards);  // hex is kNoHex if they do not touch

// The arc a hex of the stack fires and sees its front in, for hexes farther than one away.
bool in_arc(const Look& b, UnitId u, HexId from, HexId to);

// Tables: every change of a stack goes through these.
void link_stack(Run& r, HexId head);                 // the cover of the stack there, anew
void unlink_stack(Run& r, HexId head);               // its cover away
void reshape(Run& r, UnitId u, const Footprint& f);  // of the whole stack: new hexes, the stack stays together
void remove_unit(Run& r, UnitId u, Citation why);    // eliminated
void take_in_hand(Run& r, int which, const UnitId* units, int count);
void put_down(Run& r, int which);  // at the bottom of whatever stands there (11.2-b)
bool in_hand(const Look& b, UnitId u);

std::bitset<kHexes> covered_by(const Look& b, Seat side);  // hexes its stacks lie in, whoever is in hand left out
// fn(hex) for the hexes so near, in the order of their numbers, until it says no.
template <class Fn>
bool each_within(const Grid& grid, HexId from, int reach, Fn&& fn) {
  const int column = grid.column(from), row = grid.row(from);
  for (int r = std::max(1, row - reach); r <= std::min<int>(grid.rows, row + reach); ++r)
    for (int c = std::max(1, column - reach); c <= std::min<int>(grid.columns, column + reach); ++c)
      if (const HexId h = grid.at(c, r); grid.distance(from, h) <= reach && !fn(h)) return false;
  return true;
}

int nearest_enemy(const Look& b, HexId h, Seat side);  // distance to the nearest enemy combat unit; 99 if none

}  // namespace tambour::bataille
