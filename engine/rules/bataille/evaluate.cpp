// SPDX-License-Identifier: MIT
// How good a position is, in hundredths of an Increment of average infantry, part by part.
#include <algorithm>

#include "battle/weigh.h"
#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/ch12_regiments.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/game.h"
#include "rules/bataille/victory.h"

namespace tambour::bataille {
namespace {

// Enemies at flank or rear, or next to guns and those who have lost their order.
int exposed(const Look& b, UnitId top) {
  int count = 0;
  const bool helpless = is_gun(b, shaper(b, top)) || !good(b, top);
  for (const Neighbour& n : neighbours(b.field.grid, footprint(b, top)))
    if (enemy_at(b, n.hex, side_of(b, top))) count += helpless || aspect(b, top, n.hex) != Aspect::Front;
  return count;
}

// Formations for their moment: Columns march, Lines fight.
int form_worth(const Look& b, UnitId u, int near) {
  const UnitState& s = b.pos.unit[u];
  if (s.order != Order::Good || is_gun(b, u)) return s.form == Form::Limbered && !is_wagon(b, u) && near <= 6 ? -40 : 0;
  if (s.form == Form::Road) return near <= 6 ? -60 : 0;
  if (is_horse(b, u)) return 0;
  if (s.form == Form::Line) return near <= 2 ? 3 * increments(b, u) : -2 * increments(b, u);
  return s.form == Form::Square ? -4 * increments(b, u) : 0;
}

// Where the stacks of a side stand, for the distance to the nearest: asked for every unit of every position.
struct Heads {
  int n = 0;
  int16_t q[kUnits], r[kUnits];
  void add(Cube at) { q[n] = int16_t(at.q), r[n] = int16_t(at.r), ++n; }
  int nearest(Cube at) const {
    int16_t least = 99;
    for (int k = 0; k < n; ++k) {
      const auto dq = int16_t(q[k] - at.q), dr = int16_t(r[k] - at.r), ds = int16_t(dq + dr);
      const auto far = std::max(std::max(dq > 0 ? dq : int16_t(-dq), dr > 0 ? dr : int16_t(-dr)), ds > 0 ? ds : int16_t(-ds));
      least = std::min(least, int16_t(far));
    }
    return least;
  }
};

// Fresh cavalry of each side, by the heads of its stacks.
struct Riders {
  FixedVector<HexId, kHorses> of[2];
};
Riders riders_of(const Look& b) {
  Riders out;
  for (const UnitId u : all_units(b.field))
    if (counter(b, u).horse != kNone && b.pos.on_map(u) && is_fresh_horse(b, u)) out.of[index(side_of(b, u))].push_back(b.pos.at(u));
  return out;
}

// What fresh cavalry within four hexes could ride down: guns alone, skirmishers, Lines, least of all Squares.
int ridden_down(const Look& b, const Prices& p, const Riders& riders, UnitId top) {
  const HexId at = b.pos.at(top);
  const auto& near = riders.of[index(other(side_of(b, top)))];
  if (std::none_of(near.begin(), near.end(), [&](HexId h) { return b.field.grid.distance(h, at) <= 4; })) return 0;
  const UnitId u = shaper(b, top);
  const UnitState& s = b.pos.unit[u];
  if (is_horse(b, u) || ground(b, at).general || (s.form == Form::Square && good(b, u))) return 0;
  const int worth = stack_worth(b, p, top);
  if (s.order != Order::Good || is_gun(b, u)) return worth / 6;
  return s.form == Form::Line || s.form == Form::Skirmish ? worth / 10 : worth / 20;
}

// How far formations are on their way to the next Morale Level (20.3): each level costs every unit some of its nerve.
int levels_lost(const Look& b, Seat seat) {
  int lost[kFormations] = {}, strong[kFormations] = {}, sum = 0;
  for (const UnitId u : all_units(b.field))
    if (!is_gun(b, u)) lost[counter(b, u).formation] += battalions_lost(b, u), strong[counter(b, u).formation] += b.pos.on_map(u);
  for (std::size_t f = 0; f < b.field.formations.size(); ++f) {
    const Formation& card = b.field.formations[f];
    int steps = 0;  // in tenths, between the level reached and the next
    for (int k = 0; k < 3; ++k) {
      const int from = k ? card.level[k - 1] : 0, width = std::max(1, card.level[k] - from);
      steps += 10 * std::clamp(lost[f] - from, 0, width) / width * ((k ? card.steps[k - 1] : 0) - card.steps[k]);
    }
    sum += (card.side == seat ? -1 : 1) * strong[f] * steps;
  }
  return sum;
}

// Points where the sheet counts them, else the verdict as things stand; both for more the nearer the end is.
int verdict_part(const Look& b, Seat seat) {
  const int turn = b.pos.turn, turns = std::max(1, b.field.turns);
  if (!b.field.victory.awards.empty()) {
    const int ahead = victory_points(b, seat) - victory_points(b, other(seat));
    return ahead * (40 + 120 * turn / turns) + verdict_worth(ahead, b.field.victory.margin, turn, turns);
  }
  const VictorySheet& v = b.field.victory;
  int cleared = 0;
  for (const HexId h : v.clear) {
    const UnitId there = top_at(b, h);
    cleared += there == kNoUnit || side_of(b, there) == Seat::First || !good(b, there);
  }
  const uint8_t now = verdict_now(b);
  const int margin = now == kDrawn ? 0 : (now == kFirstWins) == (seat == Seat::First) ? 1 : -1;
  const int lost = std::clamp(b.pos.lost[1] - b.pos.lost[0], -4, 4);  // who has lost more cannot win by waiting
  const int ahead = (lost * (40 + 60 * turn / turns) + 40 * cleared) * (seat == Seat::First ? 1 : -1);
  return ahead + margin * (200 + 400 * turn / turns) + verdict_worth(margin, 1, turn, turns);
}

// Who would not win as things stand has to close with the enemy: hexes to the nearest are his loss.
bool is_pressed(uint8_t verdict, Seat side) { return verdict != (side == Seat::First ? kFirstWins : kSecondWins); }

int leader_worth(const Look& b, int k, int led, const Heads& enemies) {
  const LeaderState& l = b.pos.leader[k];
  if (l.fate != Fate::OnMap) return l.fate == Fate::Away ? 100 : 0;
  const Officer& o = b.field.officers[std::size_t(k)];
  const bool guarded = friend_at(b, l.hex, o.side);
  int worth = 250 + (guarded ? 20 + 4 * o.morale : enemies.nearest(b.field.grid.cube(l.hex)) <= 2 ? -80 : 0);
  // A marker in the cup lets its units move: more than anything they would gain by waiting.
  return worth + 8 * led + (l.flags & kHoldsChit ? 60 + 10 * led : 0);
}

}  // namespace

static GoalField make_goal_field(const Field& field) {
  std::vector<Goal> goals;
  for (const HexId h : field.victory.hold) goals.push_back({Seat::Nobody, 8, h});
  for (const HexId h : field.victory.clear) goals.push_back({Seat::Nobody, 4, h});
  for (const Award& a : field.victory.awards)
    for (const HexId h : a.hexes) goals.push_back({a.side, std::max(1, a.points / std::max(1, int(a.hexes.size()))), h});
  return GoalField(field.grid, std::move(goals), [&](HexId from, int k, HexId) {
    const uint8_t cost = field.edge(from, k).cost[int(Class::Infantry)];
    return cost == kProhibited ? -1 : (cost + 1) / 2;
  });
}

Outlook::Outlook(const Field& field) : goal_field(make_goal_field(field)), prices(field) {}

BatailleGame::Parts BatailleGame::parts(const State& s, Seat seat, Detail detail) const {
  const Look b = look(s);
  Parts out{};
  if (b.pos.verdict) {
    out[kVictory] = b.pos.verdict == kDrawn ? 0 : (b.pos.verdict == kFirstWins) == (seat == Seat::First) ? 100'000 : -100'000;
    return out;
  }
  out[kVictory] = verdict_part(b, seat);
  GoalField::GoalValue value[2];
  for (Seat me : {Seat::First, Seat::Second})
    outlook_.goal_field.value_goals(
        me, [&](std::size_t, HexId h) { return friend_at(b, h, me); }, value[index(me)]);
  GoalField::Presence presence;
  outlook_.goal_field.clear(presence);
  const Prices& p = outlook_.prices;
  const Riders riders = riders_of(b);
  int led[kLeaders] = {};
  const uint8_t now = verdict_now(b);
  const bool pressed[2] = {is_pressed(now, Seat::First), is_pressed(now, Seat::Second)};
  Heads heads[2];
  for (const UnitId u : all_units(field()))
    if (b.pos.on_map(u) && b.pos.stack.top(b.pos.at(u)) == u && !b.pos.has(u, kWrecked)) heads[index(side_of(b, u))].add(field().grid.cube(b.pos.at(u)));
  for (const UnitId u : all_units(field())) {
    if (!b.pos.on_map(u) || b.pos.has(u, kWrecked)) continue;
    const Seat side = side_of(b, u);
    const int mine = side == seat ? 1 : -1;
    out[kStrength] += mine * unit_worth(b, p, u);
    if (b.pos.unit[u].order == Order::Pgd) continue;
    const int inc = increments(b, u);
    const Footprint hexes = shape(field().grid, b.pos.at(u), b.pos.unit[u]);
    int way = 0;
    for (const HexId h : hexes) {
      way = std::max(way, outlook_.goal_field.best_goal(h, value[index(side)], is_gun(b, u) ? 4 : 0));
      if (!is_gun(b, u)) outlook_.goal_field.add_presence(h, side, 6 * inc / hexes.size(), presence);
    }
    if (const uint8_t k = counter(b, u).leader; k != kNone && b.pos.leader[k].hex != kNoHex)
      led[k] += field().grid.distance(b.pos.at(u), b.pos.leader[k].hex) <= field().officers[k].span;
    if (good(b, u)) out[kWay] += mine * way * inc / 24;
    const int near = heads[index(other(side))].nearest(field().grid.cube(b.pos.at(u)));
    out[kForm] += mine * form_worth(b, u, near);
    if (pressed[index(side)] && good(b, u) && !is_gun(b, u)) out[kWay] -= mine * std::min(near, 12) * inc / 3;
    if (b.pos.stack.top(b.pos.at(u)) != u) continue;
    out[kFire] += mine * fire_worth(b, p, u, detail == Detail::Full);
    out[kFlanks] -= mine * exposed(b, u) * unit_worth(b, p, u) / 12;
    out[kRiders] -= mine * ridden_down(b, p, riders, u);
  }
  for (int k = 0; k < field().officer_count(); ++k) {
    const Seat side = field().officers[std::size_t(k)].side;
    out[kCommand] += (side == seat ? 1 : -1) * leader_worth(b, k, led[k], heads[index(other(side))]);
  }
  for (Seat side : {Seat::First, Seat::Second})
    out[kCombats] += (side == seat ? 1 : -1) * (assaults_worth(b, p, side) + charges_worth(b, p, side));
  out[kLevels] = levels_lost(b, seat);
  out[kGround] = ground_worth(outlook_.goal_field.ground(presence, seat, 60), detail, b.pos.turn, field().turns);
  return out;
}

int BatailleGame::evaluate(const State& s, Seat seat, Detail detail) const { return sum_of(parts(s, seat, detail)); }

std::vector<std::pair<std::string, int>> BatailleGame::weigh(const State& s, Seat seat) const {
  static constexpr const char* kNames[] = {
      "the battle's verdict",     "strength and order", "the way to what is worth points", "the ground that counts", "fire that bears",
      "formations in their place", "secure flanks",      "safety from cavalry",             "fights declared",        "morale of the formations",
      "leaders and command"};
  return named(parts(s, seat, Detail::Full), kNames);
}

}  // namespace tambour::bataille
