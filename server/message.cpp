// SPDX-License-Identifier: MIT
#include "server/message.h"

#include <algorithm>

namespace tambour::server {

std::string text_member(const json& message, const char* key, std::size_t limit) {
  const auto at = message.find(key);
  if (at == message.end() || !at->is_string()) throw TableError{"bad", std::string("'") + key + "' is missing; it wants a text"};
  std::string text = at->get<std::string>();
  if (text.empty() || text.size() > limit)
    throw TableError{"bad", std::string("'") + key + "' wants 1 to " + std::to_string(limit) + " bytes of text"};
  return text;
}

std::string line_member(const json& message, const char* key, std::size_t limit) {
  std::string text = text_member(message, key, limit);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  text = trim(text);
  if (text.empty()) throw TableError{"bad", std::string("'") + key + "' is blank"};
  return text;
}

int64_t number_member(const json& message, const char* key, int64_t otherwise) {
  const auto at = message.find(key);
  if (at == message.end()) return otherwise;
  if (!at->is_number_integer()) throw TableError{"bad", std::string("'") + key + "' wants a whole number"};
  return at->get<int64_t>();
}

Action read_act(const Game& game, const std::string& text) {
  std::string why;
  const auto act = text.size() <= kActText ? parse_action(text, game, why) : std::nullopt;
  if (!act) throw TableError{"bad", why.empty() ? "an act has at most " + std::to_string(kActText) + " bytes" : why};
  return *act;
}

std::vector<Action> read_acts(const Game& game, const json& list) {
  if (!list.is_array() || list.empty() || list.size() > kMostActs)
    throw TableError{"bad", "'acts' wants a list of 1 to " + std::to_string(kMostActs) + " acts"};
  std::vector<Action> acts;
  for (const json& item : list) acts.push_back(read_act(game, item.is_string() ? item.get<std::string>() : ""));
  return acts;
}

void need_seat(const Client& client) {
  if (client.seat == Seat::Nobody) throw TableError{"turn", "you watch this game; take a seat to play"};
}

void need_running(const LiveGame& live, const Client& client) {
  need_seat(client);
  if (live.over()) throw TableError{"turn", "the game is over"};
}

void need_turn(const LiveGame& live, const Client& client) {
  if (live.over()) throw TableError{"turn", "the game is over"};
  need_seat(client);
  if (live.state().seat != client.seat)
    throw TableError{"turn", "the decision is " + wire::seat(live.game(), live.state().seat).get<std::string>() + "'s"};
}

void need_seq(const LiveGame& live, const Client& client, const json& message) {
  const int64_t seq = number_member(message, "seq", -1);
  if (seq == -1) throw TableError{"bad", "'seq' is missing: the number of the last entry you have seen"};
  // Chat does not make an act stale; only a move of the game does.
  if (seq < live.moved_seq(client.viewer()) || seq > live.seq(client.viewer()))
    throw TableError{"stale", "the game has gone on to entry " + std::to_string(live.seq(client.viewer())) + "; look again"};
}

void answer(Client& client, const json& request, json body) {
  if (const auto id = request.find("id"); id != request.end() && (id->is_number() || id->is_string())) body["id"] = *id;
  client.send(text_of(body));
}

void answer_fault(Client& client, const json& request, const TableError& fault) {
  json body{{"type", "error"}, {"code", fault.code}, {"message", fault.message}};
  if (!fault.refusal.is_null()) body["refusal"] = fault.refusal;
  answer(client, request.is_object() ? request : json::object(), std::move(body));
}

void turn_away(Client& client, const TableError& why) {
  client.game.clear();
  answer_fault(client, json::object(), why);
  client.end(why.code == "store" || why.code == "fault" ? 1011 : 1008, why.code);
}

std::string refusal_sentence(const Game& game, Action act, const Refusal& no) {
  const RuleRow* row = find_row(no.why);
  return to_text(act, game) +
         " is not allowed: " + (row ? std::string(row->summary) + " (" + std::string(row->id) + ")" : "it is against the rules");
}

State known_by(const LiveGame& live, const Client& client) {
  const Game& game = live.game();
  if (client.seat != Seat::Nobody) return wire::known_to(game, live.state(), client.seat);
  return wire::known_to(game, wire::known_to(game, live.state(), Seat::First), Seat::Second);
}

void at_end_of_way(State& state, const LiveGame& live, const Client& client, const json& message) {
  const Game& game = live.game();
  copy(state, known_by(live, client));
  const auto way = message.find("after");
  if (way == message.end()) return;
  if (!way->is_array() || way->size() > kMostActs)
    throw TableError{"bad", "\"after\" is a list of up to " + std::to_string(kMostActs) + " acts"};
  for (const json& step : *way) {
    const Action a = read_act(game, step.is_string() ? step.get<std::string>() : std::string());
    if (game.decision(state).seat != client.seat || game.refuse(state, a)) break;
    game.apply(state, a);
  }
}

Action legal_act(const Game& game, const State& state, const json& message) {
  const Action act = read_act(game, text_member(message, "act", kActText));
  if (const Refusal no = game.refuse(state, act)) throw TableError{"refused", refusal_sentence(game, act, no), wire::refusal(game, no)};
  return act;
}

}  // namespace tambour::server
