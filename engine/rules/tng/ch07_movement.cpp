// SPDX-License-Identifier: MIT
// 7.0 Movement of a unit in hand, hex by hex.
#include "rules/tng/ch07_movement.h"

#include <algorithm>

#include "play/procedure.h"  // last: its macros
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

namespace tambour::tng {

bool is_extended(const Look& b, UnitId u) { return b.pos.has(u, kExtended); }

// 7.42-b: arrivals on the road march extended too, until an enemy is near (7.42-c).
bool marches_extended(const Look& b, UnitId u, HexId h) {
  return is_extended(b, u) || (orders_of(b, u) == Orders::Road && by("7.42-b") && !enemy_within(b, h, 3, side_of(b, u)));
}

int allowance(const Look& b, UnitId u) {
  const int ma = ratings(b, u).ma;
  if (b.pos.has(u, kFired)) return (ma + 1) / 2;  // 7.35-b; halved once, with orders or without (T16)
  if (is_extended(b, u) && by("7.13-c", "8.61-a")) return 2 * ma;
  const Orders orders = orders_of(b, u);
  if (orders == Orders::Road) return 2 * ma;  // 7.42-b
  return by("4.26-a", "4.27-a", "7.11-a", "7.12-a"), orders == Orders::Under ? ma : (ma + 1) / 2;
}

namespace {

bool can_use_road(const Look& b, const Passage& p, HexId to, Seat mine) { return p.on_road && !next_to_enemy(b, to, mine); }  // 7.36-a

bool others_here(const Look& b, UnitId u, HexId h) {
  for (UnitId v : b.pos.stack.in(h))
    if (v != u) return true;
  return false;
}

bool awaits_arrivals(const Look& b, HexId h, Seat mine) {  // 7.44-a
  const uint8_t near = b.field.near_entry[h];
  if (!near) return false;
  for (UnitId u : all_units(b.field))
    if (is_expected(b, u) && side_of(b, u) != mine && counter(b, u).entry != kNone && (near >> counter(b, u).entry & 1)) return true;
  return false;
}

// AUS-3: it would end farther from the goals of the plan than it began.
bool leaves_plan(const Look& b, const March& m, HexId h) {
  if (!b.pos.has(m.unit, kPlanBound) || orders_of(b, m.unit) != Orders::Under) return false;
  return std::any_of(b.field.plans.begin(), b.field.plans.end(),
                     [&](const Plan& p) { return (p.groups >> counter(b, m.unit).group & 1) && p.far[h] > p.far[m.from]; });
}

// Ground and slopes that put the unit in disorder at the end of its move; a road spares it the ground's.
bool step_disorders(const Look& b, const March& m, HexId from, int side) {
  const Passage& p = b.field.passage(from, side);
  const int arm = int(counter(b, m.unit).arm);
  return can_use_road(b, p, b.field.across(from, side), side_of(b, m.unit)) ? p.road_disorders[arm] : p.disorders[arm];
}

March after_step(const Look& b, const March& m, HexId from, int side) {
  const HexId to = b.field.across(from, side);
  const Seat mine = side_of(b, m.unit);
  March next = m;
  next.disorders |= step_disorders(b, m, from, side);
  next.spent = uint8_t(m.spent + step_cost(b, m, from, side));
  ++next.hexes;
  next.stopped = in_zone(b, to, other(mine));
  if (orders_of(b, m.unit) == Orders::Road && enemy_within(b, to, 3, mine))
    next.allowance = uint8_t((ratings(b, m.unit).ma + 1) / 2);  // 7.42-c
  return next;
}

// 6.22-a: beside others in its hex, of whom only guns may stay with guns (6.22-b).
bool crowds(const Look& b, UnitId u, HexId h) {
  for (UnitId v : b.pos.stack.in(h))
    if (v != u && (!is_gun(b, u) || !is_gun(b, v))) return true;
  return false;
}

// 8.56-d, 8.72-e, T77: a hex has one formation. Who is in order joins a square there; a square does not walk onto a line.
Refusal breaks_square(const Look& b, const March& m, HexId h) {
  if (!is_line(b, m.unit)) return {};
  for (UnitId v : b.pos.stack.in(h)) {
    if (v == m.unit || !is_line(b, v)) continue;
    if (in_square(b, m.unit) && !in_square(b, v)) REFUSE("8.56-d", m.unit, h);
    if (in_square(b, v) && m.disorders) REFUSE("8.72-e", m.unit, h);
  }
  return {};
}

}  // namespace

bool finds_an_end(const Look& b, const March& m, HexId h) {
  if (!stop_barred(b, m, h)) return true;
  if (m.hexes > 6) return false;
  for (int side = 0; side < 6; ++side) {
    const HexId n = b.field.across(h, side);
    if (n == kNoHex || step_barred(b, m, h, side)) continue;
    if (finds_an_end(b, after_step(b, m, h, side), n)) return true;
  }
  return false;
}

int step_cost(const Look& b, const March& m, HexId from, int side) {
  trace::chart("terrain");
  const UnitId u = m.unit;
  const Seat mine = side_of(b, u), enemy = other(mine);
  const HexId to = b.field.across(from, side);
  const Passage& p = b.field.passage(from, side);
  const int arm = int(counter(b, u).arm);
  by("7.24-a");
  int cost = can_use_road(b, p, to, mine) ? p.road[arm] : p.plain[arm];
  if (cost == kClosed) return kClosed;
  if (m.hexes && others_here(b, u, from)) cost += b.field.chart[kFriend].cost[arm];                        // 7.37-a: it passed through
  if (in_zone(b, from, enemy)) cost += b.field.chart[kLeaveZone].cost[arm];                                // 6.33-a
  if (is_disordered(b, u) && in_zone(b, to, enemy)) cost += b.field.chart[kDisorderedIntoZone].cost[arm];  // 6.32-b, 8.72-a
  return cost;
}

Ledger step_ledger(const Look& b, const March& m, HexId from, int side) {
  Ledger out;
  const Field& f = b.field;
  const UnitId u = m.unit;
  const Seat enemy = other(side_of(b, u));
  const HexId to = f.across(from, side);
  const Passage& p = f.passage(from, side);
  const int arm = int(counter(b, u).arm), ground = f.ground_at(to).cost[arm];
  const bool by_road = can_use_road(b, p, to, side_of(b, u));
  const RoadKind road = by_road ? f.battle.map.road_over[from][std::size_t(side)] : RoadKind::None;
  if (road == RoadKind::Road && by("7.22-a")) out.add(f.chart[kRoadLine].cost[arm], cite("TC-7"), kNoUnit, to);
  else if (road == RoadKind::Track) out.add((ground + 1) / 2, cite("TC-20"), kNoUnit, to);
  else out.add(ground, p.on_road ? cite("7.36-a") : terrain_row(f.ground[to]), kNoUnit, to);
  for (uint8_t line : p.lines)
    if (line != kNone && by("7.22-b")) out.add(f.chart[line].cost[arm], terrain_row(line), kNoUnit, to);
  if (m.hexes && others_here(b, u, from)) out.add(f.chart[kFriend].cost[arm], cite("7.37-a"), u, from);
  if (in_zone(b, from, enemy)) out.add(f.chart[kLeaveZone].cost[arm], cite("6.33-a"), u, from);
  if (is_disordered(b, u) && in_zone(b, to, enemy)) out.add(f.chart[kDisorderedIntoZone].cost[arm], cite("6.32-b"), u, to);
  return out;
}

Ledger MoveStep::ledger(const Look& b, Action a) const {
  const HexId here = b.pos.at(m.unit);
  const int side = a.verb == Verb::Move && a.hex < b.field.grid.size() ? b.field.grid.side_to(here, a.hex) : -1;
  return side < 0 || step_cost(b, m, here, side) == kClosed ? Ledger{} : step_ledger(b, m, here, side);
}

// 7.33-a: its facing plays no part in it.
Refusal step_barred(const Look& b, const March& m, HexId from, int side) {
  by("7.33-a");
  const UnitId u = m.unit;
  const Seat mine = side_of(b, u), enemy = other(mine);
  const HexId to = b.field.across(from, side);
  if (m.stopped) REFUSE("6.32-a", u, from);
  if (enemy_in(b, to, mine)) REFUSE("7.32-a", u, to);  // 6.25-a
  const int cost = step_cost(b, m, from, side);
  if (cost == kClosed) REFUSE("7.23-a", u, to);
  if (awaits_arrivals(b, to, mine)) REFUSE("7.44-a", u, to);
  const bool zone = in_zone(b, to, enemy);
  if (in_square(b, u) && (m.hexes || zone || in_zone(b, from, enemy) || cost > 2)) REFUSE("8.56-d", u, to);
  if (b.pos.has(u, kFired) && next_to_enemy(b, to, mine)) REFUSE("7.35-b", u, to);
  if (b.pos.start_zones[u] && in_frontal_zone(b, to, enemy)) REFUSE("6.33-b", u, to);
  if (zone && counter(b, u).jaeger && !escorted(b, to)) REFUSE("8.61-b", u, to);
  if (is_extended(b, u) && enemy_within(b, to, 3, mine)) REFUSE("7.13-a", u, to);  // 7.13-d: nor is there a change of kind on the way
  if (marches_extended(b, u, to)) {
    if (friend_in(b, to, mine) && stop_barred(b, m, to)) REFUSE("6.22-c", u, to);
    if (m.hexes && others_here(b, u, from)) REFUSE("6.22-c", u, to);
  }
  if (orders_of(b, u) == Orders::Road && !b.field.passage(from, side).on_road) REFUSE("7.42-b", u, to);
  if (m.spent + cost > m.allowance) {
    if (m.hexes || m.spent) REFUSE("7.34-a", u, to);
    if (zone) REFUSE("7.34-b", u, to);
  }
  return {};
}

Refusal stop_barred(const Look& b, const March& m, HexId h) {
  const UnitId u = m.unit;
  if (!m.hexes && h == b.pos.at(u)) return {};
  if (leaves_plan(b, m, h)) REFUSE("AUS-3", u, h);
  if (marches_extended(b, u, h) && by("6.22-b") && crowds(b, u, h)) REFUSE("6.22-a", u, h);  // 7.13-c
  if (const Refusal no = breaks_square(b, m, h)) return no;
  return stacking_barred(b, u, h);
}

Refusal act_barred(const Look& b, UnitId u) {
  if (!is_unit(b, u) || side_of(b, u) != b.pos.side || !b.pos.has(u, kActive)) REFUSE("4.11-a", u);
  if (b.pos.has(u, kOrdersFailed)) REFUSE("4.28-c", u);
  if (is_routed(b, u)) REFUSE("8.77-a", u);
  if (b.pos.has(u, kTurnedToFire)) REFUSE("8.24-d", u);
  return held_back(b, u);
}

March in_hand(const Look& b, UnitId u) {
  return {.unit = u, .spent = uint8_t(b.pos.has(u, kPaidSquare)), .allowance = uint8_t(allowance(b, u)), .from = b.pos.at(u)};
}

static bool can_leave(const Look& b, const MoveStep& q) {
  const UnitId u = q.m.unit;
  for (HexId n : b.field.next[b.pos.at(u)])
    if (n != kNoHex && !q.barred(b, Action{.verb = Verb::Move, .who = u, .hex = n})) return true;
  return false;
}

Refusal select_barred(const Look& b, UnitId u) {
  if (b.pos.has(u, kFinished)) REFUSE("7.31-a", u);
  if (is_extended(b, u) && is_disordered(b, u)) REFUSE("8.72-a", u);
  if (is_extended(b, u) && b.pos.has(u, kFired)) REFUSE("7.35-d", u);
  return {};
}

bool should_leave(const Look& b, UnitId u) {
  return is_extended(b, u) && b.pos.on_map(u) && crowds(b, u, b.pos.at(u)) && !act_barred(b, u) && !select_barred(b, u) &&
         can_leave(b, {in_hand(b, u)});
}

// The last unit of a stack that can leave it may not halt there.
static bool must_part(const Look& b, const MoveStep& q) {
  const UnitId u = q.m.unit;
  if (!is_extended(b, u) || !crowds(b, u, b.pos.at(u)) || !can_leave(b, q)) return false;
  for (UnitId v : b.pos.stack.in(b.pos.at(u)))
    if (v != u && should_leave(b, v)) return false;
  return true;
}

Refusal MoveStep::barred(const Look& b, Action a) const {
  const UnitId u = m.unit;
  if (a.whom != kNoUnit || a.extra) return {kWhen};
  if (a.who != u) REFUSE("7.31-a", a.who);
  const HexId here = b.pos.at(u);
  if (a.verb == Verb::Halt) {
    if (a.arg > 5 || a.hex != kNoHex) return {kWhen};
    if (const Refusal no = stop_barred(b, m, here)) return no;
    if (!m.hexes && must_part(b, *this)) REFUSE("6.22-a", u, here);
    if (a.arg == b.pos.facing[u] && !m.hexes) return {};
    return face_barred(b, u, here, a.arg);
  }
  if (a.verb == Verb::LeaveSquare) {
    if (a != Action{.verb = Verb::LeaveSquare, .who = u} || !in_square(b, u) || m.hexes || m.spent + 1 > m.allowance) REFUSE("8.56-e", u);
    if (in_zone(b, here, other(side_of(b, u)))) REFUSE("8.56-e", u, here);
    return {};
  }
  const int side = a.arg || a.hex >= b.field.grid.size() ? -1 : b.field.grid.side_to(here, a.hex);
  if (side < 0) REFUSE("7.31-a", u, a.hex);
  if (const Refusal no = step_barred(b, m, here, side)) return no;
  const March next = after_step(b, m, here, side);
  if (finds_an_end(b, next, a.hex)) return {};
  if (leaves_plan(b, next, a.hex)) REFUSE("AUS-3", u, a.hex);
  if (const Refusal no = stop_barred(b, next, a.hex); no.why == cite("8.56-d") || no.why == cite("8.72-e")) return no;
  REFUSE("6.24-a", u, a.hex);
  return {};
}

void mark_command(Run& r, UnitId u, uint32_t flag) {
  for (UnitId v : all_units(r.field))
    if (r.pos.command[v] == r.pos.command[u] && r.field.units[v].side == r.field.units[u].side) r.pos.set(v, flag);
}

namespace {

void take_step(Run& r, March& m, HexId to) {
  const UnitId u = m.unit;
  const HexId here = r.pos.at(u);
  const int side = r.field.grid.side_to(here, to);
  const int cost = step_cost(r.look(), m, here, side);
  m.disorders |= step_disorders(r.look(), m, here, side);
  m.spent = uint8_t(std::min<int>(m.spent + cost, std::max<int>(m.allowance, m.spent)));
  ++m.hexes;
  arrive(r, u, to);
  r.pos.set(u, kMoved);
  if (!is_extended(r.look(), u)) mark_command(r, u, kMovedNormally);
  r.tell({.fact = Fact::Moved, .who = u, .hex = to, .from = here, .why = cite("7.21-a")});
}

void leave_square(Run& r, UnitId u) {
  for (UnitId v : r.pos.stack.in(r.pos.at(u))) {
    r.pos.drop(v, kSquare);
    if (v != u) r.pos.set(v, kPaidSquare);
    r.tell({.fact = Fact::SquareLeft, .who = v, .why = cite("8.56-e")});
  }
}

void halt(Run& r, const March& m, uint8_t facing) {
  const UnitId u = m.unit;
  r.pos.set(u, kFinished);
  if (m.hexes) settle_square(r, m.from), settle_square(r, r.pos.at(u));
  if (r.pos.facing[u] != facing && by("7.14-a")) {
    r.pos.set(u, kTurned);
    r.pos.facing[u] = facing;
    r.tell({.fact = Fact::Turned, .who = u, .value = int16_t(facing), .why = cite("6.12-a")});
  }
  if (m.disorders && is_good(r.look(), u)) flip(r, u, cite("TC-2"));  // TC-2, TC-9, TC-10, TC-13: a state, not one more result
}

}  // namespace

Flow MoveUnit::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("7.31-a");
    ASK(MoveStep{m});
    if (r.answer().verb == Verb::Halt) break;
    if (r.answer().verb == Verb::LeaveSquare) {
      leave_square(r, m.unit);
      ++m.spent;
      continue;
    }
    take_step(r, m, r.answer().hex);
    by("6.32-c");
    m.stopped = in_zone(r.look(), r.pos.at(m.unit), other(r.pos.side));  // 6.32-a; 6.32-c: guns too
    if (r.pos.orders[m.unit] == Orders::Road && enemy_within(r.look(), r.pos.at(m.unit), 3, r.pos.side)) {
      STEP("7.42-c");
      set_orders(r, m.unit, Orders::None);
      m.allowance = uint8_t(allowance(r.look(), m.unit));
    }
    if (!m.stopped || r.field.units[m.unit].arm != Arm::Infantry) continue;
    for (;;) {  // each Jaeger it came up to, and each once
      STEP("8.62-d");
      ASK(JaegerSteps{r.pos.at(m.unit)});
      if (r.answer().verb == Verb::Pass) break;
      r.pos.set(r.answer().who, kStayed);
      fall_back(r, r.answer().who, r.answer().hex, cite("8.62-d"));
    }
    for (UnitId u : all_units(r.field)) r.pos.drop(u, kStayed);
  }
  halt(r, m, r.answer().arg);
  if (r.pos.reserve && m.hexes && r.field.units[m.unit].arm != Arm::Artillery) {
    by("4.53-d");
    STEP("4.53-c");  // 4.53-d: only those that moved
    ROLL_D10(test_breaks(cohesion(r.look(), m.unit)), CohesionDie{m.unit});
    if (r.face() > cohesion(r.look(), m.unit)) owe(r, DueKind::Disorder, m.unit, kNoHex);
    CALL(Settle{});
  }
  END;
}

}  // namespace tambour::tng
