// SPDX-License-Identifier: MIT
// Every question a game answers without changing: the table and the referee put them for anybody, about any hex and any unit.
#pragma once
#include <string>

#include "play/game.h"

namespace tambour {

int count_units(const Game& game);  // counters that have a name

// Any act that can be written, near an option or far from all; sometimes with operands no battle has.
Action any_act(const Game& game, const ActionSink& options, Rng& rng);

// Asks about all pairs of hexes, or about `pairs` of them drawn at random if there are more, and about all units. "" or what is wrong.
std::string check_queries(const Game& game, const State& state, uint64_t pairs, Rng& rng);

// A view as text, so that two can be compared.
std::string view_text(const View& view);

}  // namespace tambour
