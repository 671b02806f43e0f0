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

}  // namespace tambour::server
