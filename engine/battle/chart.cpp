// SPDX-License-Identifier: MIT
#include "battle/chart.h"

#include <algorithm>
#include <filesystem>

#include "kit/csv.h"

namespace tambour {

const std::vector<std::string>* Chart::find(std::string_view key) const {
  for (const auto& r : rows)
    if (r[0] == key) return &r;
  return nullptr;
}

std::optional<std::string> Chart::cell(std::string_view key, std::string_view column) const {
  const auto* r = find(key);
  const auto c = std::find(columns.begin(), columns.end(), column);
  if (!r || c == columns.end()) return std::nullopt;
  return (*r)[std::size_t(c - columns.begin())];
}

std::optional<int> Chart::number(std::string_view key, std::string_view column) const {
  const auto v = cell(key, column);
  return v ? to_int(*v) : std::nullopt;
}

std::optional<Chart> load_chart(const std::string& data, const std::string& ruleset, const std::string& name, Trouble& trouble) {
  const std::string file = data + "/charts/" + ruleset + "/" + name + ".csv";
  const auto text = read_text_file(file, trouble);
  return text ? read_chart(*text, file, name, trouble) : std::nullopt;
}

// A line of figures may end with the rule rows it carries out: "… # cites 9.1-a". They are for readers and for `coverage`.
static std::string without_citations(const std::string& text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    const auto at = line.find(" # cites ");
    out += std::string(at == std::string_view::npos ? line : trim(line.substr(0, at))) + '\n';
  }
  return out;
}

std::optional<Chart> read_chart(const std::string& text, const std::string& file, const std::string& name, Trouble& trouble) {
  Chart chart{file, name, {}, {}, {}, {}};
  for (std::string_view line : split(text, '\n'))
    if (const auto w = words(line); w.size() > 2 && w[0] == "#" && w[1] == "grade") chart.grade = trim(line.substr(line.find("grade") + 5));
  auto table = read_csv(without_citations(text), file, trouble);
  if (!table) return std::nullopt;
  for (CsvRow& row : *table) {
    if (chart.columns.empty()) {
      chart.columns = std::move(row.cells);
      continue;
    }
    if (row.cells.size() != chart.columns.size()) {
      trouble = {chart.file, row.line,
                 "this line has " + std::to_string(row.cells.size()) + " cells, the head has " + std::to_string(chart.columns.size())};
      return std::nullopt;
    }
    if (chart.find(row.cells[0])) {
      trouble = {chart.file, row.line, "'" + row.cells[0] + "' stands twice; each line needs its own key"};
      return std::nullopt;
    }
    chart.rows.push_back(std::move(row.cells));
    chart.lines.push_back(row.line);
  }
  if (chart.rows.empty()) {
    trouble = {chart.file, int(split(text, '\n').size()), "the chart has no lines; is the file cut short?"};
    return std::nullopt;
  }
  return chart;
}

std::vector<std::string> list_charts(const std::string& data, const std::string& ruleset) {
  std::vector<std::string> out;
  std::error_code ec;
  for (const auto& e : std::filesystem::directory_iterator(data + "/charts/" + ruleset, ec))
    if (e.path().extension() == ".csv") out.push_back(e.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

bool read_values(const Chart& chart, std::string_view column, std::span<const Figure> figures, int most, Trouble& trouble) {
  for (const auto& [key, slot] : figures) {
    const auto n = chart.number(key, column);
    if (!n || *n < -most || *n > most)
      return trouble = {chart.file, 0,
                        std::string("the line '") + key + "' is missing or has no number from -" + std::to_string(most) + " to " +
                            std::to_string(most)},
             false;
    *slot = int8_t(*n);
  }
  return true;
}

bool read_odds(const std::string& data_directory, const std::string& ruleset, std::vector<OddsStep>& out, Trouble& trouble) {
  const auto chart = load_chart(data_directory, ruleset, "odds", trouble);
  if (!chart) return false;
  for (std::size_t i = 0; i < chart->rows.size(); ++i) {
    const auto& row = chart->rows[i];
    const auto a = row.size() > 3 ? to_int(row[1]) : std::nullopt, d = a ? to_int(row[2]) : a, m = d ? to_int(row[3]) : d;
    if (!m || *a < 0 || *d < 1)
      return trouble = {chart->file, chart->lines[i], "wants a name, then attacker, defender and modifier as numbers"}, false;
    out.push_back({*a, *d, *m});
  }
  return true;
}

}  // namespace tambour
