// SPDX-License-Identifier: MIT
// Chapters 9, 11.2, 12 and 13.1: what the units in hand may do next. One function per act: barred, or what it leads to.
#pragma once
#include "rules/bataille/ch13_movement.h"

namespace tambour::bataille {

inline const Hand& mover(const Look& b) { return b.pos.hand[0]; }
inline UnitId lead(const Look& b) { return shaper(b, mover(b).unit[0]); }
inline const UnitState& state(const Look& b) { return b.pos.unit[lead(b)]; }
inline bool is_spread(const Look& b) { return state(b).hexes > 1; }
inline int left(const Look& b) { return mover(b).allowance - mover(b).spent; }
// A Line of cavalry changes its width with the hex it has just entered (12.3.4.2), or at its other end too (12.3.1), and who leaves General
// Order takes up a formation (12.7.2): no act of its own.
bool in_stride(const Look& b, Action a);                       // ch12_lines.cpp
uint8_t stride_of(const Look& b, Action a, const Step& step);  // of the act that is about to be carried out, for Hand::stride
// All-round facing: goes any way and has nothing to turn.
inline bool is_open_order(const Look& b) {
  return state(b).order != Order::Good || state(b).form == Form::Limbered || state(b).form == Form::Square;
}

int way_cost(const Look& b, const Footprint& f, int dir);  // dearest of the ways all parts go; kProhibited if one of them cannot
int part_cost(const Look& b, HexId from, int dir);         // dearest of the units in hand, over this hexside
int change_cost(const Look& b);                            // half points of a change of formation
bool just_left_general(const Look& b);                     // and has paid for the formation it comes out in
int formation_cost(const Look& b);                         // of the change that is made now

int skirmish_toll(const Look& b, HexId h);                  // ch12_horse_zone.cpp: half points more for infantry and guns
Refusal move_barred(const Look& b, HexId h, Step& out);         // ch13_steps.cpp
Refusal stop_barred(const Look& b, Step& out);                  // ch13_steps.cpp
Refusal zone_barred(const Look& b, const Footprint& to);        // ch12_formations.cpp
Refusal prolong_barred(const Look& b, const Footprint& to, int dir);
Refusal change_barred(const Look& b, int cost);
Refusal lengthen_barred(const Look& b, Action a, Step& out);    // ch12_lines.cpp
Refusal shorten_barred(const Look& b, Action a, Step& out);
Refusal pivot_barred(const Look& b, Action a, Step& out);
bool is_quarter_wheel(const Look& b, Form wanted, int facing);  // 12.3.7
Refusal quarter_wheel_barred(const Look& b, Form wanted, int facing, Step& out);
Refusal square_barred(const Look& b, Step& out);                // ch12_square.cpp
Refusal road_barred(const Look& b, Action a, Step& out);        // ch12_road.cpp
Refusal close_barred(const Look& b, Step& out);                 // the parts behind come up to the head first
Refusal prone_barred(const Look& b, Action a);                  // ch12_prone.cpp
Refusal march_barred(const Look& b, const Footprint& to);        // ch08_regroup.cpp
Refusal restack_barred(const Look& b, Action a);                // ch11_order.cpp
Refusal drop_barred(const Look& b, Action a);

void restack(Run& r, UnitId u);
void drop_off(Run& r, UnitId u);
void lie_down(Run& r);
void stand_up(Run& r, UnitId u);  // with the rest of its stack that lies

}  // namespace tambour::bataille
