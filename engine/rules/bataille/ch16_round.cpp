// SPDX-License-Identifier: MIT
// Chapter 16: one round of an Assault: closing, standing, melee.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch16_dice.h"

namespace tambour::bataille {

static UnitId closer(const Look& b, UnitId top) { return shaper(b, top); }  // the top infantry unit

static void note_test(Run& r, UnitId roller, const Ledger& l, bool pass, Citation why) {
  const int rating = r.field.units[roller].morale;
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
          .who = roller,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
          .value2 = int16_t(rating < 0 ? 0 : sixes_shown(rating)),
          .why = why});
}

static void pass_stack(Run& r, UnitId top) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) r.pos.set(list[k], kPassed);
}

static void fail_stack(Run& r, UnitId top, Citation again, Citation why) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) {
    if (good(r.look(), list[k])) disorder(r, list[k], why);
    else break_unit(r, list[k], again);
  }
}

// Nobody whom this stack fights has closed, or stood: then its own failure does no harm.
static bool is_unharmed(const Look& b, UnitId u, bool attacking) {
  const Melees& m = b.pos.melees;
  bool any = false;
  for (const Fight& f : m.fight) {
    if (&f >= m.fight + m.fights || f.over || !(attacking ? attacks(b, f, u) : defends(b, f, u))) continue;
    const UnitId* foes = attacking ? f.defender : f.attacker;
    for (int k = 0; k < (attacking ? f.defenders : f.attackers); ++k) {
      if (foes[k] == kNoUnit) continue;
      any = true;
      if (b.pos.has(foes[k], kPassed)) return false;
    }
  }
  return any;
}

// One roll for the stack by its top infantry unit (A4).
static bool judge_close(Run& r, UnitId top) {
  const UnitId u = closer(r.look(), top);
  const Ledger l = close_ledger(r.look(), u);
  const bool pass = passes(r.look(), u, l, r.roll_index());
  if (pass) {
    note_test(r, u, l, true, r.pos.stack.count(r.pos.at(u)) > 1 ? cite("16.4-b") : cite("16.1.1-s3a-i-pass"));
    pass_stack(r, top);
    return true;
  }
  const bool harmless = r.pos.melees.round == 2 && is_unharmed(r.look(), top, true);
  note_test(r, u, l, false, harmless ? cite("16.1.1-s5b-allfail") : cite("16.4-c"));
  if (!harmless) fail_stack(r, top, cite("16.1.1-s3a-i-fail2"), cite("16.1.1-s3a-i-fail"));
  return false;
}

static void fail_to_stand(Run& r, UnitId top, const Ledger& l) {
  const bool harmless = r.pos.melees.round == 1 && is_unharmed(r.look(), top, false);
  if (is_horse(r.look(), top)) {
    note_test(r, top, l, false, cite("16.5.2-a"));
    r.tell({.fact = Fact::TestPassed, .who = top, .why = cite("16.2.8-a")});
  } else if (in_structure(r.look())) {
    note_test(r, top, l, false, cite("16.5.4-a"));
    r.tell({.fact = Fact::TestPassed, .who = top, .why = cite("16.1.1-s3a-ii-struct")});
  } else if (harmless) {
    note_test(r, top, l, false, cite("16.1.1-s3a-allfail"));
  } else {
    note_test(r, top, l, false, cite("16.5-c"));
    if (footprint(r.look(), top).size() > 1) r.tell({.fact = Fact::Disordered, .who = top, .hex = r.pos.at(top), .why = cite("16.5.3-a")});
    fail_stack(r, top, cite("16.1.1-s3a-ii-fail"), cite("16.1.1-s3a-ii-fail"));
  }
}

static bool judge_stand(Run& r, UnitId top) {
  const Ledger l = stand_ledger(r.look(), top);
  const bool pass = passes(r.look(), top, l, r.roll_index());
  if (!pass) return fail_to_stand(r, top, l), false;
  note_test(r, top, l, true, r.pos.stack.count(r.pos.at(top)) > 1 ? cite("16.5-b") : cite("16.1.1-s3a-ii-pass"));
  pass_stack(r, top);
  return true;
}

// An attacker with two targets rolls once, in the first of its fights.
static bool rolls_here(const Look& b, int k, int i) {
  const Melees& m = b.pos.melees;
  const UnitId u = m.fight[k].attacker[i];
  if (m.fight[k].over || !attacks(b, m.fight[k], u) || !defenders_left(b)) return false;
  return std::none_of(m.fight, m.fight + k, [&](const Fight& f) { return !f.over && attacks(b, f, u); });
}

Flow CloseAll::run(Run& r) {
  BEGIN;
  for (k = 0; k < r.pos.melees.fights; ++k) {
    for (i = 0; i < r.pos.melees.fight[k].attackers; ++i) {
      r.pos.melees.now = k;
      if (!rolls_here(r.look(), k, i)) continue;
      STEP("16.4-a");
      ROLL(Dice::Sixes,
           check_breaks(r.look(), closer(r.look(), fight(r).attacker[i]), close_ledger(r.look(), closer(r.look(), fight(r).attacker[i]))),
           CloseDie{closer(r.look(), fight(r).attacker[i])});
      judge_close(r, fight(r).attacker[i]);
    }
  }
  r.pos.melees.now = 0;
  CALL(Settle{});
  END;
}

Flow StandAll::run(Run& r) {
  BEGIN;
  for (k = 0; k < r.pos.melees.fights; ++k) {
    for (i = 0; i < r.pos.melees.fight[k].defenders; ++i) {
      r.pos.melees.now = k;
      unit = fight(r).defender[i];
      if (fight(r).over || !fights(r.look(), unit) || !attackers_left(r.look())) continue;
      STEP("16.5-a");
      if (is_gun(r.look(), unit) && r.pos.unit[unit].form == Form::Limbered) STEP("18.10.1-c");
      if (is_gun(r.look(), unit) && r.pos.unit[unit].form == Form::Unlimbered) STEP("18.10.1-d");
      ROLL(Dice::Sixes, check_breaks(r.look(), unit, stand_ledger(r.look(), unit)), StandDie{unit});
      if (!judge_stand(r, unit)) continue;
      STEP("16.1.1-s3a-ii-shift");
      ROLL(Dice::D6, uint64_t{1} << 4 | uint64_t{1} << 6, ShiftDie{unit});
      fight(r).shifts = std::max(fight(r).shifts, uint8_t(r.face() <= 3 ? 0 : r.face() <= 5 ? 1 : 2));
      if (is_horse(r.look(), unit))
        r.tell({.fact = Fact::TestPassed, .who = unit, .value = int16_t(fight(r).shifts), .why = cite("16.2.8-b")});
      if (in_structure(r.look())) r.tell({.fact = Fact::TestPassed, .who = unit, .why = cite("16.5.4-b")});
    }
  }
  r.pos.melees.now = 0;
  CALL(Settle{});
  END;
}

static void note_melee(Run& r, const Odds& odds, Result result) {
  r.tell({.fact = Fact::MeleeFought,
          .hex = fight(r).hex,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + odds.ledger.total, 0, kRollMax))),
          .value2 = int16_t(result),
          .why = cite("16.1.1-s3e")});
}

static HexId hex_of_attackers(const Look& b) { return first_attacker(b) == kNoUnit ? kNoHex : b.pos.at(first_attacker(b)); }

// A143: who loses his order over a leader has lost the fight, as if he had not stood or closed.
static void fall_apart(Run& r) {
  if (Result(fight(r).result) != Result::Blank) return;
  if (!attackers_left(r.look())) fight(r).result = uint8_t(Result::AR);
  else if (!defenders_left(r.look())) fight(r).result = uint8_t(Result::kCount);
}

Flow MeleeRoll::run(Run& r) {
  BEGIN;
  STEP("16.1.1-s3d");
  STEP("16.6-d");
  ROLL(Dice::Sixes, melee_breaks(r.look(), melee_odds(r.look())), MeleeDie{});
  natural = melee_natural(r.roll_index());
  fight(r).result = uint8_t(melee_result(r.look(), melee_odds(r.look()), r.roll_index()));
  note_melee(r, melee_odds(r.look()), Result(fight(r).result));
  if (natural >= kHurtsDefenders) {
    STEP("8.2-b");
    CALL(LeaderHit{fight(r).hex});
  } else if (natural <= kHurtsAttackers && hex_of_attackers(r.look()) != kNoHex) {
    STEP("8.2-d");
    CALL(LeaderHit{hex_of_attackers(r.look())});
  }
  fall_apart(r);
  END;
}

static void begin_round(Run& r, int number) {
  Melees& m = r.pos.melees;
  m.round = uint8_t(number), m.now = 0;
  for (Fight& f : m.fight) {
    if (f.over) continue;
    f.shifts = f.right = 0, f.steps = 0, f.lost = 0, f.result = uint8_t(Result::kCount);
    std::memset(f.hurt, 0, sizeof f.hurt);
  }
  for (const UnitId u : all_units(r.field)) r.pos.drop(u, kPassed);
}

static bool both_sides_left(const Look& b) { return !fight(b).over && attackers_left(b) && defenders_left(b); }
static bool anybody_left(const Look& b) {
  const Melees& m = b.pos.melees;
  return std::any_of(m.fight, m.fight + m.fights, [&](const Fight& f) {
    return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) { return attacks(b, f, u); });
  });
}

// A fight whose sides have come apart is over: who is beaten has no order to keep (16.2.3.2).
static void mark_ends(Run& r) {
  if (!fight(r).over && !attackers_left(r.look())) fight(r).result = uint8_t(Result::AR);
}

// 16.1.1-s3e-dist: they count for nothing from now on.
static void drop_distances(Run& r) {
  for (const UnitId u : all_units(r.field))
    if (r.pos.has(u, kEngaged) && r.pos.unit[u].distance && by("16.1.1-s3e-dist")) r.pos.unit[u].distance = 0;
}

Flow RollAll::run(Run& r) {
  BEGIN;
  if (number == 2) {
    STEP("16.1.1-s5b");
    CALL(StandAll{});
    CALL(CloseAll{});
    RETURN(anybody_left(r.look()));
  }
  STEP("16.1.1-s3a");
  CALL(CloseAll{});
  if (!anybody_left(r.look())) {
    STEP("16.1.1-s3a-i-allrout");
    RETURN(0);
  }
  CALL(StandAll{});
  RETURN(anybody_left(r.look()));
  END;
}

Flow Round::run(Run& r) {
  BEGIN;
  begin_round(r, number);
  CALL(RollAll{number});
  if (!r.result()) RETURN(0);
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    CALL(Recontact{});
    r.pos.melees.now = i;
    if (!both_sides_left(r.look())) {
      if (!fight(r).over && attackers_left(r.look())) STEP("16.1.1-s3a-ii-allrout");
      continue;
    }
    if (number == 2) STEP("16.1.1-s5c");
    CALL(FireAll{});
  }
  for (i = 0; i < r.pos.melees.fights; ++i) r.pos.melees.now = i, count_casualties(r);
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    CALL(Recontact{});
    r.pos.melees.now = i;
    mark_ends(r);
    if (!both_sides_left(r.look())) continue;
    if (number == 1) {
      CALL(Cheer{});
      r.pos.melees.now = i;
      if (!both_sides_left(r.look())) continue;
    } else if (can_cheer(r.look())) {
      STEP("16.1.1-s5c-huzzah");
    }
    CALL(MeleeRoll{});
  }
  drop_distances(r);
  r.pos.melees.now = 0;
  END;
}

}  // namespace tambour::bataille
