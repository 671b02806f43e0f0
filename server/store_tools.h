// SPDX-License-Identifier: MIT
// Whole stores: is every game in order, and how it comes into another store.
#pragma once
#include <functional>

#include "server/battle_catalog.h"
#include "server/store.h"

namespace tambour::server {

struct StoreReport {
  std::size_t games = 0, records = 0;
  std::size_t recorded = 0;           // check: finished games of older rules, readable only
  std::size_t copied = 0, there = 0;  // copy: now, and by an earlier run
  std::vector<std::string> troubles;  // one sentence for each game that is not in order
};

using Told = std::function<void(std::size_t done, std::size_t of)>;

// Plays every game again: records without a gap, acts that the rules allow, boards as they were, dice as the secret makes them.
StoreReport check_store(Store& store, const BattleCatalog& catalog, const Told& told);
// Copies every game, reads it back and compares. It may be run again: games that are there already are passed over, and those that have gone on
// since are brought up to date. One that has gone on there is never overwritten, even if that happens at the same moment.
StoreReport copy_store(Store& from, Store& to, const Told& told);

}  // namespace tambour::server
