// SPDX-License-Identifier: MIT
// Chapter 19.16.4 to 19.16.8: the Grand Charge on its way, all stacks one hex, then all the next.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_skirmish.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_escape.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch19_ride.h"

namespace tambour::bataille {
namespace {

// Its stack into hand 0, out of the tables or from above a Square.
void lift(Run& r, int k) {
  Hand& hand = r.pos.hand[0];
  if (is_aloft(r.look(), k)) {
    Hand& own = r.pos.hand[2 + k];
    hand = own;
    own.count = 0, std::fill(std::begin(own.unit), std::end(own.unit), kNoUnit);
    r.pos.grand.aloft = uint8_t(r.pos.grand.aloft & ~(1 << k));
  } else {
    UnitId list[kMates];
    take_in_hand(r, 0, list, std::min(8, mates(r.look(), charge(r, k).unit, list)));
  }
  hand.allowance = uint8_t(charge_points(r.look(), k)), hand.spent = charge(r, k).spent;
  hand.flags = uint16_t(kCharging | kLeadersRide | (r.pos.grand.flags & kNobodyFires ? kNoReaction : 0));
}

void set_down(Run& r, int k, bool stays) {
  note_top(r, k);
  if (r.pos.hand[0].flags & kNoReaction) r.pos.grand.flags |= kNobodyFires;
  if (!stays || !rides(r.look(), k) || !shares_hex(r.look())) return put_charger_down(r, k);
  Hand& hand = r.pos.hand[0];
  r.pos.hand[2 + k] = hand;
  hand.count = 0, std::fill(std::begin(hand.unit), std::end(hand.unit), kNoUnit);
  r.pos.grand.aloft = uint8_t(r.pos.grand.aloft | 1 << k);
}

void fall_out(Run& r, int k, Citation why) {
  charge(r, k).flags |= kFallenOut;
  if (is_aloft(r.look(), k)) lift(r, k), set_down(r, k, false);
  if (r.pos.on_map(charge(r, k).unit)) r.tell({.fact = Fact::MoveEnded, .who = charge(r, k).unit, .hex = r.pos.at(charge(r, k).unit), .why = why});
}

// A Square that has given way leaves the hex to those above it.
void come_down(Run& r) {
  for (int k = 0; k < kCharges; ++k)
    if (is_aloft(r.look(), k)) lift(r, k), set_down(r, k, goes_on(r.look(), k));
}

void begin(Run& r) {
  r.pos.grand.flags = kUnderWay;
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kSquareTried);
  for (HorseState& h : r.pos.horse) h.flags = uint16_t(h.flags & ~(kReacted | kFormedUp));
}

// ---- the way

int parts_abreast(const Look& b, UnitId u, const Footprint& f) { return b.pos.unit[shaper(b, u)].form == Form::Line ? f.size() : 1; }

// Over this side the stack goes straight on: a column over its front hexside, a Line over either of its two.
bool is_straight_on(const Look& b, UnitId u, int dir) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return s.order == Order::Good && s.form == Form::Line ? through_front(s, dir) : dir == s.facing;
}

// 19.16.4.2: the dearest ground before any of them; who cannot ride there does not count.
int toll_ahead(const Look& b) {
  int most = 0;
  for (int k = 0; k < kCharges; ++k) {
    if (!goes_on(b, k)) continue;
    const UnitId u = charge(b, k).unit;
    const Footprint f = footprint(b, u);
    const int parts = parts_abreast(b, u, f);
    int own = parts > 1 && charge(b, k).steps % 2 == 1 ? 2 : 0, dearest = 0;
    for (int part = 0; part < parts; ++part) {
      const Edge& e = edge(b, f[part], b.pos.grand.heading);
      dearest = std::max<int>(dearest, e.to == kNoHex || ground(b, e.to).general ? kProhibited : e.cost[int(Class::Cavalry)]);
    }
    if (dearest != kProhibited) most = std::max(most, own + dearest);
  }
  return by("19.16.4.2-a"), most;
}

int too_slow(const Look& b, int toll) {
  for (int k = 0; k < kCharges; ++k)
    if (goes_on(b, k) && charge(b, k).spent + toll > charge_points(b, k)) return k;
  return -1;
}

// How far to the front its foremost hex lies.
int advance_of(const Look& b, int k) {
  const Cube step = kStep[b.pos.grand.heading];
  int most = -9999;
  for (const HexId h : footprint(b, charge(b, k).unit)) {
    const Cube at = b.field.grid.cube(h);
    most = std::max(most, at.q * step.q + at.r * step.r + at.s() * step.s());
  }
  return most;
}

int foremost(const Look& b) {
  int best = -1;
  for (int k = 0; k < kCharges; ++k)
    if (b.pos.grand.todo >> k & 1 && goes_on(b, k) && (best < 0 || advance_of(b, k) > advance_of(b, best))) best = k;
  return best;
}

// ---- whom it meets

// The enemies straight before its front, but for Squares it can ride over; of cavalry and others the cavalry (19.2.8-b).
int foes_ahead(const Look& b, int k, UnitId* foes) {
  const UnitId u = charge(b, k).unit;
  const Footprint f = footprint(b, u);
  int n = 0;
  bool horse = false;
  if (is_aloft(b, k) || charge(b, k).steps > b.pos.grand.depth) return 0;
  for (int part = 0; part < parts_abreast(b, u, f); ++part) {
    const HexId h = ahead(b, f[part]);
    if (h == kNoHex || !enemy_at(b, h, side_of(b, u))) continue;
    const UnitId foe = top_at(b, h);
    const UnitState& s = b.pos.unit[shaper(b, foe)];
    if ((s.form == Form::Square && s.order == Order::Good) || std::count(foes, foes + n, foe)) continue;
    foes[n++] = foe, horse = horse || is_horse(b, shaper(b, foe));
  }
  return horse ? int(std::remove_if(foes, foes + n, [&](UnitId x) { return !is_horse(b, shaper(b, x)); }) - foes) : n;
}

void charge_at(Run& r, int k, const UnitId* foes, int n) {
  Charge& c = charge(r, k);
  std::fill(std::begin(c.foe), std::end(c.foe), kNoUnit);
  c.foes = uint8_t(std::min(4, n));
  std::copy(foes, foes + c.foes, c.foe);
  for (int i = 0; i < c.foes; ++i)
    if (r.pos.has(c.foe[i], kCharged)) by("19.16.8-b", "19.2.7.1-a");
  make_contact(r, k);
}

bool meets_somebody(const Look& b, int k) {
  UnitId foes[6];
  return goes_on(b, k) && foes_ahead(b, k, foes) > 0;
}

void meet(Run& r, int k) {
  UnitId foes[6];
  const int n = foes_ahead(r.look(), k, foes);
  charge_at(r, k, foes, n);
}

// Whom others of it have driven off is not before this stack any more, and it rides on.
void release(Run& r) {
  for (int k = 0; k < kCharges; ++k) {
    Charge& c = charge(r, k);
    if (c.kind != ChargeKind::Grand || c.stage != ChargeStage::Contact) continue;
    for (int i = c.foes - 1; i >= 0; --i)
      if (!r.pos.on_map(c.foe[i]) || struck_hex(r.look(), k, c.foe[i]) == kNoHex) drop_target(r, k, c.foe[i]);
    if (c.foes == 0) c.stage = ChargeStage::Declared;
  }
}

// ---- what bars it

bool is_square(const Look& b, HexId h, Seat side) {
  if (h == kNoHex || !enemy_at(b, h, side)) return false;
  const UnitState& s = b.pos.unit[shaper(b, top_at(b, h))];
  return s.form == Form::Square && s.order == Order::Good;
}

// 19.16.4.4, 19.16.6.1: others of it that have halted, or a Square that cannot be ridden over, may be gone round.
bool may_go_round(const Look& b, int k) {
  const UnitId u = charge(b, k).unit;
  const Footprint f = footprint(b, u);
  for (int part = 0; part < parts_abreast(b, u, f); ++part) {
    const HexId h = ahead(b, f[part]);
    if (h == kNoHex || top_at(b, h) == kNoUnit) continue;
    if (is_square(b, h, side_of(b, u)) && by("19.16.6.1-a")) return true;
    if (is_of_grand(b, top_at(b, h))) return true;
  }
  return false;
}

Refusal slip_barred(const Look& b, int k, HexId h) {
  const UnitId u = charge(b, k).unit;
  const Footprint from = footprint(b, u);
  const int dir = h < b.field.grid.size() ? b.field.grid.side_to(from[0], h) : -1;
  if (dir < 0 || dir == b.pos.grand.heading || !through_front(b.pos.unit[shaper(b, u)], dir)) REFUSE("19.16.4.4-b", u, h);
  Ride ride;
  if (const Refusal no = ride_barred(b, k, h, ride)) return no;
  if (!is_near(b, ride.to, leader_ahead(b))) REFUSE("19.16.4.4-b", u, h);
  return {};
}

bool goes_straight(const Look& b, int k) {
  const HexId h = ahead(b, b.pos.at(charge(b, k).unit));
  Ride ride;
  return h != kNoHex && !ride_barred(b, k, h, ride);
}

bool can_slip(const Look& b, int k) {
  if (!may_go_round(b, k)) return false;
  for (int d = 0; d < 6; ++d)
    if (const HexId h = edge(b, b.pos.at(charge(b, k).unit), d).to; h != kNoHex && !slip_barred(b, k, h)) return true;
  return false;
}

// Fire may have cost it its order, its shape or its life.
HexId way_after_fire(const Look& b, int k, HexId next) {
  if (!rides(b, k)) return kNoHex;
  Ride ride;
  if (!ride_barred(b, k, next, ride)) return next;
  const HexId head = b.pos.at(charge(b, k).unit);
  if (goes_straight(b, k)) return ahead(b, head);
  for (int d = 0; d < 6 && may_go_round(b, k); ++d)
    if (const HexId h = edge(b, head, d).to; h != kNoHex && !slip_barred(b, k, h)) return h;
  return kNoHex;
}

// 19.16.6.2: who crosses a Square, and who was first.
void note_square(Run& r, int k, HexId h) {
  Charge& c = charge(r, k);
  if (!is_square(r.look(), h, side_of(r.look(), c.unit))) return;
  const UnitId square = top_at(r.look(), h);
  const auto knows = [&](const Charge& x) { return x.flags & kOfGrand && std::count(x.spared, x.spared + x.spareds, square); };
  if (knows(c) || c.spareds == 7) return;
  if (std::none_of(std::begin(r.pos.charge), std::end(r.pos.charge), knows)) c.first = uint8_t(c.first | 1 << c.spareds);
  c.spared[c.spareds++] = square;
}

void note_crossing(Run& r, int k, HexId next) {
  const UnitId u = charge(r, k).unit;
  const Footprint f = footprint(r.look(), u);
  const int dir = r.field.grid.side_to(f[0], next);
  for (int part = 0; part < parts_abreast(r.look(), u, f); ++part) note_square(r, k, edge(r.look(), f[part], dir).to);
}

// 19.16.6.1: the Square before it cannot be ridden over, nor gone round.
UnitId square_to_fight(const Look& b, int k) {
  const UnitId u = charge(b, k).unit;
  const Footprint f = footprint(b, u);
  if (shares_hex(b) || charge(b, k).steps > b.pos.grand.depth) return kNoUnit;
  for (int part = 0; part < parts_abreast(b, u, f); ++part)
    if (const HexId h = ahead(b, f[part]); is_square(b, h, side_of(b, u)) && leads_nowhere(b, k)) return top_at(b, h);
  return kNoUnit;
}

// Whose front shows the way of all.
int pilot(const Look& b) {
  for (int k = 0; k < kCharges; ++k)
    for (int d = 0; d < 6 && goes_on(b, k); ++d)
      if (is_straight_on(b, charge(b, k).unit, d) && edge(b, b.pos.at(charge(b, k).unit), d).to != kNoHex) return k;
  return -1;
}

uint8_t all_riders(const Look& b) {
  int out = 0;
  for (int k = 0; k < kCharges; ++k) out |= goes_on(b, k) << k;
  return uint8_t(out);
}

bool is_done(const Charge& c) { return c.kind == ChargeKind::Grand && c.stage == ChargeStage::Declared; }

}  // namespace

Refusal GrandStep::barred(const Look& b, Action a) const {
  const UnitId u = charge(b, k).unit;
  if (a.who != u) REFUSE("19.1-d", a.who);
  if (a.verb != Verb::Move) {
    bool square = false;
    for (int d = 0; d < 6; ++d) square = square || (is_straight_on(b, u, d) && is_square(b, edge(b, b.pos.at(u), d).to, side_of(b, u)));
    if (a.verb == Verb::Recall && square) REFUSE("19.16.6-a", u);
    if (a.verb == Verb::Recall) REFUSE("19.16.12-a", u);
    if (a.verb == Verb::Stop && square) REFUSE("19.16.4.3-a", u);
    if (a.verb == Verb::Stop) REFUSE("19.16.4.2-a", u);
    REFUSE("19.16.4.1-a", u);
  }
  if (slips) return slip_barred(b, k, a.hex);
  const int dir = a.hex < b.field.grid.size() ? b.field.grid.side_to(b.pos.at(u), a.hex) : -1;
  if (dir < 0 || !is_straight_on(b, u, dir)) REFUSE("19.16.4.1-a", u, a.hex);
  return {};
}

Flow GrandAdvance::run(Run& r) {
  BEGIN;
  lift(r, k);
  if (goes_straight(r.look(), k)) {
    next = ahead(r.look(), r.pos.at(charge(r, k).unit));
  } else if (can_slip(r.look(), k)) {
    STEP("19.16.4.4-b");
    ASK(GrandStep{k, 1});
    next = r.answer().hex;
  } else {
    STEP("19.16.4-d");
    square = square_to_fight(r.look(), k);
    set_down(r, k, false);
    if (square == kNoUnit) fall_out(r, k, cite("19.16.4-d"));
    else charge_at(r, k, &square, 1);
    RETURN(0);
  }
  note_crossing(r, k, next);
  if (stays_in_zone(r.look(), charge(r, k).unit)) {
    STEP("19.1.1-s2-react");
    CALL(OpportunityFire{charge(r, k).unit});
    note_top(r, k);
    next = way_after_fire(r.look(), k, next);
  }
  if (next == kNoHex) {
    set_down(r, k, false);
    if (goes_on(r.look(), k)) fall_out(r, k, cite("19.16.4-d"));
    RETURN(0);
  }
  STEP("19.16.4-c");
  ride_to(r, k, next, toll);
  if (pushed_aside(r.look()) != kNoUnit) CALL(PasDeCharge{});
  if (r.pos.hand[0].count) CALL(RideOver{k});
  set_down(r, k, true);
  CALL(Settle{});
  END;
}

Flow RideGrand::run(Run& r) {
  BEGIN;
  STEP("19.16.4-a");
  begin(r);
  CALL(GrandWindow{});
  if (pilot(r.look()) >= 0) {
    k = uint8_t(pilot(r.look()));
    ASK(GrandStep{k, 0});
    r.pos.grand.heading = uint8_t(r.field.grid.side_to(r.pos.at(charge(r, k).unit), r.answer().hex));
  }
  while (r.pos.grand.heading != kNone && anybody_goes_on(r.look())) {
    lead_on(r);
    while (left_alone(r.look()) >= 0) {
      STEP("19.16.1-a");
      fall_out(r, left_alone(r.look()), cite("19.16.1-a"));
    }
    for (k = 0; k < kCharges; ++k) {
      if (!meets_somebody(r.look(), k)) continue;
      STEP("19.16.8-a");
      hex = r.pos.at(charge(r, k).unit);
      meet(r, k);
      for (i = 0; i < 4; ++i) {
        if (charge(r, k).stage != ChargeStage::Contact || charge(r, k).kind != ChargeKind::Grand || charge(r, k).foe[i] == kNoUnit) continue;
        CALL(GiveWay{k, charge(r, k).foe[i]});
        if (!r.result()) continue;
        release(r);
        i = uint8_t(-1);  // the others have moved up in the list
      }
      if (goes_on(r.look(), k) && r.pos.at(charge(r, k).unit) != hex) fall_out(r, k, cite("19.5.3-c"));  // its pursuit has led it away
    }
    while (too_slow(r.look(), toll_ahead(r.look())) >= 0) {
      STEP("19.16.4-d");
      fall_out(r, too_slow(r.look(), toll_ahead(r.look())), cite("19.16.4-b"));
    }
    STEP("19.1-h");
    toll = uint8_t(toll_ahead(r.look())), r.pos.grand.todo = all_riders(r.look());
    while (foremost(r.look()) >= 0) {
      k = uint8_t(foremost(r.look())), r.pos.grand.todo = uint8_t(r.pos.grand.todo & ~(1 << k));
      CALL(GrandAdvance{k, toll});
    }
    STEP("19.16.4.4-a");
    come_down(r);
    CALL(GrandWindow{});
  }
  come_down(r);
  r.pos.grand.flags = 0;
  CALL(Settle{});
  STEP("19.16.11-a");
  for (k = 0; k < kCharges; ++k) {
    if (!is_done(charge(r, k))) continue;
    STEP("19.1.1-s5");
    CALL(RegroupRide{charge(r, k).unit});
    end_charge(r, k);
  }
  END;
}

}  // namespace tambour::bataille
