// SPDX-License-Identifier: MIT
// Checks of the const queries of a game, which table and referee pass on for any hex and unit.
#pragma once
#include <string>

#include "play/game.h"

namespace tambour {

int count_units(const Game& game);  // counters with a name

// A random act, similar to an option or arbitrary; sometimes with invalid operands.
Action any_act(const Game& game, const ActionSink& options, Rng& rng);

// Queries all pairs of hexes, or `pairs` random ones if there are more, and all units. Returns the error, or "".
std::string check_queries(const Game& game, const State& state, uint64_t pairs, Rng& rng);

// A view as text, so that two can be compared.
std::string view_text(const View& view);

}  // namespace tambour
