// SPDX-License-Identifier: MIT
// A finished game told from its records alone: what is left when its rules, its battle or its charts have changed since.
#pragma once
#include <nlohmann/json.hpp>

#include "server/store.h"

namespace tambour::server {

using json = nlohmann::json;

// A finished game as the store holds it, with the names of its sides.
struct RecordedGame {
  const GameRow& row;
  const std::vector<Record>& records;
  std::string sides[2];
};

std::string recorded_log(const RecordedGame& game);      // "[…]": entries as in docs/table-protocol.md, without what acts led to
std::string recorded_summary(const RecordedGame& game, const std::string& why);
json dice_json(const GameRow& row, const std::vector<Record>& records);  // for verification; secret and lines only once the game is over

}  // namespace tambour::server
