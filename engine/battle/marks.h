// SPDX-License-Identifier: MIT
// The marks of a book's counters, declared once in its marks.def: MARK(constant, bit, "word", use).
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "play/view.h"

namespace tambour {

// Where the word of a mark is used: shown in the view, given in free positions, both, or neither (Inside).
enum class MarkUse : uint8_t { Inside, Shown, Given, Both };

struct MarkWord {
  uint32_t bit;
  const char* word;
  MarkUse use;
};

void show_marks(std::span<const MarkWord> words, uint32_t marks, CounterView& out);
std::optional<uint32_t> given_mark(std::span<const MarkWord> words, std::string_view word);

}  // namespace tambour
