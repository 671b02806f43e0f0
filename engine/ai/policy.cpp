// How a player answers inside a chain when nobody is asked.
#include "ai/odds.h"

namespace tambour {
namespace {

bool declines(Verb v) { return v == Verb::No || v == Verb::Pass || v == Verb::Done || v == Verb::Stop; }

bool fits(Policy policy, Verb v) { return policy == Policy::Best || (policy == Policy::Never) == declines(v); }

}  // namespace

const char* policy_name(Policy p) { return p == Policy::Best ? "best" : p == Policy::Always ? "always" : "never"; }

std::optional<Policy> parse_policy(std::string_view word) {
  for (Policy p : {Policy::Best, Policy::Always, Policy::Never})
    if (word == policy_name(p)) return p;
  return std::nullopt;
}

double expected_value(const Game& game, const State& state, Seat seat, int dice) {
  if (state.over() || faces(state.dice) == 0 || dice == 0) return game.evaluate(state, seat);
  double sum = 0;
  State next;
  each_face(state, [&](Action face, double share) {
    copy(next, state);
    game.apply(next, face);
    sum += share * expected_value(game, next, seat, dice - 1);
  });
  return sum;
}

Action policy_answer(const Game& game, const State& state, Policy policy) {
  ActionList<> acts;
  game.options(state, acts);
  bool any = false;
  for (const Action& a : acts) any |= fits(policy, a.verb);
  Action best = acts[0];
  double value = -1e300;
  State next;
  for (const Action& a : acts) {
    if (any && !fits(policy, a.verb)) continue;
    copy(next, state);
    game.apply(next, a);
    if (const double v = expected_value(game, next, state.seat, 2); v > value) best = a, value = v;
  }
  return best;
}

}  // namespace tambour
