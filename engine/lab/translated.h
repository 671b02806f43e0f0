// SPDX-License-Identifier: MIT
// Rule rows in other languages than English: data/rules/<language>/<book>.csv, compiled in by tools/rows.cpp.
#pragma once
#include <span>
#include <string_view>

namespace tambour {

struct RowWords {
  std::string_view title, summary;
};
// One for each row of the book, in the order of RuleBook::rows; none if the book has not that language.
std::span<const RowWords> translated(std::string_view language, std::string_view book);

}  // namespace tambour
