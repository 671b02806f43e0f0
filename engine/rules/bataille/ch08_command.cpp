// SPDX-License-Identifier: MIT
// Chapters 7.1 and 8.
#include "rules/bataille/ch08_command.h"

#include "rules/bataille/ch08_posts.h"
#include "rules/bataille/ch13_movement.h"
#include "rules/bataille/ch19_charge.h"
#include "rules/bataille/dice.h"

#include <algorithm>

namespace tambour::bataille {

int chit_marker(const Look& b, int chit) { return b.field.officer_count() + chit - int(Chit::Leader); }

int side_marker(const Look& b, int side) { return b.field.officer_count() + kActionChits + int(b.field.formations.size()) + side; }

uint32_t chits_of(const Look& b, int side) {
  uint32_t out = 0;
  for (int k = 0; k < b.field.officer_count(); ++k)
    if (b.field.officers[std::size_t(k)].side == Seat(side)) out |= b.pos.cup & 1u << k;
  return out;
}

// 8.4.1.1: one chit a side with the action chits; once it is drawn, the chits of its leaders, one after the other.
static Refusal team_barred(const Look& b, Action a) {
  const int n = b.field.officer_count();
  if (a.arg < n) {
    if (!b.pos.team || !(chits_of(b, b.pos.team - 1) >> a.arg & 1)) REFUSE("8.4.1.1-a");
    return {};
  }
  if (b.pos.team) REFUSE("8.4.1.1-a");
  if (a.arg < n + kActionChits) {
    if (!(b.pos.chits >> (a.arg - n) & 1)) REFUSE("7.2.1-a");
    return {};
  }
  const int side = a.arg - side_marker(b, 0);
  if (side < 0 || side > 1 || !chits_of(b, side)) REFUSE("8.4.1.1-a");
  return {};
}

Refusal DrawChit::barred(const Look& b, Action a) const {
  const int n = b.field.officer_count();
  if (b.field.command.team) return team_barred(b, a);
  if (a.arg < n ? !(b.pos.cup >> a.arg & 1) : a.arg >= n + kActionChits || !(b.pos.chits >> (a.arg - n) & 1)) REFUSE("7.2.1-a");
  return {};
}

Refusal ChooseLeader::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (side_of(b, a.who) != side) REFUSE("8.9.1-a", a.who);
  if (b.field.is_unit(a.who)) {  // an escort, as if of a Maneuver Unit
    if (!b.pos.on_map(a.who) || !b.pos.has(a.who, kInMu)) REFUSE("8.9.1.1-a", a.who);
    if (b.pos.has(a.who, kMoved)) REFUSE("8.4-c", a.who);
    return {};
  }
  const LeaderState& s = b.pos.leader[b.field.officer(a.who)];
  if (s.fate != Fate::OnMap || s.flags & kRode) REFUSE("8.1.2-a", a.who);
  if (friend_at(b, s.hex, side) && b.pos.unit[top_at(b, s.hex)].order == Order::Pgd) by("8.1.6-c");
  if (s.flags & kHoldsChit) REFUSE("8.9.1-a", a.who);  // A23: his own chit will move him
  if (s.post != b.field.officer(a.who)) by("8.2.6.3-b");
  return {};
}

// Leaders cross any zone but no enemy unit (13.1.4-a).
LeaderRide PlaceLeader::known(const Look& b) const {
  const int k = b.field.officer(leader), allowance = 2 * b.field.officers[std::size_t(k)].mp;
  const Seat side = b.field.officers[std::size_t(k)].side;
  LeaderRide out;
  out.cost.fill(255);
  FixedVector<HexId, 4 * kHexes> queue;
  out.cost[b.pos.leader[k].hex] = 0;
  queue.push_back(b.pos.leader[k].hex);
  for (int i = 0; i < queue.size(); ++i)
    for (int d = 0; d < 6; ++d) {
      const Edge& e = edge(b, queue[i], d);
      if (e.to == kNoHex || e.cost[int(Class::Leader)] == kProhibited) continue;
      const int cost = out.cost[queue[i]] + e.cost[int(Class::Leader)];
      if (cost > allowance || cost >= out.cost[e.to] || (enemy_at(b, e.to, side) && by("10.1.1-b"))) continue;
      out.cost[e.to] = uint8_t(cost);
      if (!queue.full()) queue.push_back(e.to);
    }
  return out;
}

// Farther than its rope from every unit of the formations he must stay with, if there are any.
static bool strays(const Look& b, int k, HexId h) {
  for (const Tether& t : b.field.tethers) {
    if (t.leader != k) continue;
    bool any = false, near = false;
    for (const UnitId u : all_units(b.field)) {
      if (!b.pos.on_map(u) || !std::count(t.formations.begin(), t.formations.end(), counter(b, u).formation)) continue;
      any = true, near |= distance(b.field.grid, footprint(b, u), h) <= t.reach;
    }
    if (any && !near) return true;
  }
  return false;
}

Refusal PlaceLeader::barred(const Look& b, const LeaderRide& ride, Action a) const {
  if (a.who != leader) REFUSE("8.1.2-a", a.who);
  if (a.verb == Verb::Stop) return {};
  const int k = b.field.officer(leader);
  if (a.hex >= b.field.grid.size() || a.hex == b.pos.leader[k].hex) REFUSE("13.1.1-d", leader, a.hex);
  const Seat side = side_of(b, leader);
  if (enemy_at(b, a.hex, side)) REFUSE("13.1.4-a", leader, a.hex);
  if (leader_in(b, a.hex, other(side)) && !friend_at(b, a.hex, side)) REFUSE("8.1.4-g", leader, a.hex);
  if (ride.cost[a.hex] == 255) REFUSE("13.1.7-a", leader, a.hex);
  if (strays(b, k, a.hex)) REFUSE("QB-7", leader, a.hex);
  const LeaderState& s = b.pos.leader[k];
  if (b.pos.chit == Chit::Regroup && s.goal != kNoHex && b.field.grid.distance(a.hex, s.goal) >= b.field.grid.distance(s.hex, s.goal))
    REFUSE("8.7.3-b", leader, a.hex);
  return {};
}

static int count_points(const Look& b, Seat side) {
  int n = 0;
  for (int k = 0; k < b.field.officer_count(); ++k)
    n += b.field.officers[std::size_t(k)].side == side && b.field.officers[std::size_t(k)].command_point &&
         b.pos.leader[k].fate == Fate::OnMap && (b.pos.leader[k].post == k || b.pos.leader[k].post == kNone);  // 8.2.5-b
  return by("8.3.2-a", "8.3.2-b", "8.2.6.1-a", "8.2.6.1-b"), n;
}

// One Maneuver Unit, corps or march bought with a Command Point.
static Mu kind_of(Verb v) { return v == Verb::Order ? Mu::Corps : v == Verb::MarchColumn ? Mu::MarchColumn : Mu::Own; }

static void spend_point(Run& r, int seat) {
  by("7.1.3-a", "8.3.3-a"), --r.pos.points[seat], ++r.pos.formed[seat];
}

static void begin_command(Run& r) {
  r.pos.segment = Segment::Command;
  r.pos.division = kNone, r.pos.closed = 0, r.pos.formed[0] = r.pos.formed[1] = 0;
  for (int seat = 0; seat < 2; ++seat) r.pos.points[seat] = uint8_t(count_points(r.look(), Seat(seat)));
  activate_corps(r);
  check_marches(r);
  mark_command(r);
}

Flow Command::run(Run& r) {
  BEGIN;
  STEP("7.1.1-a");
  by("8.3.2-a");
  CALL(FillPosts{});
  begin_command(r);
  STEP("7.1.2-a");
  for (i = 0; i < 2; ++i) CALL(AssignAssets{Seat(i)});
  mark_command(r);
  STEP("7.1.3-b");
  seat = r.pos.points[1] > r.pos.points[0];
  while (r.pos.points[0] == r.pos.points[1]) {  // 8.4.1-b
    STEP("8.4.1-b");
    ROLL(Dice::D6, kAnyFace, FirstUnitDie{Seat::First});
    die = uint8_t(r.face());
    ROLL(Dice::D6, kAnyFace, FirstUnitDie{Seat::Second});
    if (r.face() == die) continue;
    seat = r.face() > die;
    break;
  }
  first = seat;
  STEP("7.1.3-a");
  while (r.pos.points[0] + r.pos.points[1] > 0) {
    if (r.pos.points[seat]) {
      ASK(CreateMu{Seat(seat)});
      if (r.answer().verb == Verb::Pass) r.pos.points[seat] = 0;  // a side that passes is done, A81
      else {
        spend_point(r, seat);
        leader = r.answer().who;
        if (r.answer().verb == Verb::Administrative) CALL(OrderMarch{leader});
        else create_mu(r, leader, kind_of(r.answer().verb));
      }
    }
    seat = uint8_t(1 - seat);
  }
  for (i = 0; i < 2; ++i) CALL(Initiative{Seat(i ? 1 - first : first)});
  STEP("7.1.4-a");
  by("5.3.11-a"), r.pos.chits = (1 << kActionChits) - 1;
  r.pos.drawer = first;  // A107
  END;
}

Flow RideLeader::run(Run& r) {
  BEGIN;
  STEP("8.1.2-a");
  by("10.1.3-f");  // nobody fires at a leader who rides
  ASK(PlaceLeader{leader});
  by("7.2.1-e"), r.pos.leader[r.field.officer(leader)].flags |= kRode;
  if (r.answer().verb == Verb::Place) {
    r.pos.leader[r.field.officer(leader)].hex = r.answer().hex;
    r.tell({.fact = Fact::CommanderMoved, .who = leader, .hex = r.answer().hex, .why = cite("8.9.1-a")});
  }
  END;
}

// Escorts with their leader, or next to him, when the chit is drawn.
static void mark_escorts(Run& r) {
  for (const UnitId u : all_units(r.field)) {
    r.pos.drop(u, kInMu);
    const uint8_t k = counter(r.look(), u).escorts;
    if (k == kNone || !r.pos.on_map(u) || r.pos.has(u, kMoved) || r.pos.unit[u].order == Order::Pgd || r.pos.leader[k].fate != Fate::OnMap) continue;
    if (distance(r.field.grid, footprint(r.look(), u), r.pos.leader[k].hex) <= 1) r.pos.set(u, kInMu);
  }
}

Flow LeaderChit::run(Run& r) {
  BEGIN;
  mark_escorts(r);
  for (i = 0; i < 2; ++i) {
    for (;;) {
      STEP("8.9-a");
      ASK(ChooseLeader{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
      if (r.answer().verb == Verb::Done) break;
      if (r.field.is_unit(r.answer().who)) {
        take_up(r, r.answer());
        CALL(Moving{});
        continue;
      }
      CALL(RideLeader{r.answer().who});
    }
    if (charges_declared(r.look())) {
      STEP("7.2.2-a");
      CALL(ChargePhase{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
    }
  }
  END;
}

}  // namespace tambour::bataille
