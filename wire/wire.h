// SPDX-License-Identifier: MIT
// The contract as JSON, shared by the referee and the server.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "battle/battle.h"
#include "play/match.h"

namespace tambour::wire {

using json = nlohmann::json;

json seat(const Game& game, Seat s);              // side name, "chance", or null
Seat seat_from(const Game& game, const json& j);  // the reverse; Nobody if unknown
json act(const Game& game, Action a);             // {"text": "move b1 0506", "verb": "move", "who": "b1", "hex": "0506"}
json citation(Citation c);                        // {"book", "rule", "title", "summary"} or null
json refusal(const Game& game, const Refusal& r);
json ledger(const Game& game, const Ledger& l);
enum class Lines : uint8_t { Full, Short };  // Short: a ledger without the rules' summaries
// {"purpose", "text", "unit"?, "side"?, "hex"?, "rule"?, "needs"?, "ledger"}: what a die decides
json due(const Game& game, const Due& d, Lines lines = Lines::Full);
json event(const Game& game, const Event& e);
json decision(const Game& game, const State& s);
json options(const Game& game, const State& s);  // array of acts, or of faces
// The state with information hidden from this seat redrawn, so that results reveal no more than `observe`. Nobody: unchanged.
State known_to(const Game& game, const State& s, Seat seat);
json zones(const Game& game, const State& s);            // hexes that each side controls, in a state from known_to
json view(const Game& game, const State& s, Seat seat);  // Seat::Nobody: everything
json view(const Game& game, const View& v);
json counter(const Game& game, const CounterView& c);
json outcome(const Game& game, const State& s);
json map(const Map& map);
json battle_card(const Battle& battle);  // for the lobby
json roster(const Game& game, const Battle& battle);

// Reads {"act": "move b1 0506"} or the object form. On failure `why` is set.
std::optional<Action> act_from(const Game& game, const json& j, std::string& why);

// Collects events and forced answers, and filters them by what a seat may see.
class EventLog : public EventSink {
 public:
  struct Taken {
    Seat seat;
    Action act;
    const char* question;
    std::size_t events_before;  // number of events before it
  };
  void on(const Event& e) override { events.push_back(e); }
  void forced(const Forced& f) override { taken.push_back({f.seat, f.act, f.question, events.size()}); }
  json seen_by(const Game& game, Seat seat) const;  // Seat::Nobody: everything
  std::vector<Event> events;
  std::vector<Taken> taken;
};
json forced(const Game& game, const EventLog::Taken& t);  // an act with "seat", "question" and "forced": true

}  // namespace tambour::wire
