// SPDX-License-Identifier: MIT
// 7.22-a, 7.22-b, 7.24-a and the terrain chart: what it costs to go from each hex over each of its sides, and how far it is to each side's
// retreat hexes.
#include <algorithm>

#include "battle/approach.h"
#include "rules/tng/field.h"

namespace tambour::tng {
namespace {

// The chart lines that a side brings in, seen by one who crosses it from `from` to `to`.
void side_lines(const Field& f, HexId from, HexId to, uint16_t features, bool road, Passage& p) {
  int n = 0;
  const auto add = [&](uint8_t line) {
    if (n < 3) p.lines[n++] = line;
  };
  const int rise = int(f.level[to]) - int(f.level[from]);
  if (rise > 0) add(features & kSteep ? kSteepUp : features & kSlope ? kSharpUp : kLevelUp);
  if (rise < 0) add(features & kSteep ? kSteepDown : features & kSlope ? kSharpDown : kLevelDown);
  if (features & kBridge) add(kBridgeSide);
  else if (features & kRiver) add(features & kFord ? kFordSide : kRiverSide);
  else if (features & kStream) add(road || (features & kFord) ? kFordSide : kStreamSide);
  if (features & kWall) add(kFloodWall);
}

Passage passage(const Field& f, HexId from, int side) {
  Passage p;
  const HexId to = f.across(from, side);
  if (to == kNoHex) return p;
  const Map& map = f.battle.map;
  const uint16_t features = map.sides[from][std::size_t(side)];
  const RoadKind road = map.road_over[from][std::size_t(side)];
  side_lines(f, from, to, features, road != RoadKind::None, p);
  const GroundLine& ground = f.ground_at(to);
  p.on_road = road != RoadKind::None;
  p.shock_closed = false;
  for (int arm = 0; arm < 4; ++arm) {
    int extra = 0;
    bool slope_disorders = false;
    for (uint8_t line : p.lines) {
      if (line == kNone) break;
      const GroundLine& l = f.chart[line];
      extra = l.cost[arm] == kClosed ? kClosed : extra + l.cost[arm];
      slope_disorders |= arm < 3 && l.disorders[arm];
    }
    const int base = ground.cost[arm];
    const int unit = arm == kCommanderColumn ? 2 : 1;
    if (extra < kClosed && base < kClosed) p.plain[arm] = int8_t(base + extra);
    p.road[arm] = p.plain[arm];
    if (road == RoadKind::Road && extra < kClosed) p.road[arm] = int8_t(f.chart[kRoadLine].cost[arm] + extra);  // 7.22, TC-7
    if (road == RoadKind::Track && extra < kClosed && base < kClosed) p.road[arm] = int8_t((base / unit + 1) / 2 * unit + extra);  // TC-20
    if (arm < 3) p.road_disorders[arm] = slope_disorders, p.disorders[arm] = slope_disorders || ground.disorders[arm];
  }
  p.zone_crosses = !(features & kBridge);  // 6.31-e
  for (uint8_t line : p.lines) {
    if (line == kNone) break;
    if (f.chart[line].shock_closed) p.shock_closed = true;
    if (line == kRiverSide) p.zone_crosses = false;
    if (line == kSharpUp || line == kSharpDown || line == kSteepUp || line == kSteepDown) p.close_fire_barred = true;
  }
  if (f.ground[to] == kRiverSide) p.shock_closed = true, p.zone_crosses = false;
  return p;
}

}  // namespace

void make_passages(Field& f) {
  f.over.assign(std::size_t(f.grid.size()), {});
  for (HexId h = 0; h < f.grid.size(); ++h)
    for (int side = 0; side < 6; ++side) f.over[h][std::size_t(side)] = passage(f, h, side);
}

bool make_rout_distances(Field& f, Trouble& t) {
  for (int seat = 0; seat < 2; ++seat) {
    std::vector<HexId> goals;
    for (const Directive& d : f.battle.directives) {
      if (d.words[0] != "rout" || d.words.size() != 3 || f.battle.seat_of(d.words[1]) != Seat(seat)) continue;
      const auto zone = f.battle.map.zones.find(d.words[2]);
      if (zone == f.battle.map.zones.end()) return t = {d.file, d.line, "the map has no zone '" + d.words[2] + "'"}, false;
      goals.insert(goals.end(), zone->second.begin(), zone->second.end());
    }
    for (int r = 1; goals.empty() && r <= f.grid.rows; ++r)  // no word of it: the first player flees left, the second right
      for (int row = 1; row <= f.grid.rows; ++row) goals.push_back(f.grid.at(seat == 0 ? 1 : f.grid.columns, row));
    for (std::size_t arm = 0; arm < 3; ++arm)
      f.rout_distance[std::size_t(seat)][arm] =
          steps_to(f.grid, goals, [&](HexId from, int side) { return f.passage(from, side).road[arm] != kClosed; });
  }
  return true;
}

}  // namespace tambour::tng
