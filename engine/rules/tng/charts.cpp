// SPDX-License-Identifier: MIT
// The charts and their options: data/charts/tng, with the changes a battle's sheet makes.
#include <algorithm>

#include "rules/tng/field.h"

namespace tambour::tng {
namespace {

constexpr const char* kKeys[kGrounds] = {"clear",    "woods",      "orchard",    "swamp",      "village",    "castle",
                                         "redoubt",  "cultivated", "pheasantry", "road",       "trail",      "level_up",
                                         "sharp_up", "steep_up",   "level_down", "sharp_down", "steep_down", "river",
                                         "stream",   "bridge",     "ford",       "flood_wall", "leave_zone", "disordered_into_zone",
                                         "friend"};

bool fail(Trouble& t, const Chart& chart, int line, std::string message) {
  t = {chart.file, line, std::move(message)};
  return false;
}

// "3", "+1", "2D", "P", "0.5" (a commander's half), "half" and "-" (left to the code).
bool read_cost(std::string cell, bool commander, int8_t& cost, bool* disorders) {
  if (disorders) *disorders = false;
  if (cell == "half" || cell == "-") return true;
  if (cell == "P") return cost = kClosed, true;
  if (!cell.empty() && cell.back() == 'D') {
    if (!disorders) return false;
    *disorders = true;
    cell.pop_back();
  }
  if (commander && cell == "0.5") return cost = 1, true;
  const auto n = to_int(cell);
  if (!n || *n < 0 || *n > 9) return false;
  cost = int8_t(commander ? 2 * *n : *n);
  return true;
}

bool read_modifier(std::string_view cell, bool second, int8_t& value) {
  if (cell == "U" || cell == "-") return true;
  const auto pieces = split(cell, '/');
  const auto n = to_int(pieces.size() == 2 && second ? pieces[1] : pieces[0]);
  if (!n || pieces.size() > 2 || *n < -9 || *n > 9) return false;
  value = int8_t(*n);
  return true;
}

bool set_cell(GroundLine& line, std::string_view column, const std::string& cell, bool woods_minus) {
  if (column == "inf") return read_cost(cell, false, line.cost[0], &line.disorders[0]);
  if (column == "cav") return read_cost(cell, false, line.cost[1], &line.disorders[1]);
  if (column == "art") return read_cost(cell, false, line.cost[2], &line.disorders[2]);
  if (column == "commander") return read_cost(cell, true, line.cost[kCommanderColumn], nullptr);
  if (column == "fire") return read_modifier(cell, woods_minus, line.fire);
  if (column == "shock") return cell == "P" ? (line.shock_closed = true) : read_modifier(cell, false, line.shock);
  if (column == "traits") {
    for (auto w : words(cell)) {
      if (w == "sight") line.blocks_sight = true;
      else if (w == "front") line.six_fronts = true;
      else if (w == "nocharge") line.no_charge = true;
      else if (w == "shelter") line.shelter = true;
      else if (w == "rally") line.rallies = true;
      else return false;
    }
    return true;
  }
  return column == "key" || column == "kind";
}

bool read_terrain(Field& f, const std::string& data, bool woods_minus, Trouble& t) {
  const auto chart = load_chart(data, "tng", "terrain", t);
  if (!chart) return false;
  for (int g = 0; g < kGrounds; ++g) {
    const auto* row = chart->find(kKeys[g]);
    if (!row) return fail(t, *chart, 0, std::string("the line '") + kKeys[g] + "' is missing; every ground needs one");
    const int line = chart->lines[std::size_t(row - chart->rows.data())];
    for (std::size_t c = 0; c < chart->columns.size(); ++c)
      if (!set_cell(f.chart[std::size_t(g)], chart->columns[c], (*row)[c], woods_minus))
        return fail(t, *chart, line, "'" + (*row)[c] + "' is no value for column '" + chart->columns[c] + "' of " + kKeys[g]);
  }
  for (const Directive& d : f.battle.directives) {  // TC-n3: "chart stream cav 2"
    if (d.words[0] != "chart") continue;
    const auto* key = d.words.size() == 4 ? std::find(kKeys, kKeys + kGrounds, d.words[1]) : kKeys + kGrounds;
    if (key == kKeys + kGrounds || d.words[2] == "key" || !set_cell(f.chart[std::size_t(key - kKeys)], d.words[2], d.words[3], woods_minus))
      return t = {d.file, d.line, "'chart' wants a line and a column of the terrain chart and a value: chart stream cav 2"}, false;
  }
  return true;
}

bool read_fire(Field& f, const std::string& data, Trouble& t) {
  const auto chart = load_chart(data, "tng", "fire", t);
  if (!chart) return false;
  for (std::size_t i = 0; i < chart->rows.size(); ++i) {
    const auto& r = chart->rows[i];
    const auto from = to_int(r[0]);
    const char* names[] = {"none", "check", "disorder", "heavy"};
    const auto* at = std::find(names, names + 4, r[1]);
    if (!from || at == names + 4) return fail(t, *chart, chart->lines[i], "wants a number and one of none, check, disorder, heavy");
    f.fire_table.push_back({int16_t(*from), FireResult(at - names)});
  }
  return true;
}

bool read_shock(Field& f, const std::string& data, Trouble& t) {
  const auto chart = load_chart(data, "tng", "shock", t);
  if (!chart) return false;
  for (std::size_t i = 0; i < chart->rows.size(); ++i) {
    const auto& r = chart->rows[i];
    const auto from = to_int(r[0]);
    if (!from || (r[1] != "attacker" && r[1] != "defender") || (r[2] != "check" && r[2] != "go"))
      return fail(t, *chart, chart->lines[i], "wants a number, attacker or defender, check or go, and an option");
    f.shock_table.push_back({int16_t(*from), r[1] == "defender", r[2] == "go", r[3] == "counter", r[3] == "through"});
  }
  return true;
}

bool read_figures(Field& f, const std::string& data, Trouble& t) {
  const auto fire = load_chart(data, "tng", "fire_modifiers", t);
  if (!fire) return false;
  const auto shock = load_chart(data, "tng", "shock_modifiers", t);
  if (!shock) return false;
  Modifiers& m = f.mod;
  const Figure of_fire[] = {
      {"pair", &m.pair}, {"barrage", &m.barrage}, {"adjacent", &m.adjacent}, {"long", &m.beyond_effective}, {"massed", &m.massed}};
  const Figure of_shock[] = {{"routed", &m.routed},
                                                      {"rear", &m.rear},
                                                      {"front_and_rear", &m.front_and_rear},
                                                      {"charge_heavy", &m.charge_heavy},
                                                      {"charge_light", &m.charge_light},
                                                      {"charge_at_square", &m.charge_at_square},
                                                      {"heavy_counters_light", &m.heavy_counters_light},
                                                      {"pursuit", &m.pursuit},
                                                      {"no_orders", &m.no_orders},
                                                      {"light_counters_heavy", &m.light_counters_heavy}};
  return read_values(*fire, "value", of_fire, 9, t) && read_values(*shock, "value", of_shock, 9, t);
}

// The option's choice: the sheet's, or else the first one listed. Empty if the sheet names an unknown one.
std::string choice(const Field& f, const Chart& options, std::string_view name, Trouble& t) {
  const auto listed = options.cell(name, "choices").value_or("");
  const auto choices = words(listed);
  std::string picked(choices.empty() ? "" : choices[0]);
  for (const Directive& d : f.battle.directives) {
    if (d.words[0] != "option" || d.words.size() != 3 || d.words[1] != name) continue;
    picked = d.words[2];
    if (std::find(choices.begin(), choices.end(), picked) == choices.end()) {
      t = {d.file, d.line, "option " + std::string(name) + " is one of: " + listed};
      return {};
    }
  }
  if (picked.empty()) fail(t, options, 0, "option '" + std::string(name) + "' is missing");
  return picked;
}

}  // namespace

Citation terrain_row(uint8_t line) {
  static constexpr Citation rows[kGrounds] = {
      cite("TC-1"),  cite("TC-2"),  cite("TC-3"),  cite("TC-4"),  cite("TC-5"),  cite("TC-6"),  cite("TC-6"),  cite("TC-19"), cite("TC-2"),
      cite("TC-7"),  cite("TC-20"), cite("TC-8"),  cite("TC-9"),  cite("TC-10"), cite("TC-11"), cite("TC-12"), cite("TC-13"), cite("TC-14"),
      cite("TC-15"), cite("TC-16"), cite("TC-21"), cite("TC-22"), cite("TC-17"), cite("TC-18"), cite("TC-23")};
  return rows[line];
}

bool read_charts(Field& f, const std::string& data, Trouble& t) {
  const auto options = load_chart(data, "tng", "options", t);
  if (!options) return false;
  for (const Directive& d : f.battle.directives)
    if (d.words[0] == "option" && (d.words.size() != 3 || !options->find(d.words[1])))
      return t = {d.file, d.line, "'option' wants a name listed in data/charts/tng/options.csv and one of its choices"}, false;
  const std::string heavy = choice(f, *options, "heavy-fire", t), woods = choice(f, *options, "woods-fire", t),
                    costs = choice(f, *options, "commander-costs", t);
  if (t) return false;
  f.heavy_fire_routs = heavy == "rout";
  f.commander_chart = costs == "chart";
  return read_terrain(f, data, woods == "minus", t) && read_fire(f, data, t) && read_shock(f, data, t) && tambour::read_odds(data, "tng", f.odds, t) &&
         read_figures(f, data, t);
}

}  // namespace tambour::tng
