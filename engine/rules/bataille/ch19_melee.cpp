// SPDX-License-Identifier: MIT
// Chapters 19.1.2 to 19.1.4 and 19.9: the melees of one Charge.
#include <algorithm>

#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_follow.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch19_opportunity.h"
#include "rules/bataille/ch18_train.h"
#include "rules/bataille/ch16_dice.h"

namespace tambour::bataille {
namespace {

bool is_steady(const Look& b, UnitId top) {  // 19.6.3
  const UnitState& s = b.pos.unit[shaper(b, top)];
  const Ground& g = ground(b, b.pos.at(top));
  return (s.form == Form::Square && s.order == Order::Good) || g.general || g.structure;
}

bool only_limbered(const Look& b, UnitId top) {
  UnitId list[kMates];
  const int n = mates(b, top, list);
  return std::all_of(list, list + n, [&](UnitId u) { return b.pos.unit[u].form == Form::Limbered; });
}

// 19.1.1-s4-pgd: nobody here can resist cavalry.
bool is_helpless(const Look& b, UnitId top) {
  const UnitState& s = b.pos.unit[shaper(b, top)];
  if (s.order == Order::Pgd && by("19.3.1-i", "12.12.3-c")) return true;
  if (s.form == Form::Road && s.order == Order::Good && by("19.3.1-i", "12.8.4-e")) return true;
  if (only_limbered(b, top) && by("19.3.1-l", "18.10.2-b")) return true;
  if (s.form == Form::Skirmish && s.order == Order::Good && !ground(b, b.pos.at(top)).general)
    return is_horse(b, shaper(b, top)) ? by("19.3.1-d", "12.10.9-d") : by("19.3.1-h", "19.4.2-f", "12.10.11-b");
  return false;
}

HexId touched_hex(const Look& b, UnitId u, UnitId foe) {
  const Footprint f = footprint(b, u);
  for (int part = 0; part < f.size(); ++part)
    for (const HexId h : footprint(b, foe))
      if (faces(b, shaper(b, u), part, h)) return h;
  return kNoHex;
}

void gather_foes(Run& r, int k) {
  Melees& m = r.pos.melees;
  clear_melees(m);
  const Charge& c = charge(r, k);
  for (int i = 0; i < c.foes && m.fights < kFights; ++i) {
    if (!r.pos.on_map(c.foe[i])) continue;
    const UnitId top = r.pos.stack.top(r.pos.at(c.foe[i]));
    const HexId h = top == kNoUnit ? kNoHex : struck_hex(r.look(), k, top);
    if (h == kNoHex) continue;
    Fight& f = m.fight[m.fights++];
    if (c.foes > 1 && by("19.2.8-e")) by("19.2.8-d");
    f.attacker[0] = c.unit, f.attackers = 1;
    f.defender[0] = top, f.defenders = 1, f.hex = h, f.result = uint8_t(Result::kCount);
  }
}

void rout_stack(Run& r, UnitId top, Citation why) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k)
    if (r.pos.unit[list[k]].order == Order::Pgd) r.pos.set(list[k], kMustRout);
    else break_unit(r, list[k], why);
}

// All of a stack, so that the way of each of them is noted.
void list_defenders(Run& r) {
  Fight& f = fight(r);
  UnitId list[kMates];
  const int n = mates(r.look(), f.defender[0], list);
  f.defenders = uint8_t(std::min(3, n));
  std::copy(list, list + f.defenders, f.defender);
}

bool lone_empty_guns(const Look& b, UnitId top) {
  for (UnitId u : b.pos.stack.in(b.pos.at(top)))
    if (!is_gun(b, u) || is_wagon(b, u) || supplied(b, u)) return false;
  return b.pos.unit[top].form == Form::Unlimbered;
}

bool judge_stand(Run& r, int k, UnitId top) {
  const Ledger l = charge_stand_ledger(r.look(), k, top);
  const bool pass = passes(r.look(), top, l, r.roll_index());
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
          .who = top,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
          .value2 = int16_t(counter(r.look(), top).morale < 0 ? 0 : sixes_shown(counter(r.look(), top).morale)),
          .why = pass ? cite("19.1.2-s2-pass") : cite("19.6-c")});
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  if (pass) {
    for (int i = 0; i < n; ++i) r.pos.set(list[i], kPassed);
    return true;
  }
  if (is_steady(r.look(), top)) return by("19.1.2-s2-steady", "19.6.3-a", "19.3.1-f"), false;
  if (footprint(r.look(), top).size() > 1) by("19.6.2-a");
  for (int i = 0; i < n; ++i) fail_check(r, list[i], cite("19.1.2-s2-fail"));
  return false;
}

// 19.6.2: it has closed up, out of the hex it was charged in.
bool has_left(const Look& b) {
  const UnitId d = fight(b).defender[0];
  return fights(b, d) && !footprint(b, d).contains(fight(b).hex);
}

bool holds_out(const Look& b) {  // the foe of this fight is still there to be fought
  const UnitId d = fight(b).defender[0];
  return !fight(b).over && fights(b, d) && fights(b, fight(b).attacker[0]) && touched_hex(b, fight(b).attacker[0], d) != kNoHex;
}

int recoil_of(Result x) {
  return x == Result::AD3 || x == Result::DD3 ? 3 : x == Result::AD2 || x == Result::DD2 ? 2 : x == Result::AD1 || x == Result::DD1 ? 1 : 0;
}

void surrender(Run& r, UnitId top, Citation why) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) lose_unit(r, list[k], why);  // 8.1.4-c
}

void shake(Run& r, UnitId top, int hexes, Citation first) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k)
    if (r.pos.unit[list[k]].order == Order::Good) disorder(r, list[k], first);
    else break_unit(r, list[k], cite("19.1.2-s5-AD"));
  if (r.pos.on_map(top) && r.pos.unit[top].order != Order::Pgd) recoil(r, top, hexes);
}

// 19.1.2-s5: what the foe suffers, at once.
void strike_foe(Run& r, Result x) {
  const UnitId top = fight(r).defender[0];
  const bool safe = ground(r.look(), r.pos.at(top)).structure;
  list_defenders(r);
  if (x == Result::DS) return surrender(r, top, cite("19.1.2-s5-DS"));
  if (x == Result::DR) return rout_stack(r, top, cite("19.1.2-s5-DR"));
  if (!safe) return shake(r, top, recoil_of(x), cite("19.1.2-s5-DD"));
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k)
    if (r.pos.unit[list[k]].order == Order::Good) disorder(r, list[k], cite("19.1.2-s5-DDstruct"));
    else break_unit(r, list[k], cite("19.1.2-s5-DDstruct"));
}

void strike_charger(Run& r, int k, const ChargeMelee& m) {
  const UnitId top = charge(r, k).unit;
  if (!r.pos.on_map(top) || !m.worst) return;
  const auto x = Result(m.worst - 1);
  if (x == Result::AS) return surrender(r, top, cite("19.1.2-s5-AS"));
  if (m.waves > 1 && m.disorders > 1 && by("19.2.9-g")) return rout_stack(r, top, cite("19.2.9-f"));
  if (x == Result::AR) return rout_stack(r, top, cite("19.1.2-s5-AR"));
  if (x < Result::Blank) shake(r, top, m.recoils, cite("19.1.2-s5-AD"));
}

void note_melee(Run& r, int k, Result x) {
  r.tell({.fact = Fact::MeleeFought,
          .who = charge(r, k).unit,
          .hex = fight(r).hex,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + charge_odds(r.look(), k).ledger.total, 0, kRollMax))),
          .value2 = int16_t(x),
          .why = is_horse(r.look(), shaper(r.look(), fight(r).defender[0])) ? cite("19.1.3-s2") : cite("19.1.2-s5")});
}

// Waves of a column, or one melee. Half of them at the most when it spares its horses.
int waves_of(const Look& b, const Charge& c) {
  const UnitState& s = b.pos.unit[shaper(b, c.unit)];
  if (s.form != Form::Column || s.order != Order::Good || s.hexes < 2) return 1;
  return has(b, c.unit, kPreserves) && by("19.15.2-c") ? std::max(1, s.hexes / 2) : by("19.2.9-a") ? s.hexes : 1;
}

void mark_fought(Run& r, UnitId top, bool spares) {
  if (!r.pos.on_map(top)) return;
  UnitId list[kMates];
  for (int n = mates(r.look(), top, list); n > 0; --n)
    if (is_horse(r.look(), list[n - 1]) && !(spares && has(r.look(), list[n - 1], kPreserves) && by("19.15.2-a")))
      horse(r, list[n - 1]).flags |= kFought | kFoughtTurn, by("19.15.1-a");
}

void forget_contact(Run& r, int k) {
  const Charge& c = charge(r, k);
  for (UnitId u : all_units(r.field))
    if (r.pos.has(u, kCharged)) {
      bool wanted = false;
      for (const Charge& x : r.pos.charge) wanted |= &x != &c && x.stage == ChargeStage::Contact && r.pos.on_map(u) && is_named(x, r.pos.stack.top(r.pos.at(u)));
      if (!wanted) r.pos.drop(u, kCharged | kPassed | kTried | kHeldFire | kFiredEarly);
    }
}

// A Disorder in walls: nobody falls back, and the next wave strikes.
bool stands_fast(const Look& b) { return fights(b, fight(b).defender[0]) && ground(b, fight(b).hex).structure; }

void mark_all(Run& r, UnitId top, uint32_t marks) {
  UnitId list[kMates];
  for (int n = mates(r.look(), top, list); n > 0; --n) r.pos.set(list[n - 1], marks);
}

uint8_t shifts_of(int die) { return uint8_t(die <= 3 ? 0 : die <= 5 ? 1 : 2); }

// 19.2.8-j, 19.2.8-m: nobody is left where he was charged.
bool all_gave(const ChargeMelee& m, const Look& b) {
  if (b.pos.melees.fights > 1) by("19.2.8-j", "19.2.8-m");
  return m.gave && m.gave == (1 << b.pos.melees.fights) - 1;
}

}  // namespace

// Losses of Defensive Fire: no checks, and the roll of the first wave suffers.
static void bear_losses(Run& r, int k, int lost) {
  if (!lost) return;
  fight(r).steps = int8_t(-6 * lost);
  const UnitId old = charge(r, k).unit;
  UnitId list[kMates];
  const int n = mates(r.look(), old, list);
  lose(r, old, lost, false, r.pos.at(old), cite("19.1.2-s3-nomc"));
  if (r.pos.on_map(old)) return;
  const auto next = std::find_if(list, list + n, [&](UnitId u) { return r.pos.on_map(u); });
  const UnitId heir = next == list + n ? kNoUnit : *next;
  for (Fight& f : r.pos.melees.fight) std::replace(f.attacker, f.attacker + 6, old, heir);
  if (heir != kNoUnit) charge(r, k).unit = heir;
}

Flow ChargeMelee::run(Run& r) {
  BEGIN;
  STEP("19.1.1-s4");
  by("19.9-a", "19.1-e");
  gather_foes(r, k);
  kept = r.pos.melees.fights == 0 && is_of_grand(r.look(), charge(r, k).unit);  // others of it have driven them off
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i, foe = fight(r).defender[0];
    if (!fights(r.look(), charge(r, k).unit)) break;
    if (is_wagon(r.look(), foe) && r.pos.stack.count(r.pos.at(foe)) == 1) {
      STEP("18.14.1.6-b");
      wreck(r, foe, cite("18.14.1.6-b"));
      fight(r).over = 1;
      continue;
    }
    if (is_helpless(r.look(), foe)) {
      STEP("19.1.4-s1");
      by("19.1.4-s2", "19.1.4-s3", "19.1.4-s4");
      list_defenders(r);
      by("19.1.1-s3d-pgd");
      rout_stack(r, foe, cite("19.1.1-s4-pgd"));
      CALL(Settle{});
      r.pos.melees.now = i, gave = uint8_t(gave | 1 << i), fight(r).over = 1;
      continue;
    }
    if (is_horse(r.look(), shaper(r.look(), foe))) {
      by("19.1.1-s4-cav", "19.3.1-b", "19.1.3-s1"), mounted = 1;
      if (is_companies(r.look(), foe)) share_column(r, foe);
      continue;
    }
    if (lone_empty_guns(r.look(), foe)) {
      STEP("19.1.2-s1");
      while (r.pos.stack.top(fight(r).hex) != kNoUnit) lose_guns(r, r.pos.stack.top(fight(r).hex), cite("18.10.3-a"));
      gave = uint8_t(gave | 1 << i), fight(r).over = 1;
      continue;
    }
    STEP("19.1.2-s2");
    by("19.1.1-s4-inf", "19.3.1-e");
    if (is_gun(r.look(), foe)) by("18.10.2-a");
    if (r.pos.has(foe, kTried)) {
      STEP("19.6.1-a");
      if (r.pos.has(foe, kPassed)) {
        ROLL(Dice::D6, uint64_t{1} << 4 | uint64_t{1} << 6, ShiftDie{foe});
        fight(r).shifts = shifts_of(r.face());
      }
    } else if (!r.pos.has(foe, kPassed)) {
      if (is_of_grand(r.look(), charge(r, k).unit)) STEP("19.16.10-b");
      if (is_steady(r.look(), foe)) by("19.6.3-b");
      ROLL(Dice::Sixes, check_breaks(r.look(), foe, charge_stand_ledger(r.look(), k, foe)), ChargeStandDie{k, foe});
      if (is_of_grand(r.look(), charge(r, k).unit)) mark_all(r, foe, kTried);
      if (judge_stand(r, k, foe)) {
        STEP("19.6-b");
        ROLL(Dice::D6, uint64_t{1} << 4 | uint64_t{1} << 6, ShiftDie{foe});
        fight(r).shifts = shifts_of(r.face());
      } else {
        list_defenders(r);
        CALL(Settle{});
        r.pos.melees.now = i;
        fight(r).defenders = 1;
        if (has_left(r.look()) && touched_hex(r.look(), charge(r, k).unit, foe) != kNoHex) fight(r).hex = touched_hex(r.look(), charge(r, k).unit, foe);
      }
    }
    if (!holds_out(r.look())) {
      STEP("19.1.2-s2-allrout");
      if (top_at(r.look(), fight(r).hex) == kNoUnit) gave = uint8_t(gave | 1 << i), opened |= has_left(r.look());
      fight(r).over = 1;
      continue;
    }
    CALL(ChargeFire{k, fight(r).defender[0]});
    if (is_of_grand(r.look(), charge(r, k).unit)) mark_all(r, fight(r).defender[0], kFiredEarly);  // it fires once, whoever else is there
    bear_losses(r, k, r.result());
    if (!fights(r.look(), charge(r, k).unit)) STEP("19.1.2-s3-end");
  }
  waves = uint8_t(fights(r.look(), charge(r, k).unit) ? waves_of(r.look(), charge(r, k)) : 0);
  for (wave = 0; wave < waves; ++wave) {
    for (i = 0; i < r.pos.melees.fights; ++i) {
      r.pos.melees.now = i, r.pos.melees.round = wave;
      if (!holds_out(r.look())) continue;
      STEP("19.9.1-b");
      by("19.1.2-s4");
      if (wave > 0) by("19.2.9-c");
      fought = 1;
      mark_fought(r, fight(r).defender[0], false);
      ROLL(Dice::Sixes, melee_breaks(r.look(), charge_odds(r.look(), k)), ChargeMeleeDie{k});
      natural = melee_natural(r.roll_index());
      fight(r).result = uint8_t(melee_result(r.look(), charge_odds(r.look(), k), r.roll_index()));
      note_melee(r, k, Result(fight(r).result));
      fight(r).steps = 0, by("19.1.2-s3-wave");
      if (natural >= kHurtsDefenders) CALL(LeaderCasualty{fight(r).hex});
      else if (natural <= kHurtsAttackers) CALL(LeaderCasualty{r.pos.at(charge(r, k).unit)});
      r.pos.melees.now = i;
      dealt = uint8_t(suffered(r, k, fight(r).defender[0], Result(fight(r).result)));
      if (Result(fight(r).result) <= Result::Blank) {  // for the charger it waits
        if (waves > 1) by("19.2.9-e");
        if (r.pos.melees.fights > 1) by("19.2.8-g");
        if (Result(fight(r).result) < Result::Blank) ++disorders, recoils = std::max(recoils, uint8_t(recoil_of(Result(fight(r).result))));
        if (Result(fight(r).result) < Result::AD3) --disorders;
        worst = worst ? std::min(worst, uint8_t(1 + fight(r).result)) : uint8_t(1 + fight(r).result);
      } else if (Result(dealt) == Result::Blank) {  // it waits for what others do to it
        fight(r).over = 1, kept = 1;
      }
      if (Result(dealt) == Result::Blank) continue;
      STEP("19.2.9-d");
      strike_foe(r, Result(dealt));
      CALL(Settle{});
      r.pos.melees.now = i;
      if (top_at(r.look(), fight(r).hex) == kNoUnit && by("19.1.2-s5-DDnext")) gave = uint8_t(gave | 1 << i);
      if (waves > 1 && stands_fast(r.look())) continue;
      fight(r).over = 1, kept = 1, fell |= bit_of(charge(r, k), fight(r).defender[0]);
    }
    if (worst && Result(worst - 1) <= Result::AR) break;
  }
  if (fought) mark_fought(r, charge(r, k).unit, true);
  if (worst && Result(worst - 1) < Result::Blank) {
    STEP("19.2.9-f");
    hex = r.pos.at(charge(r, k).unit);
    strike_charger(r, k, *this);
    CALL(Settle{});
    recoils = 9;
    if (charge(r, k).struck != kNoUnit && fights(r.look(), charge(r, k).struck) && top_at(r.look(), hex) == kNoUnit) {
      STEP("19.10.1-a");  // A27
      disorder_riders(r, charge(r, k).struck, cite("19.10.1-a"));
      CALL(RideStep{charge(r, k).struck, 0, hex});
      CALL(Settle{});
    }
  } else if (worst && !kept) {
    STEP("19.1.2-s5-blank");
    CALL(BounceAll{k});
    fell |= uint8_t(r.result()), recoils = 9;
  } else {
    if (worst) by("19.2.8-h", "19.2.9-h");
    if (all_gave(*this, r.look()) && fights(r.look(), charge(r, k).unit)) {
      STEP("19.1.2-s6");
      if (mounted) by("19.1.3-s3");
      else by("19.1.2-s7", "19.11-a");
      hex = r.pos.at(charge(r, k).unit);
      CALL(RideOn{k, fought, uint8_t(!mounted)});
      if (opened && !fought && r.pos.on_map(charge(r, k).unit) && r.pos.at(charge(r, k).unit) != hex && r.result() != kStruck) {
        STEP("19.6.2-b");
        forget_contact(r, k);
        CALL(ChargeOn{k});
        if (r.result()) BECOME(ChargeMelee{k});
      }
    } else if (gave) {
      STEP("19.2.8-m");
    }
    if (fought) break_line(r, charge(r, k).unit);
    CALL(Settle{});
  }
  CALL(SpikeGuns{kFirstUnit, 1});
  forget_contact(r, k);
  if (can_regroup(r.look(), charge(r, k).unit, recoils == 9)) {
    STEP("19.1.2-s8");
    CALL(RegroupRide{charge(r, k).unit});
  }
  for (i = 0; i < 4; ++i) {
    if (!can_regroup(r.look(), charge(r, k).foe[i], fell >> i & 1)) continue;
    if (r.pos.has(charge(r, k).foe[i], kCharged)) continue;  // others still have to fight it
    STEP("19.1.3-s4");
    CALL(RegroupRide{charge(r, k).foe[i]});
  }
  pay_defenders(r, k);
  end_charge(r, k);
  END;
}

}  // namespace tambour::bataille
