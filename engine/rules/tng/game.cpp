#include "rules/tng/game.h"

#include <algorithm>

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
                       question == "ChooseRally" || question == "RollForDelay" || question == "MoveCommander" || question == "Die";
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

}  // namespace tambour::tng
