// SPDX-License-Identifier: MIT
// How good a position is, in hundredths of a strength point: strength and order, points, the way to what is worth points, contact
// and flanks, orders. Shared by the books of the family.
#include <algorithm>
#include <bit>

#include "battle/weigh.h"
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch06_zones.h"
#include "rules/jdg/ch13_victory.h"
#include "rules/jdg/game.h"

namespace tambour::jdg {
namespace {

int hex_points(const Award& a) {
  const bool place = a.kind <= AwardKind::Entered;
  return place && a.points > 0 ? std::max(1, a.points / int(a.hexes.size())) : 0;
}

int worth(const Counter& c) { return c.front.sp * 100 + c.front.cohesion * 60; }

// The sides of a unit's hex that lie before it, as bits.
int front_sides(const Look& b, UnitId u) {
  if (has_six_fronts(b, u)) return 63;
  return 1 << state(b, u).facing | 1 << turn(state(b, u).facing, 1);
}

int enemy_sides(const Look& b, HexId h, Seat me) {
  int sides = 0;
  if (!enemy_adjacent(b, h, me)) return sides;
  for (int k = 0; k < 6; ++k)
    if (const HexId n = across(b, h, k); n != kNoHex && enemy_in(b, n, me)) sides |= 1 << k;
  return sides;
}

// Value to the enemy of the strength he has next to a hex: good if it is enough to attack, a penalty if it is too little.
int contact(const Look& b, HexId h, int enemies) {
  int attackers = 0, defenders = 0;
  for (UnitId u : b.pos.stack.in(h))
    if (!is_gun(b, u)) defenders += ratings(b, u).sp;
  for (; enemies; enemies &= enemies - 1) {
    const int k = std::countr_zero(unsigned(enemies));
    for (UnitId u : b.pos.stack.in(across(b, h, k)))
      if (is_good(b, u) && !is_gun(b, u) && front_sides(b, u) >> opposite(k) & 1) attackers += ratings(b, u).sp;
  }
  defenders -= b.field.ground(h).shock;  // modifiers of the ground count against the attacker
  return contact_worth(attackers, defenders, 7, 3);
}

// Somebody at its flank or rear, or anybody at all next to guns and the shaken: out of reach is better.
int exposed(const Look& b, UnitId u, int enemies) {
  const bool helpless = !is_good(b, u) || is_gun(b, u);
  return std::popcount(unsigned(helpless ? enemies : enemies & ~front_sides(b, u)));
}

// Commanders who can give orders, by side.
struct Commanders {
  struct One {
    Cube at;
    int range;
  };
  FixedVector<One, kMaxLeaders> of[2];
  explicit Commanders(const Look& b) {
    for (int i = 0; i < b.field.leader_count(); ++i)
      if (const Commander& c = b.field.commanders[std::size_t(i)]; commander_present(b, i))
        of[index(c.side)].push_back({b.field.grid.cube(b.pos.leader_at[i]), c.range});
  }
  bool reach(Seat side, Cube at) const {
    const auto& own = of[index(side)];
    return std::any_of(own.begin(), own.end(), [&](const One& c) { return length(c.at - at) <= c.range; });
  }
};

}  // namespace

static std::vector<Goal> find_goals(const Field& field) {
  std::vector<Goal> out;
  const auto add = [&](Seat s, int points, HexId h) {
    for (Goal& g : out)
      if (g.side == s && g.hex == h) return void(g.points = std::max(g.points, points));
    out.push_back({s, points, h});
  };
  for (const Award& a : field.awards)
    if (const int points = hex_points(a))
      for (HexId h : a.hexes) add(a.side, points, h);
  for (const Automatic& a : field.automatic)
    for (const auto* hexes : {&a.hold, &a.good_in})
      for (HexId h : *hexes) add(a.side, 6, h);
  return out;
}

GoalField make_goal_field(const Field& field, Arm arm) {
  return GoalField(field.grid, find_goals(field), [&](HexId from, int, HexId to) {
    const Passage& p = field.passage[to][std::size_t(arm)][std::size_t(field.grid.side_to(to, from))];
    return p.road < 0 ? int(p.plain) : p.plain < 0 ? int(p.road) : std::min<int>(p.road, p.plain);
  });
}

FamilyGame::Parts FamilyGame::parts(const State& s, Seat seat, Detail detail) const {
  const Look b = look(s);
  Parts out{};
  if (s.over()) {
    out[kPoints] = b.pos.winner == Seat::Nobody ? 0 : (b.pos.winner == seat ? 1 : -1) * (b.pos.major ? 200'000 : 100'000);
    return out;
  }
  const int late = 250 + 750 * b.pos.turn / std::max(1, field().battle.turns);  // points count for more the nearer the end is
  const int margin = score(b, seat) - score(b, other(seat));
  out[kPoints] = late * margin + verdict_worth(margin, field().draw_margin + 1, b.pos.turn, field().battle.turns);
  GoalField::Presence presence;
  goal_field_[0].clear(presence);
  const bool full = detail == Detail::Full;
  FacingBonus facing_bonus;
  for (UnitId u : all_units(field()))
    if (full && b.pos.at(u) != kNoHex) facing_bonus.add(field().units[u].side, field().grid.cube(b.pos.at(u)));
  GoalField::GoalValue value[2];
  for (Seat me : {Seat::First, Seat::Second})
    goal_field_[0].value_goals(
        me, [&](std::size_t, HexId h) { return friend_in(b, h, me); }, value[index(me)]);
  const bool orders = keeps_orders(), given = orders && b.pos.phase <= Phase::Activation;
  const Commanders commanders(b);
  for (UnitId u : all_units(field())) {
    const Counter& c = field().units[u];
    const int sign = c.side == seat ? 1 : -1;
    static constexpr int kOrder[] = {100, 80, 35, 0, 97};  // good order, disordered, routed, gone, still to come
    out[kStrength] += sign * worth(c) * kOrder[int(b.pos.unit[u].condition)] / 100;
    const HexId h = b.pos.at(u);
    if (h == kNoHex || is_routed(b, u)) continue;
    const Cube at = field().grid.cube(h);
    const int off = is_gun(b, u) ? GoalField::kBy : 0;
    if (is_good(b, u)) out[kWay] += sign * (goal_field_[std::size_t(c.arm)].best_goal(h, value[index(c.side)], off) * c.front.sp / 5);
    if (!is_gun(b, u)) goal_field_[std::size_t(c.arm)].add_presence(h, c.side, ratings(b, u).sp, presence);
    if (full && !has_six_fronts(b, u)) out[kFlanks] += sign * facing_bonus.worth(c.side, at, state(b, u).facing);
    if (given && has_orders(b, u)) out[kCommand] += sign * 10 * c.front.sp;
    if (orders && commanders.reach(c.side, at)) out[kCommand] += sign * 4 * c.front.sp;
    const int enemies = enemy_sides(b, h, c.side);
    if (!enemies) continue;
    out[kFlanks] -= sign * exposed(b, u, enemies) * (worth(c) / 9);
    if (b.pos.stack.top(h) == u) out[kContact] -= sign * contact(b, h, enemies);
  }
  out[kGround] = ground_worth(goal_field_[0].ground(presence, seat, 40), detail, b.pos.turn, field().battle.turns);
  return out;
}

int FamilyGame::evaluate(const State& s, Seat seat, Detail detail) const { return sum_of(parts(s, seat, detail)); }

std::vector<std::pair<std::string, int>> FamilyGame::weigh(const State& s, Seat seat) const {
  static constexpr const char* kNames[] = {"victory points",         "strength and order",     "the way to what is worth points",
                                           "the ground that counts", "contact with good odds", "secure flanks",
                                           "command and orders"};
  return named(parts(s, seat, Detail::Full), kNames);
}

}  // namespace tambour::jdg
