// SPDX-License-Identifier: MIT
#include "lab/simulate.h"

#include <chrono>
#include <memory>
#include <vector>

#include "ai/player.h"
#include "lab/many.h"

namespace tambour {

namespace {

template <class Choose>
Playout play_out(const Game& game, State& state, ActionSink& scratch, std::vector<LogEntry>* log, Choose choose) {
  Playout out;
  scratch.clear();
  game.options(state, scratch);
  while (!state.over()) {
    if (scratch.size() == 0) return out.dead_end = true, out;
    if (out.actions == kEndless) return out.endless = true, out;
    const Action a = choose();
    if (log) log->push_back({state.seat, a});
    game.apply(state, a, nullptr, &scratch);
    ++out.actions;
  }
  return out;
}

Playout play_between(const Game& game, State& state, Rng& rng, ActionSink& scratch, std::vector<LogEntry>* log,
                     const std::string (&names)[2]) {
  const auto any = [&] { return scratch[int(rng.below(uint32_t(scratch.size())))]; };
  if (names[0] == "random" && names[1] == "random") return play_out(game, state, scratch, log, any);
  std::unique_ptr<Player> players[2];  // new for every game, so that no memory carries over
  for (int i = 0; i < 2; ++i) players[i] = make_player(names[i], rng.next());
  return play_out(game, state, scratch, log,
                  [&] { return state.seat <= Seat::Second ? players[index(state.seat)]->choose(game, state, state.seat, {}) : any(); });
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

Playout play_at_random(const Game& game, State& state, Rng& rng, ActionSink& scratch) {
  return play_out(game, state, scratch, nullptr, [&] { return scratch[int(rng.below(uint32_t(scratch.size())))]; });
}

SimulateResult simulate(const Game& game, const SimulateOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  State start;
  game.setup(start);
  const auto player = [&] {
    return [&, scratch = std::make_unique<ActionList<>>(), log = std::vector<LogEntry>()](uint64_t k, SimulateResult& mine) mutable {
      Rng rng(mix(options.seed) + k);
      State state = start;
      log.clear();
      const Playout played = play_between(game, state, rng, *scratch, options.keep ? &log : nullptr, options.players);
      if (options.keep) options.keep(k, log);
      count(game, state, played, mine);
    };
  };
  SimulateResult sum = play_many<SimulateResult>(options.games, options.jobs, options.finished, player, add);
  sum.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return sum;
}

}  // namespace tambour
