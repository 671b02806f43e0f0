// SPDX-License-Identifier: MIT
#include "lab/signature.h"

#include "lab/game_file.h"

namespace tambour {

uint64_t perft(const Game& game, const State& state, int depth) {
  if (depth == 0 || state.over()) return 1;
  ActionList<> list;
  game.options(state, list);
  if (depth == 1) return uint64_t(list.size());
  uint64_t sum = 0;
  for (const Action& a : list) {
    State next;
    copy(next, state);
    game.apply(next, a);
    sum += perft(game, next, depth - 1);
  }
  return sum;
}

uint64_t signature(const Game& game, int games) {
  uint64_t out = 0;
  ActionList<> list;
  for (int k = 0; k < games; ++k) {
    State s;
    game.setup(s);
    for (Rng rng(uint64_t(k) + 1); !s.over();) {
      list.clear();
      game.options(s, list);
      const Action a = list[int(rng.below(uint32_t(list.size())))];
      game.apply(s, a);
      out = mix(out ^ hash_text(to_text(a, game))) + position_hash(s);
    }
  }
  return out;
}

std::string signature_line(const Game& game) {
  State s;
  game.setup(s);
  std::string out = std::string(game.battle_id()) + " " + std::string(game.book()) + " perft";
  for (int depth = 1; depth <= 4; ++depth) out += " " + std::to_string(perft(game, s, depth));
  return out + " signature " + hex64(signature(game, 5));
}

}  // namespace tambour
