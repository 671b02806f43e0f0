// SPDX-License-Identifier: MIT
// Chapter 16: who gives way before an Assault, and who follows up after it.
#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

// 16.9: the hex must be free, open to the stack, and in its front.
static bool can_enter(const Look& b, UnitId u, HexId h) {
  if (!fights(b, u) || top_at(b, h) != kNoUnit) return false;
  const Neighbour n = contact(b, u, h);
  if (n.hex == kNoHex || aspect(b, u, h) != Aspect::Front) return false;
  const HexId from = footprint(b, u)[n.part];
  UnitId list[kMates];
  const int count = mates(b, u, list);
  for (int k = 0; k < count; ++k)
    if (edge(b, from, n.side).cost[int(class_of(b, list[k]))] == kProhibited || b.pos.unit[list[k]].form == Form::Unlimbered) return false;
  return !stacking_barred(b, list, count, b.pos.unit[shaper(b, u)].form, Footprint{h}, true);
}

Refusal ChooseAdvance::barred(const Look& b, Action a) const {
  const Melee& m = b.pos.melee;
  if (!std::count(m.attacker, m.attacker + m.attackers, a.who) || !can_enter(b, a.who, m.hex)) REFUSE("16.9-a", a.who, m.hex);
  return {};
}

// A stack goes into a hex without spending points; several hexes close into the one it enters (16.9.1).
static void enter(Run& r, UnitId top, HexId h, Citation why) {
  const HexId from = r.pos.at(top);
  const Seat side = side_of(r.look(), top);
  const int dir = std::max(0, r.field.grid.side_to(from, h));
  const Footprint left = footprint(r.look(), top);
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  reshape(r, top, Footprint{h});
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    if (s.order == Order::Good && is_formed(s.form) && ground(r.look(), h).general) s.form = Form::General, s.facing = uint8_t(dir);
    else if (s.order == Order::Good && s.form == Form::General && !ground(r.look(), h).general)
      s.form = Form::Column, s.facing = uint8_t(dir);
    r.tell({.fact = Fact::Advanced, .who = list[k], .hex = h, .from = from, .why = why});
  }
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].fate == Fate::OnMap && left.contains(r.pos.leader[k].hex) && r.field.officers[std::size_t(k)].side == side)
      r.pos.leader[k].hex = h;
  disturb_leaders(r, h, other(side));
}

static void disorder_stack(Run& r, UnitId top, Citation why) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) disorder(r, list[k], why);
}

static bool anybody_enters(const Look& b) {
  const Melee& m = b.pos.melee;
  return std::any_of(m.attacker, m.attacker + m.attackers, [&](UnitId u) { return can_enter(b, u, m.hex); });
}

// Where impetus may lead next: straight on, while the hex is free.
static HexId next_hex(const Look& b, UnitId u, HexId from, HexId at) {
  const int dir = b.field.grid.side_to(from, at);
  const HexId h = dir < 0 ? kNoHex : edge(b, at, dir).to;
  if (h == kNoHex || top_at(b, h) != kNoUnit || ground(b, h).general) return kNoHex;
  UnitId list[kMates];
  const int count = mates(b, u, list);
  for (int k = 0; k < count; ++k)
    if (edge(b, at, dir).cost[int(class_of(b, list[k]))] == kProhibited) return kNoHex;
  return h;
}

static void drop_collapse(Run& r, UnitId top) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) r.pos.drop(list[k], kCollapse);
}

static void press_on(Run& r, UnitId unit) {
  const HexId at = r.pos.at(unit), h = next_hex(r.look(), unit, r.pos.fled[0], at);
  r.pos.fled[0] = at;
  enter(r, unit, h, cite("16.9.3.1-b"));
  const UnitId beaten = r.pos.melee.defender;
  if (r.pos.on_map(beaten) && r.pos.unit[beaten].order != Order::Good && !in_hand(r.look(), beaten))
    lose(r, beaten, 1, false, r.pos.at(beaten), cite("16.9.3.1-c"));
}

Flow FollowUp::run(Run& r) {
  BEGIN;
  STEP("16.9-a");
  if (!anybody_enters(r.look())) RETURN(0);
  ASK(ChooseAdvance{});
  unit = r.answer().who;
  if (stays_in_zone(r.look(), unit)) {
    STEP("10.1.3-i");
    CALL(OpportunityFire{unit});
    CALL(Settle{});
    if (!fights(r.look(), unit) || !can_enter(r.look(), unit, r.pos.melee.hex)) RETURN(0);
  }
  r.pos.fled[0] = r.pos.at(unit);
  if (by_chart) {
    STEP("16.1.1-s6-dis");
    disorder_stack(r, unit, cite("16.1.1-s6-dis"));
  }
  enter(r, unit, r.pos.melee.hex, cite("16.9-a"));
  drop_collapse(r, unit);
  if (!impetus || in_zone(r.look(), r.pos.at(unit), side_of(r.look(), unit)) || ground(r.look(), r.pos.at(unit)).general) RETURN(1 + unit);
  STEP("16.9.3.1-a");
  ROLL(Dice::D6, kAnyFace);
  for (left = r.field.charts.impetus[std::size_t(r.face())]; left > 0; --left) {
    STEP("16.9.3.1-b");
    if (next_hex(r.look(), unit, r.pos.fled[0], r.pos.at(unit)) == kNoHex || in_zone(r.look(), r.pos.at(unit), side_of(r.look(), unit)))
      break;
    press_on(r, unit);
  }
  RETURN(1 + unit);
  END;
}

Refusal NewTarget::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (a.who != unit || a.hex >= b.field.grid.size()) REFUSE("16.3.7.2-a", a.who, a.hex);
  if (!enemy_at(b, a.hex, side_of(b, unit)) || contact(b, unit, a.hex).hex == kNoHex) REFUSE("16.3.7.2-a", unit, a.hex);
  if (aspect(b, unit, a.hex) != Aspect::Front) REFUSE("16.2.1-a", unit, a.hex);
  if (ground(b, b.pos.at(unit)).general) REFUSE("16.3.7.2-a", unit, a.hex);
  return {};
}

// 16.3, A14: infantry skirmishers outside General Order terrain give way to formed troops.
static bool may_give_way(const Look& b) {
  const Melee& m = b.pos.melee;
  const UnitState& s = b.pos.unit[m.defender];
  if (is_gun(b, m.defender) || s.form != Form::Skirmish || s.order != Order::Good || b.pos.stack.count(b.pos.at(m.defender)) > 1)
    return false;
  if (ground(b, b.pos.at(m.defender)).general) return false;
  return std::any_of(m.attacker, m.attacker + m.attackers,
                     [&](UnitId u) { return fights(b, u) && b.pos.unit[shaper(b, u)].form != Form::Skirmish; });
}

static void give_way(Run& r) {
  const UnitId u = r.pos.melee.defender;
  take_in_hand(r, 0, &u, 1);
  r.pos.hand[0].allowance = uint8_t(allowance(r.look(), u));
  r.pos.hand[0].flags = kPreRetreat;
}

static bool has_way(const Look& b) {
  const UnitId u = b.pos.hand[0].unit[0];
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(u), k).to; h != kNoHex && !ChooseStep{}.barred(b, Action{Verb::Move, 0, u, kNoUnit, h}))
      return true;
  return false;
}

Flow PreRetreat::run(Run& r) {
  BEGIN;
  STEP("16.3-b");
  if (!may_give_way(r.look())) RETURN(0);
  give_way(r);
  if (!has_way(r.look())) {
    put_down(r, 0);
    RETURN(0);
  }
  CALL(Moving{});
  RETURN(1);
  END;
}

}  // namespace tambour::bataille
