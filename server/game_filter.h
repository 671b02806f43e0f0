// SPDX-License-Identifier: MIT
// Filter of a player's list of games (docs/table-protocol.md, section 2, Lists).
#pragma once
#include <optional>

#include "server/game_hub.h"

namespace tambour::server {

class GameFilter {
 public:
  explicit GameFilter(const json& wanted);  // throws HttpError
  bool fits(const GameRow& game, Seat seat, const std::string& side) const;
  std::size_t from = 0, count = 100;

 private:
  std::optional<bool> over_;
  std::string battle_, book_, result_, against_;
  int64_t since_ = 0, until_ = 0;
};

}  // namespace tambour::server
