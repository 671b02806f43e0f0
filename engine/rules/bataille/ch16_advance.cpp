// SPDX-License-Identifier: MIT
// Chapter 16.9: who enters the hex that was fought for, and how far the impetus carries.
#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {
namespace {

bool passable(const Look& b, const UnitId* list, int n, HexId from, int side) {
  return std::all_of(list, list + n, [&](UnitId u) {
    return edge(b, from, side).cost[int(class_of(b, u))] != kProhibited && b.pos.unit[u].form != Form::Unlimbered;
  });
}

// 16.9.1: a Line keeps its hexes where all of them can go the same way, else it closes into the hex it enters.
Footprint advanced(const Look& b, UnitId u, HexId h) {
  const Footprint f = footprint(b, u);
  UnitId list[kMates];
  const int n = mates(b, u, list);
  for (int part = 0; part < f.size(); ++part) {
    const int side = b.field.grid.side_to(f[part], h);
    if (side < 0 || f.size() == 1 || b.pos.unit[shaper(b, u)].order != Order::Good) continue;
    Footprint out;
    for (const HexId x : f) {
      const HexId to = edge(b, x, side).to;
      if (to == kNoHex || ground(b, to).general || (to != h && top_at(b, to) != kNoUnit && !f.contains(to)) || !passable(b, list, n, x, side))
        break;
      out.push_back(to);
    }
    if (out.size() == f.size()) return out;
  }
  return Footprint{h};
}

// Forms what enters or leaves General Order terrain; facing and formation stay otherwise (16.3.7-c).
void set_form(Run& r, UnitId u, HexId h, int dir) {
  UnitState& s = r.pos.unit[u];
  if (s.order != Order::Good || is_gun(r.look(), u)) return;
  if (is_formed(s.form) && ground(r.look(), h).general) s.form = Form::General, s.facing = uint8_t(dir);
  else if (s.form == Form::General && !ground(r.look(), h).general) s.form = Form::Column, s.facing = uint8_t(dir);
}

void bring_leaders(Run& r, const Footprint& left, HexId to, Seat side) {
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].fate == Fate::OnMap && left.contains(r.pos.leader[k].hex) && r.field.officers[std::size_t(k)].side == side)
      r.pos.leader[k].hex = to;
}

// Stacks of one side that meet in a hex: of one formation, or they lose their order (16.9.2.1).
bool match(const Look& b, UnitId u, UnitId there) {
  const UnitState &s = b.pos.unit[shaper(b, u)], &t = b.pos.unit[shaper(b, there)];
  return s.order == t.order && (s.order != Order::Good || (s.form == t.form && s.facing == t.facing && s.hexes == t.hexes));
}

void disorder_stack(Run& r, UnitId top, Citation why) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) disorder(r, list[k], why);
}

Citation row_of(uint8_t why) { return why == kPress ? cite("16.9.3.1-b") : why == kCommit ? cite("16.8.2-b") : cite("16.9-a"); }

// The stack in hand 0 goes into the hex and joins whoever has entered before it.
void enter(Run& r, HexId h, uint8_t why) {
  Hand& hand = r.pos.hand[0];
  const UnitId top = hand.unit[0], there = top_at(r.look(), h);
  const Seat side = side_of(r.look(), top);
  const Footprint left = footprint(r.look(), top);
  const Neighbour n = contact(r.look(), top, h);
  const Footprint to = why == kCommit ? Footprint{h} : advanced(r.look(), top, h);
  if (to.size() < left.size()) r.tell({.fact = Fact::DrawnIn, .who = top, .hex = h, .why = cite("16.9.1-a")});
  const bool alike = there == kNoUnit || why == kCommit || match(r.look(), top, there);
  const int count = hand.count;
  UnitId list[8];
  std::copy(hand.unit, hand.unit + count, list);
  reshape(r, top, to);
  for (int k = 0; k < count; ++k) {
    set_form(r, list[k], h, n.side);
    if (there != kNoUnit && alike) {
      const UnitState& t = r.pos.unit[shaper(r.look(), there)];
      UnitState& s = r.pos.unit[list[k]];
      if (!is_gun(r.look(), list[k])) s.form = t.form, s.facing = t.facing, s.hexes = t.hexes, s.trail = t.trail;
      r.pos.stack.at[list[k]] = r.pos.at(there);
    } else if (there != kNoUnit) {
      r.pos.stack.at[list[k]] = r.pos.at(there);
    }
    r.tell({.fact = Fact::Advanced, .who = list[k], .hex = h, .from = left[0], .why = row_of(why)});
    r.pos.drop(list[k], kCollapse);
  }
  put_down(r, 0);
  bring_leaders(r, left, r.pos.at(top), side);
  for (const HexId x : to) disturb_leaders(r, x, other(side));
  if (!alike) disorder_stack(r, top, why == kAdvance && Result(fight(r).result) != Result::kCount ? cite("16.9.2.1-a") : cite("16.3.7.1-a"));
}

}  // namespace

// 16.9: the hex must be free of the enemy, open to the stack, and in its front.
Refusal entry_barred(const Look& b, UnitId u, HexId h) {
  if (!fights(b, u) || enemy_at(b, h, side_of(b, u))) REFUSE("16.9-a", u, h);
  const Neighbour n = contact(b, u, h);
  const Footprint f = footprint(b, u);
  bool front = false;
  for (int part = 0; part < f.size(); ++part) front |= faces(b, u, part, h);
  if (n.hex == kNoHex || !front) REFUSE("16.2.1-a", u, h);
  UnitId list[kMates];
  const int count = mates(b, u, list);
  if (!passable(b, list, count, f[n.part], n.side)) REFUSE("13.1.7.1-a", u, h);
  if (stacking_barred(b, list, count, b.pos.unit[shaper(b, u)].form, Footprint{h}, true)) REFUSE("16.9.2-a", u, h);
  return {};
}

// 16.2.7.1-e: a Line with two targets advances only when both are gone.
static bool held_by_other(const Look& b, UnitId u) {
  const Melees& m = b.pos.melees;
  for (const Fight& f : m.fight)
    if (&f < m.fight + m.fights && &f != &fight(b) && attacks(b, f, u) && f.defenders && fights(b, f.defender[0])) return true;
  return false;
}

Seat ChooseAdvance::seat(const Look& b) const { return side_of(b, first_attacker(b)); }

Refusal ChooseAdvance::barred(const Look& b, Action a) const {
  const Fight& f = fight(b);
  if (!attacks(b, f, a.who) || contact(b, a.who, f.hex).hex == kNoHex) REFUSE("16.9-a", a.who, f.hex);
  if (held_by_other(b, a.who)) REFUSE("16.2.7.1-e", a.who, f.hex);
  return entry_barred(b, a.who, f.hex);
}

static bool anybody_enters(const Look& b) {
  const Fight& f = fight(b);
  return f.hex != kNoHex &&
         std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) { return !ChooseAdvance{}.barred(b, Action{Verb::Choose, 0, u}); });
}

static bool still_in_hand(const Look& b) { return b.pos.hand[0].count && b.pos.unit[b.pos.hand[0].unit[0]].order != Order::Pgd; }

static void pick_up_stack(Run& r, UnitId unit) {
  UnitId list[kMates];
  const int n = std::min(8, mates(r.look(), unit, list));
  take_in_hand(r, 0, list, n);
}

Flow StepIn::run(Run& r) {
  BEGIN;
  pick_up_stack(r, unit);
  if (stays_in_zone(r.look(), unit)) {
    STEP("16.9.4-a");
    STEP("10.1.3-i");
    CALL(OpportunityFire{unit});
  }
  if (!still_in_hand(r.look())) {
    put_down(r, 0);
    CALL(Settle{});
    RETURN(0);
  }
  enter(r, hex, why);
  RETURN(1);
  END;
}

// Who ran from the hex, if anybody is left of them.
static UnitId beaten(const Look& b) {
  const Fight& f = fight(b);
  for (int k = 0; k < f.defenders; ++k)
    if (const UnitId u = f.defender[k]; u != kNoUnit && b.pos.on_map(u) && b.pos.unit[u].order != Order::Good) return u;
  return kNoUnit;
}

// The next hex of their way, or none: then the stack goes where its owner wants (16.9.3.2).
static HexId trail_hex(const Look& b, UnitId u, int done) {
  const Fight& f = fight(b);
  if (beaten(b) == kNoUnit || done >= f.way) return kNoHex;
  return b.field.grid.side_to(b.pos.at(u), f.path[done]) < 0 ? kNoHex : f.path[done];
}

static Refusal press_barred(const Look& b, UnitId u, HexId h) {
  const int side = b.field.grid.side_to(b.pos.at(u), h);
  UnitId list[kMates];
  const int n = mates(b, u, list);
  if (side < 0 || enemy_at(b, h, side_of(b, u)) || !passable(b, list, n, b.pos.at(u), side)) REFUSE("16.9.3.2-a", u, h);
  if (top_at(b, h) != kNoUnit || stacking_barred(b, list, n, b.pos.unit[shaper(b, u)].form, Footprint{h}, true)) REFUSE("16.9.3-b", u, h);
  return {};
}

Refusal ChooseImpetus::barred(const Look& b, Action a) const {
  if (a.hex >= b.field.grid.size()) REFUSE("16.9.3.2-a", unit);
  return press_barred(b, unit, a.hex);
}

static bool can_press(const Look& b, UnitId u) {
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(u), k).to; h != kNoHex && !press_barred(b, u, h)) return true;
  return false;
}

static void harry(Run& r) {
  if (const UnitId u = beaten(r.look()); u != kNoUnit && !in_hand(r.look(), u)) lose(r, u, 1, false, r.pos.at(u), cite("16.9.3.1-c"));
}

// 16.9.3, 16.9.3.4: not in a zone, and not after General Order troops or into their ground (A37).
static bool has_impetus(const Look& b, UnitId u) {
  return fights(b, u) && !in_zone(b, footprint(b, u), side_of(b, u)) && !ground(b, fight(b).hex).general && b.pos.unit[shaper(b, u)].hexes == 1;
}

static bool kept_out(const Look& b) {
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) {
    return attacks(b, f, u) && contact(b, u, f.hex).hex != kNoHex && entry_barred(b, u, f.hex).why == cite("16.9.2-a");
  });
}

Flow FollowUp::run(Run& r) {
  BEGIN;
  while (anybody_enters(r.look())) {
    STEP("16.9-a");
    ASK(ChooseAdvance{});
    unit = r.answer().who;
    if (by_chart) {
      STEP("16.1.1-s6-dis");
      if (r.pos.unit[unit].order == Order::Disorder) r.tell({.fact = Fact::Disordered, .who = unit, .why = cite("16.1.1-s6-nopgd")});
      else disorder_stack(r, unit, cite("16.9-b"));
    } else {
      STEP("16.9-c");
    }
    CALL(StepIn{unit, kAdvance, fight(r).hex});
    if (r.result() && !entered) entered = 1, top = unit;
  }
  if (kept_out(r.look())) STEP("16.9.2-a");
  if (!entered || !r.pos.on_map(top)) RETURN(0);
  if (!impetus) RETURN(1 + top);
  if (!has_impetus(r.look(), top)) {
    STEP("16.9.3-a");
    if (ground(r.look(), fight(r).hex).general) STEP("16.9.3.4-a");
    RETURN(1 + top);
  }
  STEP("16.9.3.1-a");
  ROLL(Dice::D6, kAnyFace);
  trace::chart("impetus");
  entered = 0;
  for (left = r.field.charts.impetus[std::size_t(r.face())]; left > 0; --left) {
    if (!fights(r.look(), top) || in_zone(r.look(), r.pos.at(top), side_of(r.look(), top))) {
      STEP("16.1.1-s7");
      break;
    }
    unit = top;
    if (trail_hex(r.look(), top, entered) != kNoHex) {
      STEP("16.9.3.1-b");
      if (press_barred(r.look(), top, trail_hex(r.look(), top, entered))) break;
      CALL(StepIn{top, kPress, trail_hex(r.look(), top, entered)});
      ++entered;
      harry(r);
      continue;
    }
    if (!can_press(r.look(), top)) break;
    STEP("16.9.3.2-b");
    ASK(ChooseImpetus{top});
    CALL(StepIn{top, kPress, r.answer().hex});
    ++entered;
  }
  RETURN(1 + top);
  END;
}

}  // namespace tambour::bataille
