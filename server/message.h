// SPDX-License-Identifier: MIT
// Helpers of the socket message handlers: read members, check the turn, reply.
#pragma once
#include "server/room.h"

namespace tambour::server {

inline constexpr std::size_t kMostActs = 64, kActText = 200;

// All of these throw TableError.
std::string text_member(const json& message, const char* key, std::size_t limit);
std::string line_member(const json& message, const char* key, std::size_t limit);  // without line breaks, for game files
int64_t number_member(const json& message, const char* key, int64_t otherwise);
Action read_act(const Game& game, const std::string& text);
std::vector<Action> read_acts(const Game& game, const json& list);
void need_seat(const Client& client);
void need_running(const LiveGame& live, const Client& client);  // the client has a seat and the game is not over
void need_turn(const LiveGame& live, const Client& client);
void need_seq(const LiveGame& live, const Client& client, const json& message);

void answer(Client& client, const json& request, json body);
void answer_fault(Client& client, const json& request, const TableError& fault);
void turn_away(Client& client, const TableError& why);  // its game was dropped from memory
std::string refusal_sentence(const Game& game, Action act, const Refusal& no);

State known_by(const LiveGame& live, const Client& client);  // for a watcher: what both sides know
// The open decision's state as this seat knows it, or with "after" the one at the end of that way: acts of this seat.
void at_end_of_way(State& state, const LiveGame& live, const Client& client, const json& message);
Action legal_act(const Game& game, const State& state, const json& message);  // reads "act", which must be legal there

}  // namespace tambour::server
