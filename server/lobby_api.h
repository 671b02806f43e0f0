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

}  // namespace tambour::server
