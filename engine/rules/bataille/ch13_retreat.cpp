// SPDX-License-Identifier: MIT
// Chapter 13.2.
#include "rules/bataille/ch13_retreat.h"

#include <algorithm>

#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch12_regiments.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_cavalry.h"
#include "rules/bataille/ch19_opportunity.h"
#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {
namespace {

const Hand& fleeing(const Look& b) { return b.pos.hand[1]; }

// Whoever is in hand holds its hexes too.
bool meets_riders(const Look& b, HexId h, Seat side) {
  for (const Hand& hand : hands(b.pos))
    if (hand.count && side_of(b, hand.unit[0]) != side && footprint(b, hand.unit[0]).contains(h)) return true;
  return false;
}

// What a retreat may never do (13.2.2, 13.2.3, 13.2.4-b).
Refusal step_barred(const Look& b, HexId h) {
  const Hand& hand = fleeing(b);
  const UnitId u = hand.unit[0];
  const int side = b.field.grid.side_to(b.pos.at(u), h);
  if (side < 0) REFUSE("13.1.1-d", u, h);
  if (enemy_at(b, h, side_of(b, u)) || meets_riders(b, h, side_of(b, u))) REFUSE("13.2.2-a", u, h);
  const uint8_t cost = edge(b, b.pos.at(u), side).cost[int(class_of(b, u))];
  if (cost == kProhibited) REFUSE("13.2.3-a", u, h);
  if (hand.allowance && hand.spent + cost > hand.allowance) REFUSE("13.2.1-a", u, h);
  if (std::find(b.pos.fled, b.pos.fled + b.pos.fled_count, h) != b.pos.fled + b.pos.fled_count) REFUSE("13.2.4-b", u, h);
  return {};
}

bool is_farther(const Look& b, HexId h) {
  const UnitId u = fleeing(b).unit[0];
  const Seat side = side_of(b, u);
  return nearest_enemy(b, h, side) > nearest_enemy(b, b.pos.at(u), side);
}

// 13.2.6: fifteen hexes from all enemies, the nearest ground that is not clear and as far from them.
HexId cover_for(const Look& b, HexId from, Seat side) {
  if (nearest_enemy(b, from, side) < 15 || friend_at(b, from, side)) return kNoHex;
  HexId best = kNoHex;
  const UnitId u = fleeing(b).unit[0];
  for (HexId h = 0; h < b.field.grid.size(); ++h) {
    const int kind = int(class_of(b, u));
    const bool open = b.field.charts.terrains[ground(b, h).terrain] == "clear" || b.field.edge(h, 0).cost[kind] == kProhibited;
    if (open || (friend_at(b, h, side) && by("13.2.6-b")) || nearest_enemy(b, h, side) < 15) continue;
    if (best == kNoHex || b.field.grid.distance(from, h) < b.field.grid.distance(from, best)) best = h;
  }
  return best;
}

// In cover, or there is none to be had.
bool has_cover(const Look& b, HexId h, Seat side) {
  const HexId best = cover_for(b, h, side);
  return best == kNoHex || best == h;
}

bool any_nearer(const Look& b, HexId cover) {
  const HexId at = b.pos.at(fleeing(b).unit[0]);
  for (int k = 0; k < 6; ++k) {
    const HexId h = edge(b, at, k).to;
    if (h != kNoHex && !step_barred(b, h) && b.field.grid.distance(h, cover) < b.field.grid.distance(at, cover)) return true;
  }
  return false;
}

bool any_step(const Look& b, bool farther) {
  for (int k = 0; k < 6; ++k) {
    const HexId h = edge(b, b.pos.at(fleeing(b).unit[0]), k).to;
    if (h != kNoHex && !step_barred(b, h) && (!farther || is_farther(b, h))) return true;
  }
  return false;
}

}  // namespace

Refusal ChooseRetreat::barred(const Look& b, Action a) const {
  const UnitId u = fleeing(b).unit[0];
  if (a.who != u || a.hex >= b.field.grid.size()) REFUSE("13.2.4-a", a.who, a.hex);
  if (const Refusal no = step_barred(b, a.hex)) return no;
  const HexId cover = fleeing(b).allowance ? cover_for(b, b.pos.at(u), side_of(b, u)) : kNoHex;
  if (cover != kNoHex) {
    if (b.field.grid.distance(a.hex, cover) >= b.field.grid.distance(b.pos.at(u), cover) && any_nearer(b, cover)) REFUSE("13.2.6-a", u, a.hex);
    return {};
  }
  if (!is_farther(b, a.hex) && any_step(b, true)) REFUSE("13.2.4-a", u, a.hex);
  return {};
}

bool anything_due(const Look& b) {
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && b.pos.has(u, kMustRout | kMustCheck | kMustMove | kCollapse | kRecoil)) return true;
  return false;
}

void recoil(Run& r, UnitId u, int hexes) {
  UnitId list[16];
  int n = 0;
  for (UnitId x : r.pos.stack.in(r.pos.at(u))) list[n++] = x;
  for (int k = 0; k < n; ++k) {
    if (r.pos.unit[list[k]].form == Form::Unlimbered) {
      lose_guns(r, list[k], cite("16.7.5-a"));
      continue;
    }
    if (r.pos.has(list[k], kMustRout)) continue;
    r.pos.set(list[k], kRecoil);
    r.pos.upset[list[k]] = int8_t(hexes);
  }
}

// Leaders go with the stack they are in (8.1.6-a).
static void carry_leaders(Run& r, HexId from, HexId to, Seat side) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || s.hex != from || r.field.officers[std::size_t(k)].side != side) continue;
    by("8.1.6-a", "8.1.6-b", "8.1.6-d"), s.hex = to, s.flags |= kRode;
  }
}

// A wagon has one Increment to lose: its wreck stays where it is, and nobody takes its place (18.14.1.6).
static void leave_wreck(Run& r, UnitId wagon) {
  put_down(r, 1);
  wreck(r, wagon, cite("18.14.1.6-a"));
}

// A retreat from a Charge, from an Assault, or from neither.
static Citation loss_row(const Look& b) {
  const Fight& f = b.pos.melees.fight[0];
  if (!b.pos.melees.fights || f.attacker[0] == kNoUnit) return cite("10.5-a");
  return is_horse(b, f.attacker[0]) ? cite("19.1.2-s5-loss") : (by("16.7.3-a"), cite("16.1.1-s3e-loss"));
}

static void pay_zone(Run& r, Flee& f) {
  const UnitId u = r.pos.hand[1].unit[0];
  const HexId h = r.pos.at(u);
  if (!in_zone(r.look(), h, f.side)) return;
  if (f.flight == Flight::Displaced) return void(++f.zones);  // it loses nobody
  if (friend_at(r.look(), h, f.side) && by("10.5.1.1-a")) return;
  by("10.5-b", "10.5-c", "17.1.2-a", "10.1.3-e"), ++f.zones;
  if (is_wagon(r.look(), u)) return leave_wreck(r, u);
  by("10.5-a");
  lose(r, u, 1, false, h, loss_row(r.look()));
}

// A displaced stack may stay with friends who are as it is (11.1.2); among others it breaks the limits once more.
static bool suits(const Look& b, UnitId there) {
  const Hand& hand = fleeing(b);
  const UnitId u = shaper(b, hand.unit[0]), owner = shaper(b, there);
  const UnitState &s = b.pos.unit[u], &t = b.pos.unit[owner];
  if (s.order != t.order || s.order == Order::Pgd || t.hexes > 1 || b.pos.has(there, kProne)) return false;
  if (s.order == Order::Good && (s.form != t.form || is_gun(b, u) != is_gun(b, owner))) return false;
  return !stacking_barred(b, hand.unit, hand.count, s.form, Footprint{b.pos.at(there)}, true);
}

// What coming among these friends costs them on their check.
static int violation(const Look& b, UnitId there, Flight flight) {
  const Charts& c = b.field.charts;
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (flight == Flight::Rout && t.form == Form::Limbered) return c.pgd_over_limbered;
  if (flight == Flight::Rout) return by("11.1.2-l", "8.1.1-b"), c.pgd_enters;
  if (flight == Flight::Recoil) return c.recoil_enters;
  return b.pos.unit[shaper(b, fleeing(b).unit[0])].order != t.order ? c.mixed : c.over_limit;
}

static bool passes_freely(const Look& b, UnitId there) {
  const UnitState &s = b.pos.unit[shaper(b, fleeing(b).unit[0])], &t = b.pos.unit[shaper(b, there)];
  return (s.order == Order::Good && s.form == Form::Skirmish) || (t.order == Order::Good && t.form == Form::Skirmish);
}

// Horses that run through skirmishers on foot take them along.
static bool rides_down(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  return is_horse(b, fleeing(b).unit[0]) && !is_horse(b, u) && s.form == Form::Skirmish && s.order == Order::Good;
}

// Whoever is run through checks when the running is over (11.1.4).
static void trouble_friends(Run& r, HexId h, const Flee& f) {
  const UnitId there = top_at(r.look(), h);
  if (there == kNoUnit || (f.flight == Flight::Displaced && suits(r.look(), there))) return;
  const UnitState& s = r.pos.unit[shaper(r.look(), there)];
  if (is_wreck(r.look(), there) && by("18.14.1.3-c")) return;
  if (f.flight != Flight::Rout && passes_freely(r.look(), there) && by("12.10.5.1-a")) return;
  by("11.1.4-b"), trace::chart("violations");
  if (f.flight == Flight::Displaced) by("11.1.5-e", "11.1.4-d");
  if (s.form == Form::Square && s.order == Order::Good) by("12.9.5.1-a");
  const int steps = violation(r.look(), there, f.flight);
  UnitId list[16];
  int n = 0;
  for (UnitId x : r.pos.stack.in(r.pos.at(there))) list[n++] = x;
  for (int k = 0; k < n; ++k)
    if (r.pos.unit[list[k]].order == Order::Pgd) break_unit(r, list[k], cite("SV-7"));
    else if (f.flight == Flight::Rout && rides_down(r.look(), list[k])) break_unit(r, list[k], cite("SV-5"));
  if (!r.pos.on_map(there) || r.pos.unit[there].order == Order::Pgd || r.pos.has(there, kRecoil)) return;
  r.pos.set(there, kMustCheck);
  r.pos.upset[there] = int8_t(std::min<int>(r.pos.upset[there], steps));
}

// The first hexes of the beaten's way, for the impetus of an Assault (16.9.3.1-b).
static void note_way(Run& r, HexId h) {
  const Hand& hand = r.pos.hand[1];
  for (Fight& f : r.pos.melees.fight)
    for (int k = 0; k < f.defenders; ++k)
      if (std::count(hand.unit, hand.unit + hand.count, f.defender[k]) && f.way < 3) f.path[f.way++] = h;
}

// Whoever comes into a hex without moving of his own will: terrain forms him (12.7-a), and unforms him (12.7.2-b).
void form_by_ground(Run& r, UnitId u, HexId h, int dir) {
  UnitState& s = r.pos.unit[u];
  if (s.order != Order::Good || is_gun(r.look(), u)) return;
  if (is_formed(s.form) && ground(r.look(), h).general) s.form = Form::General, s.facing = uint8_t(dir);
  else if (s.form == Form::General && !ground(r.look(), h).general) s.form = Form::Column, s.facing = uint8_t(dir);
}

static void run_to(Run& r, HexId h, Flee& f) {
  Hand& hand = r.pos.hand[1];
  const UnitId u = hand.unit[0];
  const HexId from = r.pos.at(u);
  const int side = r.field.grid.side_to(from, h);
  if (hand.allowance) hand.spent = uint8_t(hand.spent + edge(r.look(), from, side).cost[int(class_of(r.look(), u))]);
  const bool alone = !friend_at(r.look(), from, f.side);
  if (f.flight == Flight::Recoil) by("13.2.1-b");
  if (f.flight == Flight::Bounce) by("19.9.3-c", "19.9.3-d");
  if (f.flight == Flight::Displaced) by("11.1.5-c", "11.1.5-d");
  if (f.flight != Flight::Displaced) note_harassers(r, 1, from), by("13.2-b");
  if (f.flight == Flight::Recoil) by("16.7.4-b");
  pay_zone(r, f);
  if (!hand.count) return;
  if (alone) carry_leaders(r, from, h, f.side);
  reshape(r, hand.unit[0], Footprint{h});
  for (int k = 0; k < hand.count; ++k) form_by_ground(r, hand.unit[k], h, side);
  for (int k = 0; k < hand.count; ++k)
    r.tell({.fact = f.flight == Flight::Rout     ? Fact::RoutMoved
                    : f.flight == Flight::Recoil ? Fact::Recoiled
                                                 : Fact::Displaced,
            .who = hand.unit[k],
            .whom = top_at(r.look(), h),
            .hex = h,
            .from = from,
            .why = cite("13.2.4-a")});
  if (r.pos.fled_count < 24) r.pos.fled[r.pos.fled_count++] = h;
  if (f.flight != Flight::Displaced) note_way(r, h);
  disturb_leaders(r, h, other(f.side), from);
  trouble_friends(r, h, f);
  if (hand.steps < 255) ++hand.steps;
}

// Where it stands now, may the flight end?
static bool is_over(const Look& b, const Flee& f) {
  const Hand& hand = fleeing(b);
  const UnitId u = hand.unit[0];
  if (f.flight == Flight::Rout)
    return nearest_enemy(b, b.pos.at(u), f.side) >= 15 && by("12.12.2-d", "13.2.5-d") && !friend_at(b, b.pos.at(u), f.side) && has_cover(b, b.pos.at(u), f.side);
  if (f.flight == Flight::Bounce && any_step(b, false)) return false;
  if (hand.steps < f.hexes) return false;
  if (friend_at(b, b.pos.at(u), f.side)) return f.flight == Flight::Displaced && suits(b, top_at(b, b.pos.at(u)));
  return !stacking_barred(b, hand.unit, hand.count, Form::Column, Footprint{b.pos.at(u)}, true);
}

static void give_up(Run& r, Citation why) {
  Hand& hand = r.pos.hand[1];
  const HexId h = r.pos.at(hand.unit[0]);
  const Seat side = side_of(r.look(), hand.unit[0]);
  const bool off = why == cite("13.2.7-a");
  if (off) ride_off(r, h, side);
  else capture_leaders(r, Footprint{h}, side, cite("8.1.4-c"));
  while (hand.count) lose_unit(r, hand.unit[0], why);
}

// Out of points or out of the way: it stops here if it may, leaves the map at its own edge, or surrenders.
static void end_flight(Run& r, const Flee& f) {
  Hand& hand = r.pos.hand[1];
  if (!hand.count) return;
  const HexId h = r.pos.at(hand.unit[0]);
  const bool spent = (f.flight == Flight::Rout || f.flight == Flight::Bounce) && hand.steps > 0;
  if (const UnitId there = top_at(r.look(), h); there != kNoUnit)
    for (int k = 0; k < hand.count; ++k) r.pos.unit[hand.unit[k]].facing = r.pos.unit[shaper(r.look(), there)].facing;  // 9.1-a
  if (is_over(r.look(), f) || (spent && !friend_at(r.look(), h, f.side))) return put_down(r, 1);
  if (f.flight == Flight::Rout && r.field.rout_edge[index(f.side)][h]) return give_up(r, cite("13.2.7-a"));
  give_up(r, cite("13.2.4-c"));
}

// Half points of a Rout: all factors, rounded once (A75).
static int rout_points(const Look& b, UnitId u) {
  Ratio points = Ratio(3 * printed_mp(b, u), 2);
  if (is_horse(b, u)) points *= rested_share(b, u);
  return by("12.12.2-c", "13.1.1.1-a"), std::max(2, 2 * int(points.nearest()));
}

// An unlimbered gun does not run; a stack that spreads closes up first.
static void pick_up(Run& r, UnitId u, uint32_t mark, int spent = 0) {
  UnitId list[8] = {};
  int n = 0;
  for (UnitId x : r.pos.stack.in(r.pos.at(u)))
    if (r.pos.has(x, mark) && n < 8) list[n++] = x;
  take_in_hand(r, 1, list, n);
  Hand& hand = r.pos.hand[1];
  hand.allowance = 0;
  for (int k = 0; k < n; ++k) {
    r.pos.drop(list[k], mark | kAssault);
    r.pos.unit[list[k]].target = r.pos.unit[list[k]].target2 = kNoHex;
    if (mark == kRecoil) r.pos.upset[list[k]] = 0;
    if (mark == kMustRout) {
      r.pos.set(list[k], kRouted);
      const auto points = uint8_t(std::max(2, rout_points(r.look(), list[k]) - spent));
      hand.allowance = hand.allowance ? std::min(hand.allowance, points) : points;
    }
  }
  r.pos.fled[0] = r.pos.at(list[0]), r.pos.fled_count = 1;
}

void begin_rout(Run& r, UnitId u, int spent) { pick_up(r, u, kMustRout, spent); }

// 19.15.3.1-a: what horses run counts against their rest.
static void tire_runners(Run& r, Flight flight) {
  const Hand& hand = r.pos.hand[1];
  if (flight != Flight::Rout && flight != Flight::Bounce) return;
  for (int k = 0; k < hand.count; ++k) note_ridden(r, hand.unit[k], hand.spent);
}

// Nobody reacts to Rout and Recoil (16.7.4).
static bool draws_fire_from(const Look& b, Flight f) {
  if (f != Flight::Displaced) return !by("13.2-a", "16.7.4-a");
  return by("11.1.5.1-a") && stays_in_zone(b, fleeing(b).unit[0]);
}

Flow Flee::run(Run& r) {
  BEGIN;
  side = side_of(r.look(), r.pos.hand[1].unit[0]);
  STEP("13.2.4-a");
  forget_harassers(r, 1);
  while (r.pos.hand[1].count && !is_over(r.look(), *this)) {
    if (flight == Flight::Rout && r.field.rout_edge[index(side)][r.pos.at(r.pos.hand[1].unit[0])] &&
        nearest_enemy(r.look(), r.pos.at(r.pos.hand[1].unit[0]), side) < 15) {
      give_up(r, cite("13.2.7-a"));
      break;
    }
    // Who has run as far as he must but stands among friends goes on, whatever it costs.
    if (r.pos.hand[1].allowance && !any_step(r.look(), false) && friend_at(r.look(), r.pos.at(r.pos.hand[1].unit[0]), side))
      r.pos.hand[1].allowance = 0;
    if (!any_step(r.look(), false) || r.pos.fled_count >= 24) break;
    ASK(ChooseRetreat{});
    next = r.answer().hex;
    if (draws_fire_from(r.look(), flight)) {
      STEP("10.1.3-i");
      CALL(OpportunityFire{r.pos.hand[1].unit[0]});
      if (!r.pos.hand[1].count || step_barred(r.look(), next)) continue;  // the board has changed: choose anew
    }
    run_to(r, next, *this);
  }
  tire_runners(r, flight);
  if (r.pos.hand[1].count) CALL(Harass{1});
  end_flight(r, *this);
  RETURN(zones);
  END;
}

static UnitId next_due(const Look& b, uint32_t mark) {
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && b.pos.has(u, mark)) return u;
  return kNoUnit;
}

static void close_into(Run& r, UnitId u, HexId h) {
  UnitId list[16];
  int n = 0;
  for (UnitId x : r.pos.stack.in(r.pos.at(u))) list[n++] = x;
  reshape(r, u, Footprint{h});
  for (int k = 0; k < n; ++k) form_by_ground(r, list[k], h, r.pos.unit[list[k]].facing), r.pos.drop(list[k], kCollapse);
}

// A unit that has to give way while nobody is told to run: one hex, by the rules of retreat.
static bool needs_room(const Look& b, UnitId u) {
  const Hand& hand = b.pos.hand[0];  // those who move on leave it behind
  return b.pos.stack.count(b.pos.at(u)) > 1 || (hand.count && footprint(b, hand.unit[0]).contains(b.pos.at(u)));
}

// 12.1.2: at half its losses a large regiment breaks down there and then.
static void break_regiments(Run& r) {
  for (UnitId u : all_units(r.field))
    if (must_break_down(r.look(), u) && by("12.1.2-a")) break_down(r, u);
}

// Whoever covers more hexes than its order and formation allow, by whatever happened to it, closes up like one that lost its order.
static void close_overlong(Run& r) {
  for (UnitId u : all_units(r.field))
    if (r.pos.on_map(u) && !in_hand(r.look(), u) && r.pos.unit[u].hexes > 1 &&
        (!good(r.look(), u) || r.pos.unit[u].hexes > longest(r.look(), u)))
      r.pos.set(u, kCollapse);
}

Flow Settle::run(Run& r) {
  BEGIN;
  for (;;) {
    break_regiments(r);
    close_overlong(r);
    unit = next_due(r.look(), kCollapse);
    if (unit != kNoUnit) {
      STEP("12.11-a");
      ASK(CollapseTo{unit});
      close_into(r, unit, r.answer().hex);
      continue;
    }
    unit = next_due(r.look(), kMustRout);
    if (unit != kNoUnit) {
      STEP("12.12.2-a");
      pick_up(r, unit, kMustRout);
      CALL(Flee{Flight::Rout, 0});
      continue;
    }
    unit = next_due(r.look(), kRecoil);
    if (unit != kNoUnit) {
      STEP("16.7.1-a");
      nested = uint8_t(r.pos.upset[unit]);
      r.pos.upset[unit] = 0;
      pick_up(r, unit, kRecoil);
      CALL(Flee{Flight::Recoil, nested});
      continue;
    }
    unit = next_due(r.look(), kMustMove);
    if (unit != kNoUnit) {
      STEP("11.1.5-a");
      if (!needs_room(r.look(), unit)) {
        r.pos.drop(unit, kMustMove);
        continue;
      }
      pick_up(r, unit, kMustMove);
      CALL(Flee{Flight::Displaced, 1});
      if (r.result() && r.pos.on_map(unit)) CALL(ChargeDisplaced{.unit = unit});
      continue;
    }
    unit = next_due(r.look(), kMustCheck);
    if (unit == kNoUnit) break;
    STEP("11.1.4-c");
    nested = uint8_t(-r.pos.upset[unit]);
    r.pos.upset[unit] = 0;
    r.pos.drop(unit, kMustCheck);
    CALL(StackCheck{unit, int8_t(-int(nested)), kNoUnit, kByViolation});
  }
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) r.pos.drop(unit, kRouted);
  END;
}

}  // namespace tambour::bataille
