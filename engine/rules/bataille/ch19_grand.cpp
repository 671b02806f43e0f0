// SPDX-License-Identifier: MIT
// Chapter 19.16: who may join a Grand Charge, its leader, and what the other chapters ask of it.
#include "rules/bataille/ch19_grand.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {
namespace {

struct Stacks7 {
  UnitId top[7];  // in and around the hex of a leader
  int count = 0;
};

bool is_grand(const Charge& c) { return c.kind == ChargeKind::Grand && c.stage != ChargeStage::None; }

int slowest(const Look& b, UnitId top) {
  UnitId list[kMates];
  int least = 99;
  for (int n = mates(b, top, list); n > 0; --n) least = std::min(least, printed_mp(b, list[n - 1]));
  return least;
}

Stacks7 joined(const Look& b) {
  Stacks7 out;
  for (const Charge& c : b.pos.charge)
    if (is_grand(c) && out.count < 7) out.top[out.count++] = c.unit;
  return out;
}

bool touches(const Look& b, UnitId one, UnitId two) {
  const Footprint f = footprint(b, one);
  for (const HexId h : footprint(b, two))
    if (distance(b.field.grid, f, h) == 1) return true;
  return false;
}

// The zone of all is as deep as that of the slowest.
bool any_prey(const Look& b, const Stacks7& all) {
  int depth = 99;
  for (int i = 0; i < all.count; ++i) depth = std::min(depth, slowest(b, all.top[i]));
  for (int i = 0; i < all.count; ++i)
    if (has_prey(b, all.top[i], depth) && finds_way(b, all.top[i], depth)) return true;
  return false;
}

// With its place in the Maneuver Unit, and with what keeps any cavalry from charging.
Refusal member_barred(const Look& b, int leader, UnitId u) {
  const Seat side = b.field.officers[std::size_t(leader)].side;
  if (!b.field.is_unit(u) || !is_horse(b, u) || !b.pos.on_map(u) || side_of(b, u) != side) REFUSE("19.16-a", u);
  if (b.pos.stack.top(b.pos.at(u)) != u || b.pos.stack.count(b.pos.at(u)) > 8) REFUSE("19.16-a", u);
  UnitId list[kMates];
  const int n = mates(b, u, list);
  for (int i = 0; i < n; ++i) {
    if (!is_horse(b, list[i])) REFUSE("19.16-a", list[i]);
    if (b.pos.has(list[i], kMoved)) REFUSE("19.16.4-a", list[i]);
    if (!b.pos.has(list[i], kInMu)) REFUSE("19.16.1.1-a", list[i]);
  }
  if (const Refusal no = ChooseMover{side}.barred(b, Action{n > 1 ? Verb::SelectStack : Verb::Select, 0, u})) return no;
  if (const Refusal no = starts_barred(b, u)) return no;
  if (const Refusal no = horses_barred(b, list, n)) return no;
  const HexId h = b.pos.leader[leader].hex;
  if (distance(b.field.grid, footprint(b, u), h) > 1) REFUSE("19.16.1-a", u);
  if (b.field.grid.distance(b.pos.at(u), h) > 1) by("19.16.1-b");
  return {};
}

// Beside those who have joined.
Refusal company_barred(const Look& b, const Stacks7& all, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  bool touching = all.count == 0;
  for (int i = 0; i < all.count; ++i) {
    const UnitState& t = b.pos.unit[shaper(b, all.top[i])];
    if (t.form != s.form || t.facing != s.facing) REFUSE("19.16.1.2-a", u);
    touching = touching || touches(b, all.top[i], u);
  }
  if (!touching) REFUSE("19.16-a", u);
  Stacks7 more = all;
  more.top[more.count++] = u;
  if (!any_prey(b, more)) REFUSE("19.16.3-a", u);
  return {};
}

// A stack of one hex needs others beside it.
bool can_open(const Look& b, int leader, UnitId u) {
  if (member_barred(b, leader, u) || company_barred(b, {}, u)) return false;
  if (footprint(b, u).size() > 1) return true;
  for (const UnitId x : all_units(b.field))
    if (x != u && is_horse(b, x) && !member_barred(b, leader, x) && !company_barred(b, {{u}, 1}, x)) return true;
  return false;
}

Refusal join_barred(const Look& b, int leader, UnitId u) {
  const Stacks7 all = joined(b);
  if (std::count(all.top, all.top + all.count, u)) REFUSE("19.16-a", u);
  if (const Refusal no = member_barred(b, leader, u)) return no;
  if (const Refusal no = company_barred(b, all, u)) return no;
  if (all.count == 0 && !can_open(b, leader, u)) REFUSE("19.16-a", u);
  if (all.count == 7 || free_charge(b) < 0) REFUSE("19.1-c", u);
  return {};
}

bool anybody_joins(const Look& b, int leader) {
  for (const UnitId u : all_units(b.field))
    if (is_horse(b, u) && !join_barred(b, leader, u)) return true;
  return false;
}

// The stack leaves the moves of its Maneuver Unit and waits for the Charge.
void enlist(Run& r, UnitId u) {
  UnitId list[kMates];
  take_in_hand(r, 0, list, mates(r.look(), u, list));
  const int k = free_charge(r.look());
  declare_charge(r);
  charge(r, k).kind = ChargeKind::Grand, charge(r, k).flags = kOfGrand;
  GrandRide& g = r.pos.grand;
  g.depth = uint8_t(std::min<int>(g.depth ? g.depth : 99, slowest(r.look(), u))), by("19.16.3-a");
}

void stand_ready(Run& r) {
  const Hand hand = r.pos.hand[0];
  put_down(r, 0);
  for (int i = 0; i < hand.count; ++i) r.pos.set(hand.unit[i], kMoved);
}

// Its number among the Squares that a Charge has ridden over, or -1.
int crossed(const Charge& c, UnitId square) {
  for (int i = 0; i < c.spareds; ++i)
    if (c.spared[i] == square) return i;
  return -1;
}

}  // namespace

bool is_of_grand(const Look& b, UnitId u) {
  if (b.pos.grand.leader == kNone) return false;
  for (const Charge& c : b.pos.charge) {
    if (c.stage == ChargeStage::None || !(c.flags & kOfGrand)) continue;
    const UnitId top = c.struck == kNoUnit ? c.unit : c.struck;
    if (top == u || (b.pos.on_map(top) && b.pos.at(top) == b.pos.at(u) && side_of(b, top) == side_of(b, u))) return true;
  }
  return false;
}

int grand_leader(const Look& b, UnitId u) {
  const GrandRide& g = b.pos.grand;
  if (!(g.flags & kUnderWay) || b.pos.leader[g.leader].fate != Fate::OnMap || !is_of_grand(b, u)) return -1;
  return g.leader;
}

int grand_points(const Look& b, int k) { return by("19.16.4-b"), 2 * slowest(b, charge(b, k).unit); }

int zone_depth(const Look& b, int k) { return charge(b, k).kind == ChargeKind::Grand && by("19.16.3-a") ? b.pos.grand.depth : 5; }

bool lets_ride_over(const Look& b, UnitId square, UnitId mover, int part) {
  if (!(b.pos.grand.flags & kUnderWay)) return false;
  for (const Charge& c : b.pos.charge) {
    if (!is_grand(c) || c.unit != mover) continue;
    const int i = crossed(c, square);
    return i >= 0 && (part > 0 || !(c.first >> i & 1)) && by("19.16.6.2-a");
  }
  return false;
}

bool may_be_next(const Look& b, const Charge& c) {
  if (c.stage != ChargeStage::Declared) return false;
  if (c.kind != ChargeKind::Grand) return true;
  for (const Charge& other : b.pos.charge)
    if (other.stage == ChargeStage::Declared && other.kind == ChargeKind::Grand) return &other == &c && by("19.1-h");
  return false;
}

// 19.1-c with B170: one in each Maneuver Unit.
Refusal grand_charge_barred(const Look& b, UnitId leader) {
  if (!b.field.is_officer(leader) || b.pos.chit != Chit::Maneuver || b.pos.active == kNone) REFUSE("19.1-i", leader);
  const int k = b.field.officer(leader);
  const Officer& o = b.field.officers[std::size_t(k)];
  if (!o.horse_master || o.side != b.field.officers[b.pos.active].side || b.pos.leader[k].fate != Fate::OnMap) REFUSE("19.1-i", leader);
  by("TLB-2");
  if (b.pos.grand.leader != kNone || free_charge(b) < 0) REFUSE("19.1-c", leader);
  if (!anybody_joins(b, k)) REFUSE("19.16-a", leader);
  return {};
}

Refusal JoinGrandCharge::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Select) return join_barred(b, leader, a.who);
  const Stacks7 all = joined(b);
  if (all.count == 0 || (all.count == 1 && footprint(b, all.top[0]).size() == 1)) REFUSE("19.16-a", b.field.officer_id(leader));
  return {};
}

Flow DeclareGrandCharge::run(Run& r) {
  BEGIN;
  STEP("19.16-a");
  by("19.1-g", "19.1-i");
  r.pos.grand = kNoGrandRide;
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kSquareTried);
  while (anybody_joins(r.look(), leader)) {
    ASK(JoinGrandCharge{leader});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    r.pos.grand.leader = leader;
    enlist(r, unit);
    if (may_spare_horses(r.look())) {
      ASK(KeepReadiness{unit});
      if (r.yes()) spare_horses(r);
    }
    STEP("19.7-d");
    CALL(RiderWindow{unit, kNone});
    stand_ready(r);
  }
  END;
}

}  // namespace tambour::bataille
