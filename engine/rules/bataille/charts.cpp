// SPDX-License-Identifier: MIT
// Reads the charts of fire, melee, morale and leaders. Terrain charts: ground.cpp.
#include "battle/chart.h"
#include "play/state.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {

const char* const kModNames[int(Mod::kCount)] = {
    "odds_1_3", "odds_1_2", "odds_1_1",    "odds_2_1",  "odds_3_1",     "odds_4_1",     "odds_5_1",          "flank",          "rear",
    "uphill",   "stream",   "sunken_road", "structure", "close_uphill", "close_stream", "close_sunken_road", "close_structure"};

namespace {

struct Reader {
  const std::string& data;
  Trouble& trouble;

  bool fail(const Chart& c, std::size_t row, const std::string& what) {
    trouble = {c.file, row < c.lines.size() ? c.lines[row] : 0, what};
    return false;
  }
  std::optional<Chart> load(const char* name) { return load_chart(data, "bataille", name, trouble); }
  // "43" as an index, "-" as -1
  bool roll(const Chart& c, std::size_t row, const std::string& cell, int8_t& out) {
    if (cell == "-") return out = -1, true;
    const auto n = to_int(cell);
    if (!n || face_of(Dice::Sixes, *n) < 0) return fail(c, row, "'" + cell + "' is no roll from 11 to 66");
    return out = int8_t(sixes_inside(*n)), true;
  }
  // Columns of odds rise from line to line, thresholds from cell to cell.
  template <class Column, std::size_t N>
  bool column(const Chart& c, std::size_t row, Column& out, const Ratio* before, int8_t (&from)[N]) {
    const auto& cells = c.rows[row];
    const auto a = to_int(cells[1]), b = to_int(cells[2]);
    if (!a || !b || *b < 1) return fail(c, row, "the odds of column " + cells[0] + " are not two numbers");
    out.name = cells[0], out.least = Ratio(*a, *b);
    if (before && out.least <= *before) return fail(c, row, "column " + cells[0] + " is out of order: odds must rise from line to line");
    int8_t last = -1;
    for (std::size_t k = 0; k < N; ++k) {
      if (!roll(c, row, cells[3 + k], from[k])) return false;
      if (from[k] >= 0 && from[k] < last) return fail(c, row, "the rolls of column " + cells[0] + " do not rise");
      if (from[k] >= 0) last = from[k];
    }
    return true;
  }

  bool fire(Charts& charts) {
    const auto c = load("fire");
    if (!c) return false;
    if (!has_head(*c, "column,for,against,l1,l2,l3,l4,l5", trouble)) return false;
    for (std::size_t row = 0; row < c->rows.size(); ++row) {
      FireColumn out;
      if (!column(*c, row, out, row ? &charts.fire.back().least : nullptr, out.from)) return false;
      charts.fire.push_back(std::move(out));
    }
    return !charts.fire.empty() || fail(*c, 0, "this chart has no columns");
  }
  bool melee(Charts& charts) {
    const auto c = load("melee");
    if (!c) return false;
    if (!has_head(*c, "column,for,against,AS,AR,AD3,AD2,AD1,Blank,DD1,DD2,DD3,DR,DS", trouble)) return false;
    for (std::size_t row = 0; row < c->rows.size(); ++row) {
      MeleeColumn out;
      if (!column(*c, row, out, row > 1 ? &charts.melee.back().least : nullptr, out.from)) return false;
      charts.melee.push_back(std::move(out));
    }
    return charts.melee.size() > 2 || fail(*c, 0, "this chart wants the Firefight column and then the odds");
  }
  bool small_tables(Charts& charts) {
    const auto density = load("density"), close = load("close"), stand = load("stand"), impetus = load("impetus"),
               wounds = load("leader_casualty"), violations = load("violations");
    if (!density || !close || !stand || !impetus || !wounds || !violations) return false;
    for (const auto& r : density->rows)
      charts.density.push_back({to_int(r[0]).value_or(0), to_int(r[1]).value_or(0), to_int(r[2]).value_or(0)});
    const char* const methods[] = {"French", "British", "Prussian"};
    for (std::size_t m = 0; m < 3; ++m)
      for (std::size_t d = 0; d < 6; ++d) {
        const auto n = close->number(methods[m], "d" + std::to_string(d + 1));
        if (!n) return fail(*close, 0, std::string("method ") + methods[m] + " has no figure for " + std::to_string(d + 1) + " hexes");
        charts.close[m][d] = int8_t(*n);
      }
    for (std::size_t m = 0; m < std::size_t(Mod::kCount); ++m) {
      const auto n = stand->number(kModNames[m], "steps");
      if (!n) return fail(*stand, 0, std::string("the line '") + kModNames[m] + "' is missing");
      charts.mods[m] = int8_t(*n);
    }
    for (std::size_t die = 1; die <= 6; ++die) {
      const std::string key = std::to_string(die);
      charts.impetus[die] = uint8_t(impetus->number(key, "hexes").value_or(0));
      const std::string out = wounds->cell(key, "out").value_or("");
      const auto dice = uint8_t(wounds->number(key, "dice").value_or(0));
      charts.wounds[die] = {out == "dead", uint8_t(out == "hours" ? dice : 0), uint8_t(out == "turns" ? dice : 0)};
    }
    return guns(charts) && violation_steps(charts, *violations);
  }
  bool guns(Charts& charts) {
    const auto spiked = load("spiked"), scatter = load("scatter");
    if (!spiked || !scatter || !has_columns(*spiked, {"cause", "from"}, trouble) || !has_columns(*scatter, {"die", "hexes"}, trouble)) return false;
    const char* const causes[] = {"assault", "charge"};
    for (std::size_t k = 0; k < 2; ++k) {
      const auto from = spiked->number(causes[k], "from");
      if (!from) return fail(*spiked, 0, std::string("the line '") + causes[k] + "' is missing");
      for (int die = 1; die <= 6; ++die) charts.spiked[k][std::size_t(die)] = die >= *from;
    }
    for (std::size_t die = 0; die < charts.scatter.size(); ++die) {
      const auto hexes = scatter->number(std::to_string(std::min<std::size_t>(die, 6)), "hexes");
      if (!hexes || *hexes < 0 || *hexes > 9) return fail(*scatter, 0, "die " + std::to_string(die) + " wants a number of hexes from 0 to 9");
      charts.scatter[die] = uint8_t(*hexes);
    }
    const auto steps = [&](const char* why) { return scatter->number(why, "hexes").value_or(0); };
    charts.scatter_leader = steps("leader"), charts.scatter_unseen = steps("unseen"), charts.scatter_far = steps("far");
    return true;
  }
  bool violation_steps(Charts& charts, const Chart& violations) {
    const auto steps = [&](const char* cause) { return violations.number(cause, "steps").value_or(0); };
    charts.over_limit = steps("over_limit"), charts.ridden_over = steps("ridden_over_square"), charts.mixed = steps("mixed");
    charts.recoil_enters = steps("recoil_enters"), charts.pgd_enters = steps("pgd_enters");
    charts.pgd_over_limbered = steps("pgd_over_limbered");
    return true;
  }
};

}  // namespace

bool read_charts(Field& field, const std::string& data, Trouble& trouble) {
  Reader reader{data, trouble};
  return check_charts(data, trouble) && by("3.1-a", "3.6-a") && reader.fire(field.charts) && reader.melee(field.charts) && reader.small_tables(field.charts);
}

}  // namespace tambour::bataille
