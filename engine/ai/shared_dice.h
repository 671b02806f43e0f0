// SPDX-License-Identifier: MIT
// Common random numbers for playouts. A roll depends on its purpose, not on the order of rolls, so the same combat has the same result in
// every playout, and differences between plans show after far fewer playouts.
#pragma once
#include "play/game.h"

namespace tambour {

class SharedDice {
 public:
  explicit SharedDice(uint64_t seed) : seed_(seed) {}
  // An act of Chance. It depends on the names, rule steps and contents of the open procedures, never on source lines, so that editing code
  // does not change a game. Verb::None if nothing can be drawn.
  Action roll(const Game& game, const State& s, ActionSink& acts);

 private:
  uint64_t seed_;
  uint8_t rolled_[256] = {};  // earlier rolls for the same purpose
};

}  // namespace tambour
