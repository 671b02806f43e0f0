// SPDX-License-Identifier: MIT
// Values of positions met before: the answers inside a chain are judged by what the next dice lead to, and different ways lead to the same
// positions. Nothing else of a state counts but whether the game is over. One memo to a game; positions are told apart by a 64-bit hash,
// and a newer one takes the place of an older.
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
