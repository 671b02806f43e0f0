// SPDX-License-Identifier: MIT
// 7.1 and 8.3.3 Fire in the enemy's activation: counter-battery and reaction fire.
#include "play/procedure.h"  // last: its macros
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/ch10_disorder.h"

namespace tambour::jdg {
namespace {

struct AskCounterBattery {
  QUESTION(AskCounterBattery, "Answer with counter-battery fire?", cite("7.1-b"), Verb::Yes, Verb::No);
  UnitId gun, provoker;
  HexId from;
  Seat seat(const Look& b) const { return side_of(b, gun); }
  UnitId about(const Look&) const { return gun; }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::No}) && emit(Action{Verb::Yes}); }
  Refusal barred(const Look& b, Action a) const {
    return a.verb == Verb::No ? Refusal{} : fire_barred(b, gun, from, 255, FireKind::CounterBattery);
  }
  Ledger ledger(const Look& b, Action a) const {
    return a.verb == Verb::Yes ? fire_ledger(b, {gun, kNoUnit, from, FireKind::CounterBattery, provoker}) : Ledger{};
  }
};

// The i-th gun of a hex, from the top.
UnitId gun_in(const Look& b, HexId h, int i) {
  for (UnitId u : b.pos.stack.in(h))
    if (is_gun(b, u) && i-- == 0) return u;
  return kNoUnit;
}

}  // namespace

Flow CounterBattery::run(Run& r) {
  const UnitId gun = gun_in(r.look(), from, i);
  BEGIN;
  if (r.field.doctrine->counter_fire == CounterFire::Never) RETURN(0);
  for (; gun_in(r.look(), from, i) != kNoUnit; ++i) {
    if (r.pos.at(provoker) == kNoHex) break;
    ASK(AskCounterBattery{gun_in(r.look(), from, i), provoker, r.pos.at(provoker)});
    if (!r.yes()) continue;
    r.pos.set(gun, kReacted);
    STEP("7.1-c");
    CALL(ResolveFire{{gun, kNoUnit, r.pos.at(provoker), FireKind::CounterBattery, provoker}});
  }
  END;
}

// 8.3.3: each gun among the targets, one by one, at one attacker in its front hexes; after the tests, before the combat.
namespace {

// The unit reaction fire at this hex affects (5.1.3-f), or kNoUnit.
UnitId reaction_victim(const Look& b, HexId h) {
  const UnitId top = b.pos.stack.top(h);
  return b.field.doctrine->reaction_target == ReactionTarget::TopFootOrHorse ? top_fighter(b, h) : top;
}

struct ChooseReaction {
  QUESTION(ChooseReaction, "Fire in reaction at an attacker, or hold fire", cite("8.3.3-c"), Verb::Fire, Verb::FireTogether, Verb::Choose,
           Verb::Pass);
  UnitId gun;
  uint8_t combat;
  Seat seat(const Look& b) const { return side_of(b, gun); }

  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (HexId h : b.pos.combats[combat].from) {
      if (b.pos.stack.empty(h)) continue;
      if (!emit(Action{Verb::Fire, state(b, gun).facing, gun, kNoUnit, h})) return;
      if (!emit(Action{Verb::Choose, 0, top_fighter(b, h)})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const {
    by("8.3.3-b");
    if (a.verb == Verb::Pass) return {};
    if (a.verb == Verb::FireTogether) REFUSE("8.3.3-b", a.whom);
    HexId h = a.hex;
    if (a.verb == Verb::Choose) {  // 5.1.3-g: name the unit under a gun on top
      if (!is_below_gun(b, a.who)) REFUSE("5.1.3-g", a.who);
      h = b.pos.at(a.who);
    } else if (a.who != gun) {
      REFUSE("8.3.3-b", a.who, h);
    } else if (a.arg > 5) {
      REFUSE("6.1.1-a", gun, h);
    }
    if (!b.pos.combats[combat].from.contains(h)) REFUSE("8.3.3-a", gun, h);
    if (!in_front(b, gun, h)) REFUSE("7.1-d", gun, h);
    return fire_barred(b, gun, h, a.verb == Verb::Fire ? a.arg : 255, FireKind::Reaction);
  }
  bool is_below_gun(const Look& b, UnitId u) const {
    return b.field.doctrine->reaction_target == ReactionTarget::TopOrBelowGun && on_map(b, u) && top_fighter(b, b.pos.at(u)) == u &&
           b.pos.stack.top(b.pos.at(u)) != u;
  }
  Shot shot(const Look& b, Action a) const {
    const HexId h = a.verb == Verb::Choose ? b.pos.at(a.who) : a.hex;
    return {gun, kNoUnit, h, FireKind::Reaction, a.verb == Verb::Choose ? a.who : reaction_victim(b, h)};
  }
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::Pass || barred(b, a) ? Ledger{} : fire_ledger(b, shot(b, a)); }
};

}  // namespace

Flow ReactionFire::run(Run& r) {
  BEGIN;
  STEP("8.3.3-c");
  for (i = 0; i < 24; ++i) {  // target hex i / 3, gun i % 3 in it
    if (i / 3 >= r.pos.combats[combat].targets.size()) break;
    gun = gun_in(r.look(), r.pos.combats[combat].targets[i / 3], i % 3);
    if (gun == kNoUnit || !is_good(r.look(), gun)) continue;
    ASK(ChooseReaction{gun, combat});
    if (r.answer().verb == Verb::Pass) continue;
    r.pos.set(gun, kReacted);
    CALL(ResolveFire{ChooseReaction{gun, combat}.shot(r.look(), r.answer())});
  }
  END;
}

}  // namespace tambour::jdg
