// SPDX-License-Identifier: MIT
// 8.3 Commitment, 8.52 recall, 8.25 reaction fire.
#include "rules/tng/ch08_3_commitment.h"

#include "rules/tng/ch08_2_fire.h"
#include "rules/tng/ch08_47_retreat_before_shock.h"
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {
namespace {

bool target_in_square(const Look& b, const Attack& a) {
  for (UnitId u : b.pos.stack.in(a.target))
    if (in_square(b, u)) return true;
  return false;
}

// 8.32-c, 6.26-c, 8.62-e: musketry of the top infantry of every hex attacked in front, less that of a Jaeger leading the attack.
void add_defensive_fire(const Look& b, const Attack& a, Ledger& out) {
  by("6.26-c");
  bool met = false;
  for (int side = 0; a.sides >> side; ++side) {
    if (!(a.sides >> side & 1)) continue;
    const HexId h = b.field.across(a.from, side);
    const UnitId top = enemy_in(b, h, side_of(b, a.lead)) ? top_fighter(b, h) : kNoUnit;
    if (top == kNoUnit || !is_infantry(b, top) || !is_front_of_defender(b, h, a.from)) continue;
    met = true;
    out.add(counter(b, top).defensive_fire, cite("8.32-c"), top, h);
  }
  if (met && counter(b, a.lead).jaeger) out.add(-counter(b, a.lead).defensive_fire, cite("8.62-e"), a.lead);  // T35
}

}  // namespace

Ledger commitment_ledger(const Look& b, const Attack& a) {
  trace::chart("shock_modifiers");
  Ledger out;
  const Seat mine = side_of(b, a.lead);
  if (orders_of(b, a.lead) == Orders::Under) {
    if (command_in_range(b, a.lead)) out.add(-b.field.commander(mine).rating, cite("8.32-a"), b.field.commander_id(mine));
  } else if (!in_range(b, mine, b.pos.at(a.lead))) {
    by("4.27-b");
    out.add(b.field.mod.no_orders, cite("8.32-b"), a.lead);  // 4.27-b: waived in the commander's range (T2)
  }
  by("8.52-b");
  if (a.kind != Attacker::Charge) add_defensive_fire(b, a, out);
  const int group = counter(b, a.lead).group;
  if (b.field.tired_turn[group] == b.pos.turn) out.add(b.field.tired_by[group], cite("AUS-7"), a.lead);
  return out;
}

Flow Commitments::run(Run& r) {
  BEGIN;
  for (at = 0; at < r.pos.attacks.size(); ++at) {
    if (r.pos.attacks[at].state != AttackState::Declared) continue;
    if (r.pos.attacks[at].kind == Attacker::Charge && target_in_square(r.look(), r.pos.attacks[at])) {
      STEP("8.52-a");
      ASK(CommitOrRecall{r.pos.attacks[at].lead});
      if (r.yes()) {
        ROLL_D10(test_breaks(cohesion(r.look(), r.pos.attacks[at].lead)), RecallDie{r.pos.attacks[at].lead});
        if (r.face() > cohesion(r.look(), r.pos.attacks[at].lead)) {
          by("8.52-d");
          r.pos.attacks[at].state = AttackState::Committed;
          continue;
        }
        r.pos.attacks[at].state = AttackState::Off;
        r.tell({.fact = Fact::Recalled, .who = r.pos.attacks[at].lead, .why = cite("8.52-c")});
        ASK(FaceAfterRecall{r.pos.attacks[at].lead});
        for (UnitId u : r.pos.stack.in(r.pos.at(r.answer().who)))
          if (!is_gun(r.look(), u)) r.pos.facing[u] = r.answer().arg;
        continue;
      }
    }
    STEP("8.31-a");
    ROLL_D10(kAnyFace, CommitmentDie{at});
    {
      Attack& a = r.pos.attacks[at];
      const int rolled = r.face() + commitment_ledger(r.look(), a).total;
      const bool passed = rolled <= cohesion(r.look(), a.lead);
      by("8.33-c");
      a.state = passed ? AttackState::Committed : AttackState::Off;
      r.tell({.fact = passed ? Fact::TestPassed : Fact::TestFailed,
              .who = a.lead,
              .value = int16_t(rolled),
              .value2 = int16_t(cohesion(r.look(), a.lead)),
              .why = passed ? cite("8.33-a") : cite("8.33-b")});
    }
    if (r.pos.attacks[at].state == AttackState::Committed && r.pos.attacks[at].kind != Attacker::Charge) CALL(JaegersLeave{.attack = at});
  }
  END;
}

// ---- 8.25

Refusal ChooseReaction::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  const UnitId u = a.who;
  if (!is_unit(b, u) || !is_gun(b, u) || side_of(b, u) != defender || !b.pos.on_map(u) || a.hex >= b.field.grid.size() ||
      a != answer_with(b, u, a.whom, a.hex))
    REFUSE("8.25-a", u, a.hex);
  bool attacked = false;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    const Attack& attack = b.pos.attacks[i];
    attacked |= (mask >> i & 1) && attack.state == AttackState::Committed && attack.from == a.hex && attacks_hex(b, attack, b.pos.at(u));
  }
  if (!attacked || !enemy_in(b, a.hex, defender)) REFUSE("8.25-a", u, a.hex);
  if (is_disordered(b, u)) REFUSE("8.72-d", u);
  if (b.pos.has(u, kReacted)) REFUSE("8.25-a", u);
  if (const Refusal no = second_gun_barred(b, a, kReacted)) return no;
  return aim_barred(b, u, a.hex, b.pos.facing[u]);
}

Ledger ChooseReaction::ledger(const Look& b, Action a) const {
  return a.verb == Verb::Pass || barred(b, a) ? Ledger{} : answer_ledger(b, a);
}

namespace {

bool infantry_comes_from(const Look& b, AttackMask mask, HexId h) {
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if ((mask >> i & 1) && b.pos.attacks[i].from == h && b.pos.attacks[i].state == AttackState::Committed)
      return b.pos.attacks[i].kind == Attacker::Infantry;
  return false;
}

// 8.43-b: chargers Disordered by the fire ride on without their bonus.
void note_struck_chargers(Run& r, AttackMask mask) {
  for (int i = 0; i < r.pos.attacks.size(); ++i) {
    const Attack& a = r.pos.attacks[i];
    if (!(mask >> i & 1) || a.kind != Attacker::Charge || a.state != AttackState::Committed || !r.pos.on_map(a.lead) ||
        r.pos.at(a.lead) != a.from)
      continue;
    for (UnitId u : r.pos.stack.in(a.from))
      if (is_cavalry(r.look(), u) && is_disordered(r.look(), u) && r.pos.has(u, kFought)) r.pos.set(u, kHitByReaction);
  }
}

void mark_chargers(Run& r, AttackMask mask) {  // who was in order when the guns spoke
  for (int i = 0; i < r.pos.attacks.size(); ++i)
    if ((mask >> i & 1) && r.pos.attacks[i].kind == Attacker::Charge && r.pos.attacks[i].state == AttackState::Committed)
      for (UnitId u : attackers(r.look(), r.pos.attacks[i])) r.pos.set(u, kFought);
}

}  // namespace

Flow ReactionFire::run(Run& r) {
  BEGIN;
  if (!mask) RETURN(0);
  mark_chargers(r, mask);
  for (;;) {
    STEP("8.25-a");
    ASK(ChooseReaction{mask, other(side_of(r.look(), r.pos.attacks[std::countr_zero(mask)].lead))});
    if (r.answer().verb == Verb::Pass) break;
    man_battery(r, r.answer(), kReacted);
    by("6.26-d");
    CALL(Fire{
        .target = r.answer().hex, .kind = FireKind::Reaction, .only_top = uint8_t(infantry_comes_from(r.look(), mask, r.answer().hex))});
    note_struck_chargers(r, mask);
    cancel_broken_attacks(r);
  }
  END;
}

}  // namespace tambour::tng
