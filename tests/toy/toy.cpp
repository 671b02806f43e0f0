// SPDX-License-Identifier: MIT
// The rules of the toy game.
#include "toy/toy.h"

#include <algorithm>

#include "play/procedure.h"  // last: its macros

namespace tambour::toy {

static int unit_count(const Look& b) { return int(b.field.counters.size()); }
static bool alive(const Look& b, UnitId u) { return b.field.counters.has(u) && b.pos.head[u] != kNoHex; }
static Seat side(const Look& b, UnitId u) { return b.field.counters[u].side; }

Footprint footprint(const Look& b, UnitId u, HexId head, int facing) {
  return b.field.counters[u].line ? lay(b.field.grid, head, turn(facing, 2), 2) : Footprint{head};
}
Footprint footprint(const Look& b, UnitId u) { return footprint(b, u, b.pos.head[u], b.pos.facing[u]); }

static bool is_front(const Look& b, UnitId u, int side) {
  return b.field.counters[u].line ? is_front_side(b.pos.facing[u], side) : side == b.pos.facing[u];
}

static UnitId unit_in(const Look& b, HexId h) {
  for (UnitId u : UnitRange(unit_count(b)))
    if (alive(b, u) && footprint(b, u).contains(h)) return u;
  return kNoUnit;
}

static Refusal no_room(const Look& b, UnitId u, HexId head, int facing) {
  const Footprint wanted = footprint(b, u, head, facing);
  if (wanted.empty()) REFUSE("2.2", u, head);
  for (HexId h : wanted)
    if (const UnitId there = unit_in(b, h); there != kNoUnit && there != u) REFUSE("2.3", there, h);
  return {};
}

static bool sees(const Look& b, UnitId shooter, UnitId target, int reach) {
  if (distance(b.field.grid, footprint(b, shooter), footprint(b, target)) > reach) return false;
  for (HexId from : footprint(b, shooter))
    for (int k = 0; k < 6; ++k)
      for (HexId to : footprint(b, target))
        if (is_front(b, shooter, k) && b.field.grid.neighbour(from, k) != kNoHex &&
            b.field.grid.distance(b.field.grid.neighbour(from, k), to) < b.field.grid.distance(from, to))
          return true;
  return false;
}

static Ledger fire_ledger(const Look& b, UnitId shooter, UnitId target) {
  Ledger out;
  out.add(b.pos.strength[shooter], cite("3.2"), shooter);
  out.add(distance(b.field.grid, footprint(b, shooter), footprint(b, target)) == 1 ? 2 : 0, cite("3.3"), target);
  out.add(b.field.counters[target].line ? -1 : 0, cite("3.4"), target);
  return out;
}

static void lose(Run& r, UnitId u, int steps, Citation why) {
  r.pos.strength[u] = uint8_t(r.pos.strength[u] > steps ? r.pos.strength[u] - steps : 0);
  if (r.pos.strength[u]) return;
  r.pos.head[u] = kNoHex;
  r.tell({.fact = Fact::Eliminated, .who = u, .why = why});
}

struct ChooseStance {
  QUESTION(ChooseStance, "Choose a stance in secret", cite("4.1"), Verb::ChooseNumber);
  static constexpr bool kRest = true;
  uint8_t who;
  Seat seat(const Look&) const { return Seat(who); }
  void candidates(const Look&, auto&& emit) const {
    for (uint8_t n = 0; n < 3; ++n)
      if (!emit(Action{Verb::ChooseNumber, n})) return;
  }
  Refusal barred(const Look&, Action a) const {
    if (a != Action{Verb::ChooseNumber, a.arg} || a.arg > 2) REFUSE("4.1");
    return {};
  }
};

struct DrawFirst {
  QUESTION(DrawFirst, "A marker says who moves first", cite("1.2"), Verb::Draw);
  uint8_t unused = 0;
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look&, auto&& emit) const {
    for (uint8_t n = 0; n < 2; ++n)
      if (!emit(Action{Verb::Draw, n})) return;
  }
  Refusal barred(const Look&, Action a) const {
    if (a != Action{Verb::Draw, a.arg} || a.arg > 1) REFUSE("1.2");
    return {};
  }
};

struct ChooseMover {
  QUESTION(ChooseMover, "Choose a counter to move, or be done", cite("2.1"), Verb::Select, Verb::Done);
  static constexpr bool kRest = true;
  uint8_t who;
  Seat seat(const Look&) const { return Seat(who); }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : UnitRange(unit_count(b)))
      if (!emit(Action{Verb::Select, 0, u})) return;
    emit(Action{Verb::Done});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a == Action{Verb::Done}) return {};
    if (a != Action{Verb::Select, 0, a.who} || !alive(b, a.who) || side(b, a.who) != Seat(who)) REFUSE("2.1");
    if (b.pos.moved[a.who]) REFUSE("2.1", a.who);
    return {};
  }
};

// Lines turn to a vertex with `halt`, columns to a hexside with `wheel`.
struct NextStep {
  QUESTION(NextStep, "Move one hex, or end the move with a facing", cite("2.2"), Verb::Move, Verb::Halt, Verb::Wheel);
  static constexpr bool kRest = true;
  UnitId unit;
  uint8_t steps;
  Seat seat(const Look& b) const { return side(b, unit); }
  Verb turning(const Look& b) const { return b.field.counters[unit].line ? Verb::Halt : Verb::Wheel; }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < 6; ++k)
      if (const HexId h = b.field.grid.neighbour(b.pos.head[unit], k); h != kNoHex && !emit(Action{Verb::Move, 0, unit, kNoUnit, h}))
        return;
    for (uint8_t f = 0; f < 6; ++f)
      if (!emit(Action{turning(b), f, unit})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != unit || a.whom != kNoUnit || a.extra) REFUSE("2.1", unit);
    if (a.verb == Verb::Move) {
      const int k = a.hex < b.field.grid.size() ? b.field.grid.side_to(b.pos.head[unit], a.hex) : -1;
      if (a.arg || k < 0 || !is_front(b, unit, k)) REFUSE("2.2", unit, a.hex);
      if (steps == 0) REFUSE("2.4", unit);
      return no_room(b, unit, a.hex, b.pos.facing[unit]);
    }
    if (a.verb != turning(b) || a.hex != kNoHex || a.arg > 5) REFUSE("2.2", unit);
    if (a.arg != b.pos.facing[unit] && angle(a.arg, b.pos.facing[unit]) > 1) REFUSE("2.4", unit);
    return a.arg == b.pos.facing[unit] ? Refusal{} : no_room(b, unit, b.pos.head[unit], a.arg);
  }
};

struct React {
  QUESTION(React, "Fire at the mover, or pass", cite("3.1"), Verb::Fire, Verb::Pass);
  UnitId mover;
  Seat seat(const Look& b) const { return other(side(b, mover)); }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : UnitRange(unit_count(b)))
      for (HexId h : footprint(b, mover))
        if (!emit(Action{Verb::Fire, b.pos.facing[u], u, kNoUnit, h})) return;
    emit(Action{Verb::Pass});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a == Action{Verb::Pass}) return {};
    if (a.verb != Verb::Fire || a.whom != kNoUnit || a.extra || !alive(b, a.who) || side(b, a.who) == side(b, mover)) REFUSE("3.1");
    if (!footprint(b, mover).contains(a.hex) || a.arg != b.pos.facing[a.who]) REFUSE("3.1", a.who, a.hex);
    if (!sees(b, a.who, mover, 2)) REFUSE("3.2", a.who, a.hex);
    return {};
  }
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::Fire && !barred(b, a) ? fire_ledger(b, a.who, mover) : Ledger{}; }
};

struct ReactionFire {
  static constexpr const char* kName = "ReactionFire";
  UnitId shooter, target;
  Flow run(Run& r) {
    BEGIN;
    STEP("3.2");
    ROLL_D10(test_breaks(fire_ledger(r.look(), shooter, target).total));
    if (r.face() > fire_ledger(r.look(), shooter, target).total) RETURN(0);
    lose(r, target, 1, cite("3.2"));
    RETURN(1);
    END;
  }
};

// Any number of counters may react, one after the other, until the mover is hit.
struct Window {
  static constexpr const char* kName = "Window";
  UnitId mover;
  uint8_t shots = 0;
  Flow run(Run& r) {
    BEGIN;
    STEP("3.1");
    for (; shots < 3; ++shots) {
      ASK(React{mover});
      if (r.answer().verb == Verb::Pass) RETURN(0);
      CALL(ReactionFire{r.answer().who, mover});
      if (r.result()) RETURN(1);
    }
    RETURN(0);
    END;
  }
};

struct AskNothing {
  QUESTION(AskNothing, "Choose, though there is nothing to choose", cite("2.2"), Verb::ChooseNumber);
  uint8_t unused = 0;
  Seat seat(const Look& b) const { return Seat(b.pos.phasing); }
  void candidates(const Look&, auto&&) const {}
  Refusal barred(const Look&, Action) const { return {kWhen}; }
};

struct Step {
  static constexpr const char* kName = "Step";
  Flow run(Run& r) {
    BEGIN;
    STEP("2.2");
    END;
  }
};

// See Trap: each kind breaks another promise of a rule to the kernel.
struct Spring {
  static constexpr const char* kName = "Spring";
  uint8_t kind;
  Flow run(Run& r) {
    BEGIN;
    STEP("2.2");
    if (kind == Trap::List) fill();
    if (kind == Trap::Nest) CALL(Spring{kind});
    while (kind == Trap::Loop) CALL(Step{});
    if (kind == Trap::Dead) ASK(AskNothing{});
    END;
  }
  static void fill() {
    FixedVector<int, 4> list;
    for (int i = 0; i < 5; ++i) list.push_back(i);
  }
};

struct MoveOne {
  static constexpr const char* kName = "MoveOne";
  UnitId unit;
  uint8_t steps;
  Flow run(Run& r) {
    BEGIN;
    STEP("2.2");
    r.pos.moved[unit] = 1;
    for (;;) {
      ASK(NextStep{unit, steps});
      if (r.answer().verb != Verb::Move) break;
      --steps;
      r.pos.head[unit] = r.answer().hex;
      r.tell({.fact = Fact::Moved, .who = unit, .hex = r.answer().hex, .why = cite("2.2")});
      if (r.pos.head[unit] == r.field.trap.hex) CALL(Spring{r.field.trap.kind});
      CALL(Window{unit});
      if (r.result()) RETURN(1);
    }
    r.pos.facing[unit] = r.answer().arg;
    r.tell({.fact = Fact::Turned, .who = unit, .value = int16_t(r.answer().arg), .why = cite("2.2")});
    END;
  }
};

struct MovePhase {
  static constexpr const char* kName = "MovePhase";
  uint8_t who;
  Flow run(Run& r) {
    BEGIN;
    STEP("2.1");
    r.pos.phasing = who;
    for (;;) {
      ASK(ChooseMover{who});
      if (r.answer().verb == Verb::Done) break;
      CALL(MoveOne{r.answer().who, uint8_t(r.field.counters[r.answer().who].line ? 2 : 3)});
    }
    END;
  }
};

// Everybody with an enemy before him fires; nobody falls before all have fired.
struct Exchange {
  static constexpr const char* kName = "Exchange";
  UnitId shooter = kFirstUnit, target = kNoUnit;
  Flow run(Run& r) {
    BEGIN;
    STEP("4.2");
    r.pos.shown = 1;
    r.reveal();
    for (; r.field.counters.has(shooter); ++shooter) {
      target = nearest_target(r.look());
      if (target == kNoUnit) continue;
      ROLL(Dice::Sixes, kAnyFace);
      if (r.face() >= 44 - 10 * r.pos.stance[index(side(r.look(), shooter))]) ++r.pos.loss[target];
    }
    for (UnitId u : UnitRange(unit_count(r.look()))) {
      if (r.pos.loss[u] && alive(r.look(), u)) lose(r, u, r.pos.loss[u], cite("4.2"));
      r.pos.loss[u] = 0;
    }
    END;
  }
  UnitId nearest_target(const Look& b) const {
    for (UnitId u : UnitRange(unit_count(b)))
      if (alive(b, shooter) && alive(b, u) && side(b, u) != side(b, shooter) && sees(b, shooter, u, 1)) return u;
    return kNoUnit;
  }
};

struct WholeGame {
  static constexpr const char* kName = "WholeGame";
  uint8_t first = 0;
  Flow run(Run& r) {
    BEGIN;
    for (r.pos.turn = 1; r.pos.turn <= r.field.turns; ++r.pos.turn) {
      STEP("4.1");
      r.pos.shown = 0;
      std::memset(r.pos.stance, 0xFF, 2);
      r.pos.moved = {};
      ASK(ChooseStance{0});
      r.pos.stance[0] = r.answer().arg;
      ASK(ChooseStance{1});
      r.pos.stance[1] = r.answer().arg;
      DRAW(DrawFirst{});
      first = r.answer().arg;
      CALL(MovePhase{first});
      CALL(MovePhase{uint8_t(1 - first)});
      CALL(Exchange{});
    }
    r.tell({.fact = Fact::GameEnded, .why = cite("5.1")});
    END;
  }
};

Run ToyGame::lay(State& s) const {
  Run r = begin(s);
  std::memset(&r.pos.head, 0xFF, sizeof r.pos.head);
  std::memset(r.pos.stance, 0xFF, sizeof r.pos.stance);
  for (UnitId u : UnitRange(unit_count(look(s)))) {
    const Counter& c = field().counters[u];
    r.pos.head[u] = c.at, r.pos.facing[u] = uint8_t(c.facing), r.pos.strength[u] = uint8_t(c.strength);
  }
  return r;
}

void ToyGame::setup(State& s) const {
  Run r = lay(s);
  r.call(WholeGame{});
  r.advance();
}

// Statements: "strength <unit> <n>", "moving <side>" (play begins in that side's movement, and ends with it), "exchange".
Trouble ToyGame::arrange(State& s, std::span<const Statement> given) const {
  Run r = lay(s);
  r.pos.turn = 1;
  r.pos.stance[0] = r.pos.stance[1] = 0;
  for (const Statement& g : given) {
    if (g.words[0] == "strength" && g.words.size() == 3 && find_unit(g.words[1]) && to_int(g.words[2])) {
      r.pos.strength[*find_unit(g.words[1])] = uint8_t(*to_int(g.words[2]));
    } else if (g.words[0] == "moving" && g.words.size() == 2 && find_marker(g.words[1])) {
      r.call(MovePhase{uint8_t(*find_marker(g.words[1]))});
    } else if (g.words[0] == "exchange") {
      r.call(Exchange{});
    } else {
      return {"", g.line, "'" + g.words[0] + "' is not a statement of this game, or lacks its operands"};
    }
  }
  if (s.depth == 0) return {"", 0, "nothing is going on; give 'moving <side>' or 'exchange'"};
  r.advance();
  return {};
}

View ToyGame::observe(const State& s, Seat seat) const {
  const Pos& p = pos(s);
  View v;
  v.turn = std::min<int>(p.turn, field().turns), v.turns = field().turns;
  v.over = s.over();
  v.winner = outcome(s).winner;
  for (UnitId u : UnitRange(unit_count(look(s)))) {
    CounterView c(u, {field().counters[u].side, p.head[u] == kNoHex ? Condition::Eliminated : Condition::Good, p.head[u], p.strength[u]});
    c.facing = p.facing[u] + (field().counters[u].line ? 0 : 6);
    c.values = {{"sp", p.strength[u]}};
    if (p.moved[u]) c.marks.push_back("moved");
    if (const Footprint f = footprint(look(s), u); p.head[u] != kNoHex && f.size() > 1) c.hexes.assign(f.begin(), f.end());
    v.counters.push_back(std::move(c));
  }
  for (Seat side : {Seat::First, Seat::Second})
    if (const int stance = p.stance[index(side)]; stance != 0xFF && (p.shown || seat == side || seat == Seat::Nobody))
      v.facts.emplace_back("stance." + side_name(side), std::to_string(stance));
  return v;
}

void ToyGame::resample(State& s, Seat seat, Rng& rng) const {
  uint8_t& theirs = pos(s).stance[index(other(seat))];
  if (!pos(s).shown && theirs != 0xFF) theirs = uint8_t(rng.below(3));
}

std::string ToyGame::complaint(const State& s) const {
  const Look b = look(s);
  for (UnitId u : UnitRange(unit_count(b))) {
    if (!alive(b, u)) continue;
    if (!b.pos.strength[u]) return unit(u) + " stands without strength";
    if (footprint(b, u).empty()) return unit(u) + " lies partly off the map";
    if (no_room(b, u, b.pos.head[u], b.pos.facing[u])) return unit(u) + " overlaps another counter";
  }
  return {};
}

}  // namespace tambour::toy
