// SPDX-License-Identifier: MIT
// Standing orders: answers that a seat has given beforehand to a kind of question; and runs of questions of one kind.
#pragma once
#include <map>
#include <optional>

#include "play/questions.h"
#include "wire/wire.h"

namespace tambour::server {

using json = nlohmann::json;

// The act that declines an offer, and the act that accepts it: nothing if there is none, or more than one.
struct Answers {
  std::optional<Action> decline, accept;
};
Answers answers_to(const Game& game, const State& state);

// Orders are per question; an order for one unit can only decline.
class StandingOrders {
 public:
  // Reads a record's text: "AskSquare decline turn", or "AskSquare ask game" to drop the order. Exceptions to an order to decline may
  // follow; then the player is asked after all: "odds 50" if an answer harms an enemy with at least this chance, "charged" if an enemy is
  // adjacent to the unit asked or has announced an attack, "cavalry 3" if enemy cavalry is within three hexes. "unit b1": for this unit
  // only. False if the text is no order.
  bool note(const std::string& text, const Game& game, const State& state);
  // Declines similar questions for the rest of the activation: those about the same enemy unit, and those for units that could have
  // answered this one. A unit is asked again when an enemy has become adjacent to it. Not stored with the game.
  void pass_on(const Game& game, const State& state, UnitId mover);
  bool has(const std::string& key) const { return orders_.contains(key); }
  bool concern(const Game& game, const State& state, UnitId mover) const;  // is there an order for the open question?
  // The ordered answer to the open question, if there is one; `mover` is the enemy unit that acted last. Odds are slow; without them an
  // order with "odds" declines.
  enum class Weigh : uint8_t { Odds, Nothing };
  std::optional<Action> answer(const Game& game, const State& state, UnitId mover = kNoUnit, Weigh weigh = Weigh::Odds) const;
  // {question, or "question unit": {"stance", "until", "prompt"}}, those in force, with "odds", "charged", "cavalry" and "unit" where they are said
  json list(const Game& game, const State& state) const;

 private:
  struct Order {
    std::string stance, until;
    int turn;            // in which it was given
    std::string active;  // who was active then
    std::string prompt;  // of the question, for lists
    std::string unit;    // "": for all
    int odds = 0;
    bool charged = false;
    int cavalry = 0;  // hexes
  };
  struct Passed {
    std::string question;
    int turn;
    std::string active;
    UnitId mover = kNoUnit;
    std::map<UnitId, bool> units;  // is an enemy adjacent to it?
  };
  static bool holds(const Order& order, const View& now);
  const Order* find(const std::string& key, const View& now) const;
  bool passed(const std::string& question, const View& now) const;
  bool passes(const Game& game, const State& state, UnitId mover, const View& now) const;
  std::map<std::string, Order> orders_;  // by question, or question and unit
  std::optional<Passed> passed_;
};

// The states of the open question and of the following ones of its kind, as long as each is declined and no die falls.
std::vector<State> questions_in_a_row(const Game& game, const State& known);
std::vector<const ListedQuestion*> questions_to_decline(const Game& game);  // of its book: those that can be declined beforehand
bool same_question(const State& a, const State& b);                         // to the same unit about the same thing

}  // namespace tambour::server
