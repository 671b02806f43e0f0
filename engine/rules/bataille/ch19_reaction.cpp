// SPDX-License-Identifier: MIT
// Chapters 12.10.9.1 and 19.17: cavalry that forms up or rides against the chargers.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch19_meeting.h"

namespace tambour::bataille {

namespace {

int form_up_steps(const Look& b, UnitId u, int k) {
  trace::chart("form_up");
  const int far = std::clamp(gap(b, footprint(b, u), footprint(b, charge(b, k).unit)), 1, 5);
  return b.field.charts.form_up[std::size_t(far)] + (counter(b, charge(b, k).unit).lance ? b.field.charts.form_up_lancers : 0);
}

bool sees_charger(const Look& b, UnitId u, UnitId rider) {
  for (const HexId from : footprint(b, u))
    for (const HexId to : footprint(b, rider))
      if (sees(b, from, to)) return true;
  return false;
}

void stand_in_line(Run& r, UnitId u, HexId h) {
  UnitState& s = r.pos.unit[u];
  s.form = Form::Line;
  if (increments(r.look(), u) < 5) reshape(r, u, Footprint{h});
  r.tell({.fact = Fact::FormedLine, .who = u, .hex = r.pos.at(u), .why = cite("12.10.9.1-c")});
}

}  // namespace

Refusal reaction_barred(const Look& b, UnitId u, int k) {
  const Charge& c = charge(b, k);
  if (!is_horse(b, u)) REFUSE("19.17-a", u);
  if (horse(b, u).ready == Ready::Exhausted) REFUSE("19.1.1-s3b", u);
  if (starts_barred(b, u) && by("24.0-m")) REFUSE("19.17-a", u);
  if (has(b, u, kReacted) && by("19.1.1-s3b-once")) REFUSE("19.17-d", u);
  if (has(b, u, kFormedUp)) REFUSE("12.10.9.1-f", u);
  if (b.pos.has(u, kCharged) && by("19.17.3-b")) REFUSE("19.17.1-a", u);
  if (in_some_charge(b, u)) REFUSE("19.17.1-a", u);
  if (!reaches(b, u, footprint(b, c.unit), reaction_depth(b, u))) REFUSE("19.17.1-b", u);
  if (const Refusal no = every_stance_barred(b, u, c.unit, k)) return no;
  return by("19.17.3-a", "19.17-c"), Refusal{};
}

Flow ReactionCharge::run(Run& r) {
  BEGIN;
  STEP("19.17.2-a");
  by("19.17-b", "19.1-g", "13.1.8-e");
  horse(r, unit).flags |= kReacted;
  ROLL(Dice::Sixes, check_breaks(r.look(), unit, morale_ledger(r.look(), unit, 0, cause_row(kByReaction))), MoraleDie{unit, 0, kByReaction});
  if (!judge_alone(r, unit, kByReaction)) {
    STEP("19.1.1-s3b-fail");
    by("20.1.4-b", "19.17.2-b");
    RETURN(0);
  }
  wheel_to(r, unit, charge(r, k).unit, k, cite("19.17.5-a"));
  STEP("19.1.1-s3b-role");
  come_together(r, unit, k);
  END;
}

Refusal form_up_barred(const Look& b, UnitId u, int k) {
  const UnitState& s = b.pos.unit[u];
  const UnitId rider = charge(b, k).unit;
  if (!is_horse(b, u) || s.form != Form::Skirmish || s.order != Order::Good) REFUSE("12.10.9.1-a", u);
  if (has(b, u, kFormedUp)) REFUSE("12.10.9.1-d", u);
  if (b.pos.has(u, kCharged)) REFUSE("12.10.9-d", u);
  const UnitState& t = b.pos.unit[shaper(b, rider)];
  const Footprint f = footprint(b, u), from = footprint(b, rider);
  if (std::none_of(f.begin(), f.end(), [&](HexId h) { return in_fan(b, from, t.form, t.facing, h, zone_depth(b, k)); })) REFUSE("12.10.9.1-a", u);
  if (std::any_of(f.begin(), f.end(), [&](HexId h) { return ground(b, h).general; })) REFUSE("12.6-a", u);
  if (!sees_charger(b, u, rider) && by("14.1-e")) REFUSE("12.10.9.1-a", u);
  return {};
}

Flow FormUp::run(Run& r) {
  BEGIN;
  STEP("12.10.9.1-b");
  by("19.1.1-s3c", "19.3.1-c", "12.2.1-b", "12.10-d", "13.1.8-g");
  horse(r, unit).flags |= kFormedUp;
  ROLL(Dice::Sixes, check_breaks(r.look(), unit, morale_ledger(r.look(), unit, form_up_steps(r.look(), unit, k), cause_row(kByFormUp))),
       MoraleDie{unit, int8_t(form_up_steps(r.look(), unit, k)), kByFormUp});
  if (!passes(r.look(), unit, morale_ledger(r.look(), unit, form_up_steps(r.look(), unit, k), cause_row(kByFormUp)), r.roll_index())) {
    STEP("12.10.9.1-e");
    RETURN(0);
  }
  if (increments(r.look(), unit) < 5) {
    ASK(ChooseSquareHex{unit});
    stand_in_line(r, unit, r.answer().hex);
    RETURN(1);
  }
  stand_in_line(r, unit, r.pos.at(unit));
  END;
}

}  // namespace tambour::bataille
