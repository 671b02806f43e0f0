// SPDX-License-Identifier: MIT
// Translations of rule rows: data/rules/<language>/<book>.csv, compiled in by tools/rows.cpp.
#pragma once
#include <span>
#include <string_view>

namespace tambour {

struct RowWords {
  std::string_view title, summary;
};
// One per row of the book, in the order of RuleBook::rows; empty if there is no translation.
std::span<const RowWords> translated(std::string_view language, std::string_view book);

}  // namespace tambour
