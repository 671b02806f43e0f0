// SPDX-License-Identifier: MIT
// Policies: the answers of players inside a chain.
#include "ai/chain_policy.h"
#include "ai/evaluation_memo.h"
#include "ai/verbs.h"

namespace tambour {
namespace {

constexpr double kNotWorth = 31;  // hundredths of a strength point: smaller gains are declined. Above the value of a facing.

bool fits(Policy policy, Verb v) { return policy == Policy::Best || (policy == Policy::Never) == is_refusal(v); }

}  // namespace

const char* policy_name(Policy p) { return p == Policy::Best ? "best" : p == Policy::Always ? "always" : "never"; }

std::optional<Policy> parse_policy(std::string_view word) {
  for (Policy p : {Policy::Best, Policy::Always, Policy::Never})
    if (word == policy_name(p)) return p;
  return std::nullopt;
}

// The mean of value(next) over the faces of the next die.
template <class Value>
static double over_faces(const Game& game, const State& state, Value value) {
  double sum = 0;
  State next;
  each_face(state, [&](Action face, double share, bool) {
    copy(next, state);
    game.apply(next, face);
    sum += share * value(next);
  });
  return sum;
}

int value_now(const Game& game, const State& state, Seat seat, const Foresight& ahead) {
  if (ahead.valued) ++*ahead.valued;
  return ahead.memo ? ahead.memo->value(game, state, seat, ahead.detail) : game.evaluate(state, seat, ahead.detail);
}

double expected_value(const Game& game, const State& state, Seat seat, Foresight ahead, const ChainPolicy* course) {
  if (state.over() || faces(state.dice) == 0 || ahead.dice == 0 || (course && course->ended(state)))
    return value_now(game, state, seat, ahead);
  --ahead.dice;
  return over_faces(game, state, [&](const State& next) { return expected_value(game, next, seat, ahead, course); });
}

namespace {

// The same after an answer to an attack that is fought later: at rest, play on to its combat.
double value_through_combat(const Game& game, const State& state, Seat seat, Foresight ahead, const ChainPolicy& course,
                            ChainPolicy::Stage stage) {
  State at;
  copy(at, state);
  ChainPolicy::Way way;
  if (course.ended(at) && !course.onward(at, stage, way)) return value_now(game, at, seat, ahead);
  if (at.over() || faces(at.dice) == 0 || ahead.dice == 0) return value_now(game, at, seat, ahead);
  --ahead.dice;
  return over_faces(game, at, [&](const State& next) { return value_through_combat(game, next, seat, ahead, course, stage); });
}

double value_of_answer(const Game& game, const State& before, Action act, const State& after, Foresight ahead, const ChainPolicy* course) {
  if (!game.announced(before, act)) return expected_value(game, after, before.seat, ahead, course);
  ChainPolicy to_combat(game);
  to_combat.set(before, act, {});
  return value_through_combat(game, after, before.seat, ahead, to_combat, to_combat.first());
}

}  // namespace

Action policy_answer(const Game& game, const State& state, Policy policy, Foresight ahead) {
  State after;
  return policy_answer(game, state, policy, ahead, nullptr, after);
}

Action policy_answer(const Game& game, const State& state, Policy policy, Foresight ahead, const ChainPolicy* course, State& after) {
  ActionList<> acts;
  game.options(state, acts);
  if (acts.size() == 0) return copy(after, state), Action{};
  int fitting = 0;
  bool optional = false;
  for (const Action& a : acts) fitting += fits(policy, a.verb), optional |= is_refusal(a.verb);
  // An attempt needs two dice to show its worth, the test and the combat; a choice of hex one.
  if (!optional) --ahead.dice;
  Action best;
  double value = -1e300;
  State next;
  for (const Action& a : acts) {
    if (fitting > 0 && !fits(policy, a.verb)) continue;
    copy(next, state);
    game.apply(next, a);
    const double v = (fitting == 1 ? 0 : value_of_answer(game, state, a, next, ahead, course)) + (is_refusal(a.verb) ? kNotWorth : 0);
    if (v <= value) continue;
    best = a, value = v;
    copy(after, next);
  }
  return best;
}

}  // namespace tambour
