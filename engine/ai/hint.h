// SPDX-License-Identifier: MIT
// Advice: the best acts for an open decision, what they are worth, and why in the words of the book's evaluation.
#pragma once
#include <string>
#include <vector>

#include "play/game.h"

namespace tambour {

struct Hint {
  Action act;
  std::vector<Action> then;  // how the plan goes on
  double gain = 0;           // expected change of the evaluation, in hundredths of a strength point
  std::string why;           // one sentence
};

// Up to `most`, best first, from what `seat` may know. It must be the seat's decision.
std::vector<Hint> hints(const Game& game, const State& state, Seat seat, uint64_t seed = 1, int most = 3);

}  // namespace tambour
