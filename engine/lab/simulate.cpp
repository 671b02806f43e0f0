#include "lab/simulate.h"

#include <chrono>
#include <memory>

#include "ai/player.h"
#include "lab/many.h"

namespace tambour {

Playout play_at_random(const Game& game, State& state, Rng& rng, ActionSink& scratch) {
  Playout out;
  while (!state.over()) {
    scratch.clear();
    game.options(state, scratch);
    if (scratch.size() == 0) return out.dead_end = true, out;
    if (out.actions == kEndless) return out.endless = true, out;
    game.apply(state, scratch[int(rng.below(uint32_t(scratch.size())))]);
    ++out.actions;
  }
  return out;
}

namespace {

Playout play_between(const Game& game, State& state, Rng& rng, ActionSink& scratch, const std::string (&names)[2]) {
  Playout out;
  std::unique_ptr<Player> players[2];  // fresh for every game: what a player remembers must not depend on the order of games
  for (int i = 0; i < 2; ++i) players[i] = make_player(names[i], rng.next());
  while (!state.over()) {
    scratch.clear();
    game.options(state, scratch);
    if (scratch.size() == 0) return out.dead_end = true, out;
    if (out.actions == kEndless) return out.endless = true, out;
    const Action a = state.seat <= Seat::Second ? players[index(state.seat)]->choose(game, state, state.seat, {})
                                                : scratch[int(rng.below(uint32_t(scratch.size())))];
    game.apply(state, a);
    ++out.actions;
  }
  return out;
}

void count(const Game& game, const State& end, const Playout& played, SimulateResult& out) {
  ++out.games;
  out.actions += played.actions;
  out.dead_ends += played.dead_end;
  out.endless += played.endless;
  const Outcome outcome = game.outcome(end);
  out.turns += uint64_t(game.observe(end, Seat::Nobody).turn);
  if (outcome.winner <= Seat::Second) ++out.wins[index(outcome.winner)];
  else ++out.draws;
}

void add(SimulateResult& sum, const SimulateResult& part) {
  sum.games += part.games, sum.actions += part.actions, sum.draws += part.draws, sum.dead_ends += part.dead_ends;
  sum.endless += part.endless, sum.turns += part.turns;
  for (int i = 0; i < 2; ++i) sum.wins[i] += part.wins[i];
}

}  // namespace

SimulateResult simulate(const Game& game, const SimulateOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  const bool random = options.players[0] == "random" && options.players[1] == "random";
  State start;
  game.setup(start);
  const auto player = [&] {
    return [&, scratch = std::make_unique<ActionList<>>()](uint64_t k, SimulateResult& mine) {
      Rng rng(mix(options.seed) + k);
      State state = start;
      const Playout played =
          random ? play_at_random(game, state, rng, *scratch) : play_between(game, state, rng, *scratch, options.players);
      count(game, state, played, mine);
    };
  };
  SimulateResult sum = play_many<SimulateResult>(options.games, options.jobs, options.finished, player, add);
  sum.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return sum;
}

}  // namespace tambour
