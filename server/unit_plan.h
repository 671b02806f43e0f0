// SPDX-License-Identifier: MIT
// Everything one unit of a machine does before a die falls, a person is asked or the next unit is chosen, with the answers of standing
// orders.
#pragma once
#include <memory>
#include <stop_token>

#include "ai/player.h"
#include "play/match.h"
#include "server/standing_orders.h"

namespace tambour::server {

// Decides for a seat in place of a person.
struct Decider {
  std::shared_ptr<Player> machine;  // null: the seat of a person
  StandingOrders orders;            // the person's
  UnitId mover = kNoUnit;           // the unit that acted last
};

// Works on a copy of the state. If the machine fails, the result may be a single illegal act.
std::vector<LogEntry> plan_unit(const Game& game, State state, Decider (&seats)[2], std::stop_token stop);

// What one unit would do, and the change of each evaluation term, in hundredths of a strength point.
struct UnitPlan {
  std::vector<Action> acts;
  std::vector<std::pair<std::string, int>> gains;
};

// The plan of a side's next units up to the first die or enemy decision, from what the side knows.
std::vector<UnitPlan> plan_formation(const Game& game, State state, std::shared_ptr<Player> machine, Seat seat, std::size_t most,
                                     std::stop_token stop);

}  // namespace tambour::server
