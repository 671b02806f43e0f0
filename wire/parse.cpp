// SPDX-License-Identifier: MIT
#include "wire/parse.h"

namespace tambour::wire {

// Brackets inside strings do not count. Correct for valid JSON; the parser rejects the rest.
bool nests_too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      else if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestJson) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

nlohmann::json parse_json(std::string_view text) {
  using nlohmann::json;
  if (nests_too_deep(text)) return json(json::value_t::discarded);
  return json::parse(text.begin(), text.end(), nullptr, false);
}

}  // namespace tambour::wire
