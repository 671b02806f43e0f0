// Somebody who decides for a seat. Sees a game only through the contract.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "play/game.h"

namespace tambour {

class Player {
 public:
  virtual ~Player() = default;
  // One of the options of the open question. `options` is never empty.
  virtual Action choose(const Game& game, const State& state, const ActionSink& options, Rng& rng) = 0;
};

// Null if there is no such player.
std::unique_ptr<Player> make_player(std::string_view name);
std::vector<std::string> player_names();

}  // namespace tambour
