// SPDX-License-Identifier: MIT
// 8.55 Forming square before a charge.
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {
namespace {

UnitId top_line_infantry(const Look& b, HexId h) {
  for (UnitId u : b.pos.stack.in(h))
    if (is_line(b, u)) return u;
  return kNoUnit;
}

// 8.55-c: in the zone of an enemy other than the very riders that come on (8.55-d).
bool pinned(const Look& b, HexId h, AttackMask mask) {
  const uint8_t sides = zone_sides(b, h, other(holder(b, h)));
  for (int side = 0; sides >> side; ++side) {
    if (!(sides >> side & 1)) continue;
    const HexId n = b.field.across(h, side);
    bool rides = false;
    for (int i = 0; i < b.pos.attacks.size(); ++i)
      rides |= (mask >> i & 1) && b.pos.on_map(b.pos.attacks[i].lead) && b.pos.at(b.pos.attacks[i].lead) == n;
    if (!rides) return true;
  }
  return false;
}

}  // namespace

// 8.77-c goes without saying: who has routed is not in good order.
static Refusal form_square_barred(const Look& b, UnitId top, AttackMask mask) {
  const HexId h = b.pos.at(top);
  if (in_square(b, top)) REFUSE("8.55-a", top);
  for (UnitId u : b.pos.stack.in(h))
    if (is_line(b, u) && !is_good(b, u)) REFUSE("8.55-b", u);  // 8.72-e, T44
  if (pinned(b, h, mask)) REFUSE("8.55-c", top, h);
  return {};
}

Refusal ChooseSquare::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  if (a != Action{.verb = Verb::FormSquare, .who = a.who} || !is_unit(b, a.who) || b.pos.at(a.who) != hex) return {kWhen};
  if (!is_line(b, a.who) && by("8.61-c")) REFUSE("8.55-e", a.who, hex);  // Jaegers and guns only along with infantry
  if (a.who != top_line_infantry(b, hex)) REFUSE("8.55-f", a.who);
  return form_square_barred(b, a.who, mask);
}

Flow Squares::run(Run& r) {
  BEGIN;
  if (!mask) RETURN(0);
  count = keep_targets(r.look(), mask, hexes);
  for (at = 0; at < count; ++at) {
    STEP("8.55-a");
    ASK(ChooseSquare{mask, hexes[at]});
    if (r.answer().verb == Verb::Pass) continue;
    top = r.answer().who;
    STEP("8.55-f");
    ROLL_D10(test_breaks(cohesion(r.look(), top)), SquareDie{top});
    if (r.face() <= cohesion(r.look(), top)) {
      for (UnitId u : r.pos.stack.in(hexes[at])) r.pos.set(u, kSquare);
      r.tell({.fact = Fact::SquareFormed, .who = top, .why = cite("8.55-f")});
      continue;
    }
    STEP("8.55-g");
    for (UnitId u : r.pos.stack.in(hexes[at])) {
      if (!is_good(r.look(), u)) continue;
      r.pos.condition[u] = Condition::Disordered;
      r.tell({.fact = Fact::Disordered, .who = u, .why = cite("8.55-g")});
    }
  }
  END;
}

}  // namespace tambour::tng
