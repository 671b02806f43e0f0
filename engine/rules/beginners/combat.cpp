// SPDX-License-Identifier: MIT
#include "rules/beginners/combat.h"

#include "rules/beginners/doctrine.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::beginners {

using namespace jdg;
using beginners::cite;

const Fighting kBeginnersFighting{[](Run& r, uint8_t combat) { r.call(beginners::FightOut{combat}); }};

namespace {

// A hex from which charging cavalry strikes this target.
HexId charger_of(const Look& b, const Combat& c, HexId target) {
  for (HexId f : c.from)
    if (is_charging(b, f) && b.field.grid.side_to(f, target) >= 0) return f;
  return kNoHex;
}

bool can_advance(const Look& b, const Combat& c, UnitId u, HexId hex) {
  return on_map(b, u) && c.from.contains(b.pos.at(u)) && fighters(b, b.pos.at(u)).contains(u) &&
         b.field.grid.side_to(b.pos.at(u), hex) >= 0 && can_enter(b, u, b.pos.at(u), hex) && !counter(b, u).immobile;
}

struct ChooseAdvancer {
  QUESTION(ChooseAdvancer, "Choose who advances into the vacated hex, and its facing", cite("8.7-a"), Verb::Advance, Verb::Done);
  uint8_t combat, gone;  // gone: how many have advanced
  HexId hex;
  Seat seat(const Look& b) const { return b.pos.combats[combat].attacker; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (HexId f : b.pos.combats[combat].from)
      for (UnitId u : fighters(b, f))
        for (int t = -1; t <= 1; ++t)
          if (!emit(Action{Verb::Advance, uint8_t(turn(state(b, u).facing, t)), u})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Done) {
      if (!gone) REFUSE("8.7-a", kNoUnit, hex);
      return {};
    }
    if (!is_unit(b, a.who) || !can_advance(b, b.pos.combats[combat], a.who, hex)) {
      if (is_unit(b, a.who) && is_gun(b, a.who)) REFUSE("8.9-c", a.who);
      REFUSE("8.7-a", a.who, hex);
    }
    if (a.arg > 5 || angle(a.arg, state(b, a.who).facing) > 1) REFUSE("8.7-a", a.who);  // ruling B10
    if (const Refusal no = stacking_barred(b, a.who, hex)) return no;
    return face_barred(b, Party{a.who}, hex, a.arg);
  }
};

HexId first_vacated(const Look& b, const Combat& c) {
  for (HexId t : c.targets)
    if (!enemy_in(b, t, c.attacker) && b.pos.stack.empty(t))
      for (HexId f : c.from)
        for (UnitId u : fighters(b, f))
          if (can_advance(b, c, u, t)) return t;
  return kNoHex;
}

}  // namespace

Flow FightOut::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  for (i = 0; i < r.pos.combats[combat].targets.size(); ++i) {
    STEP("9-a");
    charger = charger_of(b, r.pos.combats[combat], r.pos.combats[combat].targets[i]);
    if (charger == kNoHex) continue;
    CALL(SquareAttempt{r.pos.combats[combat].targets[i], charger});
  }
  STEP("8.4-b");
  CALL(Fight{combat});
  if (r.result() >= int(ShockResult::DefenderTest) && r.result() != kNoFight) {
    STEP("8.7-a");
    CALL(AdvanceFreely{combat});
  }
  for (HexId f : r.pos.combats[combat].from)
    for (UnitId u : r.pos.stack.in(f)) r.pos.drop(u, kCharging);
  END;
}

Flow AdvanceFreely::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  hex = first_vacated(b, r.pos.combats[combat]);
  if (hex == kNoHex) RETURN(0);
  for (;; ++gone) {
    ASK(ChooseAdvancer{combat, gone, hex});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    cross = step_disorders(b, b.pos.at(unit), hex, unit);
    put(r.pos, b, unit, hex);
    turn_to(r.pos, unit, r.answer().arg);
    r.pos.drop(unit, kCharging);
    arrive(r, unit, hex);
    r.tell({.fact = Fact::Advanced, .who = unit, .hex = hex, .why = cite("8.7-a")});
    if (!cross) continue;
    STEP("8.7-b");
    CALL(Disorder{unit, 0, kNoHex});
  }
  END;
}

}  // namespace tambour::beginners
