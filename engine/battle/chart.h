// SPDX-License-Identifier: MIT
// Charts as data: data/charts/<ruleset>/<name>.csv. First line names the columns; '#' lines are comments, among them
// "# grade X" (how sure the figures are) and "# cites <rows>" (the rule rows the chart implements).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "battle/odds.h"
#include "kit/text.h"

namespace tambour {

struct Chart {
  std::string file, name, grade;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<int> lines;

  const std::vector<std::string>* find(std::string_view key) const;  // the row whose first cell is key
  std::optional<std::string> cell(std::string_view key, std::string_view column) const;
  std::optional<int> number(std::string_view key, std::string_view column) const;
};

std::optional<Chart> load_chart(const std::string& data_directory, const std::string& ruleset, const std::string& name, Trouble& trouble);
std::optional<Chart> read_chart(const std::string& text, const std::string& file, const std::string& name, Trouble& trouble);
std::vector<std::string> list_charts(const std::string& data_directory, const std::string& ruleset);

// Tables that several books have in the same form. False with `trouble` set if a figure is missing or out of range.
using Figure = std::pair<const char*, int8_t*>;  // a row key and where its figure goes
bool read_values(const Chart& chart, std::string_view column, std::span<const Figure> figures, int most,
                 Trouble& trouble);  // -most to most
bool read_odds(const std::string& data_directory, const std::string& ruleset, std::vector<OddsStep>& out, Trouble& trouble);  // odds.csv

}  // namespace tambour
