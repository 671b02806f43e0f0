// How good a position is, in hundredths of a strength point, part by part.
#include <algorithm>

#include "battle/approach.h"
#include "battle/weigh.h"
#include "rules/siecle/ch15_victory.h"
#include "rules/siecle/game.h"

namespace tambour::siecle {
namespace {

constexpr int kFar = 40;  // movement points beyond which a goal does not draw a unit

int unit_worth(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (s.fate != Fate::OnMap && s.fate != Fate::ToCome) return 0;
  const int whole = strength(b, u) * (30 + 10 * counter(b, u).mf[b.pos.has(u, kFlipped)]) + (is_gun(b, u) ? 150 : 0);
  return s.order == Order::Good ? whole : s.order == Order::Disorganised ? whole * 4 / 5 : whole * 2 / 5;
}

// A unit is drawn to the goal that promises most; one that is held needs only somebody near.
int pull(const Look& b, std::span<const Goal> goals, UnitId u) {
  const HexId h = b.pos.at(u);
  int best = 0;
  for (const Goal& g : goals) {
    const UnitId top = b.pos.stack.top(g.hex);
    const bool held = top != kNoUnit && side_of(b, top) == side_of(b, u);
    const int weight = g.side == side_of(b, u) && !held ? 2 * g.points : g.points;
    const int far = (held && h != g.hex) || is_gun(b, u) ? std::max<int>(g.far[h], 2) : g.far[h];
    best = std::max(best, weight * std::max(0, kFar - far));
  }
  return best * strength(b, u) / 5;
}

// What stands against a unit's hex: enough to attack it is good for the enemy, too little is asking for it.
int contact(const Look& b, UnitId u) {
  int attackers = 0, defenders = 0;
  for (UnitId x : b.pos.stack.in(b.pos.at(u))) defenders += is_gun(b, x) ? 0 : strength(b, x);
  for (int k = 0; k < 6; ++k) {
    const Edge& e = edge(b, b.pos.at(u), k);
    if (e.to == kNoHex || b.pos.stack.empty(e.to) || side_of(b, b.pos.stack.top(e.to)) == side_of(b, u)) continue;
    for (UnitId x : b.pos.stack.in(e.to))
      if (b.pos.unit[x].order == Order::Good && !is_gun(b, x)) attackers += strength(b, x);
  }
  return contact_worth(attackers, defenders, 25, 8);
}

// A commander goes where his men go, a little behind them, or they soon stand still; alone he must keep clear of the enemy.
int commander_worth(const Look& b, std::span<const Goal> goals, int k) {
  const HexId h = b.pos.officer[k].hex;
  const Seat side = officer(b, k).side;
  int value = 0;
  for (const Goal& g : goals)
    value = std::max(value, g.points * (g.side == side ? 2 : 1) * std::max(0, kFar - std::max<int>(g.far[h], 3)) * 2 / 5);
  value += is_chief(b, k) ? 400 : 150;
  if (!is_alone(b, k)) return value;
  for (UnitId u = 0; u < b.field.unit_count(); ++u)
    if (b.pos.on_map(u) && side_of(b, u) != side && b.pos.unit[u].order == Order::Good && b.field.grid.distance(h, b.pos.at(u)) <= 3)
      return value - 40;
  return value;
}

int morale_worth(const Look& b, int f) {
  const int morale = formation_morale(b, f);
  return morale > 0 ? 60 * std::min(morale, 12) : -400;
}

}  // namespace

std::vector<Goal> find_goals(const Field& field) {
  std::vector<Goal> out;
  for (const VictoryLine& v : field.victory) {
    if (v.points <= 0 || (v.aim != Aim::Hold && v.aim != Aim::Any && v.aim != Aim::Sole)) continue;
    for (HexId h : v.hexes)
      out.push_back({v.side, v.points, h, approach(field.grid, h, [&](HexId from, int k, HexId) {
                       const Edge& e = field.edges[from][std::size_t(k)];
                       return e.closed ? -1 : int(e.cost);
                     })});
  }
  return out;
}

SiecleGame::Parts SiecleGame::parts(const State& s, Seat seat) const {
  const Look b = look(s);
  Parts out{};
  if (s.over()) {
    const Outcome o = outcome(s);
    out[kPoints] = o.winner == Seat::Nobody ? 0 : (o.winner == seat ? 1 : -1) * (b.pos.verdict & kMajor ? 200'000 : 100'000);
    return out;
  }
  const auto sign = [seat](Seat side) { return side == seat ? 1 : -1; };
  const int late = 60 + 140 * b.pos.turn / std::max(1, field().turns);  // points count for more the nearer the end is
  out[kPoints] = late * (victory_points(b, seat) - victory_points(b, other(seat)));
  for (UnitId u = 0; u < field().unit_count(); ++u) {
    const int mine = sign(counter(b, u).side);
    out[kStrength] += mine * unit_worth(b, u);
    if (!b.pos.on_map(u)) continue;
    if (b.pos.unit[u].order == Order::Good) out[kWay] += mine * pull(b, goals_, u);
    if (b.pos.stack.top(b.pos.at(u)) == u) out[kContact] -= mine * contact(b, u);
  }
  for (int f = 0; f < int(field().formations.size()); ++f)
    if (in_play(b, f)) out[kMorale] += sign(field().formations[std::size_t(f)].side) * morale_worth(b, f);
  for (int k = 0; k < int(field().officers.size()); ++k)
    if (present(b, k)) out[kCommanders] += sign(officer(b, k).side) * commander_worth(b, goals_, k);
  return out;
}

int SiecleGame::evaluate(const State& s, Seat seat) const { return sum_of(parts(s, seat)); }

std::vector<std::pair<std::string, int>> SiecleGame::weigh(const State& s, Seat seat) const {
  static constexpr const char* kNames[] = {"victory points",         "strength and order",       "the way to what is worth points",
                                           "contact with good odds", "morale of the formations", "commanders"};
  return named(parts(s, seat), kNames);
}

}  // namespace tambour::siecle
