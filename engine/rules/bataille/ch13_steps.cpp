// SPDX-License-Identifier: MIT
// Chapter 13.1: one hex on, and where a move may end.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch13_force.h"
#include "rules/bataille/ch16_declare.h"

namespace tambour::bataille {
namespace {

bool off_map(const Look& b, const Footprint& f, int dir) {
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return edge(b, h, dir).to == kNoHex; });
}

// Where all parts come to: Lines go abreast, columns follow their head (12.5.3, 12.8.2.1).
Footprint moved(const Look& b, const Footprint& f, int dir, Form form) {
  Footprint out;
  if (!trails(form)) {
    for (const HexId h : f) out.push_back(edge(b, h, dir).to);
    return out;
  }
  out.push_back(edge(b, f[0], dir).to);
  const int longest = hexes_wanted(b, lead(b), form);
  if (is_horse(b, lead(b)) && f.size() > 1) by("12.5.3-a");
  for (const HexId h : f)
    if (out.size() < longest && by("12.8.2.1-a", "12.3.3-b")) out.push_back(h);
  return out;
}

// Through the front; Lines also by the flank.
bool may_go(const Look& b, int dir) {
  const UnitState& s = state(b);
  if (s.form == Form::Square && s.order == Order::Good) return by("12.9.2-a");
  if (s.order == Order::Disorder) by("12.11.2-b");
  if (is_open_order(b)) return true;
  if (faces_vertex(s.form)) {
    if (turn(dir, -s.facing) == 2 || turn(dir, -s.facing) == 5) return by("9.3.1-a", "9.3.1-b");
    return turn(dir, -s.facing) < 2;
  }
  if (s.form == Form::Road) return dir == s.facing && by("12.8.1-a");
  return s.form == Form::General ? angle(dir, s.facing) < 3 : angle(dir, s.facing) <= 1;
}

// A unit that regroups goes straight to its leader and keeps away from the enemy (8.9.2.1).
Refusal regroup_barred(const Look& b, const Footprint& to) {
  const UnitId u = lead(b);
  if (mover(b).flags & kIdle) REFUSE("8.9.2.2-a", u, to[0]);
  if (mover(b).flags & kMarching) return march_barred(b, to);
  if (!(mover(b).flags & kRegrouping)) return {};
  if (mover(b).flags & kInSpan) REFUSE("8.9.2.1-c", u, to[0]);
  if (mover(b).flags & kHalted) REFUSE("8.9.2.1-f", u, to[0]);
  if (beside_enemy(b, to, side_of(b, u))) REFUSE("8.9.2.1-b", u, to[0]);
  if (!comes_nearer(b, u, b.pos.at(u), to[0])) REFUSE("8.9.2.1-d", u, to[0]);
  return {};
}

// 18.2.2: limbered guns that follow a road are in Road Column. Where others lie in the way they go on as they are (B12).
bool takes_to_road(const Look& b, int dir) {
  const UnitId u = lead(b);
  const Edge& e = edge(b, b.pos.at(u), dir);
  if (!is_gun(b, u) || state(b).form != Form::Limbered || !good(b, u) || mover(b).count > 1 || !e.road) return false;
  const bool room = top_at(b, e.to) == kNoUnit && (increments(b, u) == 1 || top_at(b, b.pos.at(u)) == kNoUnit);
  return room && by("18.2.2-a", "18.2.2-c");
}

// What the last part pays on its way to the hex the head leaves.
int tail_cost(const Look& b) {
  const Footprint f = footprint(b, lead(b));
  int sum = 0;
  for (int k = 1; k < f.size(); ++k) sum += part_cost(b, f[k], b.field.grid.side_to(f[k], f[k - 1]));
  return sum;
}

// And leave it where they leave the road: what trails behind catches up.
void leave_road(const Look& b, Step& out) {
  if (footprint(b, lead(b)).size() > 1 && by("18.2.2-b")) out.cost += tail_cost(b);
  out.form = Form::Limbered, out.to = Footprint{out.to[0]};
}

// What a formation pays beyond the terrain, in half points.
int surcharge(const Look& b) {
  const UnitState& s = state(b);
  if (s.order != Order::Good) return 0;
  if (s.form == Form::Square && by("12.9.2-a")) return 2;
  if (s.form == Form::Column) by("12.4.2-a");
  if (s.form != Form::Line) return 0;
  const bool second = mover(b).steps % 2 == 1;
  if (is_horse(b, lead(b))) {
    if (s.hexes == 1 && by("12.6.4-b")) return 0;
    return second && by("12.6.4-c") ? 2 : 0;
  }
  if (counter(b, lead(b)).old_guard && by("12.6.4.1-a")) return second ? 2 : 0;
  return by("12.6.4-a") ? 2 : 0;
}

// What the ground makes of the mover, and what it costs.
Refusal ground_barred(const Look& b, int dir, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const bool general = std::any_of(out.to.begin(), out.to.end(), [&](HexId x) { return ground(b, x).general; });
  if (s.order != Order::Good) return {};
  if (is_gun(b, u) && s.form == Form::Road && !edge(b, b.pos.at(u), dir).road) return leave_road(b, out), Refusal{};
  if (s.form == Form::Square && general) REFUSE("12.9.2-a", u, out.to[0]);
  if (s.form == Form::Line && general && out.to.size() > 1) REFUSE("12.3.5-a", u, out.to[0]);
  if (edge(b, b.pos.at(u), dir).bridge && s.form != Form::Road && !is_gun(b, u)) REFUSE("MV-20", u, out.to[0]);
  if (is_formed(s.form) && general && by("12.2.3-b", "12.7-a", "12.2.2-a", "24.0-p")) {
    out.form = Form::General, out.facing = uint8_t(dir);
    if (out.to.size() > 1 && by("12.3.1.1-a")) out.cost += tail_cost(b), out.to = Footprint{out.to[0]};
  } else if (s.form == Form::General && !general && by("12.7.2-b", "12.2.3-a", "12.7.5-a")) {
    if (mover(b).flags & kRegrouping) by("8.9.2.1-e");
    out.form = Form::Column, out.facing = uint8_t(dir), out.cost += change_cost(b);
  } else {
    if (is_gun(b, u) && ground(b, b.pos.at(u)).general && !general) by("12.7.2-c");
    if (general && s.form == Form::General) by("12.7.2-a");
    if (general && (s.form == Form::Skirmish || s.form == Form::Road)) by("12.7-b");
    out.cost += surcharge(b);
  }
  return {};
}

}  // namespace

int part_cost(const Look& b, HexId from, int dir) {
  int most = 0;
  const Edge& e = edge(b, from, dir);
  for (int k = 0; k < mover(b).count; ++k) {
    const int kind = int(class_of(b, mover(b).unit[k]));
    const bool road = state(b).form == Form::Road && e.road && by("12.8.3-a", "13.1.7.2-a", "12.8-a");
    most = std::max<int>(most, road ? e.road_cost[kind] : e.cost[kind]);  // 13.1.3.2-a
  }
  if (mover(b).count > 1) by("13.1.3.2-a");
  trace::chart("movement");
  return most;
}

int way_cost(const Look& b, const Footprint& f, int dir) {
  int most = 0;
  for (int k = 0; k < f.size(); ++k) {
    const bool follows = k > 0 && trails(state(b).form);
    if (follows && is_horse(b, lead(b))) by("12.5.3-b");
    const int way = part_cost(b, f[k], follows ? b.field.grid.side_to(f[k], f[k - 1]) : dir);
    if (k > 0 && way != most) by("12.6.4.2-b");
    most = std::max(most, way);
  }
  return most;
}

Refusal move_barred(const Look& b, HexId h, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint from = footprint(b, u);
  const int dir = b.field.grid.side_to(from[0], h);
  if (dir < 0 || from.contains(h)) REFUSE("13.1.1-d", u, h);
  if (!trails(s.form) && off_map(b, from, dir)) REFUSE("13.1.1-d", u, h);
  if (!may_go(b, dir) && by("13.1.6-a")) REFUSE("9.3-a", u, h);
  const bool column = takes_to_road(b, dir);
  out.form = column ? Form::Road : s.form, out.facing = uint8_t(column ? dir : s.facing), out.to = moved(b, from, dir, out.form);
  const int way = column ? edge(b, from[0], dir).road_cost[int(class_of(b, u))] : way_cost(b, from, dir);
  if (way == kProhibited) REFUSE("13.1.7.1-a", u, h);
  if (s.form == Form::Unlimbered && ground(b, from[0]).general) REFUSE("12.7.5-b", u, h);
  if (s.form == Form::Unlimbered)
    if (const Refusal no = prolong_barred(b, out.to, dir)) return no;
  if (const Refusal no = zone_barred(b, out.to)) return no;
  if (const Refusal no = regroup_barred(b, out.to)) return no;
  out.cost = out.way = way;
  if (const Refusal no = forced_step_barred(b, out)) return no;
  if (const Refusal no = ground_barred(b, dir, out)) return no;
  int toll = 0;
  for (const HexId x : out.to)
    if (!from.contains(x)) toll = std::max(toll, skirmish_toll(b, x));
  out.cost += toll;
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, h);
  if (const Refusal no = enter_assault_barred(b, h)) return no;
  if (pushes_back(b, h)) return {};
  const Refusal no = stacking_barred(b, mover(b).unit, mover(b).count, out.form, out.to, false);
  if (no && is_horse(b, u) && b.pos.horse[counter(b, u).horse].flags & kReactMoving) REFUSE("19.19.2-b", u, h);
  if (no) return no;
  return {};
}

static bool can_go_on(const Look& b) {
  const UnitId u = lead(b);
  Step step;
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(u), k).to; h != kNoHex && !move_barred(b, h, step)) return true;
  return false;
}

// What joining the stack that stands there takes (11.1.2-a, 11.1.2-b).
static Refusal conform_barred(const Look& b, UnitId there, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (b.pos.has(u, kProne) != b.pos.has(there, kProne)) REFUSE("12.13.3-d", u);
  if (is_spread(b) && (t.hexes != s.hexes || b.pos.at(there) != out.to[0])) REFUSE("11.1.2.1-a", u);
  const bool guns = is_gun(b, u) || is_gun(b, shaper(b, there));
  if (!guns && s.order == Order::Good && t.order == Order::Good && (t.form != s.form || t.hexes != s.hexes) && by("11.1.2-a")) {
    out.cost = formation_cost(b);
    if (left(b) < out.cost) REFUSE("11.1.2-b", u);
    if (t.hexes > 1 && increments(b, u) < 5 && counter(b, u).size != Size::Company) REFUSE("12.6.1-a", u);
    if (by("11.1.2-b", "12.2.1-c")) return {};
  }
  if (t.hexes > 1 && is_gun(b, u) && b.pos.at(there) != b.pos.at(u)) REFUSE("11.1.2.1-b", u);
  return {};
}

static Refusal join_barred(const Look& b, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  out = {footprint(b, u), s.form, s.facing, 0};
  UnitId there = kNoUnit;
  for (const HexId h : out.to)
    if (top_at(b, h) != kNoUnit) there = top_at(b, h);
  if (const Refusal no = stacking_barred(b, mover(b).unit, mover(b).count, s.form, out.to, true)) return no;
  return there == kNoUnit ? Refusal{} : conform_barred(b, there, out);
}

// Nobody stops in a violation unless there is no other way (11.1.4-a); then somebody is displaced.
Refusal stop_barred(const Look& b, Step& out) {
  if (const Refusal no = join_assault_barred(b); no && can_go_on(b)) return no;
  const bool crowded = state(b).form == Form::Road && state(b).hexes < hexes_wanted(b, lead(b), Form::Road);
  if (crowded && can_go_on(b)) REFUSE("12.8.2-b", lead(b));
  const Refusal no = join_barred(b, out);
  if (no && !can_go_on(b)) return {};
  return no;
}

}  // namespace tambour::bataille
