// SPDX-License-Identifier: MIT
// Dice for playouts that are compared with one another. The same combat falls the same way whatever was done elsewhere before it: dice are
// drawn from what is being rolled for, not from a sequence. So plans are compared by what tells them apart, with far fewer playouts.
#pragma once
#include "play/game.h"

namespace tambour {

class SharedDice {
 public:
  explicit SharedDice(uint64_t seed) : seed_(seed) {}
  // An act of Chance. It hangs on the procedures being played, by name, on the rules they are at and on what they hold, never on where in
  // the source they stand: a new line of code does not change a game. Verb::None where nothing can be drawn.
  Action roll(const Game& game, const State& s, ActionSink& acts);

 private:
  uint64_t seed_;
  uint8_t rolled_[256] = {};  // how often the same was rolled for
};

}  // namespace tambour
