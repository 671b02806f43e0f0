// SPDX-License-Identifier: MIT
// Chapter 19.2: Charge Movement, up to the melee.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_skirmish.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_charge.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_escape.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch19_meeting.h"
#include "rules/bataille/ch19_ride.h"

namespace tambour::bataille {

int charge_points(const Look& b, int k) { return charge(b, k).kind == ChargeKind::Grand ? grand_points(b, k) : 10; }

bool through_front(const UnitState& s, int dir) {
  return s.order == Order::Good && s.form == Form::Line ? turn(dir, -s.facing) < 2 : angle(dir, s.facing) <= 1;
}

namespace {

Footprint ridden_to(const Look& b, const Footprint& f, const UnitState& s, int dir) {
  Footprint out;
  if (s.form == Form::Line) {
    for (const HexId h : f) out.push_back(edge(b, h, dir).to);
    return out;
  }
  out.push_back(edge(b, f[0], dir).to);
  for (int k = 0; k + 1 < f.size(); ++k) out.push_back(f[k]);
  return out;
}

// 10.3: zones of cavalry hold it. The first act of a movement may leave one.
Refusal held_by_horse(const Look& b, const Charge& c, const Footprint& from, const Footprint& to) {
  const Seat side = side_of(b, c.unit);
  if (!in_horse_zone(b, from, side)) return {};
  if (c.steps > 0) REFUSE("10.3.1-a", c.unit, to[0]);
  if (in_horse_zone(b, to, side)) REFUSE("10.3.3-a", c.unit, to[0]);
  return {};
}

// From the hex of others there must be a way on.
bool comes_out(const Look& b, const Charge& c, const UnitState& s, const Ride& at, int points) {
  for (int dir = 0; dir < 6; ++dir) {
    if (!through_front(s, dir)) continue;
    const Footprint to = ridden_to(b, at.to, s, dir);
    int cost = s.form == Form::Line && to.size() > 1 && c.steps % 2 == 0 ? 2 : 0, most = 0;
    bool open = true;
    for (int part = 0; part < (s.form == Form::Line ? to.size() : 1) && open; ++part) {
      open = to[part] != kNoHex && !ground(b, to[part]).general && top_at(b, to[part]) == kNoUnit;
      const int way = open ? part_cost(b, at.to[part], dir) : kProhibited;
      open = way != kProhibited, most = std::max(most, way);
    }
    if (open && c.spent + at.cost + cost + most <= points) return true;
  }
  return false;
}

}  // namespace

Refusal ride_barred(const Look& b, int k, HexId h, Ride& out) {
  const Charge& c = charge(b, k);
  const UnitId u = shaper(b, c.unit);
  const UnitState& s = b.pos.unit[u];
  const Footprint from = footprint(b, u);
  const int dir = h < b.field.grid.size() ? b.field.grid.side_to(from[0], h) : -1;
  if (dir < 0) REFUSE("13.1.1-d", u, h);
  if (!through_front(s, dir)) REFUSE("19.2.2-b", u, h);
  out.to = ridden_to(b, from, s, dir);
  const int parts = s.form == Form::Line ? from.size() : 1;  // 19.2.1.1-a: only the head of a column counts its points
  for (int part = 0; part < parts; ++part) {
    if (out.to[part] == kNoHex) REFUSE("13.1.1-d", u, h);
    const int way = part_cost(b, from[part], dir);
    if (way == kProhibited) REFUSE("19.2.5-a", u, out.to[part]);
    out.cost = std::max(out.cost, way);
    if (ground(b, out.to[part]).general) REFUSE("19.2.4-a", u, out.to[part]);
    if (top_at(b, out.to[part]) == kNoUnit) continue;
    out.shares = true;
    if (const Refusal no = through_barred(b, k, out.to[part], s.form == Form::Line ? from[part] : from[from.size() - 1])) return no;
  }
  if (s.form == Form::Column && from.size() > 1) by("19.2.1.1-a", "19.2.2.1-a");
  if (s.form == Form::Line && from.size() > 1 && c.steps % 2 == 1 && by("12.6.4-c")) out.cost += 2;
  const bool hides = ground(b, from[0]).blocks_sight || (edge(b, from[0], dir).rise && !by("19.2.3-d"));
  if (hides && c.steps > 0) REFUSE("19.2.3-c", u, h);
  if (const Refusal no = held_by_horse(b, c, from, out.to)) return no;
  if (c.spent + out.cost > charge_points(b, k)) REFUSE("19.2.1-c", u, h);
  if (out.shares && !comes_out(b, c, s, out, charge_points(b, k))) REFUSE("19.7.4-2", u, h);
  return {};
}

bool leads_nowhere(const Look& b, int k) {
  const UnitState& s = b.pos.unit[shaper(b, charge(b, k).unit)];
  const Footprint from = footprint(b, charge(b, k).unit);
  Ride ride;
  ride.to = ridden_to(b, from, s, b.pos.grand.heading);
  return ride.to.contains(kNoHex) || !comes_out(b, charge(b, k), s, ride, 255);
}

namespace {

bool can_ride_on(const Look& b, int k) {
  Ride ride;
  for (int d = 0; d < 6; ++d)
    if (const HexId h = edge(b, b.pos.at(charge(b, k).unit), d).to; h != kNoHex && !ride_barred(b, k, h, ride)) return true;
  return false;
}

void mount(Run& r, int k, bool again) {
  UnitId list[kMates];
  const int n = std::min(8, mates(r.look(), charge(r, k).unit, list));
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.allowance = uint8_t(charge_points(r.look(), k)), hand.flags = kCharging | kLeadersRide;
  if (again) return;
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kSquareTried);
  for (HorseState& h : r.pos.horse) h.flags = uint16_t(h.flags & ~(kReacted | kFormedUp));
}

}  // namespace

void note_top(Run& r, int k) {
  if (r.pos.hand[0].count && charge(r, k).stage == ChargeStage::Declared) charge(r, k).unit = r.pos.hand[0].unit[0];
}

bool rides(const Look& b, int k) {
  return b.pos.hand[0].count && b.pos.unit[charge(b, k).unit].order != Order::Pgd && charge(b, k).stage == ChargeStage::Declared;
}

void ride_to(Run& r, int k, HexId h, int toll) {
  Ride ride;
  if (ride_barred(r.look(), k, h, ride)) return;
  Charge& c = charge(r, k);
  const Footprint from = footprint(r.look(), c.unit);
  const int dir = r.field.grid.side_to(from[0], h);
  const int terrain = edge(r.look(), from[0], dir).cost[int(Class::Cavalry)];
  count_straight(c, dir, terrain);
  c.spent = uint8_t(c.spent + std::max(ride.cost, toll)), ++c.steps;
  r.pos.hand[0].spent = c.spent, r.pos.hand[0].stride = uint8_t(terrain);
  reshape(r, c.unit, ride.to);
  for (int i = 0; i < r.pos.hand[0].count; ++i)
    r.tell({.fact = Fact::Moved, .who = r.pos.hand[0].unit[i], .hex = h, .from = from[0], .why = cite("19.1.1-s2-mp")});
  bring_riders(r, from, h, side_of(r.look(), c.unit));
  push_skirmishers(r, from, ride.to, r.pos.unit[shaper(r.look(), c.unit)].form == Form::Line);
  for (const HexId x : ride.to)
    if (top_at(r.look(), x) == kNoUnit) disturb_leaders(r, x, other(side_of(r.look(), c.unit)), from[0]);
}

static void decide(Run& r, int k, UnitId foe, bool yes) {
  Charge& c = charge(r, k);
  if (!yes) {
    by("19.2.7-c"), c.spared[c.spareds++] = foe;
    return;
  }
  if (c.steps == 0) by("19.2.7-d");
  c.foe[c.foes++] = foe;
  r.tell({.fact = Fact::ChargeDeclared, .who = c.unit, .hex = r.pos.at(foe), .why = cite("19.2.7-b")});
}

// Whoever is named and not reached is no target.
void make_contact(Run& r, int k) {
  Charge& c = charge(r, k);
  for (int i = c.foes; i-- > 0;)
    if (!r.pos.on_map(c.foe[i]) || struck_hex(r.look(), k, c.foe[i]) == kNoHex) drop_target(r, k, c.foe[i]);
  c.stage = ChargeStage::Contact;
  UnitId list[kMates];
  for (int i = 0; i < c.foes; ++i)
    if (r.pos.on_map(c.foe[i]))
      for (int n = mates(r.look(), c.foe[i], list); n > 0; --n) r.pos.set(list[n - 1], kCharged);
  r.tell({.fact = Fact::ShockDeclared, .who = c.unit, .hex = r.pos.at(c.foe[0]), .why = cite("7.2.2.1-c")});
}

// 19.2.7-f: a named target that was never reached costs the chargers their order.
static void miss_target(Run& r, int k) {
  const Charge& c = charge(r, k);
  if (!r.pos.on_map(c.unit)) return;
  if (c.foes == 0) {
    r.tell({.fact = Fact::MoveEnded, .who = c.unit, .hex = r.pos.at(c.unit), .why = cite("19.2.7-e")});
    return;
  }
  UnitId list[kMates];
  for (int n = mates(r.look(), c.unit, list); n > 0; --n) disorder(r, list[n - 1], cite("19.2.7-f"));
}

// 19.2.2.2: a Line draws out or in, once for each hex it has ridden.
static Refusal width_barred(const Look& b, int k, Action a, Step& out) {
  const Charge& c = charge(b, k);
  const UnitState& s = b.pos.unit[shaper(b, c.unit)];
  if (s.form != Form::Line || s.order != Order::Good) REFUSE("19.2.2-b", c.unit);
  if (c.widths >= c.steps) REFUSE("19.2.2.2-a", c.unit);
  if (a.hex >= b.field.grid.size()) REFUSE("13.1.1-d", c.unit);
  const Refusal no = a.verb == Verb::Lengthen ? lengthen_barred(b, a, out) : shorten_barred(b, a, out);
  if (no) return no;
  return a.verb == Verb::Lengthen ? by("19.2.2.2-a") : by("19.2.2.2-b"), Refusal{};
}

static void change_width(Run& r, int k, Action a) {
  Step step;
  if (width_barred(r.look(), k, a, step)) return;
  Charge& c = charge(r, k);
  const Footprint left = footprint(r.look(), c.unit);
  c.spent = uint8_t(c.spent + step.cost), ++c.widths;
  r.pos.hand[0].spent = c.spent;
  reshape(r, c.unit, step.to);
  bring_riders(r, left, step.to[0], side_of(r.look(), c.unit));
  r.tell({.fact = a.verb == Verb::Lengthen ? Fact::Extended : Fact::DrawnIn,
          .who = c.unit,
          .hex = a.hex,
          .why = a.verb == Verb::Lengthen ? cite("19.2.2.2-a") : cite("19.2.2.2-b")});
}

static bool reacts(const Look& b, UnitId u) {
  return std::any_of(std::begin(b.pos.charge), std::end(b.pos.charge), [&](const Charge& c) {
    return c.unit == u && c.stage != ChargeStage::None && (c.kind == ChargeKind::Reaction || c.kind == ChargeKind::Opportunity);
  });
}

Refusal ChargeStep::barred(const Look& b, Action a) const {
  const Charge& c = charge(b, k);
  if ((a.verb == Verb::Lengthen || a.verb == Verb::Shorten) && reacts(b, a.who)) REFUSE("19.2.2.2-d", a.who);
  if (a.who != c.unit) REFUSE("19.1-d", a.who);
  Ride ride;
  if (a.verb == Verb::Move) return ride_barred(b, k, a.hex, ride);
  if (Step step; a.verb == Verb::Lengthen || a.verb == Verb::Shorten) return width_barred(b, k, a, step);
  if (a.verb == Verb::Recall) {
    if (shares_hex(b)) REFUSE("19.7.4-3", c.unit);
    if (!is_light(b, c.unit)) REFUSE("19.1.1-s2-heavy", c.unit);
    if (has(b, c.unit, kRecallTried)) REFUSE("19.8.2-a", c.unit);
    return by("19.1.1-s2-light"), Refusal{};
  }
  if (shares_hex(b) && can_ride_on(b, k)) REFUSE("19.7.4-3", c.unit);
  if (!(c.flags & kReleased) && can_ride_on(b, k)) REFUSE("19.8-c", c.unit);
  return {};
}

void put_charger_down(Run& r, int k) {
  note_top(r, k);
  come_clear(r);
  UnitId list[8];
  const int n = r.pos.hand[0].count;
  std::copy(r.pos.hand[0].unit, r.pos.hand[0].unit + n, list);
  put_down(r, 0);
  for (int i = 0; i < n; ++i) note_ridden(r, list[i], charge(r, k).spent - charge(r, k).noted);
  charge(r, k).noted = charge(r, k).spent;
}

Flow RideCharge::run(Run& r) {
  BEGIN;
  STEP("19.1.1-s2");
  mount(r, k, again);
  CALL(RiderWindow{charge(r, k).unit, k});
  while (rides(r.look(), k)) {
    if (undecided(r.look(), k) != kNoUnit) {
      STEP("19.1.1-s2-decl");
      ASK(NameTarget{k, undecided(r.look(), k)});
      decide(r, k, undecided(r.look(), k), r.yes());
      continue;
    }
    if (!shares_hex(r.look()) && struck_foe(r.look(), k) != kNoUnit) {
      make_contact(r, k);
      break;
    }
    ASK(ChargeStep{k});
    if (r.answer().verb == Verb::Stop) break;
    if (r.answer().verb == Verb::Recall) {
      STEP("19.8.2-a");
      horse(r, charge(r, k).unit).flags |= kRecallTried;
      ROLL(Dice::D6, kAnyFace, RecallDie{charge(r, k).unit});
      if (!call_back(r, charge(r, k).unit, r.face())) continue;
      charge(r, k).flags |= kReleased, charge(r, k).foes = 0;
      break;
    }
    if (r.answer().verb != Verb::Move) {
      act = r.answer();
      if (stays_in_zone(r.look(), charge(r, k).unit)) {
        STEP("19.1.1-s2-react");
        CALL(OpportunityFire{charge(r, k).unit});
        note_top(r, k);
        if (!rides(r.look(), k) || ChargeStep{k}.barred(r.look(), Action{act.verb, 0, charge(r, k).unit, kNoUnit, act.hex})) continue;
      }
      STEP("19.2.2.2-a");
      CALL(StackCheck{charge(r, k).unit, 0, kNoUnit, kByCharge});
      if (r.result() > 0) {
        STEP("19.2.2.2-c");
        charge(r, k).flags |= kReleased, charge(r, k).foes = 0;
        break;
      }
      change_width(r, k, act);
      CALL(RiderWindow{charge(r, k).unit, k});
      note_top(r, k);
      continue;
    }
    next = r.answer().hex;
    if (stays_in_zone(r.look(), charge(r, k).unit)) {
      STEP("19.1.1-s2-react");
      CALL(OpportunityFire{charge(r, k).unit});
      note_top(r, k);
      if (!rides(r.look(), k) || ChargeStep{k}.barred(r.look(), Action{Verb::Move, 0, charge(r, k).unit, kNoUnit, next})) continue;
    }
    by("19.1.1-s2-noreact");  // but for fire and Reaction Charges
    ride_to(r, k, next);
    if (pushed_aside(r.look()) != kNoUnit) CALL(PasDeCharge{});
    if (r.pos.hand[0].count) CALL(RideOver{k});
    CALL(RiderWindow{charge(r, k).unit, k});
    note_top(r, k);
  }
  put_charger_down(r, k);
  if (charge(r, k).stage == ChargeStage::Fought) {  // its target has run from it (19.1.1-s3a-iii2)
    CALL(RideOn{k, 0, 1});
    charge(r, k).stage = ChargeStage::Declared, charge(r, k).flags |= kReleased, charge(r, k).foes = 0;
    if (!r.pos.on_map(charge(r, k).unit)) {
      clear_charge(charge(r, k));
      RETURN(0);
    }
  }
  if (charge(r, k).stage == ChargeStage::Declared) miss_target(r, k);
  CALL(Settle{});
  for (i = 0; i < 4; ++i) {
    if (charge(r, k).stage != ChargeStage::Contact || charge(r, k).foe[i] == kNoUnit) continue;
    CALL(GiveWay{k, charge(r, k).foe[i]});
    if (r.result()) i = uint8_t(-1);  // the others have moved up in the list
  }
  if (charge(r, k).stage == ChargeStage::Declared && charge(r, k).flags & kGoesOn && r.pos.on_map(charge(r, k).unit)) {
    charge(r, k).flags = uint8_t(charge(r, k).flags & ~kGoesOn);
    BECOME(RideCharge{k, 0, 1});
  }
  if (charge(r, k).stage == ChargeStage::Declared) {
    STEP("19.1.1-s5");
    CALL(RegroupRide{charge(r, k).unit});
    end_charge(r, k);
  }
  END;
}

// 19.1.1-s6: the marker goes to its reverse, the horses pay.
void end_charge(Run& r, int k) {
  const Charge c = charge(r, k);
  const bool charged = c.kind == ChargeKind::Charge || c.kind == ChargeKind::Grand;
  for (const UnitId rider : {c.unit, c.struck}) {
    if (rider == kNoUnit || !r.pos.on_map(rider)) continue;
    UnitId list[kMates];
    for (int n = mates(r.look(), rider, list); n > 0; --n) {
      if (!is_horse(r.look(), list[n - 1])) continue;
      HorseState& h = horse(r, list[n - 1]);
      if (rider == c.unit) note_ridden(r, list[n - 1], c.spent - c.noted);  // what it rode after those who gave way
      const bool marked = h.flags & kChargeMarker;
      if (marked && (charged || c.struck != kNoUnit)) by("19.15.1-b", "19.1.1-s6");
      const int degrees = marked + ((h.flags & kFought) != 0);
      h.flags = uint16_t((h.flags & ~(kChargeMarker | kFought | kInColumnCharge)) | (marked || degrees ? kHasCharged : 0));
      if (!marked && degrees) by("7.2.2.2-b");
      if (degrees && c.kind == ChargeKind::Reaction && rider == c.unit) by("19.17.2-h");
      if (marked) by("19.1.1-s6-mark", "19.13.2-a");
      if (degrees) by("19.15.1.2-a");
      tire(r, list[n - 1], degrees);
    }
  }
  clear_charge(charge(r, k));
}

}  // namespace tambour::bataille
