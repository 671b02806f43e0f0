// SPDX-License-Identifier: MIT
#include "server/standing_orders.h"

#include <cstring>

namespace tambour::server {

namespace {

constexpr std::size_t kMostInARow = 16;

}  // namespace

Answers answers_to(const Game& game, const State& state) {
  Answers out;
  ActionList<> acts;
  game.options(state, acts);
  int others = 0;
  for (const Action& a : acts) {
    if (a.verb == Verb::No || a.verb == Verb::Pass) out.decline = a;
    else out.accept = ++others == 1 ? std::optional(a) : std::nullopt;
  }
  if (!out.decline) out.accept.reset();
  return out;
}

bool StandingOrders::note(const std::string& text, const Game& game, const State& state) {
  const auto parts = words(text);
  if (parts.size() != 3) return false;
  const std::string question(parts[0]), stance(parts[1]), until(parts[2]);
  if (until != "activation" && until != "turn" && until != "game") return false;
  orders_.erase(question);
  if (stance == "ask") return true;
  if (stance != "decline" && stance != "accept") return false;
  const View now = game.observe(state, Seat::Nobody);
  orders_[question] = {stance, until, now.turn, now.active, game.decision(state).prompt};
  return true;
}

bool StandingOrders::holds(const Order& order, const View& now) {
  if (order.until == "game") return true;
  return order.turn == now.turn && (order.until == "turn" || order.active == now.active);
}

std::optional<Action> StandingOrders::answer(const Game& game, const State& state) const {
  if (orders_.empty() || state.over()) return std::nullopt;
  const auto order = orders_.find(game.decision(state).question);
  if (order == orders_.end() || !holds(order->second, game.observe(state, Seat::Nobody))) return std::nullopt;
  const Answers answers = answers_to(game, state);
  return order->second.stance == "decline" ? answers.decline : answers.accept;
}

json StandingOrders::list(const Game& game, const State& state) const {
  json out = json::object();
  if (orders_.empty()) return out;
  const View now = game.observe(state, Seat::Nobody);
  for (const auto& [question, order] : orders_)
    if (holds(order, now)) out[question] = {{"stance", order.stance}, {"until", order.until}, {"prompt", order.prompt}};
  return out;
}

std::vector<State> questions_in_a_row(const Game& game, const State& known) {
  std::vector<State> out;
  State state = known;
  const std::string question = game.decision(known).question;
  while (out.size() < kMostInARow && !state.over() && state.seat == known.seat && question == game.decision(state).question) {
    const auto decline = answers_to(game, state).decline;
    if (!decline) break;
    out.push_back(state);
    game.apply(state, *decline);
  }
  return out;
}

bool same_question(const State& a, const State& b) {
  return a.question == b.question && std::memcmp(a.asked, b.asked, sizeof a.asked) == 0;
}

}  // namespace tambour::server
