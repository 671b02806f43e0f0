// SPDX-License-Identifier: MIT
// Parses all JSON from outside: HTTP bodies, sockets, lines of the referee, columns of the store.
#pragma once
#include <nlohmann/json.hpp>
#include <string_view>

namespace tambour::wire {

// Copying and comparing JSON values recurse, so the depth is limited before parsing.
inline constexpr int kDeepestJson = 32;

inline constexpr std::size_t kAnyValues = ~std::size_t(0);

// Whether it nests too deep, or has more values than these: each takes far more memory than its text.
bool is_too_much(std::string_view text, std::size_t most_values);
// Discarded (is_discarded()) if the text is not JSON or too much.
nlohmann::json parse_json(std::string_view text, std::size_t most_values = kAnyValues);

}  // namespace tambour::wire
