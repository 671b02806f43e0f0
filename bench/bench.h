// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "lab/draft.h"

namespace tambour::bench {

uint64_t allocations();                              // of the heap, by the calling thread
void play_on(const Game& game, State& s, int acts);  // so many random acts
void register_odds();
void register_jdg(const Table& table, const std::string& name);  // benchmarks that look inside the book

}  // namespace tambour::bench
