// SPDX-License-Identifier: MIT
#include "rules/tng/game.h"

#include <algorithm>

#include "rules/tng/ch07_movement.h"

namespace tambour::tng {

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  Field field;
  if (!build_field(field, battle, data_directory, trouble)) return nullptr;
  auto game = std::make_unique<TngGame>(std::move(field));
  if (battle.arranged) return game;
  auto state = std::make_unique<State>();
  game->setup(*state);
  if (const std::string wrong = game->position_complaint(game->look(*state)); !wrong.empty()) {
    trouble = {"oob", 0, "the set-up is not legal: " + wrong};
    return nullptr;
  }
  return game;
}

void TngGame::lay_out(Pos& p) const {
  clear_boards(field(), p);
  std::fill(std::begin(p.command), std::end(p.command), kNoUnit);
  std::fill(std::begin(p.combined), std::end(p.combined), kNone);
  p.turn = 1, p.marker = kNone;
  p.initiative = p.side = p.over_winner = Seat::Nobody;
  for (Condition& c : p.condition) c = Condition::Eliminated;
  for (UnitId u : all_units(field())) {
    const Counter& c = field().units[u];
    p.facing[u] = c.facing;
    p.condition[u] = c.hex == kNoHex ? Condition::Waiting : Condition::Good;
    if (c.hex != kNoHex) put_at_bottom(p, u, c.hex);
  }
  for (int s = 0; s < 2; ++s) p.commander[s] = field().commander(Seat(s)).hex;
  for (auto& owner : p.owner) owner = Seat::Nobody;
  for (std::size_t i = 0; i < field().objectives.size(); ++i) {
    p.owner[i] = field().objective_start[i];
    const UnitId top = p.stack.top(field().objectives[i]);
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

// Orders the seat cannot have seen, and how many they are, are dealt anew among the enemy commands that lie face down (4.23-a).
void TngGame::resample(State& s, Seat seat, Rng& rng) const {
  if (seat != Seat::First && seat != Seat::Second) return;
  const auto* asked = open_question<PlaceOrders, Look>(s);
  const Seat placing = asked ? asked->who : Seat::Nobody;
  if (pos(s).phase == Phase::Orders && (!asked || (placing == seat && seat == Seat::First))) return;  // the enemy has given none yet
  deal_orders(field(), pos(s), other(seat), placing != Seat::Nobody && placing != seat, rng);
}

std::string TngGame::counters_complaint(const Look& b) const {
  if (const std::string wrong = boards_complaint(b); !wrong.empty()) return wrong;
  for (UnitId u : all_units(field())) {
    const bool there = b.pos.on_map(u), lives = b.pos.condition[u] <= Condition::Routed;
    if (there != lives) return unit(u) + (there ? " is on the map and should not be" : " has left the map without being lost");
    if (!there) continue;
    if (holder(b, b.pos.at(u)) != side_of(b, u)) return unit(u) + " shares a hex with the enemy";
    if (is_routed(b, u) && is_gun(b, u)) return unit(u) + " is artillery and cannot be routed (8.76)";
    if (b.pos.facing[u] > 5) return unit(u) + " faces nowhere";
    if (in_square(b, u) && is_cavalry(b, u)) return unit(u) + " is cavalry in square";
  }
  return {};
}

std::string TngGame::complaint(const State& s) const {
  const Look b = look(s);
  if (const std::string wrong = counters_complaint(b); !wrong.empty()) return wrong;
  if (!decision(s).rest) return {};
  if (!b.pos.due.empty()) return "results are still owed";
  if (b.pos.battles) return "a battle was not closed";
  const auto* march = open_question<MoveStep, Look>(s);  // friends are passed on the way
  return stacks_complaint(b, march ? b.pos.at(march->m.unit) : kNoHex);
}

std::string TngGame::stacks_complaint(const Look& b, HexId passing) const {
  for (UnitId u : all_units(field())) {
    if (!b.pos.on_map(u) || b.pos.at(u) == passing || b.pos.stack.top(b.pos.at(u)) != u) continue;
    if (const std::string wrong = stacking_complaint(b, b.pos.at(u)); !wrong.empty()) return wrong;
    if (const UnitId top = top_fighter(b, b.pos.at(u)); top != kNoUnit && face_barred(b, top, b.pos.at(u), b.pos.facing[top]))
      return "units in hex " + grid().number(b.pos.at(u)) + " face different ways (6.11)";
  }
  return {};
}

std::string TngGame::position_complaint(const Look& b) const {
  const std::string wrong = counters_complaint(b);
  return wrong.empty() ? stacks_complaint(b, kNoHex) : wrong;
}

}  // namespace tambour::tng
