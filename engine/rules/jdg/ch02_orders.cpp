// SPDX-License-Identifier: MIT
#include "rules/jdg/ch02_orders.h"

#include "battle/groups.h"
#include "play/procedure.h"  // last: its macros
#include "rules/jdg/dice.h"

namespace tambour::jdg {

bool combined_ready(const Look& b, int marker, Seat s) {
  if (!own_marker(b, marker, s) || b.pos.marker[marker] != MarkerState::Out) return false;
  const Marker& m = b.field.markers[std::size_t(marker)];
  return m.kind != MarkerKind::Ordinary && !m.compulsory_turn;
}

Refusal act_barred(const Look& b, UnitId u) {
  const uint8_t g = state(b, u).group;
  if (g != kNoGroup && b.pos.test[g] == GroupTest::Failed && !b.pos.has(u, kReinforcement | kOrdersThisTurn)) REFUSE("2.4.3-e", u);
  if (b.pos.has(u, kStayed)) REFUSE("2.4.2-e", u);
  if (b.pos.turn == 1 && !b.field.idle_first_turn.empty())
    for (UnitId idle : b.field.idle_first_turn)
      if (idle == u && b.pos.segment == Segment::Move) REFUSE("4.1.1-a", u);
  return {};
}

void note_group_acted(Pos& pos, const Look& b, UnitId u) {
  const uint8_t g = state(b, u).group;
  if (g != kNoGroup && pos.test[g] == GroupTest::Untested) pos.test[g] = GroupTest::Declined;
}

bool commander_present(const Look& b, int i) { return (b.pos.leader[i] & kLeaderHere) && !(b.pos.leader[i] & kLeaderLost); }

// 2.5.1-b: nothing on the map obstructs the range.
bool in_command_range(const Look& b, int i, UnitId u) {
  by("2.5.1-a", "2.5.1-b");
  return commander_present(b, i) && b.field.commanders[std::size_t(i)].side == side_of(b, u) && on_map(b, u) &&
         b.field.grid.distance(b.pos.leader_at[i], b.pos.at(u)) <= b.field.commanders[std::size_t(i)].range;
}

bool group_in_range(const Look& b, int i, int group) {
  for (UnitId u : all_units(b.field))
    if (state(b, u).group == group && in_command_range(b, i, u)) return true;
  return false;
}

// 3-a: the side's first commander in office is the designated one; 2.5.2-f, ruling J35: 0 once he is lost.
int initiative_modifier(const Look& b, Seat s) {
  for (int i = 0; i < b.field.leader_count(); ++i) {
    const Commander& c = b.field.commanders[std::size_t(i)];
    if (c.side == s && c.from_turn <= b.pos.turn && b.pos.turn <= c.to_turn) return commander_present(b, i) ? c.modifier : 0;
  }
  return 0;
}

// 2.3.1-a, 2.3.1-b: chains of units of one formation, each within two hexes of the next; 2.3.1-c: fixed for the turn.
void form_groups(Pos& pos, const Field& field) {
  by("2.3.1-a", "2.3.1-b", "2.3.1-c");
  const Look b{field, pos};
  pos.groups = 0;
  for (UnitId u : all_units(field)) pos.unit[u].group = kNoGroup;
  for (std::size_t f = 0; f < field.formations.size(); ++f) {
    FixedVector<UnitId, kMaxCounters> members;
    for (UnitId u : all_units(field))
      if (field.units[u].formation == f && on_map(b, u) && !b.pos.has(u, kReinforcement)) members.push_back(u);
    const auto chain = chains(members, [&](UnitId x, UnitId y) { return field.grid.distance(b.pos.at(x), b.pos.at(y)) <= 2; });
    int last = -1;
    for (int i = 0; i < members.size(); ++i) {
      pos.unit[members[i]].group = uint8_t(pos.groups + chain[i]);
      last = std::max(last, int(chain[i]));
    }
    pos.groups = uint8_t(pos.groups + last + 1);
  }
  std::memset(pos.orders, 0, sizeof pos.orders);
  std::memset(pos.shown, 0, sizeof pos.shown);
  std::memset(pos.test, 0, sizeof pos.test);
}

// 5.2.1-e, 5.2.1-g: it has No Orders, whatever its comrades have, and may test its leader like any group.
void own_group(Pos& pos, UnitId u) {
  if (pos.groups == kMaxGroups) return;
  const uint8_t g = pos.groups++;
  pos.unit[u].group = g;
  pos.orders[g] = 0, pos.shown[g] = 1, pos.test[g] = GroupTest::Untested;
}

namespace {

// A unit that ceases to be a reinforcement belongs to the group it stands near, or makes one of its own.
void join_group(Pos& pos, const Look& b, UnitId u) {
  for (UnitId x : all_units(b.field))
    if (x != u && counter(b, x).formation == counter(b, u).formation && state(b, x).group != kNoGroup &&
        b.field.grid.distance(b.pos.at(x), b.pos.at(u)) <= 2) {
      pos.unit[u].group = state(b, x).group;
      return;
    }
  if (pos.groups < kMaxGroups) pos.unit[u].group = pos.groups++;
}

// Of every group: its first unit, and the commanders who reach it, as bits.
struct Groups {
  UnitId first[kMaxGroups];
  uint8_t reached[kMaxGroups] = {};

  explicit Groups(const Look& b) {
    std::fill(std::begin(first), std::end(first), kNoUnit);
    for (UnitId u : all_units(b.field)) {
      const uint8_t g = state(b, u).group;
      if (g == kNoGroup) continue;
      if (first[g] == kNoUnit) first[g] = u;
      for (int i = 0; i < b.field.leader_count(); ++i)
        if (in_command_range(b, i, u)) reached[g] = uint8_t(reached[g] | 1 << i);
    }
  }
};

// 2.3.2-a, ruling J51: can the groups that have orders, and this one, be shared out among the commanders in range?
bool orders_suffice(const Look& b, const Groups& groups, Seat s, int extra) {
  FixedVector<uint8_t, kMaxGroups> wanted;
  for (int g = 0; g < b.pos.groups; ++g) {
    if (g != extra && !b.pos.orders[g]) continue;
    if (groups.first[g] != kNoUnit && side_of(b, groups.first[g]) == s) wanted.push_back(uint8_t(g));
  }
  int free[kMaxLeaders] = {};
  for (int i = 0; i < b.field.leader_count(); ++i)
    free[i] = b.field.commanders[std::size_t(i)].orders;  // who is lost, or an enemy's, has no group in range
  // Few commanders: give each group to the one in range with the most orders left, those with fewest choices first.
  for (int choices = 1; choices <= b.field.leader_count(); ++choices)
    for (uint8_t g : wanted) {
      if (std::popcount(groups.reached[g]) != choices) continue;
      int best = -1;
      for (int i = 0; i < b.field.leader_count(); ++i)
        if ((groups.reached[g] >> i & 1) && (best < 0 || free[i] > free[best])) best = i;
      if (free[best]-- <= 0) return false;
    }
  return true;
}

struct PlaceOrders {  // 1.A-a to 1.A-c
  QUESTION(PlaceOrders, "Give orders to tactical groups, use special markers, then finish", cite("1.A-c"),
           Verb::Order, Verb::UseMarker, Verb::DropReinforcement, Verb::Done);
  static constexpr bool kRest = true;
  static constexpr bool kAlwaysAsked = true;  // 1.A-c: were the last `done` taken for granted, the enemy would know that no order is left
  Seat who;
  Seat seat(const Look&) const { return who; }

  Groups known(const Look& b) const { return Groups(b); }
  void candidates(const Look& b, const Groups& groups, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (side_of(b, u) != who || !on_map(b, u)) continue;
      if (b.pos.has(u, kReinforcement) && !emit(Action{Verb::DropReinforcement, 0, u})) return;
      const uint8_t g = state(b, u).group;
      if (g != kNoGroup && groups.first[g] == u && !emit(Action{Verb::Order, 0, u})) return;
    }
    each_marker(b, Verb::UseMarker, emit);
  }

  Refusal barred(const Look& b, const Groups& groups, Action a) const {
    if (a.verb == Verb::Done) return {};
    if (a.verb == Verb::UseMarker) {
      if (!combined_ready(b, a.arg, who)) REFUSE("2.1.2-a");
      return {};
    }
    if (!on_map(b, a.who) || side_of(b, a.who) != who) REFUSE("2.3.2-a", a.who);
    if (a.verb == Verb::DropReinforcement) {  // 1.A-b
      if (!b.pos.has(a.who, kReinforcement)) REFUSE("1.A-b", a.who);
      return {};
    }
    const uint8_t g = state(b, a.who).group;
    if (g == kNoGroup || b.pos.orders[g]) REFUSE("2.3.2-a", a.who);
    if (groups.first[g] != a.who) REFUSE("2.3.2-c", groups.first[g]);  // one marker a group: the engine names it by its first unit
    if (!any_commander(b)) REFUSE("2.5.2-f", a.who);
    if (!groups.reached[g]) REFUSE("2.3.2-d", a.who);
    if (!orders_suffice(b, groups, who, g)) REFUSE("2.3.2-a", a.who);
    return {};
  }
  bool any_commander(const Look& b) const {
    for (int i = 0; i < b.field.leader_count(); ++i)
      if (commander_present(b, i) && b.field.commanders[std::size_t(i)].side == who) return true;
    return false;
  }
};

// 2.4.3-c, ruling J72: of several commanders in range the one who helps most; 0 if nobody is.
int best_modifier(const Look& b, int group) {
  int best = -99;
  for (int i = 0; i < b.field.leader_count(); ++i)
    if (group_in_range(b, i, group) && by("2.4.3-c")) best = std::max(best, int(b.field.commanders[std::size_t(i)].modifier));
  return best == -99 ? 0 : best;
}

struct TestLeader {
  QUESTION(TestLeader, "Test the leader's initiative for a group without orders, or go on", cite("2.4.2-a"),
           Verb::TestInitiative, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return active_side(b); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : active_units(b))
      if (on_map(b, u) && !emit(Action{Verb::TestInitiative, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Done) return {};
    if (!on_map(b, a.who) || !is_active(b, a.who)) REFUSE("2.1.1-a", a.who);
    const uint8_t g = state(b, a.who).group;
    if (g == kNoGroup || has_orders(b, a.who)) REFUSE("2.4.3-b", a.who);
    if (b.pos.test[g] != GroupTest::Untested) REFUSE("2.4.2-a", a.who);
    for (UnitId u : units_before(a.who))
      if (state(b, u).group == g && is_active(b, u)) REFUSE("2.4.3-b", u);  // one roll a group, asked for by its first unit
    return {};
  }
};

// Before the first order is placed both sides can see whether there is anything to place.
bool can_place(const Look& b, Seat seat) {
  const PlaceOrders question{seat};
  const Groups groups(b);
  bool found = false;
  question.candidates(b, groups, [&](Action a) {
    found = a.verb != Verb::Done && !question.barred(b, groups, a);
    return !found;
  });
  return found;
}

}  // namespace

Flow OrdersPhase::run(Run& r) {
  BEGIN;
  STEP("1.A-c");
  r.pos.phase = Phase::Orders;
  form_groups(r.pos, r.field);
  for (seat = Seat::First; seat <= Seat::Second; seat = Seat(int(seat) + 1)) {
    if (!can_place(r.look(), seat)) continue;
    for (;;) {
      ASK(PlaceOrders{seat});
      if (r.answer().verb == Verb::Done) break;
      if (r.answer().verb == Verb::Order) {
        STEP("2.3.2-c");
        r.pos.orders[r.pos.unit[r.answer().who].group] = 1;
        r.tell({.fact = Fact::OrderPlaced, .seen_by = mask(seat), .who = r.answer().who, .why = cite("2.3.2-c")});
      } else if (r.answer().verb == Verb::UseMarker) {
        STEP("1.A-a");
        r.pos.marker[r.answer().arg] = MarkerState::InCup;
        r.tell({.fact = Fact::MarkerPlaced, .seen_by = mask(seat), .value = r.answer().arg, .why = cite("2.1.2-a")});
      } else {
        STEP("5.2.1-e");
        r.pos.drop(r.answer().who, kReinforcement);
        r.tell({.fact = Fact::ReinforcementLost, .who = r.answer().who, .why = cite("1.A-b")});
        join_group(r.pos, r.look(), r.answer().who);
      }
    }
  }
  END;
}

// 1.D-b, 2.4-a: the markers of the active formation are turned up; 2.4.3: those without orders may test.
Flow LeaderInitiative::run(Run& r) {
  BEGIN;
  STEP("2.4-a");
  r.pos.segment = Segment::Command;
  for (int g = 0; g < r.pos.groups; ++g) r.pos.test[g] = GroupTest::Untested;
  for (UnitId u : all_units(r.field))
    if (is_active(r.look(), u) && r.pos.unit[u].group != kNoGroup && !r.pos.shown[r.pos.unit[u].group]) {
      r.pos.shown[r.pos.unit[u].group] = 1;
      r.reveal();
      r.tell({.fact = Fact::OrderRevealed, .who = u, .value = r.pos.orders[r.pos.unit[u].group], .why = cite("1.D-b")});
    }
  for (;;) {
    ASK(TestLeader{});
    if (r.answer().verb == Verb::Done) break;
    group = r.pos.unit[r.answer().who].group;
    STEP("2.4.3-a");
    rating = active_marker(r.look())->initiative;
    rating = int8_t(rating + best_modifier(r.look(), group));
    ROLL_D10(test_breaks(rating), LeaderDie{r.answer().who, rating});
    STEP("2.4.3-d");
    r.pos.test[group] = r.face() <= rating ? GroupTest::Passed : GroupTest::Failed;
    if (active_marker(r.look())->kind != MarkerKind::Ordinary)  // one test with a combined marker's rating covers all
      for (int g = 0; g < r.pos.groups; ++g)
        if (r.pos.test[g] == GroupTest::Untested) r.pos.test[g] = r.pos.test[group];
    for (UnitId u : all_units(r.field))
      if (r.pos.unit[u].group == group) {
        r.tell({.fact = r.face() <= rating ? Fact::TestPassed : Fact::TestFailed,
                .who = u,
                .value = int16_t(r.face()),
                .value2 = rating,
                .why = cite("2.4.3-d")});
        break;
      }
  }
  END;
}

}  // namespace tambour::jdg
