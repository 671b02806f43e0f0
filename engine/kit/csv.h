// SPDX-License-Identifier: MIT
// The one reader of comma-separated tables: rule rows, charts, translations.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kit/text.h"

namespace tambour {

struct CsvRow {
  int line = 0;  // where it begins
  std::vector<std::string> cells;
};

// Cells are separated by commas and trimmed. A quoted cell may hold commas, line ends and doubled quotes. Blank lines and lines that begin
// with '#' are skipped. An unclosed quote is trouble.
std::optional<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& file, Trouble& trouble);

}  // namespace tambour
