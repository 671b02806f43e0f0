// SPDX-License-Identifier: MIT
// Chapters 18.11 to 18.14.
#include "rules/bataille/ch18_train.h"

#include <algorithm>

#include "rules/bataille/ch13_retreat.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {
namespace {

Fate fate(const Look& b, UnitId u) { return b.pos.unit[u].fate; }

// Batteries like this one in the Battery Box.
int alike_in_box(const Look& b, UnitId like) {
  int n = 0;
  for (UnitId u : all_units(b.field))
    n += fate(b, u) == Fate::Boxed && side_of(b, u) == side_of(b, like) && counter(b, u).arm == counter(b, like).arm;
  return n;
}

bool is_first_of_hour(const Look& b) { return (b.field.first_slot + b.pos.turn - 1) % 3 == 0; }

bool anything_to_rebuild(const Look& b, Seat side) {
  for (UnitId u : all_units(b.field))
    if (side_of(b, u) == side && !RebuildBattery{side}.barred(b, Action{Verb::Choose, 0, u})) return true;
  return false;
}

// 18.13: the monarch of the side that has an Old Guard.
bool napoleon_in(const Look& b, HexId h, Seat side) {
  for (int k = 0; k < b.field.officer_count(); ++k) {
    const Officer& o = b.field.officers[std::size_t(k)];
    if (o.side == side && o.rank == 0 && b.pos.leader[k].fate == Fate::OnMap && b.pos.leader[k].hex == h) return true;
  }
  return false;
}

constexpr int kForOne = 2;  // marked losses of the Old Guard for an Increment of guns (A73)

bool anything_to_give(const Look& b, Seat side) {
  for (UnitId u : all_units(b.field))
    for (UnitId g = kFirstUnit; b.field.units.has(g) && counter(b, u).old_guard; ++g)
      if (!Appeal{side}.barred(b, Action{Verb::Volunteer, 0, u, g})) return true;
  return false;
}

// 18.14.3.1, 18.14.3.2
bool may_resupply(const Look& b, UnitId u) {
  if (!b.field.resupply || !is_gun(b, u)) return false;
  const UnitState& s = b.pos.unit[u];
  if (is_wagon(b, u)) return s.fate == Fate::Boxed && b.field.depot[index(side_of(b, u))] != kNoHex && by("18.14.3.2-a");
  if (b.field.wagons || s.fate != Fate::OnMap) return false;
  if (s.rounds > 0 && by("18.14.3.1-b")) return false;
  if (s.form != Form::Unlimbered && b.field.depot_road[index(side_of(b, u))][b.pos.at(u)] <= 5) return true;
  return !by("18.14.3.1-a");
}

bool is_beside(const Look& b, UnitId u, UnitId wreck) { return touches(b.field.grid, footprint(b, u), b.pos.at(wreck)); }

bool beside_wreck(const Look& b, UnitId u) {
  for (UnitId w : all_units(b.field))
    if (b.pos.on_map(w) && is_wreck(b, w) && is_beside(b, u, w)) return true;
  return false;
}

bool can_clear(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  return c.arm == Arm::Infantry && (c.size == Size::Battalion || c.sappers || !by("18.14.1.7.1-a"));
}

}  // namespace

Flow SpikeGuns::run(Run& r) {
  BEGIN;
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) {
    if (fate(r.look(), unit) != Fate::Taken) continue;
    STEP("18.12-a");
    trace::chart("spiked");
    ROLL(Dice::D6, kAnyFace, SpikeDie{unit});
    if (r.field.charts.spiked[charge][std::size_t(r.face())] && by("18.12-b")) {
      r.pos.unit[unit].fate = Fate::Gone;
      r.tell({.fact = Fact::Eliminated, .who = unit, .why = cite("18.12-b")});
    } else {
      by("18.10.4-a"), r.pos.unit[unit].fate = Fate::Boxed;
    }
  }
  END;
}

Refusal RebuildBattery::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return by("18.11.2-b"), Refusal{};
  if (!b.field.is_unit(a.who) || side_of(b, a.who) != side || !is_gun(b, a.who) || is_wagon(b, a.who) || fate(b, a.who) != Fate::Boxed)
    REFUSE("18.11-a", a.who);
  if (b.field.depot[index(side)] == kNoHex) REFUSE("18.11.1-b", a.who);
  if (alike_in_box(b, a.who) < 3) REFUSE("18.11.2-a", a.who);
  return {};
}

Refusal BreakUp::barred(const Look& b, Action a) const {
  if (!b.field.is_unit(a.who) || a.who == rebuilt || fate(b, a.who) != Fate::Boxed || side_of(b, a.who) != side_of(b, rebuilt) ||
      counter(b, a.who).arm != counter(b, rebuilt).arm)
    REFUSE("18.11.1-c", a.who);
  return {};
}

static void rebuild(Run& r, UnitId u) {
  UnitState& s = r.pos.unit[u];
  s.fate = Fate::Rebuilt, s.losses = 0, s.rounds = counter(r.look(), u).rounds, s.order = Order::Good, s.marks = 0;
}

static void break_up(Run& r, UnitId u) {
  r.pos.unit[u].fate = Fate::Gone;
  r.tell({.fact = Fact::Eliminated, .who = u, .why = cite("18.11.1-c")});
}

static UnitId next_alike(const Look& b, UnitId rebuilt) {
  UnitId u = kFirstUnit;
  while (BreakUp{rebuilt}.barred(b, Action{Verb::Choose, 0, u})) ++u;
  return u;
}

Flow BatteryBoxes::run(Run& r) {
  BEGIN;
  if (!is_first_of_hour(r.look())) RETURN(0);
  for (side = 0; side < 2; ++side)
    while (anything_to_rebuild(r.look(), Seat(side))) {
      STEP("18.11.1-a");
      by("3.5-c");
      ASK(RebuildBattery{Seat(side)});
      if (r.answer().verb == Verb::Done) break;
      rebuilt = r.answer().who;
      rebuild(r, rebuilt);
      for (left = 2; left > 0; --left) {
        STEP("18.11.1-c");
        if (alike_in_box(r.look(), rebuilt) > left) {
          ASK(BreakUp{rebuilt});
          break_up(r, r.answer().who);
        } else {
          break_up(r, next_alike(r.look(), rebuilt));
        }
      }
    }
  END;
}

// Rebuilt batteries and wagons with new rounds stand at the depot, limbered; if the enemy holds it, or friends fill it, they wait.
void return_guns(Run& r) {
  for (UnitId u : all_units(r.field)) {
    if (fate(r.look(), u) != Fate::Rebuilt) continue;
    const HexId depot = r.field.depot[index(side_of(r.look(), u))];
    if (depot == kNoHex || top_at(r.look(), depot) != kNoUnit) continue;
    UnitState& s = r.pos.unit[u];
    s.fate = Fate::OnMap, s.form = Form::Limbered, s.hexes = 1, s.trail = 0, s.facing = 0;
    r.pos.stack.put_at_bottom(u, depot);
    link_stack(r, depot);
    disturb_leaders(r, depot, other(side_of(r.look(), u)));
    r.tell({.fact = Fact::Entered, .who = u, .hex = depot, .why = is_wagon(r.look(), u) ? cite("18.14.3.2-a") : cite("18.11.1-b")});
  }
}

void close_boxes(Run& r) {
  for (UnitId u : all_units(r.field))
    if (r.pos.unit[u].fate == Fate::Boxed && !is_wagon(r.look(), u) && by("18.11.2-c")) r.pos.unit[u].fate = Fate::Gone;
}

Refusal Appeal::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (!b.field.is_unit(a.who) || side_of(b, a.who) != side || !counter(b, a.who).old_guard || !b.pos.on_map(a.who)) REFUSE("18.13-e", a.who);
  if (!napoleon_in(b, b.pos.at(a.who), side)) REFUSE("18.13-e", a.who);
  if (!b.field.is_unit(a.whom) || side_of(b, a.whom) != side || !is_gun(b, a.whom) || is_wagon(b, a.whom) || !b.pos.on_map(a.whom) ||
      b.pos.unit[a.whom].losses == 0 || counter(b, a.whom).nation != counter(b, a.who).nation)
    REFUSE("18.13-f", a.whom);
  if (b.pos.unit[a.who].losses + kForOne >= 2 * counter(b, a.who).inc) REFUSE("18.13-c", a.who);
  return {};
}

Flow Gunners::run(Run& r) {
  BEGIN;
  for (side = 0; side < 2; ++side)
    while (anything_to_give(r.look(), Seat(side))) {
      STEP("18.13-a");
      by("7.5.5-a");
      ASK(Appeal{Seat(side)});
      if (r.answer().verb == Verb::Done) break;
      STEP("18.13-b");
      r.pos.unit[r.answer().who].losses = uint8_t(r.pos.unit[r.answer().who].losses + kForOne);
      --r.pos.unit[r.answer().whom].losses;
      r.tell({.fact = Fact::IncrementsLost, .who = r.answer().who, .value = kForOne, .why = cite("18.13-c")});
      by("18.13-d");
    }
  END;
}

Flow Resupply::run(Run& r) {
  BEGIN;
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) {
    if (!may_resupply(r.look(), unit)) continue;
    STEP("18.14.3-a");
    by("7.5.7-a");
    ROLL(Dice::D6, uint64_t{1} << 5, ResupplyDie{unit});
    if (r.face() < 5 && (is_wagon(r.look(), unit) ? by("18.14.3.2-a") : by("18.14.3.1-c"))) continue;
    if (is_wagon(r.look(), unit)) rebuild(r, unit);
    else r.pos.unit[unit].rounds = counter(r.look(), unit).rounds;
    r.tell({.fact = Fact::RoundsLeft, .who = unit, .value = int16_t(r.pos.unit[unit].rounds), .why = cite("18.14.3.1-c")});
  }
  END;
}

void note_clearers(Run& r) {
  for (UnitId u : all_units(r.field)) {
    stop_clearing(r, u);
    if (r.pos.on_map(u) && good(r.look(), u) && can_clear(r.look(), u) && beside_wreck(r.look(), u))
      r.pos.clearing.add(u);
  }
}

Refusal ClearWreck::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (a.who != unit || !b.field.is_unit(a.whom) || !b.pos.on_map(a.whom) || !is_wreck(b, a.whom)) REFUSE("18.14.1.7.1-a", a.who);
  if (!is_beside(b, unit, a.whom)) REFUSE("18.14.1.7.1-b", unit, b.pos.at(a.whom));
  return {};
}

Flow ClearWrecks::run(Run& r) {
  BEGIN;
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) {
    if (!r.pos.on_map(unit) || !is_clearing(r.look(), unit) || !good(r.look(), unit)) continue;
    stop_clearing(r, unit);
    if (!beside_wreck(r.look(), unit)) continue;
    STEP("18.14.1.7.1-d");
    by("7.5.8-a");
    ASK(ClearWreck{unit});
    if (r.answer().verb == Verb::Pass) continue;
    remove_unit(r, r.answer().whom, cite("18.14.1.7.1-a"));
  }
  END;
}

}  // namespace tambour::bataille
