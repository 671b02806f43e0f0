// SPDX-License-Identifier: MIT
// For tests of standing orders: a toy game played until White is offered a reaction.
#pragma once
#include "tests/server/toy_server.h"

namespace tambour::server::test {

inline std::unique_ptr<Bot> sit(unsigned short port, const json& game, const std::string& side, uint64_t seed = 1) {
  auto bot = std::make_unique<Bot>(port, game["game"], side.empty() ? "" : game["seats"][side]["secret"].get<std::string>(), seed);
  bot->join();
  return bot;
}

inline json ask(Bot& bot, const json& message) {
  bot.socket->send(message);
  for (;;) {
    const json m = bot.hear();
    if (m.value("id", 0) == message["id"]) return m;
  }
}

// Both play on until White is offered a reaction; false if the game ends before.
inline bool play_to_reaction(Bot& blue, Bot& white) {
  for (int i = 0; i < 4000 && !blue.over(); ++i) {
    if (white.has_turn() && white.decision["question"] == "React") return true;
    for (Bot* bot : {&blue, &white}) {
      if (bot->has_turn()) bot->act();
      try {
        if (const auto m = bot->socket->read(std::chrono::milliseconds(3))) bot->take(*m);
      } catch (const std::runtime_error&) {
      }
      if (white.has_turn() && white.decision["question"] == "React") break;
    }
  }
  return false;
}

struct Story {
  json game;
  std::unique_ptr<Bot> blue, white;
};

// Blue at one server, White at the other.
inline Story reaction_story(unsigned short port, unsigned short of_white) {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    Story s{new_game(port), nullptr, nullptr};
    s.blue = sit(port, s.game, "Blue", seed), s.white = sit(of_white, s.game, "White", seed + 100);
    if (play_to_reaction(*s.blue, *s.white)) return s;
  }
  throw std::runtime_error("nobody could react in twenty games");
}

inline json standing(const Bot& bot, const json& stance, const std::string& until = "game") {
  return {{"type", "standing"}, {"id", 7}, {"seq", bot.log.size()}, {"question", "React"}, {"stance", stance}, {"until", until}};
}

}  // namespace tambour::server::test
