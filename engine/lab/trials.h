// SPDX-License-Identifier: MIT
// Tests of the exact odds: positions in the case grammar, closed by a line "odds <act>". The exact distribution is compared with many plays
// of the same chain with fair dice, in which nothing is merged.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "ai/odds.h"
#include "lab/draft.h"

namespace tambour {

struct Trial {
  std::string title, book, where;  // where: "file:line"
  std::unique_ptr<Table> table;
  const Game* game = nullptr;  // of `table`, if it has one
  State state;
  Action act;
  OddsOptions options;
};

// Reads files, and all *.txt below folders; each combat once per book that it names. Errors go to `troubles`.
std::vector<Trial> load_trials(const std::vector<std::string>& paths, const std::string& data_directory, const MakeGame& make,
                               std::vector<Trouble>& troubles);

struct Verdict {
  Odds odds;
  double milliseconds = 0;  // of the exact walk
  double off = 0;           // greatest deviation of sums of probabilities from 1
  uint64_t plays = 0;
  int freedom = 0;             // degrees of freedom: endings told apart, less one
  double chi = 0, chance = 1;  // chi-square and its p-value
  std::string stranger;        // an ending that occurred and is missing from the odds, or ""
  bool holds(double least) const { return stranger.empty() && odds.sampled == 0 && off <= 1e-12 && chance >= least; }
};

// `done`, if given, is incremented per play.
Verdict try_out(const Trial& trial, uint64_t plays, uint64_t seed, std::atomic<uint64_t>* done = nullptr);

// The upper tail of the chi-square distribution.
double chi_square_tail(double chi, int freedom);

}  // namespace tambour
