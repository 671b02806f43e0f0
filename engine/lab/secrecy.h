// SPDX-License-Identifier: MIT
// What a seat may do and hear must not depend on what it cannot know.
#pragma once
#include <string>

#include "play/game.h"

namespace tambour {

// Two states that `seat` cannot tell apart: same view, same options, same refusals and ledgers. "" or what betrays a secret.
std::string check_secrecy(const Game& game, const State& state, const State& twin, Seat seat, Rng& rng);
// … and the same odds, hints and acts of machine players of every level. Dear: each level thinks.
std::string check_minds(const Game& game, const State& state, const State& twin, Seat seat, Rng& rng);

}  // namespace tambour
