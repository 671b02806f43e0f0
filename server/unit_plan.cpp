// SPDX-License-Identifier: MIT
#include "server/unit_plan.h"

namespace tambour::server {

namespace {

constexpr std::size_t kLongest = 200;  // more than any unit does

}  // namespace

std::vector<LogEntry> plan_unit(const Game& game, State state, Decider (&seats)[2], std::stop_token stop) {
  std::vector<LogEntry> plan;
  while (plan.size() < kLongest && !state.over() && state.seat <= Seat::Second && (plan.empty() || !stop.stop_requested())) {
    const Seat seat = state.seat;
    Decider& here = seats[index(seat)];
    const std::optional<Action> act = here.machine ? here.machine->choose(game, state, seat, stop)
                                                   : here.orders.answer(game, state, seats[index(other(seat))].mover);
    if (!act) break;
    plan.push_back({seat, *act});
    if (game.refuse(state, *act)) break;
    game.apply(state, *act);
    if (act->who != kNoUnit) here.mover = act->who;
    if (here.machine && game.decision(state).rest) break;
  }
  return plan;
}

namespace {

using Weights = std::vector<std::pair<std::string, int>>;

Weights gained(const Game& game, const Weights& before, const State& state, Seat seat) {
  Weights out;
  for (const auto& [name, value] : game.weigh(state, seat)) {
    int change = value;
    for (const auto& [part, was] : before)
      if (part == name) change -= was;
    if (change != 0) out.emplace_back(name, change);
  }
  return out;
}

}  // namespace

std::vector<UnitPlan> plan_formation(const Game& game, State state, std::shared_ptr<Player> machine, Seat seat, std::size_t most,
                                     std::stop_token stop) {
  std::vector<UnitPlan> out;
  const auto reveals = state.reveals;
  while (out.size() < most && !state.over() && state.seat == seat && state.reveals == reveals && !stop.stop_requested()) {
    Decider seats[2];
    seats[index(seat)].machine = machine;
    const Weights before = game.weigh(state, seat);
    UnitPlan unit;
    for (const LogEntry& entry : plan_unit(game, state, seats, stop)) {
      if (game.refuse(state, entry.act)) break;
      game.apply(state, entry.act);
      unit.acts.push_back(entry.act);
    }
    if (unit.acts.empty()) break;
    if (!state.over()) unit.gains = gained(game, before, state, seat);
    out.push_back(std::move(unit));
  }
  return out;
}

}  // namespace tambour::server
