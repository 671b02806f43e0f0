// SPDX-License-Identifier: MIT
// 8.1, 8.41 to 8.43: who may attack whom, and which attacks hang together.
#include <algorithm>

#include "rules/tng/ch08_4_shock.h"
#include "rules/tng/ch08_5_charge.h"

namespace tambour::tng {

Party attackers(const Look& b, const Attack& a) {
  // 8.43-a: Disordered units stay out, but chargers struck by reaction fire ride on (8.43-b); 8.49-a: guns never fight.
  by("8.49-a");
  Party out;
  if (!b.pos.on_map(a.lead)) return out;
  const bool enemy_phase = side_of(b, a.lead) != b.pos.side;  // counter-shock and counter-charge need no activation
  for (UnitId u : b.pos.stack.in(b.pos.at(a.lead))) {
    if (is_gun(b, u) || out.full() || (!enemy_phase && !b.pos.has(u, kActive))) continue;
    if (is_good(b, u) || (a.kind == Attacker::Charge && is_disordered(b, u) && b.pos.has(u, kHitByReaction | kRodeCharge)))
      out.push_back(u);
  }
  return out;
}

bool attacks_hex(const Look& b, const Attack& a, HexId h) {
  if (a.kind == Attacker::Charge && !a.sides) return a.target == h;
  const int side = b.field.grid.side_to(a.from, h);
  return side >= 0 && (a.sides >> side & 1);
}

Refusal attack_barred(const Look& b, UnitId u) {
  if (!is_unit(b, u) || side_of(b, u) != b.pos.side || !b.pos.on_map(u)) REFUSE("8.41-a", u);
  if (is_gun(b, u)) REFUSE("8.1-a", u);
  if (!b.pos.has(u, kActive)) REFUSE("4.11-a", u);
  if (b.pos.has(u, kOrdersFailed)) REFUSE("4.28-c", u);
  if (is_routed(b, u)) REFUSE("8.77-a", u);
  const HexId here = b.pos.at(u);
  const UnitId top = top_fighter(b, here);
  if (is_disordered(b, top) && by("8.72-c")) REFUSE("8.43-a", top);
  if (is_disordered(b, u)) REFUSE("8.1-b", u);
  if (top != u && by("6.26-a")) REFUSE("8.34-b", top);  // 6.26-a: the top unit tests for all
  if (in_square(b, u)) REFUSE("8.56-b", u);
  if (counter(b, u).jaeger) {
    bool others = false;
    for (UnitId v : b.pos.stack.in(here)) others |= !is_gun(b, v) && !counter(b, v).jaeger && is_good(b, v) && b.pos.has(v, kActive);
    if (!others) REFUSE("8.62-b", u);
  }
  return held_back(b, u);
}

namespace {

Refusal cossacks_shy(const Look& b, UnitId u, HexId target) {
  if (!counter(b, u).cossack) return {};
  for (UnitId v : b.pos.stack.in(target))
    if (is_infantry(b, v) && is_good(b, v)) REFUSE("AUS-11", u, target);
  return {};
}

}  // namespace

Refusal shock_barred(const Look& b, UnitId u, HexId here, int side) {
  const HexId to = side < 0 ? kNoHex : b.field.across(here, side);
  if (!enemy_in(b, to, side_of(b, u))) REFUSE("8.41-a", u, to);
  const bool all_round = is_infantry(b, u) && b.field.ground_at(here).six_fronts;
  if (!all_round && !is_front_side(b.pos.facing[u], side)) REFUSE("6.13-a", u, to);
  if (b.field.passage(here, side).shock_closed) REFUSE("8.41-a", u, to);
  return cossacks_shy(b, u, to);
}

namespace {

// 8.41-b, 8.51-i to 8.51-k: cavalry strikes in place, at those it stood beside when the activation began.
Refusal cavalry_came_up(const Look& b, UnitId u, int side) {
  if (!is_cavalry(b, u)) return {};
  if (b.pos.has(u, kMoved)) {
    if (b.pos.start_zones[u]) REFUSE("8.51-k", u);
    REFUSE("8.51-i", u);
  }
  if (!(b.pos.start_enemies[u] >> side & 1)) REFUSE("8.41-b", u);
  if (!b.pos.start_zones[u]) return {};
  if (!(b.pos.start_zones[u] >> side & 1)) REFUSE("8.51-j", u);
  if (angle(b.pos.facing[u], b.pos.start_facing[u]) > 1) REFUSE("8.51-j", u);
  return {};
}

const Attack* attack_of(const Look& b, UnitId lead) {
  for (const Attack& a : b.pos.attacks)
    if (a.lead == lead) return &a;
  return nullptr;
}

}  // namespace

uint8_t open_fronts(const Look& b, UnitId lead, HexId here, Attacker kind, bool secondary) {
  uint8_t out = 0;
  for (int side = 0; side < 6; ++side) {
    const HexId to = b.field.across(here, side);
    if (to == kNoHex || shock_barred(b, lead, here, side)) continue;
    if (kind == Attacker::Charge && charge_ground_barred(b, lead, to, here)) continue;
    if (kind == Attacker::Cavalry && !secondary && cavalry_came_up(b, lead, side)) continue;
    out = uint8_t(out | 1u << side);
  }
  return out;
}

Refusal owes_attack(const Look& b, AttackState least) {
  for (const Attack& a : b.pos.attacks) {
    if (a.kind == Attacker::Charge || a.state != least) continue;
    const uint8_t left = uint8_t(open_fronts(b, a.lead, a.from, a.kind, false) & ~a.sides);
    for (int side = 0; left >> side; ++side) {
      if (!(left >> side & 1)) continue;
      const HexId h = b.field.across(a.from, side);
      const bool taken = std::any_of(b.pos.attacks.begin(), b.pos.attacks.end(),
                                     [&](const Attack& o) { return &o != &a && o.state == least && attacks_hex(b, o, h); });
      if (!taken) REFUSE("8.42-a", a.lead, h);
    }
  }
  return {};
}

void widen_attacks(Run& r) {
  by("8.43-c");
  for (;;) {
    const Refusal left = owes_attack(r.look(), AttackState::Committed);
    if (!left) return;
    for (Attack& a : r.pos.attacks)
      if (a.lead == left.unit && a.state == AttackState::Committed)
        a.sides = uint8_t(a.sides | 1u << r.field.grid.side_to(a.from, left.hex));
  }
}

bool is_live(const Look& b, const Attack& a) { return a.state == AttackState::Committed && !targets(b, bit_of(b, a)).empty(); }

bool struck_earlier(const Look& b, const Attack& a, HexId h) {
  return std::any_of(b.pos.attacks.begin(), &a, [&](const Attack& o) { return is_live(b, o) && attacks_hex(b, o, h); });
}

AttackMask live_attacks(const Look& b) {
  AttackMask out = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (is_live(b, b.pos.attacks[i])) out |= AttackMask{1} << i;
  return out;
}

void cancel_broken_attacks(Run& r) {
  for (Attack& a : r.pos.attacks) {
    if (a.state != AttackState::Committed) continue;
    const Look b = r.look();
    const bool there = b.pos.on_map(a.lead) && b.pos.at(a.lead) == a.from && !is_routed(b, a.lead);
    const bool steady = there && is_good(b, top_fighter(b, a.from));
    if (!there || (a.kind != Attacker::Charge && !steady) || attackers(b, a).empty()) a.state = AttackState::Off;
  }
}

Announced announced_against(const Look& b, HexId h) {
  for (const Attack& a : b.pos.attacks)
    if ((a.state == AttackState::Declared || a.state == AttackState::Committed) && attacks_hex(b, a, h)) return {a.lead, h};
  return {};
}

Targets targets(const Look& b, AttackMask mask) {
  Targets out;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    if (!(mask >> i & 1)) continue;
    const Attack& a = b.pos.attacks[i];
    const Seat mine = side_of(b, a.lead);
    const auto add = [&](HexId h) {
      if (enemy_in(b, h, mine) && !out.contains(h) && !out.full()) out.push_back(h);
    };
    if (a.kind == Attacker::Charge && !a.sides) add(a.target);
    for (int side = 0; a.sides >> side; ++side)
      if (a.sides >> side & 1) add(b.field.across(a.from, side));
  }
  return out;
}

uint8_t keep_targets(const Look& b, AttackMask mask, HexId (&out)[kMaxTargets]) {
  uint8_t n = 0;
  for (HexId h : targets(b, mask)) out[n++] = h;
  return n;
}

AttackMask joined(const Look& b, AttackMask seed, bool same_kind) {
  const Attacker kind = b.pos.attacks[std::countr_zero(seed)].kind;
  for (AttackMask last = 0; last != seed;) {
    last = seed;
    const auto hexes = targets(b, seed);
    for (int i = 0; i < b.pos.attacks.size(); ++i) {
      const Attack& a = b.pos.attacks[i];
      if ((seed >> i & 1) || a.state != AttackState::Committed || (same_kind && a.kind != kind)) continue;
      if (std::any_of(hexes.begin(), hexes.end(), [&](HexId h) { return attacks_hex(b, a, h); })) seed |= AttackMask{1} << i;
    }
  }
  return seed;
}

int add_secondary(Run& r, UnitId lead, Attacker kind, uint8_t sides) {
  if (r.pos.attacks.full()) return -1;
  Attack a;
  a.lead = lead, a.kind = kind, a.state = AttackState::Committed, a.sides = sides, a.from = r.pos.at(lead), a.facing = r.pos.facing[lead];
  r.pos.attacks.push_back(a);
  return r.pos.attacks.size() - 1;
}

// ---- announcing

Refusal DeclareAttacks::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    return owes_attack(b, AttackState::Declared);
  }
  const UnitId u = a.who;
  if (a != Action{.verb = a.verb, .who = u, .hex = a.hex} || a.hex >= b.field.grid.size()) return {kWhen};
  if (a.verb == Verb::Charge && is_unit(b, u) && b.pos.has(u, kActive) && is_disordered(b, u)) REFUSE("8.51-d", u);
  if (const Refusal no = attack_barred(b, u)) return no;
  const Attack* own = attack_of(b, u);
  if (b.pos.attacks.size() > kMaxAttacks / 2) REFUSE("8.34-a", u);
  if (a.verb == Verb::Charge) {
    if (own) REFUSE("8.34-a", u);
    if (const Refusal no = charge_barred(b, u, a.hex)) return no;
    return cossacks_shy(b, u, a.hex);
  }
  const int side = b.field.grid.side_to(b.pos.at(u), a.hex);
  if (const Refusal no = shock_barred(b, u, b.pos.at(u), side)) return no;
  if (own && (own->kind == Attacker::Charge || (own->sides >> side & 1))) REFUSE("8.34-a", u);
  return cavalry_came_up(b, u, side);
}

// The roll as all who have announced it would make it, with one attack added or widened.
static Ledger ledger_with(const Look& b, Pos& trial, const Attack& attack) {
  int at = -1;
  for (int i = 0; i < trial.attacks.size(); ++i) {
    trial.attacks[i].state = AttackState::Committed;
    if (trial.attacks[i].lead == attack.lead) at = i;
  }
  if (at < 0) {
    if (trial.attacks.full()) return {};
    at = trial.attacks.size();
    trial.attacks.push_back(attack);
  } else {
    trial.attacks[at].sides = uint8_t(trial.attacks[at].sides | attack.sides);
  }
  const Look then{b.field, trial};
  return shock_ledger(then, joined(then, AttackMask{1} << at, true));
}

Ledger DeclareAttacks::ledger(const Look& b, Action a) const {
  if (a.verb == Verb::Done || barred(b, a)) return {};
  if (a.verb == Verb::Charge) return charge_ledger(b, ChargeRoute{a.who, 0, a.hex, kNoHex, kNoHex});
  Pos trial = b.pos;
  Attack attack;
  attack.lead = a.who, attack.from = b.pos.at(a.who), attack.state = AttackState::Committed;
  attack.kind = is_cavalry(b, a.who) ? Attacker::Cavalry : Attacker::Infantry;
  attack.sides = uint8_t(1u << b.field.grid.side_to(attack.from, a.hex));
  return ledger_with(b, trial, attack);
}

// From the best place and facing that the route can still lead to, before squares and counter-charges.
Ledger charge_ledger(const Look& b, const ChargeRoute& route) {
  Ledger best;
  const auto better = [&](const Ledger& l) {
    if (!l.lines.empty() && (best.lines.empty() || l.total > best.total)) best = l;
  };
  const HexId at = route.here(b);
  for (int f = 0; f < 6; ++f) {
    if (route.finish_barred(b, f)) continue;
    Attack attack;
    attack.lead = route.lead, attack.kind = Attacker::Charge, attack.state = AttackState::Committed;
    attack.from = at, attack.target = route.target, attack.facing = uint8_t(f);
    Pos trial = b.pos;
    const Look then{b.field, trial};
    for (UnitId u : attackers(b, Attack{.lead = route.lead, .kind = Attacker::Charge}))
      trial.facing[u] = uint8_t(f), put_on_top(trial, u, at);
    attack.sides = open_fronts(then, route.lead, at, Attacker::Charge, true);
    better(ledger_with(b, trial, attack));
  }
  for (const HexId n : around(b.field, at)) {
    if (route.ride_barred(b, n)) continue;
    ChargeRoute next = route;
    (route.steps ? next.second : next.first) = n;
    ++next.steps;
    better(charge_ledger(b, next));
  }
  return best;
}

Refusal ChooseBattle::barred(const Look& b, Action a) const {
  if (a != Action{.verb = Verb::Resolve, .hex = a.hex}) return {kWhen};
  for (const Attack& attack : b.pos.attacks)
    if (is_live(b, attack) && attacks_hex(b, attack, a.hex) && targets(b, bit_of(b, attack)).contains(a.hex)) return {};
  REFUSE("8.33-a", kNoUnit, a.hex);
  return {};
}

Ledger ChooseBattle::ledger(const Look& b, Action a) const {
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    const Attack& attack = b.pos.attacks[i];
    if (is_live(b, attack) && attacks_hex(b, attack, a.hex) && (attack.kind != Attacker::Charge || attack.sides))
      return shock_ledger(b, joined(b, AttackMask{1} << i, true));
  }
  return {};
}

}  // namespace tambour::tng
