// SPDX-License-Identifier: MIT
// Random battles, for situations that the shipped maps never produce.
#pragma once
#include <memory>
#include <string_view>

#include "lab/draft.h"

namespace tambour {

// The armies of a battle crowded together on a small map with all terrain, side features, levels and roads that the book knows, and random
// marks on the counters. Null if the book accepted no position.
std::unique_ptr<Table> random_battle(const Battle& armies, std::string_view book, const std::string& data_directory, const MakeGame& make,
                                     Rng& rng);

}  // namespace tambour
