// SPDX-License-Identifier: MIT
// 7.0 The movement segment: who moves next, extended movement, arrivals.
#include <algorithm>

#include "play/procedure.h"  // last: its macros
#include "rules/tng/ch07_movement.h"
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

namespace tambour::tng {

namespace {

// 7.41-a: in file, each paying besides what the one before it paid.
int entry_cost(const Look& b, UnitId u) {
  const Field& f = b.field;
  const HexId h = f.entries[counter(b, u).entry].hex;
  const int arm = int(counter(b, u).arm), ground = f.ground_at(h).cost[arm];
  const RoadKind road = f.battle.map.road_in[h];
  int cost = ground;
  if (road != RoadKind::None && !next_to_enemy(b, h, side_of(b, u)))
    cost = road == RoadKind::Road ? f.chart[kRoadLine].cost[arm] : (ground + 1) / 2;
  return cost == kClosed ? kClosed : cost + b.pos.file_paid[counter(b, u).entry];
}

Refusal arrival_barred(const Look& b, Action a) {
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Enter, .who = u, .hex = a.hex} || !is_unit(b, u) || side_of(b, u) != b.pos.side || !b.pos.has(u, kActive) ||
      b.pos.on_map(u) || !is_due(b, u))
    REFUSE("7.41-a", u);
  if (b.pos.has(u, kOrdersFailed)) REFUSE("4.28-c", u);
  const Counter& c = counter(b, u);
  const HexId h = b.field.entries[c.entry].hex;
  if (a.hex != h) REFUSE("7.41-a", u, a.hex);
  if (enemy_in(b, h, b.pos.side)) REFUSE("7.32-a", u, h);
  for (UnitId v = kFirstUnit; b.field.groups[c.group].in_file && v < u; ++v)
    if (counter(b, v).group == c.group && counter(b, v).entry == c.entry && is_due(b, v)) REFUSE("7.41-a", v, h);
  if (orders_of(b, u) == Orders::Road && b.field.battle.map.road_in[h] == RoadKind::None) REFUSE("7.42-b", u, h);
  const int cost = entry_cost(b, u);
  if (cost > allowance(b, u)) REFUSE("7.34-a", u, h);
  const March m{.unit = u,
                .spent = uint8_t(cost),
                .allowance = uint8_t(allowance(b, u)),
                .hexes = 1,
                .stopped = in_zone(b, h, other(b.pos.side)),
                .from = h};
  if (counter(b, u).jaeger && m.stopped) REFUSE("8.61-b", u, h);
  if (!finds_an_end(b, m, h)) REFUSE("6.24-a", u, h);
  return {};
}

Refusal extend_barred(const Look& b, const UnitSet& ready, Action a) {
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Extend, .who = u}) return {ChooseMover::kWhen};
  if (!is_unit(b, u) || !b.pos.on_map(u)) REFUSE("7.13-a", u);
  if (!ready.has(u)) return act_barred(b, u);
  if (orders_of(b, u) != Orders::Under) REFUSE("7.13-a", u);
  if (b.field.no_extended[counter(b, u).group] >> b.pos.turn & 1) REFUSE("AUS-6", u);
  if (b.pos.has(u, kExtended)) REFUSE("7.13-d", u);
  if (b.pos.has(u, kMovedNormally)) REFUSE("7.13-b", u);
  for (UnitId v = kFirstUnit; b.pos.has(u, kCommandNear) && b.field.units.has(v); ++v)
    if (b.pos.has(v, kStartedNear) && b.pos.command[v] == b.pos.command[u])
      REFUSE("7.13-a", v, b.pos.at(v));  // T29: even if it stands still
  return {};
}

Refusal turn_barred(const Look& b, const UnitSet& ready, Action a) {  // 6.34-a: also in an enemy zone, as far as it likes
  by("6.34-a");
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Face, .arg = a.arg, .who = u} || a.arg > 5) return {ChooseMover::kWhen};
  if (!is_unit(b, u) || !b.pos.on_map(u)) REFUSE("6.11-a", u);
  if (!ready.has(u)) return act_barred(b, u);
  if (a.arg == b.pos.facing[u] || b.pos.has(u, kTurned)) REFUSE("6.12-a", u);
  for (UnitId v : b.pos.stack.in(b.pos.at(u)))
    if (v != u && !is_gun(b, u) && !is_gun(b, v) && (b.pos.has(v, kTurned) || !ready.has(v))) REFUSE("6.11-b", v);
  return {};
}

}  // namespace

UnitSet ChooseMover::known(const Look& b) const {
  UnitSet ready;
  for (UnitId u : all_units(b.field))
    if (b.pos.has(u, kActive) && !act_barred(b, u)) ready.add(u);
  return ready;
}

Refusal ChooseMover::barred(const Look& b, const UnitSet& ready, Action a) const {
  if (a.verb == Verb::Enter) return arrival_barred(b, a);
  if (a.verb == Verb::Extend) return extend_barred(b, ready, a);
  if (a.verb == Verb::Face) return turn_barred(b, ready, a);
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    for (UnitId u : all_units(b.field))
      if (should_leave(b, u)) REFUSE("6.22-a", u, b.pos.at(u));
    return {};
  }
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Select, .who = u}) return {kWhen};
  if (!is_unit(b, u) || !b.pos.on_map(u)) REFUSE("4.11-a", u);
  return ready.has(u) ? select_barred(b, u) : act_barred(b, u);
}

namespace {

void turn_stack(Run& r, UnitId u, uint8_t facing) {
  for (UnitId v : r.pos.stack.in(r.pos.at(u)))
    if (v == u || (!is_gun(r.look(), u) && !is_gun(r.look(), v))) {
      r.pos.facing[v] = facing;
      r.pos.set(v, kTurned);
      r.tell({.fact = Fact::Turned, .who = v, .value = int16_t(facing), .why = cite("6.12-a")});
    }
}

void enter(Run& r, UnitId u, HexId h) {
  const uint8_t e = r.field.units[u].entry;
  r.pos.file_paid[e] = uint8_t(std::min(entry_cost(r.look(), u), 60));
  r.pos.condition[u] = r.pos.collapsed[r.field.units[u].group] ? Condition::Disordered : Condition::Good;  // 8.92-c
  arrive(r, u, h);
  r.pos.set(u, kMoved);
  r.tell({.fact = Fact::Entered, .who = u, .hex = h, .why = cite("7.41-a")});
}

// The move of a unit that has just entered: its entry hex counts as its first step.
March entered(const Look& b, UnitId u) {
  const HexId h = b.pos.at(u);
  return {.unit = u,
          .spent = b.pos.file_paid[counter(b, u).entry],
          .allowance = uint8_t(allowance(b, u)),
          .hexes = 1,
          .stopped = in_zone(b, h, other(side_of(b, u))),
          .from = h};
}

}  // namespace

Flow MoveSegment::run(Run& r) {
  BEGIN;
  r.pos.segment = Segment::Move;
  r.tell({.fact = Fact::SegmentBegan, .why = cite("3.0-C3")});
  for (;;) {
    STEP("4.43-a");
    ASK(ChooseMover{});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    if (r.answer().verb == Verb::Face) {
      turn_stack(r, unit, r.answer().arg);
      continue;
    }
    if (r.answer().verb == Verb::Extend) {
      mark_command(r, unit, kExtended);
      continue;
    }
    if (r.answer().verb == Verb::Enter) {
      STEP("7.41-a");
      enter(r, unit, r.answer().hex);
      CALL(MoveUnit{entered(r.look(), unit)});
    } else {
      CALL(MoveUnit{in_hand(r.look(), unit)});
    }
  }
  for (unit = kFirstUnit; r.pos.reserve && r.field.units.has(unit); ++unit) {
    if (!r.pos.has(unit, kFired) || !r.pos.has(unit, kActive) || !r.pos.on_map(unit)) continue;
    STEP("4.53-e");
    ROLL_D10(test_breaks(cohesion(r.look(), unit)), CohesionDie{unit});
    if (r.face() > cohesion(r.look(), unit)) owe(r, DueKind::Disorder, unit, kNoHex);
    CALL(Settle{});
  }
  END;
}

}  // namespace tambour::tng
