// SPDX-License-Identifier: MIT
// A machine's unit as a whole: everything it does before a die falls, a person is asked or its next unit is to be chosen; and what
// standing orders answer to it.
#pragma once
#include <memory>
#include <stop_token>

#include "ai/player.h"
#include "play/match.h"
#include "server/standing_orders.h"

namespace tambour::server {

// Who answers for a seat when no person does.
struct Decider {
  std::shared_ptr<Player> machine;  // null: a person's seat
  StandingOrders orders;            // of that person
  UnitId mover = kNoUnit;           // the unit that acted last
};

// Works on a copy of the state. The first act may be one that the rules refuse, if the machine breaks down: nothing follows it then.
std::vector<LogEntry> plan_unit(const Game& game, State state, Decider (&seats)[2], std::stop_token stop);

// What one unit would do, and how that changes what the book weighs, in hundredths of a strength point.
struct UnitPlan {
  std::vector<Action> acts;
  std::vector<std::pair<std::string, int>> gains;
};

// The plan of a side's next units, as many as it can carry out without a die or an answer of the other side. From what it knows.
std::vector<UnitPlan> plan_formation(const Game& game, State state, std::shared_ptr<Player> machine, Seat seat, std::size_t most,
                                     std::stop_token stop);

}  // namespace tambour::server
