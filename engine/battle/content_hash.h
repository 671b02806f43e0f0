// SPDX-License-Identifier: MIT
// A hash of everything in a battle's files that affects play, so that a saved game notices a change. Comments, titles, histories and the
// names of counters and places are left out.
#pragma once
#include "battle/battle.h"

namespace tambour {

uint64_t content_hash(const Battle& battle);
uint64_t charts_hash(const std::string& data_directory, const std::string& book);  // of all charts of a book

}  // namespace tambour
