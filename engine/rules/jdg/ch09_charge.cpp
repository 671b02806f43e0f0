// SPDX-License-Identifier: MIT
#include "rules/jdg/ch09_charge.h"

#include "hex/line.h"
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/ch08_shock.h"
#include "rules/jdg/ch10_disorder.h"
#include "rules/jdg/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

Party party_of(const Riders& riders) {
  Party out;
  for (UnitId u : riders) out.push_back(u);
  return out;
}

// 9.1-i, 9.1-j: the target's ground, and the side before it.
Refusal strike_barred(const Look& b, HexId from, HexId target) {
  const UnitId there = b.pos.stack.top(target);
  if (!b.field.ground(target).charge) REFUSE("9.1-i", there, target);
  if (b.field.side_flags[from][std::size_t(b.field.grid.side_to(from, target))] & kStopsCharge) REFUSE("9.1-j", there, target);
  return {};
}

Refusal charge_step_barred(const Look& b, const Mover& m, HexId at, HexId to) {
  const UnitId u = m.units[0];
  for (UnitId x : b.pos.stack.in(to))
    if (is_gun(b, x)) REFUSE("9.1-h", x, to);
  if (!b.field.ground(to).charge) REFUSE("9.1-i", u, to);
  if (b.field.side_flags[at][std::size_t(b.field.grid.side_to(at, to))] & kStopsCharge) REFUSE("9.1-j", u, to);
  return {};
}

static bool strikes(const Look& b, HexId from, int facing, HexId target) {
  return in_front_of_facing(b, from, facing, target) && !strike_barred(b, from, target);
}

// 8.4.1-a, ruling J17: others charge a hex that would be struck from there, and none of them stands beside it.
static bool charges_apart(const Look& b, const Mover& m, HexId at, int facing) {
  for (int k = 0; k < 2; ++k) {
    const HexId t = across(b, at, turn(facing, k));
    if (t == kNoHex || !enemy_in(b, t, side_of(b, m.units[0])) || strike_barred(b, at, t)) continue;
    bool others = false, beside = false;
    for (UnitId u : b.field.units_of[index(side_of(b, m.units[0]))]) {
      if (!on_map(b, u) || !b.pos.has(u, kCharging) || m.units.contains(u) || !strikes(b, b.pos.at(u), state(b, u).facing, t)) continue;
      others = true;
      beside |= b.field.grid.distance(b.pos.at(u), at) <= 1;
    }
    if (others && !beside) return true;
  }
  return false;
}

// A charge may end where the target lies in front, with room to stand, after at least one hex.
Refusal charge_halt_barred(const Look& b, const Mover& m, HexId at, int facing) {
  const UnitId u = m.units[0];
  if (m.steps == 0) REFUSE("9.1-e", u, at);
  if (m.lock && facing != state(b, u).facing) REFUSE("9.1-g", u, at);
  if (!in_front_of_facing(b, at, facing, m.target)) REFUSE("6.1.2-c", u, m.target);
  if (const Refusal no = strike_barred(b, at, m.target)) return no;
  if (charges_apart(b, m, at, facing)) REFUSE("8.4.1-a", u, at);
  if (const Refusal no = stop_barred(b, m, at)) return no;
  return face_barred(b, party_of(m.units), at, facing);
}

static bool strikes_from(const Look& b, const Mover& m, HexId at) {
  if (b.field.grid.side_to(at, m.target) < 0) return false;
  Mover there = m;
  there.steps = 1;
  for (int f = 0; f < 6; ++f)
    if (!charge_halt_barred(b, there, at, f)) return true;
  return false;
}

// Whether the target can still be struck from somewhere within reach.
static bool in_reach(const Look& b, const Mover& m, HexId from, int mp, bool first) {
  int8_t best[kMaxHexes];
  flood(b, m, from, mp, first, best, m.target);
  for (int k = 0; k < 6; ++k) {
    const HexId n = across(b, m.target, k);
    if (n != kNoHex && best[n] >= 0 && !(first && n == from) && strikes_from(b, m, n)) return true;
  }
  return false;
}

Refusal charge_loses_target(const Look& b, const Mover& m, HexId to, int mp_left) {
  Mover there = m;
  ++there.steps;
  if (!in_reach(b, there, to, mp_left, false)) REFUSE("9.1-f", m.units[0], to);
  return {};
}

// The riders in hand as the charge begins.
static Mover charger(const Look& b, const Party& riders, HexId target) {
  Mover m{};
  m.start = b.pos.at(riders[0]), m.target = target, m.gait = Gait::Charge, m.mp = 99;
  for (UnitId u : riders) {
    if (m.units.full()) break;
    m.units.push_back(u);
    m.mp = std::min(m.mp, int8_t(allowance(b, u, Gait::Charge)));
  }
  m.lock = in_enemy_zone(b, side_of(b, riders[0]), m.start);
  enemies_over(b, side_of(b, riders[0]), m.start, m.shunned);
  return m;
}

Refusal charge_barred(const Look& b, const Party& riders, HexId target) {
  const UnitId u = riders[0];
  const HexId at = b.pos.at(u);
  if (b.field.doctrine->cavalry == Cavalry::AlwaysCharges) REFUSE("9.1-c", u);
  for (UnitId x : riders) {
    if (!is_cavalry(b, x)) REFUSE("9.1-b", x);
    if (!is_good(b, x)) REFUSE("10.1-d", x);  // 9.1-b
  }
  if (b.field.night(b.pos.turn)) REFUSE("12.1-e", u);
  if (b.field.fog(b.pos.turn)) REFUSE("12.2-d", u);
  if (target >= b.field.grid.size() || !enemy_in(b, target, side_of(b, u))) REFUSE("9.1-a", u, target);
  if (!b.field.ground(at).charge) REFUSE("9.1-i", u, at);
  if (!in_cone(b.field.grid.cube(at), b.field.grid.cube(target), state(b, u).facing)) REFUSE("6.1.2-c", u, target);
  if (!in_sight(b, at, target)) REFUSE("9.1-a", u, target);
  if (!b.field.ground(target).charge) REFUSE("9.1-i", u, target);
  const Mover m = charger(b, riders, target);
  if (!in_reach(b, m, at, m.mp, true)) REFUSE("9.1-f", u, target);
  return {};
}

// What would be struck from there: everybody in front whom cavalry may charge (9.2-a).
static void strike_from(const Look& b, UnitId rider, HexId from, int facing, Combat& c) {
  if (!c.from.contains(from) && !c.from.full()) c.from.push_back(from);
  for (int k = 0; k < 2; ++k) {
    const HexId t = across(b, from, turn(facing, k));
    if (t != kNoHex && enemy_in(b, t, side_of(b, rider)) && !strike_barred(b, from, t) && !c.targets.contains(t) && !c.targets.full())
      c.targets.push_back(t);
  }
}

Ledger charge_ledger(const Look& b, const Party& riders, HexId target) {
  const Mover m = charger(b, riders, target);
  int8_t reach[kMaxHexes];
  flood(b, m, m.start, m.mp, true, reach);
  Mover there = m;
  there.steps = 1;
  Ledger best;
  best.total = -99;
  for (int k = 0; k < 6; ++k)
    for (int f = 0; f < 6; ++f) {
      const HexId n = across(b, target, k);
      if (n == kNoHex || n == m.start || reach[n] < 0 || charge_halt_barred(b, there, n, f)) continue;
      Pos trial = b.pos;
      const Look then{b.field, trial};
      put_together(trial, then, riders, n);
      Combat c;
      c.attacker = side_of(b, riders[0]);
      for (UnitId u : riders) turn_to(trial, u, f), trial.set(u, kCharging);
      for (UnitId u : all_units(b.field))
        if (then.pos.has(u, kCharging) && in_front(then, u, target)) strike_from(then, u, then.pos.at(u), state(then, u).facing, c);
      if (const Ledger l = shock_ledger(then, c); !l.lines.empty() && l.total > best.total) best = l;
    }
  return best.lines.empty() ? Ledger{} : best;
}

// 5.1.3-d: the top one of the riders tests for all.
static UnitId top_rider(const Look& b, const Riders& riders) {
  for (UnitId u : b.pos.stack.in(b.pos.at(riders[0])))
    if (riders.contains(u)) return u;
  return riders[0];
}

// The worked example of the book is cases/jdg/berezina.txt; each of its rows is named where it is decided.
Flow ChargeMove::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  riders = r.pos.mover.units;
  if (!riding) {
    STEP("9.1-c");
    r.pos.mover.lock = in_enemy_zone(b, side_of(b, riders[0]), r.pos.mover.start);  // 9.1-g
    for (UnitId u : riders) r.tell({.fact = Fact::ChargeDeclared, .who = u, .hex = r.pos.mover.target, .why = cite("9.1-c")});
  }
  if (!riding && !has_orders(b, riders[0])) {
    STEP("9.1-d");
    CALL(EngagementTest{top_rider(b, riders)});
    if (!r.result()) {
      for (UnitId u : riders) r.pos.set(u, kStayed);
      RETURN(0);
    }
  }
  CALL(MoveInHand{});
  if (!r.result()) RETURN(0);
  for (UnitId u : riders) r.pos.set(u, kCharging | kFought);
  for (i = 0; i < 2; ++i) {
    STEP("9-b");
    if (across(b, b.pos.at(riders[0]), turn(r.pos.unit[riders[0]].facing, i)) == kNoHex) continue;
    CALL(SquareAttempt{across(b, b.pos.at(riders[0]), turn(r.pos.unit[riders[0]].facing, i)), b.pos.at(riders[0])});
    if (r.result() && square == kNoHex) square = across(b, b.pos.at(riders[0]), turn(r.pos.unit[riders[0]].facing, i));
  }
  if (square == kNoHex) RETURN(1);
  STEP("9.3.3-a");
  CALL(Recall{riders[0], 0, square, riders});
  END;
}

// ---- squares in reaction ----
namespace {

struct AskSquare {
  QUESTION(AskSquare, "Cavalry is upon you: try to form square?", cite("9.3.1-a"), Verb::Yes, Verb::No);
  HexId hex, charger;
  Seat seat(const Look& b) const { return side_of(b, b.pos.stack.top(hex)); }
  UnitId about(const Look& b) const { return top_fighter(b, hex); }
  // In pursuit the combat follows at once; a charge of the movement segment is fought when everybody has moved.
  Announced announced(const Look& b, Action) const { return b.pos.combats.empty() ? Announced{top_fighter(b, charger), hex} : Announced{}; }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::No}) && emit(Action{Verb::Yes}); }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::No) return {};
    const UnitId top = top_fighter(b, hex);
    if (by("9.3.1-c") && top == kNoUnit) REFUSE("9.3.1-c", b.pos.stack.top(hex), hex);
    if (!b.field.ground(hex).clear) REFUSE("9.3.1-a", top, hex);
    for (UnitId u : b.pos.stack.in(hex)) {
      if (is_gun(b, u)) continue;
      if (!is_infantry(b, u) || b.pos.has(u, kSquare)) REFUSE("9.3.1-a", u, hex);
      if (!is_good(b, u)) REFUSE("10.1-d", u, hex);
      if (b.pos.has(u, kLostSquare)) REFUSE("9.3.1-b", u, hex);
    }
    return {};
  }
};

struct AskRecall {
  QUESTION(AskRecall, "The target has formed square: try to recall the charge?", cite("9.3.3-a"), Verb::Yes, Verb::No);
  UnitId rider;
  uint8_t spare = 0;
  HexId square;
  Seat seat(const Look& b) const { return side_of(b, rider); }
  UnitId about(const Look&) const { return rider; }
  Announced announced(const Look& b, Action) const { return b.pos.combats.empty() ? Announced{rider, square} : Announced{}; }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::Yes}) && emit(Action{Verb::No}); }
  Refusal barred(const Look&, Action) const { return {}; }
};

struct RecallTo {  // 9.3.3-b: one hex back from the target, any facing; in place if every hex behind is in an enemy's front
  QUESTION(RecallTo, "Choose where the recalled cavalry goes", cite("9.3.3-b"), Verb::Retreat, Verb::Stop);
  UnitId rider;
  uint8_t spare = 0;
  HexId square;
  Seat seat(const Look& b) const { return side_of(b, rider); }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, b.pos.at(rider)))
      if (!emit(Action{Verb::Retreat, 0, rider, kNoUnit, n})) return;
    emit(Action{Verb::Stop, 0, rider});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != rider) REFUSE("9.3.3-b", a.who);
    if (a.verb == Verb::Retreat) return hex_barred(b, a.hex);
    for (const HexId n : around(b.field, b.pos.at(rider)))
      if (!hex_barred(b, n)) REFUSE("9.3.3-b", rider, n);
    return {};
  }
  Refusal hex_barred(const Look& b, HexId to) const {
    const HexId at = b.pos.at(rider);
    const int k = to < b.field.grid.size() ? b.field.grid.side_to(to, at) : -1;
    if (k < 0) REFUSE("4.4.1-a", rider, to);
    if (enemy_in(b, to, side_of(b, rider))) REFUSE("5.1.2-a", rider, to);
    const Passage& p = b.field.passage[to][std::size_t(Arm::Cavalry)][std::size_t(k)];
    if (p.plain < 0 && p.road < 0) REFUSE("4.3.2-a", rider, to);
    if (b.field.grid.distance(to, square) <= b.field.grid.distance(at, square)) REFUSE("9.3.3-b", rider, to);
    if (in_enemy_front(b, side_of(b, rider), to)) REFUSE("9.3.3-b", rider, to);
    Party all;
    for (UnitId u : b.pos.stack.in(at))
      if (b.pos.has(u, kCharging)) all.push_back(u);
    return stacking_barred(b, all, to);
  }
};

}  // namespace

Flow SquareAttempt::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  if (r.pos.stack.empty(hex) || !enemy_in(b, hex, side_of(b, r.pos.stack.top(charger)))) RETURN(0);
  if (strike_barred(b, charger, hex)) RETURN(0);
  STEP("9.3.1-a");
  ASK(AskSquare{hex, charger});
  if (!r.yes()) RETURN(0);
  rating = 99;
  for (UnitId u : r.pos.stack.in(hex))
    if (!is_gun(b, u)) {
      foot.push_back(u);
      rating = std::min<uint8_t>(rating, uint8_t(ratings(b, u).cohesion));
    }
  STEP("9.3.1-d");
  ROLL_D10(kAnyFace, SquareDie{hex, rating});  // one die for the stack (ruling J26)
  if (r.face() + visibility_on_tests(b) <= rating) {
    form_square(r, hex);
    for (UnitId u : r.pos.stack.in(hex)) r.pos.set(u, kNewSquare);
    RETURN(1);
  }
  rating = uint8_t(r.face() + visibility_on_tests(b));
  for (i = 0; i < foot.size(); ++i) {
    STEP("9.3.1-e");
    if (r.field.doctrine->failed_square == FailedSquare::WhoFailed && rating <= ratings(b, foot[i]).cohesion) continue;
    CALL(Disorder{foot[i], 0, charger});
  }
  RETURN(0);
  END;
}

Flow Recall::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  ASK(AskRecall{rider, 0, square});
  if (!r.yes()) RETURN(0);
  STEP("9.3.3-d");
  CALL(EngagementTest{top_rider(b, riders)});
  if (!r.result() && by("9.3.3-c")) RETURN(0);
  STEP("9.3.3-b");
  ASK(RecallTo{rider, 0, square});
  if (r.answer().verb == Verb::Retreat) put_together(r.pos, b, party_of(riders), r.answer().hex);
  for (UnitId u : riders) r.tell({.fact = Fact::Recalled, .who = u, .hex = b.pos.at(u), .why = cite("9.3.3-b")});
  ASK(FaceFreely{party_of(riders)});
  for (UnitId u : riders) {
    turn_to(r.pos, u, r.answer().arg);
    r.pos.drop(u, kCharging);
  }
  RETURN(1);
  END;
}

}  // namespace tambour::jdg
