// SPDX-License-Identifier: MIT
// A map as every book sees it: terrain by name, levels, hexside features, roads, named hex sets.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "hex/hex.h"
#include "kit/text.h"

namespace tambour {

enum SideFeature : uint16_t {  // bits, as seen from one of the two hexes
  kStream = 1 << 0,
  kRiver = 1 << 1,
  kBridge = 1 << 2,
  kFord = 1 << 3,
  kSlope = 1 << 4,
  kSteep = 1 << 5,
  kCrest = 1 << 6,
  kRedoubt = 1 << 7,
  kFortification = 1 << 8,
  kGate = 1 << 9,
  kWall = 1 << 10,
  kHedge = 1 << 11,
  kWorkInside = 1 << 15,  // this hex is protected by the work on this side
};
const std::vector<std::pair<std::string, uint16_t>>& side_features();  // "stream" -> kStream …

enum class RoadKind : uint8_t { None, Track, Road };

struct Road {
  std::string name;
  RoadKind kind;
  std::vector<HexId> hexes;
};

struct Map {
  std::string id, title, top = "north";
  Grid grid;
  int scale = 0;                           // metres between hex centres
  std::vector<std::string> terrain_names;  // [0] is the base terrain
  bool base_assumed = false;               // no line has named the base terrain yet
  std::vector<bool> terrain_closed;        // declared impassable
  std::vector<char> terrain_marks;
  std::vector<uint8_t> terrain, level;             // per hex
  std::vector<std::array<uint16_t, 6>> sides;      // SideFeature bits per hexside, both hexes carry them
  std::vector<std::array<RoadKind, 6>> road_over;  // a road or track runs over this hexside
  std::vector<RoadKind> road_in;                   // the best road in the hex
  std::vector<std::array<HexId, 6>> next;          // neighbours, kNoHex off the map
  std::vector<Road> roads;
  std::map<HexId, std::string> names;
  std::map<std::string, std::vector<HexId>> zones;

  void size_to(Grid g);  // an empty map of base terrain
  const std::string& terrain_at(HexId h) const { return terrain_names[terrain[h]]; }
  int distance(HexId a, HexId b) const { return grid.distance(a, b); }
};

// One line of a map file, also used by cases; false with `why` set if it is wrong. Grammar in docs/files.md. read_map handles the grid
// and level blocks.
bool read_map_line(Map& map, std::string_view line, std::string& why);
bool read_map(Map& map, const std::string& text, const std::string& file, Trouble& trouble);

}  // namespace tambour
