// SPDX-License-Identifier: MIT
// Whole games between players, many at a time.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "play/match.h"

namespace tambour {

struct Playout {
  uint64_t actions = 0;   // decisions and dice
  bool dead_end = false;  // somebody must decide and nothing is legal
  bool endless = false;   // more acts than any battle needs
};
inline constexpr uint64_t kEndless = 2'000'000;

// Uniformly random acts and fair dice from `state` to the end: the fastest way through a game.
Playout play_at_random(const Game& game, State& state, Rng& rng, ActionSink& scratch);

struct SimulateOptions {
  uint64_t games = 1, seed = 1;
  int jobs = 1;
  std::string players[2] = {"random", "random"};
  std::atomic<uint64_t>* finished = nullptr;                        // counted up while it runs, for progress
  std::function<void(uint64_t k, std::span<const LogEntry>)> keep;  // is told every game; several at a time where there are more jobs
};

struct SimulateResult {
  uint64_t games = 0, actions = 0, draws = 0, dead_ends = 0, endless = 0, turns = 0;
  uint64_t wins[2] = {0, 0};
  double seconds = 0;
};

// Game k is played with a generator seeded from (seed, k): the same games whatever the number of jobs.
SimulateResult simulate(const Game& game, const SimulateOptions& options);

}  // namespace tambour
