// SPDX-License-Identifier: MIT
// Reads what the battle sheet says to this ruleset: rout edges, depots, victory. Grammar: docs/positions-bataille.md.
#include <algorithm>

#include "rules/bataille/field.h"

namespace tambour::bataille {
namespace {

struct SheetReader {
  Field& field;
  const Battle& battle;
  const std::vector<std::string>* w = nullptr;
  std::string why;

  bool fail(std::string message) { return why = std::move(message), false; }
  std::string word(std::size_t i) const { return i < w->size() ? (*w)[i] : ""; }
  bool side(std::size_t i, Seat& out) {
    out = battle.seat_of(word(i));
    return out != Seat::Nobody || fail("'" + word(i) + "' is neither " + battle.sides[0] + " nor " + battle.sides[1]);
  }
  bool hexes(std::size_t from, std::vector<HexId>& out) {  // hexes and zone:<id>, to the end of the line
    for (std::size_t i = from; i < w->size(); ++i) {
      if (word(i).starts_with("zone:")) {
        const auto zone = battle.map.zones.find(word(i).substr(5));
        if (zone == battle.map.zones.end()) return fail("the map has no zone '" + word(i).substr(5) + "'");
        out.insert(out.end(), zone->second.begin(), zone->second.end());
        continue;
      }
      const auto h = battle.map.grid.parse(word(i));
      if (!h) return fail("hex '" + word(i) + "' is not on the map");
      out.push_back(*h);
    }
    return !out.empty() || fail("hexes or a zone are wanted at the end");
  }
  bool rout() {
    Seat s;
    std::vector<HexId> edge;
    if (!side(1, s) || !hexes(2, edge)) return false;
    auto& flags = field.rout_edge[index(s)];
    auto& far = field.rout_distance[index(s)];
    flags.assign(std::size_t(field.grid.size()), false), far.assign(std::size_t(field.grid.size()), 255);
    for (const HexId e : edge) {
      flags[e] = true;
      for (HexId h = 0; h < field.grid.size(); ++h) far[h] = uint8_t(std::min<int>(far[h], field.grid.distance(h, e)));
    }
    return true;
  }
  bool take() {
    const std::string key = word(0);
    Seat s;
    std::vector<HexId> list;
    if (key == "rout") return rout();
    if (key == "depot") {
      if (!side(1, s) || !hexes(2, list)) return false;
      return field.depot[index(s)] = list[0], true;
    }
    if (key == "option" && word(1) == "first-fire") return field.first_fire = true;
    if (key == "period") return word(1) == "1809" || word(1) == "1813" || word(1) == "1815" || fail("a period is 1809, 1813 or 1815");
    if (key == "no-prolong") return field.no_prolong = true;
    if (key == "hold") return hexes(1, field.victory.hold);
    if (key == "clear") return hexes(1, field.victory.clear);
    return fail("'" + key + "' is no line of this sheet (rout, depot, hold, clear, option first-fire, period, no-prolong)");
  }
};

}  // namespace

bool read_sheet_lines(Field& field, const Battle& battle, Trouble& trouble) {
  for (int s = 0; s < 2; ++s) {
    field.rout_edge[s].assign(std::size_t(field.grid.size()), false);
    field.rout_distance[s].assign(std::size_t(field.grid.size()), 0);
  }
  SheetReader reader{field, battle, nullptr, {}};
  for (const Directive& d : battle.directives) {
    reader.w = &d.words;
    if (!reader.take()) return trouble = {d.file, d.line, reader.why}, false;
  }
  return true;
}

std::unique_ptr<Field> make_field(const Battle& battle, const std::string& data, Trouble& trouble) {
  auto field = std::make_unique<Field>();
  field->id = battle.id, field->title = battle.title, field->grid = battle.map.grid, field->turns = battle.turns;
  field->sides[0] = battle.sides[0], field->sides[1] = battle.sides[1];
  if (const auto colon = battle.clock_start.find(':'); colon != std::string::npos)
    field->first_slot = to_int(battle.clock_start.substr(colon + 1)).value_or(0) / 20 % 3;  // 3.5-a
  if (!read_charts(*field, data, trouble) || !read_ground(*field, battle, data, trouble) || !read_counters(*field, battle, data, trouble) ||
      !check_shapes(*field, battle, trouble) || !read_sheet_lines(*field, battle, trouble))
    return nullptr;
  return field;
}

}  // namespace tambour::bataille
