// SPDX-License-Identifier: MIT
// What is known of a game that is being made.
#pragma once
#include "server/game_hub.h"

namespace tambour::server {

struct GameHub::Plan {
  json body;
  std::string address;
  Reply reply;
  GameRow row;
  std::vector<std::pair<Seat, std::string>> acts;  // of the game it continues
  json told = json::object();                      // its seats, as told to its maker
  std::string entropy;
  Who maker;
  bool rematch = false;  // row, terms and seats are ready
};

}  // namespace tambour::server
