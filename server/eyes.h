// What a viewer may know, as JSON: the views of the two sides, what both have in common, and what changed between two views.
#pragma once
#include <array>

#include "wire/wire.h"

namespace tambour::server {

using json = nlohmann::json;

enum class Viewer : uint8_t { First, Second, Public, All };  // All: once the game is over
inline constexpr int kLiveViewers = 3, kViewers = 4;
constexpr int index(Viewer v) { return int(v); }
constexpr Viewer viewer_of(Seat s) { return s == Seat::First ? Viewer::First : s == Seat::Second ? Viewer::Second : Viewer::Public; }

bool sees(Viewer v, const Event& e);
json view_for(const Game& game, const State& s, Viewer v);
std::array<json, kLiveViewers> live_views(const Game& game, const State& s);

// What two JSON values agree on. The public is shown this of the two sides' views, so it can learn nothing that either side must not.
json common(const json& a, const json& b);
// The members of `now` that differ from `before`; of counters only the changed ones, and "removed" for those that are no more.
json changes(const json& before, const json& now);

}  // namespace tambour::server
