// SPDX-License-Identifier: MIT
// Movement points of the move under way, which only the open question knows; for the view.
#pragma once
#include <optional>
#include <utility>

#include "rules/jdg/pos.h"

namespace tambour::jdg {

using PointsLeft = std::optional<std::pair<UnitId, int>>;
PointsLeft ride_left(const Look& b, const State& s);  // of the commander who rides, in half movement points
PointsLeft rout_left(const State& s);                 // of the routed unit whose way is asked for

}  // namespace tambour::jdg
