// SPDX-License-Identifier: MIT
// A hash of what a battle is played with, so that a saved game knows whether it has changed. Comments, titles, histories and names of
// counters and places do not count: nothing is played with them.
#pragma once
#include "battle/battle.h"

namespace tambour {

uint64_t content_hash(const Battle& battle);
uint64_t charts_hash(const std::string& data_directory, const std::string& book);  // of all charts of a book

}  // namespace tambour
