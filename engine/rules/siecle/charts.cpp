// SPDX-License-Identifier: MIT
// Reads data/charts/siecle: fire and melee tables, odds, modifiers.
#include "battle/chart.h"
#include "rules/siecle/field.h"

namespace tambour::siecle {

const char* const kModNames[int(Mod::kCount)] = {"fire_target_loose",
                                                 "fire_target_hedgehog",
                                                 "fire_target_guns",
                                                 "fire_target_higher",
                                                 "fire_salvo",
                                                 "fire_disorganised",
                                                 "fire_hedgehog",
                                                 "fire_moved",
                                                 "fire_range",
                                                 "melee_fired",
                                                 "melee_flank",
                                                 "melee_rear",
                                                 "melee_attackers_disorganised",
                                                 "melee_defenders_disorganised",
                                                 "melee_defenders_routed",
                                                 "melee_charge",
                                                 "melee_horse_on_hedgehog",
                                                 "melee_foot_on_hedgehog",
                                                 "melee_attackers_light",
                                                 "melee_defenders_light",
                                                 "melee_horse_attacks_works",
                                                 "melee_horse_defends_works",
                                                 "melee_higher",
                                                 "melee_lower",
                                                 "melee_cap",
                                                 "rally_chief_near",
                                                 "rally_commander_here",
                                                 "rally_chief_here",
                                                 "retreat_front",
                                                 "retreat_flank"};

namespace {

// "-", "TM", "E", "D-R1", "2 D-R2*", "1" …
bool parse_result(std::string_view text, Result& out) {
  if (text == "-") return true;
  if (text == "E") return out.eliminated = true;
  if (text == "TM") return out.test = true;
  if (text.ends_with('*')) out.star = true, text.remove_suffix(1);
  if (!text.empty() && (text[0] == '1' || text[0] == '2')) out.steps = uint8_t(text[0] - '0'), text = trim(text.substr(1));
  if (text.starts_with("D")) out.disorganised = true, text.remove_prefix(1);
  if (text.starts_with("-")) text.remove_prefix(1);
  if (text == "R1" || text == "R2") out.retreat = uint8_t(text[1] - '0'), text = {};
  return text.empty();
}

bool read_column(const Chart& chart, std::string_view column, int low, std::span<Result> out, Trouble& trouble) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::string key = std::to_string(low + int(i));
    const auto cell = chart.cell(key, column);
    if (!cell || !parse_result(*cell, out[i])) {
      trouble = {chart.file, 0,
                 "line " + key + ", column " + std::string(column) + ": a result such as TM, D-R1, '1 D-R1*' or - is wanted"};
      return false;
    }
  }
  return true;
}

// Each line has a row of its own.
bool read_odds(Charts& charts, const std::string& data, Trouble& trouble) {
  static constexpr Citation kRows[] = {cite("MOD-1"), cite("MOD-2"), cite("MOD-3"), cite("MOD-4"),
                                       cite("MOD-5"), cite("MOD-6"), cite("MOD-7"), cite("MOD-8")};
  if (!tambour::read_odds(data, "siecle", charts.odds, trouble)) return false;
  if (charts.odds.size() > std::size(kRows)) return trouble = {data + "/charts/siecle/odds.csv", 0, "has more than eight lines"}, false;
  charts.odds_rows.assign(kRows, kRows + charts.odds.size());
  return true;
}

}  // namespace

bool read_charts(Field& field, const std::string& data, Trouble& trouble) {
  const auto fire = load_chart(data, "siecle", "fire", trouble);
  if (!fire) return false;
  const char* const columns[] = {"heavy_infantry", "cavalry_or_light", "artillery"};
  for (std::size_t c = 0; c < 3; ++c)
    if (!read_column(*fire, columns[c], 0, field.charts.fire[c], trouble)) return false;
  const auto melee = load_chart(data, "siecle", "melee", trouble);
  if (!melee || !read_column(*melee, "defenders", -7, field.charts.defenders, trouble) ||
      !read_column(*melee, "attackers", -7, field.charts.attackers, trouble))
    return false;
  if (!read_odds(field.charts, data, trouble)) return false;
  const auto mods = load_chart(data, "siecle", "modifiers", trouble);
  if (!mods) return false;
  for (int m = 0; m < int(Mod::kCount); ++m) {
    const auto value = mods->number(kModNames[m], "value");
    if (!value) return trouble = {mods->file, 0, std::string("the line '") + kModNames[m] + "' is missing or has no number"}, false;
    field.charts.mods[std::size_t(m)] = *value;
  }
  return true;
}

}  // namespace tambour::siecle
