// SPDX-License-Identifier: MIT
// Machine players, by name of their level.
#pragma once
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "play/game.h"

namespace tambour {

class Player {
 public:
  virtual ~Player() = default;
  // A legal act for `seat`, whose decision it is; Verb::None if there is none. A player uses only what its seat may know
  // (Game::resample). Once `stop` is requested it returns its best act so far. Not for several threads at a time.
  virtual Action choose(const Game& game, const State& state, Seat seat, std::stop_token stop) = 0;
};

std::vector<std::string_view> levels();  // weakest first
// Null if there is no such level. "marshal/40" spends 40 playouts on each decision instead of time, so that a seed repeats a game.
std::unique_ptr<Player> make_player(std::string_view level, uint64_t seed);

}  // namespace tambour
