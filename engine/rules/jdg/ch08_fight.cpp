// SPDX-License-Identifier: MIT
// Chapters 8.5 to 8.9: the combat itself and its results; charges are fought here too.
#include "rules/jdg/ch08_shock.h"
#include "rules/jdg/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {
namespace {

uint64_t shock_breaks(const Field& field, int modifier) {
  uint64_t out = 0;
  for (int face = 1; face < 10; ++face)
    if (read_shock_table(field, face + modifier) != read_shock_table(field, face - 1 + modifier)) out |= uint64_t{1} << face;
  return out;
}

// Attackers whose hex has nobody left to fight drop out (8.3.3-e).
void drop_spent(Combat& c, const Look& b) {
  by("8.3.3-e");
  for (int i = c.from.size() - 1; i >= 0; --i)
    if (fighters(b, c.from[i]).empty()) c.from.erase_at(i);
  for (int i = c.targets.size() - 1; i >= 0; --i)
    if (!enemy_in(b, c.targets[i], c.attacker)) c.targets.erase_at(i);
}

bool all_guns(const Look& b, const Combat& c) {
  for (HexId t : c.targets)
    if (!guns_only(b, t)) return false;
  return true;
}

template <int N>
void collect_defenders(const Look& b, const Combat& c, FixedVector<UnitId, N>& out) {
  for (HexId t : c.targets)
    for (UnitId u : b.pos.stack.in(t))
      if (!out.full()) out.push_back(u);
}

// From here on the way of everybody in the combat is remembered, for whoever pursues.
void lay_trails(Pos& pos, const Look& b, const Combat& c) {
  pos.trails = {};
  const auto lay = [&](UnitId u) {
    if (!pos.trails.full()) pos.trails.push_back({u, 0, b.pos.at(u)});
  };
  for (HexId t : c.targets)
    for (UnitId u : pos.stack.in(t)) lay(u);
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f)) lay(u);
}

void remove_guns(Run& r, const Combat& c) {
  by("8.9-d", "8.9-e");
  for (HexId t : c.targets) {
    if (!guns_only(r.look(), t)) continue;
    while (!r.pos.stack.empty(t)) eliminate(r, r.pos.stack.top(t), cite("8.5-e"));
  }
}

}  // namespace

Flow Fight::run(Run& r) {
  const Look b = r.look();
  Combat& c = r.pos.combats[combat];
  int16_t total = 0;
  BEGIN;
  for (HexId t : c.targets)
    for (UnitId u : r.pos.stack.in(t)) r.pos.set(u, kAttacked);
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f)) r.pos.set(u, kFought);
  CALL(CounterCharge{combat});
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f)) units.push_back(u);
  CALL(ReactionFire{combat});
  for (UnitId u : units) {  // ruling J25: whom the fire stopped has not charged, and takes no closing test
    if (is_good(b, u)) continue;
    r.pos.drop(u, kCharging);
    r.pos.unit[u].once = uint8_t(r.pos.unit[u].once & ~kOwesRun);
  }
  units = {};
  drop_spent(c, b);
  lay_trails(r.pos, b, c);
  if (c.from.empty() || c.targets.empty()) RETURN(kNoFight);
  if (all_guns(b, c)) {
    STEP("8.5-e");
    remove_guns(r, c);
    RETURN(int(ShockResult::DefenderTest));
  }
  STEP("8.5-a");
  ROLL_D10(shock_breaks(r.field, shock_ledger(b, c).total), ShockDie{combat});
  total = int16_t(shock_ledger(b, c).total + r.face());
  result = read_shock_table(r.field, total);
  r.tell({.fact = Fact::CombatResolved,
          .who = top_fighter(b, c.from[0]),
          .hex = c.targets[0],
          .value = total,
          .why = cite("8.5-f"),
          .row = row_of(result)});
  if (result <= ShockResult::AttackerBack) {
    for (i = 0; i < c.from.size(); ++i) {
      from = c.from[i];
      CALL(AttackersBeaten{combat, 0, from});
    }
  } else {
    remove_guns(r, c);
    collect_defenders(b, c, units);
    // 8.5-b, 8.5-c: back one hex first, the routed too (10-c), then the disorder or the test; for the routed a rout move (8.5-d).
    by("8.5-b", "8.5-c", "8.5-d", "10-c");
    for (i = 0; i < units.size(); ++i) {
      if (!on_map(b, units[i])) continue;
      CALL(GoBack{units[i], 1, threat_of(c.from)});
      if (!on_map(b, units[i])) continue;
      if (is_gun(b, units[i]) || result == ShockResult::DefenderTest) {
        STEP("8.9-c");
        CALL(TakeTest{units[i], 0, threat_of(c.from)});
      } else {
        STEP("8.5-f");
        CALL(Disorder{units[i], 0, threat_of(c.from)});
      }
    }
  }
  RETURN(int(result));
  END;
}

// D and CT/1: disordered, then tested on the reduced side; failure sends it one hex back. Guns beside it: 8.9-b.
Flow AttackersBeaten::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  for (UnitId u : fighters(b, from)) units.push_back(u);
  for (UnitId u : r.pos.stack.in(from))
    if (is_gun(b, u)) guns.push_back(u);
  for (i = 0; i < units.size(); ++i) {
    STEP("8.5-f");
    CALL(Disorder{units[i], 0, threat_of(r.pos.combats[combat].targets)});
    if (!on_map(b, units[i]) || is_routed(b, units[i])) continue;
    CALL(CohesionTest{units[i]});
    if (!r.result()) CALL(GoBack{units[i], 1, threat_of(r.pos.combats[combat].targets)});
  }
  for (i = 0; i < guns.size(); ++i) {
    STEP("8.9-b");
    CALL(Disorder{guns[i], 0, threat_of(r.pos.combats[combat].targets)});
    if (on_map(b, guns[i]) && top_fighter(b, from) == kNoUnit && b.pos.at(guns[i]) == from)
      CALL(GoBack{guns[i], 1, threat_of(r.pos.combats[combat].targets)});
  }
  END;
}

// ---- what follows ----

constexpr int kHorseFirst = 200, kHeavyFirst = 100;
int advance_priority(const Look& b, UnitId u) {
  return (is_cavalry(b, u) ? kHorseFirst : 0) + (is_cavalry(b, u) && counter(b, u).heavy ? kHeavyFirst : 0) + ratings(b, u).cohesion;
}

namespace {

bool emptied(const Look& b, const Combat& c, HexId t) { return !enemy_in(b, t, c.attacker); }

HexId first_vacated(const Look& b, const Combat& c, int skip = 0) {
  for (HexId t : c.targets)
    if (emptied(b, c, t) && skip-- == 0) return t;
  return kNoHex;
}

struct ChooseVacated {
  QUESTION(ChooseVacated, "Choose the vacated hex to enter", cite("8.7.1-a"), Verb::ChooseHex);
  uint8_t combat;
  Seat seat(const Look& b) const { return b.pos.combats[combat].attacker; }
  void candidates(const Look& b, auto&& emit) const {
    for (HexId t : b.pos.combats[combat].targets)
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, t})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (!b.pos.combats[combat].targets.contains(a.hex) || !emptied(b, b.pos.combats[combat], a.hex)) REFUSE("8.7.1-a", kNoUnit, a.hex);
    return {};
  }
};

bool fit_to_enter(const Look& b, UnitId u, HexId hex) {  // of a hex beside it
  if (!can_enter(b, u, b.pos.at(u), hex) || counter(b, u).immobile) return false;
  return !(b.pos.demoralised[counter(b, u).formation] && in_enemy_zone(b, side_of(b, u), hex));  // ruling J52
}

int best_priority(const Look& b, const Combat& c, HexId hex) {
  int best = -1;
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f))
      if (fit_to_enter(b, u, hex)) best = std::max(best, advance_priority(b, u));
  return best;
}

struct ChooseAdvance {  // 8.7.1
  QUESTION(ChooseAdvance, "Choose who advances into the vacated hex, and its facing", cite("8.7.1-a"), Verb::Advance, Verb::AdvanceStack);
  uint8_t combat, spare = 0;
  HexId hex;
  Seat seat(const Look& b) const { return b.pos.combats[combat].attacker; }
  void candidates(const Look& b, auto&& emit) const {
    for (HexId f : b.pos.combats[combat].from)
      for (UnitId u : fighters(b, f))
        for (int t = -1; t <= 1; ++t) {
          const auto facing = uint8_t(turn(state(b, u).facing, t));
          if (!emit(Action{Verb::Advance, facing, u}) || !emit(Action{Verb::AdvanceStack, facing, u})) return;
        }
  }
  Refusal barred(const Look& b, Action a) const {
    const Combat& c = b.pos.combats[combat];
    if (is_unit(b, a.who) && is_gun(b, a.who)) REFUSE("8.7.1-e", a.who);
    if (!on_map(b, a.who) || !c.from.contains(b.pos.at(a.who)) || !fighters(b, b.pos.at(a.who)).contains(a.who)) REFUSE("8.7.1-a", a.who);
    const HexId f = b.pos.at(a.who);
    if (!fit_to_enter(b, a.who, hex)) REFUSE("8.7.1-a", a.who, hex);
    if (const int best = best_priority(b, c, hex); by("8.7.1-b") && advance_priority(b, a.who) < best) {  // 8.7.1-b: equals are the owner's choice
      if (best >= kHorseFirst && !is_cavalry(b, a.who)) REFUSE("8.7.3-b", a.who);
      if (best - advance_priority(b, a.who) >= kHeavyFirst / 2) REFUSE("8.7.3-c", a.who);
      REFUSE("8.7.1-a", a.who);
    }
    by("8.7.1-d");
    const bool whole = c.from.size() > 1 && fighters(b, f).size() > 1;  // 8.7.1-d, ruling J18
    if ((a.verb == Verb::AdvanceStack) != whole) REFUSE("8.7.1-a", a.who);
    if (a.arg > 5 || angle(a.arg, state(b, a.who).facing) > 1) REFUSE("8.7.1-c", a.who);
    return {};
  }
};

struct AskBreakthrough {
  QUESTION(AskBreakthrough, "Break through with a second shock?", cite("8.7.2-c"), Verb::Yes, Verb::No);
  UnitId unit;
  uint8_t turned;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::No}) && emit(Action{Verb::Yes}); }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::No) return {};
    if (turned) REFUSE("8.7.2-c", unit);  // ruling J43
    if (b.pos.has(unit, kSecondUsed)) REFUSE("8.7.2-a", unit);
    if (!is_good(b, unit) || front_targets(b, unit).empty()) REFUSE("8.7.2-c", unit);
    return {};
  }
};

}  // namespace

FixedVector<HexId, 7> front_targets(const Look& b, UnitId u) {
  FixedVector<HexId, 7> out;
  for (int k = 0; k < 2; ++k) {
    const HexId t = across(b, b.pos.at(u), turn(state(b, u).facing, k));
    if (t != kNoHex && enemy_in(b, t, side_of(b, u)) && can_attack(b, u, b.pos.at(u), t)) out.push_back(t);
  }
  return out;
}

Flow AdvanceAfter::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  STEP("8.7.1-a");
  hex = first_vacated(b, r.pos.combats[combat]);
  if (hex == kNoHex) RETURN(0);
  if (first_vacated(b, r.pos.combats[combat], 1) != kNoHex) {
    ASK(ChooseVacated{combat});
    hex = r.answer().hex;
  }
  if (best_priority(b, r.pos.combats[combat], hex) < 0) RETURN(0);
  ASK(ChooseAdvance{combat, 0, hex});
  unit = r.answer().who;
  turned = r.answer().arg != r.pos.unit[unit].facing;
  cross = step_disorders(b, b.pos.at(unit), hex, unit);
  if (r.answer().verb == Verb::AdvanceStack) {
    for (UnitId u : fighters(b, b.pos.at(unit))) party.push_back(u);
  } else {
    party.push_back(unit);
  }
  for (UnitId u : party) {
    put(r.pos, b, u, hex);
    turn_to(r.pos, u, r.answer().arg);
    arrive(r, u, hex);
    r.tell({.fact = Fact::Advanced, .who = u, .hex = hex, .why = cite("8.7.1-a")});
  }
  for (i = 0; cross && i < party.size(); ++i) {
    STEP("8.7.1-f");
    CALL(Disorder{party[i], 0, kNoHex});
  }
  CALL(Flight{hex});
  if (!through || !on_map(b, unit) || r.pos.combats.full()) RETURN(0);
  STEP("8.7.2-b");
  ASK(AskBreakthrough{unit, turned});
  if (!r.yes()) RETURN(0);
  {
    Combat second;
    second.from.push_back(hex);
    second.targets = front_targets(b, unit);
    second.attacker = side_of(b, unit);
    second.second = 1;
    r.pos.combats.push_back(second);
    for (UnitId u : party) r.pos.set(u, kSecondUsed);
  }
  CALL(SecondShock{uint8_t(r.pos.combats.size() - 1)});
  r.pos.combats.pop_back();
  END;
}

}  // namespace tambour::jdg
