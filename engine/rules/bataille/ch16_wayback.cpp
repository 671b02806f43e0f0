// SPDX-License-Identifier: MIT
// Chapter 16.3: how those go who give way before an Assault, and their leaders.
#include <algorithm>

#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_square.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch16_preretreat.h"
#include "rules/bataille/ch19_opportunity.h"

namespace tambour::bataille {

// 16.3.5-a: nobody's zone holds him.
static bool leaves_leader(const Look& b, int k) {
  const UnitId top = fight(b).defender[0];
  const LeaderState& s = b.pos.leader[k];
  if (s.fate != Fate::OnMap || side_of(b, b.field.officer_id(k)) != side_of(b, top) || !footprint(b, top).contains(s.hex)) return false;
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && side_of(b, u) == side_of(b, top) && b.pos.at(u) != b.pos.at(top) &&
        !LeaveTroops{b.field.officer_id(k)}.barred(b, Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, b.pos.at(u)}))
      return true;
  return false;
}

// 16.3.5-b: his bonus is turned round for those he leaves; 16.3.5-c: a bad one is no loss.
static void desert(Run& r, int k, HexId to) {
  const int bonus = r.field.officers[std::size_t(k)].morale;
  UnitId list[kMates];
  const int n = mates(r.look(), fight(r).defender[0], list);
  for (int i = 0; i < n && bonus > 0; ++i) r.pos.unit[list[i]].deserted = uint8_t(r.pos.unit[list[i]].deserted + bonus);
  r.pos.leader[k].hex = to;
  r.tell({.fact = Fact::CommanderMoved,
          .who = r.field.officer_id(k),
          .hex = to,
          .value = int16_t(bonus),
          .why = bonus > 0 ? cite("16.3.5-b") : cite("16.3.5-c")});
}

static void give_way(Run& r, UnitId top) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.allowance = 255;
  for (int k = 0; k < n; ++k) hand.allowance = std::min(hand.allowance, uint8_t(allowance(r.look(), list[k])));
}

static void step_back(Run& r, HexId h) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = hand.unit[0];
  const HexId from = r.pos.at(u);
  const Footprint left = footprint(r.look(), u);
  const Seat side = side_of(r.look(), u);
  const bool home = top_at(r.look(), h) != kNoUnit && parent_hex(r.look(), u) != kNoHex &&
                    top_at(r.look(), h) == top_at(r.look(), parent_hex(r.look(), u));
  hand.spent = uint8_t(hand.spent + step_cost(r.look(), h));
  ++hand.steps, hand.faced = 0;
  for (const HexId x : left) note_harassers(r, 0, x);
  reshape(r, u, Footprint{h});
  for (int k = 0; k < hand.count && !home; ++k) form_by_ground(r, hand.unit[k], h, r.field.grid.side_to(from, h));
  if (home || ground(r.look(), h).general) hand.flags |= kStopped;
  for (int k = 0; k < hand.count; ++k)
    r.tell({.fact = Fact::Moved, .who = hand.unit[k], .hex = h, .from = from, .why = home ? cite("16.3.1-h") : cite("16.3.2-a")});
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].fate == Fate::OnMap && left.contains(r.pos.leader[k].hex) && r.field.officers[std::size_t(k)].side == side)
      r.pos.leader[k].hex = h;
  disturb_leaders(r, h, other(side));
}

// 16.3.2-c: like those it joins, beneath them.
static void fall_in(Run& r, UnitId there, const UnitId* list, int n) {
  const UnitState t = r.pos.unit[shaper(r.look(), there)];
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    r.pos.stack.at[list[k]] = r.pos.at(there);
    s.hexes = t.hexes, s.trail = t.trail;
    if (s.order == t.order) s.form = t.form, s.facing = t.facing;
    r.tell({.fact = Fact::Moved, .who = list[k], .hex = r.pos.at(there), .from = r.pos.hand[0].start, .why = cite("16.3.2-c")});
  }
}

static void spread(Run& r, Action a) {
  const HexId head = r.pos.at(a.who);
  Footprint to{head};
  to.push_back(a.hex);
  reshape(r, a.who, to);
  r.pos.unit[a.who].facing = a.arg;
  r.tell({.fact = Fact::Extended, .who = a.who, .hex = a.hex, .why = is_horse(r.look(), a.who) ? cite("12.10.4-a") : cite("12.10.2-b")});
}

// Who joins friends shares their order; 16.3.3.1, 16.3.4.1-b: more than half its points cost its own.
static void settle_down(Run& r) {
  Hand& hand = r.pos.hand[0];
  if (!hand.count) return;
  UnitId list[kMates];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  const UnitId there = top_at(r.look(), r.pos.at(list[0]));
  const bool tired = 2 * hand.spent > 2 * counter(r.look(), list[0]).mp;
  if (there != kNoUnit) fall_in(r, there, list, n);
  put_down(r, 0);
  for (int k = 0; k < n && tired; ++k) {
    if (is_horse(r.look(), list[k])) exhaust(r, list[k], cite("16.3.4.1-a"));
    else disorder(r, list[k], is_gun(r.look(), list[k]) ? cite("16.3.4.1-b") : cite("16.3.3.1-a"));
  }
  const int m = mates(r.look(), list[0], list);
  const bool mixed =
      std::any_of(list, list + m, [&](UnitId u) { return r.pos.unit[u].order == Order::Disorder && !r.pos.has(u, kMustMove); });
  for (int k = 0; k < m && mixed && there != kNoUnit; ++k) disorder(r, list[k], cite("11.1.2-j"));
}

static bool parting_shot(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0];
  return back(b).steps == 0 && back(b).count == 1 && counter(b, u).british && parent_hex(b, u) != kNoHex &&
         top_at(b, h) == top_at(b, parent_hex(b, u)) && firing_range(b, u, 0) > 0 && attackers_left(b);
}

// 16.3.6-a: a friend in the hex keeps the enemy's zone off.
static bool may_be_shot_at(const Look& b) {
  const UnitId u = back(b).unit[0];
  if (friend_at(b, b.pos.at(u), side_of(b, u)) && by("10.1.4-a")) return false;
  return stays_in_zone(b, u);
}

static bool is_cornered(const Look& b) { return duty(b, back(b).unit[0]) == Duty::Must && !is_gun(b, back(b).unit[0]); }
static bool in_hand_yet(const Look& b) { return back(b).count && b.pos.unit[back(b).unit[0]].order != Order::Pgd; }

Flow BackStep::run(Run& r) {
  BEGIN;
  if (company != kNoUnit) {
    STEP("16.1.1-s2a");
    ASK(PartingShot{company});
    if (r.answer().verb == Verb::FireAt) {
      put_down(r, 0);  // it fires from where it stands
      CALL(FireOnce{company, top_at(r.look(), r.answer().hex), 0});
      give_way(r, company);
      if (way_barred(r.look(), hex)) RETURN(0);
    }
  }
  by("10.2.2-d", "10.2.2.1-b");  // it leaves without a check
  if (may_be_shot_at(r.look())) {
    STEP("16.1.1-s2-trig");
    STEP("16.3.6-a");
    STEP("10.1.3-i");
    CALL(OpportunityFire{r.pos.hand[0].unit[0]});
    if (!in_hand_yet(r.look()) || way_barred(r.look(), hex)) RETURN(0);
  }
  open_event(r);
  CALL(ChargeOffer{r.pos.hand[0].unit[0]});
  if (r.result()) RETURN(1 + r.result());
  note_watched(r, r.pos.hand[0].unit[0]);
  step_back(r, hex);
  CALL(ChargeOffer{r.pos.hand[0].unit[0]});
  RETURN(1 + r.result());
  END;
}

Flow PreRetreat::run(Run& r) {
  BEGIN;
  unit = fight(r).defender[0];
  for (i = 0; i < r.field.officer_count(); ++i) {
    if (!leaves_leader(r.look(), i)) continue;
    STEP("16.3.5-a");
    ASK(LeaveTroops{r.field.officer_id(i)});
    if (r.answer().verb == Verb::ChooseHex) desert(r, i, r.answer().hex);
  }
  if (duty(r.look(), unit) == Duty::None) RETURN(0);
  give_way(r, unit);
  if (!has_way(r.look())) {
    r.step(is_gun(r.look(), unit) ? cite("16.3.4-e") : is_horse(r.look(), unit) ? cite("16.3.4-d") : cite("16.3-c"));
    if (is_cornered(r.look())) r.pos.set(unit, kCornered);
    put_down(r, 0);
    RETURN(0);
  }
  forget_harassers(r, 0), forget_passes(r, side_of(r.look(), unit));
  while (in_hand_yet(r.look())) {
    STEP("16.3.2-b");
    if (went && !has_way(r.look()) && !is_skirmisher(r.look(), r.pos.hand[0].unit[0])) break;
    ASK(ChooseWayBack{});
    if (r.answer().verb == Verb::Skirmish) {
      spread(r, r.answer());
      break;
    }
    if (r.answer().verb == Verb::Stop) {
      if (lacks_width(r.look())) disorder(r, r.answer().who, cite("12.10.2-b"));  // no room for its other half
      break;
    }
    if (r.answer().verb == Verb::Face) {
      r.pos.unit[r.answer().who].facing = r.answer().arg;
      r.pos.hand[0].faced = 1;
      continue;
    }
    hex = r.answer().hex;
    if (company == kNoUnit && parting_shot(r.look(), hex)) {
      company = r.pos.hand[0].unit[0];
      CALL(BackStep{hex, company});
    } else {
      CALL(BackStep{hex, kNoUnit});
    }
    went |= r.result() == 1 || (r.result() > 1 && r.pos.hand[0].steps);
    if (r.result() > 1) charger = UnitId(r.result() - 2);
    if (charger != kNoUnit) break;
  }
  if (went) STEP("16.3-a");
  if (went && r.pos.hand[0].count) CALL(Harass{0});
  if (joins_square(r.look())) {
    STEP("16.3.2-d");
    CALL(JoinSquare{});
  }
  if (r.pos.hand[0].count) unit = r.pos.hand[0].unit[0];
  settle_down(r);
  CALL(Settle{});
  if (charger != kNoUnit && r.pos.on_map(unit)) {
    STEP("16.3.6-c");
    is_horse(r.look(), unit) ? by("16.3.4-c", "16.3.6-b") : by("16.3.3-c", "16.3.6-b");
    r.pos.suspended = r.pos.melees;
    CALL(OpportunityCharge{charger, 0, r.pos.at(unit), 1});
    resume_assault(r);
    went |= !r.pos.on_map(unit) || !footprint(r.look(), unit).contains(fight(r).hex);
  }
  RETURN(went ? 1 + index(company) : 0);
  END;
}

}  // namespace tambour::bataille
