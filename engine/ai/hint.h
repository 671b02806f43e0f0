// SPDX-License-Identifier: MIT
// Advice: the best acts for the open decision, their values, and the reason in terms of the book's evaluation.
#pragma once
#include <string>
#include <vector>

#include "play/game.h"

namespace tambour {

struct Hint {
  Action act;
  std::vector<Action> then;  // the rest of the plan
  double gain = 0;           // expected change of the evaluation, in hundredths of a strength point
  std::string why;           // one sentence
};

// At most `most` hints, best first, using only what `seat` knows. It must be the seat's decision.
std::vector<Hint> hints(const Game& game, const State& state, Seat seat, uint64_t seed = 1, int most = 3);

}  // namespace tambour
