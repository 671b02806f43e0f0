// SPDX-License-Identifier: MIT
// 4.4 Using Activation Markers, 4.5 reserves, 4.6 Overall Commanders.
#include "rules/tng/ch04_activation.h"

#include "rules/tng/ch07_movement.h"
#include "rules/tng/ch08_2_fire.h"
#include "rules/tng/ch08_4_shock.h"
#include "rules/tng/ch08_8_rally.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {
namespace {

uint16_t groups_of(const Look& b, uint8_t marker) {
  by("2.4-a", "4.34-c");
  const Marker& m = b.field.markers[marker];
  if (m.kind == MarkerKind::Combined) return uint16_t(1u << b.pos.combined[0] | 1u << b.pos.combined[1]);
  return m.kind == MarkerKind::Barrage ? uint16_t{0} : uint16_t(1u << m.group);
}

bool answers(const Look& b, UnitId u, uint16_t groups) {
  const Counter& c = counter(b, u);
  return by("4.12-e", "4.12-g"), (groups >> c.group & 1) || (c.also_group != kNone && (groups >> c.also_group & 1));
}

void note_start(Run& r, UnitId u) {
  r.pos.start_facing[u] = r.pos.facing[u];
  r.pos.start_zones[u] = r.pos.start_enemies[u] = 0;
  if (!r.pos.on_map(u)) return;
  const HexId h = r.pos.at(u);
  const Seat enemy = other(r.field.units[u].side);
  r.pos.start_zones[u] = zone_sides(r.look(), h, enemy);
  for (int side = 0; side < 6; ++side)
    if (enemy_in(r.look(), r.field.across(h, side), r.field.units[u].side))
      r.pos.start_enemies[u] = uint8_t(r.pos.start_enemies[u] | 1u << side);
  if (!r.pos.has(u, kCommandNear) && enemy_within(r.look(), h, 3, r.pos.side)) {  // one such unit is enough for its command
    r.pos.set(u, kStartedNear);
    for (UnitId v : all_units(r.field))
      if (r.field.units[v].side == r.pos.side && r.pos.command[v] == r.pos.command[u]) r.pos.set(v, kCommandNear);
  }
  if (is_held_back(r.look(), u)) r.pos.set(u, kHeldBack);
  if (plan_binds(r.look(), u)) r.pos.set(u, kPlanBound);
}

// 4.23-a, 3.0-C2: the group's orders lie open from its first marker of the turn.
void show_orders(Run& r, uint16_t groups) {
  for (std::size_t g = 0; g < r.field.groups.size(); ++g) {
    if (!(groups >> g & 1) || r.pos.shown[g]) continue;
    r.pos.shown[g] = 1;
    r.reveal();
    for (UnitId u : all_units(r.field))
      if (r.field.units[u].group == g && r.pos.command[u] == u)
        r.tell({.fact = Fact::OrderRevealed, .who = u, .value = int16_t(r.pos.orders[u]), .why = cite("4.23-a")});
  }
}

// 7.42-c: a marker for road march is void once an enemy stands within three hexes of the command.
void check_road_orders(Run& r) {
  for (UnitId u : all_units(r.field)) {
    if (!r.pos.has(u, kActive) || r.pos.orders[u] != Orders::Road) continue;
    const HexId h = r.pos.on_map(u) ? r.pos.at(u) : r.field.entries[r.field.units[u].entry].hex;
    if (enemy_within(r.look(), h, 3, r.field.units[u].side)) set_orders(r, u, Orders::None);
  }
}

}  // namespace

int orders_rating(const Look& b, UnitId u) {
  by("2.2-f");
  if (b.pos.marker == kNone) return -99;
  const Marker& m = b.field.markers[b.pos.marker];
  const int group = counter(b, u).group;
  int number = m.number;
  if (m.kind == MarkerKind::Combined) number = b.pos.pool[b.field.marker_of(group, 1)] == PoolState::Held ? 1 : 0;
  return b.field.groups[std::size_t(group)].orders_rating[number];
}

void begin_activation(Run& r, Seat side, uint8_t marker) {
  r.pos.side = side, r.pos.marker = marker;
  r.pos.reserve = marker == kNone;
  r.pos.barrage = marker != kNone && r.field.markers[marker].kind == MarkerKind::Barrage;
  const uint16_t groups = marker == kNone ? uint16_t{0} : groups_of(r.look(), marker);
  for (auto& marks : r.pos.marks) marks &= kLasting;
  for (UnitId u : all_units(r.field)) {
    if (r.field.units[u].side != side) continue;
    const bool there = r.pos.on_map(u) || is_due(r.look(), u);
    if (there && (answers(r.look(), u, groups) || (r.pos.barrage && r.field.units[u].arm == Arm::Artillery && r.pos.on_map(u))))
      r.pos.set(u, kActive);
    note_start(r, u);
  }
  for (auto& paid : r.pos.file_paid) paid = 0;
  r.pos.attacks.clear();
  if (marker != kNone) show_orders(r, groups);
  check_road_orders(r);
}

Flow Opening::run(Run& r) {
  BEGIN;
  r.pos.segment = Segment::Opening;
  for (;;) {
    STEP("4.28-d");
    ASK(OpenActivation{});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    if (r.answer().verb == Verb::Restack) {
      restack(r, unit);
      continue;
    }
    STEP("4.28-a");
    ROLL_D10(kAnyFace, OrdersDie{unit});
    {
      const int total = r.face() + OpenActivation{}.ledger(r.look(), Action{.verb = Verb::TestInitiative, .who = unit}).total;
      const int rating = orders_rating(r.look(), unit);
      const bool gained = total <= rating;
      for (UnitId u : all_units(r.field))
        if (r.pos.command[u] == r.pos.command[unit] && r.field.units[u].side == r.pos.side)
          r.pos.set(u, gained ? kOrdersGained : kOrdersFailed);
      r.tell({.fact = gained ? Fact::TestPassed : Fact::TestFailed,
              .who = unit,
              .value = int16_t(total),
              .value2 = int16_t(rating),
              .why = gained ? cite("4.28-b") : cite("4.28-c")});
    }
  }
  END;
}

Flow Activation::run(Run& r) {
  BEGIN;
  if (from == Segment::None) {
    if (marker != kNone) {
      STEP("3.0-C1");
      begin_activation(r, r.field.markers[marker].side, marker);
      r.pos.pool[marker] = PoolState::Drawn;
      r.tell({.fact = Fact::Activated, .value = int16_t(marker), .why = cite("4.11-a")});
    } else {
      STEP("4.51-a");
      begin_activation(r, r.field.units[command].side, kNone);
      by("4.52-b");
      for (UnitId u : all_units(r.field))
        if (r.pos.command[u] == command && r.pos.on_map(u) && !next_to_enemy(r.look(), r.pos.at(u), r.pos.side)) r.pos.set(u, kActive);
    }
    from = Segment::Opening;
  }
  if (from == Segment::Opening && !r.pos.barrage) CALL(Opening{});
  if (from <= Segment::Fire) CALL(FireSegment{});
  if (!r.pos.barrage) {  // 8.28-a: nobody moves or shocks with a Barrage marker
    if (from <= Segment::Move) CALL(MoveSegment{});
    if (from <= Segment::Shock) CALL(ShockSegment{.from = step});
    by("4.53-b");
    if (!r.pos.reserve) CALL(RallySegment{});
  }
  STEP("4.44-a");
  for (UnitId u : all_units(r.field)) {
    if (r.pos.has(u, kActive) && r.pos.orders[u] == Orders::Road && by("7.43-a")) r.pos.orders[u] = Orders::None;
    r.pos.marks[u] &= kLasting;
  }
  r.pos.segment = Segment::None;
  END;
}

Refusal restack_barred(const Look& b, Action a) {
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Restack, .who = u} || !is_unit(b, u) || !b.pos.has(u, kActive) || !b.pos.on_map(u)) REFUSE("6.27-b", u);
  if (b.pos.stack.top(b.pos.at(u)) == u || b.pos.has(u, kRestacked)) REFUSE("6.27-b", u);
  if (in_zone(b, b.pos.at(u), other(b.pos.side))) REFUSE("6.27-b", u, b.pos.at(u));
  return {};
}

void restack(Run& r, UnitId u) {
  put_on_top(r.pos, u, r.pos.at(u));
  r.pos.set(u, kRestacked);
}

Refusal OpenActivation::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    return {};
  }
  if (a.verb == Verb::Restack) return restack_barred(b, a);
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::TestInitiative, .who = u} || !is_unit(b, u) || side_of(b, u) != b.pos.side || !b.pos.has(u, kActive))
    REFUSE("4.28-a", u);
  if (b.pos.reserve) REFUSE("4.53-a", u);
  if (b.pos.orders[u] != Orders::None || b.pos.has(u, kOrdersGained | kOrdersFailed) || b.pos.command[u] == kNoUnit) REFUSE("4.28-a", u);
  return {};
}

Ledger OpenActivation::ledger(const Look& b, Action a) const {
  Ledger out;
  if (a.verb == Verb::TestInitiative && is_unit(b, a.who) && command_in_range(b, a.who))
    out.add(-b.field.commander(side_of(b, a.who)).rating, cite("4.28-a"), b.field.commander_id(side_of(b, a.who)));
  return out;
}

// ---- 4.5

Flow ReservePhase::run(Run& r) {
  BEGIN;
  STEP("3.0-D");
  r.pos.phase = Phase::Reserve, r.pos.segment = Segment::None;
  r.tell({.fact = Fact::PhaseBegan, .why = cite("3.0-D")});
  if (r.pos.initiative != Seat::Nobody) {
    STEP("4.51-b");
    ASK(ChooseFirstReserve{{r.pos.initiative}});
    first = uint8_t(index(r.yes() ? r.pos.initiative : other(r.pos.initiative)));
  } else {
    do {
      ROLL_D10(kAnyFace, FirstReserveDie{Seat::First});
      die = uint8_t(r.face());
      ROLL_D10(kAnyFace, FirstReserveDie{Seat::Second});
    } while (die == r.face());
    first = die > r.face() ? 0 : 1;
  }
  for (seat = 0; seat < 2; ++seat) {
    STEP("4.51-a");
    ASK(ChooseReserve{Seat((first + seat) % 2)});
    if (r.answer().verb == Verb::Pass) continue;
    r.tell({.fact = Fact::ReserveActivated, .who = r.answer().who, .why = cite("4.51-a")});
    CALL(Activation{kNone, r.pos.command[r.answer().who], Segment::None, ShockStage::Announce});
  }
  END;
}

Refusal ChooseReserve::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Choose, .who = u} || !is_unit(b, u) || side_of(b, u) != who || !b.pos.on_map(u) ||
      b.pos.command[u] == kNoUnit)
    REFUSE("4.51-a", u);
  if (!b.pos.had_marker[counter(b, u).group]) REFUSE("4.54-a", u);
  if (!command_in_range(b, u)) REFUSE("4.52-a", u);
  return {};
}

// ---- 4.6

int MoveCommander::cost(const Look& b, int side) const {
  const HexId here = b.pos.commander[index(who)], to = b.field.across(here, side);
  if (to == kNoHex) return kClosed;
  const Passage& p = b.field.passage(here, side);
  if (b.field.commander_chart) return p.road[kCommanderColumn];
  const int cavalry = next_to_enemy(b, to, who) ? p.plain[int(Arm::Cavalry)] : p.road[int(Arm::Cavalry)];  // 4.62-a, 7.36-a
  return cavalry == kClosed ? kClosed : 2 * cavalry;
}

Refusal MoveCommander::barred(const Look& b, Action a) const {
  const UnitId u = b.field.commander_id(who);
  if (a.verb == Verb::Stop) {
    if (a != Action{.verb = Verb::Stop, .who = u}) return {kWhen};
    return {};
  }
  const HexId here = b.pos.commander[index(who)];
  const int side = a.hex < b.field.grid.size() && here != kNoHex ? b.field.grid.side_to(here, a.hex) : -1;
  if (a != Action{.verb = Verb::Move, .who = u, .hex = a.hex} || side < 0) REFUSE("4.62-a", a.who, a.hex);
  if (enemy_in(b, a.hex, who)) REFUSE("6.25-a", u, a.hex);
  if (cost(b, side) == kClosed || spent + cost(b, side) > kCommanderHalfMp) REFUSE("4.62-a", u, a.hex);
  return {};
}

Flow CommanderPhase::run(Run& r) {
  BEGIN;
  STEP("3.0-F");
  r.pos.phase = Phase::Commanders, r.pos.segment = Segment::None;
  r.tell({.fact = Fact::PhaseBegan, .why = cite("3.0-F")});
  for (seat = 0; seat < 2; ++seat) {
    if (r.field.commander_id(Seat(seat)) == kNoUnit || r.pos.commander[seat] == kNoHex) continue;
    for (spent = 0;;) {
      STEP("4.62-a");
      ASK(MoveCommander{Seat(seat), spent});
      if (r.answer().verb == Verb::Stop) break;
      spent = uint8_t(spent + MoveCommander{Seat(seat), spent}.cost(r.look(), r.field.grid.side_to(r.pos.commander[seat], r.answer().hex)));
      r.pos.commander[seat] = r.answer().hex;
      r.tell({.fact = Fact::CommanderMoved, .who = r.field.commander_id(Seat(seat)), .hex = r.answer().hex, .why = cite("4.62-a")});
    }
  }
  END;
}

}  // namespace tambour::tng
