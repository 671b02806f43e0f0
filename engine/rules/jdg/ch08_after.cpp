// Chapters 8.7.2 and 9.5: after the combat: pursuit, advance, counter-shock; and refusal of shock (8.8).
#include "rules/jdg/ch08_shock.h"

namespace tambour::jdg {
namespace {

// The defenders who may strike back (8.7.2-d): good order, on foot or horse, not in square, second combat not yet used.
bool may_counter(const Look& b, UnitId u) { return on_map(b, u) && !is_gun(b, u) && is_good(b, u) && !flag(b, u, kSquare | kSecondUsed); }

struct AskCounterShock {
  static constexpr const char* kName = "AskCounterShock";
  static constexpr const char* kPrompt = "Counter-shock: strike back, advance first, or stand";
  static constexpr Verb kVerbs[] = {Verb::Shock, Verb::Advance, Verb::Pass};
  static constexpr Citation kWhen = cite("8.7.2-d");
  uint8_t combat, advanced;
  UnitId only;
  Seat seat(const Look& b) const { return other(b.pos.combats[combat].attacker); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (UnitId u = 0; u < b.field.unit_count(); ++u) {
      if (!may_counter(b, u) || side(b, u) != seat(b)) continue;
      for (int k = 0; k < 6; ++k)
        if (const HexId t = across(b, hex_of(b, u), k); t != kNoHex && !emit(Action{Verb::Shock, 0, u, kNoUnit, t})) return;
      if (!emit(Action{Verb::Advance, state(b, u).facing, u})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Pass) return {};
    const Combat& c = b.pos.combats[combat];
    if (!is_unit(b, a.who) || !on_map(b, a.who) || side(b, a.who) != seat(b)) REFUSE("8.7.2-d", a.who);
    if (flag(b, a.who, kSecondUsed)) REFUSE("8.7.2-a", a.who);
    if (flag(b, a.who, kSquare)) REFUSE("4.2-i", a.who);
    if (!may_counter(b, a.who)) REFUSE("8.7.2-d", a.who);
    if (only != kNoUnit && a.who != only) REFUSE("8.7.2-e", a.who);
    if (only == kNoUnit && !c.targets.contains(hex_of(b, a.who))) REFUSE("8.7.2-d", a.who);
    if (a.verb == Verb::Shock) return may_shock(b, a.who, a.hex);
    if (advanced || a.arg != state(b, a.who).facing || advance_hex(b, a.who) == kNoHex) REFUSE("8.7.2-e", a.who);
    return {};
  }
  // The hex an attacker left by recoil that this unit has before it.
  HexId advance_hex(const Look& b, UnitId u) const {
    for (HexId f : b.pos.combats[combat].from)
      if (b.pos.stacks.empty(f) && in_front(b, u, f) && can_enter(b, u, hex_of(b, u), f)) return f;
    return kNoHex;
  }
  Ledger ledger(const Look& b, Action a) const {
    if (a.verb != Verb::Shock || barred(b, a)) return {};
    Combat c;
    c.from.push_back(hex_of(b, a.who));
    c.targets.push_back(a.hex);
    c.attacker = side(b, a.who);
    return shock_ledger(b, c);
  }
};

struct ChooseQuarry {  // 9.5.2-h
  static constexpr const char* kName = "ChooseQuarry";
  static constexpr const char* kPrompt = "Choose which fleeing unit to pursue";
  static constexpr Verb kVerbs[] = {Verb::Choose};
  static constexpr Citation kWhen = cite("9.5.2-h");
  Seat who;
  FixedVector<UnitId, 12> fled;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look&, auto&& emit) const {
    for (UnitId u : fled)
      if (!emit(Action{Verb::Choose, 0, u})) return;
  }
  Refusal barred(const Look&, Action a) const {
    if (!fled.contains(a.who)) REFUSE("9.5.2-h", a.who);
    return {};
  }
};

struct ChooseRiders {  // 9.5.2-b, 9.5.2-c: the best unit alone, or its whole stack
  static constexpr const char* kName = "ChooseRiders";
  static constexpr const char* kPrompt = "Choose who pursues: the best unit alone, or its stack";
  static constexpr Verb kVerbs[] = {Verb::Choose, Verb::SelectStack, Verb::Pass};
  static constexpr Citation kWhen = cite("9.5.2-b");
  Seat who;
  uint8_t optional;  // the defender may pursue, the charger must (9.5.1-a)
  FixedVector<UnitId, 8> riders;
  Seat seat(const Look&) const { return who; }
  int rank(const Look& b, UnitId u) const { return (card(b, u).heavy ? 100 : 0) + ratings(b, u).cohesion; }
  int best(const Look& b) const {
    int n = -1;
    for (UnitId u : riders)
      if (on_map(b, u)) n = std::max(n, rank(b, u));
    return n;
  }
  bool several_stacks(const Look& b) const {
    for (UnitId u : riders)
      if (hex_of(b, u) != hex_of(b, riders[0])) return true;
    return false;
  }
  int in_stack(const Look& b, HexId h) const {
    int n = 0;
    for (UnitId u : riders) n += hex_of(b, u) == h;
    return n;
  }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : riders) {
      if (!on_map(b, u)) continue;
      if (!emit(Action{Verb::Choose, 0, u}) || !emit(Action{Verb::SelectStack, 0, u})) return;
    }
    emit(Action{Verb::Pass});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Pass) {
      if (!optional) REFUSE("9.5.1-a");
      return {};
    }
    if (on_map(b, a.who) && !is_cavalry(b, a.who)) REFUSE("8.7.3-a", a.who);
    if (!riders.contains(a.who) || !on_map(b, a.who)) REFUSE("9.5.2-b", a.who);
    if (rank(b, a.who) < best(b)) REFUSE("9.5.2-c", a.who);
    const int n = in_stack(b, hex_of(b, a.who));
    if (a.verb == Verb::SelectStack && n < 2) REFUSE("9.5.2-b", a.who);
    if (a.verb == Verb::Choose && n > 1 && several_stacks(b)) REFUSE("9.5.2-c", a.who);
    return {};
  }
};

FixedVector<UnitId, 8> able_riders(const Look& b, const FixedVector<UnitId, 8>& all) {
  FixedVector<UnitId, 8> out;
  for (UnitId u : all)
    if (on_map(b, u) && is_good(b, u)) out.push_back(u);
  return out;
}

// Cavalry of the attacked side that may ride after a beaten attacker (9.5.1-c).
FixedVector<UnitId, 8> defending_riders(const Look& b, const FixedVector<UnitId, 12>& defenders) {
  FixedVector<UnitId, 8> out;
  for (UnitId u : defenders)
    if (on_map(b, u) && is_cavalry(b, u) && is_good(b, u) && !out.full()) out.push_back(u);
  return out;
}

template <int N>
FixedVector<UnitId, 12> fled_from(const Look& b, const FixedVector<UnitId, N>& units, const Combat& c, bool targets) {
  FixedVector<UnitId, 12> out;
  for (UnitId u : units)
    if (on_map(b, u) && !(targets ? c.targets.contains(hex_of(b, u)) : c.from.contains(hex_of(b, u))) && !out.full()) out.push_back(u);
  return out;
}

// The hex a beaten side has left, of several the one nearest to the unit in flight.
HexId emptied_hex(const Look& b, const Combat& c, bool targets, UnitId quarry = kNoUnit) {
  HexId best = kNoHex;
  const auto offer = [&](HexId h, bool empty) {
    const bool nearer =
        best != kNoHex && quarry != kNoUnit && b.field.grid.distance(h, hex_of(b, quarry)) < b.field.grid.distance(best, hex_of(b, quarry));
    if (empty && (best == kNoHex || nearer)) best = h;
  };
  if (targets) {
    for (HexId h : c.targets) offer(h, !enemy_in(b, h, c.attacker));
  } else {
    for (HexId h : c.from) offer(h, b.pos.stacks.empty(h));
  }
  return best;
}

}  // namespace

const Fighting kSeriesFighting{[](Run& r, uint8_t combat) { r.call(FightOut{combat}); }};

Flow FightOut::run(Run& r) {
  const Look b = r.look();
  Combat& c = r.pos.combats[combat];
  BEGIN;
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f)) {
      if (!attackers.full()) attackers.push_back(u);
      if (flag(b, u, kCharging) && !riders.full()) riders.push_back(u);
      charge |= flag(b, u, kCharging);
    }
  for (HexId t : c.targets)
    for (UnitId u : r.pos.stacks.in(t))
      if (!defenders.full()) defenders.push_back(u);
  guns_fell = 1;
  for (UnitId u : defenders)
    if (!is_gun(b, u)) guns_fell = 0;
  CALL(Fight{combat});
  result = uint8_t(r.result());
  if (result == kNoFight) RETURN(0);  // ruling J25: no closing test for those whom reaction fire stopped
  if (result >= int(ShockResult::DefenderTest) && emptied_hex(b, c, true) != kNoHex) {
    if (charge && !able_riders(b, riders).empty()) {
      STEP("9.5.1-a");
      CALL(StartPursuit{c.attacker, 0, combat, 0, able_riders(b, riders), fled_from(b, defenders, c, true), guns_fell});
    } else {
      CALL(AdvanceAfter{combat, uint8_t(result == int(ShockResult::DefenderDisorder) && !guns_fell)});
    }
  } else if (result <= int(ShockResult::AttackerBack)) {
    CALL(StrikeBack{combat, result, defenders, attackers});
  }
  STEP("9.2-d");  // EX-BER-6
  for (i = 0; i < riders.size(); ++i) {
    if (!on_map(b, riders[i]) || is_routed(b, riders[i]) || !flag(b, riders[i], kCharging)) continue;
    clear_flags(r.pos, riders[i], kCharging);
    CALL(TakeTest{riders[i], 0, threat_of(c.targets)});
  }
  END;
}

// 9.5.1-c, ruling J20: attacked cavalry rides after an attacker who went back, if the table or its counter-charge lets it;
// below 0 a defender who does not may counter-shock.
Flow StrikeBack::run(Run& r) {
  const Look b = r.look();
  Combat& c = r.pos.combats[combat];
  BEGIN;
  if (!defending_riders(b, defenders).empty() && emptied_hex(b, c, false) != kNoHex &&
      (c.countered || result == int(ShockResult::AttackerCounter))) {
    STEP("9.5.1-c");
    CALL(StartPursuit{other(c.attacker), 1, combat, 1, defending_riders(b, defenders), fled_from(b, attackers, c, false), 0});
    if (r.result()) RETURN(0);
  }
  if (result == int(ShockResult::AttackerCounter) && !r.pos.combats.full()) CALL(CounterShock{combat});
  END;
}

// 9.5: who rides, after whom. Returns 1 if somebody does.
Flow StartPursuit::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  ASK(ChooseRiders{who, optional, riders});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  chosen.push_back(r.answer().who);
  if (r.answer().verb == Verb::SelectStack)
    for (UnitId u : riders)
      if (u != chosen[0] && hex_of(b, u) == hex_of(b, chosen[0]) && !chosen.full()) chosen.push_back(u);
  if (!fled.empty()) {
    ASK(ChooseQuarry{who, fled});
    CALL(Pursue{chosen, r.answer().who, guns, emptied_hex(b, r.pos.combats[combat], !back, r.answer().who)});
  } else {
    CALL(Pursue{chosen, kNoUnit, guns, emptied_hex(b, r.pos.combats[combat], !back)});
  }
  for (i = 0; optional && i < chosen.size(); ++i) {  // 9.4-g: a defender who pursues is bound like a charger
    if (!on_map(b, chosen[i]) || is_routed(b, chosen[i]) || !flag(b, chosen[i], kCharging)) continue;
    clear_flags(r.pos, chosen[i], kCharging);
    STEP("9.4-g");
    CALL(TakeTest{chosen[i], 0, Threat{}});
  }
  RETURN(1);
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
    cross = r.field.passage[hex][std::size_t(card(b, unit).arm)][std::size_t(r.field.grid.side_to(hex, hex_of(b, unit)))].disorders;
    put(r.pos, b, unit, hex);
    arrive(r, unit, hex);
    r.tell({.fact = Fact::Advanced, .who = unit, .hex = hex, .why = cite("8.7.2-e")});
    if (cross) CALL(Disorder{unit, 0, kNoHex});  // 8.7.1-f
    CALL(Flight{hex});
    ASK(AskCounterShock{combat, 1, unit});
    if (r.answer().verb == Verb::Pass) RETURN(0);
  }
  {
    Combat back;  // 8.7.2-f, 8.2-d: one front hex is enough
    back.from.push_back(hex_of(b, unit));
    back.targets.push_back(r.answer().hex);
    back.attacker = side(b, unit);
    back.second = 1;
    for (UnitId u : fighters(b, hex_of(b, unit))) set_flags(r.pos, u, kSecondUsed);
    r.pos.combats.push_back(back);
  }
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
