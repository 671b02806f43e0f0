// SPDX-License-Identifier: MIT
// 8.4 Shock: from the announcement to the losses of both sides.
#include "rules/tng/ch08_4_shock.h"

#include <algorithm>

#include "rules/tng/ch08_3_commitment.h"
#include "rules/tng/ch08_47_retreat_before_shock.h"
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {

Seat side_of_attack(const Look& b, AttackMask mask) { return side_of(b, b.pos.attacks[std::countr_zero(mask)].lead); }

namespace {

AttackMask committed(const Look& b) {
  AttackMask out = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (b.pos.attacks[i].state == AttackState::Committed) out |= AttackMask{1} << i;
  return out;
}

AttackMask charges(const Look& b, AttackState state) {
  AttackMask out = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (b.pos.attacks[i].state == state && b.pos.attacks[i].kind == Attacker::Charge) out |= AttackMask{1} << i;
  return out;
}

AttackMask first_live(const Look& b, HexId h) {
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (is_live(b, b.pos.attacks[i]) && attacks_hex(b, b.pos.attacks[i], h)) return AttackMask{1} << i;
  return 0;
}

}  // namespace

void declare_shock(Run& r, UnitId u, HexId target) {
  const int side = r.field.grid.side_to(r.pos.at(u), target);
  r.tell({.fact = Fact::ShockDeclared, .who = u, .hex = target, .why = cite("8.34-a")});
  for (Attack& a : r.pos.attacks)
    if (a.lead == u) {
      a.sides = uint8_t(a.sides | 1u << side);
      return;
    }
  Attack a;
  a.lead = u, a.from = r.pos.at(u), a.sides = uint8_t(1u << side);
  a.kind = is_cavalry(r.look(), u) ? Attacker::Cavalry : Attacker::Infantry;
  r.pos.attacks.push_back(a);
}

Flow ShockSegment::run(Run& r) {
  BEGIN;
  r.pos.segment = Segment::Shock;
  if (from == ShockStage::Announce) r.pos.attacks.clear();
  r.tell({.fact = Fact::SegmentBegan, .why = cite("3.0-C3")});
  while (from == ShockStage::Announce) {
    STEP("8.34-a");
    ASK(DeclareAttacks{});
    chosen = r.answer();
    if (chosen.verb == Verb::Done) break;
    if (chosen.verb == Verb::Shock) declare_shock(r, chosen.who, chosen.hex);
    else CALL(DeclareCharge{{.lead = chosen.who, .target = chosen.hex}});
  }
  if (r.pos.attacks.empty()) RETURN(0);
  STEP("8.47-a");
  if (from <= ShockStage::Retreats) CALL(RetreatsBefore{});
  STEP("8.5-a");
  if (from <= ShockStage::Squares) CALL(Squares{charges(r.look(), AttackState::Declared)});
  STEP("8.34-c");
  if (from <= ShockStage::Commitment) CALL(Commitments{});
  STEP("8.25-b");
  if (from <= ShockStage::Reaction) CALL(ReactionFire{committed(r.look())});
  widen_attacks(r);
  while (live_attacks(r.look())) {
    STEP("8.33-a");
    ASK(ChooseBattle{});
    r.pos.flights.clear();
    CALL(ResolveBattle{joined(r.look(), first_live(r.look(), r.answer().hex), false)});
    disorder_riders(r);
  }
  END;
}

// ---- one set of linked hexes

namespace {

void ride_all(Run& r, AttackMask mask) {
  for (int i = 0; i < r.pos.attacks.size(); ++i)
    if ((mask >> i & 1) && r.pos.attacks[i].kind == Attacker::Charge && r.pos.attacks[i].state == AttackState::Committed && !ride(r, i))
      r.pos.attacks[i].state = AttackState::Off;
}

AttackMask of_kind(const Look& b, AttackMask mask, int kind) {
  AttackMask out = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if ((mask >> i & 1) && int(b.pos.attacks[i].kind) == kind && b.pos.attacks[i].state == AttackState::Committed)
      out |= AttackMask{1} << i;
  return out;
}

// 8.44-b: attacks of one kind that share targets are one roll.
AttackMask next_combat(const Look& b, AttackMask mask, int kind) {
  for (AttackMask left = of_kind(b, mask, kind); left; left &= left - 1) {
    const AttackMask one = left & (~left + 1);
    if (is_live(b, b.pos.attacks[std::countr_zero(one)])) return joined(b, one, true) & mask;
  }
  return 0;
}

}  // namespace

Flow ResolveBattle::run(Run& r) {
  BEGIN;
  ++r.pos.battles;
  if (!secondary) {
    STEP("8.5-a");
    ride_all(r, mask);
    CALL(CounterCharges{of_kind(r.look(), mask, int(Attacker::Charge))});
  }
  count = keep_targets(r.look(), mask, hexes);
  for (kind = 0; kind < 3; ++kind) {
    if (kind == uint8_t(Attacker::Infantry) && !secondary) {
      STEP("8.57-d");
      CALL(MeetInfantry{of_kind(r.look(), mask, kind)});
    }
    for (;;) {
      STEP("8.44-b");
      if (!next_combat(r.look(), mask, kind)) break;
      CALL(Combat{next_combat(r.look(), mask, kind)});
    }
    for (at = 0; kind == uint8_t(Attacker::Charge) && at < count; ++at)
      if (!enemy_in(r.look(), hexes[at], side_of_attack(r.look(), mask))) ridden = uint16_t(ridden | 1u << at);
  }
  for (at = 0; at < count; ++at) {
    if (enemy_in(r.look(), hexes[at], side_of_attack(r.look(), mask))) continue;
    if (ridden >> at & 1) {
      STEP("8.58-a");
      CALL(Pursue{.mask = mask, .hex = hexes[at]});
      if (r.result()) continue;
    }
    STEP("8.45-a");
    CALL(Advance{.mask = mask, .hex = hexes[at], .secondary = secondary});
  }
  --r.pos.battles;
  END;
}

// ---- one roll

namespace {

void open_combat(Run& r, AttackMask mask) {
  for (int i = 0; i < r.pos.attacks.size(); ++i) {
    if (!(mask >> i & 1)) continue;
    Attack& a = r.pos.attacks[i];
    a.state = AttackState::Done;
    for (UnitId u : attackers(r.look(), a)) r.pos.set(u, a.kind == Attacker::Charge ? kRodeCharge | kFought : uint32_t{kFought});
  }
  for (HexId h : targets(r.look(), mask)) {
    const bool guns_only = top_fighter(r.look(), h) == kNoUnit;
    for (UnitId u = r.pos.stack.top(h), below; u != kNoUnit; u = below) {
      below = r.pos.stack.below[u];
      if (r.pos.has(u, kCounterCharges)) r.pos.set(u, kRodeCharge);  // 8.54-c counts the counter-charger in
      if (guns_only) remove(r, u, cite("8.49-c"));
    }
  }
}

int shock_row(const Field& f, int total) {
  int row = 0;
  for (std::size_t i = 0; i < f.shock_table.size(); ++i)
    if (total >= f.shock_table[i].from) row = int(i);
  return row;
}

// Who checks for a stack that has to (6.26-e): its top fighter, unless the hex changed hands or all have routed.
UnitId checks_for(const Look& b, HexId h, Seat side) {
  if (!friend_in(b, h, side)) return kNoUnit;
  const UnitId top = top_fighter(b, h);
  return top == kNoUnit || is_routed(b, top) ? kNoUnit : top;
}

}  // namespace

Flow Combat::run(Run& r) {
  BEGIN;
  STEP("8.44-a");
  attacker = side_of_attack(r.look(), mask);
  cause = r.pos.at(r.pos.attacks[std::countr_zero(mask)].lead);
  open_combat(r, mask);
  count = keep_targets(r.look(), mask, hexes);
  if (!count) RETURN(0);
  ROLL_D10(kAnyFace, ShockDie{mask, hexes[0]});
  {
    const int total = r.face() + shock_ledger(r.look(), mask).total;
    row = uint8_t(shock_row(r.field, total));
    r.tell({.fact = Fact::CombatResolved,
            .who = r.pos.attacks[std::countr_zero(mask)].lead,
            .hex = hexes[0],
            .value = int16_t(total),
            .why = cite("ST-n1"),
            .row = row_of(r.field.shock_table[row])});
  }
  trace::chart("shock");
  if (r.field.shock_table[row].defender_loses) CALL(DefendersLose{*this});
  else CALL(AttackersLose{*this});
  END;
}

Flow DefendersLose::run(Run& r) {
  BEGIN;
  STEP("ST-3");
  for (int i = 0; i < r.pos.attacks.size(); ++i)
    if ((c.mask >> i & 1) && r.field.shock_table[c.row].through) r.pos.attacks[i].won = 1;
  for (int i = 0; i < c.count; ++i) {
    if (r.field.shock_table[c.row].goes) owe_retreat(r, c.hexes[i], c.cause);  // ST-4
    owe_stack(r, DueKind::Disorder, c.hexes[i], c.cause);                      // 8.49-b, T21: guns share it
  }
  CALL(Settle{});
  for (c.at = 0; c.at < c.count && !r.field.shock_table[c.row].goes; ++c.at) {
    if (checks_for(r.look(), c.hexes[c.at], other(c.attacker)) == kNoUnit) continue;
    STEP("6.26-e");
    ROLL_D10(test_breaks(cohesion(r.look(), checks_for(r.look(), c.hexes[c.at], other(c.attacker)))),  // T42: now Disordered
             CohesionDie{checks_for(r.look(), c.hexes[c.at], other(c.attacker))});
    if (const UnitId top = checks_for(r.look(), c.hexes[c.at], other(c.attacker)); r.face() > cohesion(r.look(), top))
      owe(r, DueKind::StackRetreat, top, c.cause);
  }
  CALL(Settle{});
  END;
}

Flow AttackersLose::run(Run& r) {
  BEGIN;
  by("8.49-d");
  STEP("ST-2");  // 8.49-d: the defender's guns are not touched
  for (int i = 0; i < r.pos.attacks.size(); ++i)
    if ((c.mask >> i & 1) && r.pos.on_map(r.pos.attacks[i].lead))
      owe_stack(r, DueKind::Disorder, r.pos.at(r.pos.attacks[i].lead), c.hexes[0]);
  CALL(Settle{});
  for (c.at = 0; c.at < r.pos.attacks.size(); ++c.at) {
    if (!(c.mask >> c.at & 1) || checks_for(r.look(), r.pos.attacks[c.at].from, c.attacker) == kNoUnit) continue;
    ROLL_D10(test_breaks(cohesion(r.look(), checks_for(r.look(), r.pos.attacks[c.at].from, c.attacker))),
             CohesionDie{checks_for(r.look(), r.pos.attacks[c.at].from, c.attacker)});
    if (const UnitId top = checks_for(r.look(), r.pos.attacks[c.at].from, c.attacker); r.face() > cohesion(r.look(), top))
      owe(r, DueKind::StackRetreat, top, c.hexes[0]);
  }
  CALL(Settle{});
  for (c.at = 0; c.at < c.count && r.field.shock_table[c.row].counter && r.pos.battles < kMostBattles; ++c.at) {
    if (checks_for(r.look(), c.hexes[c.at], other(c.attacker)) == kNoUnit) continue;
    STEP("8.46-d");
    CALL(CounterShock{checks_for(r.look(), c.hexes[c.at], other(c.attacker))});
  }
  END;
}

}  // namespace tambour::tng
