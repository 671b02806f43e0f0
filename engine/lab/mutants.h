// SPDX-License-Identifier: MIT
// Mutation testing: each cited refusal and ledger line is silenced in turn, and some case must then fail.
#pragma once
#include <atomic>
#include <string>
#include <vector>

#include "lab/cases.h"

namespace tambour {

// A REFUSE or ledger line in the sources of a book; it may span lines.
struct MutantSite {
  std::string book, file;  // "engine/rules/jdg/ch06_movement.cpp"
  int first = 0, last = 0;
  std::string text;  // its first line
};

enum class MutantFate : uint8_t { Caught, Survived, Unreached };  // Unreached: in no passing case does it take effect

// All sites in engine/rules/<book> below `root`; "" for all books.
std::vector<MutantSite> find_mutants(const std::string& root, const std::string& book);

bool can_mute();  // false unless built with TAMBOUR_MUTANTS
// Tries every site in a process of its own, `jobs` at a time; a crash or an endless loop counts as caught.
std::vector<MutantFate> try_mutants(const std::vector<MutantSite>& sites, const std::vector<Case>& cases, const std::string& data_directory,
                                    const MakeGame& make, int jobs, std::atomic<uint64_t>& done);

}  // namespace tambour
