// SPDX-License-Identifier: MIT
// Battles nobody drew: the shipped maps are too kind to find what a rule forgets.
#pragma once
#include <memory>
#include <string_view>

#include "lab/draft.h"

namespace tambour {

// The armies of a battle, crowded together on a small map with every terrain, side feature, level and road that the book knows, each
// counter with a mark or two. Null if no position could be laid out that the book accepts.
std::unique_ptr<Table> random_battle(const Battle& armies, std::string_view book, const std::string& data_directory, const MakeGame& make,
                                     Rng& rng);

}  // namespace tambour
