// SPDX-License-Identifier: MIT
// Turns the map and the terrain charts into tables per hex and per hexside.
#include <algorithm>

#include "battle/chart.h"
#include "battle/record_reader.h"
#include "rules/siecle/field.h"

namespace tambour::siecle {
namespace {

struct SideLine {
  int cost = 0, fire_in = 0, melee_in = 0, melee_out = 0;
  bool closed = false, disorganises = false, zone = false, guns = true;
};

bool read_line(const Chart& chart, const char* name, SideLine& out, Trouble& trouble) {
  const auto text = [&](const char* column) { return chart.cell(name, column).value_or(""); };
  const auto number = [&](const char* column) { return chart.number(name, column); };
  if (!chart.find(name)) return trouble = {chart.file, 0, std::string("the line '") + name + "' is missing"}, false;
  out.closed = text("cost") == "-";
  if (!out.closed && !number("cost"))
    return trouble = {chart.file, 0, std::string("the cost of '") + name + "' is neither a number nor -"}, false;
  out.cost = number("cost").value_or(0);
  out.fire_in = number("fire_in").value_or(0);
  out.melee_in = number("melee_in").value_or(0), out.melee_out = number("melee_out").value_or(0);
  out.disorganises = text("d") == "yes", out.zone = text("zone") == "yes", out.guns = text("guns") == "yes";
  return true;
}

Citation row_of(std::string_view terrain) {
  if (terrain == "clear") return cite("TET-01");
  if (terrain == "difficult") return cite("TET-02");
  if (terrain == "wood") return cite("TET-03");
  if (terrain == "marsh") return cite("TET-04");
  return terrain == "village" || terrain == "town" ? cite("TET-05") : cite("9.1-a");  // a chart of one's own may know more
}

bool read_hexes(Field& field, const Map& map, const Chart& chart, Trouble& trouble) {
  std::vector<Ground> kinds;
  for (std::size_t t = 0; t < map.terrain_names.size(); ++t) {
    const std::string& name = map.terrain_names[t];
    const auto yes = [&](const char* column) { return chart.cell(name, column) == "yes"; };
    Ground g;
    g.row = row_of(name);
    g.closed = map.terrain_closed[t] || chart.cell(name, "cost") == "-";
    if (g.closed) {
      g.blocks_zone = true, g.charge = false;
    } else {
      const auto cost = chart.number(name, "cost"), fire = chart.number(name, "fire"), melee = chart.number(name, "melee");
      if (!cost || !fire || !melee || *cost < 1)
        return trouble = {chart.file, 0,
                          "terrain '" + name + "' of the map is not in this chart; add a line for it or declare it impassable"},
               false;
      g.cost = uint8_t(*cost), g.fire = int8_t(*fire), g.melee = int8_t(*melee);
      g.disorganises = yes("d"), g.blocks_zone = yes("zone"), g.blocks_sight = yes("sight"), g.built = yes("built"),
      g.charge = yes("charge");
    }
    kinds.push_back(g);
  }
  for (HexId h = 0; h < map.grid.size(); ++h) {
    field.ground.push_back(kinds[map.terrain[h]]);
    field.ground[h].level = map.level[h];
    for (int k = 0; k < 6; ++k)
      if (map.sides[h][std::size_t(k)] & kWorkInside) field.ground[h].works = true;
  }
  return true;
}

// One hexside as it is crossed from h. A slope takes the place of the plain change of level (ruling S44); a road takes away
// everything the hexside adds, but for the water under a bridge in a melee (TET-06).
Edge make_edge(const Field& field, const Map& map, HexId h, std::size_t k, const SideLine* line) {
  enum { kRiverLine, kStreamLine, kFordLine, kBridgeLine, kSlopeLine, kRedoubtLine, kFortLine };
  Edge e;
  const HexId to = map.next[h][k];
  if (to == kNoHex) return e;
  const uint16_t bits = map.sides[h][k], back = map.sides[to][std::size_t(opposite(int(k)))];
  const Ground &from = field.ground[h], &into = field.ground[to];
  e.to = to;
  e.road = map.road_over[h][k] != RoadKind::None;
  e.slope = bits & kSlope, e.water = bits & (kStream | kRiver);
  e.fortification = bits & kFortification;
  e.inside = bits & kWorkInside, e.outside = back & kWorkInside;
  const auto add = [&](const SideLine& l, bool crossing, uint8_t* share = nullptr) {
    e.melee = int8_t(e.melee + (e.inside ? l.melee_out : l.melee_in));
    e.no_zone |= l.zone;
    if (!crossing || e.road) return;
    if (share) *share = uint8_t(l.cost);
    e.cost = uint8_t(e.cost + l.cost), e.closed |= l.closed, e.disorganises |= l.disorganises, e.no_guns |= !l.guns;
  };
  e.cost = e.road ? 1 : into.cost;
  e.closed = into.closed, e.no_zone = into.blocks_zone;
  e.disorganises = into.disorganises && !e.road;
  e.melee = into.melee;
  if (bits & kBridge) add(line[kBridgeLine], true);
  else if (bits & kFord) add(line[kFordLine], true, &e.water_cost);
  else if (bits & kStream) add(line[kStreamLine], true, &e.water_cost);
  else if (bits & kRiver) e.no_zone = e.closed = true;
  if (bits & kSlope) add(line[kSlopeLine], true, &e.rise_cost);
  else if (into.level > from.level) {
    e.melee = int8_t(e.melee + field.mod(Mod::MeleeHigher));
    if (!e.road) e.rise_cost = uint8_t(into.level - from.level), e.cost = uint8_t(e.cost + e.rise_cost);
  } else if (into.level < from.level) e.melee = int8_t(e.melee + field.mod(Mod::MeleeLower));
  if (bits & kFortification) add(line[kFortLine], !(bits & kGate));
  if (bits & kGate) e.closed = true;  // opened only by an event of the battle
  return e;
}

}  // namespace

bool read_ground(Field& field, const Battle& battle, const std::string& data, Trouble& trouble) {
  const Map& map = battle.map;
  if (!map_fits(map, kHexes, trouble)) return false;
  const auto hexes = load_chart(data, "siecle", "terrain", trouble);
  if (!hexes || !read_hexes(field, map, *hexes, trouble)) return false;
  const auto sides = load_chart(data, "siecle", "sides", trouble);
  if (!sides) return false;
  SideLine line[7];
  const char* const names[7] = {"river", "stream", "ford", "bridge", "slope", "redoubt", "fortification"};
  for (int i = 0; i < 7; ++i)
    if (!read_line(*sides, names[i], line[i], trouble)) return false;
  field.charts.redoubt_cost = line[5].cost, field.charts.redoubt_fire = line[5].fire_in;
  field.charts.redoubt_melee_in = line[5].melee_in, field.charts.redoubt_melee_out = line[5].melee_out;
  field.charts.fortification_fire = line[6].fire_in;
  field.edges.resize(std::size_t(map.grid.size()));
  for (HexId h = 0; h < map.grid.size(); ++h)
    for (std::size_t k = 0; k < 6; ++k) {
      field.edges[h][k] = make_edge(field, map, h, k, line);
      Edge& e = field.edges[h][k];
      if ((map.sides[h][k] & (kRedoubt | kFortification)) && !e.inside && !e.outside)
        return trouble = {"", 0,
                          "the work between " + map.grid.number(h) + " and " + map.grid.number(map.next[h][k]) +
                              " protects neither hex; write the protected one first: side redoubt 0405>0406"},
               false;
      if (!(map.sides[h][k] & kRedoubt)) continue;
      const HexId to = map.next[h][k];
      if (to < h) e.redoubt = field.edges[to][std::size_t(opposite(int(k)))].redoubt;
      else e.redoubt = uint8_t(field.redoubts++);
      if (field.redoubts > 64) return trouble = {"", 0, "the map has more than 64 redoubt hexsides"}, false;
    }
  return true;
}

}  // namespace tambour::siecle
