// SPDX-License-Identifier: MIT
// Reads the charts of cavalry: Carré, Rallying Square, Recall, Form Up, standing against a Charge, Harassment.
#include "battle/chart.h"
#include "play/state.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {

const char* const kChargeModNames[int(ChargeMod::kCount)] = {"light", "lancers",  "heavy", "armoured", "grand",
                                                             "diverted", "flank", "rear",  "uphill_or_stream"};

namespace {

struct Reader {
  Field& field;
  const std::string& data;
  Trouble& trouble;

  std::optional<Chart> load(const char* name) { return load_chart(data, "bataille", name, trouble); }
  bool fail(const Chart& c, std::size_t row, const std::string& what) {
    trouble = {c.file, row < c.lines.size() ? c.lines[row] : 0, what};
    return false;
  }

  bool carre() {
    const auto c = load("carre"), mods = load("carre_mod");
    if (!c || !mods || !has_columns(*c, {"key", "s4", "d4", "s3", "d3", "s2", "d2", "s1", "d1"}, trouble)) return false;
    for (std::size_t row = 0; row < c->rows.size(); ++row) {
      Charts::Carre line;
      for (std::size_t d = 1; d <= 4; ++d) {
        const auto s = to_int(c->rows[row][9 - 2 * d]), low = to_int(c->rows[row][10 - 2 * d]);
        if (!s || !low || face_of(Dice::Sixes, *s) < 0 || face_of(Dice::Sixes, *low) < 0 || *low < *s)
          return fail(*c, row, "line '" + c->rows[row][0] + "' wants two rising rolls from 11 to 66 for every distance");
        line.square[d] = int8_t(sixes_inside(*s)), line.disorder[d] = int8_t(sixes_inside(*low));
      }
      field.charts.carre.push_back(line), field.charts.carre_keys.push_back(c->rows[row][0]);
    }
    const auto steps = [&](const std::string& key) { return mods->number(key, "steps").value_or(0); };
    field.charts.carre_leader = steps("leader"), field.charts.carre_grand = steps("grand charge");
    field.charts.carre_lancers = steps(field.period + " lancers"), field.charts.carre_light = steps(field.period + " light");
    field.charts.carre_level = steps(field.period + " level");
    return true;
  }
  bool by_distance() {
    const auto rally = load("rally_square"), up = load("form_up");
    if (!rally || !up) return false;
    for (std::size_t d = 1; d <= 5; ++d) {
      if (d <= 4) field.charts.rally_square[d] = int8_t(rally->number(std::to_string(d), "steps").value_or(0));
      field.charts.form_up[d] = int8_t(up->number(std::to_string(d), "steps").value_or(0));
    }
    return field.charts.form_up_lancers = up->number("lancers", "steps").value_or(0), true;
  }
  bool recall() {
    const auto c = load("recall");
    if (!c) return false;
    field.charts.recall_leader = c->number("cavalry leader", "need").value_or(0);
    return field.charts.recall_guard = c->number(field.period + " guard", "need").value_or(0), true;
  }
  bool stand() {
    const auto c = load("stand_cavalry");
    if (!c) return false;
    for (std::size_t m = 0; m < std::size_t(ChargeMod::kCount); ++m) {
      const auto n = c->number(kChargeModNames[m], "steps");
      if (!n) return fail(*c, 0, std::string("the line '") + kChargeModNames[m] + "' is missing");
      field.charts.charge_mods[m] = int8_t(*n);
    }
    return true;
  }
  bool harassment() {
    const auto c = load("harassment");
    if (!c) return false;
    const int rest = c->number("other", "factor").value_or(0);
    for (const std::string& name : field.charts.terrains) field.charts.harassment.push_back(uint8_t(c->number(name, "factor").value_or(rest)));
    field.charts.harassed_horse = c->number("routing cavalry", "factor").value_or(0);
    field.charts.harassed_skirmishers = c->number("skirmishers falling back", "factor").value_or(0);
    return field.charts.harassed_infantry = c->number("routing infantry", "factor").value_or(0), true;
  }
};

}  // namespace

bool read_cavalry_charts(Field& field, const std::string& data, Trouble& trouble) {
  Reader reader{field, data, trouble};
  return reader.carre() && reader.by_distance() && reader.recall() && reader.stand() && reader.harassment();
}

}  // namespace tambour::bataille
