// SPDX-License-Identifier: MIT
#include "lab/ladder.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

#include "ai/player.h"
#include "lab/many.h"
#include "lab/simulate.h"

namespace tambour {
namespace {

// CPU seconds of this thread: independent of other load on the machine.
double busy() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// Thinking time of an activation: between two markers, or until the other side makes a decision at rest.
struct Spell {
  int who = -1;
  double seconds[2] = {0, 0};
  void open(int next, LadderResult& out) {
    if (next != who) close(out);
    who = next;
  }
  void close(LadderResult& out) {
    if (who == 0) out.activations.push_back(float(seconds[0]));
    who = -1, seconds[0] = seconds[1] = 0;
  }
};

// Game 2k and 2k+1 share their seed; in the odd one the stronger plays the second side.
void play(const Game& game, const LadderOptions& options, uint64_t number, LadderResult& out) {
  Rng rng(mix(options.seed) + number / 2);
  const int strong_seat = int(number % 2);
  const uint64_t seeds[2] = {rng.next(), rng.next()};
  const std::unique_ptr<Player> players[2] = {make_player(options.stronger, seeds[0]), make_player(options.weaker, seeds[1])};
  State s;
  game.setup(s);
  ActionList<> acts;
  uint64_t count = 0;
  Spell spell;
  for (; !s.over() && count < kEndless; ++count) {
    if (s.seat == Seat::Chance) {
      if (s.dice == Dice::Draw) spell.close(out);
      acts.clear();
      game.options(s, acts);
      game.apply(s, acts[int(rng.below(uint32_t(acts.size())))]);
      continue;
    }
    const int who = index(s.seat) == strong_seat ? 0 : 1;
    const double began = busy();
    const Action a = players[who]->choose(game, s, s.seat, {});
    const double took = busy() - began;
    if (game.decision(s).rest) spell.open(who, out);
    spell.seconds[who] += took;
    out.seconds[who] += took, ++out.moves[who];
    game.apply(s, a);
  }
  const Outcome o = game.outcome(s);
  ++out.games;
  out.endless += !s.over();
  if (o.winner > Seat::Second) ++out.draws;
  else if (index(o.winner) == strong_seat) ++out.wins, ++out.wins_as[strong_seat];
  else ++out.losses;
}

void add(LadderResult& sum, const LadderResult& part) {
  sum.games += part.games, sum.wins += part.wins, sum.draws += part.draws, sum.losses += part.losses, sum.endless += part.endless;
  sum.activations.insert(sum.activations.end(), part.activations.begin(), part.activations.end());
  for (int i = 0; i < 2; ++i) {
    sum.wins_as[i] += part.wins_as[i], sum.seconds[i] += part.seconds[i], sum.moves[i] += part.moves[i];
  }
}

}  // namespace

double LadderResult::bound(int sign) const {
  if (!games) return sign < 0 ? 0 : 1;
  const double z = 1.96, n = double(games), p = score();
  return (p + z * z / (2 * n) + sign * z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n);
}

double LadderResult::activation(double share) const {
  if (activations.empty()) return 0;
  std::vector<float> sorted = activations;
  const auto at = sorted.begin() + std::ptrdiff_t(share * double(sorted.size() - 1));
  std::nth_element(sorted.begin(), at, sorted.end());
  return double(*at);
}

LadderResult play_ladder(const Game& game, const LadderOptions& options) {
  const auto one_game = [&](uint64_t k, LadderResult& mine) {
    if (const auto known = options.played.find(k); known != options.played.end()) return add(mine, known->second);
    LadderResult one;
    play(game, options, k, one);
    if (options.keep) options.keep(k, one);
    add(mine, one);
  };
  return play_many<LadderResult>(
      options.games, options.jobs, options.finished, [&] { return one_game; }, add);
}

}  // namespace tambour
