// SPDX-License-Identifier: MIT
// The games of a store in the orders in which the hub wants them, so that nobody has to look at all of them.
#pragma once
#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "server/store.h"

namespace tambour::server {

// Somebody may still sit down, and everybody may know.
inline bool has_open_seat(const GameRow& game) {
  return !game.over && game.terms.visibility == Visibility::Open &&
         std::any_of(std::begin(game.seats), std::end(game.seats),
                     [](const SeatRow& s) { return s.kind == "open" && s.secret_hash.empty(); });
}

class GameIndex {
 public:
  void put(const GameRow& game) {
    if (has_open_seat(game)) open_.emplace(-game.created, game.id);
    missed_.emplace(game.moved != game.created, game.moved, game.id);
  }
  // As it was when it was put.
  void drop(const GameRow& game) {
    open_.erase({-game.created, game.id});
    missed_.erase({game.moved != game.created, game.moved, game.id});
  }

  const std::set<std::pair<int64_t, std::string>>& open() const { return open_; }  // with a free seat, newest first
  // Those missed least first: never played, and then untouched for longest.
  const std::set<std::tuple<bool, int64_t, std::string>>& missed() const { return missed_; }

 private:
  std::set<std::pair<int64_t, std::string>> open_;
  std::set<std::tuple<bool, int64_t, std::string>> missed_;
};

}  // namespace tambour::server
