// SPDX-License-Identifier: MIT
#include "rules/jdg/ch10_disorder.h"

#include "battle/way_back.h"
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch04_movement.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

bool is_shelter(const Look& b, HexId h) { return b.field.ground(h).six_fronts; }

void eliminate(Run& r, UnitId u, Citation why) {
  const HexId from = r.pos.at(u);
  lift(r.pos, u);
  r.pos.unit[u].condition = Condition::Eliminated;
  r.pos.unit[u].marks = 0;
  r.tell({.fact = Fact::Eliminated, .who = u, .hex = from, .why = why});
}

void leave_square(Run& r, UnitId u) {
  if (!r.pos.has(u, kSquare)) return;
  const bool alone = is_gun(r.look(), u) && r.field.doctrine->failed_square == FailedSquare::WholeStack;  // ruling J9
  for (UnitId x : r.pos.stack.in(r.pos.at(u))) {
    if (alone && x != u) continue;
    r.pos.drop(x, kSquare | kNewSquare);
    r.pos.set(x, kLostSquare);
    r.tell({.fact = Fact::SquareLeft, .who = x, .why = cite("4.2-k")});
  }
}

void arrive(Run& r, UnitId u, HexId hex) {
  for (std::size_t i = 0; i < r.field.objectives.size(); ++i)
    if (r.field.objectives[i] == hex) r.pos.holder[i] = side_of(r.look(), u);
  drop_near_reinforcements(r);
}

void flee_to(Run& r, UnitId u, HexId hex) {
  const HexId at = r.pos.at(u);
  for (Trail& t : r.pos.trails)
    if (t.who == u) t.add(r.field.grid.side_to(at, hex));
  take_along(r, side_of(r.look(), u), at, hex);
  put(r.pos, r.look(), u, hex);
  arrive(r, u, hex);
}

void pass_through(Run& r, UnitId u) {
  for (UnitId x : r.pos.stack.in(r.pos.at(u)))
    if (x != u && by("10.5-d") && !r.pos.ran.has(x)) r.pos.passed.add(x);
}

Flow TakeTest::run(Run& r) {
  BEGIN;
  if (!on_map(r.look(), unit)) RETURN(0);
  if (is_routed(r.look(), unit)) {
    STEP("10.2-h");
    BECOME(RoutMove{unit});
  }
  CALL(CohesionTest{unit, modifier});
  if (r.result()) RETURN(1);
  BECOME(Disorder{unit, 0, threat});
  END;
}

Flow Disorder::run(Run& r) {
  BEGIN;
  if (!on_map(r.look(), unit)) RETURN(0);
  STEP("10.1-a");
  if (is_good(r.look(), unit)) {
    // A gun disordered inside a square stays in it (ruling J9); anybody else breaks it (4.2-j, 4.2-k).
    if ((!is_gun(r.look(), unit) || r.field.doctrine->failed_square == FailedSquare::WhoFailed) && by("4.2-j")) leave_square(r, unit);
    r.pos.unit[unit].condition = Condition::Disordered;
    r.tell({.fact = Fact::Disordered, .who = unit, .hex = r.pos.at(unit), .why = cite("10.1-a")});
    RETURN(0);
  }
  if (is_routed(r.look(), unit)) {
    eliminate(r, unit, cite("10.2-b"));
    RETURN(0);
  }
  if (is_gun(r.look(), unit)) {
    eliminate(r, unit, cite("10.1-b"));
    RETURN(0);
  }
  BECOME(Rout{unit, 0, threat});
  END;
}

Flow RoutByFire::run(Run& r) {
  BEGIN;
  if (!on_map(r.look(), unit)) RETURN(0);
  if (is_routed(r.look(), unit)) {
    eliminate(r, unit, cite("10.2-b"));  // ruling J29
    RETURN(0);
  }
  if (is_gun(r.look(), unit) && (!is_good(r.look(), unit) || r.field.doctrine->gun_on_rout == GunOnRout::Eliminated)) {
    eliminate(r, unit, cite("10.1-b"));
    RETURN(0);
  }
  STEP("10.2-a");
  BECOME(Rout{unit, 0, threat});
  END;
}

Flow Rout::run(Run& r) {
  BEGIN;
  STEP("10.2-c");
  leave_square(r, unit);
  r.pos.unit[unit].condition = Condition::Routed;
  if (r.pos.has(unit, kCharging)) r.pos.unit[unit].once |= kOwesRun;
  r.pos.drop(unit, kCharging | kReinforcement);
  r.tell({.fact = Fact::Routed, .who = unit, .hex = r.pos.at(unit), .why = cite("10.2-a")});
  by("10-b");
  BECOME(GoBack{unit, uint8_t(is_cavalry(r.look(), unit) ? 3 : 2), threat});
  END;
}

// ---- recoil and retreat ----
namespace {

struct Way {  // one unit's way back
  const Look& b;
  UnitId u;
  HexId origin;
  const Threat& threat;

  Seat me() const { return side_of(b, u); }

  // 10.3.4: ground and sides a unit in flight can use at all. Counted in hexes, not movement points (10.3.1-f).
  Refusal closed(HexId at, HexId to) const {
    by("10.3.1-f");
    const int k = to < b.field.grid.size() ? b.field.grid.side_to(to, at) : -1;
    if (k < 0) REFUSE("4.4.1-a", u, to);
    if (enemy_in(b, to, me())) REFUSE("5.1.2-a", u, to);
    const Passage& p = b.field.passage[to][std::size_t(counter(b, u).arm)][std::size_t(k)];
    if (p.plain < 0 && p.road < 0) {
      if (b.field.battle.map.sides[to][std::size_t(k)] & kRiver) REFUSE("10.3.4-a", u, to);
      REFUSE("10.3.4-d", u, to);
    }
    const int cost = p.plain >= 0 ? p.plain : p.road;
    if (b.field.ground(to).castle && cost > ratings(b, u).mp) REFUSE("10.3.4-c", u, to);
    return {};
  }
  // 10.3.1-a, 10.3.1-e: the first hex leads away from everybody who caused it, or beside one who has no zone there.
  Refusal not_away(HexId at, HexId to) const {
    by("10.3.1-e");
    if (threat.empty()) {
      const auto& far = b.field.rout_distance[std::size_t(index(me()))];
      if (far[to] >= far[at]) REFUSE("10.3.1-a", u, to);
      return {};
    }
    for (HexId t : threat) {
      const int before = b.field.grid.distance(t, at), after = b.field.grid.distance(t, to);
      if (after > before) continue;
      if (after == 1 && !zone_from(t, to)) continue;
      REFUSE("10.3.1-a", u, to);
    }
    return {};
  }
  bool zone_from(HexId t, HexId to) const {
    for (UnitId x : b.pos.stack.in(t))
      if (side_of(b, x) != me() && exerts_zone(b, x, to)) return true;
    return false;
  }
  // How many disorders the step brings: enemy front hexes (10.3.5-a), steep slopes, fords, bridges (10.3.4-b).
  int disorders(HexId at, HexId to) const {
    by("10.3.4-b");
    const uint8_t f = b.field.side_flags[at][std::size_t(b.field.grid.side_to(at, to))];
    return (f & kCrossingDisorders ? 1 : 0) + (in_enemy_front(b, me(), to) ? 1 : 0);
  }
  bool can_stop(HexId h) const { return is_routed(b, u) ? routed_can_stop(b, u, h, true) : !stacking_barred(b, u, h); }
  bool kills(HexId at, HexId to) const {
    const int n = disorders(at, to);
    return n > 0 && (is_routed(b, u) || (is_gun(b, u) && (n > 1 || !is_good(b, u))));
  }
  bool farther(HexId at, HexId to) const { return b.field.grid.distance(origin, to) > b.field.grid.distance(origin, at); }
  template <class Ends>
  bool finds_way(HexId at, int left, int longest, const Ends& ends) const {
    const auto step = [&](HexId from, HexId to, int) { return farther(from, to) && !closed(from, to) && !kills(from, to); };
    return finds_way_back(b.field, at, left, longest, step, ends);
  }
  // Can the rest of the way be gone from `at` without certain death?
  bool completes(HexId at, int left) const {
    return finds_way(at, left, 8, [&](HexId h, int more) { return more <= 0 && can_stop(h); });
  }
  // 5.1.2-g: does the way end in a hex of its own?
  bool ends_alone(HexId at, int left) const {
    return finds_way(at, left, left, [&](HexId h, int more) { return more <= 0 && routed_can_stop(b, u, h, false); });
  }
  Refusal barred(HexId to, int done, int hexes) const {
    const HexId at = b.pos.at(u);
    if (const Refusal no = closed(at, to)) return no;
    if (done == 0) {
      if (const Refusal no = not_away(at, to)) return no;
    } else if (!farther(at, to)) {
      REFUSE("10.3.1-b", u, to);
    }
    if (by("5.1.2-f", "6.2.2-b", "10.3.3-b") && too_full(to, done, hexes)) REFUSE("10.3.3-b", u, to);
    if (deadly(at, to, done, hexes) && safe_way(done, hexes)) REFUSE("10.3.1-c", u, to);
    const int left = hexes - done - 1;
    const auto apart = [&](HexId from, HexId n) { return !kills(from, n) && !too_full(n, done, hexes) && ends_alone(n, left); };
    if (is_routed(b, u) && !ends_alone(to, left) && any_way(done, apart)) REFUSE("5.1.2-g", u, to);
    return {};
  }
  // A hex it cannot stack in, in a book that opens those only as the last resort.
  bool too_full(HexId to, int done, int hexes) const {
    return b.field.doctrine->full_hex == FullHex::LastResort && !can_stop(to) && other_way(to, done, hexes);
  }
  bool deadly(HexId at, HexId to, int done, int hexes) const { return kills(at, to) || !completes(to, hexes - done - 1); }
  template <class Good>
  bool any_way(int done, Good good) const {
    const HexId at = b.pos.at(u);
    for (const HexId n : around(b.field, at)) {
      if (closed(at, n) || (done == 0 ? bool(not_away(at, n)) : !farther(at, n))) continue;
      if (good(at, n)) return true;
    }
    return false;
  }
  bool safe_way(int done, int hexes) const {
    return any_way(done, [&](HexId at, HexId n) { return !deadly(at, n, done, hexes); });
  }
  bool other_way(HexId than, int done, int hexes) const {
    return any_way(done, [&](HexId at, HexId n) { return n != than && can_stop(n) && !deadly(at, n, done, hexes); });
  }
  bool some_way(int done) const {
    return any_way(done, [](HexId, HexId) { return true; });
  }
};

struct ChooseBack {
  QUESTION(ChooseBack, "Choose the hex to fall back to", cite("10.3.1-a"), Verb::Retreat);
  UnitId unit;
  uint8_t done, hexes, spare = 0;
  HexId origin;
  Threat threat;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, b.pos.at(unit)))
      if (!emit(Action{Verb::Retreat, 0, unit, kNoUnit, n})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != unit) REFUSE("10.3.1-a", a.who, a.hex);
    return Way{b, unit, origin, threat}.barred(a.hex, done, hexes);
  }
};

// 10.3.2-a: a unit that joins others takes their facing.
void conform_facing(Run& r, UnitId u) {
  by("10.3.2-a");
  if (is_routed(r.look(), u)) return;
  for (UnitId x : r.pos.stack.in(r.pos.at(u)))
    if (x != u && is_gun(r.look(), x) == is_gun(r.look(), u)) r.pos.unit[u].facing = r.pos.unit[x].facing;
}

}  // namespace

bool can_go_back(const Look& b, UnitId u, int hexes, const Threat& threat) { return Way{b, u, b.pos.at(u), threat}.safe_way(0, hexes); }

Flow GoBack::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  if (!on_map(b, unit)) RETURN(0);
  STEP("10.3.1-a");
  by("10.3.3-a");
  if (hexes == 1) by("10-a");
  origin = b.pos.at(unit);
  was = r.pos.unit[unit].condition;
  if (counter(b, unit).immobile) {
    eliminate(r, unit, cite("10.3.1-d"));
    RETURN(0);
  }
  if (was == Condition::Routed) r.pos.ran.add(unit);
  by("10.5-b");
  while (done < hexes || !Way{b, unit, origin, threat}.can_stop(b.pos.at(unit))) {
    if ((done > 12 || !Way{b, unit, origin, threat}.some_way(done)) && by("10.2-j")) {  // 10.2-j: over the edge is no way
      eliminate(r, unit, cite("10.3.1-d"));
      break;
    }
    ASK(ChooseBack{unit, done, hexes, 0, origin, threat});
    leave_square(r, unit);
    crossing = uint8_t(Way{b, unit, origin, threat}.disorders(b.pos.at(unit), r.answer().hex));
    flee_to(r, unit, r.answer().hex);
    ++done;
    r.tell({.fact = hexes == 1 ? Fact::Recoiled : Fact::Retreated, .who = unit, .hex = r.answer().hex, .why = cite("10.3.1-a")});
    // 10.5-a; never those it leaves behind (10.5-e)
    if (!Way{b, unit, origin, threat}.can_stop(b.pos.at(unit)) && by("10.5-e")) pass_through(r, unit);
    for (; crossing > 0; --crossing) {
      STEP("10.3.5-a");
      CALL(Disorder{unit, 0, threat});
    }
    if (!on_map(b, unit) || (is_routed(b, unit) && was != Condition::Routed)) break;  // it has routed on the way, and run
  }
  if (on_map(b, unit)) conform_facing(r, unit);
  if (!r.pos.chain) CALL(RunThrough{});
  if (on_map(b, unit)) CALL(Flight{b.pos.at(unit)});
  END;
}

Flow RunThrough::run(Run& r) {
  BEGIN;
  for (r.pos.chain = 1; (unit = r.pos.passed.first()) != kNoUnit;) {
    r.pos.passed.remove(unit);
    if (!on_map(r.look(), unit)) continue;
    r.tell({.fact = Fact::Traversed, .who = unit, .why = cite("10.5-a")});
    if (is_routed(r.look(), unit)) {
      STEP("10.5-c");
      CALL(RoutMove{unit});
    } else {
      STEP("10.5-a");
      CALL(TakeTest{unit, 0, Threat{}});
    }
  }
  r.pos.chain = 0;
  r.pos.ran = {};
  END;
}

}  // namespace tambour::jdg
