// SPDX-License-Identifier: MIT
// The contract that every game must keep, whatever its rules, checked in random play with thorough checks at sampled nodes.
#pragma once
#include <cstdint>
#include <string>

#include "play/game.h"

namespace tambour {

struct ContractOptions {
  uint64_t games = 1000, seed = 1;
  uint64_t checks = 400;          // nodes checked thoroughly, spread evenly over all games
  int random_acts = 300;          // random acts tried at each such node
  uint64_t pairs = 20'000;        // pairs of hexes queried at the start; all, if there are fewer
  uint64_t pairs_at_nodes = 200;  // … and at each such node
  int minds = 2;                  // nodes at which odds, hints and machine players are tried too
};

struct ContractReport {
  uint64_t games = 0, acts = 0, nodes = 0;
  std::string broken;  // the breach and how to reproduce it: seed and number of the game, the act; "" if none
};

ContractReport check_contract(const Game& game, const ContractOptions& options);
ContractReport check_contract(const Game& game, const State& start, const ContractOptions& options);  // from a free position

}  // namespace tambour
