// SPDX-License-Identifier: MIT
#pragma once
#include "wire/wire.h"

namespace tambour::server {

// Where the unit in hand can go by single steps, the best way to each hex, and where a step leads to a die or an enemy decision. Computed
// by playing on copies of the state with hidden information redrawn, so that the answer reveals nothing.
nlohmann::json reach(const Game& game, const State& state, Seat seat);

// What each act of a way costs, line by line with its rule, and what is left after it: [{"act", "total", "lines", "left"}], as far as the
// way can be gone without a die or an enemy decision.
nlohmann::json walk(const Game& game, const State& known, Seat seat, const std::vector<Action>& acts);

}  // namespace tambour::server
