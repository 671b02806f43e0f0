// SPDX-License-Identifier: MIT
// Chapter 9: the march itself. After every hex the other side may react, and the mover looks at the board anew.
#include "rules/siecle/ch06_activation.h"
#include "rules/siecle/ch09_movement.h"
#include "rules/siecle/ch09_reaction.h"
#include "rules/siecle/ch13_disorganisation.h"
#include "rules/siecle/ch14_morale.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {
namespace {

void spend(March& m, int cost, bool by_road) {
  m.spent = uint8_t(m.spent + cost);
  if (!by_road) m.flags |= kOffRoad;
}

void ride(Run& r, March& m, HexId to) {
  const int k = r.field.officer(m.unit);
  int cost = 0;
  (void)officer_step_barred(r.look(), m, to, cost);
  spend(m, cost, false);
  ++m.steps;
  r.pos.officer[k].hex = to;
  r.tell({.fact = Fact::CommanderMoved, .who = m.unit, .hex = to, .why = cite("9.1-e")});
  note_passage(r, k, to);
  settle_morale(r);  // 14.1-g: the chief's presence counts at once
}

void save_unit(Run& r, UnitId u) {  // FSA-1
  const bool whole = r.field.units[u].steps == 2 && !r.pos.has(u, kFlipped);
  lift(r.pos, u);
  --r.pos.formation[r.field.units[u].formation].present;
  r.pos.unit[u].fate = Fate::Saved;
  r.pos.saved_points[index(side_of(r.look(), u))] = int16_t(r.pos.saved_points[index(side_of(r.look(), u))] + (whole ? 2 : 1));
  r.tell({.fact = Fact::Saved, .who = u, .why = cite("FSA-1")});
}

// The move is over, whatever points are left.
void end_march(Run& r, March& m, Citation why) {
  m.flags |= kStopped;
  r.tell({.fact = Fact::MoveEnded, .who = m.unit, .hex = r.pos.at(m.unit), .why = why});
}

void step(Run& r, March& m, HexId to) {
  const UnitId u = m.unit;
  const HexId from = r.pos.at(u);
  const Edge& e = edge(r.look(), from, r.field.side_to(from, to));
  int cost = 0;
  (void)step_barred(r.look(), m, to, cost);
  spend(m, cost, e.road);
  ++m.steps;
  r.pos.set(u, kMoved);
  r.tell({.fact = Fact::Moved, .who = u, .hex = to, .from = from, .why = cite("9.1-a")});
  if (to == r.field.special.gate_in) return save_unit(r, u);
  enter_hex(r, u, to, false);
  UnitState& s = r.pos.unit[u];
  s.run = ground(r.look(), to).charge ? uint8_t(s.run < 9 ? s.run + 1 : 9) : uint8_t{0};
  if (e.disorganises) disorganise_on_the_march(r, u);
  if (in_zone(r.look(), to, side_of(r.look(), u))) end_march(r, m, cite("8.1-a"));
}

void turn_to(Run& r, March& m, int vertex) {
  int cost = 0;
  (void)turn_barred(r.look(), m, vertex, cost);
  m.spent = uint8_t(m.spent + cost);
  r.pos.unit[m.unit].facing = uint8_t(vertex);
  r.pos.unit[m.unit].run = 0;
  r.pos.set(m.unit, kTurned);
  r.tell({.fact = Fact::Turned, .who = m.unit, .hex = r.pos.at(m.unit), .value = int16_t(vertex), .why = cite("9.2-a")});
}

void arrive(Run& r, March& m, HexId h) {
  if (r.field.is_officer(m.unit)) {
    r.pos.officer[r.field.officer(m.unit)] = {h, Fate::OnMap, kRode};
    spend(m, ground(r.look(), h).cost, false);
  } else {
    const Counter& c = r.field.units[m.unit];
    uint8_t& entered = r.pos.formation[c.formation].entered;
    spend(m, ground(r.look(), h).cost + entered, false);  // 9.9-a
    ++entered, ++m.steps, ++r.pos.formation[c.formation].present;
    r.pos.unit[m.unit].fate = Fate::OnMap;
    r.pos.unit[m.unit].facing = c.face;
    by("9.9-b");
    r.pos.set(m.unit, kArrived | kMoved | kHandled);
    enter_hex(r, m.unit, h, false);
    if (in_zone(r.look(), h, c.side)) end_march(r, m, cite("8.1-a"));
  }
  r.tell({.fact = Fact::Entered, .who = m.unit, .hex = h, .why = cite("9.9-a")});
}

// A heavy squadron that rode straight over open ground at somebody in the open is charging (9.7-a 9.7-c 9.7-d).
void mark_charge(Run& r, const March& m) {
  by("9.7-c", "9.7-d");
  const UnitId u = m.unit;
  const Look b = r.look();
  if (arm(b, u) != Arm::HeavyCavalry || r.pos.unit[u].run < 2) return;
  for (int k = 0; k < 6; ++k) {
    const HexId h = edge(b, r.pos.at(u), k).to;
    if (h == kNoHex || !holds_enemy(b, h, side_of(b, u)) || !ground(b, h).charge || aspect(b, u, k) != Aspect::Front) continue;
    r.pos.set(u, kCharge);
    r.tell({.fact = Fact::ChargeDeclared, .who = u, .hex = h, .why = cite("9.7-a")});
    return;
  }
}

bool must_order_stack(const Look& b, const March& m) {  // 3.5.1-a
  if (b.field.is_officer(m.unit) || !b.pos.on_map(m.unit) || b.pos.routed(m.unit) || !m.steps) return false;
  return b.pos.stack.count(b.pos.at(m.unit)) == 2;
}

bool overstacked(const Look& b, const March& m) {
  return !b.field.is_officer(m.unit) && b.pos.on_map(m.unit) && obstacle(b, m.unit, b.pos.at(m.unit)) != kNoUnit;
}

// Acts that lead to no other hex.
void act_in_place(Run& r, March& m) {
  const UnitId u = m.unit;
  if (r.answer().verb == Verb::LeaveHedgehog) {
    r.pos.drop(u, kHedgehog);
    r.pos.set(u, kTurned);
    r.tell({.fact = Fact::HedgehogLeft, .who = u, .hex = r.pos.at(u), .why = cite("9.6-d")});
    end_march(r, m, cite("9.6-d"));
    return;
  }
  m.flags |= kRestacked;
  if (on_top(r.look(), u)) put_at_bottom(r.pos, u, r.pos.at(u));
  else put_on_top(r.pos, u, r.pos.at(u));
}

}  // namespace

Flow Moving::run(Run& r) {
  March& m = r.pos.march[which];
  const bool rider = r.field.is_officer(unit);
  BEGIN;
  m = {unit, 0, uint8_t(entry == kNoHex ? movement(r.look(), unit) : full_movement(r.look(), unit)), 0, uint8_t(which ? kReaction : 0)};
  if (!rider) r.pos.unit[unit].run = 0;
  if (entry != kNoHex) {
    STEP("9.9-a");
    arrive(r, m, entry);
    CALL(Settle{});
    if (!rider && r.pos.on_map(unit)) CALL(Window{unit, 0, r.pos.at(unit)});
  }
  while (goes_on(r.look(), m)) {
    STEP("9.1-a");
    ASK(ChooseStep{which});
    if (r.answer().verb == Verb::Stop) break;
    if (r.answer().verb == Verb::Face) {
      CALL(Turning{which, r.answer().arg});
    } else if (r.answer().verb != Verb::Move) {
      act_in_place(r, m);
    } else if (rider) {
      ride(r, m, r.answer().hex);
    } else {
      step(r, m, r.answer().hex);
      CALL(Settle{});
      STEP("10.4-a");
      if (which == 0 && r.pos.on_map(unit) && !r.pos.routed(unit)) CALL(Window{unit, 0, r.pos.at(unit)});
    }
  }
  CALL(EndOfMove{which});
  END;
}

// One test in a move, however often the unit turns (9.2-b).
Flow Turning::run(Run& r) {
  March& m = r.pos.march[which];
  BEGIN;
  turn_to(r, m, vertex);
  if (m.flags & kTested || !in_zone(r.look(), r.pos.at(m.unit), side_of(r.look(), m.unit))) RETURN(0);
  STEP("9.2-b");
  m.flags |= kTested;
  CALL(MoraleTest{m.unit, 0, 0, cite("9.2-b")});
  CALL(Settle{});
  END;
}

Flow EndOfMove::run(Run& r) {
  const March& m = r.pos.march[which];
  const Specials& s = r.field.special;
  BEGIN;
  if (overstacked(r.look(), m)) CALL(ClearHex{r.pos.at(m.unit)});
  CALL(Settle{});
  if (must_order_stack(r.look(), m)) {
    STEP("3.5.1-a");
    ASK(ChooseTop{r.pos.at(m.unit)});
    put_on_top(r.pos, r.answer().who, r.pos.at(r.answer().who));
  }
  if (r.field.is_officer(m.unit) || !r.pos.on_map(m.unit) || r.pos.routed(m.unit)) RETURN(0);
  mark_charge(r, m);
  STEP("FSA-7");
  if (r.pos.turn >= s.heat_from && r.pos.turn <= s.heat_to && m.spent > s.heat_mp) r.pos.set(m.unit, kWeary);
  END;
}

Flow MoveSegment::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("4.C-b");
    ASK(ChooseMover{side});
    if (r.answer().verb == Verb::Done) break;
    if (r.field.is_officer(r.answer().who)) r.pos.officer[r.field.officer(r.answer().who)].flags |= kRode;
    else r.pos.set(r.answer().who, kHandled);
    CALL(Moving{0, r.answer().who, r.answer().verb == Verb::Enter ? r.answer().hex : kNoHex});
  }
  END;
}

}  // namespace tambour::siecle
