// SPDX-License-Identifier: MIT
// 8.2 Artillery fire.
#include "rules/tng/ch08_2_fire.h"

#include <algorithm>

#include "battle/sight_line.h"
#include "rules/tng/ch04_orders.h"
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {
namespace {

// Why the hex (index `at` of `n` on the line) hides one end from the other; 8.23-f: units and villages never do.
Refusal hides(const Field& f, HexId h, int at, int n, int from, int to) {
  by("8.23-f");
  const int here = f.level[h];
  if (here > from && here > to) REFUSE("8.23-b", kNoUnit, h);
  if (!f.ground_at(h).blocks_sight || (from > here && to > here)) return {};
  if (from <= here && to <= here) REFUSE("8.23-c", kNoUnit, h);
  if (from > to && 2 * at >= n) REFUSE("8.23-d", kNoUnit, h);
  if (to > from && 2 * at <= n) REFUSE("8.23-e", kNoUnit, h);
  return {};
}

bool on_turn(uint64_t turns, int turn) { return turns >> turn & 1; }

// 8.24-c: an adjacent enemy in front, faced so, binds the gun.
bool must_fire_close(const Look& b, UnitId gun, int facing) {
  const HexId here = b.pos.at(gun);
  for (int side = 0; side < 6; ++side)
    if ((in_square(b, gun) || is_front_side(facing, side)) && enemy_in(b, b.field.across(here, side), side_of(b, gun)) &&
        !b.field.passage(here, side).close_fire_barred)
      return true;
  return false;
}

// FD-9, TC-n1: hex and sides add up (T43); along a hexside the side better for the target counts.
void add_terrain(const Look& b, HexId from, HexId target, Ledger& out) {
  const Field& f = b.field;
  out.add(f.ground_at(target).fire, terrain_row(f.ground[target]), kNoUnit, target);
  const bool close = f.grid.distance(from, target) == 1;
  uint8_t best[3] = {kNone, kNone, kNone};
  int least = 99;
  for (int side : sides_entered(f.grid, from, target)) {
    if (side < 0 || f.across(target, side) == kNoHex) continue;
    const Passage& p = f.passage(f.across(target, side), opposite(side));
    int sum = 0;
    uint8_t lines[3];
    for (int i = 0; i < 3; ++i) {
      by("8.23-h");
      lines[i] = p.lines[i] == kFloodWall && !close ? kNone : p.lines[i];
      if (lines[i] != kNone) sum += f.chart[lines[i]].fire;
    }
    if (sum < least) least = sum, std::copy(lines, lines + 3, best);
  }
  for (uint8_t line : best)
    if (line != kNone) out.add(f.chart[line].fire, terrain_row(line), kNoUnit, target);
  if (f.ice[target]) out.add(f.ice_fire, cite("AUS-10"), kNoUnit, target);
}

// 8.29: non-artillery, non-Jaeger units beyond the first; a square counts as massed even alone (T18).
void add_massed(const Look& b, HexId target, Ledger& out) {
  int units = 0;
  bool square = false;
  for (UnitId u : b.pos.stack.in(target)) {
    square |= in_square(b, u);
    by("8.29-b");
    units += !is_gun(b, u) && (!counter(b, u).jaeger || b.field.jaegers_massed[index(side_of(b, u))]);
  }
  const int beyond = std::max(0, units - 1);
  if (square && by("8.56-g")) out.add(b.field.mod.massed * std::max(1, beyond), cite("8.29-c"), kNoUnit, target);  // FD-8, 8.56-g
  else out.add(b.field.mod.massed * beyond, cite("8.29-a"), kNoUnit, target);
}

}  // namespace

Refusal no_sight(const Look& b, HexId from, HexId to) {
  const int n = b.field.grid.distance(from, to);
  if (n < 2 && by("8.23-a")) return {};
  const auto meets = [&](int index, HexId one, HexId two) -> Refusal {
    const auto hidden = [&](HexId h) {
      return h == kNoHex ? Refusal{} : hides(b.field, h, index, n, b.field.level[from], b.field.level[to]);
    };
    if (const Refusal no = hidden(one)) return no;
    if (const Refusal no = hidden(two)) REFUSE("8.23-g", kNoUnit, no.hex);  // T17: either hex blocks
    return {};
  };
  Refusal no;
  each_on_line(b.field.grid, from, to, [&](const LineStep& s, HexId one, HexId two) { return !(no = meets(s.index, one, two)); });
  return no;
}

static Refusal out_of_range(const Look& b, UnitId gun, HexId target) {
  const Field& f = b.field;
  const HexId here = b.pos.at(gun);
  const int range = f.grid.distance(here, target);
  if (range > counter(b, gun).maximum) REFUSE("2.2-d", gun, target);
  if (on_turn(f.dusk_turns, b.pos.turn) && range > f.dusk_range) REFUSE("AUS-9", gun, target);
  if (on_turn(f.mist_turns, b.pos.turn) && range > 1 && (f.level[here] <= f.mist_level || f.level[target] <= f.mist_level))
    REFUSE("AUS-8", gun, target);
  return {};
}

static bool in_arc(const Look& b, UnitId gun, HexId target, int facing) {
  const Grid& grid = b.field.grid;
  return in_square(b, gun) || through_front(grid.cube(b.pos.at(gun)), grid.cube(target), facing);  // T71
}

static bool close_fire_barred(const Look& b, HexId here, HexId target) {
  const int side = b.field.grid.side_to(here, target);
  return side >= 0 && b.field.passage(here, side).close_fire_barred;
}

FireReach fire_reach(const Look& b, UnitId gun, HexId hex) {
  if (!b.pos.on_map(gun) || !is_gun(b, gun) || is_routed(b, gun) || hex == b.pos.at(gun) || out_of_range(b, gun, hex))
    return FireReach::Out;
  const bool ahead = in_arc(b, gun, hex, b.pos.facing[gun]);
  if (close_fire_barred(b, b.pos.at(gun), hex) || !sees(b, b.pos.at(gun), hex)) return ahead ? FireReach::Hidden : FireReach::Out;
  return ahead ? FireReach::Open : FireReach::Turned;
}

Refusal aim_barred(const Look& b, UnitId gun, HexId target, int facing) {
  const HexId here = b.pos.at(gun);
  const int range = b.field.grid.distance(here, target);
  if (const Refusal no = out_of_range(b, gun, target)) return no;
  if (!in_arc(b, gun, target, facing)) REFUSE("8.23-i", gun, target);
  if (close_fire_barred(b, here, target)) REFUSE("TC-n2", gun, target);
  if (range > 1 && must_fire_close(b, gun, facing)) REFUSE("8.24-c", gun, target);
  return no_sight(b, here, target);
}

Ledger fire_ledger(const Look& b, std::span<const UnitId> battery, HexId target) {
  trace::chart("fire_modifiers"), trace::chart("terrain");
  by("8.24-a");
  Ledger out;
  const Field& f = b.field;
  UnitId strongest = battery[0];
  int worst = 0;  // T32: the gun farthest beyond its effective range speaks for all
  for (UnitId u : battery) {
    if (counter(b, u).good.sp > counter(b, strongest).good.sp) strongest = u;
    worst = std::max(worst, f.grid.distance(b.pos.at(u), target) - counter(b, u).effective);
  }
  out.add(counter(b, strongest).good.sp, cite("FD-1"), strongest);
  const int others = int(battery.size()) - 1;
  if (b.pos.barrage) out.add(f.mod.barrage * others, cite("8.28-a"));
  else out.add(f.mod.pair * others, cite("8.21-b"));
  bool close = true, soft = false;
  for (UnitId u : battery) close &= f.grid.distance(b.pos.at(u), target) == 1;
  for (UnitId u : b.pos.stack.in(target)) soft |= !is_gun(b, u);
  if (close && soft) out.add(f.mod.adjacent, cite("8.22-a"), kNoUnit, target);  // T30: a mixed hex counts
  if (worst > 0) out.add(f.mod.beyond_effective * worst, cite("8.22-c"), kNoUnit, target);
  else out.note(cite("8.22-b"), kNoUnit, target);
  add_massed(b, target, out);
  add_terrain(b, b.pos.at(strongest), target, out);
  return out;
}

HexId misguided_hex(const Look& b, HexId from, HexId target) {
  const Grid& grid = b.field.grid;
  if (grid.distance(from, target) < 2) return kNoHex;
  const Seat mine = other(holder(b, target));
  HexId harmed = kNoHex;
  each_on_line(grid, from, target, [&](const LineStep&, HexId one, HexId two) {
    for (HexId h : {one, two})
      if (harmed == kNoHex && h != kNoHex && grid.distance(h, target) == 1 && friend_in(b, h, mine)) harmed = h;
    return harmed == kNoHex;
  });
  return harmed;
}

static FireResult fire_result(const Field& f, int total) {
  trace::chart("fire");
  FireResult out = FireResult::None;
  for (const FireStep& s : f.fire_table)
    if (total >= s.from) out = s.result;
  return out;
}

Flow Misguided::run(Run& r) {
  BEGIN;
  STEP("8.27-a");
  for (unit = r.pos.stack.top(friends); unit != kNoUnit; unit = r.pos.stack.below[unit]) {
    ROLL_D10(test_breaks(cohesion(r.look(), unit) + 2), MisguidedDie{unit});
    if (r.face() - 2 > cohesion(r.look(), unit) && by("8.27-b")) owe(r, DueKind::Disorder, unit, from);
  }
  END;
}

Flow FireEffect::run(Run& r) {
  BEGIN;
  if (result == FireResult::Heavy && !r.field.heavy_fire_routs && !shelters(r.look(), target)) {  // FT-4
    const UnitId top = top_fighter(r.look(), target);
    if (!only_top) owe_retreat(r, target, from);
    else if (is_good(r.look(), top)) owe(r, DueKind::UnitRetreat, top, from);
  }
  for (unit = only_top ? top_fighter(r.look(), target) : r.pos.stack.top(target); unit != kNoUnit;
       unit = only_top ? kNoUnit : r.pos.stack.below[unit]) {
    if (result == FireResult::Check) {
      by("8.24-b");
      STEP("FT-2");  // 8.24-b: each unit for itself
      ROLL_D10(test_breaks(cohesion(r.look(), unit)), CohesionDie{unit});
      if (r.face() > cohesion(r.look(), unit)) owe(r, DueKind::Disorder, unit, from);
    } else if (result == FireResult::Heavy && r.field.heavy_fire_routs) {
      owe(r, DueKind::Rout, unit, from);
    } else if (result != FireResult::None) {  // FT-3
      owe(r, DueKind::Disorder, unit, from);
    }
  }
  END;
}

// 8.47-g: nobody is asked whether he would rather not be there.
Flow Fire::run(Run& r) {
  by("8.47-g");
  BEGIN;
  STEP("8.24-a");
  from = r.pos.at(r.pos.battery[0]);
  total = int8_t(fire_ledger(r.look(), std::span(r.pos.battery.begin(), std::size_t(r.pos.battery.size())), target).total);
  friends = misguided_hex(r.look(), from, target);
  ROLL_D10(kAnyFace, FireDie{target});
  r.tell({.fact = Fact::Fired,
          .who = r.pos.battery[0],
          .hex = target,
          .value = int16_t(r.face() + total),
          .why = cite("8.24-a"),
          .row = row_of(fire_result(r.field, r.face() + total))});
  if (r.face() <= 2 && friends != kNoHex) {
    CALL(Misguided{.friends = friends, .from = from});
  } else {
    result = fire_result(r.field, r.face() + total);
    CALL(FireEffect{.target = target, .from = from, .result = result, .only_top = only_top});
  }
  if (r.pos.due.empty()) r.tell({.fact = Fact::NoEffect, .who = r.pos.stack.top(target), .hex = target, .why = cite("FT-1")});
  CALL(Settle{});
  if (kind != FireKind::Normal) RETURN(0);
  for (;;) {  // 8.26-a: one answer by each gun that was fired at and is still in order
    STEP("8.26-a");
    ASK(CounterBattery{target, from});
    if (r.answer().verb == Verb::Pass) break;
    man_battery(r, r.answer(), kAnswered);
    CALL(Fire{.target = from, .kind = FireKind::Answer});
    if (r.pos.stack.empty(from)) break;
  }
  END;
}

Refusal second_gun_barred(const Look& b, Action a, uint32_t done) {
  if (a.verb != Verb::FireTogether) return {};
  const UnitId u = a.whom;
  if (!is_unit(b, u) || u == a.who || !is_gun(b, u) || b.pos.at(u) != b.pos.at(a.who)) REFUSE("8.21-a", u);
  if (is_disordered(b, u)) REFUSE("8.72-d", u);
  if (b.pos.has(u, done)) REFUSE("8.21-a", u);
  return aim_barred(b, u, a.hex, b.pos.facing[u]);
}

Ledger answer_ledger(const Look& b, Action a) {
  const UnitId guns[2] = {a.who, a.whom};
  return fire_ledger(b, std::span(guns, a.verb == Verb::FireTogether ? 2 : 1), a.hex);
}

void man_battery(Run& r, const Action& a, uint32_t done) {
  r.pos.battery.clear();
  for (UnitId u : {a.who, a.whom}) {
    if (u == kNoUnit) continue;
    r.pos.set(u, done);
    r.pos.battery.push_back(u);
  }
}

Refusal CounterBattery::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  const UnitId u = a.who;
  if (!is_unit(b, u) || !is_gun(b, u) || b.pos.at(u) != here || side_of(b, u) != other(b.pos.side) || a.hex != firer ||
      a != answer_with(b, u, a.whom, firer) || b.pos.stack.empty(firer))
    REFUSE("8.26-a", u, a.hex);
  if (is_disordered(b, u)) REFUSE("8.72-d", u);
  if (b.pos.has(u, kAnswered)) REFUSE("8.26-a", u);
  if (const Refusal no = second_gun_barred(b, a, kAnswered)) return no;
  return aim_barred(b, u, firer, b.pos.facing[u]);
}

Ledger CounterBattery::ledger(const Look& b, Action a) const {
  return a.verb == Verb::Pass || barred(b, a) ? Ledger{} : answer_ledger(b, a);
}

// ---- the fire segment

namespace {

Refusal fire_barred(const Look& b, UnitId u) {
  if (!is_unit(b, u) || !b.pos.has(u, kActive) || !b.pos.on_map(u)) REFUSE("4.11-a", u);
  if (!is_gun(b, u)) REFUSE("8.1-a", u);
  if (b.pos.has(u, kOrdersFailed)) REFUSE("4.28-c", u);
  if (is_disordered(b, u)) REFUSE("8.1-c", u);
  if (b.pos.has(u, kFired)) REFUSE("8.21-a", u);
  return held_back(b, u);
}

}  // namespace

Refusal ChooseFire::barred(const Look& b, Action a) const {
  by("6.26-b", "8.2-a");
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    return {};
  }
  const bool pair = a.verb == Verb::FireTogether;
  if (a.arg > 5 || a.extra || (!pair && a.whom != kNoUnit) || a.hex >= b.field.grid.size()) return {kWhen};
  if (const Refusal no = fire_barred(b, a.who)) return no;
  if (!enemy_in(b, a.hex, b.pos.side)) REFUSE("8.24-a", a.who, a.hex);
  if (pair) {
    if (b.pos.barrage) REFUSE("8.28-a", a.who);  // there combined gun by gun
    if (const Refusal no = fire_barred(b, a.whom)) return no;
    if (a.who == a.whom || b.pos.at(a.who) != b.pos.at(a.whom)) REFUSE("8.21-a", a.whom);
    if (const Refusal no = aim_barred(b, a.whom, a.hex, a.arg)) return no;
  }
  return aim_barred(b, a.who, a.hex, a.arg);
}

Ledger ChooseFire::ledger(const Look& b, Action a) const {
  if (a.verb == Verb::Done || barred(b, a)) return {};
  const UnitId guns[2] = {a.who, a.whom};
  return fire_ledger(b, std::span(guns, a.verb == Verb::FireTogether ? 2 : 1), a.hex);
}

Refusal AddToBarrage::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    return {};
  }
  if (a != Action{.verb = Verb::Face, .arg = a.arg, .who = a.who} || a.arg > 5) return {kWhen};
  if (const Refusal no = fire_barred(b, a.who)) return no;
  if (b.pos.battery.full()) REFUSE("8.28-a", a.who);
  bool touches = false;
  for (UnitId u : b.pos.battery) touches |= b.field.grid.distance(b.pos.at(u), b.pos.at(a.who)) <= 1;
  if (!touches) REFUSE("8.28-a", a.who);
  return aim_barred(b, a.who, target, a.arg);
}

Ledger AddToBarrage::ledger(const Look& b, Action a) const {
  FixedVector<UnitId, 9> guns;
  for (UnitId u : b.pos.battery) guns.push_back(u);
  if (a.verb == Verb::Face && is_unit(b, a.who) && b.pos.on_map(a.who) && is_gun(b, a.who)) guns.push_back(a.who);
  return fire_ledger(b, std::span(guns.begin(), std::size_t(guns.size())), target);
}

static void train(Run& r, UnitId gun, uint8_t facing) {
  if (r.pos.facing[gun] != facing) {
    r.pos.set(gun, kTurnedToFire);  // 8.24-d
    r.pos.facing[gun] = facing;
    r.tell({.fact = Fact::Turned, .who = gun, .value = int16_t(facing), .why = cite("8.24-d")});
  }
  r.pos.set(gun, kFired);
  r.pos.battery.push_back(gun);
}

Flow FireSegment::run(Run& r) {
  BEGIN;
  r.pos.segment = Segment::Fire;
  r.tell({.fact = Fact::SegmentBegan, .why = cite("7.35-a")});
  for (;;) {
    STEP("8.21-c");
    ASK(ChooseFire{});
    chosen = r.answer();
    if (chosen.verb == Verb::Done) break;
    r.pos.battery.clear();
    train(r, chosen.who, chosen.arg);
    if (chosen.verb == Verb::FireTogether) train(r, chosen.whom, chosen.arg);
    while (r.pos.barrage) {
      STEP("8.28-a");
      ASK(AddToBarrage{chosen.hex});
      if (r.answer().verb == Verb::Done) break;
      train(r, r.answer().who, r.answer().arg);
    }
    CALL(Fire{.target = chosen.hex});
  }
  END;
}

}  // namespace tambour::tng
