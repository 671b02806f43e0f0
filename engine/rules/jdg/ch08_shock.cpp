// SPDX-License-Identifier: MIT
// Chapter 8.2 to 8.4: who attacks whom. All shocks are declared before any is resolved.
#include "rules/jdg/ch08_shock.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

bool is_charging(const Look& b, HexId h) {
  for (UnitId u : b.pos.stack.in(h))
    if (b.pos.has(u, kCharging)) return true;
  return false;
}

bool guns_only(const Look& b, HexId h) { return !b.pos.stack.empty(h) && top_fighter(b, h) == kNoUnit; }

Party fighters(const Look& b, HexId from) {
  Party out;
  const bool charge = is_charging(b, from);
  for (UnitId u : b.pos.stack.in(from))
    if (!is_gun(b, u) && is_good(b, u) && !b.pos.has(u, kSquare | kStayed) && (!charge || b.pos.has(u, kCharging))) out.push_back(u);
  return out;
}

bool can_enter(const Look& b, UnitId u, HexId from, HexId to) {
  const int k = b.field.grid.side_to(to, from);
  if (k < 0) return false;
  const Passage& p = b.field.passage[to][std::size_t(counter(b, u).arm)][std::size_t(k)];
  return p.plain >= 0 || p.road >= 0;
}

bool can_attack(const Look& b, UnitId u, HexId from, HexId to) {
  return can_enter(b, u, from, to) && !(b.field.side_flags[from][std::size_t(b.field.grid.side_to(from, to))] & kStopsShock);
}

// 8.2: good order, a front hex, ground it could enter. Squares and guns never attack.
Refusal shock_barred(const Look& b, UnitId u, HexId target) {
  if (is_gun(b, u) || b.pos.has(u, kSquare)) REFUSE("8.2-b", u);  // 4.2-i
  if (is_routed(b, u)) REFUSE("10.2-d", u);
  if (!is_good(b, u)) REFUSE("10.1-d", u);  // 8.2-b
  if (target >= b.field.grid.size() || !enemy_in(b, target, side_of(b, u))) REFUSE("8.2-a", u, target);
  if (b.field.grid.side_to(b.pos.at(u), target) < 0 || !in_front(b, u, target)) REFUSE("6.1.2-c", u, target);
  if (!can_enter(b, u, b.pos.at(u), target)) REFUSE("8.2-c", u, target);
  if (!can_attack(b, u, b.pos.at(u), target)) REFUSE("TEC-17", u, target);
  return {};
}

namespace {

int attack_from(const Look& b, HexId from) {
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (b.pos.attacks[i].from == from) return i;
  return -1;
}

bool has_target(const Attack& a, HexId t) { return t != kNoHex && (a.target[0] == t || a.target[1] == t || a.target[2] == t); }

bool is_attacked(const Look& b, HexId t) {
  for (const Attack& a : b.pos.attacks)
    if (has_target(a, t)) return true;
  return false;
}

bool already_shocked(const Look& b, HexId t) {  // 8.2-f, ruling J42
  for (UnitId u : b.pos.stack.in(t))
    if (b.pos.has(u, kAttacked)) return true;
  return false;
}

void add_target(Attack& a, HexId t) {
  for (HexId& slot : a.target)
    if (slot == kNoHex) {
      slot = t;
      return;
    }
}

// 8.2-e, 6.1.2-f: an enemy in one of the two hexes before a declared attacker that nobody attacks yet.
bool obliged(const Look& b, const Attack& a, HexId t) {
  by("6.1.2-f");
  const UnitId u = top_fighter(b, a.from);
  if (u == kNoUnit || t == kNoHex || !enemy_in(b, t, side_of(b, u)) || already_shocked(b, t)) return false;
  if (!in_front_of_facing(b, a.from, state(b, u).facing, t) || !can_attack(b, u, a.from, t)) return false;
  const bool charge = is_charging(b, a.from) || (is_cavalry(b, u) && b.field.doctrine->cavalry == Cavalry::AlwaysCharges);
  return !charge || !strike_barred(b, a.from, t);
}

HexId neglected(const Look& b, const Attack& a) {
  for (int k = 0; k < 6; ++k) {
    const HexId t = across(b, a.from, k);
    if (obliged(b, a, t) && !is_attacked(b, t)) return t;
  }
  return kNoHex;
}

// 8.4.1-a, ruling J17: who attacks one defender stands in a chain of adjacent hexes.
bool chains_with(const Look& b, HexId from, HexId target) {
  FixedVector<HexId, 8> ring;
  for (const Attack& a : b.pos.attacks)
    if (has_target(a, target) && a.from != from) ring.push_back(a.from);
  if (ring.empty()) return true;
  for (HexId h : ring)
    if (b.field.grid.distance(h, from) == 1) return true;
  return false;
}

Refusal declare_barred(const Look& b, UnitId who, HexId target) {
  if (!on_map(b, who) || !is_active(b, who)) REFUSE("8.2-a", who);
  if (const Refusal no = act_barred(b, who)) return no;
  if (const Refusal no = shock_barred(b, who, target)) return no;
  const HexId from = b.pos.at(who);
  if (is_charging(b, from)) REFUSE("9.2-a", who, target);
  if (is_cavalry(b, who) && b.field.doctrine->cavalry == Cavalry::AlwaysCharges) {
    if (b.field.night(b.pos.turn)) REFUSE("12.1-e", who);
    if (const Refusal no = strike_barred(b, from, target)) return no;
  }
  const Party all = fighters(b, from);
  if (all[0] != who) REFUSE("5.1.3-b", all[0], from);  // the stack attacks as one, named by its top unit
  if (already_shocked(b, target)) REFUSE("8.2-f", who, target);
  if (!chains_with(b, from, target)) REFUSE("8.4.1-a", who, target);
  const int i = attack_from(b, from);
  if (i >= 0 && (has_target(b.pos.attacks[i], target) || b.pos.attacks[i].target[2] != kNoHex)) REFUSE("8.2-f", who, target);
  if (i < 0 && b.pos.attacks.full()) REFUSE("8.4.1-a", who, target);
  return {};
}

struct DeclareShock {
  QUESTION(DeclareShock, "Declare shocks, then fight", cite("8.3.1-c"), Verb::Shock, Verb::Charge, Verb::ChargeStack, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return active_side(b); }

  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : active_units(b)) {
      if (!on_map(b, u) || is_gun(b, u)) continue;
      for (const HexId t : around(b.field, b.pos.at(u)))
        if (enemy_in(b, t, side_of(b, u)) && !emit(Action{Verb::Shock, 0, u, kNoUnit, t}))
          return;
    }
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Done && by("8.3.1-a")) {  // 8.3.1-a: nobody must attack, but who does attacks everybody before him that he can
      for (const Attack& x : b.pos.attacks)
        for (HexId t : b.field.next[x.from])
          if (obliged(b, x, t) && !is_attacked(b, t) && !declare_barred(b, fighters(b, x.from)[0], t))
            REFUSE("8.2-e", top_fighter(b, x.from), t);
      return {};
    }
    if (a.verb != Verb::Shock) REFUSE("9.1-c", a.who);  // charges were declared in movement
    return declare_barred(b, a.who, a.hex);
  }
  Ledger ledger(const Look& b, Action a) const {
    if (a.verb != Verb::Shock || barred(b, a)) return {};
    const int i = attack_from(b, b.pos.at(a.who));
    Combat c = combat_at(b, i < 0 ? a.hex : b.pos.attacks[i].target[0]);
    c.attacker = side_of(b, a.who);
    if (!c.from.contains(b.pos.at(a.who)) && !c.from.full()) c.from.push_back(b.pos.at(a.who));
    if (!c.targets.contains(a.hex)) c.targets.push_back(a.hex);
    return shock_ledger(b, c);
  }
};

struct ChooseCombat {
  QUESTION(ChooseCombat, "Choose the next combat to resolve", cite("8.3.1-c"), Verb::Resolve, Verb::Withdraw);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return active_side(b); }
  void candidates(const Look& b, auto&& emit) const {
    for (int i = 0; i < b.pos.attacks.size(); ++i)
      if (first_of_its_combat(b, i) && !emit(Action{Verb::Resolve, 0, kNoUnit, kNoUnit, b.pos.attacks[i].target[0]})) return;
  }
  bool first_of_its_combat(const Look& b, int i) const {
    const Combat c = combat_at(b, b.pos.attacks[i].target[0]);
    for (int k = 0; k < i; ++k)
      if (c.from.contains(b.pos.attacks[k].from)) return false;
    return true;
  }
  // A combat is named by the first target that was declared in it.
  bool names_combat(const Look& b, HexId target) const {
    for (int i = 0; i < b.pos.attacks.size(); ++i)
      if (b.pos.attacks[i].target[0] == target && first_of_its_combat(b, i)) return true;
    return false;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Withdraw) REFUSE("8.3.1-d", a.who);  // what is announced is fought, unless a test forbids it
    if (!names_combat(b, a.hex)) REFUSE("8.3.1-c", kNoUnit, a.hex);
    return {};
  }
  Ledger ledger(const Look& b, Action a) const { return barred(b, a) ? Ledger{} : shock_ledger(b, combat_at(b, a.hex)); }
};

// Charges were declared in movement: they attack everybody they can strike in front (9.2-a).
void enlist_charges(Pos& pos, const Look& b) {
  pos.attacks.clear();
  for (UnitId u : all_units(b.field)) {
    if (!on_map(b, u) || !b.pos.has(u, kCharging) || attack_from(b, b.pos.at(u)) >= 0) continue;
    Attack a{b.pos.at(u), {kNoHex, kNoHex, kNoHex}};
    for (int k = 0; k < 2; ++k) {
      const HexId t = across(b, a.from, turn(state(b, u).facing, k));
      if (t != kNoHex && enemy_in(b, t, side_of(b, u)) && !strike_barred(b, a.from, t)) add_target(a, t);
    }
    if (a.target[0] != kNoHex) pos.attacks.push_back(a);
  }
}

// 6.1.2-e: who attacks through another side than those before him is faced that way first.
void turn_towards(Pos& pos, const Look& b, HexId from, HexId target) {
  const Party attackers = fighters(b, from);
  if (in_front_of_facing(b, from, state(b, attackers[0]).facing, target)) return;
  const int side = b.field.grid.side_to(from, target);
  const int near =
      angle(side, state(b, attackers[0]).facing) <= angle(turn(side, -1), state(b, attackers[0]).facing) ? side : turn(side, -1);
  for (UnitId u : pos.stack.in(from))
    if (!is_gun(b, u)) turn_to(pos, u, near);
}

// The attacks that hang together with those on this hex, through targets and through duties (8.3.2-c).
uint64_t linked(const Look& b, HexId target) {
  by("8.3.2-c");
  uint64_t out = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (has_target(b.pos.attacks[i], target)) out |= uint64_t{1} << i;
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < b.pos.attacks.size(); ++i) {
      if (out >> i & 1) continue;
      for (int j = 0; j < b.pos.attacks.size() && !(out >> i & 1); ++j) {
        if (!(out >> j & 1)) continue;
        const Attack &x = b.pos.attacks[i], &y = b.pos.attacks[j];
        for (HexId t : x.target)
          if (has_target(y, t) || obliged(b, y, t)) out |= uint64_t{1} << i, more = true;
        for (HexId t : y.target)
          if (obliged(b, x, t)) out |= uint64_t{1} << i, more = true;
      }
    }
  }
  return out;
}

}  // namespace

Combat combat_at(const Look& b, HexId target) {
  Combat c;
  c.targets.push_back(target);
  for (bool more = true; more;) {
    more = false;
    for (const Attack& a : b.pos.attacks) {
      bool joins = false;
      for (HexId t : c.targets) joins |= has_target(a, t);
      if (!joins || c.from.contains(a.from)) continue;
      if (c.from.full()) break;
      c.from.push_back(a.from);
      more = true;
      for (HexId t : a.target)
        if (t != kNoHex && !c.targets.contains(t) && !c.targets.full()) c.targets.push_back(t);
    }
  }
  if (!c.from.empty() && !b.pos.stack.empty(c.from[0])) c.attacker = side_of(b, b.pos.stack.top(c.from[0]));
  return c;
}

// An attack leaves the list: the bits of the group move with it.
static void remove_attack(Pos& pos, uint64_t& group, int i) {
  pos.attacks.erase_at(i);
  const uint64_t low = group & ((uint64_t{1} << i) - 1), high = group >> (i + 1);
  group = low | (high << i);
}

// Forgets what has become pointless among the attacks of a group.
static void prune_group(Pos& pos, const Look& b, uint64_t& group) {
  for (int i = pos.attacks.size() - 1; i >= 0; --i) {
    if (!(group >> i & 1)) continue;
    Attack& a = pos.attacks[i];
    const Party f = fighters(b, a.from);
    HexId kept[3] = {kNoHex, kNoHex, kNoHex};
    int n = 0;
    for (HexId t : a.target)
      if (t != kNoHex && !f.empty() && enemy_in(b, t, side_of(b, f[0]))) kept[n++] = t;
    for (int k = 0; k < 3; ++k) a.target[k] = kept[k];
    if (n == 0) remove_attack(pos, group, i);
  }
}

Flow ShockSegment::run(Run& r) {
  BEGIN;
  STEP("8.3.1-c");
  r.pos.segment = Segment::Shock;
  enlist_charges(r.pos, r.look());
  for (;;) {
    ASK(DeclareShock{});
    if (r.answer().verb == Verb::Done) break;
    {
      const HexId from = r.pos.at(r.answer().who);
      int i = attack_from(r.look(), from);
      if (i < 0) {
        i = r.pos.attacks.size();
        r.pos.attacks.push_back({from, {kNoHex, kNoHex, kNoHex}});
      }
      add_target(r.pos.attacks[i], r.answer().hex);
      turn_towards(r.pos, r.look(), from, r.answer().hex);
      note_group_acted(r.pos, r.look(), r.answer().who);
      r.tell({.fact = Fact::ShockDeclared, .who = r.answer().who, .hex = r.answer().hex, .why = cite("8.3.1-c")});
    }
  }
  if (r.field.doctrine->cavalry == Cavalry::AlwaysCharges)
    for (const Attack& a : r.pos.attacks)
      for (UnitId u : fighters(r.look(), a.from))
        if (is_cavalry(r.look(), u)) r.pos.set(u, kCharging);
  for (;;) {
    {
      uint64_t all = ~uint64_t{0};
      prune_group(r.pos, r.look(), all);
    }
    if (r.pos.attacks.empty()) break;
    STEP("8.3.2-a");
    ASK(ChooseCombat{});
    CALL(ResolveGroup{linked(r.look(), r.answer().hex), r.answer().hex});
  }
  END;
}

// The first target of the linked attacks that has not been asked yet whether it evades.
static HexId group_target(const Look& b, uint64_t group, int n) {
  FixedVector<HexId, 32> seen;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    if (!(group >> i & 1)) continue;
    for (HexId t : b.pos.attacks[i].target)
      if (t != kNoHex && !seen.contains(t) && !seen.full()) seen.push_back(t);
  }
  return n < seen.size() ? seen[n] : kNoHex;
}

// The attack of a group to fight next: one on the hex that was asked for, else the first; -1: none is left.
static int next_attack(const Pos& pos, uint64_t group, HexId asked) {
  int first = -1;
  for (int i = pos.attacks.size() - 1; i >= 0; --i) {
    if (!(group >> i & 1)) continue;
    if (has_target(pos.attacks[i], asked)) return i;
    first = i;
  }
  return first;
}

Flow ResolveGroup::run(Run& r) {
  BEGIN;
  for (i = 0; group_target(r.look(), group, i) != kNoHex; ++i) {
    STEP("8.8.1-b");
    CALL(Evasion{group, group_target(r.look(), group, i)});
  }
  for (k = 0; k < r.pos.attacks.size(); ++k) {
    if (!(group >> k & 1) || is_charging(r.look(), r.pos.attacks[k].from)) continue;
    if (fighters(r.look(), r.pos.attacks[k].from).empty() || !enemy_in(r.look(), r.pos.attacks[k].target[0], active_side(r.look())))
      continue;
    if (has_orders(r.look(), fighters(r.look(), r.pos.attacks[k].from)[0]) && by("2.4.1-c")) continue;
    by("2.4.2-f");
    STEP("8.3.1-b");
    by("5.1.3-d", "8.3.2-b", "8.4.1-b");
    CALL(EngagementTest{fighters(r.look(), r.pos.attacks[k].from)[0]});
    if (r.result()) continue;
    by("8.3.3-d");
    for (UnitId u : fighters(r.look(), r.pos.attacks[k].from)) r.pos.set(u, kStayed);  // 8.3.3-d: nor is it fired at
    remove_attack(r.pos, group, k);
    --k;
  }
  // 8.3.2-c: whoever still attacks takes on what a neighbour left.
  for (int n = 0; n < r.pos.attacks.size(); ++n)
    while (group >> n & 1) {
      const HexId t = neglected(r.look(), r.pos.attacks[n]);
      if (t == kNoHex || r.pos.attacks[n].target[2] != kNoHex) break;
      add_target(r.pos.attacks[n], t);
    }
  for (;;) {
    {
      prune_group(r.pos, r.look(), group);
      const int next = next_attack(r.pos, group, target);
      if (next < 0 || r.pos.combats.full()) break;
      const Combat c = combat_at(r.look(), r.pos.attacks[next].target[0]);
      for (int n = r.pos.attacks.size() - 1; n >= 0; --n)
        if (c.from.contains(r.pos.attacks[n].from)) remove_attack(r.pos, group, n);
      r.pos.combats.push_back(c);
    }
    CALL_BY(r.field.doctrine->fighting->fight_out, uint8_t(r.pos.combats.size() - 1));
    r.pos.combats.pop_back();
  }
  r.pos.trails = {};  // nobody pursues any more
  END;
}

}  // namespace tambour::jdg
