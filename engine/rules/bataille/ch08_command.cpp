// SPDX-License-Identifier: MIT
// Chapters 7.1 and 8.
#include "rules/bataille/ch08_command.h"

#include <algorithm>

namespace tambour::bataille {

int chit_marker(const Look& b, int chit) { return b.field.officer_count() + chit - int(Chit::Leader); }

static bool holds_stranger(const Look& b, HexId h, int leader) {
  const UnitId top = top_at(b, h);
  if (top == kNoUnit) return false;
  for (UnitId x : b.pos.stack.in(b.pos.at(top)))
    if (counter(b, x).leader != leader) return true;
  return false;
}

// By a way of so many hexes that avoids other commands (8.3.1-e, A52).
bool in_span(const Look& b, int leader, UnitId u) {
  const LeaderState& s = b.pos.leader[leader];
  const Officer& o = b.field.officers[std::size_t(leader)];
  by("3.7-a", "8.3.1-c", "8.3.1-j");
  if (s.fate != Fate::OnMap || !b.pos.on_map(u)) return false;
  const Footprint goal = footprint(b, u);
  if (distance(b.field.grid, goal, s.hex) > o.span) return false;
  if (goal.contains(s.hex)) return true;
  FixedVector<HexId, 400> seen{s.hex};
  int first = 0;
  for (int far = 1; far <= o.span; ++far) {
    const int last = seen.size();
    for (; first < last; ++first)
      for (int k = 0; k < 6; ++k) {
        const HexId n = edge(b, seen[first], k).to;
        if (n == kNoHex || seen.contains(n) || seen.full()) continue;
        if (goal.contains(n)) return true;
        if (!holds_stranger(b, n, leader)) seen.push_back(n);
      }
  }
  return false;
}

void mark_command(Run& r) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    r.pos.drop(u, kInCommand);
    const int leader = counter(r.look(), u).leader;
    if (!r.pos.on_map(u) || r.pos.unit[u].order == Order::Pgd) continue;  // 8.3.1-d
    const uint8_t above = r.field.officers[std::size_t(leader)].superior;
    if (in_span(r.look(), leader, u) || (above != kNone && r.field.officers[above].rank >= 4 && in_span(r.look(), above, u)))  // A110
      r.pos.set(u, kInCommand);
    else r.tell({.fact = Fact::OutOfCommand, .who = u, .why = cite("8.3.1-a")});
  }
}

Refusal CreateMu::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (!b.field.is_officer(a.who) || side_of(b, a.who) != side) REFUSE("7.1.3-c", a.who);
  const int k = b.field.officer(a.who);
  if (b.pos.leader[k].fate != Fate::OnMap || b.pos.leader[k].flags & kHoldsChit) REFUSE("7.1.3-c", a.who);
  for (UnitId u = 0; u < b.field.unit_count(); ++u)
    if (b.pos.has(u, kInCommand) && counter(b, u).leader == k) return {};
  REFUSE("8.3-a", a.who);  // the smallest MU is a leader and a unit (8.4-a)
  return {};
}

Refusal DrawChit::barred(const Look& b, Action a) const {
  const int n = b.field.officer_count();
  if (a.arg < n ? !(b.pos.cup >> a.arg & 1) : a.arg >= n + kActionChits || !(b.pos.chits >> (a.arg - n) & 1)) REFUSE("7.2.1-a");
  return {};
}

Refusal ChooseLeader::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (!b.field.is_officer(a.who) || side_of(b, a.who) != side) REFUSE("8.9.1-a", a.who);
  const LeaderState& s = b.pos.leader[b.field.officer(a.who)];
  if (s.fate != Fate::OnMap || s.flags & kRode) REFUSE("8.1.2-a", a.who);
  if (friend_at(b, s.hex, side) && b.pos.unit[top_at(b, s.hex)].order == Order::Pgd) by("8.1.6-c");
  if (s.flags & kHoldsChit) REFUSE("8.9.1-a", a.who);  // A23: his own chit will move him
  return {};
}

// Half points to ride there; leaders cross any zone but no enemy unit (13.1.4-a).
static bool can_ride(const Look& b, int leader, HexId goal) {
  const int allowance = 2 * b.field.officers[std::size_t(leader)].mp;
  const Seat side = b.field.officers[std::size_t(leader)].side;
  std::array<uint8_t, kHexes> best;
  best.fill(255);
  FixedVector<HexId, kHexes> queue;
  const HexId from = b.pos.leader[leader].hex;
  best[from] = 0;
  queue.push_back(from);
  for (int i = 0; i < queue.size(); ++i)
    for (int k = 0; k < 6; ++k) {
      const Edge& e = edge(b, queue[i], k);
      if (e.to == kNoHex || e.cost[int(Class::Leader)] == kProhibited || enemy_at(b, e.to, side)) continue;
      const int cost = best[queue[i]] + e.cost[int(Class::Leader)];
      if (cost > allowance || cost >= best[e.to]) continue;
      best[e.to] = uint8_t(cost);
      if (!queue.full()) queue.push_back(e.to);
    }
  return by("10.1.1-b"), best[goal] <= allowance;
}

Refusal PlaceLeader::barred(const Look& b, Action a) const {
  if (a.who != leader) REFUSE("8.1.2-a", a.who);
  if (a.verb == Verb::Stop) return {};
  const int k = b.field.officer(leader);
  if (a.hex >= b.field.grid.size() || a.hex == b.pos.leader[k].hex) REFUSE("13.1.1-d", leader, a.hex);
  const Seat side = side_of(b, leader);
  if (enemy_at(b, a.hex, side)) REFUSE("13.1.4-a", leader, a.hex);
  if (leader_in(b, a.hex, other(side)) && !friend_at(b, a.hex, side)) REFUSE("8.1.4-g", leader, a.hex);
  if (!can_ride(b, k, a.hex)) REFUSE("13.1.7-a", leader, a.hex);
  return {};
}

static int count_points(const Look& b, Seat side) {
  int n = 0;
  by("8.3.2-a", "8.3.2-b", "8.2.6.1-a", "8.2.6.1-b");
  for (int k = 0; k < b.field.officer_count(); ++k)
    n += b.field.officers[std::size_t(k)].side == side && b.field.officers[std::size_t(k)].command_point &&
         b.pos.leader[k].fate == Fate::OnMap;
  return n;
}

static void create_mu(Run& r, UnitId leader) {
  const int k = r.field.officer(leader);
  --r.pos.points[index(side_of(r.look(), leader))];
  r.pos.leader[k].flags |= kHoldsChit;
  r.pos.cup |= 1u << k;
  by("5.3.9-a", "8.4.1-a", "8.3.3-a", "8.0-a");
  for (UnitId u = 0; u < r.field.unit_count(); ++u)
    if (counter(r.look(), u).leader == k && r.pos.has(u, kInCommand)) r.pos.set(u, kHadMu);
  r.tell({.fact = Fact::MuCreated, .who = leader, .why = cite("7.1.3-c")});
}

Flow Command::run(Run& r) {
  BEGIN;
  STEP("7.1.1-a");
  r.pos.segment = Segment::Command;
  by("8.3.2-a");
  for (seat = 0; seat < 2; ++seat) r.pos.points[seat] = uint8_t(count_points(r.look(), Seat(seat)));  // 8.3.2-a
  STEP("7.1.2-a");
  mark_command(r);
  STEP("7.1.3-b");
  seat = r.pos.points[1] > r.pos.points[0];
  while (r.pos.points[0] == r.pos.points[1]) {  // 8.4.1-b
    STEP("8.4.1-b");
    ROLL(Dice::D6, kAnyFace);
    die = uint8_t(r.face());
    ROLL(Dice::D6, kAnyFace);
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
      else create_mu(r, r.answer().who);
    }
    seat = uint8_t(1 - seat);
  }
  STEP("7.1.4-a");
  r.pos.chits = (1 << kActionChits) - 1;
  by("5.3.11-a");
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

Flow LeaderChit::run(Run& r) {
  BEGIN;
  for (i = 0; i < 2; ++i)
    for (;;) {
      STEP("8.9-a");
      ASK(ChooseLeader{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
      if (r.answer().verb == Verb::Done) break;
      CALL(RideLeader{r.answer().who});
    }
  END;
}

}  // namespace tambour::bataille
