// SPDX-License-Identifier: MIT
// Chapters 9, 12 and 13.1: what a mover may do next, and what it costs.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_regiments.h"
#include "rules/bataille/ch16_declare.h"
#include "rules/bataille/ch18_guns.h"
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

Refusal zone_barred(const Look& b, const Footprint& to) {
  const UnitId u = lead(b);
  const Seat side = side_of(b, u);
  if (mover(b).flags & kStopped) REFUSE("10.2.1-a", u, to[0]);
  if (rides_through(b, u)) {  // 10.3: only the zones of cavalry hold it
    if (!in_horse_zone(b, footprint(b, u), side)) return {};
    if (mover(b).flags & kFirstDone && by("10.3.2-c")) REFUSE("10.3.2-b", u, to[0]);
    if (in_horse_zone(b, to, side)) REFUSE("10.3.3-a", u, to[0]);
    return {};
  }
  if (!in_zone(b, footprint(b, u), side)) return {};
  if (mover(b).flags & kFirstDone) REFUSE("10.2.2.1-a", u, to[0]);
  if (in_zone(b, to, side)) {
    if (is_gun(b, u)) REFUSE("10.2.2.2-a", u, to[0]);
    REFUSE("10.2.2.2-b", u, to[0]);
  }
  return {};
}

// A slope counts whichever way it falls.
static bool is_open_side(const Look& b, HexId from, int dir) {
  const Edge& e = edge(b, from, dir);
  return !e.bridge && e.cost[int(Class::Guns)] <= 2 && edge(b, e.to, opposite(dir)).cost[int(Class::Guns)] <= 2;
}

// 18.3.1: guns pushed by hand, one hex between clear hexes.
Refusal prolong_barred(const Look& b, const Footprint& to, int dir) {
  const UnitId u = lead(b);
  const auto clear = [&](HexId h) { return b.field.charts.terrains[ground(b, h).terrain] == "clear"; };
  if (mover(b).steps > 0 || mover(b).spent > 0) REFUSE("18.3.1-a", u, to[0]);
  if (!clear(b.pos.at(u)) || !clear(to[0]) || !is_open_side(b, b.pos.at(u), dir)) REFUSE("18.3.1-b", u, to[0]);
  if (b.field.no_prolong) REFUSE("18.3.1-c", u, to[0]);
  if (!in_zone(b, to, side_of(b, u))) return {};
  if (counter(b, u).arm == Arm::HorseGuns && by("18.3.1.1-b")) return {};
  if (!near_gun_leader(b, b.pos.at(u), side_of(b, u), true)) REFUSE("18.3.1.1-a", u, to[0]);
  return {};
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
  if (counter(b, u).arm == Arm::Wagon) REFUSE("18.14.1.2-b", u);
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

bool just_left_general(const Look& b) {
  const Hand& hand = mover(b);
  return hand.count && hand.stride && !(hand.flags & kCharging) && state(b).form == Form::Column && good(b, lead(b));
}

int formation_cost(const Look& b) { return just_left_general(b) && by("12.7.2-b") ? 0 : change_cost(b); }

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
  if (state(b).form == Form::General && is_horse(b, u)) REFUSE("12.5-a", u);
  if (state(b).form == Form::General) REFUSE("12.4-a", u);
  return by("12.7-c"), out.form = Form::General, Refusal{};
}

static Refusal form_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Form wanted = a.verb == Verb::FormColumn ? Form::Column : Form::Line;
  if (a.arg > 5 || s.form == wanted) REFUSE("12.2.1-a", u);
  if (!just_left_general(b) && is_quarter_wheel(b, wanted, a.arg)) return quarter_wheel_barred(b, wanted, a.arg, out);
  if (const Refusal no = change_barred(b, formation_cost(b))) return no;
  out = {footprint(b, u), wanted, a.arg, formation_cost(b)};
  if (const Refusal no = general_barred(b, wanted, out)) return no;
  if (is_spread(b) && s.form == Form::Line) REFUSE("12.3.6-a", u);
  // Skirmishers in two hexes become a Line where they stand.
  if (is_spread(b) && wanted == Form::Line && s.form == Form::Skirmish && a.arg == s.facing && increments(b, u) >= 5)
    return by("12.3.6-c"), Refusal{};
  const bool open = std::none_of(out.to.begin(), out.to.end(), [&](HexId h) { return ground(b, h).general; });
  if (wanted == Form::Column && is_horse(b, u) && s.form == Form::Road && a.arg == s.facing && open && out.to.size() == hexes_wanted(b, u, wanted))
    return by("12.3.6-c"), Refusal{};
  if (const Refusal no = close_barred(b, out)) return no;
  if (out.form == Form::Column && is_horse(b, u) && hexes_wanted(b, u, Form::Column) > 1) REFUSE("12.5-a", u);
  return by("12.2.1-a", "12.2.4-a", "12.3.3-a"), stacking_barred(b, mover(b).unit, mover(b).count, out.form, out.to, false);
}

// Over one hex, or two for four Increments and more (12.10.2).
static Refusal skirmish_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (a.arg > 5 || a.hex >= b.field.grid.size() || s.form == Form::Skirmish) REFUSE("12.10-a", u);
  const int change = formation_cost(b);
  if (const Refusal no = change_barred(b, change)) return no;
  for (int k = 0; k < mover(b).count; ++k)
    if (const Counter& c = counter(b, mover(b).unit[k]); is_horse(b, mover(b).unit[k]) ? !c.skirm : c.range < 2) REFUSE("12.10-a", mover(b).unit[k]);
  if (mover(b).count > 1) REFUSE("11.1.2-g", u);
  if (counter(b, u).size == Size::Regiment && !is_horse(b, u) && increments(b, u) > 6) REFUSE("12.10.3-b", u);  // ST-14: three a hex
  const HexId head = b.pos.at(u);
  const bool two = increments(b, u) >= 4 || (is_horse(b, u) && by("12.10.4-a"));
  if (is_spread(b)) {  // two hexes that lie side by side spread where they are
    const Footprint f = footprint(b, u);
    if (f.size() > 2) REFUSE("12.3.6-a", u, a.hex);
    const int off = turn(b.field.grid.side_to(f[0], f[1]), -int(a.arg));
    if (!two || a.hex != head || (off != 2 && off != 5)) REFUSE("12.10.2-b", u, a.hex);
    return by("12.3.6-c"), out = {f, Form::Skirmish, a.arg, change}, Refusal{};
  }
  out = {Footprint{head}, Form::Skirmish, a.arg, by("12.10-c") ? change : 0};
  if (!two) {
    if (a.hex != head) REFUSE("12.10.2-a", u, a.hex);
    return {};
  }
  const int side = b.field.grid.side_to(head, a.hex);
  if (side < 0 || (turn(side, -int(a.arg)) != 2 && turn(side, -int(a.arg)) != 5)) REFUSE("12.10.2-b", u, a.hex);
  const uint8_t way = edge(b, head, side).cost[int(class_of(b, u))];
  if (way == kProhibited) REFUSE("13.1.7.1-a", u, a.hex);
  out.to.push_back(a.hex);
  if (by("12.10.3-c")) out.cost += way;
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, a.hex);
  if (top_at(b, a.hex) != kNoUnit) REFUSE("11.1.2.1-a", u, a.hex);
  return stacking_barred(b, mover(b).unit, mover(b).count, Form::Skirmish, out.to, false);
}

static Refusal limber_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const bool limbering = a.verb == Verb::Limber;
  if (counter(b, u).arm == Arm::Wagon) REFUSE("18.14.1.2-a", u);
  const bool fits = s.form == (limbering ? Form::Unlimbered : Form::Limbered) || (!limbering && s.form == Form::Road);
  if (!is_gun(b, u) || !fits) REFUSE("18.2-a", u);
  if (left(b) < 4) REFUSE("18.2.1-a", u);
  if (!limbering && ground(b, b.pos.at(u)).general) REFUSE("12.7.5-b", u);
  out = {footprint(b, u), limbering ? Form::Limbered : Form::Unlimbered, s.facing, 4};
  return close_barred(b, out);  // out of a Road Column
}

// 8.9.2.1-g: whoever regroups may leave General Order, enter or leave Road Column, and limber.
static bool may_regroup(const Look& b, Verb v) {
  if (v == Verb::FormColumn) return state(b).form == Form::Road;
  return v != Verb::FormLine && v != Verb::FormSquare && v != Verb::Skirmish && v != Verb::Lengthen && v != Verb::Shorten &&
         v != Verb::Pivot && v != Verb::Unlimber && v != Verb::Prone && v != Verb::DeclareCharge;
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
    case Verb::BreakDown: return break_down_barred(b);
    case Verb::Reform: return reform_barred(b);
    case Verb::Assault: return assault_barred(b, a, left(b));
    case Verb::OldGuardCharge: return guard_charge_barred(b, a, left(b));
    case Verb::DeclareCharge: return charge_barred(b, lead(b));
    default: return limber_barred(b, a, out);
  }
}

// One act of the mover: barred, or what it leads to.
Refusal act_barred(const Look& b, Action a, Step& out) {
  if (const Refusal no = actor_barred(b, a)) return no;
  const bool names_hex = a.verb == Verb::Move || a.verb == Verb::Shorten || a.verb == Verb::Pivot || a.verb == Verb::Lengthen;
  if (names_hex && a.hex >= b.field.grid.size()) REFUSE("13.1.1-d", a.who);
  if (b.pos.has(mover(b).unit[0], kProne) && a.verb != Verb::StandUp && a.verb != Verb::Stop) REFUSE("12.13.1-c", a.who);
  if (mover(b).flags & kRegrouping && !may_regroup(b, a.verb)) REFUSE("8.9.2.1-g", a.who);
  if (mover(b).flags & kRidesOff && a.verb == Verb::DeclareCharge && has(b, a.who, kReactMoving)) REFUSE("19.19.2-a", a.who);
  if (mover(b).flags & kRidesOff && a.verb != Verb::Move && a.verb != Verb::Face && a.verb != Verb::FaceSide && a.verb != Verb::Stop)
    REFUSE("19.12-a", a.who);
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
