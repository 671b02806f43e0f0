// SPDX-License-Identifier: MIT
// How good a position is, in hundredths of a strength point: points, strength and order, the way to the objectives, contact, flanks
// and command.
#include <algorithm>
#include <bit>

#include "battle/weigh.h"
#include "rules/tng/ch04_orders.h"
#include "rules/tng/game.h"

namespace tambour::tng {
namespace {

int worth(const Counter& c) { return c.good.sp * 100 + c.good.cohesion * 20 + (c.arm == Arm::Artillery ? 200 : 0); }

int enemy_sides(const Look& b, HexId h, Seat me) {
  int sides = 0;
  if (!next_to_enemy(b, h, me)) return sides;
  for (int k = 0; k < 6; ++k)
    if (enemy_in(b, b.field.across(h, k), me)) sides |= 1 << k;
  return sides;
}

// Value to the enemy of the strength he has next to a hex: good if it is enough to attack, a penalty if it is too little.
int contact(const Look& b, HexId h, int enemies) {
  int attackers = 0, defenders = 0;
  for (UnitId u : b.pos.stack.in(h)) defenders += is_gun(b, u) ? 0 : ratings(b, u).sp;
  for (; enemies; enemies &= enemies - 1) {
    const HexId n = b.field.across(h, std::countr_zero(unsigned(enemies)));
    if (!is_front_of_defender(b, n, h)) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (!is_gun(b, u) && !is_disordered(b, u) && !is_routed(b, u)) attackers += ratings(b, u).sp;
  }
  return contact_worth(attackers, defenders, 7, 3);
}

// Somebody at its flank or rear, or anybody at all next to guns and the shaken.
int exposed(const Look& b, UnitId u, int enemies) {
  const bool shaken = is_gun(b, u) || is_disordered(b, u);
  if (is_routed(b, u) || (!shaken && has_six_fronts(b, u))) return 0;
  int count = 0;
  for (; enemies; enemies &= enemies - 1)
    count += shaken || !is_front_of_defender(b, b.pos.at(u), b.field.across(b.pos.at(u), std::countr_zero(unsigned(enemies))));
  return count;
}

}  // namespace

GoalField make_goal_field(const Field& field) {
  std::vector<Goal> goals;
  for (HexId h : field.objectives) goals.push_back({Seat::Nobody, 1, h});
  return GoalField(field.grid, std::move(goals), [&](HexId from, int k, HexId) {
    const Passage& p = field.passage(from, k);
    const int cost = std::min(p.plain[0], p.road[0]);
    return cost >= kClosed ? -1 : cost;
  });
}

TngGame::Parts TngGame::parts(const State& s, Seat seat, Detail detail) const {
  const Look b = look(s);
  Parts out{};
  if (s.over()) {
    out[kPoints] = b.pos.over_winner == Seat::Nobody ? 0 : b.pos.over_winner == seat ? 100'000 : -100'000;
    return out;
  }
  const int late = 150 + 450 * b.pos.turn / std::max(1, field().battle.turns);  // points count for more the nearer the end is
  const int margin = score(b, seat) - score(b, other(seat));
  out[kPoints] = late * margin + verdict_worth(margin, field().draw_under, b.pos.turn, field().battle.turns);
  GoalField::Presence presence;
  goal_field_.clear(presence);
  const bool full = detail == Detail::Full;
  FacingBonus facing_bonus;
  for (UnitId u : all_units(field()))
    if (full && b.pos.on_map(u)) facing_bonus.add(counter(b, u).side, field().grid.cube(b.pos.at(u)));
  GoalField::GoalValue value[2];
  for (Seat me : {Seat::First, Seat::Second})
    goal_field_.value_goals(
        me, [&](std::size_t o, HexId) { return b.pos.owner[o] == me; }, value[index(me)]);
  for (UnitId u : all_units(field())) {
    const Counter& c = counter(b, u);
    const int sign = c.side == seat ? 1 : -1;
    static constexpr int kOrder[] = {100, 80, 40, 0, 97};  // good order, Disordered, Routed, gone, still to come
    if (is_uncalled(b, u)) continue;
    out[kStrength] += sign * (worth(c) * kOrder[int(b.pos.condition[u])] / 100);
    if (!b.pos.on_map(u)) continue;
    const HexId h = b.pos.at(u);
    const int drawn = goal_field_.best_goal(h, value[index(c.side)], is_gun(b, u) ? GoalField::kBy : 0);
    if (!is_routed(b, u) && !is_disordered(b, u)) out[kWay] += sign * (drawn * c.good.sp / 2);
    if (!is_gun(b, u) && !is_routed(b, u)) goal_field_.add_presence(h, c.side, ratings(b, u).sp, presence);
    if (full && !is_routed(b, u) && !has_six_fronts(b, u))
      out[kFlanks] += sign * facing_bonus.worth(c.side, field().grid.cube(h), b.pos.facing[u]);
    if (in_range(b, c.side, h)) out[kCommand] += sign * 10;
    const int enemies = enemy_sides(b, h, c.side);
    if (!enemies) continue;
    out[kFlanks] -= sign * exposed(b, u, enemies) * (worth(c) / 9);
    if (b.pos.stack.top(h) == u) out[kContact] -= sign * contact(b, h, enemies);
  }
  for (std::size_t g = 0; g < field().groups.size(); ++g)
    if (b.pos.collapsed[g]) out[kStrength] += field().groups[g].side == seat ? -600 : 600;
  out[kGround] = ground_worth(goal_field_.ground(presence, seat, 40), detail, b.pos.turn, field().battle.turns);
  return out;
}

int TngGame::evaluate(const State& s, Seat seat, Detail detail) const { return sum_of(parts(s, seat, detail)); }

std::vector<std::pair<std::string, int>> TngGame::weigh(const State& s, Seat seat) const {
  static constexpr const char* kNames[] = {"victory points",
                                           "strength and order",
                                           "the way to the objectives",
                                           "the ground that counts",
                                           "contact with good odds",
                                           "secure flanks",
                                           "command"};
  return named(parts(s, seat, Detail::Full), kNames);
}

}  // namespace tambour::tng
