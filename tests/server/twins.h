// SPDX-License-Identifier: MIT
// For tests: positions in which one side may do two things that look the same to the other.
#pragma once
#include <optional>

#include "lab/game_file.h"
#include "lab/queries.h"
#include "play/match.h"
#include "tests/server/toy_server.h"
#include "wire/wire.h"

namespace tambour::server::test {

// What is told apart from the game: names of games, secrets, hours.
inline json plain(json message) {
  if (message.is_object()) {
    for (const char* key : {"game", "commitment", "clock", "at", "created", "moved", "secret"}) message.erase(key);
    for (auto& [key, value] : message.items()) value = plain(value);
  } else if (message.is_array()) {
    for (json& value : message) value = plain(value);
  }
  return message;
}

inline State after(const Game& game, const State& state, Action act) {
  State next;
  copy(next, state);
  game.apply(next, act);
  return next;
}

inline std::string seen(const Game& game, const State& state, Seat seat) { return view_text(game.observe(state, seat)); }

// Where one side may do two things that look the same to the other.
struct Fork {
  GameFile file;  // how the game came here
  Seat mover = Seat::Nobody;
  State states[2];
  std::string acts[2];
};

inline bool splits(const Game& game, const State& state, Fork& fork, Rng& rng) {
  if (state.seat > Seat::Second) return false;
  ActionList<> options;
  game.options(state, options);
  const std::string now = seen(game, state, other(state.seat));
  int found = 0;
  for (int tries = 0; tries < 8 && found < 2; ++tries) {
    const Action act = options[int(rng.below(uint32_t(options.size())))];
    const State next = after(game, state, act);
    if (next.over() || next.seat != state.seat || seen(game, next, other(state.seat)) != now) continue;
    if (found == 1 && seen(game, next, state.seat) == seen(game, fork.states[0], state.seat)) continue;
    if (seen(game, next, state.seat) == seen(game, state, state.seat)) continue;
    fork.states[found] = next, fork.acts[found] = to_text(act, game);
    ++found;
  }
  fork.mover = state.seat;
  return found == 2;
}

inline std::optional<Fork> find_fork(const Game& game, uint64_t seed) {
  Match match(game);
  Rng rng(seed);
  ActionList<> options;
  Fork fork;
  for (int acts = 0; acts < 60 && !match.state().over(); ++acts) {
    if (rng.below(3) == 0 && splits(game, match.state(), fork, rng)) {
      fork.file.book = game.book(), fork.file.battle = game.battle_id();
      add_acts(fork.file, match.log(), game);
      return fork;
    }
    options.clear();
    game.options(match.state(), options);
    match.play(options[int(rng.below(uint32_t(options.size())))]);
  }
  return std::nullopt;
}

}  // namespace tambour::server::test
