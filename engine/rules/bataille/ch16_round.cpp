// SPDX-License-Identifier: MIT
// Chapter 16: one round of an Assault: closing, standing, fire, melee.
#include <algorithm>

#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

static UnitId closer(const Look& b, UnitId top) { return shaper(b, top); }  // the top infantry unit

static bool can_fire_at(const Look& b, UnitId u, int part, HexId h) {
  if (firing_range(b, u, part) == 0 || b.pos.has(u, kFiredEarly) || !faces(b, u, part, h)) return false;
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId a) { return fights(b, a) && footprint(b, a).contains(h); });
}

Refusal ChooseVolley::barred(const Look& b, Action a) const {
  if (a.who != unit) REFUSE("16.1.1-s3b", a.who, a.hex);
  if (a.hex >= b.field.grid.size() || !can_fire_at(b, unit, part, a.hex)) REFUSE("16.1.1-s3b-front", a.who, a.hex);
  return {};
}

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
  for (int k = 0; k < n; ++k) fail_check(r, list[k], r.pos.unit[list[k]].order == Order::Good ? why : again);
}

// One roll for the stack by its top infantry unit (A4).
static bool judge_close(Run& r, UnitId top, bool harmless) {
  const UnitId u = closer(r.look(), top);
  const Ledger l = close_ledger(r.look(), u);
  const bool pass = passes(r.look(), u, l, r.roll_index());
  if (pass) {
    note_test(r, u, l, true, r.pos.stack.count(r.pos.at(u)) > 1 ? cite("16.4-b") : cite("16.1.1-s3a-i-pass"));
    pass_stack(r, top);
    return true;
  }
  note_test(r, u, l, false, harmless ? cite("16.1.1-s5b-allfail") : cite("16.4-c"));
  if (!harmless) fail_stack(r, top, cite("16.1.1-s3a-i-fail2"), cite("16.1.1-s3a-i-fail"));
  return false;
}

static bool judge_stand(Run& r, UnitId top, bool harmless) {
  const Ledger l = stand_ledger(r.look(), top);
  const bool pass = passes(r.look(), top, l, r.roll_index());
  if (pass) {
    note_test(r, top, l, true, r.pos.stack.count(r.pos.at(top)) > 1 ? cite("16.5-b") : cite("16.1.1-s3a-ii-pass"));
    pass_stack(r, top);
    return true;
  }
  const bool safe = in_structure(r.look());
  note_test(r, top, l, false, safe ? cite("16.5.4-a") : harmless ? cite("16.1.1-s3a-allfail") : cite("16.5-c"));
  if (safe) r.tell({.fact = Fact::TestPassed, .who = top, .why = cite("16.1.1-s3a-ii-struct")});
  else if (!harmless) fail_stack(r, top, cite("16.1.1-s3a-ii-fail"), cite("16.1.1-s3a-ii-fail"));
  return false;
}

// An attacker with two targets rolls once, in the first of its fights.
static bool rolls_here(const Look& b, int k, int i) {
  const Melees& m = b.pos.melees;
  const UnitId u = m.fight[k].attacker[i];
  if (m.fight[k].over || !attacks(b, m.fight[k], u) || !defenders_left(b)) return false;
  return std::none_of(m.fight, m.fight + k, [&](const Fight& f) { return attacks(b, f, u); });
}

Flow CloseAll::run(Run& r) {
  BEGIN;
  for (k = 0; k < r.pos.melees.fights; ++k) {
    for (i = 0; i < r.pos.melees.fight[k].attackers; ++i) {
      r.pos.melees.now = k;
      if (!rolls_here(r.look(), k, i)) continue;
      STEP("16.4-a");
      ROLL(Dice::Sixes, check_breaks(r.look(), closer(r.look(), fight(r).attacker[i]),
                                     close_ledger(r.look(), closer(r.look(), fight(r).attacker[i]))));
      ++rolled;
      failed = uint8_t(failed + !judge_close(r, fight(r).attacker[i], harmless));
    }
  }
  r.pos.melees.now = 0;
  CALL(Settle{});
  RETURN(failed == rolled);
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
      ROLL(Dice::Sixes, check_breaks(r.look(), unit, stand_ledger(r.look(), unit)));
      ++rolled;
      if (!judge_stand(r, unit, harmless)) {
        ++failed;
        CALL(Settle{});
        continue;
      }
      STEP("16.1.1-s3a-ii-shift");
      ROLL(Dice::D6, uint64_t{1} << 4 | uint64_t{1} << 6);
      fight(r).shifts = std::max(fight(r).shifts, uint8_t(r.face() <= 3 ? 0 : r.face() <= 5 ? 1 : 2));
      if (in_structure(r.look())) r.tell({.fact = Fact::TestPassed, .who = unit, .why = cite("16.5.4-b")});
    }
  }
  r.pos.melees.now = 0;
  RETURN(failed == rolled);
  END;
}

static int volley(Run& r, const Attack& a, HexId h) {
  const int lost = losses_by(r.look(), a, r.roll_index());
  r.tell({.fact = Fact::FireAttack,
          .who = top_at(r.look(), h),
          .hex = h,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("16.1.1-s3b-mod")});
  return lost;
}

static bool any_target(const Look& b, UnitId u, int part) {
  const Fight& f = fight(b);
  for (int k = 0; k < f.attackers; ++k)
    if (fights(b, f.attacker[k]))
      for (const HexId h : footprint(b, f.attacker[k]))
        if (can_fire_at(b, u, part, h)) return true;
  return false;
}

static void hurt(Run& r, HexId h, int lost) {
  Fight& f = fight(r);
  for (int k = 0; k < f.attackers; ++k)
    if (fights(r.look(), f.attacker[k]) && footprint(r.look(), f.attacker[k]).contains(h)) f.hurt[k] = uint8_t(f.hurt[k] + lost);
}

static void spend_round(Run& r, UnitId u) {
  if (is_gun(r.look(), u) && r.pos.unit[u].rounds > 0) --r.pos.unit[u].rounds;
}

// Has another hex of the unit before this one aimed at the same hex? Then they fired together.
static bool fired_together(const Look& b, UnitId u, int part) {
  const HexId at = b.pos.aim[u][part];
  return at == kNoHex || (part > 0 && b.pos.aim[u][0] == at);
}

Flow FireAll::run(Run& r) {
  BEGIN;
  STEP("16.1.1-s3b");
  if (offensive_fire(r.look()).column >= 0) {
    ROLL(Dice::Sixes, fire_breaks(r.look(), offensive_fire(r.look())));
    fight(r).lost = uint8_t(volley(r, offensive_fire(r.look()), fight(r).hex));
  }
  for (i = 0; i < fight(r).defenders; ++i) {
    unit = fight(r).defender[i];
    if (!fights(r.look(), unit)) continue;
    r.pos.aim[unit][0] = r.pos.aim[unit][1] = kNoHex;
    for (part = 0; part < std::min(2, footprint(r.look(), unit).size()); ++part) {
      if (!any_target(r.look(), unit, part)) continue;
      STEP("16.1.1-s3b-front");
      ASK(ChooseVolley{unit, part});
      r.pos.aim[unit][part] = r.answer().hex;
    }
    for (part = 0; part < 2; ++part) {
      if (fired_together(r.look(), unit, part) || defensive_fire(r.look(), unit, r.pos.aim[unit][part]).column < 0) continue;
      STEP("16.1.1-s3b");
      ROLL(Dice::Sixes, fire_breaks(r.look(), defensive_fire(r.look(), unit, r.pos.aim[unit][part])));
      hurt(r, r.pos.aim[unit][part], volley(r, defensive_fire(r.look(), unit, r.pos.aim[unit][part]), r.pos.aim[unit][part]));
      spend_round(r, unit);
    }
    r.pos.aim[unit][0] = r.pos.aim[unit][1] = kNoHex;
  }
  END;
}

// The next unit of a stack whose top one is shot away.
static UnitId heir(const Look& b, const UnitId* list, int n) {
  for (int k = 0; k < n; ++k)
    if (b.pos.on_map(list[k])) return list[k];
  return kNoUnit;
}

static void take_losses(Run& r, UnitId& top, int lost, HexId hex) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  lose(r, top, lost, false, hex, cite("16.1.1-s3b-nomc"));
  const UnitId old = top, next = heir(r.look(), list, n);
  if (next == old) return;
  for (Fight& f : r.pos.melees.fight) {
    std::replace(f.attacker, f.attacker + 6, old, next);
    std::replace(f.defender, f.defender + 3, old, next);
  }
}

// All have fired; now the losses, and what they do to the melee roll.
static void count_casualties(Run& r) {
  Fight& f = fight(r);
  for (int k = 0; k < f.attackers; ++k)
    if (f.hurt[k] && fights(r.look(), f.attacker[k])) {
      f.steps = int8_t(f.steps - 6 * f.hurt[k]);
      take_losses(r, f.attacker[k], f.hurt[k], r.pos.at(f.attacker[k]));
      f.hurt[k] = 0;
    }
  if (const UnitId d = first_defender(r.look()); f.lost && d != kNoUnit) {
    f.steps = int8_t(f.steps + 6 * f.lost);
    for (int k = 0; k < f.defenders; ++k)
      if (f.defender[k] == d) take_losses(r, f.defender[k], f.lost, f.hex);
    f.lost = 0;
  }
}

static void note_melee(Run& r, const Odds& odds, Result result) {
  r.tell({.fact = Fact::MeleeFought,
          .hex = fight(r).hex,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + odds.ledger.total, 0, kRollMax))),
          .value2 = int16_t(result),
          .why = cite("16.1.1-s3e")});
}

static HexId hex_of_attackers(const Look& b) { return first_attacker(b) == kNoUnit ? kNoHex : b.pos.at(first_attacker(b)); }

Flow MeleeRoll::run(Run& r) {
  BEGIN;
  STEP("16.1.1-s3d");
  ROLL(Dice::Sixes, kAnyFace);
  natural = uint8_t(r.roll_index());
  fight(r).result = uint8_t(melee_result(r.look(), melee_odds(r.look()), natural));
  note_melee(r, melee_odds(r.look()), Result(fight(r).result));
  if (natural >= 33) {
    STEP("8.2-b");
    CALL(LeaderCasualty{fight(r).hex});
  } else if (natural <= 1 && hex_of_attackers(r.look()) != kNoHex) {
    STEP("8.2-d");
    CALL(LeaderCasualty{hex_of_attackers(r.look())});
  }
  END;
}

static void begin_round(Run& r, int number) {
  Melees& m = r.pos.melees;
  m.round = uint8_t(number), m.now = 0;
  for (Fight& f : m.fight) {
    if (f.over) continue;
    f.shifts = 0, f.steps = 0, f.lost = 0, f.result = uint8_t(Result::kCount);
    std::memset(f.hurt, 0, sizeof f.hurt);
  }
  for (UnitId u = 0; u < r.field.unit_count(); ++u) r.pos.drop(u, kPassed);
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

Flow Round::run(Run& r) {
  BEGIN;
  begin_round(r, number);
  if (number == 1) {
    STEP("16.1.1-s3a");
    CALL(CloseAll{});
    failed = uint8_t(r.result());
    if (!anybody_left(r.look())) {
      STEP("16.1.1-s3a-i-allrout");
      RETURN(0);
    }
    CALL(StandAll{failed});
  } else {
    STEP("16.1.1-s5b");
    CALL(StandAll{});
    CALL(CloseAll{uint8_t(r.result())});
  }
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    CALL(Recontact{});
    r.pos.melees.now = i;
    if (!both_sides_left(r.look())) {
      STEP("16.1.1-s3a-ii-allrout");
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
    } else {
      STEP("16.1.1-s5c-huzzah");
    }
    CALL(MeleeRoll{});
  }
  r.pos.melees.now = 0;
  END;
}

}  // namespace tambour::bataille
