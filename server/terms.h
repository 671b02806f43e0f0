// SPDX-License-Identifier: MIT
// The terms of a game, fixed when it is made: visibility, watchers, clock (docs/table-protocol.md, section 2).
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace tambour::server {

enum class Visibility : uint8_t { Open, Link, Private };

struct ClockTerms {
  enum class Kind : uint8_t { None, Game, Turn, Days };
  enum class Timeout : uint8_t { Claim, Machine, Nothing };
  Kind kind = Kind::None;
  int minutes = 0, days = 0;
  Timeout timeout = Timeout::Nothing;
  int holidays = 0;  // days per side
  bool operator==(const ClockTerms&) const = default;
  int64_t period() const { return kind == Kind::Days ? days * int64_t(86400000) : minutes * int64_t(60000); }  // milliseconds
};

struct Terms {
  Visibility visibility = Visibility::Link;
  bool watchers = true;
  ClockTerms clock;
  bool rooms = true;  // separate chats of players and watchers; false in games older than terms
  bool operator==(const Terms&) const = default;
};

nlohmann::json terms_json(const Terms& terms);  // for clients
// From the members "visibility", "watchers" and "clock" of a request. Throws std::runtime_error with a sentence for the client.
Terms read_terms(const nlohmann::json& body, Visibility usual);
// For the store. "" is a game older than terms.
std::string terms_text(const Terms& terms);
Terms terms_of_text(const std::string& text);

}  // namespace tambour::server
