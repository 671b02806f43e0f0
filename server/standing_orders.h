// SPDX-License-Identifier: MIT
// Standing orders: how a seat has settled beforehand to answer one kind of question; and questions of one kind that come in a row.
#pragma once
#include <map>
#include <optional>

#include "play/questions.h"
#include "wire/wire.h"

namespace tambour::server {

using json = nlohmann::json;

// The act that turns an offer down, and the only one that takes it: nothing where there is none, or a choice.
struct Answers {
  std::optional<Action> decline, accept;
};
Answers answers_to(const Game& game, const State& state);

// Orders are given for a question; those for one unit only say that it is never to answer.
class StandingOrders {
 public:
  // A record's text: "AskSquare decline turn", or "AskSquare ask game" to be asked again. After the first three words may follow what an
  // order to decline leaves to the player: "odds 50" an answer that harms an enemy with at least this chance, "charged" whatever concerns
  // an enemy next to the unit that is asked, or one that has announced an attack, "cavalry 3" whatever is asked with enemy cavalry within
  // three hexes of it. "unit b1": it is about this unit alone. False if it is none.
  bool note(const std::string& text, const Game& game, const State& state);
  // Declines questions like the open one for the rest of the activation: those about the same enemy unit, and those that only units
  // can answer which could have answered this one. A unit is asked once more when an enemy has come next to it. Not kept with the game.
  void pass_on(const Game& game, const State& state, UnitId mover);
  bool has(const std::string& key) const { return orders_.contains(key); }
  bool concern(const Game& game, const State& state, UnitId mover) const;  // is there an order for the open question at all?
  // To the open question, if there is an order for it; `mover` is the enemy unit that acted last. Odds take a moment; without them an
  // order that hangs on them declines.
  enum class Weigh : uint8_t { Odds, Nothing };
  std::optional<Action> answer(const Game& game, const State& state, UnitId mover = kNoUnit, Weigh weigh = Weigh::Odds) const;
  // {question, or "question unit": {"stance", "until", "prompt"}}, those in force, with "odds", "charged", "cavalry" and "unit" where they are said
  json list(const Game& game, const State& state) const;

 private:
  struct Order {
    std::string stance, until;
    int turn;            // when it was given
    std::string active;  // who was active then
    std::string prompt;  // of the question, for lists
    std::string unit;    // "" for all
    int odds = 0;
    bool charged = false;
    int cavalry = 0;  // hexes
  };
  struct Passed {
    std::string question;
    int turn;
    std::string active;
    UnitId mover = kNoUnit;
    std::map<UnitId, bool> units;  // with an enemy next to it?
  };
  static bool holds(const Order& order, const View& now);
  const Order* find(const std::string& key, const View& now) const;
  bool passed(const std::string& question, const View& now) const;
  bool passes(const Game& game, const State& state, UnitId mover, const View& now) const;
  std::map<std::string, Order> orders_;  // by question, or question and unit
  std::optional<Passed> passed_;
};

// The open question and those of its kind that come after it if it and they are declined and no die falls between: each as a state.
std::vector<State> questions_in_a_row(const Game& game, const State& known);
std::vector<const ListedQuestion*> questions_to_decline(const Game& game);  // of its book: orders for them can be given beforehand
bool same_question(const State& a, const State& b);  // put to the same unit about the same thing

}  // namespace tambour::server
