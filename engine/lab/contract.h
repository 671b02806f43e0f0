// SPDX-License-Identifier: MIT
// What every game must keep, whatever its rules: the contract suite plays at random and looks hard at some of the nodes.
#pragma once
#include <cstdint>
#include <string>

#include "play/game.h"

namespace tambour {

struct ContractOptions {
  uint64_t games = 1000, seed = 1;
  uint64_t checks = 400;          // nodes looked at hard, spread evenly over all games
  int random_acts = 300;          // acts thrown at the refusals of one such node
  uint64_t pairs = 20'000;        // pairs of hexes asked about at the start; all of them if there are no more
  uint64_t pairs_at_nodes = 200;  // … and at each such node
  int minds = 2;                  // nodes at which odds, hints and machine players are asked too
};

struct ContractReport {
  uint64_t games = 0, acts = 0, nodes = 0;
  std::string broken;  // what is broken and how to get there: the seed and number of the game, the act; "" if nothing
};

ContractReport check_contract(const Game& game, const ContractOptions& options);
ContractReport check_contract(const Game& game, const State& start, const ContractOptions& options);  // from a free position

}  // namespace tambour
