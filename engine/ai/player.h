// SPDX-License-Identifier: MIT
// Machine players: everything that can sit down in place of a person. Levels are found by name.
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
  // A legal act for `seat`, whose decision it is; Verb::None where nothing is on offer, a dead end of the rules. A player looks only at
  // what its seat may know (Game::resample), and answers soon, with its best so far, once `stop` is requested. One player is used by one
  // thread at a time.
  virtual Action choose(const Game& game, const State& state, Seat seat, std::stop_token stop) = 0;
};

std::vector<std::string_view> levels();  // weakest first
// Null if there is no such level. "marshal/40" thinks for 40 playouts at each decision instead of by the clock: the same seed then plays
// the same game.
std::unique_ptr<Player> make_player(std::string_view level, uint64_t seed);

}  // namespace tambour
