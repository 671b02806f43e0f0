// SPDX-License-Identifier: MIT
// Whole games between players, in parallel.
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
  bool dead_end = false;  // a decision without a legal act
  bool endless = false;   // over the limit of acts
};
inline constexpr uint64_t kEndless = 2'000'000;

// Plays uniformly random acts and dice from `state` to the end.
Playout play_at_random(const Game& game, State& state, Rng& rng, ActionSink& scratch);

struct SimulateOptions {
  uint64_t games = 1, seed = 1;
  int jobs = 1;
  std::string players[2] = {"random", "random"};
  std::atomic<uint64_t>* finished = nullptr;                        // incremented per game, for progress
  std::function<void(uint64_t k, std::span<const LogEntry>)> keep;  // receives every game, on the thread that played it
};

struct SimulateResult {
  uint64_t games = 0, actions = 0, draws = 0, dead_ends = 0, endless = 0, turns = 0;
  uint64_t wins[2] = {0, 0};
  double seconds = 0;
};

// Game k uses a generator seeded from (seed, k): the same games whatever the number of jobs.
SimulateResult simulate(const Game& game, const SimulateOptions& options);

}  // namespace tambour
