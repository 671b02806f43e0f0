// SPDX-License-Identifier: MIT
#include "battle/marks.h"

namespace tambour {

void show_marks(std::span<const MarkWord> words, uint32_t marks, CounterView& out) {
  for (const MarkWord& w : words)
    if ((marks & w.bit) && (w.use == MarkUse::Shown || w.use == MarkUse::Both)) out.marks.emplace_back(w.word);
}

std::optional<uint32_t> given_mark(std::span<const MarkWord> words, std::string_view word) {
  for (const MarkWord& w : words)
    if (word == w.word && (w.use == MarkUse::Given || w.use == MarkUse::Both)) return w.bit;
  return std::nullopt;
}

}  // namespace tambour
