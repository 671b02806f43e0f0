#include "rules/tng/game.h"

#include <algorithm>

#include "battle/approach.h"
#include "rules/tng/ch04_orders.h"

namespace tambour::tng {

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  Field field;
  if (!build_field(field, battle, data_directory, trouble)) return nullptr;
  auto game = std::make_unique<TngGame>(std::move(field));
  auto state = std::make_unique<State>();
  game->setup(*state);
  if (const std::string wrong = game->complaint(*state); !wrong.empty()) {
    trouble = {"oob", 0, "the set-up is not legal: " + wrong};
    return nullptr;
  }
  return game;
}

std::optional<int> TngGame::find_marker(std::string_view id) const {
  for (std::size_t m = 0; m < field().markers.size(); ++m)
    if (field().markers[m].id == id) return int(m);
  return std::nullopt;
}

void TngGame::lay_out(Pos& p) const {
  p.stacks.clear();
  std::fill(std::begin(p.command), std::end(p.command), kNoUnit);
  std::fill(std::begin(p.combined), std::end(p.combined), kNone);
  p.turn = 1, p.marker = kNone;
  p.initiative = p.side = p.over_winner = Seat::Nobody;
  for (UnitId u = 0; u < kMaxCounters; ++u) p.health[u] = Health::Gone;
  for (UnitId u = 0; u < field().units.size(); ++u) {
    const Counter& c = field().units[u];
    p.facing[u] = c.facing;
    p.health[u] = c.hex == kNoHex ? Health::Waiting : Health::Good;
    if (c.hex != kNoHex) p.stacks.put_at_bottom(u, c.hex);
  }
  for (int s = 0; s < 2; ++s) p.commander[s] = field().commander(Seat(s)).hex;
  for (auto& owner : p.owner) owner = Seat::Nobody;
  for (std::size_t i = 0; i < field().objectives.size(); ++i) {
    p.owner[i] = field().objective_start[i];
    const UnitId top = p.stacks.top(field().objectives[i]);
    if (p.owner[i] == Seat::Nobody && top != kNoUnit) p.owner[i] = field().units[top].side;
  }
}

void TngGame::setup(State& s) const {
  Run run = begin(s);
  lay_out(run.pos);
  run.call(WholeGame{});
  run.advance();
}

Outcome TngGame::outcome(const State& s) const {
  Outcome out;
  out.over = s.over();
  for (int i = 0; i < 2; ++i) out.points[i] = score(look(s), Seat(i));
  out.winner = out.over ? pos(s).over_winner : Seat::Nobody;
  return out;
}

// Orders the seat cannot have seen are dealt anew among the enemy commands that still lie face down (4.23-a).
void TngGame::resample(State& s, Seat seat, Rng& rng) const {
  Pos& p = pos(s);
  if (seat != Seat::First && seat != Seat::Second) return;
  FixedVector<UnitId, kMaxCounters> hidden;
  int ordered = 0;
  for (UnitId u = 0; u < field().units.size(); ++u) {
    if (field().units[u].side == seat || p.command[u] != u || p.shown[field().units[u].group] || p.orders[u] == Orders::Road) continue;
    hidden.push_back(u);
    ordered += p.orders[u] == Orders::Under;
  }
  for (int left = hidden.size(); left > 0; --left) {
    const bool gets = rng.below(uint32_t(left)) < uint32_t(ordered);
    ordered -= gets;
    const UnitId command = hidden[left - 1];
    for (UnitId u = 0; u < field().units.size(); ++u)
      if (p.command[u] == command && field().units[u].side != seat) p.orders[u] = gets ? Orders::Under : Orders::None;
  }
}

std::string TngGame::complaint(const State& s) const {
  const Look b = look(s);
  for (UnitId u = 0; u < field().units.size(); ++u) {
    const bool there = b.pos.on_map(u), lives = b.pos.health[u] <= Health::Routed;
    if (there != lives) return unit(u) + (there ? " is on the map and should not be" : " has left the map without being lost");
    if (!there) continue;
    if (holder(b, b.pos.at(u)) != side_of(b, u)) return unit(u) + " shares a hex with the enemy";
    if (is_routed(b, u) && is_gun(b, u)) return unit(u) + " is artillery and cannot be routed (8.76)";
    if (b.pos.facing[u] > 5) return unit(u) + " faces nowhere";
    if (in_square(b, u) && is_cavalry(b, u)) return unit(u) + " is cavalry in square";
  }
  const std::string_view question = decision(s).question;
  const bool at_rest = question == "ChooseMover" || question == "ChooseFire" || question == "DeclareAttacks" || question == "PlaceOrders" ||
                       question == "ChooseRally" || question == "RollForDelay" || question == "MoveCommander" || question == "Die" ||
                       s.over();
  if (!at_rest) return {};
  if (question != "Die" && !b.pos.due.empty()) return "results are still owed";
  for (UnitId u = 0; u < field().units.size() && question != "Die"; ++u) {
    if (!b.pos.on_map(u) || b.pos.stacks.top(b.pos.at(u)) != u) continue;
    if (const std::string wrong = stacking_complaint(b, b.pos.at(u)); !wrong.empty()) return wrong;
    if (const UnitId top = top_fighter(b, b.pos.at(u)); top != kNoUnit && cannot_face(b, top, b.pos.at(u), b.pos.facing[top]))
      return "units in hex " + grid().number(b.pos.at(u)) + " face different ways (6.11)";
  }
  return {};
}

std::vector<std::vector<uint8_t>> ways_to_objectives(const Field& field) {
  std::vector<std::vector<uint8_t>> out;
  for (HexId goal : field.objectives)
    out.push_back(approach(field.grid, goal, [&](HexId from, int k, HexId) {
      const Passage& p = field.passage(from, k);
      const int cost = std::min(p.plain[0], p.road[0]);
      return cost >= kClosed ? -1 : cost;
    }));
  return out;
}

namespace {

constexpr int kFar = 40;  // movement points beyond which an objective does not draw a unit

int worth(const Counter& c) { return c.good.sp * 100 + c.good.cohesion * 20 + (c.arm == Arm::Artillery ? 200 : 0); }

// A unit is drawn to the objective that promises most; one that is held needs only somebody near.
int pull(const Look& b, std::span<const std::vector<uint8_t>> ways, UnitId u) {
  const HexId h = b.pos.at(u);
  int best = 0;
  for (std::size_t o = 0; o < ways.size(); ++o) {
    const bool held = b.pos.owner[o] == side_of(b, u);
    const int far = (held && h != b.field.objectives[o]) || is_gun(b, u) ? std::max<int>(ways[o][h], 2) : ways[o][h];
    best = std::max(best, (held ? 1 : 2) * std::max(0, kFar - far));
  }
  return best * card(b, u).good.sp / 2;
}

// Enough strength before an enemy hex to attack it is good, too little is asking for it.
int contact(const Look& b, HexId h, Seat me) {
  int attackers = 0, defenders = 0;
  for (UnitId u : b.pos.stacks.in(h)) defenders += is_gun(b, u) ? 0 : ratings(b, u).sp;
  for (int k = 0; k < 6; ++k) {
    const HexId n = b.field.across(h, k);
    if (n == kNoHex || !enemy_in(b, n, other(me))) continue;
    for (UnitId u : b.pos.stacks.in(n))
      if (!is_gun(b, u) && !is_disordered(b, u) && !is_routed(b, u) && is_front_of_defender(b, n, h)) attackers += ratings(b, u).sp;
  }
  if (!attackers) return 0;
  if (attackers * 2 >= defenders * 3) return 25 * std::min(attackers, 3 * std::max(defenders, 2));
  return attackers >= defenders ? 8 * attackers : -8 * (defenders - attackers);
}

int flanks(const Look& b, UnitId u) {
  if (is_gun(b, u) || has_six_fronts(b, u) || is_routed(b, u)) return 0;
  int value = 0;
  for (int k = 0; k < 6; ++k) {
    const HexId n = b.field.across(b.pos.at(u), k);
    if (n != kNoHex && enemy_in(b, n, side_of(b, u)) && !is_front_of_defender(b, b.pos.at(u), n)) value -= worth(card(b, u)) / 12;
  }
  return value;
}

}  // namespace

// Strength in hundredths by order, points, the way to what is not held, contact, flanks and command.
int TngGame::evaluate(const State& s, Seat seat) const {
  const Look b = look(s);
  if (s.over()) return b.pos.over_winner == Seat::Nobody ? 0 : b.pos.over_winner == seat ? 100'000 : -100'000;
  int out = 0;
  for (UnitId u = 0; u < field().units.size(); ++u) {
    if (b.pos.health[u] == Health::Gone) continue;
    const Counter& c = card(b, u);
    static constexpr int kOrder[] = {100, 70, 30};
    int value = worth(c) * (b.pos.health[u] == Health::Waiting ? 97 : kOrder[int(b.pos.health[u])]) / 100;
    if (b.pos.on_map(u)) {
      const HexId h = b.pos.at(u);
      value += flanks(b, u);
      if (!is_routed(b, u) && !is_disordered(b, u)) value += pull(b, ways_, u);
      if (in_range(b, c.side, h)) value += 10;
      if (b.pos.stacks.top(h) == u) value -= contact(b, h, other(c.side));
    }
    out += c.side == seat ? value : -value;
  }
  const int late = 150 + 450 * b.pos.turn / std::max(1, field().battle.turns);  // points count for more the nearer the end is
  out += late * (score(b, seat) - score(b, other(seat)));
  for (std::size_t g = 0; g < field().groups.size(); ++g)
    if (b.pos.collapsed[g]) out += field().groups[g].side == seat ? -600 : 600;
  return out;
}

}  // namespace tambour::tng
