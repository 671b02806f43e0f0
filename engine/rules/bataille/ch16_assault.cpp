// SPDX-License-Identifier: MIT
// Chapter 16: the steps of an Assault.
#include "rules/bataille/ch16_assault.h"

#include <algorithm>

namespace tambour::bataille {
namespace {

// Distinct targets of one side (A101).
int count_assaults(const Look& b, Seat side) {
  int n = 0;
  for (UnitId u = 0; u < b.field.unit_count(); ++u) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kAssault) || side_of(b, u) != side) continue;
    bool told = false;
    for (UnitId x = 0; x < u; ++x) told |= b.pos.on_map(x) && b.pos.has(x, kAssault) && b.pos.unit[x].target == b.pos.unit[u].target;
    n += !told;
  }
  return n;
}

bool same_target(const Look& b, HexId a, HexId z) { return a == z || (top_at(b, a) != kNoUnit && top_at(b, a) == top_at(b, z)); }

// Everybody who assaults the stack in this hex; the top unit of each stack stands for it.
void gather(Run& r, HexId hex) {
  Melee& m = r.pos.melee;
  std::memset(static_cast<void*>(&m), 0, sizeof m);
  std::memset(m.attacker, 0xFF, sizeof m.attacker);
  m.defender = top_at(r.look(), hex), m.hex = hex;
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    if (!r.pos.on_map(u) || !r.pos.has(u, kAssault) || !same_target(r.look(), r.pos.unit[u].target, hex)) continue;
    const UnitId top = r.pos.stack.top(r.pos.at(u));
    if (std::count(m.attacker, m.attacker + m.attackers, top) || m.attackers == 6) continue;
    if (m.defender != kNoUnit && (side_of(r.look(), m.defender) == side_of(r.look(), u) || contact(r.look(), u, hex).hex == kNoHex))
      continue;
    m.attacker[m.attackers++] = top;
    for (UnitId x : r.pos.stack.in(r.pos.at(top))) r.pos.set(x, kEngaged);
  }
  for (UnitId u = 0; u < r.field.unit_count(); ++u) r.pos.drop(u, kPassed);
}

void clean_up(Run& r, HexId target) {  // 16.1.1-s8
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    UnitState& s = r.pos.unit[u];
    const bool mine = r.pos.has(u, kEngaged) || s.target == target;
    if (r.pos.on_map(u) && r.pos.has(u, kAssault) && mine) s.target = kNoHex, s.distance = 0, r.pos.drop(u, kAssault | kInColumn);
    r.pos.drop(u, kPassed | kEngaged);
  }
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    bool wanted = false;
    for (UnitId x = 0; x < r.field.unit_count(); ++x)
      wanted |= r.pos.on_map(x) && r.pos.has(x, kAssault) && r.pos.on_map(u) &&
                top_at(r.look(), r.pos.unit[x].target) == r.pos.stack.top(r.pos.at(u));
    if (!wanted) r.pos.drop(u, kTarget);
  }
}

}  // namespace

Refusal ChooseAssault::barred(const Look& b, Action a) const {
  for (UnitId u = 0; u < b.field.unit_count(); ++u)
    if (b.pos.on_map(u) && b.pos.has(u, kAssault) && side_of(b, u) == side && b.pos.unit[u].target == a.hex) return {};
  REFUSE("16.1-i", kNoUnit, a.hex);
  return {};
}

// 16.7: what a result does to the loser.
static void apply_result(Run& r, Result result) {
  Melee& m = r.pos.melee;
  const auto hurt = [&](UnitId top, Result surrender, Result rout, int hexes) {
    if (!fights(r.look(), top)) return;
    UnitId list[kMates];
    const int n = mates(r.look(), top, list);
    for (int k = 0; k < n; ++k) {
      if (result == surrender) lose_unit(r, list[k], cite("16.1.1-s3e-DS"));
      else if (result == rout) break_unit(r, list[k], cite("16.7.2-a"));
      else fail_check(r, list[k], cite("16.7.1-a"));
    }
    if (hexes && r.pos.on_map(top)) recoil(r, top, hexes);
  };
  if (result < Result::Blank)
    for (int k = 0; k < m.attackers; ++k)
      hurt(m.attacker[k], Result::AS, Result::AR, result == Result::AD3 ? 3 : result == Result::AD2 ? 2 : result == Result::AD1 ? 1 : 0);
  if (result > Result::Blank && result < Result::kCount)
    hurt(m.defender, Result::DS, Result::DR,
         in_structure(r.look())  ? 0
         : result == Result::DD1 ? 1
         : result == Result::DD2 ? 2
         : result == Result::DD3 ? 3
                                 : 0);  // 16.7.1-b
}

// 16.1.1-s1b: guns without a round and without infantry are lost, and who has no order left runs.
static void strip_target(Run& r) {
  UnitId list[kMates];
  const UnitId top = r.pos.melee.defender;
  const int n = mates(r.look(), top, list);
  bool helped = false;
  for (int k = 0; k < n; ++k) helped |= !is_gun(r.look(), list[k]) || r.pos.unit[list[k]].rounds > 0;
  for (int k = 0; k < n; ++k) {
    if (!helped && r.pos.unit[list[k]].form == Form::Unlimbered) lose_unit(r, list[k], cite("16.1.1-s1b-guns"));
    else if (r.pos.unit[list[k]].order == Order::Pgd) r.pos.set(list[k], kMustRout);
    else if (r.pos.unit[list[k]].form == Form::Road) break_unit(r, list[k], cite("12.8.4-c"));
  }
}

Flow Assault::run(Run& r) {
  BEGIN;
  STEP("16.1-h");
  gather(r, hex);
  r.tell({.fact = Fact::AssaultBegan, .who = r.pos.melee.defender, .hex = hex, .why = cite("16.1-h")});
  if (r.pos.melee.attackers == 0) {
    clean_up(r, hex);
    RETURN(0);
  }
  if (r.pos.melee.defender == kNoUnit) {
    STEP("16.1.1-s1a");
    CALL(FollowUp{0, 0});
    BECOME(Onward{hex, uint8_t(r.result()), laps});
  }
  STEP("16.1.1-s1b-rout");
  strip_target(r);
  CALL(Settle{});
  if (defender_left(r.look())) {
    STEP("16.1.1-s2");
    CALL(PreRetreat{});
    if (r.result() == 1) {
      CALL(FollowUp{0, 0});  // 16.1.1-s2b
      BECOME(Onward{hex, uint8_t(r.result()), laps});
    }
    CALL(Round{1});
    result = uint8_t(r.result());
    if (Result(result) == Result::Blank && !r.pos.melee.right) {
      STEP("16.1.1-s5");
      CALL(Round{2});
      result = uint8_t(r.result());
    }
    STEP("16.7-a");
    apply_result(r, Result(result));
    CALL(Settle{});
  } else {
    result = uint8_t(Result::kCount);
  }
  if (Result(result) > Result::Blank && attackers_left(r.look()) && top_at(r.look(), r.pos.melee.hex) == kNoUnit) {
    STEP("16.1.1-s6");
    CALL(FollowUp{Result(result) < Result::kCount, 1});
    CALL(Settle{});
  }
  STEP("16.1.1-s8");
  clean_up(r, hex);
  END;
}

// 16.3.7.2-d: the distance marker stays.
static void retarget(Run& r, UnitId unit, HexId hex, int distance) {
  UnitId list[kMates];
  const int n = mates(r.look(), unit, list);
  for (int k = 0; k < n; ++k)
    if (!is_gun(r.look(), list[k]))
      r.pos.set(list[k], kAssault), r.pos.unit[list[k]].target = hex, r.pos.unit[list[k]].distance = uint8_t(distance);
  const int m = mates(r.look(), top_at(r.look(), hex), list);
  for (int k = 0; k < m; ++k) r.pos.set(list[k], kTarget);
  r.tell({.fact = Fact::AssaultDeclared, .who = unit, .hex = hex, .value = int16_t(distance), .why = cite("16.3.7.2-a")});
}

static bool has_target(const Look& b, UnitId unit) {
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(unit), k).to;
        h != kNoHex && !NewTarget{unit}.barred(b, Action{Verb::Assault, 0, unit, kNoUnit, h}))
      return true;
  return false;
}

Flow Onward::run(Run& r) {
  BEGIN;
  distance = entered ? r.pos.unit[entered - 1].distance : 0;
  clean_up(r, hex);
  if (!entered || laps >= 6 || !r.pos.on_map(UnitId(entered - 1)) || !has_target(r.look(), UnitId(entered - 1))) RETURN(0);
  STEP("16.3.7.2-a");
  ASK(NewTarget{UnitId(entered - 1)});
  if (r.answer().verb == Verb::Pass) RETURN(0);  // 16.1.1-s1a-end
  hex = r.answer().hex;
  retarget(r, UnitId(entered - 1), hex, distance);
  BECOME(Assault{hex, uint8_t(laps + 1)});  // 16.3.7.2-b
  END;
}

static bool any_assault(const Look& b) { return count_assaults(b, Seat::First) + count_assaults(b, Seat::Second) > 0; }

Flow AssaultSegment::run(Run& r) {
  BEGIN;
  STEP("7.4-a");
  r.pos.segment = Segment::Assault;
  seat = count_assaults(r.look(), Seat::Second) > count_assaults(r.look(), Seat::First);
  while (any_assault(r.look()) && count_assaults(r.look(), Seat::First) == count_assaults(r.look(), Seat::Second)) {
    ROLL(Dice::D6, kAnyFace);
    die = uint8_t(r.face());
    ROLL(Dice::D6, kAnyFace);
    if (r.face() == die) continue;
    seat = r.face() > die;
    break;
  }
  while (any_assault(r.look())) {
    if (count_assaults(r.look(), Seat(seat)) > 0) {
      STEP("16.1-i");
      ASK(ChooseAssault{Seat(seat)});
      CALL(Assault{r.answer().hex});
    }
    seat = uint8_t(1 - seat);
  }
  END;
}

}  // namespace tambour::bataille
