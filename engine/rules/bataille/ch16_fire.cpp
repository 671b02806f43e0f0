// SPDX-License-Identifier: MIT
// Chapter 16, step 3b: Offensive and Defensive Fire, and what it costs.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {

static bool can_fire_at(const Look& b, UnitId u, int part, HexId h) {
  if (is_horse(b, u)) return !by("16.2.8-c");
  if (firing_range(b, u, part) == 0 || b.pos.has(u, kFiredEarly) || !faces(b, u, part, h)) return false;
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId a) { return fights(b, a) && footprint(b, a).contains(h); });
}

Refusal ChooseVolley::barred(const Look& b, Action a) const {
  if (a.who != unit) REFUSE("16.1.1-s3b", a.who, a.hex);
  if (a.hex >= b.field.grid.size() || !can_fire_at(b, unit, part, a.hex)) REFUSE("16.1.1-s3b-front", a.who, a.hex);
  return {};
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
        if (can_fire_at(b, u, part, h)) {
          Attack alone;
          add_fire(alone, b, u, part, h, false);
          return alone.value > Ratio(0);
        }
  return false;
}

static void hurt(Run& r, HexId h, int lost) {
  Fight& f = fight(r);
  for (int k = 0; k < f.attackers; ++k)
    if (fights(r.look(), f.attacker[k]) && footprint(r.look(), f.attacker[k]).contains(h)) f.hurt[k] = uint8_t(f.hurt[k] + lost);
}

// Every battery of the stack that fires uses a round, in Round 2 another.
static void spend_guns(Run& r, UnitId top) {
  UnitSet fired;
  for (UnitId x : r.pos.stack.in(r.pos.at(top)))
    if (guns_ready(r.look(), x)) fired.add(x);
  for (const UnitId u : all_units(r.field))
    if (fired.has(u) && by("18.14-b")) spend_round(r, u);
}

static void note_attackers_fired(Run& r) {
  const Fight f = fight(r);
  for (int k = 0; k < f.attackers; ++k)
    if (fights(r.look(), f.attacker[k])) note_fired(r, f.attacker[k]);
}

// Has another hex of the unit before this one aimed at the same hex? Then they fired together.
static bool fired_together(const Look& b, UnitId u, int part) {
  const HexId at = b.pos.aim[u][part];
  return at == kNoHex || (part > 0 && b.pos.aim[u][0] == at);
}

// Who has stood gets up to fire.
static void get_up_to_fire(Run& r) {
  const Fight& f = fight(r);
  for (int i = 0; i < f.defenders; ++i)
    if (fights(r.look(), f.defender[i]) && r.pos.has(f.defender[i], kProne) && by("12.13.7-c")) stand_up(r, f.defender[i]);
}

// 8.2.2: if he dies, those around him check.
Flow LeaderHit::run(Run& r) {
  BEGIN;
  STEP("8.2-c");
  CALL(LeaderCasualty{hex});
  steps = uint8_t(r.result());
  if (!steps || top_at(r.look(), hex) == kNoUnit) RETURN(0);
  CALL(StackCheck{top_at(r.look(), hex), int8_t(1 - int(steps)), kNoUnit, kByLeader});
  CALL(Settle{});
  END;
}

Flow FireAll::run(Run& r) {
  BEGIN;
  get_up_to_fire(r);
  STEP("16.1.1-s3b");
  if (offensive_fire(r.look()).column >= 0) {
    ROLL(Dice::Sixes, fire_breaks(r.look(), offensive_fire(r.look())), OffensiveDie{});
    fight(r).lost = uint8_t(volley(r, offensive_fire(r.look()), fight(r).hex));
    natural = r.roll_index() >= 34;
    note_attackers_fired(r);
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
      ROLL(Dice::Sixes, fire_breaks(r.look(), defensive_fire(r.look(), unit, r.pos.aim[unit][part])),
           DefensiveDie{r.pos.aim[unit][part], unit, 0});
      hurt(r, r.pos.aim[unit][part], volley(r, defensive_fire(r.look(), unit, r.pos.aim[unit][part]), r.pos.aim[unit][part]));
      if (r.roll_index() >= 34) wounded = r.pos.aim[unit][part];
      if (defensive_fire(r.look(), unit, r.pos.aim[unit][part]).guns) spend_guns(r, unit);
      note_fired(r, unit);
    }
    r.pos.aim[unit][0] = r.pos.aim[unit][1] = kNoHex;
  }
  if (natural) CALL(LeaderHit{fight(r).hex});
  if (wounded != kNoHex) CALL(LeaderHit{wounded});
  END;
}

// The next unit of a stack whose top one is shot away.
static UnitId heir(const Look& b, const UnitId* list, int n) {
  for (int k = 0; k < n; ++k)
    if (b.pos.on_map(list[k])) return list[k];
  return kNoUnit;
}

static void take_losses(Run& r, UnitId& top, int lost, HexId hex, Citation shot_away) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  lose(r, top, lost, false, hex, cite("16.1.1-s3b-nomc"));
  by("17.1.4-b");
  const UnitId old = top, next = heir(r.look(), list, n);
  if (next == old) return;
  if (next == kNoUnit) r.tell({.fact = Fact::Eliminated, .who = old, .hex = hex, .why = shot_away});
  for (Fight& f : r.pos.melees.fight) {
    std::replace(f.attacker, f.attacker + 6, old, next);
    std::replace(f.defender, f.defender + 3, old, next);
  }
}

// All have fired; now the losses, and what they do to the melee roll.
void count_casualties(Run& r) {
  Fight& f = fight(r);
  for (int k = 0; k < f.attackers; ++k)
    if (f.hurt[k] && fights(r.look(), f.attacker[k])) {
      f.steps = int8_t(f.steps - 6 * f.hurt[k]);
      take_losses(r, f.attacker[k], f.hurt[k], r.pos.at(f.attacker[k]), cite("16.2.3.2-a"));
      f.hurt[k] = 0;
    }
  if (const UnitId d = first_defender(r.look()); f.lost && d != kNoUnit) {
    f.steps = int8_t(f.steps + 6 * f.lost);
    for (int k = 0; k < f.defenders; ++k)
      if (f.defender[k] == d) take_losses(r, f.defender[k], f.lost, f.hex, cite("16.2.3.2-b"));
    f.lost = 0;
  }
}

}  // namespace tambour::bataille
