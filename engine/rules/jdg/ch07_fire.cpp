// SPDX-License-Identifier: MIT
// 7.1 to 7.5 Fire: who may fire, its modifiers and results, the fire segment.
#include "rules/jdg/ch07_fire.h"

#include "battle/sight_line.h"
#include "play/procedure.h"  // last: its macros
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch10_disorder.h"
#include "rules/jdg/dice.h"

namespace tambour::jdg {
namespace {

int facing_or(const Look& b, UnitId gun, int facing) { return facing < 6 ? facing : state(b, gun).facing; }

bool in_cone_of(const Look& b, UnitId gun, HexId target, int facing) {
  if (has_six_fronts(b, gun) && counter(b, gun).immobile) return true;
  return in_cone(b.field.grid.cube(b.pos.at(gun)), b.field.grid.cube(target), facing);
}

Refusal out_of_range(const Look& b, UnitId gun, HexId target) {
  const int range = b.field.grid.distance(b.pos.at(gun), target);
  if (range > 1 && b.field.night(b.pos.turn)) REFUSE("12.1-d", gun, target);
  if (range > 1 && b.field.fog(b.pos.turn)) REFUSE("12.2-c", gun, target);
  if (range > counter(b, gun).maximum && by("0.3-e")) REFUSE("7.3-f", gun, target);
  return {};
}

// An adjacent enemy it can see before it, as it faces there.
bool enemy_ahead(const Look& b, UnitId gun, int facing) {
  const HexId at = b.pos.at(gun);
  for (int k = 0; k < 6; ++k) {
    const HexId n = across(b, at, k);
    if (n != kNoHex && is_front_side(facing, k) && enemy_in(b, n, side_of(b, gun)) && in_sight(b, at, n)) return true;
  }
  return false;
}

// 7.2-f, 7.2-g, ruling J11: an adjacent enemy before the gun as it stood must be the target; if there is none, one before it as it turned.
bool bound_elsewhere(const Look& b, UnitId gun, HexId target, int facing) {
  by("7.2-g");
  const int stood = state(b, gun).facing;
  const int k = b.field.grid.side_to(b.pos.at(gun), target);
  if (b.field.doctrine->duty == Duty::BeforeAndAfterTurning && enemy_ahead(b, gun, stood)) return k < 0 || !is_front_side(stood, k);
  return enemy_ahead(b, gun, facing) && (k < 0 || !is_front_side(facing, k));
}

}  // namespace

FireReach fire_reach(const Look& b, UnitId gun, HexId hex) {
  if (!on_map(b, gun) || !is_gun(b, gun) || is_routed(b, gun) || hex == b.pos.at(gun) || out_of_range(b, gun, hex)) return FireReach::Out;
  const int facing = state(b, gun).facing;
  const bool ahead = in_cone_of(b, gun, hex, facing);
  if (!ahead && (b.pos.has(gun, kSquare) || (!in_cone_of(b, gun, hex, turn(facing, 1)) && !in_cone_of(b, gun, hex, turn(facing, -1)))))
    return FireReach::Out;
  if (!in_sight(b, b.pos.at(gun), hex)) return ahead ? FireReach::Hidden : FireReach::Out;
  return ahead ? FireReach::Open : FireReach::Turned;
}

// 5.1.3-a: whoever stands with the gun.
Refusal fire_barred(const Look& b, UnitId gun, HexId target, int facing, FireKind kind) {
  by("5.1.3-a");
  if (!on_map(b, gun) || !is_gun(b, gun)) REFUSE("7.1-a", gun, target);
  if (is_routed(b, gun)) REFUSE("10.2-d", gun, target);
  if (!is_good(b, gun)) REFUSE("7.2-a", gun, target);
  if (target >= b.field.grid.size() || !enemy_in(b, target, side_of(b, gun))) REFUSE("7.1-a", gun, target);
  const int want = facing_or(b, gun, facing);
  if (kind == FireKind::Normal) {
    if (facing > 5) REFUSE("6.1.1-a", gun, target);
    if (b.pos.has(gun, kFired)) REFUSE("7.1-a", gun, target);
    if (angle(want, state(b, gun).facing) > 1) REFUSE("7.2-d", gun, target);
    if (want != state(b, gun).facing && b.pos.has(gun, kSquare)) REFUSE("4.2-g", gun, target);
    if (const Refusal no = want == state(b, gun).facing ? Refusal{} : [&]() -> Refusal {
          for (UnitId u : b.pos.stack.in(b.pos.at(gun)))
            if (u != gun && is_gun(b, u) && b.pos.has(u, kFired)) REFUSE("6.1.1-c", u, b.pos.at(gun));
          return {};
        }())
      return no;
  } else {
    if (want != state(b, gun).facing) REFUSE("7.2-e", gun, target);
    if (b.pos.has(gun, kReacted)) REFUSE("7.1-f", gun, target);
  }
  if (const Refusal no = out_of_range(b, gun, target)) return no;
  // 6.1.2-c; reaction fire goes into any front hex, and a gun in square or village has six of them (6.1.1-e).
  if (kind != FireKind::Reaction && !in_cone_of(b, gun, target, want)) REFUSE("7.2-c", gun, target);
  if (kind == FireKind::CounterBattery) by("7.2-h");
  if (kind == FireKind::Normal && bound_elsewhere(b, gun, target, want)) REFUSE("7.2-f", gun, target);
  if (b.field.grid.distance(b.pos.at(gun), target) == 1 && !in_sight(b, b.pos.at(gun), target)) REFUSE("7.4.4-a", gun, target);
  if (!in_sight(b, b.pos.at(gun), target)) REFUSE("7.4-a", gun, target);
  return {};
}

// 7.3-e: the target's hex counts, the gun's does not.
static int range_modifier(const Look& b, UnitId gun, HexId target) {
  by("7.3-e");
  const int range = b.field.grid.distance(b.pos.at(gun), target);
  return range > counter(b, gun).effective ? b.field.mod.maximum_range : 0;
}

// What the work before the target takes from fire that comes in over its side; through a corner both sides must have one
// (ruling J67). 0: there is none.
static int works_modifier(const Look& b, HexId from, HexId target) {
  if (!b.field.skyline[target].works) return 0;
  int least = -99;
  for (const int k : sides_entered(b.field.grid, from, target)) {
    const uint16_t bits = b.field.battle.map.sides[target][std::size_t(k)];
    const int here = !(bits & kWorkInside) ? 0 : bits & kRedoubt ? b.field.sides[kKeyRedoubtIn].fire : b.field.sides[kKeyFortIn].fire;
    least = std::max(least, here);
  }
  return least;
}

static void add_terrain(const Look& b, const Shot& s, Ledger& l) {
  trace::chart("terrain"), trace::chart("sides"), trace::chart("modifiers");
  const HexId from = b.pos.at(s.gun);
  if (const int works = works_modifier(b, from, s.target)) return l.add(works, cite("FDM-11"), kNoUnit, s.target);
  l.add(b.field.ground(s.target).fire, cite("FDM-5"), kNoUnit, s.target);
  if (b.field.battle.map.level[s.target] > b.field.battle.map.level[from])
    l.add(b.field.sides[kKeyLevelUp].fire, cite("FDM-12"), kNoUnit, s.target);
}

// 7.5-a, 7.5-d: the die's modifiers, the gun's strength first.
Ledger fire_ledger(const Look& b, const Shot& s) {
  Ledger l;
  const Modifiers& m = b.field.mod;
  int strength = ratings(b, s.gun).sp, range = range_modifier(b, s.gun, s.target);
  if (s.second != kNoUnit) {
    strength = std::max(strength, int(ratings(b, s.second).sp));
    by("7.3-g");
    range = std::min(range, range_modifier(b, s.second, s.target));  // 7.3-g, ruling J12
  }
  l.add(strength, cite("7.3-a"), s.gun);
  if (s.second != kNoUnit) l.add(m.stacked_guns, cite("7.3-d"), s.second);
  if (b.pos.has(s.gun, kSquare)) {
    if (s.kind == FireKind::Reaction) l.add(m.firer_in_square, cite("9.3.2-b"), s.gun);
    else l.add(m.firer_in_square, cite("FDM-3"), s.gun);
  }
  by("7.5-a");
  if (s.kind != FireKind::Normal && by("7.1-e")) l.add(m.reaction, cite("FDM-4"), s.gun);
  add_terrain(b, s, l);
  int massed = 0;
  bool square = false, others = false;
  for (UnitId u : b.pos.stack.in(s.target)) {
    if (s.only != kNoUnit && u != s.only && b.field.doctrine->massed == Massed::NormalFireOnly) continue;
    massed += !is_gun(b, u);
    square |= b.pos.has(u, kSquare);
    others |= !is_gun(b, u) && (s.only == kNoUnit || u == s.only);
  }
  if (massed >= 2) l.add(m.massed, cite("FDM-6"), kNoUnit, s.target);  // ruling J47; 7.1-c, 7.1-e keep it from reactive fire
  if (square) l.add(m.target_square, cite("FDM-7"), kNoUnit, s.target);
  if (others && b.field.grid.distance(b.pos.at(s.gun), s.target) == 1) l.add(m.adjacent, cite("FDM-8"), kNoUnit, s.target);
  l.add(range, cite("7.3-f"), s.gun);
  return l;
}

FireResult read_fire_table(const Field& field, int total) {  // 7.5-c
  trace::chart("fire");
  FireResult out = FireResult::None;
  for (const FireStep& s : field.fire_table)
    if (total >= s.least) out = s.result;
  return out;
}

static uint64_t fire_breaks(const Field& field, int strength) {
  uint64_t out = 0;
  for (int face = 1; face < 10; ++face)
    if (read_fire_table(field, face + strength) != read_fire_table(field, face - 1 + strength)) out |= uint64_t{1} << face;
  return out;
}

Flow ResolveFire::run(Run& r) {
  int16_t total = 0;  // the result alone is kept: totals with one result are one future
  BEGIN;
  STEP("7.5-a");
  ROLL_D10(fire_breaks(r.field, fire_ledger(r.look(), shot).total), FireDie{shot});
  total = int16_t(fire_ledger(r.look(), shot).total + r.face());
  result = read_fire_table(r.field, total);
  r.tell({.fact = Fact::Fired, .who = shot.gun, .hex = shot.target, .value = total, .why = cite("7.5-c"), .row = row_of(result)});
  by("5.1.3-e", "5.1.3-f", "5.1.3-h");
  for (UnitId u : r.pos.stack.in(shot.target))  // 5.1.3-e: all in the hex; 5.1.3-f, 5.1.3-h: reactive fire one unit
    if (shot.only == kNoUnit || u == shot.only) hit.push_back(u);
  for (i = 0; i < hit.size(); ++i) {
    if (r.pos.at(hit[i]) != shot.target) continue;
    if (result == FireResult::None) break;
    if (result == FireResult::Test) {
      STEP("7.5-b");
      CALL(TakeTest{hit[i], 0, r.pos.at(shot.gun)});
    } else if (result == FireResult::Disorder) {
      CALL(Disorder{hit[i], 0, r.pos.at(shot.gun)});
    } else {
      STEP("10.2-a");
      CALL(RoutByFire{hit[i], 0, r.pos.at(shot.gun)});
    }
  }
  END;
}

namespace {

struct ChooseFire {  // guns fire first
  QUESTION(ChooseFire, "Fire with a battery, or go on to movement", cite("1.D-c"),
           Verb::Fire, Verb::FireTogether, Verb::Restack, Verb::Done);
  static constexpr bool kRest = true;

  Seat seat(const Look& b) const { return active_side(b); }

  void candidates(const Look& b, auto&& emit) const {
    by("2.4.1-a", "2.4.2-b");  // with or without orders
    if (!emit(Action{Verb::Done})) return;
    for (UnitId gun : active_units(b)) {
      if (!is_gun(b, gun) || !on_map(b, gun) || !is_good(b, gun) || b.pos.has(gun, kFired)) continue;
      if (!fire_at_all(b, gun, emit)) return;
    }
    for (UnitId u : active_units(b))
      if (on_map(b, u) && b.pos.stack.top(b.pos.at(u)) != u && !emit(Action{Verb::Restack, 0, u})) return;
  }

  bool fire_at_all(const Look& b, UnitId gun, auto&& emit) const {
    const HexId at = b.pos.at(gun);
    for (UnitId e : b.field.units_of[index(other(side_of(b, gun)))]) {
      const HexId h = b.pos.at(e);
      if (h == kNoHex || b.pos.stack.top(h) != e || b.field.grid.distance(at, h) > counter(b, gun).maximum) continue;
      for (int turned = -1; turned <= 1; ++turned) {
        const auto facing = uint8_t(turn(state(b, gun).facing, turned));
        if (!emit(Action{Verb::Fire, facing, gun, kNoUnit, h})) return false;
        for (UnitId second : b.pos.stack.in(at))
          if (second > gun && is_gun(b, second) && !emit(Action{Verb::FireTogether, facing, gun, second, h})) return false;
      }
    }
    return true;
  }

  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Done) return {};
    if (!on_map(b, a.who) || !is_active(b, a.who)) REFUSE("2.1.1-a", a.who);
    if (a.verb == Verb::Restack) return restack_barred(b, a.who);
    if (const Refusal no = act_barred(b, a.who)) return no;
    if (const Refusal no = fire_barred(b, a.who, a.hex, a.arg, FireKind::Normal)) return no;
    if (a.verb != Verb::FireTogether) return {};
    if (!on_map(b, a.whom) || !is_gun(b, a.whom) || a.whom <= a.who) REFUSE("7.3-c", a.whom);
    if (b.pos.at(a.whom) != b.pos.at(a.who)) REFUSE("7.3-b", a.whom);
    if (counter(b, a.whom).formation != counter(b, a.who).formation || !is_active(b, a.whom)) REFUSE("7.3-c", a.whom);
    return fire_barred(b, a.whom, a.hex, a.arg, FireKind::Normal);
  }

  // 5.1.2-d: the order of a stack, before movement; guns stay on top (5.1.2-c). Only an upward swap within its kind.
  Refusal restack_barred(const Look& b, UnitId u) const {
    by("5.1.2-d");
    const UnitId top = b.pos.stack.top(b.pos.at(u));
    if (is_gun(b, top) && !is_gun(b, u)) {
      if (top_fighter(b, b.pos.at(u)) == u) REFUSE("5.1.2-c", u, b.pos.at(u));
    } else if (top == u) {
      REFUSE("5.1.2-d", u, b.pos.at(u));
    }
    if (b.pos.has(u, kHandled)) REFUSE("5.1.2-d", u, b.pos.at(u));
    return {};
  }

  Ledger ledger(const Look& b, Action a) const {
    if (a.verb != Verb::Fire && a.verb != Verb::FireTogether) return {};
    return barred(b, a) ? Ledger{} : fire_ledger(b, {a.who, a.verb == Verb::FireTogether ? a.whom : kNoUnit, a.hex});
  }
};

// Puts u above the others of its kind, below any gun if it is none itself.
void restack(Pos& pos, const Look& b, UnitId u) {
  const HexId h = b.pos.at(u);
  FixedVector<UnitId, 8> rest;
  for (UnitId x : pos.stack.in(h))
    if (x != u) rest.push_back(x);
  for (UnitId x : rest) lift(pos, x);
  lift(pos, u);
  bool placed = false;
  for (UnitId x : rest) {
    if (!placed && (is_gun(b, u) || !is_gun(b, x))) put_at_bottom(pos, u, h), placed = true;
    put_at_bottom(pos, x, h);
  }
  if (!placed) put_at_bottom(pos, u, h);
}

}  // namespace

Flow FireSegment::run(Run& r) {
  BEGIN;
  STEP("7.2-b");
  r.pos.segment = Segment::Fire;
  for (;;) {
    ASK(ChooseFire{});
    if (r.answer().verb == Verb::Done) break;
    if (r.answer().verb == Verb::Restack) {
      restack(r.pos, r.look(), r.answer().who);
      r.pos.set(r.answer().who, kHandled);  // once per unit: enough for any order, and it ends
      continue;
    }
    shot = {r.answer().who, r.answer().verb == Verb::FireTogether ? r.answer().whom : kNoUnit, r.answer().hex};
    for (UnitId u : r.pos.stack.in(r.pos.at(shot.gun)))  // 7.2-d: the turn is no movement; stacked guns face alike
      if (is_gun(r.look(), u)) turn_to(r.pos, u, r.answer().arg);
    r.pos.set(shot.gun, kFired);
    if (shot.second != kNoUnit) r.pos.set(shot.second, kFired);
    note_group_acted(r.pos, r.look(), shot.gun);
    CALL(ResolveFire{shot});
    STEP("7.1-b");
    CALL(CounterBattery{shot.gun, 0, shot.target});
  }
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kHandled);
  END;
}

}  // namespace tambour::jdg
