// SPDX-License-Identifier: MIT
// Chapter 2.5: how commanders-in-chief ride, flee and are lost.
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch06_zones.h"
#include "rules/jdg/moving.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

// 2.5.1-c, 2.5.1-d, ruling J33: the chart's commander column, in half movement points.
static int ride_cost(const Look& b, HexId from, HexId to) {
  const int k = b.field.grid.side_to(to, from);
  if (k < 0) return -1;
  const Passage& p = b.field.passage[to][3][std::size_t(k)];
  return p.road >= 0 ? p.road : p.plain;
}

Refusal ride_barred(const Look& b, int i, HexId to, int half_mp) {
  const UnitId who = b.field.leader(i);
  const Seat me = b.field.commanders[std::size_t(i)].side;
  if (to >= b.field.grid.size()) REFUSE("4.4.1-g", who, to);
  const int cost = ride_cost(b, b.pos.leader_at[i], to);
  if (b.field.grid.side_to(b.pos.leader_at[i], to) < 0) REFUSE("4.4.1-a", who, to);
  if (cost < 0) REFUSE("4.3.2-a", who, to);
  if (enemy_in(b, to, me)) REFUSE("5.1.2-a", who, to);
  if (cost > half_mp) REFUSE("2.5.1-c", who, to);  // 2.5.1-e: there is no forced march for him
  if (in_enemy_zone(b, me, to) && !friend_in(b, to, me)) REFUSE("2.5.1-d", who, to);
  return {};
}

namespace {

struct RideOn {
  QUESTION(RideOn, "Ride on, or stop here", cite("2.5.1-c"), Verb::Move, Verb::Stop);
  static constexpr bool kRest = true;
  uint8_t commander;
  int8_t half_mp;
  Seat seat(const Look& b) const { return b.field.commanders[commander].side; }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId who = b.field.leader(commander);
    if (!emit(Action{Verb::Stop, 0, who})) return;
    for (const HexId n : around(b.field, b.pos.leader_at[commander]))
      if (!emit(Action{Verb::Move, 0, who, kNoUnit, n})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != b.field.leader(commander)) REFUSE("4.4.1-b", a.who);
    return a.verb == Verb::Stop ? Refusal{} : ride_barred(b, commander, a.hex, half_mp);
  }
};

struct Flee {  // 2.5.2-a, 2.5.2-b: one or two hexes, through enemy zones if need be
  QUESTION(Flee, "The enemy is upon the commander: where does he go?", cite("2.5.2-a"), Verb::Move, Verb::Stop);
  uint8_t commander, steps;
  Seat seat(const Look& b) const { return b.field.commanders[commander].side; }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId who = b.field.leader(commander);
    for (const HexId n : around(b.field, b.pos.leader_at[commander]))
      if (!emit(Action{Verb::Move, 0, who, kNoUnit, n})) return;
    emit(Action{Verb::Stop, 0, who});
  }
  Refusal barred(const Look& b, Action a) const {
    const UnitId who = b.field.leader(commander);
    const HexId at = b.pos.leader_at[commander];
    if (a.who != who) REFUSE("4.4.1-b", a.who);
    if (a.verb == Verb::Stop) {
      if (steps == 0 && !friend_in(b, at, seat(b)) && can_flee(b)) REFUSE("2.5.2-a", who, at);
      return {};
    }
    return hex_barred(b, a.hex);
  }
  Refusal hex_barred(const Look& b, HexId to) const {
    const UnitId who = b.field.leader(commander);
    if (to >= b.field.grid.size() || b.field.grid.side_to(b.pos.leader_at[commander], to) < 0) REFUSE("4.4.1-a", who, to);
    if (enemy_in(b, to, seat(b))) REFUSE("2.5.2-e", who, to);
    if (ride_cost(b, b.pos.leader_at[commander], to) < 0) REFUSE("4.3.2-a", who, to);
    return {};
  }
  bool can_flee(const Look& b) const {
    for (const HexId n : around(b.field, b.pos.leader_at[commander]))
      if (!hex_barred(b, n)) return true;
    return false;
  }
};

void lose(Run& r, int i) {
  r.pos.leader[i] = uint8_t(r.pos.leader[i] | kLeaderLost);
  r.tell({.fact = Fact::CommanderLost, .who = r.field.leader(i), .hex = r.pos.leader_at[i], .why = cite("2.5.2-e")});
  r.pos.leader_at[i] = kNoHex;
  const Seat s = r.field.commanders[std::size_t(i)].side;
  for (int other = 0; other < r.field.leader_count(); ++other)
    if (commander_present(r.look(), other) && r.field.commanders[std::size_t(other)].side == s) return;
  for (UnitId u : r.field.units_of[index(s)])  // 2.5.2-f, ruling J70: at once
    if (const uint8_t g = r.pos.unit[u].group; g != kNoGroup) r.pos.orders[g] = 0;
}

}  // namespace

PointsLeft ride_left(const Look& b, const State& s) {
  const auto* q = open_question<RideOn, Look>(s);
  return q ? PointsLeft({b.field.leader(q->commander), int(q->half_mp)}) : std::nullopt;
}

Flow CommanderMove::run(Run& r) {
  BEGIN;
  STEP("2.5.1-c");
  r.pos.leader[commander] = uint8_t(r.pos.leader[commander] | kLeaderMoved);
  for (;;) {
    ASK(RideOn{commander, half_mp});
    if (r.answer().verb == Verb::Stop) break;
    half_mp = int8_t(half_mp - ride_cost(r.look(), r.pos.leader_at[commander], r.answer().hex));
    r.pos.leader_at[commander] = r.answer().hex;
    r.tell({.fact = Fact::CommanderMoved, .who = r.field.leader(commander), .hex = r.answer().hex, .why = cite("2.5.1-c")});
  }
  END;
}

Flow Flight::run(Run& r) {
  BEGIN;
  for (commander = 0; commander < r.field.leader_count(); ++commander) {
    if (!commander_present(r.look(), commander) || r.pos.stack.empty(enemy)) continue;
    if (r.field.commanders[commander].side == side_of(r.look(), r.pos.stack.top(enemy))) continue;
    if (r.field.grid.distance(r.pos.leader_at[commander], enemy) > 1) continue;
    STEP("2.5.2-a");
    if (!friend_in(r.look(), r.pos.leader_at[commander], r.field.commanders[commander].side) && !Flee{commander, 0}.can_flee(r.look())) {
      lose(r, commander);  // ruling J34
      continue;
    }
    for (steps = 0; steps < 2; ++steps) {
      ASK(Flee{commander, steps});
      if (r.answer().verb == Verb::Stop) break;
      r.pos.leader_at[commander] = r.answer().hex;
      r.tell({.fact = Fact::CommanderMoved, .who = r.field.leader(commander), .hex = r.answer().hex, .why = cite("2.5.2-b")});
    }
  }
  END;
}

// 2.5.2-c, 2.5.2-d: he goes where his host goes, off the map too.
void take_along(Run& r, Seat s, HexId from, HexId to) {
  by("2.5.2-d");
  for (int i = 0; i < r.field.leader_count(); ++i) {
    if (!commander_present(r.look(), i) || r.field.commanders[std::size_t(i)].side != s || r.pos.leader_at[i] != from) continue;
    if (to == kNoHex) {
      lose(r, i);
      continue;
    }
    r.pos.leader_at[i] = to;
    r.tell({.fact = Fact::CommanderMoved, .who = r.field.leader(i), .hex = to, .why = cite("2.5.2-c")});
  }
}

// Battles replace commanders on a given turn: one leaves, another takes his place or rides in later.
void commanders_by_turn(Pos& pos, const Field& field, Run& r) {
  for (int i = 0; i < field.leader_count(); ++i) {
    const Commander& c = field.commanders[std::size_t(i)];
    if (pos.turn == c.from_turn && c.takes_over != 0xFF && !(pos.leader[i] & kLeaderHere)) {
      if ((pos.leader[c.takes_over] & (kLeaderHere | kLeaderLost)) == kLeaderHere) {
        pos.leader[i] = kLeaderHere;
        pos.leader_at[i] = pos.leader_at[c.takes_over];
        r.tell({.fact = Fact::CommanderMoved, .who = field.leader(i), .hex = pos.leader_at[i], .why = cite("2.5.1-a")});
      }
    }
  }
  for (int i = 0; i < field.leader_count(); ++i) {
    if (pos.turn <= field.commanders[std::size_t(i)].to_turn || !(pos.leader[i] & kLeaderHere)) continue;
    pos.leader[i] = uint8_t(pos.leader[i] & ~kLeaderHere);
    pos.leader_at[i] = kNoHex;
  }
}

}  // namespace tambour::jdg
