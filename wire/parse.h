// SPDX-License-Identifier: MIT
// The one door by which JSON from outside comes in: HTTP bodies, sockets, the referee's lines, columns of the store.
#pragma once
#include <nlohmann/json.hpp>
#include <string_view>

namespace tambour::wire {

// Copying and comparing a JSON value recurses, so its depth is bounded here, before there is a value.
inline constexpr int kDeepestJson = 32;

bool nests_too_deep(std::string_view text);
// Discarded (is_discarded()) if the text is not JSON or nests deeper than that.
nlohmann::json parse_json(std::string_view text);

}  // namespace tambour::wire
