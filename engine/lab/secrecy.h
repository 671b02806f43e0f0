// SPDX-License-Identifier: MIT
// Checks that what a seat may do and learn does not depend on hidden information.
#pragma once
#include <string>

#include "play/game.h"

namespace tambour {

// For two states that `seat` cannot tell apart: the same view, options, refusals and ledgers. Returns the leak, or "".
std::string check_secrecy(const Game& game, const State& state, const State& twin, Seat seat, Rng& rng);
// The same for odds, hints and the acts of machine players of every level. Slow.
std::string check_minds(const Game& game, const State& state, const State& twin, Seat seat, Rng& rng);

}  // namespace tambour
