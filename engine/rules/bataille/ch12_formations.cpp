// SPDX-License-Identifier: MIT
// Chapters 9, 12 and 13.1: what a mover may do next, and what it costs.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch18_guns.h"

namespace tambour::bataille {

Refusal zone_barred(const Look& b, const Footprint& to) {
  const UnitId u = lead(b);
  const Seat side = side_of(b, u);
  if (mover(b).flags & kPreRetreat) {
    for (const HexId h : to)
      if (in_zone(b, h, side) && (!friend_at(b, h, side) || !by("10.1.4-a", "10.1.3.1-b"))) REFUSE("16.3.3-b", u, h);
    return {};
  }
  if (mover(b).flags & kStopped) REFUSE("10.2.1-a", u, to[0]);
  if (rides_through(b, u) || !in_zone(b, footprint(b, u), side)) return {};
  if (mover(b).flags & kFirstDone) REFUSE("10.2.2.1-a", u, to[0]);
  if (in_zone(b, to, side)) {
    if (is_gun(b, u)) REFUSE("10.2.2.2-a", u, to[0]);
    REFUSE("10.2.2.2-b", u, to[0]);
  }
  return {};
}

// 18.3.1: guns pushed by hand, one hex between clear hexes.
Refusal prolong_barred(const Look& b, const Footprint& to, int dir) {
  const UnitId u = lead(b);
  const auto clear = [&](HexId h) { return b.field.charts.terrains[ground(b, h).terrain] == "clear"; };
  if (mover(b).steps > 0 || mover(b).spent > 0) REFUSE("18.3.1-a", u, to[0]);
  if (!clear(b.pos.at(u)) || !clear(to[0]) || edge(b, b.pos.at(u), dir).cost[int(Class::Guns)] > 2) REFUSE("18.3.1-b", u, to[0]);
  if (b.field.no_prolong) REFUSE("18.3.1-c", u, to[0]);
  if (!in_zone(b, to, side_of(b, u))) return {};
  if (counter(b, u).arm == Arm::HorseGuns && by("18.3.1.1-b")) return {};
  if (!near_gun_master(b, b.pos.at(u), side_of(b, u))) REFUSE("18.3.1.1-a", u, to[0]);
  return {};
}

// Into a friendly skirmishers' hex in the face of the enemy (12.10.5.2).
bool displaces(const Look& b, HexId h) {
  const UnitId there = top_at(b, h);
  if (there == kNoUnit || !(mover(b).flags & kDeclared) || side_of(b, there) != side_of(b, lead(b))) return false;
  if (top_at(b, b.pos.at(lead(b))) != kNoUnit) return false;  // A136: they go where it came from, so that must be free
  const UnitState& s = b.pos.unit[shaper(b, there)];
  return s.form == Form::Skirmish && s.order == Order::Good && state(b).form != Form::Skirmish &&
         beside_enemy(b, footprint(b, there), side_of(b, there)) && by("11.1.2-i");
}

// About face: every part turns where it stands, so the last hex of a column becomes its head (A139).
static Step about_face(const Look& b, const Footprint& f) {
  const UnitState& s = state(b);
  if (!trails(s.form) || f.size() == 1) return {f, s.form, uint8_t(turn(s.facing, 3)), 0};
  const Footprint back = reversed(f);
  return {back, s.form, uint8_t(b.field.grid.side_to(back[1], back[0])), 0};
}

static Refusal face_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint f = footprint(b, u);
  if (is_open_order(b)) REFUSE("9.0-c", u);
  if (faces_vertex(s.form) != (a.verb == Verb::Face)) {
    if (a.verb == Verb::Face) REFUSE("9.0-a", u);
    if (s.form == Form::Skirmish) REFUSE("12.10.1-a", u);
    REFUSE("9.0-b", u);
  }
  if (a.arg > 5 || a.arg == s.facing) REFUSE("9.2-b", u);
  if (left(b) <= 0) REFUSE("9.2-e", u);
  if (mover(b).faced) REFUSE("9.2-b", u);  // one turn between two acts that cost something
  const bool column = trails(s.form) && is_spread(b);
  const bool about = column ? a.arg == trail_side(s.trail, 0) : turn(a.arg, 3) == s.facing;
  if (about && by("9.2.2-a")) return out = about_face(b, f), Refusal{};
  if (is_spread(b) && !column) REFUSE("9.2.1-a", u);  // a long line turns about or wheels
  return by("9.2-a", "9.2-b"), out = {f, s.form, a.arg, 0}, Refusal{};
}

int change_cost(const Look& b) { return is_horse(b, lead(b)) ? 6 : 2; }  // charts.md 3.7

Refusal change_barred(const Look& b, int cost) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (s.order == Order::Pgd) REFUSE("12.12.2-e", u);
  if (s.order != Order::Good) REFUSE("12.2.1-a", u);
  if (is_gun(b, u)) REFUSE("12.2.2-d", u);
  if (left(b) < cost) REFUSE("13.1.1-a", u);
  return {};
}

// Only Skirmish Order and Road Column can be given up in General Order terrain, and for General Order (12.7-c).
static Refusal general_barred(const Look& b, Form wanted, Step& out) {
  const UnitId u = lead(b);
  const Footprint f = footprint(b, u);
  const bool any = std::any_of(f.begin(), f.end(), [&](HexId h) { return ground(b, h).general; });
  if (wanted == Form::Line && any) REFUSE("12.6-a", u);
  if (!ground(b, b.pos.at(u)).general) return {};
  if (state(b).form == Form::General) REFUSE("12.4-a", u);
  return by("12.7-c"), out.form = Form::General, Refusal{};
}

static Refusal form_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Form wanted = a.verb == Verb::FormColumn ? Form::Column : Form::Line;
  if (a.arg > 5 || s.form == wanted) REFUSE("12.2.1-a", u);
  if (const Refusal no = change_barred(b, change_cost(b))) return no;
  out = {footprint(b, u), wanted, a.arg, change_cost(b)};
  if (const Refusal no = general_barred(b, wanted, out)) return no;
  if (is_spread(b) && s.form == Form::Line) REFUSE("12.3.6-a", u);
  // Skirmishers in two hexes become a Line where they stand.
  if (is_spread(b) && wanted == Form::Line && s.form == Form::Skirmish && a.arg == s.facing && increments(b, u) >= 5)
    return by("12.3.6-c"), Refusal{};
  if (const Refusal no = close_barred(b, out)) return no;
  return by("12.2.1-a", "12.2.4-a", "12.3.3-a"), stacking_barred(b, mover(b).unit, mover(b).count, out.form, out.to, false);
}

// Over one hex, or two for four Increments and more (12.10.2); the second is paid for too (12.10.3-c).
static Refusal skirmish_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (a.arg > 5 || a.hex >= b.field.grid.size() || s.form == Form::Skirmish) REFUSE("12.10-a", u);
  if (const Refusal no = change_barred(b, 2)) return no;
  for (int k = 0; k < mover(b).count; ++k)
    if (counter(b, mover(b).unit[k]).range < 2) REFUSE("12.10-a", mover(b).unit[k]);
  if (mover(b).count > 1) REFUSE("11.1.2-g", u);
  const HexId head = b.pos.at(u);
  const bool two = increments(b, u) >= 4;
  if (is_spread(b)) {  // a Line of two hexes spreads where it stands
    if (!two || a.arg != s.facing || a.hex != head) REFUSE("12.10.2-b", u, a.hex);
    out = {footprint(b, u), Form::Skirmish, a.arg, 2};
    return {};
  }
  out = {Footprint{head}, Form::Skirmish, a.arg, 2};
  if (!two) {
    if (a.hex != head) REFUSE("12.10.2-a", u, a.hex);
    return {};
  }
  const int side = b.field.grid.side_to(head, a.hex);
  if (side < 0 || (turn(side, -int(a.arg)) != 2 && turn(side, -int(a.arg)) != 5)) REFUSE("12.10.2-b", u, a.hex);
  const uint8_t way = edge(b, head, side).cost[int(class_of(b, u))];
  if (way == kProhibited) REFUSE("13.1.7.1-a", u, a.hex);
  out.to.push_back(a.hex), out.cost += way;
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, a.hex);
  if (top_at(b, a.hex) != kNoUnit) REFUSE("11.1.2.1-a", u, a.hex);
  return stacking_barred(b, mover(b).unit, mover(b).count, Form::Skirmish, out.to, false);
}

static Refusal limber_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const bool limbering = a.verb == Verb::Limber;
  if (!is_gun(b, u) || s.form != (limbering ? Form::Unlimbered : Form::Limbered)) REFUSE("18.2-a", u);
  if (left(b) < 4) REFUSE("18.2.1-a", u);
  if (!limbering && ground(b, b.pos.at(u)).general) REFUSE("12.7.5-b", u);
  out = {footprint(b, u), limbering ? Form::Limbered : Form::Unlimbered, s.facing, 4};
  return {};
}

static Refusal assault_barred(const Look& b, Action a) {
  const UnitId u = lead(b);
  if (state(b).form == Form::Road) REFUSE("12.8.4-a", u, a.hex);
  for (int k = 0; k < mover(b).count; ++k)
    if (is_gun(b, mover(b).unit[k])) REFUSE("16.0-a", mover(b).unit[k], a.hex);
  if (a.hex >= b.field.grid.size() || !enemy_at(b, a.hex, side_of(b, u))) REFUSE("16.2.6-a", u, a.hex);
  if (mover(b).flags & (kRegrouping | kIdle)) REFUSE("8.9.2.1-a", u, a.hex);
  if (mover(b).flags & kDeclared) REFUSE("16.1-a", u, a.hex);
  const int far = distance(b.field.grid, footprint(b, u), a.hex);
  if (far > 1 && (mover(b).flags & kStopped || 2 * (far - 1) > left(b))) REFUSE("16.1-d", u, a.hex);
  if (far == 1 && aspect(b, u, a.hex) != Aspect::Front) REFUSE("16.2.1-a", u, a.hex);
  return {};
}

// 8.9.2.1-g: whoever regroups may leave General Order, enter or leave Road Column, and limber.
static bool may_regroup(const Look& b, Verb v) {
  if (v == Verb::FormColumn) return state(b).form == Form::Road;
  return v != Verb::FormLine && v != Verb::FormSquare && v != Verb::Skirmish && v != Verb::Lengthen && v != Verb::Shorten &&
         v != Verb::Pivot && v != Verb::Unlimber && v != Verb::Prone;
}

// Who acts: the mover's top unit, or one of its stack that is put on top or left behind.
static Refusal actor_barred(const Look& b, Action a) {
  const Hand& hand = mover(b);
  const bool of_stack = a.verb == Verb::Restack || a.verb == Verb::Drop;
  if (of_stack && std::count(hand.unit, hand.unit + hand.count, a.who)) return {};
  if (a.who == hand.unit[0]) return {};
  if (b.field.is_unit(a.who) && b.pos.on_map(a.who) && b.pos.at(a.who) == b.pos.at(hand.unit[0])) REFUSE("13.1.3.3-a", a.who);
  REFUSE("13.1.3-a", a.who);
  return {};
}

static Refusal shape_barred(const Look& b, Action a, Step& out) {
  switch (a.verb) {
    case Verb::Face:
    case Verb::FaceSide: return face_barred(b, a, out);
    case Verb::FormColumn:
    case Verb::FormLine: return form_barred(b, a, out);
    case Verb::Skirmish: return skirmish_barred(b, a, out);
    case Verb::FormSquare: return square_barred(b, out);
    case Verb::RoadColumn: return road_barred(b, a, out);
    case Verb::Lengthen: return lengthen_barred(b, a, out);
    case Verb::Shorten: return shorten_barred(b, a, out);
    case Verb::Pivot: return pivot_barred(b, a, out);
    case Verb::Prone:
    case Verb::StandUp: return prone_barred(b, a);
    case Verb::Restack: return restack_barred(b, a);
    case Verb::Drop: return drop_barred(b, a);
    case Verb::Assault: return assault_barred(b, a);
    default: return limber_barred(b, a, out);
  }
}

// One act of the mover: barred, or what it leads to.
Refusal act_barred(const Look& b, Action a, Step& out) {
  if (const Refusal no = actor_barred(b, a)) return no;
  const bool names_hex = a.verb == Verb::Move || a.verb == Verb::Shorten || a.verb == Verb::Pivot || a.verb == Verb::Lengthen;
  if (names_hex && a.hex >= b.field.grid.size()) REFUSE("13.1.1-d", a.who);
  if (mover(b).flags & kPreRetreat && a.verb != Verb::Move && a.verb != Verb::Stop) REFUSE("16.3.2-b", a.who);
  if (b.pos.has(mover(b).unit[0], kProne) && a.verb != Verb::StandUp && a.verb != Verb::Stop) REFUSE("12.13.1-c", a.who);
  if (mover(b).flags & kRegrouping && !may_regroup(b, a.verb)) REFUSE("8.9.2.1-g", a.who);
  if (a.verb == Verb::Move) return move_barred(b, a.hex, out);
  if (a.verb == Verb::Stop) return stop_barred(b, out);
  return shape_barred(b, a, out);
}

Refusal ChooseStep::barred(const Look& b, Action a) const {
  Step step;
  return act_barred(b, a, step);
}

Ledger ChooseStep::ledger(const Look& b, Action a) const {
  Ledger out;
  Step step;
  if (act_barred(b, a, step) || step.cost == 0) return out;
  (void)out.count(Ratio(step.cost, 2), cite("13.1.1-a"), a.who, step.to[0]);
  return out;
}

}  // namespace tambour::bataille
