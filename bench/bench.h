// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "lab/draft.h"

namespace tambour::bench {

uint64_t allocations();                              // heap allocations of the calling thread
void play_on(const Game& game, State& s, int acts);  // plays random acts
void register_odds();
void register_jdg(const Table& table, const std::string& name);  // benchmarks of internals of the book

}  // namespace tambour::bench
