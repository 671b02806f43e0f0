// SPDX-License-Identifier: MIT
#include "battle/map.h"

#include <algorithm>

namespace tambour {

const std::vector<std::pair<std::string, uint16_t>>& side_features() {
  static const std::vector<std::pair<std::string, uint16_t>> all = {
      {"stream", kStream}, {"river", kRiver},     {"bridge", kBridge},
      {"ford", kFord},     {"slope", kSlope},     {"steep", kSteep},
      {"crest", kCrest},   {"redoubt", kRedoubt}, {"fortification", kFortification},
      {"gate", kGate},     {"wall", kWall},       {"hedge", kHedge}};
  return all;
}

void Map::size_to(Grid g) {
  grid = g;
  const auto n = std::size_t(g.size());
  if (terrain_names.empty()) terrain_names = {"clear"}, terrain_closed = {false}, terrain_marks = {'.'}, base_assumed = true;
  terrain.assign(n, 0);
  level.assign(n, 0);
  sides.assign(n, {});
  road_over.assign(n, {});
  road_in.assign(n, RoadKind::None);
  next.assign(n, {});
  for (HexId h = 0; h < n; ++h)
    for (int k = 0; k < 6; ++k) next[h][std::size_t(k)] = g.neighbour(h, k);
}

namespace {

bool fail(std::string& why, std::string text) {
  why = std::move(text);
  return false;
}

bool hex_of(const Map& map, std::string_view word, HexId& out, std::string& why) {
  const auto h = map.grid.parse(word);
  if (!h)
    return fail(why, "hex '" + std::string(word) + "' is not on this map of " + std::to_string(map.grid.columns) + " columns and " +
                         std::to_string(map.grid.rows) + " rows; write CCRR, for example 0508");
  out = *h;
  return true;
}

bool read_side(Map& map, const std::vector<std::string_view>& w, std::string& why) {
  if (w.size() < 3) return fail(why, "'side' wants a type and hex pairs, for example: side stream 0405-0406");
  uint16_t bit = 0;
  std::vector<std::string> known;
  for (const auto& [name, b] : side_features()) {
    known.push_back(name);
    if (w[1] == name) bit = b;
  }
  if (!bit) {
    const std::string near = nearest(w[1], known);
    return fail(why, "unknown hexside type '" + std::string(w[1]) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  for (std::size_t i = 2; i < w.size(); ++i) {
    const bool directed = w[i].size() == 9 && w[i][4] == '>';  // A>B: the work protects A
    if (w[i].size() != 9 || (w[i][4] != '-' && !directed))
      return fail(why, "'" + std::string(w[i]) + "' is not a hexside; write two adjacent hexes, for example 0405-0406");
    HexId a, b;
    if (!hex_of(map, w[i].substr(0, 4), a, why) || !hex_of(map, w[i].substr(5), b, why)) return false;
    const int k = map.grid.side_to(a, b);
    if (k < 0) return fail(why, "hexes of '" + std::string(w[i]) + "' do not touch");
    uint16_t& here = map.sides[a][std::size_t(k)];
    if (here & bit) return fail(why, "hexside '" + std::string(w[i]) + "' is given twice as " + std::string(w[1]));
    here = uint16_t(here | bit | (directed ? kWorkInside : 0));
    uint16_t& there = map.sides[b][std::size_t(opposite(k))];
    there = uint16_t(there | bit);
  }
  return true;
}

bool read_road(Map& map, const std::vector<std::string_view>& w, std::string& why) {
  if (w.size() < 5) return fail(why, "'road' wants a name, road or track, and at least two hexes");
  if (w[2] != "road" && w[2] != "track") return fail(why, "'" + std::string(w[2]) + "' is neither road nor track");
  Road road{std::string(w[1]), w[2] == "road" ? RoadKind::Road : RoadKind::Track, {}};
  for (std::size_t i = 3; i < w.size(); ++i) {
    HexId h;
    if (!hex_of(map, w[i], h, why)) return false;
    if (!road.hexes.empty()) {
      const HexId last = road.hexes.back();
      const int k = map.grid.side_to(last, h);
      if (k < 0)
        return fail(
            why, "road '" + road.name + "' jumps from " + map.grid.number(last) + " to " + map.grid.number(h) + ": the hexes do not touch");
      auto& over = map.road_over[last][std::size_t(k)];
      over = std::max(over, road.kind);
      map.road_over[h][std::size_t(opposite(k))] = over;
    }
    map.road_in[h] = std::max(map.road_in[h], road.kind);
    road.hexes.push_back(h);
  }
  map.roads.push_back(std::move(road));
  return true;
}

bool read_terrain(Map& map, const std::vector<std::string_view>& w, std::string& why) {
  if (w.size() >= 3 && w[1].size() == 1) {  // terrain <char> <name> [impassable]
    const bool closed = w.size() > 3 && w[3] == "impassable";
    if (w.size() > 4 || (w.size() == 4 && !closed)) return fail(why, "'terrain' takes a letter, a name and at most the word impassable");
    if (map.base_assumed && map.terrain_names.size() == 1) map.terrain_names.clear(), map.terrain_closed.clear(), map.terrain_marks.clear();
    map.base_assumed = false;
    if (std::find(map.terrain_marks.begin(), map.terrain_marks.end(), w[1][0]) != map.terrain_marks.end())
      return fail(why, "terrain letter '" + std::string(w[1]) + "' is given twice");
    map.terrain_marks.push_back(w[1][0]);
    map.terrain_names.emplace_back(w[2]);
    map.terrain_closed.push_back(closed);
    return true;
  }
  if (w.size() < 3) return fail(why, "'terrain' wants a letter and a name, or a name and hexes");
  auto found = std::find(map.terrain_names.begin(), map.terrain_names.end(), w[1]);  // terrain <name> <hex>…
  if (found == map.terrain_names.end()) {
    map.terrain_marks.push_back('?');
    map.terrain_names.emplace_back(w[1]);
    map.terrain_closed.push_back(false);
    found = map.terrain_names.end() - 1;
  }
  const auto kind = uint8_t(found - map.terrain_names.begin());
  for (std::size_t i = 2; i < w.size(); ++i) {
    HexId h;
    if (!hex_of(map, w[i], h, why)) return false;
    map.terrain[h] = kind;
  }
  return true;
}

bool read_size(Map& map, const std::vector<std::string_view>& w, std::string& why) {
  const auto c = w.size() == 3 ? to_int(w[1]) : std::nullopt, r = w.size() == 3 ? to_int(w[2]) : std::nullopt;
  if (!c || !r || *c < 1 || *r < 1 || *c > 99 || *r > 99 || *c * *r > 2400)
    return fail(why, "'size' wants columns and rows, each 1 to 99 and at most 2400 hexes in all");
  map.size_to({uint8_t(*c), uint8_t(*r)});
  return true;
}

}  // namespace

bool read_map_line(Map& map, std::string_view line, std::string& why) {
  static const std::vector<std::string> kWords = {"map",   "title", "system", "hex",  "size", "terrain", "grid",
                                                  "level", "side",  "road",   "name", "zone", "scale",   "top"};
  const auto w = words(line);
  const std::string_view key = w[0];
  if (std::find(kWords.begin(), kWords.end(), key) == kWords.end()) {
    const std::string near = nearest(key, kWords);
    return fail(why, "unknown word '" + std::string(key) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  if (key == "map" || key == "title" || key == "system" || key == "hex" || key == "top" || key == "scale") {
    if (w.size() < 2) return fail(why, "'" + std::string(key) + "' wants a value");
    const std::string value(trim(line.substr(key.size())));
    if (key == "map") map.id = value;
    if (key == "title") map.title = value;
    if (key == "top") map.top = value;
    if (key == "scale") map.scale = to_int(value).value_or(0);
    if (key == "hex" && value != "flat odd-down") return fail(why, "only 'hex flat odd-down' is known");
    return true;
  }
  if (key == "size") return read_size(map, w, why);
  if (key == "terrain" && w.size() >= 3 && w[1].size() == 1) return read_terrain(map, w, why);
  if (map.grid.size() == 0) return fail(why, "'" + std::string(key) + "' comes before 'size'; give the size first");
  if (key == "terrain") return read_terrain(map, w, why);
  if (key == "side") return read_side(map, w, why);
  if (key == "road") return read_road(map, w, why);
  if (key == "level" && w.size() >= 3) {  // level <n> <hex>…
    const auto n = to_int(w[1]);
    if (!n || *n < 0 || *n > 9) return fail(why, "a level is a digit 0 to 9");
    for (std::size_t i = 2; i < w.size(); ++i) {
      HexId h;
      if (!hex_of(map, w[i], h, why)) return false;
      map.level[h] = uint8_t(*n);
    }
    return true;
  }
  if (key == "name" || key == "zone") {
    if (w.size() < 3) return fail(why, "'" + std::string(key) + "' wants " + (key == "name" ? "a hex and a text" : "an id and hexes"));
    HexId h;
    if (key == "name") {
      if (!hex_of(map, w[1], h, why)) return false;
      map.names[h] = std::string(trim(line.substr(line.find(w[1]) + 4)));
      return true;
    }
    auto& zone = map.zones[std::string(w[1])];
    for (std::size_t i = 2; i < w.size(); ++i) {
      if (!hex_of(map, w[i], h, why)) return false;
      zone.push_back(h);
    }
    return true;
  }
  return fail(why, "'" + std::string(key) + "' cannot be used so; its form is in docs/files.md");
}

namespace {

// The rows of a grid or level block; `at` stands on the line after the opening word.
bool read_block(Map& map, const std::vector<std::string_view>& lines, std::size_t& at, bool levels, std::string& why) {
  const char* end = levels ? "endlevel" : "endgrid";
  for (int r = 1; r <= map.grid.rows; ++r, ++at) {
    if (at >= lines.size())
      return fail(why, std::string("the file ends inside the ") + (levels ? "level" : "grid") + " block; it wants " +
                           std::to_string(map.grid.rows) + " rows");
    const auto row = trim(lines[at]);
    if (row.size() != map.grid.columns)
      return fail(
          why, "row " + std::to_string(r) + " has " + std::to_string(row.size()) + " characters, not " + std::to_string(map.grid.columns));
    for (int c = 1; c <= map.grid.columns; ++c) {
      const char mark = row[std::size_t(c - 1)];
      const HexId h = map.grid.at(c, r);
      if (levels) {
        if (mark != '.' && (mark < '0' || mark > '9')) return fail(why, std::string("level '") + mark + "' is no digit");
        map.level[h] = mark == '.' ? uint8_t{0} : uint8_t(mark - '0');
        continue;
      }
      const auto found = std::find(map.terrain_marks.begin(), map.terrain_marks.end(), mark);
      if (found == map.terrain_marks.end())
        return fail(why, std::string("unknown terrain letter '") + mark + "' in hex " + map.grid.number(h) + "; declare it with 'terrain'");
      map.terrain[h] = uint8_t(found - map.terrain_marks.begin());
    }
  }
  if (at >= lines.size() || trim(lines[at]) != end) return fail(why, std::string("'") + end + "' is missing after the last row");
  return true;
}

bool sides_make_sense(const Map& map, std::string& why) {
  for (HexId h = 0; h < map.grid.size(); ++h)
    for (int k = 0; k < 6; ++k) {
      const uint16_t f = map.sides[h][std::size_t(k)];
      const std::string where = f ? map.grid.number(h) + "-" + map.grid.number(map.next[h][std::size_t(k)]) : "";
      if ((f & (kBridge | kFord)) && !(f & (kRiver | kStream))) return fail(why, "hexside " + where + " has a bridge or ford but no water");
      if ((f & kGate) && !(f & (kFortification | kWall))) return fail(why, "hexside " + where + " has a gate but no wall");
    }
  return true;
}

}  // namespace

bool read_map(Map& map, const std::string& text, const std::string& file, Trouble& trouble) {
  const auto lines = split(text, '\n');
  bool grid_seen = false;
  std::string why;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto line = trim(lines[i]);
    if (line.empty() || line[0] == '#') continue;
    bool good;
    if (line == "grid" || line == "level") {
      if (map.grid.size() == 0 && map.grid.columns == 0) why = "a block comes before 'size'; give the size first", good = false;
      else good = read_block(map, lines, ++i, line == "level", why);
      grid_seen |= line == "grid";
    } else {
      good = read_map_line(map, line, why);
    }
    if (!good) {
      trouble = {file, int(i) + 1, why};
      return false;
    }
  }
  if (!grid_seen) {
    trouble = {file, int(lines.size()), "the map has no grid block; is the file cut short?"};
    return false;
  }
  if (!sides_make_sense(map, why)) {
    trouble = {file, 0, why};
    return false;
  }
  return true;
}

}  // namespace tambour
