// SPDX-License-Identifier: MIT
// Chapter 16.9: who enters the hex that was fought for, and how far the impetus carries.
#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch19_opportunity.h"

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
      if (to == kNoHex || ground(b, to).general || (to != h && top_at(b, to) != kNoUnit && !f.contains(to)) ||
          !passable(b, list, n, x, side))
        break;
      out.push_back(to);
    }
    if (out.size() == f.size()) return out;
  }
  return Footprint{h};
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

Citation row_of(uint8_t why) {  // by StepWhy
  static constexpr Citation kRows[] = {cite("16.9-a"),   cite("16.9.3.1-b"), cite("16.8.2-b"),
                                       cite("16.2.3-a"), cite("16.3.7-a"),   cite("16.2.3.2-c")};
  return kRows[why];
}

// Under which rule others may react to it.
Citation reaction_row(uint8_t why) {
  static constexpr Citation kRows[] = {cite("16.1.1-s6-trig"), cite("16.1.1-s7-trig"), cite("16.8.3-e"),
                                       cite("16.2.3-e"),       cite("16.3.7-e"),       cite("16.9-d")};
  return kRows[why];
}

// On the heels of the beaten it turns if it has to (16.9.3.1). False if it does not.
bool face_way(Run& r, UnitId u, HexId h, int side) {
  const Footprint f = footprint(r.look(), u);
  for (int part = 0; part < f.size(); ++part)
    if (faces(r.look(), u, part, h)) return false;
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  for (int k = 0; k < n; ++k)
    if (good(r.look(), list[k]) && !is_gun(r.look(), list[k])) r.pos.unit[list[k]].facing = uint8_t(side);
  return true;
}

// The stack in hand 0 goes into the hex and joins whoever has entered before it.
void enter(Run& r, HexId h, uint8_t why) {
  Hand& hand = r.pos.hand[0];
  const UnitId top = hand.unit[0], there = top_at(r.look(), h);
  const Seat side = side_of(r.look(), top);
  const Footprint left = footprint(r.look(), top);
  const Neighbour n = contact(r.look(), top, h);
  const bool alike = there == kNoUnit || why == kCommit || match(r.look(), top, there);
  const bool turns = why == kPress && face_way(r, top, h, n.side);  // a Line cannot turn and keep its hexes
  const Footprint to = why == kCommit || turns ? Footprint{h} : advanced(r.look(), top, h);
  if (to.size() < left.size())
    r.tell(
        {.fact = Fact::DrawnIn, .who = top, .hex = h, .why = why == kMayhem || why == kAfterRetreat ? cite("16.3.7-d") : cite("16.9.1-a")});
  if (why != kPress && why != kCommit) by("16.3.7-c");
  const int count = hand.count;
  UnitId list[8];
  std::copy(hand.unit, hand.unit + count, list);
  reshape(r, top, to);
  for (int k = 0; k < count; ++k) {
    form_by_ground(r, list[k], h, n.side);
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
  if (alike) return;
  disorder_stack(r, top, why == kMayhem || why == kAfterRetreat ? cite("16.3.7.1-a") : cite("16.9.2.1-a"));
  if (footprint(r.look(), top).size() > 1) reshape(r, top, Footprint{h});
  UnitId all[kMates];
  for (int k = 0, m = mates(r.look(), top, all); k < m; ++k) r.pos.drop(all[k], kCollapse);
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
    if (&f < m.fight + m.fights && &f != &fight(b) && attacks(b, f, u) && f.defenders && enemy_at(b, f.hex, side_of(b, u))) return true;
  return false;
}

// Which of the hexes that were left this stack enters, or none.
static HexId way_on(const Look& b, UnitId u) {
  for (const HexId h : {fight(b).hex, fight(b).also})
    if (h != kNoHex && contact(b, u, h).hex != kNoHex && !entry_barred(b, u, h)) return h;
  return kNoHex;
}

Seat ChooseAdvance::seat(const Look& b) const { return side_of(b, first_attacker(b)); }

Refusal ChooseAdvance::barred(const Look& b, Action a) const {
  const Fight& f = fight(b);
  if (!attacks(b, f, a.who) || b.pos.has(a.who, kAdvanced)) REFUSE("16.9-a", a.who, f.hex);
  if (held_by_other(b, a.who)) REFUSE("16.2.7.1-e", a.who, f.hex);
  if (way_on(b, a.who) != kNoHex) return {};
  if (contact(b, a.who, f.hex).hex == kNoHex) REFUSE("16.9-a", a.who, f.hex);
  return entry_barred(b, a.who, f.hex);
}

static bool anybody_enters(const Look& b) {
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) {
    return u != kNoUnit && !ChooseAdvance{}.barred(b, Action{Verb::Choose, 0, u});
  });
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
    r.step(reaction_row(why));
    if (why == kAdvance) by("16.9-d");
    if (why != kCommit) by("16.9.4-a", "22.0-b");
    if (advanced(r.look(), unit, hex).size() < footprint(r.look(), unit).size()) by("16.9.1-b");
    STEP("10.1.3-i");
    CALL(OpportunityFire{unit});
  }
  if (!still_in_hand(r.look())) {
    put_down(r, 0);
    CALL(Settle{});
    RETURN(0);
  }
  unit = r.pos.hand[0].unit[0];
  open_event(r), forget_passes(r, side_of(r.look(), unit));
  CALL(ChargeOffer{unit});
  if (r.result()) {
    charger = UnitId(r.result() - 1);
    put_down(r, 0);
    CALL(Settle{});
  } else {
    note_watched(r, unit);
    enter(r, hex, why);
    CALL(ChargeOffer{unit});
    if (!r.result()) RETURN(1);
    charger = UnitId(r.result() - 1);
  }
  if (!r.pos.on_map(unit)) RETURN(0);
  r.step(reaction_row(why));
  by("16.9.4-a");
  r.pos.suspended = r.pos.melees;
  CALL(OpportunityCharge{charger, 0, r.pos.at(unit)});
  resume_assault(r);
  RETURN(kStruck);
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
  return contact(b, u, f.path[done]).hex;
}

static Refusal press_barred(const Look& b, UnitId u, HexId h) {
  const Neighbour way = contact(b, u, h);
  const Footprint f = footprint(b, u);
  UnitId list[kMates];
  const int n = mates(b, u, list);
  if (way.hex == kNoHex || f.contains(h) || enemy_at(b, h, side_of(b, u)) || !passable(b, list, n, f[way.part], way.side))
    REFUSE("16.9.3.2-a", u, h);
  if (top_at(b, h) != kNoUnit || stacking_barred(b, list, n, b.pos.unit[shaper(b, u)].form, Footprint{h}, true)) REFUSE("16.9.3-b", u, h);
  return {};
}

Refusal ChooseImpetus::barred(const Look& b, Action a) const {
  if (a.hex >= b.field.grid.size()) REFUSE("16.9.3.2-a", unit);
  return press_barred(b, unit, a.hex);
}

static bool can_press(const Look& b, UnitId u) {
  for (const Neighbour& n : neighbours(b.field.grid, footprint(b, u)))
    if (!press_barred(b, u, n.hex)) return true;
  return false;
}

static void harry(Run& r) {
  if (const UnitId u = beaten(r.look()); u != kNoUnit && !in_hand(r.look(), u)) lose(r, u, 1, false, r.pos.at(u), cite("16.9.3.1-c"));
}

// 16.9.3: not in a zone, not after cavalry, and not after General Order troops or into their ground (A37).
static bool has_impetus(const Look& b, UnitId u) {
  if (!fights(b, u)) return false;
  if (in_zone(b, footprint(b, u), side_of(b, u)) && by("16.9.3-a")) return false;
  const Fight& f = fight(b);
  const auto was = [&](auto&& what) {
    return std::any_of(f.defender, f.defender + f.defenders, [&](UnitId d) { return d != kNoUnit && what(d); });
  };
  if (was([&](UnitId d) { return is_horse(b, d); })) return !by("16.9.3.5-a", "16.2.8-d");
  if (was([&](UnitId d) { return b.pos.unit[d].form == Form::General && good(b, d); })) return !by("16.9.3.4-a");
  return !ground(b, b.pos.at(u)).general || !by("16.9.3.4-a");
}

// A stack goes forward once in an Assault, however its way ends.
static void mark_advanced(Run& r, UnitId u) {
  UnitId list[kMates];
  for (int k = 0, n = mates(r.look(), u, list); k < n; ++k) r.pos.set(list[k], kAdvanced);
}

static bool kept_out(const Look& b) {
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) {
    return attacks(b, f, u) && !b.pos.has(u, kAdvanced) && contact(b, u, f.hex).hex != kNoHex &&
           entry_barred(b, u, f.hex).why == cite("16.9.2-a");
  });
}

Flow FollowUp::run(Run& r) {
  BEGIN;
  while (anybody_enters(r.look())) {
    STEP("16.9-a");
    ASK(ChooseAdvance{});
    unit = r.answer().who;
    hex = way_on(r.look(), unit);
    if (by_chart) {
      STEP("16.1.1-s6-dis");
      if (r.pos.unit[unit].order == Order::Disorder) r.tell({.fact = Fact::Disordered, .who = unit, .why = cite("16.1.1-s6-nopgd")});
      else disorder_stack(r, unit, cite("16.9-b"));
    } else if (impetus) {
      STEP("16.9-c");
    }
    mark_advanced(r, unit);
    CALL(StepIn{unit, why, hex});
    if (r.result() == kStruck) impetus = 0;
    if (r.result() && !entered && fights(r.look(), unit) && footprint(r.look(), unit).contains(hex)) entered = 1, top = r.pos.stack.top(hex) == kNoUnit ? top_at(r.look(), hex) : r.pos.stack.top(hex);
  }
  if (kept_out(r.look())) STEP("16.9.2-a");
  if (!entered || top == kNoUnit || !r.pos.on_map(top)) RETURN(0);
  if (!impetus) RETURN(1 + index(top));
  CALL(Impetus{top});
  RETURN(1 + index(top));
  END;
}

static uint64_t impetus_breaks(const Field& f) {
  uint64_t out = 0;
  for (std::size_t die = 2; die <= 6; ++die)
    if (f.charts.impetus[die] != f.charts.impetus[die - 1]) out |= uint64_t{1} << die;
  return out;
}

Flow Impetus::run(Run& r) {
  BEGIN;
  if (!has_impetus(r.look(), top)) RETURN(0);
  STEP("16.9.3.1-a");
  ROLL(Dice::D6, impetus_breaks(r.field), ImpetusDie{top});
  trace::chart("impetus");
  if (r.pos.segment == Segment::Maneuver) by("16.10.1-7");
  for (left = r.field.charts.impetus[std::size_t(r.face())]; left > 0; --left) {
    if (!fights(r.look(), top) || in_zone(r.look(), footprint(r.look(), top), side_of(r.look(), top))) {
      STEP("16.1.1-s7");
      break;
    }
    if (trail_hex(r.look(), top, done) != kNoHex) {
      STEP("16.9.3.3-a");
      if (press_barred(r.look(), top, trail_hex(r.look(), top, done))) {
        STEP("16.9.3-b");
        break;
      }
      CALL(StepIn{top, kPress, trail_hex(r.look(), top, done)});
      if (r.result() == kStruck) break;
      ++done;
      harry(r);
      continue;
    }
    if (!can_press(r.look(), top)) break;
    STEP("16.9.3.2-b");
    ASK(ChooseImpetus{top});
    CALL(StepIn{top, kPress, r.answer().hex});
    if (r.result() == kStruck) break;
    ++done;
  }
  END;
}

}  // namespace tambour::bataille
