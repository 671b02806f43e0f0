// SPDX-License-Identifier: MIT
// Sections 9.5, 9.6 and 10.4.
#include "rules/siecle/ch09_reaction.h"

#include "battle/window.h"
#include "rules/siecle/ch09_movement.h"
#include "rules/siecle/ch13_disorganisation.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

Refusal reaction_move_barred(const Look& b, UnitId u, UnitId mover) {
  const bool rider = b.field.is_officer(u);
  const int k = rider ? b.field.officer(u) : 0;
  // A squadron under a gun may go too (3.5.1-c).
  if (by("3.5.1-c") && (rider ? !present(b, k) || !is_alone(b, k) : !is_unit(b, u) || !b.pos.on_map(u) || !is_cavalry(arm(b, u))))
    REFUSE("9.5-a", u);
  if (side_of(b, u) == side_of(b, mover)) REFUSE("0.1-d", u);
  if (rider ? b.pos.officer[k].flags & kReactedAlone : b.pos.has(u, kReacted)) REFUSE("9.5-a", u);
  if (!rider && b.pos.routed(u)) REFUSE("13.3-a", u);
  const HexId h = rider ? b.pos.officer[k].hex : b.pos.at(u);
  if (b.field.grid.distance(h, b.pos.at(mover)) > 2) REFUSE("9.5-a", u, h);
  if (movement(b, mover) >= movement(b, u)) REFUSE("9.5-b", u, h);
  return {};
}

// At most 2 hexes off, in or next to a frontal or flank hex of the foot, and never straight behind it (S12).
static bool threatens(const Look& b, HexId horse, UnitId foot) {
  const HexId h = b.pos.at(foot);
  const int d = b.field.grid.distance(h, horse);
  if (d > 2) return false;
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, h, k).to;
    if (n == kNoHex || is_behind(b, foot, k)) continue;
    if (n == horse || (d == 2 && b.field.grid.distance(n, horse) == 1)) return true;
  }
  return false;
}

Refusal hedgehog_barred(const Look& b, UnitId u, UnitId mover) {
  if (!is_unit(b, u) || !b.pos.on_map(u) || side_of(b, u) == side_of(b, mover)) REFUSE("0.1-d", u);
  if (arm(b, u) != Arm::HeavyInfantry || b.pos.unit[u].order != Order::Good || b.pos.has(u, kHedgehog)) REFUSE("9.6-a", u);
  if (!is_cavalry(arm(b, mover)) || !threatens(b, b.pos.at(mover), u)) REFUSE("9.6-a", u, b.pos.at(mover));
  return {};
}

Refusal reaction_fire_barred(const Look& b, UnitId u, UnitId mover) {
  if (!is_unit(b, u) || !b.pos.on_map(u) || side_of(b, u) == side_of(b, mover)) REFUSE("0.1-d", u);
  if (is_gun(b, u) ? b.pos.has(u, kGunReacted) : b.pos.has(u, kReactionFired)) {
    if (is_gun(b, u)) REFUSE("10.4-c", u);
    REFUSE("10.4-b", u);
  }
  return fire_barred(b, u, b.pos.at(mover), FireKind::Reaction);
}

Refusal React::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (a.verb == Verb::Select) return reaction_move_barred(b, a.who, mover);
  if (a.verb == Verb::Hedgehog) return hedgehog_barred(b, a.who, mover);
  if (a.verb == Verb::FireAt) {
    if (a.hex != b.pos.at(mover)) REFUSE("10.4-a", a.who, a.hex);
    return reaction_fire_barred(b, a.who, mover);
  }
  // A gun changes its place in the stack instead of its reaction fire.
  if (!is_unit(b, a.who) || !b.pos.on_map(a.who) || side_of(b, a.who) == side_of(b, mover) || !is_gun(b, a.who)) REFUSE("3.5.2-b", a.who);
  if (b.pos.has(a.who, kGunReacted)) REFUSE("10.4-c", a.who);
  if (line_unit(b, b.pos.at(a.who)) == kNoUnit) REFUSE("3.5.2-b", a.who);
  return aim_barred(b, a.who, b.pos.at(mover));
}

Ledger React::ledger(const Look& b, Action a) const {
  return a.verb == Verb::FireAt && is_unit(b, a.who) ? fire_ledger(b, a.who, a.hex, FireKind::Reaction) : Ledger{};
}

// The reaction that has been chosen.
static void carry_out(Run& r, HexId hex) {
  const UnitId who = r.answer().who;
  switch (r.answer().verb) {
    case Verb::FireAt: return r.call(Fire{who, FireKind::Reaction, hex});
    case Verb::Restack: return r.pos.set(who, kGunReacted), turn_stack(r, who);
    case Verb::Hedgehog:
      STEP("9.6-a");
      return r.call(FormHedgehog{who});
    default:
      STEP("9.5-a");
      if (r.field.is_officer(who)) r.pos.officer[r.field.officer(who)].flags |= kReactedAlone;
      else r.pos.set(who, kReacted);
      r.call(Moving{1, who, kNoHex});
  }
}

Flow Window::run(Run& r) {
  const auto open = [&] { return r.pos.at(mover) == hex; };  // thrown back, fled or destroyed, it is out of the window
  const auto question = [&] {
    STEP("10.4-a");
    return React{mover};
  };
  return run_window(r, open, question, [&] { carry_out(r, hex); });
}

Flow FormHedgehog::run(Run& r) {
  BEGIN;
  STEP("9.6-b");
  CALL(MoraleTest{unit, 0, 0, cite("9.6-c")});
  if (r.result()) {
    r.pos.set(unit, kHedgehog);
    r.tell({.fact = Fact::HedgehogFormed, .who = unit, .hex = r.pos.at(unit), .why = cite("9.6-b")});
  }
  CALL(Settle{});
  END;
}

}  // namespace tambour::siecle
