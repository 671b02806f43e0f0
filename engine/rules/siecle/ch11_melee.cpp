// SPDX-License-Identifier: MIT
// Chapter 11: who may attack whom, and the segment itself. The modifiers are in ch11_modifiers.cpp.
#include "rules/siecle/ch11_melee.h"

#include "rules/siecle/ch10_fire.h"
#include "rules/siecle/ch13_disorganisation.h"
#include "rules/siecle/ch14_morale.h"
#include "rules/siecle/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

Parties parties(const Pos& pos) {
  Parties out;
  for (int i = 0; i < pos.attacker_count; ++i) out.attackers.push_back(pos.attackers[i]);
  for (int i = 0; i < pos.target_count; ++i) out.targets.push_back(pos.targets[i]);
  return out;
}

static bool led_by_chief(const Look& b, UnitId u) {
  const Seat side = side_of(b, u);
  const uint8_t chief = b.pos.chief[index(side)];
  return b.field.special.lance[index(side)] && chief != kNone && b.pos.officer[chief].hex == b.pos.at(u);
}

Refusal attacker_barred(const Look& b, UnitId u) {
  if (!is_unit(b, u) || !b.pos.on_map(u) || counter(b, u).formation != b.pos.active) REFUSE("11.1-a", u);
  if (is_gun(b, u)) REFUSE("11.1-b", u);
  if (b.pos.routed(u)) REFUSE("13.3-a", u);
  if (b.pos.has(u, kHedgehog)) REFUSE("9.6-b", u);
  if (!on_top(b, u)) REFUSE("3.5.1-b", u);
  if (!in_command(b, u) && by("FSA-4") && !led_by_chief(b, u)) REFUSE("7.4-a", u);
  if (b.pos.has(u, kFought)) REFUSE("11.2-a", u);
  if (b.pos.has(u, kWeary) && is_infantry(arm(b, u))) REFUSE("FSA-7", u);
  return {};
}

Refusal target_barred(const Look& b, UnitId u, HexId h) {
  const int k = b.field.side_to(b.pos.at(u), h);
  if (k < 0 || aspect(b, u, k) != Aspect::Front) REFUSE("11.1-c", u, h);  // S2
  const Edge& e = edge(b, b.pos.at(u), k);
  if (e.closed && e.water) REFUSE("TET-07", u, h);
  const Seat foe = other(side_of(b, u));
  if (b.pos.stack.empty(h)) {
    if (!has_officer(b, h, foe)) REFUSE("11.1-c", u, h);
    return {};
  }
  if (side_of(b, b.pos.stack.top(h)) != foe) REFUSE("11.1-c", u, h);
  for (UnitId t : b.pos.stack.in(h))
    if (b.pos.has(t, kAttacked)) REFUSE("11.1-f", t, h);
  return {};
}

static bool charges(const Look& b, UnitId u, HexId target) { return b.pos.has(u, kCharge) && ground(b, target).charge; }

static Refusal join_barred(const Look& b, UnitId u) {
  const HexId target = b.pos.targets[0];
  const UnitId foe = line_unit(b, target);
  if (const Refusal no = attacker_barred(b, u)) return no;
  if (const Refusal no = target_barred(b, u, target)) return no;
  if (b.pos.target_count > 1) REFUSE("11.1-e", u);
  if (foe == kNoUnit) REFUSE("11.1-d", u, target);  // a lone gun or commander falls to one attacker
  bool beside = false, charging = charges(b, u, target), heavy = arm(b, u) == Arm::HeavyCavalry;
  for (int i = 0; i < b.pos.attacker_count; ++i) {
    const UnitId friendly = b.pos.attackers[i];
    if (friendly == u) REFUSE("11.1-d", u);
    beside |= b.field.grid.distance(b.pos.at(friendly), b.pos.at(u)) == 1;
    charging |= charges(b, friendly, target);
    heavy &= arm(b, friendly) == Arm::HeavyCavalry;
    if (in_zone(b, b.pos.at(friendly), side_of(b, u), foe)) REFUSE("11.1-d", friendly);
  }
  if (!beside || in_zone(b, b.pos.at(u), side_of(b, u), foe)) REFUSE("11.1-d", u);
  if (charging && !heavy) REFUSE("9.7-e", u, target);
  return {};
}

static Refusal against_barred(const Look& b, HexId h) {
  const UnitId u = b.pos.attackers[0];
  if (const Refusal no = target_barred(b, u, h)) return no;
  if (b.pos.attacker_count > 1) REFUSE("11.1-e", u, h);
  if (b.pos.has(u, kCharge)) REFUSE("9.7-e", u, h);
  if (line_unit(b, h) == kNoUnit || line_unit(b, b.pos.targets[0]) == kNoUnit || b.pos.target_count == 4) REFUSE("11.1-c", u, h);
  bool beside = false;
  for (int i = 0; i < b.pos.target_count; ++i) {
    if (b.pos.targets[i] == h) REFUSE("11.1-c", u, h);
    beside |= b.field.grid.distance(b.pos.targets[i], h) == 1;
  }
  if (!beside) REFUSE("11.1-c", u, h);
  return {};
}

Refusal BuildMelee::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Resolve) {
    if (a.hex != b.pos.targets[0]) REFUSE("11.2-a", kNoUnit, a.hex);
    return {};
  }
  return a.verb == Verb::Join ? join_barred(b, a.who) : against_barred(b, a.hex);
}

Ledger BuildMelee::ledger(const Look& b, Action a) const {
  if (barred(b, a)) return {};
  Parties p = parties(b.pos);
  if (a.verb == Verb::Join) p.attackers.push_back(a.who);
  if (a.verb == Verb::Against) p.targets.push_back(a.hex);
  return melee_ledger(b, p);
}

static Refusal breach_barred(const Look& b, UnitId u, int k) {
  if (const Refusal no = attacker_barred(b, u)) return no;
  if (side_of(b, u) != b.field.special.breachers || !is_infantry(arm(b, u)) || k > 5) REFUSE("FSA-2", u);
  const Edge& e = edge(b, b.pos.at(u), k);
  if (e.to == kNoHex || !redoubt_stands(b, e)) REFUSE("FSA-2", u, e.to);
  if (b.pos.has(u, kMoved | kTurned | kFired) || in_zone(b, b.pos.at(u), side_of(b, u))) REFUSE("FSA-2", u);
  return {};
}

Refusal ChooseMelee::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (a.verb == Verb::Breach) return breach_barred(b, a.who, a.arg);
  if (const Refusal no = attacker_barred(b, a.who)) return no;
  return target_barred(b, a.who, a.hex);
}

Ledger ChooseMelee::ledger(const Look& b, Action a) const {
  if (a.verb != Verb::Melee || barred(b, a) || line_unit(b, a.hex) == kNoUnit) return {};
  Parties p;
  p.attackers.push_back(a.who);
  p.targets.push_back(a.hex);
  return melee_ledger(b, p);
}

bool can_attack(const Look& b, Seat side) {
  const ChooseMelee q{side};
  bool any = false;
  q.candidates(b, [&](const Action& a) { return !(any |= a.verb == Verb::Melee && !q.barred(b, a)); });
  return any;
}

// ---- the fight -----------------------------------------------------------------------------------------------------

static void enlist(Run& r, Melee& m) {
  m.count = 0;
  for (int i = 0; i < r.pos.attacker_count; ++i) r.pos.set(r.pos.attackers[i], kFought), m.home[i] = r.pos.at(r.pos.attackers[i]);
  for (int i = 0; i < r.pos.target_count; ++i) {
    for (UnitId u : r.pos.stack.in(r.pos.targets[i])) r.pos.set(u, kAttacked);
    if (const UnitId u = line_unit(r.look(), r.pos.targets[i]); u != kNoUnit) m.defenders[m.count++] = u;
  }
  ++r.pos.attacks[index(m.side)], ++r.pos.attacked;
  r.tell({.fact = Fact::ShockDeclared, .who = r.pos.attackers[0], .hex = r.pos.targets[0], .why = cite("11.2-a")});
}

static void strike(Run& r, Melee& m) {
  const Parties p = parties(r.pos);
  if (uses_volunteers(r.look(), p)) --r.pos.volunteers;
  m.total = int8_t(r.face() + melee_ledger(r.look(), p).total);
  const Result& beaten = r.field.charts.defenders[std::size_t(m.total + 7)];
  m.attackers_won = !beaten.nothing();
  r.tell({.fact = Fact::CombatResolved,
          .who = r.pos.attackers[0],
          .hex = r.pos.targets[0],
          .value = m.total,
          .value2 = int16_t(r.face()),
          .why = cite("11.2-a"),
          .row = m.attackers_won ? row_of(beaten, Loser::Defenders)
                                 : row_of(r.field.charts.attackers[std::size_t(m.total + 7)], Loser::Attackers)});
  trace::chart("melee");
  r.pos.affected_count = 0;
  if (m.attackers_won)
    for (int i = 0; i < m.count; ++i) r.pos.affected[r.pos.affected_count++] = m.defenders[i];
  else
    for (UnitId u : p.attackers) r.pos.affected[r.pos.affected_count++] = u;
}

// The victors and the hexes that were left to them.
static ChooseAdvance advance_of(const Run& r, const Melee& m) {
  ChooseAdvance q{m.attackers_won ? m.side : other(m.side), 0, {}, {kNoHex, kNoHex, kNoHex, kNoHex, kNoHex, kNoHex}};
  const int hexes = m.attackers_won ? r.pos.target_count : r.pos.attacker_count;
  int left = 0;
  for (int i = 0; i < hexes; ++i)
    if (const HexId h = m.attackers_won ? r.pos.targets[i] : m.home[i]; r.pos.stack.empty(h)) q.hexes[left++] = h;
  if (m.attackers_won)
    for (int i = 0; i < r.pos.attacker_count; ++i) q.who[q.count++] = r.pos.attackers[i];
  else
    for (int i = 0; i < m.count; ++i) q.who[q.count++] = m.defenders[i];
  return q;
}

static bool attacker_stands(const Pos& pos, const Melee& m) {
  const UnitId u = pos.attackers[0];
  return pos.on_map(u) && !pos.routed(u) && pos.at(u) == m.home[0];
}

static void occupy(Run& r, UnitId u, HexId h) {
  const Edge& e = edge(r.look(), r.pos.at(u), r.field.side_to(r.pos.at(u), h));
  r.tell({.fact = Fact::Advanced, .who = u, .hex = h, .from = r.pos.at(u), .why = cite("12.3-a")});
  enter_hex(r, u, h, true);
  if (e.disorganises) disorganise(r, u, cite("TET-n2"));
}

Flow Melee::run(Run& r) {
  BEGIN;
  enlist(r, *this);
  if (count == 0) {
    if (r.pos.stack.empty(r.pos.targets[0])) {
      STEP("3.2-c");
      for_officers(r.look(), r.pos.targets[0], other(side), [&](int k) { fell_officer(r, k, cite("3.2-c")); });
    } else {
      STEP("12.6-b");
      defenders[0] = r.pos.stack.top(r.pos.targets[0]);
      if (!r.pos.has(defenders[0], kGunReacted) && !fire_barred(r.look(), defenders[0], home[0], FireKind::Reaction))
        CALL(Fire{defenders[0], FireKind::Reaction, home[0]});
      if (!attacker_stands(r.pos, *this)) RETURN(0);
      eliminate(r, defenders[0], cite("12.6-b"));
    }
    attackers_won = 1;
    CALL(Settle{});
  } else {
    STEP("11.2-a");
    ROLL_D10(kAnyFace, MeleeDie{});
    strike(r, *this);
    CALL(ApplyResult{attackers_won ? r.field.charts.defenders[std::size_t(total + 7)] : r.field.charts.attackers[std::size_t(total + 7)]});
    CALL(Settle{});
  }
  STEP("12.3-a");
  ASK(advance_of(r, *this));
  if (r.answer().verb == Verb::Occupy) occupy(r, r.answer().who, r.answer().hex);
  CALL(Settle{});
  END;
}

static void open_breach(Run& r, UnitId u, int k) {
  const Edge& e = edge(r.look(), r.pos.at(u), k);
  r.pos.set(u, kFought);
  if (r.face() > r.field.special.breach_on) return;
  r.pos.breaches |= uint64_t{1} << e.redoubt;
  r.tell({.fact = Fact::Breached, .who = u, .hex = e.to, .why = cite("FSA-2")});
}

Flow MeleeSegment::run(Run& r) {
  BEGIN;
  r.pos.attacked = 0;
  could = can_attack(r.look(), side);
  for (;;) {
    STEP("11.1-a");
    ASK(ChooseMelee{side});
    if (r.answer().verb == Verb::Done) break;
    r.pos.attacker_count = 1, r.pos.target_count = 1;
    r.pos.attackers[0] = r.answer().who, r.pos.targets[0] = r.answer().hex;
    if (r.answer().verb == Verb::Breach) {
      STEP("FSA-2");
      breach_side = r.answer().arg;
      ROLL_D10(test_breaks(r.field.special.breach_on), BreachDie{r.pos.attackers[0]});
      open_breach(r, r.pos.attackers[0], breach_side);
      continue;
    }
    for (;;) {
      ASK(BuildMelee{side});
      if (r.answer().verb == Verb::Resolve) break;
      if (r.answer().verb == Verb::Join) r.pos.attackers[r.pos.attacker_count++] = r.answer().who;
      else r.pos.targets[r.pos.target_count++] = r.answer().hex;
    }
    CALL(Melee{side});
  }
  STEP("FSA-6");
  if (r.pos.must_attack & mask(side) && could && !r.pos.attacked && !(r.pos.formation[r.pos.active].flags & (kOutOfCommand | kCheckFailed)))
    change_morale(r, r.pos.active, -1, cite("FSA-6"));
  settle_morale(r);
  END;
}

}  // namespace tambour::siecle
