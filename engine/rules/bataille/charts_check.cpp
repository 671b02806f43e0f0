// SPDX-License-Identifier: MIT
// Charts that cannot be used: a head that is not as it should be, a figure that is none, a line that is missing.
#include <algorithm>

#include "play/state.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {
namespace {

struct Head {
  const char* chart;
  const char* columns;
  const char* words = "";  // columns that hold words; the others hold figures, or - for none
  const char* lines = "";  // that must be there
};
constexpr Head kHeads[] = {
    {"density", "least,most,steps"},
    {"close", "method,d1,d2,d3,d4,d5,d6", "", "French,British,Prussian"},
    {"stand", "name,steps"},
    {"impetus", "die,hexes", "", "1,2,3,4,5,6"},
    {"leader_casualty", "die,wound,out,dice", "wound,out", "1,2,3,4,5,6"},
    {"violations", "cause,steps", "", "over_limit,mixed,recoil_enters,pgd_enters,pgd_over_limbered,ridden_over_square"},
    {"fire_multiples", "key,line,square,skirmish"},
    {"limbering", "key,need"},
    {"close_method", "nation,before_1809,grade,from_1809", "before_1809,grade,from_1809", "other"},
    {"morale_levels", "track,l1,l2,l3,m1,m2,m3"},
    {"movement", "terrain,kind,inf,company,cav,art,leader,order,sight,ricochet", "kind,order,sight,ricochet", "clear,road,trail"},
    {"stacking", "terrain,infantry,unit,cavalry,artillery,mixed_infantry,mixed_artillery", "unit,artillery", "clear"},
    {"fire_defense",
     "terrain,inf_column,inf_line,square,square_large,skirmish,general_order,disorder,pgd,road_column,cav_column,cav_line,cav_skirmish,cav_general,"
     "cav_disorder,cav_pgd,art_limbered,art_unlimbered,art_with_inf",
     "", "clear,hedge"}};

bool among(std::string_view name, std::string_view list) {
  const auto names = split(list, ',');
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_figures(const Chart& c, const Head& head, Trouble& trouble) {
  for (std::size_t row = 0; row < c.rows.size(); ++row)
    for (std::size_t k = head.chart == std::string_view("density") ? 0 : 1; k < c.columns.size(); ++k) {
      const std::string& cell = c.rows[row][k];
      if (cell == "-" || to_int(cell) || among(c.columns[k], head.words)) continue;
      if (cell == "rout" && c.name == "violations") continue;
      return trouble = {c.file, c.lines[row], "'" + cell + "' in column '" + c.columns[k] + "' is no number; write one, or - for none"}, false;
    }
  return true;
}

bool has_lines(const Chart& c, const Head& head, Trouble& trouble) {
  if (!*head.lines) return true;
  for (std::string_view key : split(head.lines, ','))
    if (!c.find(key)) return trouble = {c.file, 0, "the line '" + std::string(key) + "' is missing; add it"}, false;
  return true;
}

// Each band of density begins where the one before ends.
bool bands_join(const Chart& c, Trouble& trouble) {
  for (std::size_t row = 1; row < c.rows.size(); ++row)
    if (to_int(c.rows[row][0]) != to_int(c.rows[row - 1][1]).value_or(0) + 1)
      return trouble = {c.file, c.lines[row], "the band from " + c.rows[row][0] + " does not begin where the one above ends; thresholds must rise without a gap"},
             false;
  return true;
}

}  // namespace

bool has_head(const Chart& chart, std::string_view head, Trouble& trouble) {
  const auto names = split(head, ',');
  const std::string remedy = "; write the head as " + std::string(head);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string found = k < chart.columns.size() ? "'" + chart.columns[k] + "'" : "nothing";
    if (k >= chart.columns.size() || chart.columns[k] != names[k])
      return trouble = {chart.file, 0, "column " + std::to_string(k + 1) + " is " + found + " and should be '" + std::string(names[k]) + "'" + remedy}, false;
  }
  if (chart.columns.size() > names.size())
    return trouble = {chart.file, 0, "'" + chart.columns[names.size()] + "' is one column too many" + remedy}, false;
  return true;
}

bool has_columns(const Chart& chart, std::initializer_list<const char*> columns, Trouble& trouble) {
  std::string head;
  for (const char* name : columns) head += (head.empty() ? "" : ",") + std::string(name);
  return has_head(chart, head, trouble);
}

bool check_charts(const std::string& data, Trouble& trouble) {
  for (const Head& head : kHeads) {
    const auto chart = load_chart(data, "bataille", head.chart, trouble);
    if (!chart || !has_head(*chart, head.columns, trouble) || !has_lines(*chart, head, trouble) || !has_figures(*chart, head, trouble)) return false;
    if (chart->name == "density" && !bands_join(*chart, trouble)) return false;
  }
  return true;
}

}  // namespace tambour::bataille
