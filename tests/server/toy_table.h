// SPDX-License-Identifier: MIT
// A server with the toy game, as a test fixture with bots for its seats.
#pragma once
#include "tests/server/toy_server.h"

namespace tambour::server::test {

class Table : public ::testing::Test {
 protected:
  Scratch scratch;
  LocalServer server{scratch.store()};
  unsigned short port = server.port();

  std::unique_ptr<Bot> seat(const json& game, const std::string& side, uint64_t seed = 1) {
    auto bot = std::make_unique<Bot>(port, game["game"], side.empty() ? "" : game["seats"][side]["secret"].get<std::string>(), seed);
    bot->join();
    return bot;
  }
  // Reads until this bot must decide or the game is over.
  static void wait_turn(Bot& bot) {
    bot.until([&] { return bot.has_turn() || bot.over(); });
  }
};

}  // namespace tambour::server::test
