// SPDX-License-Identifier: MIT
// Chapters 9, 12 and 13.1: what a mover may do next, and what it costs.
#include <algorithm>

#include "rules/bataille/ch13_movement.h"

namespace tambour::bataille {
namespace {

const Hand& mover(const Look& b) { return b.pos.hand[0]; }
UnitId lead(const Look& b) { return shaper(b, mover(b).unit[0]); }
const UnitState& state(const Look& b) { return b.pos.unit[lead(b)]; }
bool is_spread(const Look& b) { return state(b).hexes > 1; }
int left(const Look& b) { return mover(b).allowance - mover(b).spent; }

// Dearest of the ways all parts go in one direction (12.6.4.2-b); kProhibited if one of them cannot.
int way_cost(const Look& b, const Footprint& f, int dir) {
  int most = 0;
  for (int k = 0; k < mover(b).count; ++k)
    for (const HexId h : f) most = std::max<int>(most, edge(b, h, dir).cost[int(class_of(b, mover(b).unit[k]))]);  // 13.1.3.2-a
  return most;
}

bool off_map(const Look& b, const Footprint& f, int dir) {
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return edge(b, h, dir).to == kNoHex; });
}

Footprint moved(const Look& b, const Footprint& f, int dir) {
  Footprint out;
  for (const HexId h : f) out.push_back(edge(b, h, dir).to);
  return out;
}

bool is_open_order(const Look& b) { return state(b).order != Order::Good || state(b).form == Form::Limbered; }

// 9.3-a, 9.3.1-a: through the front; Lines also by the flank.
bool may_go(const Look& b, int dir) {
  const UnitState& s = state(b);
  if (is_open_order(b) || mover(b).flags & kPreRetreat) return true;  // 16.3.2-a: it turns as it needs
  if (faces_vertex(s.form)) return turn(dir, -s.facing) < 3 || turn(dir, -s.facing) == 5;
  return s.form == Form::General ? angle(dir, s.facing) < 3 : angle(dir, s.facing) <= 1;
}

Refusal zone_barred(const Look& b, const Footprint& to) {
  const UnitId u = lead(b);
  const Seat side = side_of(b, u);
  if (mover(b).flags & kPreRetreat) {
    for (const HexId h : to)
      if (in_zone(b, h, side) && !friend_at(b, h, side)) REFUSE("16.3.3-b", u, h);
    return {};
  }
  if (mover(b).flags & kStopped) REFUSE("10.2.1-a", u, to[0]);
  if (!in_zone(b, footprint(b, u), side)) return {};
  if (mover(b).flags & kFirstDone) REFUSE("10.2.2.1-a", u, to[0]);
  if (in_zone(b, to, side)) {
    if (is_gun(b, u)) REFUSE("10.2.2.2-a", u, to[0]);
    REFUSE("10.2.2.2-b", u, to[0]);
  }
  return {};
}

// A unit that regroups goes straight to its leader and keeps away from the enemy (8.9.2.1).
Refusal regroup_barred(const Look& b, const Footprint& to) {
  const UnitId u = lead(b);
  if (mover(b).flags & kIdle) REFUSE("8.9.2.2-a", u, to[0]);
  if (!(mover(b).flags & kRegrouping)) return {};
  if (beside_enemy(b, to, side_of(b, u))) REFUSE("8.9.2.1-b", u, to[0]);
  const LeaderState& l = b.pos.leader[counter(b, u).leader];
  if (l.fate != Fate::OnMap) REFUSE("8.9.2-a", u, to[0]);
  if (b.field.grid.distance(to[0], l.hex) >= b.field.grid.distance(b.pos.at(u), l.hex)) REFUSE("8.9.2.1-d", u, to[0]);
  return {};
}

// 18.3.1: guns pushed by hand, one hex between clear hexes.
Refusal prolong_barred(const Look& b, const Footprint& to, int dir) {
  const UnitId u = lead(b);
  const auto clear = [&](HexId h) { return b.field.charts.terrains[ground(b, h).terrain] == "clear"; };
  if (mover(b).steps > 0 || mover(b).spent > 0) REFUSE("18.3.1-a", u, to[0]);
  if (!clear(b.pos.at(u)) || !clear(to[0]) || edge(b, b.pos.at(u), dir).cost[int(Class::Guns)] > 2) REFUSE("18.3.1-b", u, to[0]);
  if (in_zone(b, to, side_of(b, u)) && counter(b, u).arm == Arm::FootGuns) REFUSE("18.3.1.1-a", u, to[0]);
  return {};
}

// Into a friendly skirmishers' hex in the face of the enemy (12.10.5.2).
bool displaces(const Look& b, HexId h) {
  const UnitId there = top_at(b, h);
  if (there == kNoUnit || !(mover(b).flags & kDeclared) || side_of(b, there) != side_of(b, lead(b))) return false;
  if (top_at(b, b.pos.at(lead(b))) != kNoUnit) return false;  // A136: they go where it came from, so that must be free
  const UnitState& s = b.pos.unit[shaper(b, there)];
  return s.form == Form::Skirmish && s.order == Order::Good && state(b).form != Form::Skirmish &&
         beside_enemy(b, footprint(b, there), side_of(b, there));
}

Refusal move_barred(const Look& b, HexId h, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint from = footprint(b, u);
  const int dir = b.field.grid.side_to(from[0], h);
  if (dir < 0) REFUSE("13.1.1-d", u, h);
  if (off_map(b, from, dir)) REFUSE("13.1.1-d", u, h);
  if (!may_go(b, dir)) REFUSE("9.3-a", u, h);
  out.to = moved(b, from, dir), out.form = s.form, out.facing = s.facing;
  const int way = way_cost(b, from, dir);
  if (way == kProhibited) REFUSE("13.1.7.1-a", u, h);
  if (s.form == Form::Unlimbered)
    if (const Refusal no = prolong_barred(b, out.to, dir)) return no;
  if (const Refusal no = zone_barred(b, out.to)) return no;
  if (const Refusal no = regroup_barred(b, out.to)) return no;
  out.cost = way;
  const bool general = std::any_of(out.to.begin(), out.to.end(), [&](HexId x) { return ground(b, x).general; });
  if (s.order == Order::Good && s.form == Form::Line && general && out.to.size() > 1) REFUSE("12.3.5-a", u, h);
  if (s.order == Order::Good && is_formed(s.form) && general) {
    out.form = Form::General, out.facing = uint8_t(dir);  // 12.2.3-b
  } else if (s.order == Order::Good && s.form == Form::General && !general) {
    out.form = Form::Column, out.facing = uint8_t(dir), out.cost += 2;  // 12.7.2-b
  } else if (s.order == Order::Good && s.form == Form::Line) {
    out.cost += 2;  // 12.6.4-a
  }
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, h);
  if (!displaces(b, h))
    if (const Refusal no = stacking_barred(b, mover(b).unit, mover(b).count, out.form, out.to, false)) return no;
  return {};
}

Refusal face_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (is_open_order(b)) REFUSE("9.0-c", u);
  if (faces_vertex(s.form) != (a.verb == Verb::Face)) {
    if (a.verb == Verb::Face) REFUSE("9.0-a", u);
    REFUSE("9.0-b", u);
  }
  if (a.arg > 5 || a.arg == s.facing) REFUSE("9.2-b", u);
  if (left(b) <= 0) REFUSE("9.2-e", u);
  if (mover(b).faced) REFUSE("9.2-b", u);                                // one turn between two acts that cost something
  if (is_spread(b) && turn(a.arg, 3) != s.facing) REFUSE("9.2.1-a", u);  // a long line turns about or wheels
  out = {footprint(b, u), s.form, a.arg, 0};
  return {};
}

Refusal change_barred(const Look& b, int cost) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (s.order != Order::Good) REFUSE("12.2.1-a", u);
  if (is_gun(b, u)) REFUSE("12.2.2-d", u);
  if (left(b) < cost) REFUSE("13.1.1-a", u);
  return {};
}

Refusal form_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Form wanted = a.verb == Verb::FormColumn ? Form::Column : Form::Line;
  if (a.arg > 5 || s.form == wanted) REFUSE("12.2.1-a", u);
  if (const Refusal no = change_barred(b, 2)) return no;
  if (ground(b, b.pos.at(u)).general) REFUSE("12.7-c", u);
  if (is_spread(b)) REFUSE("12.3.6-a", u);
  out = {footprint(b, u), wanted, a.arg, 2};  // 12.2.4-a
  return stacking_barred(b, mover(b).unit, mover(b).count, wanted, out.to, false);
}

// Over one hex, or two for four Increments and more (12.10.2); the second is paid for too (12.10.3-c).
Refusal skirmish_barred(const Look& b, Action a, Step& out) {
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

Refusal lengthen_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (a.hex >= b.field.grid.size() || s.form != Form::Line || is_spread(b)) REFUSE("12.3.4-a", u, a.hex);
  if (const Refusal no = change_barred(b, 2)) return no;
  if (mover(b).flags & kIdle) REFUSE("8.9.2.2-b", u, a.hex);
  for (int k = 0; k < mover(b).count; ++k)
    if (increments(b, mover(b).unit[k]) < 5) REFUSE("12.6.1-a", mover(b).unit[k]);
  const int side = b.field.grid.side_to(b.pos.at(u), a.hex);
  if (side < 0 || (turn(side, -s.facing) != 2 && turn(side, -s.facing) != 5)) REFUSE("12.6.4.2-a", u, a.hex);
  if (ground(b, a.hex).general) REFUSE("12.3.5-a", u, a.hex);
  const uint8_t way = edge(b, b.pos.at(u), side).cost[int(class_of(b, u))];
  if (way == kProhibited) REFUSE("13.1.7.1-a", u, a.hex);
  if (top_at(b, a.hex) != kNoUnit) REFUSE("11.1.2.1-a", u, a.hex);
  out = {footprint(b, u), Form::Line, s.facing, way + 2};  // 12.3.4.1-a
  out.to.push_back(a.hex);
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, a.hex);
  if (in_zone(b, a.hex, side_of(b, u)) && !in_zone(b, b.pos.at(u), side_of(b, u)) && mover(b).flags & kStopped)
    REFUSE("10.2.1-a", u, a.hex);
  return {};
}

Refusal shorten_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint f = footprint(b, u);
  if (!is_spread(b) || s.form != Form::Line || !f.contains(a.hex)) REFUSE("12.3.4-a", u, a.hex);
  if (const Refusal no = change_barred(b, 2)) return no;
  const HexId stay = f[0] == a.hex ? f[1] : f[0];
  out = {Footprint{stay}, Form::Line, s.facing,
         edge(b, a.hex, b.field.grid.side_to(a.hex, stay)).cost[int(class_of(b, u))] + 2};  // 12.3.4.1-b
  if (left(b) < out.cost) REFUSE("12.3.1-a", u, a.hex);
  return stacking_barred(b, mover(b).unit, mover(b).count, Form::Line, out.to, false);
}

// 9.2.1: one end stays and turns by one hexside, the other swings into the next hex.
Refusal pivot_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint f = footprint(b, u);
  if (!is_spread(b) || !f.contains(a.hex) || a.arg > 5 || angle(a.arg, s.facing) != 1) REFUSE("9.2.1-a", u, a.hex);
  if (const Refusal no = change_barred(b, 2)) return no;
  if (mover(b).flags & kIdle) REFUSE("8.9.2.2-a", u, a.hex);
  const HexId swings = f[0] == a.hex ? f[1] : f[0];
  const int arm = b.field.grid.side_to(a.hex, swings);
  const HexId to = edge(b, a.hex, turn(arm, int(a.arg) - int(s.facing))).to;
  if (to == kNoHex) REFUSE("13.1.1-d", u, a.hex);
  const int step = b.field.grid.side_to(swings, to);
  const int way = step < 0 ? kProhibited : edge(b, swings, step).cost[int(class_of(b, u))];
  if (way == kProhibited || ground(b, to).general) REFUSE("12.3.5-a", u, to);
  const Footprint there{to};
  if (top_at(b, to) != kNoUnit) REFUSE("11.1.2.1-a", u, to);
  if (mover(b).flags & kStopped) REFUSE("10.2.1-a", u, to);
  if (in_zone(b, f, side_of(b, u)) && in_zone(b, there, side_of(b, u)) && !(mover(b).flags & kDeclared))
    REFUSE("10.2.2.2-c", u, to);                                                                                             // 12.6.7-a
  out = {f[0] == a.hex ? Footprint{a.hex, to} : Footprint{to, a.hex}, s.form, a.arg, way + (s.form == Form::Line ? 2 : 0)};  // 9.2.1-c
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, to);
  return {};
}

Refusal limber_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const bool limbering = a.verb == Verb::Limber;
  if (!is_gun(b, u) || s.form != (limbering ? Form::Unlimbered : Form::Limbered)) REFUSE("18.2-a", u);
  if (left(b) < 4) REFUSE("18.2.1-a", u);
  if (!limbering && ground(b, b.pos.at(u)).general) REFUSE("12.7.5-b", u);
  out = {footprint(b, u), limbering ? Form::Limbered : Form::Unlimbered, s.facing, 4};
  return {};
}

Refusal assault_barred(const Look& b, Action a) {
  const UnitId u = lead(b);
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

// Whoever stops among friends joins them: same formation, at the bottom (11.1.2).
bool can_go_on(const Look& b) {
  const UnitId u = lead(b);
  Step step;
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(u), k).to; h != kNoHex && !move_barred(b, h, step)) return true;
  return false;
}

// Nobody stops in a violation unless there is no other way (11.1.4-a); then somebody is displaced.
Refusal join_barred(const Look& b, Step& out);
Refusal stop_barred(const Look& b, Step& out) {
  if (mover(b).flags & kPreRetreat && mover(b).steps == 0 && can_go_on(b)) REFUSE("16.3-b", lead(b));
  const Refusal no = join_barred(b, out);
  if (no && !can_go_on(b)) return {};
  return no;
}

Refusal join_barred(const Look& b, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  out = {footprint(b, u), s.form, s.facing, 0};
  UnitId there = kNoUnit;
  for (const HexId h : out.to)
    if (top_at(b, h) != kNoUnit) there = top_at(b, h);
  if (const Refusal no = stacking_barred(b, mover(b).unit, mover(b).count, s.form, out.to, true)) return no;
  if (there == kNoUnit) return {};
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (is_spread(b) && (t.hexes != s.hexes || b.pos.at(there) != out.to[0])) REFUSE("11.1.2.1-a", u);
  const bool guns = is_gun(b, u) || is_gun(b, shaper(b, there));
  if (!guns && s.order == Order::Good && t.order == Order::Good && (t.form != s.form || t.hexes != s.hexes)) {
    out.cost = 2;  // 11.1.2-b
    if (left(b) < 2) REFUSE("11.1.2-b", u);
    if (t.hexes > 1 && increments(b, u) < 5 && counter(b, u).size != Size::Company) REFUSE("12.6.1-a", u);
  }
  if (t.hexes > 1 && is_gun(b, u) && b.pos.at(there) != b.pos.at(u)) REFUSE("11.1.2.1-b", u);
  return {};
}

}  // namespace

// One act of the mover: barred, or what it leads to.
Refusal act_barred(const Look& b, Action a, Step& out) {
  if (a.who != mover(b).unit[0]) REFUSE("13.1.3-a", a.who);
  const bool names_hex = a.verb == Verb::Move || a.verb == Verb::Shorten || a.verb == Verb::Pivot || a.verb == Verb::Lengthen;
  if (names_hex && a.hex >= b.field.grid.size()) REFUSE("13.1.1-d", a.who);
  if (mover(b).flags & kPreRetreat && a.verb != Verb::Move && a.verb != Verb::Stop) REFUSE("16.3.2-b", a.who);
  if (a.verb == Verb::Move) return move_barred(b, a.hex, out);
  if (a.verb == Verb::Stop) return stop_barred(b, out);
  if (a.verb == Verb::Face || a.verb == Verb::FaceSide) return face_barred(b, a, out);
  if (a.verb == Verb::FormColumn || a.verb == Verb::FormLine) return form_barred(b, a, out);
  if (a.verb == Verb::Skirmish) return skirmish_barred(b, a, out);
  if (a.verb == Verb::Lengthen) return lengthen_barred(b, a, out);
  if (a.verb == Verb::Shorten) return shorten_barred(b, a, out);
  if (a.verb == Verb::Pivot) return pivot_barred(b, a, out);
  if (a.verb == Verb::Assault) return assault_barred(b, a);
  return limber_barred(b, a, out);
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
