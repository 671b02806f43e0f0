// SPDX-License-Identifier: MIT
// Levels against each other, sides swapped, on one battle.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "play/game.h"

namespace tambour {

struct LadderResult {
  uint64_t games = 0, wins = 0, draws = 0, losses = 0, endless = 0;  // of the stronger
  uint64_t wins_as[2] = {0, 0};                                      // of the stronger, by the side it played
  double seconds[2] = {0, 0};                                        // of processor, thought by stronger and weaker
  uint64_t moves[2] = {0, 0};
  std::vector<float> activations;  // seconds the stronger thought in each

  double activation(double share) const;  // not longer than this in so many of them

  double score() const { return games ? (double(wins) + 0.5 * double(draws)) / double(games) : 0; }
  double low() const { return bound(-1); }  // Wilson's interval at 95 %, a draw counting half
  double high() const { return bound(+1); }

 private:
  double bound(int sign) const;
};

struct LadderOptions {
  std::string stronger, weaker;
  uint64_t games = 100, seed = 1;  // games come in pairs with the same dice seed and the sides swapped
  int jobs = 1;
  std::atomic<uint64_t>* finished = nullptr;
  std::map<uint64_t, LadderResult> played;                             // these, by their number, are counted and not played
  std::function<void(uint64_t number, const LadderResult& one)> keep;  // told of every other, by whichever thread played it
};

LadderResult play_ladder(const Game& game, const LadderOptions& options);

}  // namespace tambour
