// SPDX-License-Identifier: MIT
// Turns the map and the terrain charts into tables per hex and per hexside.
#include <algorithm>

#include "battle/chart.h"
#include "battle/record_reader.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {
namespace {

constexpr const char* kClassColumns[] = {"inf", "company", "art", "leader", "cav"};
constexpr const char* kDefenseColumns[] = {"inf_column",  "inf_line",     "square",      "square_large", "skirmish",       "general_order",
                                           "disorder",    "pgd",          "road_column", "cav_column",   "cav_line",       "cav_skirmish",
                                           "cav_general", "cav_disorder", "cav_pgd",     "art_limbered", "art_unlimbered", "art_with_inf"};

// Half points of a line of the Movement Chart, or kProhibited.
uint8_t cost_of(const Chart& c, const std::string& line, int k) { return uint8_t(c.number(line, kClassColumns[k]).value_or(kProhibited)); }

bool read_terrains(Field& field, const std::string& data, const Chart& movement, Trouble& trouble) {
  const auto stacking = load_chart(data, "bataille", "stacking", trouble);
  const auto defense = stacking ? load_chart(data, "bataille", "fire_defense", trouble) : std::nullopt;
  if (!defense) return false;
  for (const auto& row : movement.rows) {
    const std::string& name = row[0];
    if (movement.cell(name, "kind") != "hex" || name == "road" || name == "trail") continue;
    Limit l;
    l.infantry = uint8_t(stacking->number(name, "infantry").value_or(0));
    l.cavalry = uint8_t(stacking->number(name, "cavalry").value_or(0)), l.whole_regiment = stacking->cell(name, "unit") == "regiment";
    l.one_battery = stacking->cell(name, "artillery") == "battery";
    l.artillery = uint8_t(stacking->number(name, "artillery").value_or(0));
    l.mixed_infantry = uint8_t(stacking->number(name, "mixed_infantry").value_or(0));
    l.mixed_artillery = uint8_t(stacking->number(name, "mixed_artillery").value_or(0));
    std::array<uint8_t, std::size_t(Defense::kCount)> figures{};
    for (std::size_t d = 0; d < figures.size(); ++d)
      figures[d] = uint8_t(defense->number(name == "rough" ? "clear" : name, kDefenseColumns[d]).value_or(0));
    field.charts.terrains.push_back(name), field.charts.limits.push_back(l), field.charts.defense.push_back(figures);
  }
  std::array<uint8_t, std::size_t(Defense::kCount)> hedge{};
  for (std::size_t d = 0; d < hedge.size(); ++d) hedge[d] = uint8_t(defense->number("hedge", kDefenseColumns[d]).value_or(0));
  field.charts.hedge_row = int(field.charts.defense.size());
  field.charts.defense.push_back(hedge);
  return true;
}

bool read_hexes(Field& field, const Map& map, const Chart& movement, Trouble& trouble) {
  int burnable = 0;
  for (HexId h = 0; h < map.grid.size(); ++h) {
    const std::string& name = map.terrain_at(h);
    const auto at = std::find(field.charts.terrains.begin(), field.charts.terrains.end(), name);
    if (at == field.charts.terrains.end())
      return trouble = {movement.file, 0, "terrain '" + name + "' of the map is not in this chart; add a line for it"}, false;
    Ground g;
    g.terrain = uint8_t(at - field.charts.terrains.begin()), g.level = map.level[h];
    g.general = movement.cell(name, "order") == "general";
    g.blocks_sight = movement.cell(name, "sight") == "blocks", g.stops_shot = movement.cell(name, "ricochet") == "stops";
    g.structure = name == "special_structure", g.no_flanks = name == "village" || name == "farmettes_houses",
    g.sunken = name == "sunken_road";
    g.hides_prone = name == "cultivated";
    g.allows_prone = name == "clear" || name == "farmettes_houses" || name == "cultivated";
    if (name == "town" || name == "village") g.burns = uint8_t(std::min(burnable++, 255));
    field.ground.push_back(g);
  }
  if (burnable > kBurnable)
    return trouble = {"", 0,
                      "the map has " + std::to_string(burnable) + " hexes of town and village; this ruleset plays on at most " +
                          std::to_string(kBurnable)},
           false;
  return true;
}

Edge make_edge(const Map& map, const Chart& movement, HexId h, std::size_t k) {
  static constexpr std::pair<uint16_t, const char*> kSides[] = {{kStream, "stream"},      {kRiver, "river"}, {kSlope, "slope_normal"},
                                                                {kSteep, "slope_severe"}, {kWall, "wall"},   {kHedge, "hedge"}};
  Edge e;
  const HexId to = map.next[h][k];
  if (to == kNoHex) return e;
  const uint16_t bits = map.sides[h][k];
  e.to = to;
  e.hedge = bits & (kHedge | kWall), e.stream = (bits & kStream) && !(bits & (kBridge | kFord));
  e.severe = bits & kSteep;
  e.rise = int8_t(int(map.level[to]) - int(map.level[h]));
  e.road = map.road_over[h][k] != RoadKind::None, e.bridge = bits & kBridge;
  const char* const way = map.road_over[h][k] == RoadKind::Track ? "trail" : "road";
  for (int c = 0; c < int(Class::kCount); ++c) {
    int cost = cost_of(movement, map.terrain_at(to), c);
    e.road_cost[c] = cost_of(movement, way, c);
    for (const auto& [bit, line] : kSides) {
      if (!(bits & bit) || (bit & (kStream | kRiver) && bits & (kBridge | kFord))) continue;
      if (bit & (kSlope | kSteep) && e.rise <= 0) continue;  // slopes cost those who go up
      const int more = cost_of(movement, line, c);
      by("13.1.1-b");
      cost = cost == kProhibited || more == kProhibited ? kProhibited : cost + more;
    }
    if (bits & kFord && cost != kProhibited) cost += cost_of(movement, "ford", c);
    e.cost[c] = uint8_t(std::min<int>(cost, kProhibited));
  }
  return e;
}

}  // namespace

bool read_ground(Field& field, const Battle& battle, const std::string& data, Trouble& trouble) {
  const Map& map = battle.map;
  if (!map_fits(map, kHexes, trouble)) return false;
  const auto movement = load_chart(data, "bataille", "movement", trouble);
  if (!movement) return false;
  if (!read_terrains(field, data, *movement, trouble) || !read_hexes(field, map, *movement, trouble)) return false;
  field.edges.resize(std::size_t(map.grid.size()));
  for (HexId h = 0; h < map.grid.size(); ++h)
    for (std::size_t k = 0; k < 6; ++k) field.edges[h][k] = make_edge(map, *movement, h, k);
  return true;
}

}  // namespace tambour::bataille
