// SPDX-License-Identifier: MIT
// Matches between two levels on one battle, with sides swapped.
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
  double seconds[2] = {0, 0};                                        // CPU time of the stronger and the weaker
  uint64_t moves[2] = {0, 0};
  std::vector<float> activations;  // seconds of the stronger in each

  double activation(double share) const;  // quantile of `activations`

  double score() const { return games ? (double(wins) + 0.5 * double(draws)) / double(games) : 0; }
  double low() const { return bound(-1); }  // Wilson interval at 95 %, a draw counts half
  double high() const { return bound(+1); }

 private:
  double bound(int sign) const;
};

struct LadderOptions {
  std::string stronger, weaker;
  uint64_t games = 100, seed = 1;  // games come in pairs with the same dice seed and the sides swapped
  int jobs = 1;
  std::atomic<uint64_t>* finished = nullptr;
  std::map<uint64_t, LadderResult> played;                             // results by number, counted instead of played again
  std::function<void(uint64_t number, const LadderResult& one)> keep;  // receives every new result, on the thread that played it
};

LadderResult play_ladder(const Game& game, const LadderOptions& options);

}  // namespace tambour
