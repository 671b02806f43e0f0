// SPDX-License-Identifier: MIT
// Chapter 4.2 and 4.4: a move step by step, and squares.
#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch09_charge.h"
#include "rules/jdg/ch10_disorder.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

// 4.2-b: an enemy zone bars neither forming nor leaving.
Refusal form_square_barred(const Look& b, HexId hex) {
  by("4.2-b");
  if (!b.field.ground(hex).clear) REFUSE("4.2-a", b.pos.stack.top(hex), hex);
  for (UnitId u : b.pos.stack.in(hex)) {
    if (is_cavalry(b, u) || !is_good(b, u)) REFUSE("4.2-a", u, hex);
    if (b.pos.has(u, kSquare)) REFUSE("4.2-f", u, hex);
  }
  return {};
}

void form_square(Run& r, HexId hex) {  // guns conform to the infantry they stand with
  for (UnitId u : r.pos.stack.in(hex)) {
    r.pos.set(u, kSquare);
    r.tell({.fact = Fact::SquareFormed, .who = u, .hex = hex, .why = cite("4.2-l")});
  }
}

// 4.2-c, 4.2-d: in its own activation, unmoved, together with those who were there from its start.
static Refusal form_now_barred(const Look& b, const Mover& m, HexId hex) {
  if (const Refusal no = form_square_barred(b, hex)) return no;
  if (is_gun(b, m.units[0])) REFUSE("4.2-e", m.units[0], hex);
  if (m.steps) REFUSE("4.2-c", m.units[0], hex);
  for (UnitId u : b.pos.stack.in(hex)) {
    if (b.pos.has(u, kMovedNow)) REFUSE("4.2-d", u, hex);
    if (b.pos.has(u, kHandled) && !m.units.contains(u)) REFUSE("4.2-c", u, hex);
  }
  return {};
}

// ---- the step-by-step move ----
namespace {

Refusal stranded(const Look& b, const Mover& m, HexId at, HexId to, int left, int gaps, int depth);

// A hex that cannot be stopped in must have a way out that ends somewhere.
bool leads_on(const Look& b, const Mover& m, HexId at, int mp, int gaps, int depth) {
  if (depth > 4) return false;
  for (const HexId n : around(b.field, at)) {
    const int cost = step_cost(b, m, at, n, false);
    if (step_barred(b, m, at, n, mp, false, cost) || over_gap(b, m, at, n, gaps)) continue;
    if (!stranded(b, m, at, n, mp - cost, gaps, depth + 1)) return true;
  }
  return false;
}

// Would they be held in `to`, where they may neither stop nor go on? A side that disorders them counts before they look for the way
// on (ruling J68); whom it routs it carries away.
Refusal stranded(const Look& b, const Mover& m, HexId at, HexId to, int left, int gaps, int depth) {
  const auto held = [&](const Look& then) -> Refusal {
    const Refusal no = stop_barred(then, m, to);
    return no && !leads_on(then, m, to, left, gaps + is_gap(b, at, to), depth) ? no : Refusal{};
  };
  if (!step_disorders(b, at, to, m.units[0])) return held(b);
  Pos then = b.pos;
  for (UnitId u : m.units) {
    if (!is_good(b, u)) return {};
    then.unit[u].condition = Condition::Disordered;
    then.drop(u, kSquare);
  }
  return held(Look{b.field, then});
}

struct NextStep {
  QUESTION(NextStep, "Move on, or halt and choose the facing", cite("4.4.1-b"),
           Verb::Move, Verb::Halt, Verb::FormSquare, Verb::LeaveSquare);
  Seat seat(const Look& b) const { return side_of(b, b.pos.mover.units[0]); }

  void candidates(const Look& b, auto&& emit) const {
    const Mover& m = b.pos.mover;
    const UnitId u = m.units[0];
    const HexId at = b.pos.at(u);
    for (int f = 0; f < 6; ++f)
      if (!emit(Action{Verb::Halt, uint8_t(f), u})) return;
    for (const HexId n : around(b.field, at))
      if (!emit(Action{Verb::Move, 0, u, kNoUnit, n})) return;
    if (m.gait != Gait::Normal || m.steps) return;
    if (!emit(Action{Verb::FormSquare, 0, u})) return;
    emit(Action{Verb::LeaveSquare, 0, u});
  }

  Refusal barred(const Look& b, Action a) const {
    const Mover& m = b.pos.mover;
    const UnitId u = m.units[0];
    const HexId at = b.pos.at(u);
    if (a.who != u) REFUSE("4.4.1-b", a.who);
    if (a.verb == Verb::Move) return move_barred(b, m, at, a.hex);
    if (a.verb == Verb::Halt) return halt_barred(b, m, at, a.arg);
    if (m.gait != Gait::Normal) REFUSE("4.2-c", u, at);
    if (a.verb == Verb::FormSquare) return form_now_barred(b, m, at);
    if (!b.pos.has(u, kSquare)) REFUSE("4.2-h", u, at);
    if (m.steps || m.mp < b.field.doctrine->leave_square_mp) REFUSE("4.2-h", u, at);
    return {};
  }

  Refusal move_barred(const Look& b, const Mover& m, HexId at, HexId to) const {
    const bool first = m.steps == 0, beside = to < b.field.grid.size() && b.field.grid.side_to(at, to) >= 0;
    const int cost = beside ? step_cost(b, m, at, to, first) : -1;
    if (const Refusal no = beside ? step_barred(b, m, at, to, m.mp, first, cost) : step_barred(b, m, at, to, m.mp, first)) return no;
    const int left = m.mp - cost;
    if (m.gait == Gait::Charge) return charge_loses_target(b, m, to, left);
    return stranded(b, m, at, to, left, 0, 0);
  }
  Ledger ledger(const Look& b, Action a) const {
    const Mover& m = b.pos.mover;
    const HexId at = b.pos.at(m.units[0]);
    if (a.verb != Verb::Move || a.hex >= b.field.grid.size() || step_cost(b, m, at, a.hex, m.steps == 0) < 0) return {};
    return step_ledger(b, m, at, a.hex, m.steps == 0);
  }
  Refusal halt_barred(const Look& b, const Mover& m, HexId at, int facing) const {
    const UnitId u = m.units[0];
    if (facing > 5) REFUSE("6.1.1-a", u, at);
    if (m.gait == Gait::Charge) return charge_halt_barred(b, m, at, facing);
    if (m.steps == 0 && facing != state(b, u).facing) {
      if (b.pos.has(u, kSquare)) REFUSE("4.2-g", u, at);
      if (in_enemy_zone(b, side_of(b, u), at) && angle(facing, state(b, u).facing) > 1 && m.lock != 2) REFUSE("6.2.2-f", u, at);
    }
    if (m.steps)
      if (const Refusal no = stop_barred(b, m, at)) return no;
    Party units;
    for (UnitId x : m.units) units.push_back(x);
    if (m.steps == 0 && facing == state(b, u).facing) return {};
    return face_barred(b, units, at, facing);
  }
};

}  // namespace

Party movers_of(const Look& b, UnitId u, bool stack) {
  Party out{u};
  if (stack)
    for (UnitId x : b.pos.stack.in(b.pos.at(u)))
      if (x != u && counter(b, x).arm == counter(b, u).arm && is_active(b, x) && !b.pos.has(x, kHandled)) out.push_back(x);
  return out;
}

void take_in_hand(Pos& pos, const Look& b, UnitId u, bool stack, Gait gait) {
  Mover m{};
  int mp = 99;
  for (UnitId x : movers_of(b, u, stack)) {
    m.units.push_back(x);
    mp = std::min(mp, allowance(b, x, gait));
  }
  m.start = b.pos.at(u);
  m.mp = int8_t(mp);
  m.gait = gait;
  enemies_over(b, side_of(b, u), m.start, m.shunned);
  pos.mover = m;
  for (UnitId x : m.units) {
    pos.set(x, kHandled);
    note_group_acted(pos, b, x);
  }
}

static void do_step(Run& r, HexId to) {
  Mover& m = r.pos.mover;
  const Look b = r.look();
  const Seat me = side_of(b, m.units[0]);
  const HexId at = b.pos.at(m.units[0]);
  m.mp = int8_t(m.mp - step_cost(b, m, at, to, m.steps == 0));
  if (is_gap(b, at, to)) r.pos.gap_used[index(me)] = uint8_t(r.pos.gap_used[index(me)] + m.units.size());
  Party together;
  for (UnitId u : m.units) together.push_back(u);
  put_together(r.pos, b, together, to);
  for (UnitId u : m.units) {
    r.pos.set(u, kMovedNow);
    arrive(r, u, to);
    r.tell({.fact = Fact::Moved, .who = u, .hex = to, .from = at, .why = cite("4.4.1-a")});
  }
  ++m.steps;
}

// Whoever has routed or died on the way is in hand no more.
static void drop_lost(Mover& m, const Look& b) {
  const FixedVector<UnitId, 3> all = m.units;
  m.units = {};
  for (UnitId u : all)
    if (on_map(b, u) && !is_routed(b, u)) m.units.push_back(u);
}

// Held after all: what a comrade's rout did to those in hand could not be foreseen.
static bool is_held(const Look& b, const Mover& m) {
  if (m.steps == 0 || m.gait == Gait::Charge) return false;
  const HexId at = b.pos.at(m.units[0]);
  return stop_barred(b, m, at) && !leads_on(b, m, at, m.mp, 0, 0);
}

Flow MoveInHand::run(Run& r) {
  Mover& m = r.pos.mover;
  BEGIN;
  for (;;) {
    if (is_held(r.look(), m)) {  // ruling J68: they fall back to where they can stop
      units = m.units;
      for (i = 0; i < units.size(); ++i) {
        STEP("10.5-b");
        CALL(GoBack{units[i], 1, Threat{}});
      }
      RETURN(0);
    }
    STEP("4.4.1-b");
    ASK(NextStep{});
    if (r.answer().verb == Verb::Halt) {
      for (UnitId u : m.units) {
        turn_to(r.pos, u, r.answer().arg);
        r.tell({.fact = Fact::Turned, .who = u, .value = r.answer().arg, .why = cite("6.1.2-a")});
      }
      break;
    }
    if (r.answer().verb == Verb::FormSquare) {
      STEP("4.2-c");
      form_square(r, r.pos.at(m.units[0]));
      for (UnitId u : r.pos.stack.in(r.pos.at(m.units[0]))) r.pos.set(u, kHandled | kTurnedNow);
      break;
    }
    if (r.answer().verb == Verb::LeaveSquare) {
      STEP("4.2-h");
      m.mp = int8_t(m.mp - r.field.doctrine->leave_square_mp);
      by("6.1.2-b");
      m.lock = 2;  // 6.1.2-b: free to face anywhere, even in an enemy zone
      for (UnitId u : r.pos.stack.in(r.pos.at(m.units[0]))) {
        r.pos.drop(u, kSquare);
        r.pos.set(u, kTurnedNow);
        if (!m.units.contains(u)) r.pos.unit[u].once |= kOwesSquare;
        r.tell({.fact = Fact::SquareLeft, .who = u, .why = cite("4.2-h")});
      }
      continue;
    }
    cross = step_disorders(r.look(), r.pos.at(m.units[0]), r.answer().hex, m.units[0]);
    do_step(r, r.answer().hex);
    for (i = 0; cross && i < m.units.size(); ++i) {
      STEP("4.3-c");
      CALL(Disorder{m.units[i], 0, kNoHex});
    }
    drop_lost(m, r.look());
    if (m.units.empty()) RETURN(0);
    CALL(Flight{r.pos.at(m.units[0])});
  }
  RETURN(1);
  END;
}

}  // namespace tambour::jdg
