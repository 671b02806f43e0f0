// SPDX-License-Identifier: MIT
// Chapter 16: one round of an Assault: closing, standing, fire, melee.
#include <algorithm>

#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

bool fights(const Look& b, UnitId u) { return u != kNoUnit && b.pos.on_map(u) && b.pos.unit[u].order != Order::Pgd; }

bool attackers_left(const Look& b) {
  const Melee& m = b.pos.melee;
  return std::any_of(m.attacker, m.attacker + m.attackers, [&](UnitId u) { return fights(b, u); });
}
bool defender_left(const Look& b) { return fights(b, b.pos.melee.defender); }

bool in_structure(const Look& b) { return ground(b, b.pos.melee.hex).structure; }

static void fail_stack(Run& r, UnitId top, Citation why) {  // 16.4-c, 16.5-c
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) fail_check(r, list[k], why);
}

static UnitId closer(const Look& b, UnitId top) { return shaper(b, top); }  // the top infantry unit

static bool fires_at(const Look& b, UnitId attacker) { return fights(b, attacker) && defensive_fire(b, attacker).value > Ratio(0); }

Refusal ChooseVolley::barred(const Look& b, Action a) const {
  const Melee& m = b.pos.melee;
  if (a.who != m.defender) REFUSE("16.1.1-s3b", a.who, a.hex);
  for (int k = 0; k < m.attackers; ++k)
    if (fights(b, m.attacker[k]) && footprint(b, m.attacker[k])[0] == a.hex && fires_at(b, m.attacker[k])) return {};
  REFUSE("16.1.1-s3b-front", a.who, a.hex);
  return {};
}

Ledger ChooseVolley::ledger(const Look& b, Action a) const {
  if (barred(b, a)) return {};
  return defensive_fire(b, top_at(b, a.hex)).ledger;
}

// One roll for the stack by its top unit (A4); a failure costs order unless it is harmless.
static bool judge(Run& r, UnitId top, UnitId roller, const Ledger& l, bool harmless, Citation why) {
  const bool pass = passes(r.look(), roller, l, r.roll_index());
  const int rating = r.field.units[roller].morale;
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
          .who = roller,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
          .value2 = int16_t(rating < 0 ? 0 : sixes_shown(rating)),
          .why = why});
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n && pass; ++k) r.pos.set(list[k], kPassed);
  if (!pass && !harmless) fail_stack(r, top, why);
  return pass;
}

Flow CloseAll::run(Run& r) {
  BEGIN;
  for (i = 0; i < r.pos.melee.attackers; ++i) {
    if (!fights(r.look(), r.pos.melee.attacker[i])) continue;
    STEP("16.4-a");
    ROLL(Dice::Sixes, check_breaks(r.look(), closer(r.look(), r.pos.melee.attacker[i]),
                                   close_ledger(r.look(), closer(r.look(), r.pos.melee.attacker[i]))));
    failed = uint8_t(failed + !judge(r, r.pos.melee.attacker[i], closer(r.look(), r.pos.melee.attacker[i]),
                                     close_ledger(r.look(), closer(r.look(), r.pos.melee.attacker[i])), harmless, cite("16.4-a")));
  }
  CALL(Settle{});
  RETURN(failed);
  END;
}

Flow StandRoll::run(Run& r) {
  BEGIN;
  STEP("16.5-a");
  ROLL(Dice::Sixes, check_breaks(r.look(), r.pos.melee.defender, stand_ledger(r.look())));
  if (!judge(r, r.pos.melee.defender, r.pos.melee.defender, stand_ledger(r.look()), harmless || in_structure(r.look()), cite("16.5-a"))) {
    CALL(Settle{});
    RETURN(0);
  }
  STEP("16.1.1-s3a-ii-shift");
  ROLL(Dice::D6, uint64_t{1} << 4 | uint64_t{1} << 6);
  r.pos.melee.shifts = uint8_t(r.face() <= 3 ? 0 : r.face() <= 5 ? 1 : 2);
  RETURN(1);
  END;
}

// Both rolled; now the losses, and what they do to the melee roll.
static void count_casualties(Run& r, int off_lost, int def_lost, UnitId shot_at) {
  Melee& m = r.pos.melee;
  m.steps = int8_t(6 * off_lost - 6 * def_lost);
  if (off_lost) lose(r, m.defender, off_lost, false, m.hex, cite("16.1.1-s3b"));
  if (def_lost && shot_at != kNoUnit) lose(r, shot_at, def_lost, false, r.pos.at(shot_at), cite("16.1.1-s3b"));
  if (!r.pos.on_map(m.defender) && top_at(r.look(), m.hex) != kNoUnit &&
      side_of(r.look(), top_at(r.look(), m.hex)) == side_of(r.look(), m.defender))
    m.defender = top_at(r.look(), m.hex);
  for (UnitId& u : m.attacker)
    if (u != kNoUnit && !r.pos.on_map(u)) u = kNoUnit;
}

static bool volley_possible(const Look& b) {
  const Melee& m = b.pos.melee;
  return std::any_of(m.attacker, m.attacker + m.attackers, [&](UnitId u) { return u != kNoUnit && fires_at(b, u); });
}

static int fire_losses(Run& r, const Attack& a, HexId h) {
  const int lost = losses_by(r.look(), a, r.roll_index());
  r.tell({.fact = Fact::FireAttack,
          .who = top_at(r.look(), h),
          .hex = h,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("16.1.1-s3b-mod")});
  return lost;
}

static void note_melee(Run& r, const Odds& odds, Result result) {
  r.tell({.fact = Fact::MeleeFought,
          .hex = r.pos.melee.hex,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + odds.ledger.total, 0, kRollMax))),
          .value2 = int16_t(result),
          .why = cite("16.1.1-s3e")});
}

static void unmark(Run& r) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) r.pos.drop(u, kPassed);
}

static uint8_t all_failed(const Look& b, int failed) { return uint8_t(failed >= b.pos.melee.attackers); }  // 16.1.1-s3a-allfail

UnitId first_attacker(const Look& b) {
  const Melee& m = b.pos.melee;
  const UnitId* u = std::find_if(m.attacker, m.attacker + m.attackers, [&](UnitId x) { return fights(b, x); });
  return u == m.attacker + m.attackers ? kNoUnit : *u;
}

Flow Round::run(Run& r) {
  BEGIN;
  r.pos.melee.round = number, r.pos.melee.shifts = 0, r.pos.melee.steps = 0;
  unmark(r);
  if (number == 1) {
    STEP("16.1.1-s3a");
    CALL(CloseAll{});
    failed = uint8_t(r.result());
    if (!attackers_left(r.look())) RETURN(int(Result::AR));
    CALL(StandRoll{all_failed(r.look(), failed)});
  } else {
    STEP("16.1.1-s5b");
    CALL(StandRoll{});
    stood = uint8_t(r.result());
    if (!defender_left(r.look())) RETURN(int(Result::kCount));
    CALL(CloseAll{0, 0, uint8_t(!stood)});
  }
  if (!attackers_left(r.look())) RETURN(int(Result::AR));
  if (!defender_left(r.look())) RETURN(int(Result::kCount));  // gone before the melee: no Disorder for those who follow
  STEP("16.1.1-s3b");
  if (offensive_fire(r.look()).column >= 0) {
    ROLL(Dice::Sixes, fire_breaks(r.look(), offensive_fire(r.look())));
    off_lost = uint8_t(fire_losses(r, offensive_fire(r.look()), r.pos.melee.hex));
  }
  if (volley_possible(r.look())) {
    ASK(ChooseVolley{});
    i = top_at(r.look(), r.answer().hex);
    if (defensive_fire(r.look(), i).column >= 0) {
      ROLL(Dice::Sixes, fire_breaks(r.look(), defensive_fire(r.look(), i)));
      def_lost = uint8_t(fire_losses(r, defensive_fire(r.look(), i), r.pos.at(i)));
    }
  } else {
    i = kNoUnit;
  }
  count_casualties(r, off_lost, def_lost, i);
  if (!attackers_left(r.look())) RETURN(int(Result::AR));     // 16.2.3.2-a
  if (!defender_left(r.look())) RETURN(int(Result::kCount));  // 16.2.3.2-b
  if (number == 1) {
    CALL(Cheer{});
    if (!attackers_left(r.look())) RETURN(int(Result::AR));
    if (!defender_left(r.look())) RETURN(int(Result::kCount));  // 16.1.1-s3c-none
  }
  STEP("16.1.1-s3e");
  ROLL(Dice::Sixes, kAnyFace);
  natural = uint8_t(r.roll_index());
  step = uint8_t(melee_result(r.look(), melee_odds(r.look()), natural));
  note_melee(r, melee_odds(r.look()), Result(step));
  if (natural >= 33) {
    STEP("8.2-b");
    CALL(LeaderCasualty{r.pos.melee.hex});
  } else if (natural <= 1 && first_attacker(r.look()) != kNoUnit) {
    STEP("8.2-d");
    CALL(LeaderCasualty{r.pos.at(first_attacker(r.look()))});
  }
  RETURN(step);
  END;
}

}  // namespace tambour::bataille
