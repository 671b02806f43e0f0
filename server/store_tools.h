// SPDX-License-Identifier: MIT
// Checks and copies whole stores.
#pragma once
#include <functional>

#include "server/battle_catalog.h"
#include "server/store.h"

namespace tambour::server {

struct StoreReport {
  std::size_t games = 0, records = 0;
  std::size_t recorded = 0;           // check: finished games of older rules, only readable
  std::size_t copied = 0, there = 0;  // copy: by this run, by an earlier one
  std::vector<std::string> troubles;  // a sentence for each faulty game
};

using Told = std::function<void(std::size_t done, std::size_t of)>;

// Replays every game and checks that records have no gap, acts are legal, board hashes match and dice follow from the secret.
StoreReport check_store(Store& store, const BattleCatalog& catalog, const Told& told);
// Copies every game, reads it back and compares. Can be run again: identical games are skipped, games that went on in the source are
// updated. A game that has been written to in the target is never overwritten, even if that happens during the copy.
StoreReport copy_store(Store& from, Store& to, const Told& told);

}  // namespace tambour::server
