// SPDX-License-Identifier: MIT
#include "wire/parse.h"

namespace tambour::wire {

// Brackets and commas inside strings do not count. Correct for valid JSON; the parser rejects the rest.
bool is_too_much(std::string_view text, std::size_t most_values) {
  int depth = 0;
  std::size_t values = 1;  // one, and one more after each comma and each bracket that opens
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      else if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestJson || ++values > most_values) return true;
    } else if (c == ',') {
      if (++values > most_values) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

nlohmann::json parse_json(std::string_view text, std::size_t most_values) {
  using nlohmann::json;
  if (is_too_much(text, most_values)) return json(json::value_t::discarded);
  return json::parse(text.begin(), text.end(), nullptr, false);
}

}  // namespace tambour::wire
