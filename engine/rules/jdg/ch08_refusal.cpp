// SPDX-License-Identifier: MIT
// Chapter 8.8: cavalry refuses shock by riding one or two hexes away.
#include "battle/way_back.h"
#include "rules/jdg/ch08_shock.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {
namespace {

bool attacks_hex(const Attack& a, HexId h) { return a.target[0] == h || a.target[1] == h || a.target[2] == h; }

struct Attackers {  // who attacks a hex, for the purposes of refusal
  bool foot = false, charge = false, light = false, any = false;
  Threat hexes;
};

Attackers attackers_of(const Look& b, uint64_t group, HexId h) {
  Attackers out;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    const Attack& a = b.pos.attacks[i];
    if (!(group >> i & 1) || !attacks_hex(a, h)) continue;
    for (UnitId u : fighters(b, a.from)) {
      out.any = true;
      out.foot |= is_infantry(b, u);
      out.charge |= b.pos.has(u, kCharging);
      out.light |= is_cavalry(b, u) && !counter(b, u).heavy;
    }
    if (!out.hexes.full()) out.hexes.push_back(a.from);
  }
  return out;
}

Party horse_in(const Look& b, HexId h) {
  Party out;
  for (UnitId u : b.pos.stack.in(h))
    if (is_cavalry(b, u) && !is_routed(b, u)) out.push_back(u);
  return out;
}

// Those who ride together: all cavalry of the hex.
Riders riders_in(const Look& b, HexId h) {
  Riders out;
  for (UnitId u : horse_in(b, h))
    if (!out.full()) out.push_back(u);
  return out;
}

// One hex of an evasion: the rules of movement (8.8.1-h, 8.8.1-i), an enemy front hex excepted.
Refusal evade_barred(const Look& b, const Riders& riders, HexId at, HexId to, const Threat& from, bool last, int want) {
  const UnitId u = riders[0];
  const Seat me = side_of(b, u);
  if (to >= b.field.grid.size() || b.field.grid.side_to(at, to) < 0) REFUSE("4.4.1-a", u, to);
  if (enemy_in(b, to, me)) REFUSE("5.1.2-a", u, to);
  if (!can_enter(b, u, at, to)) REFUSE("8.8.1-h", u, to);
  UnitSet left;
  enemies_over(b, me, at, left);
  if (in_zone_of_any(b, me, to, left)) REFUSE("8.8.1-i", u, to);
  for (UnitId x : b.pos.stack.in(to))
    if (b.pos.has(x, kSquare)) REFUSE("4.4.3-b", x, to);
  if (b.field.night(b.pos.turn) && enemy_adjacent(b, to, me))
    for (UnitId x : riders)
      if (!is_good(b, x)) REFUSE("12.1-c", x, to);
  if (!last) return {};
  if (want == 2)
    for (HexId f : from)
      if (b.field.grid.distance(f, to) < 2) REFUSE("8.8.1-c", u, to);  // ruling J40
  if (const Refusal no = stacking_barred(b, party_of(riders), to)) return no;
  return {};
}

bool has_way(const Look& b, const Riders& riders, HexId at, const Threat& from, int left, int want) {
  const auto step = [&](HexId here, HexId to, int more) { return !evade_barred(b, riders, here, to, from, more == 1, want); };
  return finds_way_back(b.field, at, left, left, step, [](HexId, int more) { return more == 0; });
}

struct AskEvade {
  QUESTION(AskEvade, "Refuse the shock: evade one hex, two hexes, or stand", cite("8.8.1-b"), Verb::ChooseNumber, Verb::Pass);
  uint64_t group;
  HexId hex;
  uint8_t spare[6] = {};
  Seat seat(const Look& b) const { return side_of(b, b.pos.stack.top(hex)); }
  UnitId about(const Look& b) const { return top_fighter(b, hex); }
  void candidates(const Look&, auto&& emit) const {
    emit(Action{Verb::Pass}) && emit(Action{Verb::ChooseNumber, 1}) && emit(Action{Verb::ChooseNumber, 2});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Pass) return {};
    if (a.arg < 1 || a.arg > 2) REFUSE("8.8.1-a", b.pos.stack.top(hex), hex);
    const Party horse = horse_in(b, hex);
    const Attackers by = attackers_of(b, group, hex);
    if (by.charge) REFUSE("9-a", horse[0], hex);
    for (UnitId u : horse) {
      if (b.pos.has(u, kEvaded)) REFUSE("8.8.1-a", u, hex);
      if (!by.foot && (by.light || counter(b, u).heavy)) REFUSE("8.8.2-c", u, hex);  // ruling J49
    }
    if (!has_way(b, riders_in(b, hex), hex, by.hexes, a.arg, a.arg)) REFUSE("8.8.1-h", horse[0], hex);
    return {};
  }
};

struct EvadeTo {
  QUESTION(EvadeTo, "Choose the hex to evade to", cite("8.8.1-h"), Verb::Evade);
  UnitId unit;
  uint8_t step, want, spare = 0;
  Threat from;
  Riders riders;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, b.pos.at(unit)))
      if (!emit(Action{Verb::Evade, 0, unit, kNoUnit, n})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != unit) REFUSE("8.8.1-h", a.who);
    const bool last = step + 1 == want;
    if (const Refusal no = evade_barred(b, riders, b.pos.at(unit), a.hex, from, last, want)) return no;
    if (!last && !has_way(b, riders, a.hex, from, want - step - 1, want)) REFUSE("8.8.1-c", unit, a.hex);
    return {};
  }
};

struct AskFollow {  // 8.8.1-j
  QUESTION(AskFollow, "The cavalry has evaded: advance into its hex?", cite("8.8.1-j"), Verb::Advance, Verb::AdvanceStack, Verb::Pass);
  uint64_t group;
  HexId hex;
  uint8_t spare[6] = {};
  Seat seat(const Look& b) const {  // whoever attacks, which in a counter-shock is not the active side
    for (int i = 0; i < b.pos.attacks.size(); ++i)
      if (group >> i & 1)
        for (UnitId u : b.pos.stack.in(b.pos.attacks[i].from)) return side_of(b, u);
    return active_side(b);
  }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (int i = 0; i < b.pos.attacks.size(); ++i) {
      if (!(group >> i & 1)) continue;
      for (UnitId u : fighters(b, b.pos.attacks[i].from))
        for (int t = -1; t <= 1; ++t) {
          const auto facing = uint8_t(turn(state(b, u).facing, t));
          if (!emit(Action{Verb::Advance, facing, u}) || !emit(Action{Verb::AdvanceStack, facing, u})) return;
        }
    }
  }
  // One of a stack that attacked this hex and no other, and can go there.
  bool free_to_go(const Look& b, const Attack& x, UnitId u) const {
    return x.target[0] == hex && x.target[1] == kNoHex && can_enter(b, u, x.from, hex) &&
           !(b.pos.demoralised[counter(b, u).formation] && in_enemy_zone(b, side_of(b, u), hex));
  }
  struct Followers {
    Party units;  // who may lead
    int stacks = 0;
  };
  // 8.7.1: the best of them all; in a book without that rule anybody.
  Followers leaders(const Look& b) const {
    Followers out;
    int best = -1;
    for (int i = 0; i < b.pos.attacks.size(); ++i) {
      const Attack& x = b.pos.attacks[i];
      if (!(group >> i & 1) || !attacks_hex(x, hex)) continue;
      ++out.stacks;
      for (UnitId u : fighters(b, x.from)) {
        if (!free_to_go(b, x, u) || out.units.full()) continue;
        const int rank = b.field.doctrine->after_evasion == AfterEvasion::AnyFollow ? 0 : advance_priority(b, u);
        if (rank > best) out.units = {}, best = rank;
        if (rank == best) out.units.push_back(u);
      }
    }
    return out;
  }
  // Those who go: the leader, or everybody who attacked from his hex where several stacks did; the guns beside him if he takes them along.
  Party followers(const Look& b, Action a) const {
    const HexId at = b.pos.at(a.who);
    const bool all = b.field.doctrine->after_evasion == AfterEvasion::AnyFollow ? a.verb == Verb::AdvanceStack : leaders(b).stacks > 1;
    Party out{a.who};
    for (UnitId u : b.pos.stack.in(at))
      if (u != a.who && (is_gun(b, u) ? a.verb == Verb::AdvanceStack : all && fighters(b, at).contains(u))) out.push_back(u);
    return out;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Pass) return {};
    if (!on_map(b, a.who) || !leaders(b).units.contains(a.who)) REFUSE("8.8.1-j", a.who);
    const HexId at = b.pos.at(a.who);
    if (a.arg > 5 || angle(a.arg, state(b, a.who).facing) > 1) REFUSE("8.7.1-c", a.who);
    const Party party = followers(b, a);
    for (UnitId u : party)
      if (!can_enter(b, u, at, hex)) REFUSE("8.8.1-j", u, hex);
    if (a.verb == Verb::AdvanceStack && party.size() == followers(b, Action{Verb::Advance, a.arg, a.who}).size()) REFUSE("8.8.1-j", a.who);
    return {};
  }
};

// 8.8.1-g: the price of the ground alone.
bool costly(const Look& b, UnitId u, HexId at, HexId to) {
  if (b.field.doctrine->costly_evasion == CostlyEvasion::Free) return false;
  const Passage& p = b.field.passage[to][std::size_t(counter(b, u).arm)][std::size_t(b.field.grid.side_to(to, at))];
  return (p.road >= 0 ? p.road : p.plain) >= 3;
}

void follow(Run& r, const Party& party, Action a, HexId to) {
  const Look b = r.look();
  put_together(r.pos, b, party, to);
  for (UnitId u : party) {
    if (!is_gun(b, u)) turn_to(r.pos, u, a.arg);
    arrive(r, u, to);
    r.tell({.fact = Fact::Advanced, .who = u, .hex = to, .why = cite("8.8.1-j")});
  }
}

}  // namespace

Flow Evasion::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  if (horse_in(b, hex).empty() || !attackers_of(b, group, hex).any) RETURN(0);
  STEP("8.8.1-b");
  ASK(AskEvade{group, hex});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  want = r.answer().arg;
  // 8.8.2-a: none before heavy cavalry, but with infantry among it there is (8.8.2-b).
  by("8.8.2-a", "8.8.2-b");
  test = attackers_of(b, group, hex).foot && r.field.doctrine->evasion_test == EvasionTest::ByDistance;
  for (UnitId u : horse_in(b, hex)) {
    if (!units.full()) units.push_back(u);
    r.pos.set(u, kEvaded);
  }
  for (i = 0; test && i < units.size(); ++i) {
    STEP("8.8.1-f");
    by("8.8.1-d", "8.8.1-e");
    CALL(TakeTest{units[i], want == 1 ? 1 : -2, attackers_of(b, group, hex).hexes});
  }
  for (i = uint8_t(units.size()); i-- > 0;)  // ruling J21: who has routed has run already
    if (!on_map(b, units[i]) || is_routed(b, units[i])) units.erase_at(i);
  last = hex;
  for (steps = 0; steps < want && !units.empty(); ++steps) {
    if (!on_map(b, units[0]) || !has_way(b, units, b.pos.at(units[0]), attackers_of(b, group, hex).hexes, want - steps, want)) break;
    ASK(EvadeTo{units[0], steps, want, 0, attackers_of(b, group, hex).hexes, units});
    cross = uint8_t((in_enemy_front(b, side_of(b, units[0]), r.answer().hex) ? 1 : 0) +
                    (costly(b, units[0], b.pos.at(units[0]), r.answer().hex) ? 1 : 0));
    last = r.answer().hex;
    put_together(r.pos, b, party_of(units), last);
    for (UnitId u : units) {
      arrive(r, u, last);
      r.tell({.fact = Fact::Evaded, .who = u, .hex = last, .why = cite("8.8.1-a")});
    }
    for (; cross > 0; --cross)
      for (i = 0; i < units.size(); ++i) {
        STEP("8.8.1-g");
        CALL(Disorder{units[i], 0, attackers_of(b, group, hex).hexes});
      }
    for (i = uint8_t(units.size()); i-- > 0;)
      if (!on_map(b, units[i]) || is_routed(b, units[i])) units.erase_at(i);
  }
  if (!units.empty() && b.pos.at(units[0]) != hex) {
    ASK(FaceFreely{party_of(units)});
    for (UnitId u : units) turn_to(r.pos, u, r.answer().arg);
  }
  if (!r.pos.stack.empty(hex)) RETURN(0);
  STEP("8.8.1-j");
  ASK(AskFollow{group, hex});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  units = {};
  for (UnitId u : AskFollow{group, hex}.followers(b, r.answer()))
    if (!units.full()) units.push_back(u);
  last = b.pos.at(r.answer().who);
  follow(r, party_of(units), r.answer(), hex);
  for (i = 0; i < units.size(); ++i) {
    if (!step_disorders(b, last, hex, units[i])) continue;
    STEP("8.7.1-f");
    CALL(Disorder{units[i], 0, kNoHex});
  }
  CALL(Flight{hex});
  END;
}

}  // namespace tambour::jdg
