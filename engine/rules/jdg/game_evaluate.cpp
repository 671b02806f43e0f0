// How good a position is, in hundredths of a strength point: strength and order, points, the way to what is worth points, contact
// and flanks, orders. Shared by the books of the family.
#include <algorithm>

#include "battle/approach.h"
#include "battle/weigh.h"
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch06_zones.h"
#include "rules/jdg/ch13_victory.h"
#include "rules/jdg/game.h"

namespace tambour::jdg {
namespace {

constexpr int kFar = 40;  // movement points beyond which a goal does not draw a unit

int hex_points(const Award& a) {
  const bool place = a.kind <= AwardKind::Entered;
  return place && a.points > 0 ? std::max(1, a.points / int(a.hexes.size())) : 0;
}

bool stands(const Look& b, HexId h, Seat s) {
  const UnitId top = b.pos.stacks.top(h);
  return top != kNoUnit && side(b, top) == s;
}

int worth(const UnitCard& c) { return c.front.sp * 100 + c.front.cohesion * 60; }

// A unit in good order is drawn to the goal that promises most; what is safely held needs only somebody near.
int pull(const Look& b, std::span<const Goal> goals, UnitId u) {
  const UnitCard& c = card(b, u);
  const HexId h = hex_of(b, u);
  int best = 0;
  for (const Goal& g : goals) {
    const bool mine = g.side == c.side, there = stands(b, g.hex, c.side);
    const int weight = mine && !there ? 2 * g.points : g.points;
    int far = g.way[std::size_t(c.arm)][h];
    if (c.arm == Arm::Artillery || (there && h != g.hex)) far = std::max(far, 2);
    best = std::max(best, weight * std::max(0, kFar - far));
  }
  return best * c.front.sp / 5;
}

// What stands against an enemy hex: enough to attack it is good, too little is asking for it.
int contact(const Look& b, HexId h, Seat me) {
  int attackers = 0, defenders = 0;
  for (UnitId u : b.pos.stacks.in(h))
    if (!is_gun(b, u)) defenders += ratings(b, u).sp;
  for (int k = 0; k < 6; ++k) {
    const HexId n = across(b, h, k);
    if (n == kNoHex || !stands(b, n, me)) continue;
    for (UnitId u : b.pos.stacks.in(n))
      if (is_good(b, u) && !is_gun(b, u) && in_front(b, u, h)) attackers += ratings(b, u).sp;
  }
  defenders -= b.field.ground(h).shock;  // modifiers of the ground count against the attacker
  return contact_worth(attackers, defenders, 10, 4);
}

// Within reach of a commander who can give it orders.
bool commanded(const Look& b, UnitId u) {
  for (int i = 0; i < b.field.leader_count(); ++i) {
    const CommanderCard& c = b.field.commanders[std::size_t(i)];
    if (c.side == side(b, u) && commander_present(b, i) && b.field.grid.distance(b.pos.leader_at[i], hex_of(b, u)) <= c.range) return true;
  }
  return false;
}

int standing(const Look& b, UnitId u) {
  const UnitCard& c = card(b, u);
  const HexId h = hex_of(b, u);
  int value = 0;
  const bool shaken = !is_good(b, u);
  for (int k = 0; k < 6; ++k) {
    const HexId n = across(b, h, k);
    if (n == kNoHex || !enemy_in(b, n, c.side)) continue;
    if (shaken || is_gun(b, u)) value -= worth(c) / 6;                            // out of reach is better
    else if (!has_six_fronts(b, u) && !in_front(b, u, n)) value -= worth(c) / 6;  // somebody at its flank or rear
  }
  return value;
}

}  // namespace

std::vector<Goal> find_goals(const Field& field) {
  std::vector<Goal> out;
  const auto add = [&](Seat s, int points, HexId h) {
    for (Goal& g : out)
      if (g.side == s && g.hex == h) return void(g.points = std::max(g.points, points));
    Goal g{s, points, h, {}};
    for (int arm = 0; arm < 3; ++arm)
      g.way[std::size_t(arm)] = approach(field.grid, h, [&](HexId from, int, HexId to) {
        const Passage& p = field.passage[to][std::size_t(arm)][std::size_t(field.grid.side_to(to, from))];
        return p.road < 0 ? int(p.plain) : p.plain < 0 ? int(p.road) : std::min<int>(p.road, p.plain);
      });
    out.push_back(std::move(g));
  };
  for (const Award& a : field.awards)
    if (const int points = hex_points(a))
      for (HexId h : a.hexes) add(a.side, points, h);
  for (const Automatic& a : field.automatic)
    for (const auto* hexes : {&a.hold, &a.good_in})
      for (HexId h : *hexes) add(a.side, 6, h);
  return out;
}

FamilyGame::Parts FamilyGame::parts(const State& s, Seat seat) const {
  const Look b = look(s);
  Parts out{};
  if (s.over()) {
    out[kPoints] = b.pos.winner == Seat::Nobody ? 0 : (b.pos.winner == seat ? 1 : -1) * (b.pos.major ? 200'000 : 100'000);
    return out;
  }
  const int late = 250 + 750 * b.pos.turn / std::max(1, field().battle.turns);  // points count for more the nearer the end is
  out[kPoints] = late * (score(b, seat) - score(b, other(seat)));
  for (UnitId u = 0; u < field().unit_count(); ++u) {
    const UnitCard& c = field().units[u];
    const int sign = c.side == seat ? 1 : -1;
    static constexpr int kOrder[] = {100, 80, 35, 0, 97};  // good order, disordered, routed, gone, still to come
    out[kStrength] += sign * worth(c) * kOrder[int(b.pos.unit[u].status)] / 100;
    if (!on_map(b, u) || is_routed(b, u)) continue;
    out[kFlanks] += sign * standing(b, u);
    if (is_good(b, u)) out[kWay] += sign * pull(b, goals_, u);
    if (keeps_orders() && b.pos.phase <= Phase::Activation && has_orders(b, u)) out[kCommand] += sign * 10 * c.front.sp;
    if (keeps_orders() && commanded(b, u)) out[kCommand] += sign * 4 * c.front.sp;
    if (b.pos.stacks.top(hex_of(b, u)) == u) out[kContact] -= sign * contact(b, hex_of(b, u), other(c.side));
  }
  return out;
}

int FamilyGame::evaluate(const State& s, Seat seat) const { return sum_of(parts(s, seat)); }

std::vector<std::pair<std::string, int>> FamilyGame::weigh(const State& s, Seat seat) const {
  static constexpr const char* kNames[] = {"victory points",         "strength and order", "the way to what is worth points",
                                           "contact with good odds", "secure flanks",      "command and orders"};
  return named(parts(s, seat), kNames);
}

}  // namespace tambour::jdg
