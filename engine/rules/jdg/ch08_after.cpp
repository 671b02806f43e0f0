// SPDX-License-Identifier: MIT
// Chapter 8.7: what follows a combat: pursuit or advance, the closing test, counter-shock.
#include "rules/jdg/ch08_shock.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {
namespace {

// The defenders who may strike back (8.7.2-d): good order, on foot or horse, not in square, second combat not yet used.
bool can_counter(const Look& b, UnitId u) { return on_map(b, u) && !is_gun(b, u) && is_good(b, u) && !b.pos.has(u, kSquare | kSecondUsed); }

struct AskCounterShock {
  QUESTION(AskCounterShock, "Counter-shock: strike back, advance first, or stand", cite("8.7.2-d"), Verb::Shock, Verb::Advance, Verb::Pass);
  uint8_t combat, advanced;
  UnitId only;
  Seat seat(const Look& b) const { return other(b.pos.combats[combat].attacker); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (UnitId u : all_units(b.field)) {
      if (!can_counter(b, u) || side_of(b, u) != seat(b)) continue;
      for (const HexId t : around(b.field, b.pos.at(u)))
        if (!emit(Action{Verb::Shock, 0, u, kNoUnit, t})) return;
      if (!emit(Action{Verb::Advance, state(b, u).facing, u})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Pass) return {};
    const Combat& c = b.pos.combats[combat];
    if (only != kNoUnit && a.who != only) REFUSE("8.7.2-e", a.who);
    if (!on_map(b, a.who) || (only == kNoUnit && !c.targets.contains(b.pos.at(a.who)))) REFUSE("8.7.2-d", a.who);
    if (b.pos.has(a.who, kSecondUsed)) REFUSE("8.7.2-a", a.who);
    if (b.pos.has(a.who, kSquare)) REFUSE("4.2-i", a.who);
    if (!can_counter(b, a.who)) REFUSE("8.7.2-d", a.who);
    if (a.verb == Verb::Shock) return shock_barred(b, a.who, a.hex);
    if (advanced || a.arg != state(b, a.who).facing || advance_hex(b, a.who) == kNoHex) REFUSE("8.7.2-e", a.who);
    return {};
  }
  // The hex an attacker left by recoil that this unit has before it.
  HexId advance_hex(const Look& b, UnitId u) const {
    for (HexId f : b.pos.combats[combat].from)
      if (b.pos.stack.empty(f) && in_front(b, u, f) && can_enter(b, u, b.pos.at(u), f)) return f;
    return kNoHex;
  }
  Ledger ledger(const Look& b, Action a) const {
    return a.verb != Verb::Shock || barred(b, a) ? Ledger{} : shock_ledger(b, blow(b, a.who, a.hex));
  }
  static Combat blow(const Look& b, UnitId u, HexId target) {
    Combat c;
    c.from.push_back(b.pos.at(u));
    c.targets.push_back(target);
    c.attacker = side_of(b, u);
    c.second = 1;
    return c;
  }
};

// 8.7.2-d, 8.7.2-f: one front hex is enough, both may be struck in one combat.
struct WidenCounterShock {
  QUESTION(WidenCounterShock, "Strike at the other hex in front as well, or at this one alone", cite("8.7.2-f"), Verb::Shock, Verb::Done);
  UnitId unit;
  uint8_t spare = 0;
  HexId first;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (const HexId t : around(b.field, b.pos.at(unit)))
      if (!emit(Action{Verb::Shock, 0, unit, kNoUnit, t})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Done) return {};
    if (a.who != unit || a.hex == first) REFUSE("8.7.2-d", a.who, a.hex);
    if (const Refusal no = shock_barred(b, unit, a.hex)) return no;
    if (b.field.grid.distance(first, a.hex) != 1) REFUSE("6.1.2-c", unit, a.hex);  // no facing has both in front
    return {};
  }
  Ledger ledger(const Look& b, Action a) const {
    if (a.verb != Verb::Shock || barred(b, a)) return {};
    Combat c = AskCounterShock::blow(b, unit, first);
    c.targets.push_back(a.hex);
    return shock_ledger(b, c);
  }
};

}  // namespace

const Fighting kSeriesFighting{[](Run& r, uint8_t combat) { r.call(FightOut{combat}); }};

Flow FightOut::run(Run& r) {
  const Look b = r.look();
  Combat& c = r.pos.combats[combat];
  BEGIN;
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f))
      if (b.pos.has(u, kCharging) && !riders.full()) riders.push_back(u);
  CALL(Fight{combat});
  result = uint8_t(r.result());
  if (result == kNoFight) RETURN(0);  // ruling J25: no closing test for those whom reaction fire stopped
  if (result <= int(ShockResult::AttackerBack)) {
    CALL(StrikeBack{combat, result});
  } else if (able_riders(b, riders).empty()) {
    CALL(AdvanceAfter{combat, uint8_t(result == int(ShockResult::DefenderDisorder) && !fought_guns(b, other(c.attacker)))});
  } else if (has_left(b, other(c.attacker))) {
    STEP("9.5.1-a");
    CALL(StartPursuit{c.attacker, 0, able_riders(b, riders)});
  }
  STEP("9.2-d");  // EX-BER-6
  CALL(ClosingTests{riders, 0, threat_of(c.targets)});
  END;
}

// Each by itself; whoever has routed in the charge runs instead (10.2-h, ruling J69).
Flow ClosingTests::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  for (i = 0; i < riders.size(); ++i) {
    if (!on_map(b, riders[i])) continue;
    if (!b.pos.has(riders[i], kCharging) && !(r.pos.unit[riders[i]].once & kOwesRun)) continue;
    r.pos.drop(riders[i], kCharging);
    r.pos.unit[riders[i]].once = uint8_t(r.pos.unit[riders[i]].once & ~kOwesRun);
    CALL(TakeTest{riders[i], 0, threat});
  }
  END;
}

// 9.5.1-c, ruling J20: attacked cavalry rides after an attacker who went back, if the table or its counter-charge lets it;
// below 0 a defender who does not may counter-shock.
Flow StrikeBack::run(Run& r) {
  const Look b = r.look();
  Combat& c = r.pos.combats[combat];
  BEGIN;
  if ((c.countered || result == int(ShockResult::AttackerCounter)) && !able_riders(b, other(c.attacker)).empty() &&
      has_left(b, c.attacker)) {
    STEP("9.5.1-c");
    CALL(StartPursuit{other(c.attacker), 1, able_riders(b, other(c.attacker))});
    if (r.result()) RETURN(0);
  }
  if (result == int(ShockResult::AttackerCounter) && !r.pos.combats.full()) CALL(CounterShock{combat});
  END;
}

Flow CounterShock::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  STEP("8.7.2-d");
  ASK(AskCounterShock{combat, 0, kNoUnit});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  unit = r.answer().who;
  if (r.answer().verb == Verb::Advance) {
    STEP("8.7.2-e");
    hex = AskCounterShock{combat, 0, kNoUnit}.advance_hex(b, unit);
    cross = step_disorders(b, b.pos.at(unit), hex, unit);
    put(r.pos, b, unit, hex);
    arrive(r, unit, hex);
    r.tell({.fact = Fact::Advanced, .who = unit, .hex = hex, .why = cite("8.7.2-e")});
    if (cross) CALL(Disorder{unit, 0, kNoHex});  // 8.7.1-f
    CALL(Flight{hex});
    ASK(AskCounterShock{combat, 1, unit});
    if (r.answer().verb == Verb::Pass) RETURN(0);
  }
  by("8.2-d", "8.7.2-f");
  r.pos.combats.push_back(AskCounterShock::blow(b, unit, r.answer().hex));
  for (UnitId u : fighters(b, b.pos.at(unit))) r.pos.set(u, kSecondUsed);
  ASK(WidenCounterShock{unit, 0, r.answer().hex});  // 8.2-d
  if (r.answer().verb == Verb::Shock) r.pos.combats.back().targets.push_back(r.answer().hex);
  CALL(SecondShock{uint8_t(r.pos.combats.size() - 1)});
  r.pos.combats.pop_back();
  END;
}

// Enlisted among the attacks only while the cavalry before it decides: last in, last out.
Flow SecondShock::run(Run& r) {
  BEGIN;
  STEP("8.8.1-a");
  if (!r.pos.attacks.full()) {
    {
      const Combat& c = r.pos.combats[combat];
      Attack a{c.from[0], {kNoHex, kNoHex, kNoHex}};
      for (int k = 0; k < c.targets.size() && k < 3; ++k) a.target[k] = c.targets[k];
      r.pos.attacks.push_back(a);
    }
    for (i = 0; i < r.pos.combats[combat].targets.size(); ++i)
      CALL(Evasion{uint64_t{1} << (r.pos.attacks.size() - 1), r.pos.combats[combat].targets[i]});
    r.pos.attacks.erase_at(r.pos.attacks.size() - 1);
  }
  CALL(FightOut{combat});
  END;
}

}  // namespace tambour::jdg
