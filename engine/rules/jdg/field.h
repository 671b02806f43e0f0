// SPDX-License-Identifier: MIT
// The fixed data of a battle of Jours de Gloire: the map as cost tables, the counters' printed values, the charts.
// Beginners shares it; only the charts and the sheet differ.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "battle/battle.h"
#include "battle/boards.h"
#include "battle/chart.h"
#include "battle/odds.h"
#include "play/ledger.h"
#include "rows_jdg.h"
#include "rules/jdg/doctrine.h"

namespace tambour::jdg {

inline constexpr int kMaxHexes = 720;
inline constexpr int kMaxCounters = 112;  // combat units and commanders
inline constexpr int kMaxFormations = 20;
inline constexpr int kMaxMarkers = 48;
inline constexpr int kMaxLeaders = 8;
inline constexpr int kMaxObjectives = 12;
inline constexpr int kMarchStops = 5;  // hexes: nearer to an enemy nobody makes a forced march

static_assert(kMaxCounters <= UnitSet::kMost);

enum class Arm : uint8_t { Infantry, Cavalry, Artillery, Commander };

struct Ratings {
  int8_t sp = 0, cohesion = 0, engagement = 0, mp = 0;
};

struct Counter {
  Arm arm = Arm::Infantry;
  bool heavy = false;     // 0.3-c
  bool immobile = false;  // a sheet's "immobile": never moves, six fronts, any direction of fire
  Seat side = Seat::Nobody;
  uint8_t formation = 0;
  Ratings front, back;                 // good order and disordered
  uint8_t effective = 0, maximum = 0;  // ranges of artillery
  uint8_t turn = 0;                    // 0: on the map at start
  HexId hex = kNoHex;                  // start or entry hex
  uint8_t facing = 0;
};

struct Commander {
  Seat side = Seat::Nobody;
  int8_t modifier = 0, orders = 0, range = 0;
  uint8_t from_turn = 1, to_turn = 99;
  HexId hex = kNoHex;         // start or entry hex
  bool enters = false;        // comes in over the entry hex
  uint8_t takes_over = 0xFF;  // takes this commander's place
};

struct Formation {
  std::string id, name, colour;
  Seat side = Seat::Nobody;
  uint8_t arrives = 1;  // turn of its first counters
};

enum class MarkerKind : uint8_t { Ordinary, AllCavalry, AllArtillery, SetAside };

struct Marker {
  std::string id;
  MarkerKind kind = MarkerKind::Ordinary;
  Seat side = Seat::Nobody;
  uint8_t formation = 0xFF;
  uint8_t number = 0;  // 1 or 2 for the two markers of a formation
  int8_t initiative = 0;
  uint8_t compulsory_turn = 0;      // must go into the cup on this turn
  std::vector<uint8_t> sets_aside;  // formations whose undrawn markers leave the cup
};

struct TerrainLine {
  int8_t cost[4] = {1, 1, 2, 2};  // infantry, cavalry, artillery in MP; commander in half MP; -1 not allowed
  int8_t fire = 0, shock = 0, shock_by_cavalry = 0;
  bool charge = true, six_fronts = false, blocks_sight = false, clear = false, castle = false, foot_only = false;
};

struct SideLine {
  int8_t cost[4] = {0, 0, 0, 0};  // extras, commander in half MP; -1 not allowed
  bool disorders[3] = {false, false, false};
  int8_t fire = 0, shock = 0;
  bool can_shock = true, charge = true;
};
enum SideKey : uint8_t {
  kKeyBridge,
  kKeyStream,
  kKeyFord,
  kKeyRiver,
  kKeyCrest,
  kKeyLevelUp,
  kKeySlopeUp,
  kKeySteepUp,
  kKeyLevelDown,
  kKeySlopeDown,
  kKeySteepDown,
  kKeyRedoubtIn,
  kKeyRedoubtOut,
  kKeyFortIn,
  kKeyFortOut,
  kSideKeys
};

// Entering a hex across one of its sides, per arm.
struct Passage {
  int8_t plain = -1;       // off road; -1: closed
  int8_t road = -1;        // along a road or track; -1: none here
  int8_t road_near = -1;   // along it into a hex next to an enemy
  bool disorders = false;  // off road

  int cost(bool near_enemy) const {  // 4.3.1: the road's rate, except into a hex next to an enemy (4.3.1-b); -1: closed
    const int along = road < 0 ? -1 : near_enemy ? road_near : road;
    return along < 0 ? plain : plain < 0 ? along : along < plain ? along : plain;
  }
};

// What a line of sight meets in a hex before it looks for units.
struct Skyline {
  int8_t level = 0;
  bool blocks = false;
  uint8_t crests = 0, works = 0;  // sides as bits: a crest or steep slope blocks even at close range, a work does not
};

enum class FireResult : uint8_t { None, Test, Disorder, Rout };
struct FireStep {
  int16_t least;
  FireResult result;
};
enum class ShockResult : uint8_t { AttackerCounter, AttackerBack, DefenderTest, DefenderDisorder };
struct ShockStep {
  int16_t least;
  ShockResult result;
};

// The figures of the two lists of die roll modifiers.
struct Modifiers {
  int8_t stacked_guns, firer_in_square, reaction, massed, target_square, adjacent, maximum_range;
  int8_t routed, rear, front_and_rear, exposed, charge_heavy, charge_light, charge_on_square, infantry_on_square, cavalry_shock, pursuit,
      six_fronts;
};

enum class AwardKind : uint8_t {
  Hold,
  HoldInGoodOrder,
  HoldDisordered,
  Control,
  Entered,
  Eliminated,
  EliminatedLarge,
  EliminatedSmall,
  Routed,
  Demoralised,
  Always
};
struct Award {
  AwardKind kind = AwardKind::Hold;
  Seat side = Seat::Nobody;
  int8_t points = 0;
  int8_t limit = 0;  // SP limit where the kind has one
  std::vector<HexId> hexes;
};
// A side that meets one of these in the final phase has won at once.
struct Automatic {
  Seat side = Seat::Nobody;
  std::vector<HexId> hold;      // all held (last passed through) by the side …
  std::vector<HexId> good_in;   // … or one of its good-order units stands in one of these
  int8_t no_enemy_west_of = 0;  // and no good-order enemy stands west of this column
};

struct Field {
  Battle battle;
  const Doctrine* doctrine = &kSeries;
  Grid grid;
  std::string data_directory;
  UnitVector<Counter> units;         // index = UnitId
  std::vector<Commander> commanders;  // index = UnitId - units.size()
  std::vector<Formation> formations;
  std::vector<Marker> markers;
  std::vector<TerrainLine> terrain;                            // by terrain number of the map
  std::vector<SideLine> sides;                                 // by SideKey
  std::vector<std::array<std::array<Passage, 6>, 4>> passage;  // [hex][arm][side it is entered across, seen from the hex]
  // [hex][arm][side]: what leaving it over this side costs where no enemy and no friend is near; -1: closed
  std::vector<std::array<std::array<int8_t, 6>, 4>> open_cost;
  std::vector<Skyline> skyline;
  std::vector<std::array<HexId, 6>> next;
  std::vector<Ring> ring;                 // by hex: those around it
  std::vector<HexSet<kMaxHexes>> near;    // by hex: those where an enemy ends a forced march
  std::vector<std::array<uint8_t, 6>> side_flags;  // precomputed SideFlag bits, seen from the hex
  std::vector<FireStep> fire_table;
  std::vector<ShockStep> shock_table;
  std::vector<OddsStep> odds;
  Modifiers mod{};
  std::array<std::vector<uint8_t>, 2> rout_distance;  // steps to the rout edge or hex, 255 unreachable
  std::vector<UnitId> units_of[2];                    // the combat units of each side
  std::vector<std::vector<UnitId>> activated;         // by marker: the combat units it activates, in order
  std::vector<UnitSet> active_set;                    // the same as bits
  std::vector<HexId> entry_hexes[2];                  // where each side's reinforcements come in
  std::vector<HexId> objectives;                      // hexes whose last holder is remembered
  std::vector<Seat> objective_start;
  std::vector<Award> awards;
  std::vector<Automatic> automatic;
  std::array<bool, 256> dark{}, misty{};  // turns of night and fog
  int draw_margin = 0, major_margin = 0;
  std::vector<UnitId> idle_first_turn;   // units that do not move on turn 1
  Seat first_turn_initiative = Seat::Nobody;
  Seat three_cavalry = Seat::Nobody;         // this side's cavalry may stack by three
  HexId gap_from = kNoHex, gap_to = kNoHex;  // no more than gap_limit units of a side pass this hexside in a turn
  uint8_t gap_limit = 0;

  int unit_count() const { return int(units.size()); }
  int leader_count() const { return int(commanders.size()); }
  bool is_leader(UnitId u) const { return !units.has(u) && leader_of(u) < leader_count(); }
  int leader_of(UnitId u) const { return index(u) - unit_count(); }
  UnitId leader(int i) const { return UnitId(units.size() + std::size_t(i)); }
  bool night(uint8_t turn) const { return dark[turn]; }
  bool fog(uint8_t turn) const { return misty[turn]; }
  const TerrainLine& ground(HexId h) const { return terrain[battle.map.terrain[h]]; }
  HexId across(HexId h, int side) const { return next[h][std::size_t(side)]; }
};

// Bits of Field::side_flags.
enum SideFlag : uint8_t {
  kStopsCharge = 1,
  kStopsZone = 2,          // a zone does not cross outward from this hex over this side
  kCrossingDisorders = 4,  // steep slope, ford or bridge: a disorder in recoil and retreat
  kCrossingWater = 8,      // of those, ford and bridge
  kStopsShock = 16,        // nobody attacks outward from this hex over this side
};

enum class ChargeRule : uint8_t {
  Series,
  Chart
};  // which bans on charges hold: the series text's besides the chart's, or the chart's alone

bool activates(const Field& field, const Marker& m, UnitId u);  // of the marker's own side

// 4.3: what Passage::cost comes to for this arm, line by line.
void itemise_passage(const Field& field, HexId from, HexId to, Arm arm, bool near_enemy, Ledger& out);

bool build_field(Field& field, const Battle& battle, const std::string& data_directory, const std::string& charts, ChargeRule charges,
                 Trouble& trouble);

}  // namespace tambour::jdg
