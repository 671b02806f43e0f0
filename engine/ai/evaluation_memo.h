// SPDX-License-Identifier: MIT
// A transposition table of evaluations: different paths through a chain lead to the same positions. A value depends on the position and on
// whether the game is over, on nothing else of the state. One memo per game; keys are 64-bit hashes, newer entries replace older ones.
#pragma once
#include <cstdint>
#include <vector>

#include "play/game.h"

namespace tambour {

class EvaluationMemo {
 public:
  explicit EvaluationMemo(int bits) : entries_(std::size_t{1} << bits) {}
  int value(const Game& game, const State& s, Seat seat, Detail detail);

 private:
  struct Entry {
    uint64_t key = 0;
    int value = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace tambour
