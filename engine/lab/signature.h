// SPDX-License-Identifier: MIT
// Numbers that change if a book behaves differently: perft counts of a battle, and a hash over the positions of random games. Commits that
// change behaviour on purpose restate them (make signatures).
#pragma once
#include <cstdint>
#include <string>

#include "play/game.h"

namespace tambour {

// Counts the sequences of `depth` acts from `state`, dice and draws included; a game that ends earlier counts once.
uint64_t perft(const Game& game, const State& state, int depth);

// Hashes every act and position of random games with fixed seeds. The same in every process and build.
uint64_t signature(const Game& game, int games);

// "marengo-1800 jdg perft 12 480 19211 signature 0123456789abcdef"
std::string signature_line(const Game& game);

}  // namespace tambour
