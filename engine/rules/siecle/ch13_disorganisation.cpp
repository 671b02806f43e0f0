// SPDX-License-Identifier: MIT
// Chapter 13.
#include "rules/siecle/ch13_disorganisation.h"

#include "rules/siecle/ch14_morale.h"
#include "rules/siecle/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

void break_away(Run& r, UnitId u, Citation why) {
  r.pos.unit[u].order = Order::Routed;
  r.pos.drop(u, kHedgehog | kCharge);
  r.tell({.fact = Fact::Routed, .who = u, .hex = r.pos.at(u), .why = why});
  change_morale(r, r.field.units[u].formation, -1, cite("14.1-b"));
  if (!r.pos.has(u, kMustFlee)) r.pos.set(u, kMustFlee), ++r.pos.fleeing;
  const HexId h = r.pos.at(u);
  if (const UnitId gun = gun_in(r.look(), h); gun != kNoUnit && obstacle(r.look(), u, h) == kNoUnit) eliminate(r, gun, cite("12.6-a"));
}

void disorganise(Run& r, UnitId u, Citation why) {
  UnitState& s = r.pos.unit[u];
  if (is_gun(r.look(), u)) return eliminate(r, u, cite("12.6-c"));
  if (s.order == Order::Routed) return eliminate(r, u, cite("13.3-b"));
  if (s.order == Order::Disorganised) return break_away(r, u, cite("13.2-a"));
  s.order = Order::Disorganised;  // fire and melee look at it, march and zones do not
  r.tell({.fact = Fact::Disordered, .who = u, .hex = r.pos.at(u), .why = why});
  if (!r.pos.has(u, kHedgehog)) return;
  r.pos.drop(u, kHedgehog);
  r.tell({.fact = Fact::HedgehogLeft, .who = u, .hex = r.pos.at(u), .why = cite("13.2-c")});
}

void disorganise_on_the_march(Run& r, UnitId u) {
  by("13.2-b");
  if (r.pos.unit[u].order == Order::Good) disorganise(r, u, cite("TET-n2"));
}

Flow MoraleTest::run(Run& r) {
  BEGIN;
  STEP("13.1-b");
  if (is_gun(r.look(), unit)) {
    r.pos.set(unit, kSilenced);
    r.tell({.fact = Fact::Silenced, .who = unit, .hex = r.pos.at(unit), .why = cite("13.1-b")});
    RETURN(0);
  }
  STEP("13.1-a");
  ROLL_D10(test_breaks(morale_factor(r.look(), unit) + modifier), MoraleDie{unit, modifier, why});
  {
    const int need = morale_factor(r.look(), unit) + modifier;
    const bool passed = r.face() <= need;
    r.tell({.fact = passed ? Fact::TestPassed : Fact::TestFailed,
            .who = unit,
            .value = int16_t(r.face()),
            .value2 = int16_t(need),
            .why = why});
    if (!passed) disorganise(r, unit, cite("13.1-a"));
    RETURN(passed);
  }
  END;
}

// ---- flight --------------------------------------------------------------------------------------------------------

static bool shut_gate(const Look& b, UnitId u, HexId h) {
  return h == b.field.special.gate_out && side_of(b, u) == b.field.special.gate_side;
}
static int edge_distance(const Look& b, UnitId u, HexId h) { return b.field.rout_distance[index(side_of(b, u))][h]; }

// Can the unit stand still here with `left` hexes still to go?
static bool flight_ends(const Look& b, UnitId u, HexId h, int left) {
  if (edge_distance(b, u, h) == 0) {
    if (!shut_gate(b, u, h)) return left > 0 || obstacle(b, u, h) == kNoUnit;  // runs off the map
    return b.pos.gate_open || obstacle(b, u, h) == kNoUnit;                    // FSA-1
  }
  return left == 0 && obstacle(b, u, h) == kNoUnit;
}

static bool open_to_flight(const Look& b, const Flight& f, const Edge& e) {
  if (e.to == kNoHex || e.closed || holds_enemy(b, e.to, side_of(b, f.unit))) return false;
  for (int i = 0; i < f.count; ++i)
    if (f.path[i] == e.to) return false;
  return f.count <= kLongestFlight;
}

static bool completes(const Look& b, Flight f, HexId h) {
  f.path[f.count++] = h;
  f.left = uint8_t(f.left > 0 ? f.left - 1 : 0);
  if (flight_ends(b, f.unit, h, f.left)) return true;
  if (f.count > kLongestFlight) return false;
  for (int want = -1; want <= 1; ++want)  // towards the edge first: the search hardly ever goes deep
    for (int k = 0; k < 6; ++k) {
      const Edge& e = edge(b, h, k);
      if (e.to == kNoHex || edge_distance(b, f.unit, e.to) - edge_distance(b, f.unit, h) != want) continue;
      if (open_to_flight(b, f, e) && completes(b, f, e.to)) return true;
    }
  return false;
}

int flight_step(const Look& b, const Flight& f, int side) {
  const HexId here = b.pos.at(f.unit);
  const Edge& e = edge(b, here, side);
  if (!open_to_flight(b, f, e) || !completes(b, f, e.to)) return -1;
  return 1 + edge_distance(b, f.unit, e.to) - edge_distance(b, f.unit, here);
}

int best_flight(const Look& b, const Flight& f) {
  int best = -1;
  for (int k = 0; k < 6; ++k)
    if (const int s = flight_step(b, f, k); s >= 0 && (best < 0 || s < best)) best = s;
  return best;
}

Refusal ChooseFlight::barred(const Look& b, Action a) const {
  const int k = b.field.side_to(b.pos.at(flight.unit), a.hex);
  if (a.who != flight.unit || k < 0) REFUSE("13.4-b", a.who, a.hex);
  const int step = flight_step(b, flight, k);
  if (step < 0) REFUSE("13.4-c", a.who, a.hex);
  if (step != best_flight(b, flight)) REFUSE("2.4-b", a.who, a.hex);
  return {};
}

// May this officer choose? Everybody stacked at the start; later those who ride, and a commander whose own troops come by.
static bool can_ride(const Look& b, const Flee& f, int k) {
  if (!present(b, k) || b.pos.officer[k].hex != b.pos.at(f.flight.unit) || officer(b, k).side != side_of(b, f.flight.unit)) return false;
  return f.flight.count == 1 || f.riders >> k & 1 || officer(b, k).formation == counter(b, f.flight.unit).formation;
}

static void leave_map(Run& r, UnitId u) {
  if (!shut_gate(r.look(), u, r.pos.at(u))) return eliminate(r, u, cite("13.4-e"));
  for_officers(r.look(), r.pos.at(u), side_of(r.look(), u), [&](int k) {
    if (is_chief(r.look(), k) || r.pos.stack.count(r.pos.at(u)) > 1) return;
    r.pos.officer[k].fate = Fate::Saved, r.pos.officer[k].hex = kNoHex;
  });
  forget_pending(r.pos, u);
  lift(r.pos, u);
  --r.pos.formation[r.field.units[u].formation].present;
  r.pos.unit[u].fate = Fate::Saved;
  r.tell({.fact = Fact::Saved, .who = u, .why = cite("FSA-1")});
}

Flow Flee::run(Run& r) {
  const UnitId u = flight.unit;
  BEGIN;
  STEP("13.4-a");
  flight.path[flight.count++] = r.pos.at(u);
  for (;;) {
    if (flight.count > 1 || flight.left < kFlight || edge_distance(r.look(), u, r.pos.at(u)) == 0)
      if (flight_ends(r.look(), u, r.pos.at(u), flight.left)) break;
    if (best_flight(r.look(), flight) < 0) {
      eliminate(r, u, cite("13.4-c"));
      RETURN(0);
    }
    STEP("13.4-f");
    for (k = 0; k < r.field.officers.size(); ++k)
      if (can_ride(r.look(), *this, int(k))) {
        ASK(RideAlong{r.field.officer_id(int(k))});
        riders = r.yes() ? riders | 1u << k : riders & ~(1u << k);
      }
    STEP("13.4-b");
    ASK(ChooseFlight{flight});
    r.tell({.fact = Fact::RoutMoved, .who = u, .hex = r.answer().hex, .from = r.pos.at(u), .why = cite("13.4-a")});
    {
      const HexId from = r.pos.at(u), to = r.answer().hex;
      const UnitId friendly = line_unit(r.look(), to);
      for (int n = 0; n < int(r.field.officers.size()); ++n)
        if (riders >> n & 1 && r.pos.officer[n].hex == from) r.pos.officer[n].hex = to;
      enter_hex(r, u, to, false);
      flight.path[flight.count++] = to;
      if (flight.left) --flight.left;
      if (friendly != kNoUnit) {  // 13.4-d
        r.tell({.fact = Fact::Traversed, .who = friendly, .whom = u, .hex = to, .why = cite("13.4-d")});
        ++r.pos.upset[friendly], ++r.pos.upsets;
      }
    }
  }
  STEP("13.4-e");
  if (edge_distance(r.look(), u, r.pos.at(u)) == 0)
    if (shut_gate(r.look(), u, r.pos.at(u)) ? r.pos.gate_open != 0 : flight.left > 0) leave_map(r, u);
  END;
}

// ---- rally ---------------------------------------------------------------------------------------------------------

Ledger rally_ledger(const Look& b, UnitId u) {
  Ledger out;
  const Seat side = side_of(b, u);
  const uint8_t chief = b.pos.chief[index(side)], own = b.pos.formation[counter(b, u).formation].commander;
  const auto near = [&](uint8_t k, int range) {
    return k != kNone && present(b, k) && b.field.grid.distance(b.pos.officer[k].hex, b.pos.at(u)) == range;
  };
  if (near(chief, 0)) out.add(b.field.mod(Mod::RallyChiefHere), cite("13.5-b"), b.field.officer_id(chief));
  else if (near(own, 0)) out.add(b.field.mod(Mod::RallyCommanderHere), cite("13.5-b"), b.field.officer_id(own));
  else if (near(chief, 1)) out.add(b.field.mod(Mod::RallyChiefNear), cite("13.5-b"), b.field.officer_id(chief));
  const Specials& s = b.field.special;
  if (side == s.tired && b.pos.turn >= s.tired_from && b.pos.turn <= s.tired_to) out.add(s.tired_by, cite("BLE-5"), u);
  return out;
}

static void run_on(Run& r, UnitId u) {  // no further morale point is lost (S20)
  if (!r.pos.has(u, kMustFlee)) r.pos.set(u, kMustFlee), ++r.pos.fleeing;
}

// The die has fallen: in order again, if not in good order (13.5-c), or farther away (13.5-d).
static bool rallies(Run& r, UnitId u) {
  const int total = r.face() + rally_ledger(r.look(), u).total, need = morale_factor(r.look(), u);
  const bool passed = total <= need;
  r.tell({.fact = passed ? Fact::Rallied : Fact::TestFailed,
          .who = u,
          .value = int16_t(total),
          .value2 = int16_t(need),
          .why = cite("13.5-a")});
  if (!passed) return by("13.5-d"), run_on(r, u), false;
  by("13.5-c");
  r.pos.unit[u].order = Order::Disorganised;
  change_morale(r, r.field.units[u].formation, 1, cite("14.1-f"));
  return true;
}

static bool has_to_rally(const Look& b, int formation, UnitId u) {
  return counter(b, u).formation == formation && b.pos.on_map(u) && b.pos.routed(u) && !b.pos.has(u, kRallied);
}

static bool any_to_rally(const Look& b, int formation) {
  for (UnitId u : all_units(b.field))
    if (has_to_rally(b, formation, u)) return true;
  return false;
}

Refusal ChooseRally::barred(const Look& b, Action a) const {
  if (!is_unit(b, a.who) || !has_to_rally(b, formation, a.who)) REFUSE("13.5-a", a.who);
  return {};
}

Ledger ChooseRally::ledger(const Look& b, Action a) const { return barred(b, a) ? Ledger{} : rally_ledger(b, a.who); }

Flow RallyAll::run(Run& r) {
  BEGIN;
  while (any_to_rally(r.look(), formation)) {
    STEP("13.5-a");
    ASK(ChooseRally{formation});  // S69
    unit = r.answer().who;
    r.pos.set(unit, kRallied);
    if (in_zone(r.look(), r.pos.at(unit), side_of(r.look(), unit))) {
      STEP("13.5-e");
      run_on(r, unit);
    } else {
      STEP("13.5-a");
      ROLL_D10(test_breaks(morale_factor(r.look(), unit) - rally_ledger(r.look(), unit).total), RallyDie{unit});
      if (rallies(r, unit)) {
        ASK(FaceRallied{unit});
        r.pos.unit[unit].facing = r.answer().arg;
      }
    }
    CALL(Settle{});
  }
  STEP("13.2-d");
  for (UnitId u : all_units(r.field)) {
    if (r.field.units[u].formation != formation || !r.pos.on_map(u) || r.pos.unit[u].order != Order::Disorganised) continue;
    if ((r.pos.has(u, kRallied) || r.pos.demoralised(formation)) && by("14.2-a")) continue;  // S18; 14.2-a
    if (in_zone(r.look(), r.pos.at(u), side_of(r.look(), u))) continue;
    r.pos.unit[u].order = Order::Good;
    r.tell({.fact = Fact::Reorganised, .who = u, .hex = r.pos.at(u), .why = cite("13.2-d")});
  }
  END;
}

}  // namespace tambour::siecle
