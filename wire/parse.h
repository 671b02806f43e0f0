// SPDX-License-Identifier: MIT
// Parses all JSON from outside: HTTP bodies, sockets, lines of the referee, columns of the store.
#pragma once
#include <nlohmann/json.hpp>
#include <string_view>

namespace tambour::wire {

// Copying and comparing JSON values recurse, so the depth is limited before parsing.
inline constexpr int kDeepestJson = 32;

bool nests_too_deep(std::string_view text);
// Discarded (is_discarded()) if the text is not JSON or nests deeper than that.
nlohmann::json parse_json(std::string_view text);

}  // namespace tambour::wire
