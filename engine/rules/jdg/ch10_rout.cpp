// SPDX-License-Identifier: MIT
// Chapter 10.4: rout movement, in Phase E and whenever a routed unit must test.
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch10_disorder.h"
#include "rules/jdg/dice.h"
#include "rules/jdg/moving.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {
namespace {

struct Runaway {
  const Look& b;
  UnitId u;

  Seat me() const { return side_of(b, u); }
  int far(HexId h) const { return b.field.rout_distance[std::size_t(index(me()))][h]; }
  // 10.4-d: terrain costs as in movement, without the extra for friends.
  int cost(HexId at, HexId to) const {
    by("10.4-d");
    const int k = b.field.grid.side_to(to, at);
    if (k < 0) return -1;
    const Passage& p = b.field.passage[to][std::size_t(counter(b, u).arm)][std::size_t(k)];
    return p.road >= 0 ? p.road : p.plain;
  }
  bool same_enemy_zone(HexId at, HexId to) const {  // ruling J28
    UnitSet enemies;
    enemies_over(b, me(), at, enemies);
    return in_zone_of_any(b, me(), to, enemies);
  }
  bool lethal(HexId at, HexId to) const {  // 10.4-e; ford and bridge do not count here
    const uint8_t f = b.field.side_flags[at][std::size_t(b.field.grid.side_to(at, to))];
    return in_enemy_front(b, me(), to) || ((f & kCrossingDisorders) && !(f & kCrossingWater));
  }
  bool passable(HexId at, HexId to, int mp) const {
    const int c = cost(at, to);
    return c >= 0 && c <= mp && !enemy_in(b, to, me()) && !same_enemy_zone(at, to) && !lethal(at, to);
  }
  bool direct(HexId at, HexId to, int mp) const { return far(to) < far(at) && passable(at, to, mp); }
  bool any_direct(HexId at, int mp) const {
    for (const HexId n : around(b.field, at))
      if (direct(at, n, mp)) return true;
    return false;
  }
  // 10.4-h: the move would end there beside another routed unit. `left` are the points before the step.
  bool pairs(HexId at, HexId to, int left) const {
    if (b.pos.stack.empty(to) || !routed_can_stop(b, u, to, true)) return false;
    return !any_direct(to, std::max(0, left - cost(at, to)));
  }
  bool any_direct_alone(HexId at, int mp, int left) const {
    for (const HexId n : around(b.field, at))
      if (direct(at, n, mp) && !pairs(at, n, left)) return true;
    return false;
  }
  bool any_shift(HexId at, int mp, int left) const {
    for (const HexId n : around(b.field, at))
      if (far(n) == far(at) && passable(at, n, mp) && !pairs(at, n, left)) return true;
    return false;
  }
  // Blocked by something worse than the price of the ground.
  bool obstructed(HexId at, int mp) const {
    for (const HexId n : around(b.field, at)) {
      if (far(n) >= far(at)) continue;
      const int c = cost(at, n);
      if (c >= 0 && c <= mp) return true;
    }
    return false;
  }
};

struct ChooseRout {
  QUESTION(ChooseRout, "Choose the way of the routed unit", cite("10.4-b"), Verb::Rout, Verb::Stop);
  UnitId unit;
  int8_t mp;
  uint8_t shifts, steps;
  Seat seat(const Look& b) const { return side_of(b, unit); }

  bool can_stop_alone(const Look& b) const { return routed_can_stop(b, unit, b.pos.at(unit), false); }
  // Movement points, or one more hex as long as it stands among friends it cannot stop with.
  int purse(const Look& b) const { return steps && !routed_can_stop(b, unit, b.pos.at(unit), true) ? 99 : mp; }

  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, b.pos.at(unit)))
      if (!emit(Action{Verb::Rout, 0, unit, kNoUnit, n})) return;
    emit(Action{Verb::Stop, 0, unit});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != unit) REFUSE("10.4-b", a.who);
    const Runaway w{b, unit};
    const HexId at = b.pos.at(unit);
    const int mp_now = purse(b);
    const bool ahead = w.any_direct(at, mp_now);
    const int limit = b.field.doctrine->sidestep[int(counter(b, unit).arm)];
    const bool alone = w.any_direct_alone(at, mp_now, mp);
    const bool aside = !alone && (ahead || w.obstructed(at, mp_now)) && shifts < limit && w.any_shift(at, mp_now, mp);
    const bool shorter = ahead && !alone && steps && can_stop_alone(b);
    if (a.verb == Verb::Stop) {
      if (is_shelter(b, at) && can_stop_alone(b) && by("10.4-f")) return {};
      if (shorter && by("10.4-h")) return {};
      if (ahead || aside) REFUSE("10.4-b", unit, at);
      return {};
    }
    if (a.hex >= b.field.grid.size() || b.field.grid.side_to(at, a.hex) < 0) REFUSE("4.4.1-a", unit, a.hex);
    if (enemy_in(b, a.hex, side_of(b, unit))) REFUSE("5.1.2-a", unit, a.hex);
    if (w.lethal(at, a.hex)) REFUSE("10.4-e", unit, a.hex);
    if (w.far(a.hex) > w.far(at)) REFUSE("10.4-b", unit, a.hex);
    if (w.far(a.hex) == w.far(at) && by("10.4-g") && !aside) REFUSE("10.4-g", unit, a.hex);
    if (!w.passable(at, a.hex, mp_now)) REFUSE("10.4-c", unit, a.hex);
    if (w.pairs(at, a.hex, mp) && by("10.4-h") && (alone || aside || shorter)) REFUSE("10.4-h", unit, a.hex);
    return {};
  }
};

struct ChooseRouted {  // Phase E: the owner takes his routed units one after the other
  QUESTION(ChooseRouted, "Choose the next routed unit to move", cite("1.E-a"), Verb::Choose, Verb::Done);
  static constexpr bool kRest = true;
  Seat who;
  uint8_t spare[7] = {};
  UnitSet moved;
  Seat seat(const Look&) const { return who; }
  bool due(const Look& b, UnitId u) const { return on_map(b, u) && is_routed(b, u) && side_of(b, u) == who && !moved.has(u); }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : all_units(b.field))
      if (due(b, u) && !emit(Action{Verb::Choose, 0, u})) return;
    emit(Action{Verb::Done});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Choose) {
      if (!is_unit(b, a.who) || !due(b, a.who)) REFUSE("1.E-a", a.who);
      return {};
    }
    for (UnitId u : all_units(b.field))
      if (due(b, u) && !is_shelter(b, b.pos.at(u))) REFUSE("1.E-a", u);  // 10.4-f: those under shelter may stay
    return {};
  }
};

}  // namespace

Flow RoutMove::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  if (!on_map(b, unit)) RETURN(0);
  STEP("10.4-b");
  mp = counter(b, unit).back.mp;
  r.pos.ran.add(unit);
  for (;;) {
    if (Runaway{b, unit}.far(b.pos.at(unit)) == 0 && mp > 0 && (steps == 0 || routed_can_stop(b, unit, b.pos.at(unit), true))) {
      if (steps) pass_through(r, unit);
      take_along(r, side_of(b, unit), b.pos.at(unit), kNoHex);
      eliminate(r, unit, cite("10.4-j"));
      break;
    }
    ASK(ChooseRout{unit, mp, shifts, steps});
    if (r.answer().verb == Verb::Stop) {
      if (steps == 0 && !is_shelter(b, b.pos.at(unit))) {
        eliminate(r, unit, cite("10.4-c"));
      } else if (!routed_can_stop(b, unit, b.pos.at(unit), true)) {
        pass_through(r, unit);
        eliminate(r, unit, cite("5.1.2-g"));
      }
      break;
    }
    by("10.5-e");
    if (steps) pass_through(r, unit);  // 10.5-a: of the hex it leaves; not those it started with
    if (Runaway{b, unit}.far(r.answer().hex) == Runaway{b, unit}.far(b.pos.at(unit))) ++shifts;
    mp = int8_t(std::max(0, mp - Runaway{b, unit}.cost(b.pos.at(unit), r.answer().hex)));
    ++steps;
    flee_to(r, unit, r.answer().hex);
    r.tell({.fact = Fact::RoutMoved, .who = unit, .hex = r.answer().hex, .why = cite("10.4-a")});
    if (mp == 0 && routed_can_stop(b, unit, b.pos.at(unit), true)) break;
  }
  if (!r.pos.chain) CALL(RunThrough{});
  if (on_map(b, unit)) CALL(Flight{b.pos.at(unit)});
  END;
}

PointsLeft rout_left(const State& s) {
  const auto* q = open_question<ChooseRout, Look>(s);
  return q ? PointsLeft({q->unit, int(q->mp)}) : std::nullopt;
}

static bool any_routed(const Look& b) {
  for (UnitId u : all_units(b.field))
    if (on_map(b, u) && is_routed(b, u)) return true;
  return false;
}

// 1.E-a, ruling J4: the holder of the initiative moves his routed units first, otherwise a die decides.
Flow RoutPhase::run(Run& r) {
  BEGIN;
  STEP("1.E-a");
  r.pos.phase = Phase::Rout;
  first = r.pos.initiative;
  if (!any_routed(r.look())) RETURN(0);
  if (first == Seat::Nobody) {
    ROLL_D10(uint64_t{1} << 5, FirstRoutDie{});
    first = r.face() < 5 ? Seat::First : Seat::Second;
  }
  for (half = 0; half < 2; ++half) {
    for (;;) {
      ASK(ChooseRouted{half ? other(first) : first, {}, moved});
      if (r.answer().verb == Verb::Done) break;
      moved.add(r.answer().who);
      CALL(RoutMove{r.answer().who});
    }
  }
  END;
}

}  // namespace tambour::jdg
