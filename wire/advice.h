// SPDX-License-Identifier: MIT
// The JSON form of odds and hints, shared by the referee and the server.
#pragma once
#include "ai/hint.h"
#include "ai/odds.h"
#include "wire/wire.h"

namespace tambour::wire {

// {"exact", "probabilities": …}: see docs/opponent.md. Endings beyond `most` are summed in "other".
json odds(const Game& game, const Odds& odds, const OddsOptions& options, std::size_t most = 12);
// {"mine": "best", "theirs": "never", "nodes": 40000, "samples": 4000}, all optional. On failure `why` says what is wrong.
std::optional<OddsOptions> odds_options_from(const json& request, std::string& why);

// [{"act", "text", "then", "gain", "why"}], best first.
json hints(const Game& game, const std::vector<Hint>& hints);

}  // namespace tambour::wire
