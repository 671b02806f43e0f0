// SPDX-License-Identifier: MIT
// Chapter 13.2: a Rout, Recoil or displacement, hex by hex.
#include "rules/bataille/ch13_flight.h"

#include <algorithm>

#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_cavalry.h"

namespace tambour::bataille {
namespace {

// Leaders go with the stack they are in (8.1.6-a).
void carry_leaders(Run& r, HexId from, HexId to, Seat side) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || s.hex != from || r.field.officers[std::size_t(k)].side != side) continue;
    by("8.1.6-a", "8.1.6-b", "8.1.6-d"), s.hex = to, s.flags |= kRode;
  }
}

// A wagon has one Increment to lose: its wreck stays where it is, and nobody takes its place (18.14.1.6).
void leave_wreck(Run& r, UnitId wagon) {
  put_down(r, 1);
  wreck(r, wagon, cite("18.14.1.6-a"));
}

// A retreat from a Charge, from an Assault, or from neither.
Citation loss_row(const Look& b) {
  const Fight& f = b.pos.melees.fight[0];
  if (!b.pos.melees.fights || f.attacker[0] == kNoUnit) return cite("10.5-a");
  return is_horse(b, f.attacker[0]) ? cite("19.1.2-s5-loss") : (by("16.7.3-a"), cite("16.1.1-s3e-loss"));
}

void pay_zone(Run& r, Flee& f) {
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
bool suits(const Look& b, UnitId there) {
  const Hand& hand = fleeing(b);
  const UnitId u = shaper(b, hand.unit[0]), owner = shaper(b, there);
  const UnitState &s = b.pos.unit[u], &t = b.pos.unit[owner];
  if (s.order != t.order || s.order == Order::Pgd || t.hexes > 1 || b.pos.has(there, kProne)) return false;
  if (s.order == Order::Good && (s.form != t.form || is_gun(b, u) != is_gun(b, owner))) return false;
  return !stacking_barred(b, hand.unit, hand.count, s.form, Footprint{b.pos.at(there)}, true);
}

// What coming among these friends costs them on their check.
int violation(const Look& b, UnitId there, Flight flight) {
  const Charts& c = b.field.charts;
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (flight == Flight::Rout && t.form == Form::Limbered) return c.pgd_over_limbered;
  if (flight == Flight::Rout) return by("11.1.2-l", "8.1.1-b"), c.pgd_enters;
  if (flight == Flight::Recoil) return c.recoil_enters;
  return b.pos.unit[shaper(b, fleeing(b).unit[0])].order != t.order ? c.mixed : c.over_limit;
}

bool passes_freely(const Look& b, UnitId there) {
  const UnitState &s = b.pos.unit[shaper(b, fleeing(b).unit[0])], &t = b.pos.unit[shaper(b, there)];
  return (s.order == Order::Good && s.form == Form::Skirmish) || (t.order == Order::Good && t.form == Form::Skirmish);
}

// Horses that run through skirmishers on foot take them along.
bool rides_down(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  return is_horse(b, fleeing(b).unit[0]) && !is_horse(b, u) && s.form == Form::Skirmish && s.order == Order::Good;
}

// Whoever is run through checks when the running is over (11.1.4).
void trouble_friends(Run& r, HexId h, const Flee& f) {
  const UnitId there = top_at(r.look(), h);
  if (there == kNoUnit || (f.flight == Flight::Displaced && suits(r.look(), there))) return;
  const UnitState& s = r.pos.unit[shaper(r.look(), there)];
  if (is_wreck(r.look(), there) && by("18.14.1.3-c")) return;
  if (f.flight != Flight::Rout && passes_freely(r.look(), there) && by("12.10.5.1-a")) return;
  by("11.1.4-b"), trace::chart("violations");
  if (f.flight == Flight::Displaced) by("11.1.5-e", "11.1.4-d");
  if (s.form == Form::Square && s.order == Order::Good) by("12.9.5.1-a");
  const int steps = violation(r.look(), there, f.flight);
  FixedVector<UnitId, 16> list;
  for (UnitId x : r.pos.stack.in(r.pos.at(there))) list.push_back(x);
  for (int k = 0; k < list.size(); ++k)
    if (r.pos.unit[list[k]].order == Order::Pgd) break_unit(r, list[k], cite("SV-7"));
    else if (f.flight == Flight::Rout && rides_down(r.look(), list[k])) break_unit(r, list[k], cite("SV-5"));
  if (!r.pos.on_map(there) || r.pos.unit[there].order == Order::Pgd || r.pos.has(there, kRecoil)) return;
  r.pos.set(there, kMustCheck);
  r.pos.upset[there] = int8_t(std::min<int>(r.pos.upset[there], steps));
}

// The first hexes of the beaten's way, for the impetus of an Assault (16.9.3.1-b).
void note_way(Run& r, HexId h) {
  const Hand& hand = r.pos.hand[1];
  for (Fight& f : r.pos.melees.fight)
    for (int k = 0; k < f.defenders; ++k)
      if (std::count(hand.unit, hand.unit + hand.count, f.defender[k]) && f.way < 3) f.path[f.way++] = h;
}

}  // namespace

// Whoever comes into a hex without moving of his own will: terrain forms him (12.7-a), and unforms him (12.7.2-b).
void form_by_ground(Run& r, UnitId u, HexId h, int dir) {
  UnitState& s = r.pos.unit[u];
  if (s.order != Order::Good || is_gun(r.look(), u)) return;
  if (is_formed(s.form) && ground(r.look(), h).general) s.form = Form::General, s.facing = uint8_t(dir);
  else if (s.form == Form::General && !ground(r.look(), h).general) s.form = Form::Column, s.facing = uint8_t(dir);
}

namespace {

void run_to(Run& r, HexId h, Flee& f) {
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
bool is_over(const Look& b, const Flee& f) {
  const Hand& hand = fleeing(b);
  const UnitId u = hand.unit[0];
  if (f.flight == Flight::Rout)
    return nearest_enemy(b, b.pos.at(u), f.side) >= 15 && by("12.12.2-d", "13.2.5-d") && !friend_at(b, b.pos.at(u), f.side) && has_cover(b, b.pos.at(u), f.side);
  if (f.flight == Flight::Bounce && any_step(b, false)) return false;
  if (hand.steps < f.hexes) return false;
  if (friend_at(b, b.pos.at(u), f.side)) return f.flight == Flight::Displaced && suits(b, top_at(b, b.pos.at(u)));
  return !stacking_barred(b, hand.unit, hand.count, Form::Column, Footprint{b.pos.at(u)}, true);
}

void give_up(Run& r, Citation why) {
  Hand& hand = r.pos.hand[1];
  const HexId h = r.pos.at(hand.unit[0]);
  const Seat side = side_of(r.look(), hand.unit[0]);
  const bool off = why == cite("13.2.7-a");
  if (off) ride_off(r, h, side);
  else capture_leaders(r, Footprint{h}, side, cite("8.1.4-c"));
  while (hand.count) lose_unit(r, hand.unit[0], why);
}

// Out of points or out of the way: it stops here if it may, leaves the map at its own edge, or surrenders.
void end_flight(Run& r, const Flee& f) {
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

// 19.15.3.1-a: what horses run counts against their rest.
void tire_runners(Run& r, Flight flight) {
  const Hand& hand = r.pos.hand[1];
  if (flight != Flight::Rout && flight != Flight::Bounce) return;
  for (int k = 0; k < hand.count; ++k) note_ridden(r, hand.unit[k], hand.spent);
}

// Nobody reacts to Rout and Recoil (16.7.4).
bool draws_fire_from(const Look& b, Flight f) {
  if (f != Flight::Displaced) return !by("13.2-a", "16.7.4-a");
  return by("11.1.5.1-a") && stays_in_zone(b, fleeing(b).unit[0]);
}

}  // namespace

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

}  // namespace tambour::bataille
