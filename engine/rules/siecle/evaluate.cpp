// SPDX-License-Identifier: MIT
// How good a position is, in hundredths of a strength point, part by part.
#include <algorithm>
#include <bit>

#include "battle/weigh.h"
#include "rules/siecle/ch08_zones.h"
#include "rules/siecle/ch15_victory.h"
#include "rules/siecle/game.h"

namespace tambour::siecle {
namespace {

int unit_worth(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (s.fate != Fate::OnMap && s.fate != Fate::ToCome) return 0;
  const int whole = strength(b, u) * (30 + 10 * counter(b, u).mf[b.pos.has(u, kFlipped)]) + (is_gun(b, u) ? 150 : 0);
  return s.order == Order::Good ? whole : s.order == Order::Disorganised ? whole * 4 / 5 : whole * 2 / 5;
}

int enemy_sides(const Look& b, UnitId u) {
  int sides = 0;
  if (!next_to_enemy(b, b.pos.at(u), counter(b, u).side)) return sides;
  for (int k = 0; k < 6; ++k)
    if (holds_enemy(b, edge(b, b.pos.at(u), k).to, counter(b, u).side)) sides |= 1 << k;
  return sides;
}

// Value to the enemy of the strength next to a unit's hex: good if it is enough to attack, a penalty if it is too little.
int contact(const Look& b, UnitId u, int enemies) {
  int attackers = 0, defenders = 0;
  for (UnitId x : b.pos.stack.in(b.pos.at(u))) defenders += is_gun(b, x) ? 0 : strength(b, x);
  for (; enemies; enemies &= enemies - 1) {
    const int k = std::countr_zero(unsigned(enemies));
    for (UnitId x : b.pos.stack.in(edge(b, b.pos.at(u), k).to))
      if (b.pos.unit[x].order == Order::Good && !is_gun(b, x) && is_ahead(b, x, opposite(k))) attackers += strength(b, x);
  }
  return contact_worth(attackers, defenders, 18, 6);
}

// Somebody at its flank or rear, or anybody at all next to guns and the shaken.
int exposed(const Look& b, UnitId u, int enemies) {
  const bool helpless = is_gun(b, u) || b.pos.unit[u].order != Order::Good;
  int count = 0;
  for (; enemies; enemies &= enemies - 1) count += helpless || aspect(b, u, std::countr_zero(unsigned(enemies))) != Aspect::Front;
  return count;
}

bool threatened(const Look& b, HexId h, Seat by) {
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && side_of(b, u) == by && b.pos.unit[u].order == Order::Good && b.field.grid.distance(h, b.pos.at(u)) <= 3)
      return true;
  return false;
}

// Alone a commander must keep clear of the enemy.
int commander_worth(const Look& b, const Outlook& outlook, int k) {
  const HexId h = b.pos.officer[k].hex;
  const Seat side = officer(b, k).side;
  const int value = outlook.ride[index(side)][h] + (is_chief(b, k) ? 400 : 150);
  return is_alone(b, k) && threatened(b, h, other(side)) ? value - 40 : value;
}

// The chief's presence lifts morale, but counted for all it is worth it would nail him and the unit he rides with to the spot.
int morale_worth(const Look& b, int f) {
  return formation_morale(b, f) > 0 ? 60 * std::clamp<int>(b.pos.formation[f].morale, 0, 12) : -400;
}

}  // namespace

static GoalField make_goal_field(const Field& field) {
  std::vector<Goal> goals;
  for (const VictoryLine& v : field.victory)
    if (v.points > 0 && (v.aim == Aim::Hold || v.aim == Aim::Any || v.aim == Aim::Sole))
      for (HexId h : v.hexes) goals.push_back({v.side, v.points, h});
  return GoalField(field.grid, std::move(goals), [&](HexId from, int k, HexId) {
    const Edge& e = field.edges[from][std::size_t(k)];
    return e.closed ? -1 : int(e.cost);
  });
}

Outlook::Outlook(const Field& field) : goal_field(make_goal_field(field)) {
  constexpr int kBehind = 3;
  GoalField::GoalValue value;
  for (Seat side : {Seat::First, Seat::Second}) {
    goal_field.value_goals(
        side, [](std::size_t, HexId) { return false; }, value);
    for (int h = 0; h < field.grid.size(); ++h) ride[index(side)].push_back(int16_t(goal_field.best_goal(HexId(h), value, kBehind) * 2 / 5));
  }
}

SiecleGame::Parts SiecleGame::parts(const State& s, Seat seat, Detail detail) const {
  const Look b = look(s);
  Parts out{};
  if (s.over()) {
    const Outcome o = outcome(s);
    out[kPoints] = o.winner == Seat::Nobody ? 0 : (o.winner == seat ? 1 : -1) * (b.pos.verdict & kMajor ? 200'000 : 100'000);
    return out;
  }
  const auto sign = [seat](Seat side) { return side == seat ? 1 : -1; };
  const int late = 120 + 280 * b.pos.turn / std::max(1, field().battle.turns);  // points count for more the nearer the end is
  const int margin = victory_points(b, seat) - victory_points(b, other(seat));
  out[kPoints] = late * margin + verdict_worth(margin, field().special.minor, b.pos.turn, field().battle.turns);
  GoalField::Presence presence;
  outlook_.goal_field.clear(presence);
  const bool full = detail == Detail::Full;
  FacingBonus facing_bonus;
  for (UnitId u : all_units(field()))
    if (full && b.pos.on_map(u)) facing_bonus.add(counter(b, u).side, field().grid.cube(b.pos.at(u)));
  GoalField::GoalValue value[2];
  for (Seat me : {Seat::First, Seat::Second})
    outlook_.goal_field.value_goals(
        me, [&](std::size_t, HexId h) { return holds_enemy(b, h, other(me)); }, value[index(me)]);
  for (UnitId u : all_units(field())) {
    const int mine = sign(counter(b, u).side);
    out[kStrength] += mine * unit_worth(b, u);
    if (!b.pos.on_map(u)) continue;
    const int drawn = outlook_.goal_field.best_goal(b.pos.at(u), value[index(counter(b, u).side)], is_gun(b, u) ? GoalField::kBy : 0);
    if (b.pos.unit[u].order == Order::Good) out[kWay] += mine * (drawn * strength(b, u) / 5);
    const Seat side = counter(b, u).side;
    if (!b.pos.routed(u)) {
      if (!is_gun(b, u)) outlook_.goal_field.add_presence(b.pos.at(u), side, strength(b, u), presence);
      if (full && !b.pos.has(u, kHedgehog))
        out[kFlanks] += mine * facing_bonus.worth(side, field().grid.cube(b.pos.at(u)), b.pos.unit[u].facing);
    }
    const int enemies = enemy_sides(b, u);
    if (!enemies) continue;
    out[kFlanks] -= mine * exposed(b, u, enemies) * (unit_worth(b, u) / 11);
    if (b.pos.stack.top(b.pos.at(u)) == u) out[kContact] -= mine * contact(b, u, enemies);
  }
  for (int f = 0; f < int(field().formations.size()); ++f)
    if (in_play(b, f)) out[kMorale] += sign(field().formations[std::size_t(f)].side) * morale_worth(b, f);
  for (int k = 0; k < int(field().officers.size()); ++k)
    if (present(b, k)) out[kCommanders] += sign(officer(b, k).side) * commander_worth(b, outlook_, k);
  out[kGround] = ground_worth(outlook_.goal_field.ground(presence, seat, 20), detail, b.pos.turn, field().battle.turns);
  return out;
}

int SiecleGame::evaluate(const State& s, Seat seat, Detail detail) const { return sum_of(parts(s, seat, detail)); }

std::vector<std::pair<std::string, int>> SiecleGame::weigh(const State& s, Seat seat) const {
  static constexpr const char* kNames[] = {
      "victory points",         "strength and order", "the way to what is worth points", "the ground that counts",
      "contact with good odds", "secure flanks",      "morale of the formations",        "commanders"};
  return named(parts(s, seat, Detail::Full), kNames);
}

}  // namespace tambour::siecle
