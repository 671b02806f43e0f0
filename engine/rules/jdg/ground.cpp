// SPDX-License-Identifier: MIT
// Chapter 4.3 as tables, computed once per battle: the cost for each arm to enter each hex across each side.
#include <algorithm>

#include "battle/approach.h"
#include "rules/jdg/field_build.h"

namespace tambour::jdg {
namespace {

// The side lines that lie on the way from `from` into `to`.
struct Crossing {
  bool river = false, bridge = false, water_extra = false;  // stream or ford
  int slope = -1;                                           // SideKey of a change of level, -1 for none
  int works = -1;                                           // SideKey of redoubt or fortification
};

Crossing crossing(const Field& f, HexId from, HexId to, int side_of_from) {
  Crossing c;
  const uint16_t bits = f.battle.map.sides[from][std::size_t(side_of_from)];
  const int rise = int(f.battle.map.level[to]) - int(f.battle.map.level[from]);
  c.bridge = bits & kBridge;
  c.river = (bits & kRiver) && !(bits & (kBridge | kFord));
  c.water_extra = (bits & (kStream | kFord)) && !c.bridge;
  const bool up = rise > 0;
  if (bits & kSteep) c.slope = up ? kKeySteepUp : kKeySteepDown;
  else if (bits & kSlope) c.slope = up ? kKeySlopeUp : kKeySlopeDown;
  else if (rise) c.slope = up ? kKeyLevelUp : kKeyLevelDown;
  if (bits & (kRedoubt | kFortification)) {
    const bool in = f.battle.map.sides[to][std::size_t(opposite(side_of_from))] & kWorkInside;
    c.works = bits & kRedoubt ? (in ? kKeyRedoubtIn : kKeyRedoubtOut) : (in ? kKeyFortIn : kKeyFortOut);
    if (bits & kGate) c.works = -1;
  }
  return c;
}

int extra(const Field& f, int key, int arm) { return f.sides[std::size_t(key)].cost[arm]; }
int road_rate(int arm, RoadKind road) { return arm == int(Arm::Artillery) && road == RoadKind::Track ? 2 : 1; }
// 4.3.1-c: what a road adds where it lifts a ban; commanders count in half points.
int lifted_ban(const Field& f, int arm) { return f.doctrine->lifted_ban * (arm == int(Arm::Commander) ? 2 : 1); }

Passage passage(const Field& f, HexId from, HexId to, int side_of_from, int arm) {
  Passage p;
  const Crossing c = crossing(f, from, to, side_of_from);
  const int ground = f.ground(to).cost[arm];
  int plain = ground;
  bool closed = ground < 0 || c.river;
  int lifted = 0;
  for (const int key : {c.slope, c.works, c.water_extra ? int(kKeyStream) : -1}) {
    if (key < 0) continue;
    const int e = extra(f, key, arm);
    if (e < 0) closed = true, lifted += key == c.slope ? lifted_ban(f, arm) : 0;
    else plain += e;
    if (arm < 3 && f.sides[std::size_t(key)].disorders[arm]) p.disorders = true;
  }
  p.plain = closed ? int8_t{-1} : int8_t(plain);
  const RoadKind road = f.battle.map.road_over[from][std::size_t(side_of_from)];
  if (road == RoadKind::None) return p;
  // 4.3.1-a, 4.3.1-d: the road's own rate; slopes are still paid, a track pays plain levels too.
  int rate = road_rate(arm, road);
  if (c.slope >= 0) {
    const bool plain_level = c.slope == kKeyLevelUp || c.slope == kKeyLevelDown;
    if (!(plain_level && road == RoadKind::Road)) rate += std::max(0, extra(f, c.slope, arm));
  }
  p.road = int8_t(rate + lifted);
  p.road_near = closed ? int8_t((ground < 0 ? 1 : plain) + lifted) : int8_t(plain);  // 4.3.1-b, ruling J7
  return p;
}

}  // namespace

// The same sum as passage(), line by line.
void itemise_passage(const Field& f, HexId from, HexId to, Arm of, bool near_enemy, Ledger& out) {
  const int arm = int(of), side = f.grid.side_to(from, to), ground = f.ground(to).cost[arm];
  const Passage p = passage(f, from, to, side, arm);
  const Crossing c = crossing(f, from, to, side);
  const RoadKind kind = f.battle.map.road_over[from][std::size_t(side)];
  const bool at_rate = p.road >= 0 && !near_enemy && (p.plain < 0 || p.road < p.plain);
  if (at_rate) out.add(road_rate(arm, kind), cite("4.3.1-a"), kNoUnit, to);
  else if (p.road >= 0 && near_enemy) out.add(ground < 0 ? 1 : ground, cite("4.3.1-b"), kNoUnit, to);
  else out.add(ground, cite("4.3-a"), kNoUnit, to);
  for (const int key : {c.slope, c.works, c.water_extra ? int(kKeyStream) : -1}) {
    if (key < 0) continue;
    const bool level = key == kKeyLevelUp || key == kKeyLevelDown;
    if (extra(f, key, arm) < 0) out.add(key == c.slope ? lifted_ban(f, arm) : 0, cite("4.3.1-c"), kNoUnit, to);
    else if (at_rate ? key == c.slope && !(level && kind == RoadKind::Road) : ground >= 0)
      out.add(extra(f, key, arm), cite("4.3-d"), kNoUnit, to);
  }
}

void make_passages(Field& f) {
  f.passage.resize(std::size_t(f.grid.size()));
  std::array<std::array<int8_t, 6>, 4> closed;
  for (auto& sides : closed) sides.fill(-1);
  f.open_cost.assign(std::size_t(f.grid.size()), closed);
  for (HexId to = 0; to < f.grid.size(); ++to)
    for (int k = 0; k < 6; ++k) {
      const HexId from = f.next[to][std::size_t(k)];
      if (from == kNoHex) continue;
      for (std::size_t arm = 0; arm < 4; ++arm) {
        const Passage p = passage(f, from, to, opposite(k), int(arm));
        f.passage[to][arm][std::size_t(k)] = p;
        f.open_cost[from][arm][std::size_t(opposite(k))] = int8_t(p.cost(false));
      }
    }
}

void make_skyline(Field& f) {
  for (HexId h = 0; h < f.grid.size(); ++h) {
    Skyline line{int8_t(f.battle.map.level[h]), f.ground(h).blocks_sight};
    for (int k = 0; k < 6; ++k) {
      const uint16_t bits = f.battle.map.sides[h][std::size_t(k)];
      if (bits & (kCrest | kSteep)) line.crests |= uint8_t(1 << k);
      if (bits & (kRedoubt | kFortification)) line.works |= uint8_t(1 << k);
    }
    f.skyline.push_back(line);
  }
}

void make_side_flags(Field& f, ChargeRule charges) {
  f.side_flags.assign(std::size_t(f.grid.size()), {});
  for (HexId h = 0; h < f.grid.size(); ++h)
    for (int k = 0; k < 6; ++k) {
      const HexId n = f.next[h][std::size_t(k)];
      if (n == kNoHex) continue;
      const uint16_t bits = f.battle.map.sides[h][std::size_t(k)];
      uint8_t flags = 0;
      const auto bars = [&](SideKey key) { return !f.sides[key].charge; };
      const bool up = f.battle.map.level[n] > f.battle.map.level[h];
      if (((bits & kBridge) && bars(kKeyBridge) && (charges == ChargeRule::Chart || (bits & kRiver))) ||
          ((bits & kCrest) && bars(kKeyCrest)) || ((bits & kSlope) && bars(kKeySlopeUp)) || ((bits & kSteep) && bars(kKeySteepUp)) ||
          ((bits & kRedoubt) && bars(kKeyRedoubtIn)) || ((bits & kFortification) && bars(kKeyFortIn)) ||
          ((bits & kRiver) && !(bits & kBridge) && bars(kKeyRiver)))
        flags |= kStopsCharge;
      if ((bits & kSteep) && !f.sides[up ? kKeySteepUp : kKeySteepDown].can_shock) flags |= kStopsShock;
      // 6.2.1-d, 6.2.1-e: no zone over a bridge or ford across a river, nor from outside into a work or castle.
      const bool into_work = (bits & (kRedoubt | kFortification)) && (f.battle.map.sides[n][std::size_t(opposite(k))] & kWorkInside);
      if ((bits & kRiver) || into_work || f.ground(n).castle) flags |= kStopsZone;
      if (bits & (kSteep | kFord | kBridge)) flags |= kCrossingDisorders;
      if ((bits & (kFord | kBridge)) && !(bits & kSteep)) flags |= kCrossingWater;
      f.side_flags[h][std::size_t(k)] = flags;
    }
}

bool make_rout_distances(Field& f, Trouble& trouble) {
  for (int seat = 0; seat < 2; ++seat) {
    auto& far = f.rout_distance[std::size_t(seat)];
    if (far.empty())
      return trouble = {f.battle.id, 0,
                        "the sheet names no rout edge for " + f.battle.sides[seat] + "; add a line 'rout " + f.battle.sides[seat] +
                            " zone:<id>'"},
             false;
    std::vector<HexId> goals;
    for (HexId h = 0; h < f.grid.size(); ++h)
      if (far[h] == 0) goals.push_back(h);
    far = steps_to(f.grid, goals, [&](HexId from, int side) {
      const Passage& p = f.passage[f.across(from, side)][0][std::size_t(opposite(side))];
      return p.plain >= 0 || p.road >= 0;
    });
  }
  return true;
}

}  // namespace tambour::jdg
