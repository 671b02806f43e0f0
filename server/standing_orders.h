// SPDX-License-Identifier: MIT
// Standing orders: how a seat has settled beforehand to answer one kind of question; and questions of one kind that come in a row.
#pragma once
#include <map>
#include <optional>

#include "wire/wire.h"

namespace tambour::server {

using json = nlohmann::json;

// The act that turns an offer down, and the only one that takes it: nothing where there is none, or a choice.
struct Answers {
  std::optional<Action> decline, accept;
};
Answers answers_to(const Game& game, const State& state);

class StandingOrders {
 public:
  // A record's text: "AskSquare decline turn", or "AskSquare ask game" to be asked again. False if it is none.
  bool note(const std::string& text, const Game& game, const State& state);
  bool has(const std::string& question) const { return orders_.contains(question); }
  std::optional<Action> answer(const Game& game, const State& state) const;  // to the open question, if there is an order for it
  json list(const Game& game, const State& state) const;                     // {question: {"stance", "until", "prompt"}}, those in force

 private:
  struct Order {
    std::string stance, until;
    int turn;            // when it was given
    std::string active;  // who was active then
    std::string prompt;  // of the question, for lists
  };
  static bool holds(const Order& order, const View& now);
  std::map<std::string, Order> orders_;  // by question
};

// The open question and those of its kind that come after it if it and they are declined and no die falls between: each as a state.
std::vector<State> questions_in_a_row(const Game& game, const State& known);
bool same_question(const State& a, const State& b);  // put to the same unit about the same thing

}  // namespace tambour::server
