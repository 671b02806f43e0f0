// SPDX-License-Identifier: MIT
// What the handlers of HTTP requests about games share: reading members of a body. All throw HttpError.
#pragma once
#include "server/game_hub.h"

namespace tambour::server {

inline constexpr std::size_t kEntropyBytes = 200;

std::string text_or(const json& body, const char* key, const std::string& otherwise, std::size_t limit);
int64_t count_or(const json& body, const char* key, int64_t otherwise);
// Fills a seat from the request and says in `told` what its taker must know.
SeatRow read_seat(const json& seats, const std::string& side, json& told);
std::string player_name(const json& body, const std::string& otherwise);
inline constexpr std::size_t kMostMine = 200;  // secrets in one request
// What opens a friend's seat: made again from the game's secret, so that it can be copied again. Another number, another invitation.
std::string invitation_of(const GameRow& game, Seat seat);
void add_device(SeatRow& seat, const std::string& hash);  // one more secret that opens it
void give_invitation(GameRow& game, Seat seat);

}  // namespace tambour::server
