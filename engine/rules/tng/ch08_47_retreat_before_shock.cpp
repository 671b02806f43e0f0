// SPDX-License-Identifier: MIT
// 8.47, 8.48 Retreat before shock, and the Jaegers' second chance of 8.62.
#include "rules/tng/ch08_47_retreat_before_shock.h"

#include "rules/tng/ch07_movement.h"
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {
namespace {

struct Threat {
  bool infantry = false, heavy = false, light = false, heavy_charge = false;
  bool any() const { return infantry || heavy || light; }
};

Threat threat_to(const Look& b, HexId h) {
  Threat t;
  for (const Attack& a : b.pos.attacks) {
    if (a.state != AttackState::Declared || !attacks_hex(b, a, h)) continue;
    for (UnitId u : attackers(b, a)) {
      if (is_infantry(b, u)) t.infantry = true;
      else (counter(b, u).heavy ? t.heavy : t.light) = true;
      t.heavy_charge |= a.kind == Attacker::Charge && counter(b, u).heavy;
    }
  }
  return t;
}

}  // namespace

Refusal evade_barred(const Look& b, UnitId u) {
  const Threat t = threat_to(b, b.pos.at(u));
  if (!t.any()) REFUSE("8.47-a", u);
  if (is_routed(b, u)) REFUSE("8.77-f", u);
  if (is_infantry(b, u)) {
    if (!counter(b, u).jaeger || t.heavy || t.light) REFUSE("8.48-a", u);
    if (!is_good(b, u)) REFUSE("8.72-f", u);
    return {};
  }
  if (is_gun(b, u) && !counter(b, u).horse && by("2.4-c")) REFUSE("8.47-c", u);
  if (t.light || (t.heavy && counter(b, u).heavy)) REFUSE("8.47-b", u);
  return {};
}

Refusal ChooseEvasion::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  const UnitId u = a.who;
  if (a != Action{.verb = Verb::Evade, .who = u, .hex = a.hex} || !is_unit(b, u)) return {kWhen};
  if (side_of(b, u) == b.pos.side || !b.pos.on_map(u) || b.pos.has(u, kStayed)) REFUSE("8.47-a", u);
  if (const Refusal no = evade_barred(b, u)) return no;
  return fall_back_barred(b, u, a.hex);
}

// Who stands, stands against the attack on the first hex that could be left.
Announced ChooseEvasion::announced(const Look& b, Action a) const {
  HexId hex = a.verb == Verb::Evade ? b.pos.at(a.who) : kNoHex;
  for (UnitId u : all_units(b.field))
    if (hex == kNoHex && side_of(b, u) != b.pos.side && b.pos.on_map(u) && !b.pos.has(u, kStayed) && !evade_barred(b, u)) hex = b.pos.at(u);
  return hex == kNoHex ? Announced{} : announced_against(b, hex);
}

Refusal ChooseSecondHex::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Stop) {
    if (a != Action{.verb = Verb::Stop, .who = unit}) return {kWhen};
    return {};
  }
  if (a != Action{.verb = Verb::Evade, .who = unit, .hex = a.hex} || a.hex == from) REFUSE("8.47-a", unit);
  return fall_back_barred(b, unit, a.hex);
}

namespace {

// Clears the targets that have left. Gives the next side of a declared shock whose hex now stands empty, or false.
bool next_vacated(Run& r, uint8_t& attack, uint8_t& side) {
  for (int i = 0; i < r.pos.attacks.size(); ++i) {
    Attack& a = r.pos.attacks[i];
    if (a.state != AttackState::Declared) continue;
    const Seat enemy_of = r.field.units[a.lead].side;
    if (a.kind == Attacker::Charge) {
      if (!enemy_in(r.look(), a.target, enemy_of)) a.state = AttackState::Off;  // T46: nobody left to ride at
      continue;
    }
    for (int k = 0; a.sides >> k; ++k)
      if ((a.sides >> k & 1) && !enemy_in(r.look(), r.field.across(a.from, k), enemy_of)) {
        attack = uint8_t(i), side = uint8_t(k);
        return true;
      }
  }
  return false;
}

AttackMask idle_at(const Look& b, HexId h) {  // those who announced nothing but this hex
  AttackMask out = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    const Attack& a = b.pos.attacks[i];
    if (a.state == AttackState::Declared && a.kind != Attacker::Charge && attacks_hex(b, a, h) && (a.sides & (a.sides - 1)) == 0)
      out |= AttackMask{1} << i;
  }
  return out;
}

void strike_off(Run& r, HexId h) {
  for (Attack& a : r.pos.attacks) {
    if (a.state != AttackState::Declared || a.kind == Attacker::Charge || !attacks_hex(r.look(), a, h)) continue;
    a.sides = uint8_t(a.sides & ~(1u << r.field.grid.side_to(a.from, h)));
    if (!a.sides) a.state = AttackState::Off;
  }
}

}  // namespace

Flow RetreatsBefore::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("8.47-a");
    ASK(ChooseEvasion{});
    if (r.answer().verb == Verb::Pass) break;
    unit = r.answer().who, from = r.pos.at(unit);
    rolls = threat_to(r.look(), from).heavy_charge && r.field.units[unit].arm != Arm::Infantry;
    r.pos.set(unit, kStayed);
    fall_back(r, unit, r.answer().hex, cite("8.47-a"));
    if (r.field.units[unit].arm != Arm::Infantry) {
      ASK(ChooseSecondHex{.unit = unit, .from = from});
      if (r.answer().verb == Verb::Evade) fall_back(r, unit, r.answer().hex, cite("8.47-a"));
    }
    if (!rolls) continue;
    STEP("8.47-d");
    ROLL_D10(test_breaks(cohesion(r.look(), unit)), CohesionDie{unit});
    if (r.face() > cohesion(r.look(), unit)) owe(r, DueKind::Disorder, unit, from);
    CALL(Settle{});
  }
  while (next_vacated(r, attack, side)) {
    STEP("8.47-f");
    hex = r.field.across(r.pos.attacks[attack].from, side);
    if (idle_at(r.look(), hex)) CALL(Advance{.mask = idle_at(r.look(), hex), .hex = hex, .optional = 1});
    strike_off(r, hex);
  }
  END;
}

Refusal ChooseJaegerExit::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  const UnitId u = top_fighter(b, hex);
  if (u == kNoUnit || a != Action{.verb = Verb::Evade, .who = u, .hex = a.hex}) REFUSE("8.62-a", a.who);
  bool others = false;
  for (UnitId v : b.pos.stack.in(hex)) others |= v != u && !is_gun(b, v);
  if (!counter(b, u).jaeger || !others) REFUSE("8.62-a", u);
  if (!is_good(b, u)) REFUSE("8.72-f", u);
  return fall_back_barred(b, u, a.hex);
}

Flow JaegersLeave::run(Run& r) {
  BEGIN;
  for (side = 0; side < 6; ++side) {
    {
      const Attack& a = r.pos.attacks[attack];
      const HexId h = r.field.across(a.from, side);
      if (!(a.sides >> side & 1) || !enemy_in(r.look(), h, r.pos.side) || !is_front_of_defender(r.look(), h, a.from)) continue;
    }
    STEP("8.62-a");
    ASK(ChooseJaegerExit{r.field.across(r.pos.attacks[attack].from, side)});
    if (r.answer().verb == Verb::Evade) fall_back(r, r.answer().who, r.answer().hex, cite("8.62-a"));
  }
  END;
}

}  // namespace tambour::tng
