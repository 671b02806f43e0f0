// SPDX-License-Identifier: MIT
// Combats whose odds are put on trial: positions in the words of the case grammar, closed by a line "odds <act>". The exact distribution is
// held against plays of the same chain with fair dice, one after the other, in which nothing is merged.
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
  const Game* game = nullptr;  // the table's, where it has one
  State state;
  Action act;
  OddsOptions options;
};

// Reads files, and all *.txt below folders; a combat once for each book that it names. What cannot be used is in `troubles`.
std::vector<Trial> load_trials(const std::vector<std::string>& paths, const std::string& data_directory, const MakeGame& make,
                               std::vector<Trouble>& troubles);

struct Verdict {
  Odds odds;
  double milliseconds = 0;  // of the exact walk
  double off = 0;           // the farthest that probabilities which should sum to 1 are from it
  uint64_t plays = 0;
  int freedom = 0;             // degrees of it: endings told apart, less one
  double chi = 0, chance = 1;  // chi-square, and how often fair dice would be as far off or farther
  std::string stranger;        // an ending that fell and has no odds, or ""
  bool holds(double least) const { return stranger.empty() && odds.sampled == 0 && off <= 1e-12 && chance >= least; }
};

// `done`, if given, is counted up play by play.
Verdict try_out(const Trial& trial, uint64_t plays, uint64_t seed, std::atomic<uint64_t>* done = nullptr);

// How often chi-square with so many degrees of freedom is at least this large.
double chi_square_tail(double chi, int freedom);

}  // namespace tambour
