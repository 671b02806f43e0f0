// SPDX-License-Identifier: MIT
// 8.7 Combat results: Disorder, the one-hex retreat, rout, and rout movement.
#include "rules/tng/ch08_7_disorder_rout.h"

#include <algorithm>

#include "battle/due_list.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {

void owe(Run& r, DueKind kind, UnitId u, HexId cause) { r.pos.due.push_back({kind, u, cause}); }

void owe_stack(Run& r, DueKind kind, HexId hex, HexId cause) {
  for (UnitId u : r.pos.stack.in(hex)) owe(r, kind, u, cause);
}

void owe_retreat(Run& r, HexId hex, HexId cause) {
  for (UnitId u : r.pos.stack.in(hex))
    if (is_good(r.look(), u)) return owe(r, DueKind::StackRetreat, u, cause);
}

// 6.28-a, 8.75-a: who is run through checks; 6.26-e: the top infantry or cavalry for all, guns only among themselves.
static void owe_check(Run& r, HexId hex) {
  const UnitId top = top_fighter(r.look(), hex);
  owe(r, DueKind::Check, top == kNoUnit ? r.pos.stack.top(hex) : top, kNoHex);
}

bool shelters(const Look& b, HexId h) { return b.field.ground_at(h).shelter; }

// AUS-10: the ice holds on 0 to 4.
static bool crosses_ice(const Look& b, UnitId u, HexId to) { return b.field.ice[to] && side_of(b, u) == b.field.ice_side; }

int flight_cost(const Look& b, UnitId u, HexId from, int side) {
  // 8.74-b
  const HexId to = b.field.across(from, side);
  if (to == kNoHex || enemy_in(b, to, side_of(b, u))) return kClosed;
  if (crosses_ice(b, u, to)) return 1;
  return b.field.passage(from, side).road[int(counter(b, u).arm)];
}

bool enemy_fronts(const Look& b, HexId h, Seat mine) {
  // 8.74-c; any unrouted enemy has frontal hexes, with or without a zone (ruling T51)
  for (int side = 0; side < 6; ++side) {
    const HexId n = b.field.across(h, side);
    if (!enemy_in(b, n, mine)) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (fronts(b, u, h)) return true;
  }
  return false;
}

namespace {

void rout(Run& r, UnitId u, HexId cause) {
  const HexId h = r.pos.at(u);
  if (r.look().field.units[u].arm == Arm::Artillery) return remove(r, u, cite("8.76-a"));
  r.pos.condition[u] = Condition::Routed;
  lose_square(r, h);
  r.tell({.fact = Fact::Routed, .who = u, .hex = h, .why = cite("8.76-a")});
  bool steady = false;  // 8.76-b
  for (UnitId v : r.pos.stack.in(h)) steady |= !is_gun(r.look(), v) && !is_routed(r.look(), v);
  for (UnitId v = r.pos.stack.top(h), next; !steady && v != kNoUnit; v = next) {
    next = r.pos.stack.below[v];
    if (is_gun(r.look(), v)) remove(r, v, cite("8.76-b"));
  }
  owe(r, DueKind::Flight, u, cause);
}

// 8.71: one step down.
void disorder(Run& r, UnitId u, HexId cause) {
  if (!r.pos.on_map(u)) return;
  if (is_routed(r.look(), u)) return remove(r, u, cite("8.77-e"));
  if (is_disordered(r.look(), u)) return rout(r, u, cause);
  flip(r, u, cite("8.71-a"));
}

int rank_of(const Due& due) {  // disorders first, then flights, checks of those passed, retreats
  constexpr int rank[] = {0, 0, 1, 2, 3, 3};
  return rank[int(due.kind)];
}

void note_flight(Run& r, HexId from, UnitId who, const HexId* path, int steps) {
  if (r.pos.flights.full()) return;
  Flight f{from, who, uint8_t(std::min(steps, 12))};
  for (int i = 0; i < f.steps; ++i) f.path[i] = path[i];
  r.pos.flights.push_back(f);
}

}  // namespace

Flow Settle::run(Run& r) {
  BEGIN;
  while (!r.pos.due.empty()) {
    now = take_first(r.pos.due, rank_of);
    if (!r.pos.on_map(now.unit)) continue;
    if (now.kind == DueKind::Disorder) {
      STEP("8.71-a");
      disorder(r, now.unit, now.cause);
    } else if (now.kind == DueKind::Rout) {
      STEP("FT-4");
      if (is_routed(r.look(), now.unit)) remove(r, now.unit, cite("8.77-e"));
      else rout(r, now.unit, now.cause);
    } else if (now.kind == DueKind::Flight) {
      STEP("8.76-c");
      if (r.pos.has(now.unit, kFled) || !is_routed(r.look(), now.unit)) continue;
      r.pos.set(now.unit, kFled);
      CALL(Flee{.unit = now.unit, .kind = FlightKind::Retreat, .cause = now.cause});
    } else if (now.kind == DueKind::Check) {
      STEP("8.75-a");
      if (is_routed(r.look(), now.unit)) {  // a routed friend is set going again without a roll
        owe(r, DueKind::Flight, now.unit, kNoHex);
        continue;
      }
      ROLL_D10(test_breaks(cohesion(r.look(), now.unit)), CohesionDie{now.unit});
      if (r.face() > cohesion(r.look(), now.unit)) {
        r.tell({.fact = Fact::TestFailed,
                .who = now.unit,
                .value = int16_t(r.face()),
                .value2 = int16_t(cohesion(r.look(), now.unit)),
                .why = cite("8.75-a")});
        owe_stack(r, DueKind::Disorder, r.pos.at(now.unit), now.cause);  // 6.26-e: the top unit's roll counts for all
      }
    } else if (!is_routed(r.look(), now.unit) && by("8.73-b")) {  // 8.73-b: who routed has gone farther already
      STEP("8.73-a");
      CALL(StackRetreat{
          .lead = now.unit, .single = uint8_t(now.kind == DueKind::UnitRetreat), .from = r.pos.at(now.unit), .cause = now.cause});
    }
  }
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kFled);
  END;
}

// ---- the one-hex retreat

namespace {

Party retreating(const Look& b, UnitId lead, bool single) {  // top of the stack first
  Party out;
  for (UnitId u : b.pos.stack.in(b.pos.at(lead)))
    if (!is_routed(b, u) && (!single || u == lead) && !out.full()) out.push_back(u);
  return out;
}

}  // namespace

int ChooseRetreat::rank(const Look& b, int side) const {
  const HexId to = b.field.across(from, side);
  if (to == kNoHex || flight_cost(b, lead, from, side) == kClosed) return 9;                                // 8.74-b
  if (cause != kNoHex && b.field.grid.distance(cause, to) <= b.field.grid.distance(cause, from)) return 9;  // 8.73-a
  if (b.pos.stack.empty(to)) return 0;
  return stacking_barred(b, span_of(party), to) ? 2 : 1;  // 8.74-a, 8.75-a
}

bool ChooseRetreat::possible(const Look& b) const {
  for (int side = 0; side < 6; ++side)
    if (rank(b, side) < 9) return true;
  return false;
}

Refusal ChooseRetreat::barred(const Look& b, Action a) const {
  const int side = a.hex < b.field.grid.size() ? b.field.grid.side_to(from, a.hex) : -1;
  if (a != Action{.verb = Verb::Retreat, .who = a.who, .hex = a.hex}) return {kWhen};
  if (a.who != lead || side < 0) REFUSE("8.73-a", lead, a.hex);
  if (flight_cost(b, lead, from, side) == kClosed) REFUSE("8.74-b", lead, a.hex);
  const int mine = rank(b, side);
  if (mine == 9) REFUSE("8.73-a", lead, a.hex);
  for (int k = 0; k < 6; ++k)
    if (rank(b, k) < mine) REFUSE("8.74-a", lead, a.hex);
  return {};
}

// One step of all of them; who cannot follow is lost and leaves the party.
static void step_back(Run& r, Party& party, UnitId lead, HexId to, HexId cause, bool passing) {
  const HexId here = r.pos.at(lead);
  const int side = r.field.grid.side_to(here, to);
  const UnitId host = top_fighter(r.look(), to);
  const bool frontal = enemy_fronts(r.look(), to, side_of(r.look(), lead));
  Party gone;
  for (UnitId u : party) {
    by("8.49-b", "8.74-c");
    if (flight_cost(r.look(), u, here, side) == kClosed) {  // 8.49-b: a gun that cannot follow is lost
      remove(r, u, cite("8.73-a"));
      continue;
    }
    gone.push_back(u);
    arrive(r, u, to);
    if (host != kNoUnit && !passing) r.pos.facing[u] = r.pos.facing[host];  // 8.74-a
    r.tell({.fact = Fact::Retreated, .who = u, .hex = to, .from = here, .why = cite("8.73-a")});
    if (frontal) owe(r, DueKind::Disorder, u, cause);  // 8.74-c
  }
  party = gone;
  if (!passing) settle_square(r, to);
}

Flow StackRetreat::run(Run& r) {
  BEGIN;
  party = retreating(r.look(), lead, single);
  for (steps = 0; steps < 8; ++steps) {
    if (!(ChooseRetreat{lead, party, r.pos.at(lead), cause}.possible(r.look()))) {  // 8.73-a: nowhere to go
      for (UnitId u : party) remove(r, u, cite("8.73-a"));
      RETURN(0);
    }
    ASK(ChooseRetreat{lead, party, r.pos.at(lead), cause});
    to = r.answer().hex;
    passed = !r.pos.stack.empty(to) && bool(stacking_barred(r.look(), span_of(party), to));
    if (passed) owe_check(r, to);
    ice = crosses_ice(r.look(), lead, to);
    step_back(r, party, lead, to, cause, passed);
    if (steps == 0) note_flight(r, from, lead, &to, 1);
    if (ice) {
      ROLL_D10(test_breaks(4), IceDie{lead});
      for (UnitId u : party) {
        if (r.face() > 4 || is_gun(r.look(), u)) remove(r, u, cite("AUS-10"));
        else owe(r, DueKind::Disorder, u, cause);
      }
    }
    if (!passed || !r.pos.on_map(lead)) break;
  }
  END;
}

// ---- rout

int ChooseFlight::worth(const Look& b, int side) const {
  constexpr int kShut = 9999;
  const HexId here = b.pos.at(unit), to = b.field.across(here, side);
  if (to == kNoHex || flight_cost(b, unit, here, side) == kClosed) return kShut;
  for (int i = 0; i < steps; ++i)
    if (path[i] == to) return kShut;
  const auto& distance = b.field.rout_distance[std::size_t(index(side_of(b, unit)))][std::size_t(counter(b, unit).arm)];
  if (cause != kNoHex && b.field.grid.distance(cause, to) <= b.field.grid.distance(cause, here)) return kShut;  // away from the cause (T36)
  if (cause == kNoHex && distance[to] > distance[here] && !crosses_ice(b, unit, to)) return kShut;              // 8.78-a
  // Free hexes first, then through friends (6.28-a, 8.75-a), and into an enemy's front, which is the end of it, last (T52).
  const int order = enemy_fronts(b, to, side_of(b, unit)) ? 2 : b.pos.stack.empty(to) ? 0 : 1;
  return order * 1000 + distance[to];
}

int ChooseFlight::best(const Look& b) const {
  int least = 9999;
  for (int side = 0; side < 6; ++side) least = std::min(least, worth(b, side));
  return least;
}

bool ChooseFlight::can_stop(const Look& b) const {
  return by("8.79-b"), shelters(b, b.pos.at(unit)) && b.pos.stack.count(b.pos.at(unit)) == 1;
}

Refusal ChooseFlight::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Stop) {
    if (a != Action{.verb = Verb::Stop, .who = unit} || !can_stop(b)) REFUSE("8.79-a", unit);
    return {};
  }
  const int side = a.hex < b.field.grid.size() ? b.field.grid.side_to(b.pos.at(unit), a.hex) : -1;
  if (a != Action{.verb = Verb::Rout, .who = a.who, .hex = a.hex}) return {kWhen};
  if (a.who != unit || side < 0) REFUSE("8.76-c", unit, a.hex);
  const int mine = worth(b, side), least = best(b);
  if (mine == 9999) REFUSE("8.76-c", unit, a.hex);
  if (mine / 1000 > least / 1000) REFUSE("6.28-a", unit, a.hex);
  if (mine > least && !crosses_ice(b, unit, a.hex)) REFUSE("8.78-a", unit, a.hex);  // the ice is always a choice
  return {};
}

namespace {

bool stands_alone(const Look& b, UnitId u) { return b.pos.stack.count(b.pos.at(u)) == 1; }

// Is some way open that its remaining MP can pay? Over friends it goes on whatever the cost (8.75).
bool can_pay(const Look& b, const ChooseFlight& q) {
  if (q.steps == 0 || !stands_alone(b, q.unit)) return true;  // 8.76-c: one hex is always possible
  const int least = q.best(b);
  for (int side = 0; side < 6; ++side)
    if (q.worth(b, side) == least && flight_cost(b, q.unit, b.pos.at(q.unit), side) <= q.mp) return true;
  return false;
}

}  // namespace

void Flee::take_step(Run& r, HexId to) {
  const HexId here = r.pos.at(unit);
  const int side = r.field.grid.side_to(here, to);
  mp = int8_t(mp - std::min(flight_cost(r.look(), unit, here, side), 20));
  ice = crosses_ice(r.look(), unit, to);
  if (!r.pos.stack.empty(to)) owe_check(r, to);
  const bool frontal = enemy_fronts(r.look(), to, side_of(r.look(), unit));
  arrive(r, unit, to);
  r.pos.facing[unit] = uint8_t(side);  // 8.78-a: faced the way it goes
  r.tell({.fact = Fact::RoutMoved, .who = unit, .hex = to, .from = here, .why = cite("8.76-c")});
  path[std::min<int>(steps, 11)] = here;
  steps = uint8_t(std::min<int>(steps + 1, 12));
  for (Flight& f : r.pos.flights)
    if (f.who == unit && f.steps < 12) f.path[f.steps++] = to;
  if (frontal) remove(r, unit, cite("8.74-c"));
}

Flow Flee::run(Run& r) {
  const auto question = [&] {
    ChooseFlight q{unit, kind, cause, {}, steps, mp};
    std::copy(path, path + 12, q.path);
    return q;
  };
  BEGIN;
  {
    const int ma = r.field.units[unit].disordered.ma;
    mp = int8_t(kind == FlightKind::Retreat ? (ma + 1) / 2 : ma);  // 8.76-c, 8.78-a
    path[0] = r.pos.at(unit), steps = 0;
    if (r.pos.flights.size() < 8) note_flight(r, r.pos.at(unit), unit, nullptr, 0);
  }
  while (r.pos.on_map(unit)) {
    if (steps > 0 && mp <= 0 && stands_alone(r.look(), unit)) break;
    {
      const auto& distance = r.field.rout_distance[std::size_t(index(side_of(r.look(), unit)))][std::size_t(r.field.units[unit].arm)];
      const bool leaves = cause == kNoHex && distance[r.pos.at(unit)] == 0;
      if (leaves || question().best(r.look()) == 9999) {  // 8.78-b; or blocked
        if (question().can_stop(r.look())) break;
        remove(r, unit, leaves ? cite("8.78-b") : cite("8.76-c"));
        break;
      }
    }
    if (!can_pay(r.look(), question())) break;  // T36: what is left over is lost
    ASK(question());
    if (r.answer().verb == Verb::Stop) break;
    take_step(r, r.answer().hex);
    if (ice && r.pos.on_map(unit)) {
      ROLL_D10(test_breaks(4), IceDie{unit});
      if (r.face() > 4) remove(r, unit, cite("AUS-10"));
    }
  }
  END;
}

// The side's next routed unit to move: those nearest to safety first, so that none stands in another's way.
static UnitId next_router(const Look& b, Seat seat) {
  UnitId next = kNoUnit;
  int least = 999;
  for (UnitId u : all_units(b.field)) {
    if (side_of(b, u) != seat || !is_routed(b, u) || b.pos.has(u, kStayed)) continue;
    const int d = b.field.rout_distance[std::size_t(index(seat))][std::size_t(counter(b, u).arm)][b.pos.at(u)];
    if (d < least) least = d, next = u;
  }
  return next;
}

Flow RoutStep::run(Run& r) {
  BEGIN;
  STEP("3.0-E2");
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kStayed);
  for (side = 0; side < 2; ++side) {
    for (;;) {
      next = next_router(r.look(), r.pos.initiative == Seat::Second ? Seat(1 - side) : Seat(side));  // the initiative's side first (T58)
      if (next == kNoUnit) break;
      r.pos.set(next, kStayed);
      if (r.field.ground_at(r.pos.at(next)).rallies && stands_alone(r.look(), next)) {
        r.pos.condition[next] = Condition::Disordered;
        r.tell({.fact = Fact::Rallied, .who = next, .why = cite("8.84-a")});
        continue;
      }
      CALL(Flee{.unit = next, .kind = FlightKind::Movement});
      CALL(Settle{});
    }
  }
  END;
}

}  // namespace tambour::tng
