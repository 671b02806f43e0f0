// SPDX-License-Identifier: MIT
// Chapter 19.7: infantry forms Square, or Rallying Square, before cavalry that rides near.
#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_escape.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch19_opportunity.h"
#include "rules/bataille/ch19_reaction_move.h"

namespace tambour::bataille {
namespace {

int hexes_between(const Look& b, UnitId u, UnitId rider) {
  int least = 99;
  const Footprint f = footprint(b, rider);
  for (const HexId h : footprint(b, u)) least = std::min(least, distance(b.field.grid, f, h));
  return least;
}

bool sees_rider(const Look& b, UnitId u, UnitId rider) {
  for (const HexId from : footprint(b, u))
    for (const HexId to : footprint(b, rider))
      if (b.field.grid.distance(from, to) <= 4 && sees(b, from, to)) return true;
  return false;
}

bool rallies(const Look& b, UnitId u) {
  const Form form = b.pos.unit[shaper(b, u)].form;
  return (form == Form::Skirmish && by("12.10-d")) || (form == Form::Road && by("12.8.4-d"));
}

// What may not be in the stack (12.9.3, 12.9.4.2, A19).
Refusal company_barred(const Look& b, UnitId u) {
  UnitId list[kMates];
  int strength = 0;
  for (int k = 0, n = mates(b, u, list); k < n; ++k) {
    if (b.pos.has(list[k], kTarget)) REFUSE("19.1.1-s3a-notgt", list[k]);
    if (is_gun(b, list[k]) && b.pos.unit[list[k]].form == Form::Limbered) REFUSE("19.3.1-k", list[k]);
    if (is_gun(b, list[k]) && by("12.9.4.2-d") && !b.field.guns_in_squares && !leader_in(b, b.pos.at(u), side_of(b, u))) REFUSE("19.3.1-j", list[k]);
    if (!is_gun(b, list[k])) strength += increments(b, list[k]);
  }
  if (strength < 3) REFUSE("12.9.3-a", u);
  return {};
}

}  // namespace

Refusal try_square_barred(const Look& b, UnitId u, UnitId rider) {
  const UnitId top = shaper(b, u);
  const UnitState& s = b.pos.unit[top];
  if (b.pos.has(u, kSquareTried)) REFUSE("19.7-e", u);
  if (is_horse(b, top) || is_gun(b, top) || s.form == Form::Square || s.form == Form::General) REFUSE("19.7-a", u);
  if (s.order != Order::Good) REFUSE("19.3.1-m", u);
  if (in_hand(b, u) || b.pos.has(u, kCharged)) REFUSE("19.7-d", u);
  if (b.pos.has(u, kAssault)) REFUSE("16.2.4.1-a", u);
  if (ground(b, b.pos.at(u)).general) REFUSE("12.9-a", u);
  if (hexes_between(b, u, rider) > 4 && by("19.1.1-s3a")) REFUSE("19.7-c", u);
  if (!sees_rider(b, u, rider) && by("14.1-d")) REFUSE("19.7-b", u);
  if (rallies(b, u)) by("19.7.2-a", "19.1.1-s3a-rally");
  return company_barred(b, u);
}

Refusal ChooseSquareHex::barred(const Look& b, Action a) const {
  if (!footprint(b, unit).contains(a.hex)) REFUSE("19.7-f", unit, a.hex);
  if (ground(b, a.hex).general) REFUSE("12.9-a", unit, a.hex);
  if (a.hex != b.pos.at(unit) && holds_guns(b, unit)) REFUSE("11.1.2.1-b", unit, a.hex);
  return {};
}

Ledger carre_ledger(const Look& b, UnitId u, UnitId rider, bool grand) {
  trace::chart("carre"), trace::chart("carre_mod");
  Ledger out;
  const Charts& charts = b.field.charts;
  if (leader_in(b, b.pos.at(u), side_of(b, u))) out.add(charts.carre_leader, cite("CM-1"), u);
  if (counter(b, rider).lance) out.add(charts.carre_lancers, cite("CM-16"), rider);  // A115: lancers are not light cavalry too
  else if (is_light(b, rider)) out.add(charts.carre_light, cite("19.7.1-a"), rider);
  out.add(counter(b, shaper(b, u)).carre_steps, cite("19.7.1-a"), u);
  if (const int level = morale_level(b, shaper(b, u)); level && charts.carre_level) out.add(charts.carre_level * level, cite("CM-12"), u);
  if (b.field.rye && is_rye(b, b.pos.at(u))) out.add(3, cite("QB-4"), u);
  if (grand) out.add(b.field.grand_charge_eases_squares ? -charts.carre_grand : charts.carre_grand, cite("19.16.5-a"), rider);
  return out;
}

namespace {

enum class Outcome : uint8_t { Square, Disorder, Pgd };

Outcome carre(const Look& b, UnitId u, UnitId rider, bool grand, int roll) {
  const UnitId top = shaper(b, u);
  const uint8_t line = counter(b, top).carre[b.pos.unit[top].form == Form::Line];
  const Charts::Carre& c = b.field.charts.carre[line];
  const int far = std::clamp(hexes_between(b, u, rider), 1, 4), total = std::clamp(roll + carre_ledger(b, u, rider, grand).total, 0, kRollMax);
  return total <= c.square[far] ? Outcome::Square : total <= c.disorder[far] ? Outcome::Disorder : Outcome::Pgd;
}

uint64_t carre_breaks(const Look& b, UnitId u, UnitId rider, bool grand) {
  uint64_t out = 0;
  for (int roll = 1; roll <= kRollMax; ++roll)
    if (carre(b, u, rider, grand, roll) != carre(b, u, rider, grand, roll - 1)) out |= uint64_t{1} << roll;
  return out;
}

int rally_steps(const Look& b, UnitId u, UnitId rider) {
  trace::chart("rally_square");
  return b.field.charts.rally_square[std::size_t(std::clamp(hexes_between(b, u, rider), 1, 4))];
}

void stand_in_square(Run& r, UnitId u, HexId h, Citation why) {
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  reshape(r, u, Footprint{h});
  for (int k = 0; k < n; ++k) {
    if (is_gun(r.look(), list[k])) continue;
    r.pos.unit[list[k]].form = Form::Square;
    r.tell({.fact = Fact::SquareFormed, .who = list[k], .hex = h, .why = why});
  }
}

void fall_apart(Run& r, UnitId u, bool rout) {
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  by("19.7.1-b");
  for (int k = 0; k < n; ++k)
    if (rout) break_unit(r, list[k], cite("19.7.1-e"));
    else disorder(r, list[k], cite("19.7.1-d"));
}

bool may_still_try(const Look& b, UnitId u, UnitId rider) {
  return b.pos.on_map(u) && b.pos.on_map(rider) && !in_hand(b, u) && good(b, u) && !company_barred(b, u) && hexes_between(b, u, rider) <= 4;
}

// The way it runs, should it run, is the way of a Pursuit.
void watch_way(Run& r, UnitId u) {
  clear_melees(r.pos.melees);
  r.pos.melees.fights = 1;
  Fight& f = r.pos.melees.fight[0];
  UnitId list[kMates];
  f.defenders = uint8_t(std::min(3, mates(r.look(), u, list)));
  std::copy(list, list + f.defenders, f.defender);
  f.hex = r.pos.at(u);
}

void mark_tried(Run& r, UnitId u) {
  UnitId list[kMates];
  for (int n = mates(r.look(), u, list); n > 0; --n) {
    r.pos.set(list[n - 1], kSquareTried);
    if (r.pos.has(list[n - 1], kProne) && by("12.13.8-a")) r.pos.drop(list[n - 1], kProne);
  }
}

bool judge_rally(Run& r, UnitId u, int steps) {
  const Ledger l = morale_ledger(r.look(), shaper(r.look(), u), steps, cite("19.7.2.1-a"));
  const bool pass = passes(r.look(), shaper(r.look(), u), l, r.roll_index());
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
          .who = u,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
          .value2 = int16_t(counter(r.look(), u).morale < 0 ? 0 : sixes_shown(counter(r.look(), u).morale)),
          .why = cite("19.7.2.1-a")});
  return pass;
}

Citation square_row(const Look& b, UnitId u) { return rallies(b, u) ? cite("19.7.2.1-b") : cite("19.7.1-c"); }

}  // namespace

Flow TrySquare::run(Run& r) {
  const bool grand = is_of_grand(r.look(), rider);
  BEGIN;
  STEP("19.7.1-a");
  by("12.2.1-b", "13.1.8-f");
  mark_tried(r, unit);
  watch_way(r, unit);
  if (stays_in_zone(r.look(), unit)) {
    STEP("19.7.3-a");
    CALL(OpportunityFire{unit});
    CALL(Settle{});
  }
  if (!may_still_try(r.look(), unit, rider)) RETURN(0);
  open_event(r), forget_passes(r, side_of(r.look(), unit));
  if (can_park(r.look()) && tempts_horse(r.look(), unit)) {
    STEP("19.7.3-a");
    CALL(ChargeOffer{unit});
    if (r.result()) {
      charger = UnitId(r.result() - 1);
      kept = park(r);
      CALL(OpportunityCharge{charger, 0, r.pos.at(unit)});
      take_back(r, kept);
      RETURN(0);
    }
  }
  if (rallies(r.look(), unit)) {
    STEP("19.7.2.1-a");
    ROLL(Dice::Sixes, check_breaks(r.look(), shaper(r.look(), unit), morale_ledger(r.look(), shaper(r.look(), unit), rally_steps(r.look(), unit, rider), cite("19.7.2.1-a"))),
         MoraleDie{shaper(r.look(), unit), int8_t(rally_steps(r.look(), unit, rider)), kByRallying});
    if (!judge_rally(r, unit, rally_steps(r.look(), unit, rider))) {
      fall_apart(r, unit, false);
      CALL(Settle{});
      RETURN(0);
    }
  } else {
    ROLL(Dice::Sixes, carre_breaks(r.look(), unit, rider, grand), CarreDie{unit, rider, grand});
    if (carre(r.look(), unit, rider, grand, r.roll_index()) != Outcome::Square) {
      fall_apart(r, unit, carre(r.look(), unit, rider, grand, r.roll_index()) == Outcome::Pgd);
      CALL(Settle{});
      RETURN(0);
    }
  }
  ASK(ChooseSquareHex{unit});
  stand_in_square(r, unit, r.answer().hex, square_row(r.look(), unit));
  RETURN(1);
  END;
}

// ---- the window

Refusal ReactToRider::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass || a.verb == Verb::Done) return {};
  if (!b.field.is_unit(a.who) || !b.pos.on_map(a.who) || side_of(b, a.who) == side_of(b, rider)) REFUSE("19.3.1-a", a.who);
  if (in_hand(b, a.who) || b.pos.stack.top(b.pos.at(a.who)) != a.who) REFUSE("19.3.1-a", a.who);
  if (only != kNoUnit && (a.who != only || a.verb != Verb::FormSquare)) REFUSE("19.5.3.3-b", a.who);
  if (a.verb == Verb::FormSquare) return try_square_barred(b, a.who, rider);
  if (k == kNone) REFUSE("19.17-b", a.who);
  if (a.verb == Verb::FormLine && a.arg != b.pos.unit[a.who].facing) REFUSE("12.10.9.1-c", a.who);
  if (a.verb == Verb::FormLine) return form_up_barred(b, a.who, k);
  return reaction_barred(b, a.who, k);
}

bool any_reaction(const Look& b, UnitId rider, int k) {
  if (!b.pos.on_map(rider) || b.pos.unit[rider].order == Order::Pgd) return false;
  if (b.pos.hand[0].count && b.pos.hand[0].flags & kNoSquare) return false;
  const ReactToRider q{rider, uint8_t(k)};
  for (UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || side_of(b, u) == side_of(b, rider)) continue;
    if (!q.barred(b, Action{Verb::FormSquare, 0, u})) return true;
    if (k != kNone && is_horse(b, u) && (!q.barred(b, Action{Verb::DeclareCharge, 0, u}) || !q.barred(b, Action{Verb::FormLine, b.pos.unit[u].facing, u}))) return true;
  }
  return false;
}

static bool still_riding(const Look& b, UnitId rider, int k) {
  if (k != kNone) return charge(b, k).stage == ChargeStage::Declared && b.pos.hand[0].count;
  return b.pos.hand[0].count && b.pos.hand[0].unit[0] == rider;
}

Flow RiderWindow::run(Run& r) {
  BEGIN;
  while (still_riding(r.look(), rider, k) && any_reaction(r.look(), rider, k)) {
    STEP("7.2.2.1-b");
    ASK(ReactToRider{rider, k});
    if (r.answer().verb == Verb::Done) r.pos.hand[0].flags |= kNoSquare;
    if (r.answer().verb == Verb::Done || r.answer().verb == Verb::Pass) break;
    unit = r.answer().who;
    if (r.answer().verb == Verb::FormLine) {
      CALL(FormUp{unit, k});
      continue;
    }
    if (r.answer().verb == Verb::DeclareCharge) {
      CALL(ReactionCharge{unit, k});
      continue;
    }
    hex = r.pos.at(unit), close = uint8_t(hexes_between(r.look(), unit, rider) == 1);
    CALL(TrySquare{unit, rider, k});
    if (k == kNone || !is_named(charge(r, k), unit)) {
      STEP("19.1.1-s3a-undecl");
      continue;
    }
    CALL(AfterSquare{k, unit, close, 0, hex});
  }
  END;
}

// It gives up this target: it may take another, or end where it likes.
static void let_go(Run& r, int k, UnitId foe) {
  spare_target(r, k, foe);
  charge(r, k).flags |= kReleased;
}

// Called back, all of a Line is.
static void call_off(Run& r, int k, UnitId foe) {
  let_go(r, k, foe);
  while (charge(r, k).foes && by("19.2.8-l")) let_go(r, k, charge(r, k).foe[0]);
}

Flow AfterSquare::run(Run& r) {
  BEGIN;
  if (!r.pos.on_map(charge(r, k).unit) || (r.pos.on_map(foe) && r.pos.unit[foe].order == Order::Disorder)) {
    STEP("19.1.1-s3a-ii");
    RETURN(0);
  }
  if (r.pos.on_map(foe) && r.pos.unit[foe].order == Order::Good) {
    if (r.pos.unit[shaper(r.look(), foe)].form != Form::Square) RETURN(0);
    STEP("19.8.1-e");
  } else {
    STEP("19.8.1-d");
  }
  ASK(TryRecall{charge(r, k).unit});
  if (r.yes()) {
    STEP("19.1.1-s3a-i1");
    ROLL(Dice::D6, kAnyFace, RecallDie{charge(r, k).unit});
    if (call_back(r, charge(r, k).unit, r.face())) {
      if (good(r.look(), foe)) by("19.1.1-s3a-i1-new");
      else by("19.1.1-s3a-iii1");
      call_off(r, k, foe);
      RETURN(0);
    }
  }
  if (r.pos.on_map(foe) && r.pos.unit[foe].order == Order::Good) {
    STEP("19.1.1-s3a-i2");
    RETURN(0);
  }
  let_go(r, k, foe);
  if (!close) {
    STEP("19.1.1-s3a-iii3");
    RETURN(0);
  }
  STEP("19.1.1-s3a-iii2");
  charge(r, k).stage = ChargeStage::Fought;  // it goes after them at once, by 19.1.4
  END;
}

}  // namespace tambour::bataille
