// SPDX-License-Identifier: MIT
// The fixed data of a battle of Triumph & Glory: the map as cost tables, the counters' printed values, the charts, the
// battle's own rules.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "battle/battle.h"
#include "battle/boards.h"
#include "battle/chart.h"
#include "battle/odds.h"
#include "play/citation.h"
#include "rows_tng.h"

namespace tambour::tng {

inline constexpr int kMaxHexes = 1024;
inline constexpr int kNear = 3;  // hexes: enemies so near end marches
inline constexpr int kMaxCounters = 112;  // combat units; the Overall Commanders come after them
inline constexpr int kMaxGroups = 12;
inline constexpr int kMaxMarkers = 2 * kMaxGroups + 8;
inline constexpr int kMaxEntries = 8;
inline constexpr int kMaxObjectives = 24;
inline constexpr int kClosed = 99;  // a cost nobody can pay: the ground is prohibited to this arm
inline constexpr uint8_t kNone = 0xFF;

enum class Arm : uint8_t { Infantry, Cavalry, Artillery };
inline constexpr int kCommanderColumn = 3;

struct Ratings {
  int8_t sp = 0, cohesion = 0, ma = 0;
};
struct Counter {  // 2.2
  Arm arm = Arm::Infantry;
  bool jaeger = false, heavy = false, horse = false, cossack = false;
  bool detachable = false, on_call = false;  // a battle's own rules: AUS-4, AUS-12
  Seat side = Seat::Nobody;
  uint8_t group = 0, also_group = kNone, brigade = 0;
  Ratings good, disordered;
  int8_t defensive_fire = 0;
  uint8_t effective = 0, maximum = 0;  // ranges of artillery
  uint8_t turn = 0;                    // 0: on the map at start
  uint8_t entry = kNone;               // index into Field::entries
  HexId hex = kNoHex;
  uint8_t facing = 0;
};
struct Commander {  // 4.61-a
  Seat side = Seat::Nobody;
  int8_t delay = 0, rating = 0, orders = 0, range = 0;
  bool no_delay = false;  // Napoleon
  HexId hex = kNoHex;
};
struct Group {
  std::string id, name;
  Seat side = Seat::Nobody;
  int8_t orders_rating[2] = {0, 0};
  uint8_t arrives = 1;
  bool one_marker = false, in_file = false;
};
enum class MarkerKind : uint8_t { Activation, Barrage, Combined };
struct Marker {
  std::string id;
  MarkerKind kind = MarkerKind::Activation;
  Seat side = Seat::Nobody;
  uint8_t group = kNone, number = 0;  // of an Activation Marker
  uint8_t uses = 0, from_turn = 1;    // of a special one
  std::vector<uint8_t> groups;        // that a Combined Group marker may join
};
struct Entry {
  std::string zone;
  Seat side = Seat::Nobody;
  HexId hex = kNoHex;
};

// Lines of the terrain chart, in the order of its rows TC.
enum Ground : uint8_t {
  kClear,
  kWoods,
  kOrchard,
  kSwamp,
  kVillage,
  kCastle,
  kWorks,
  kCultivated,
  kPheasantry,
  kRoadLine,
  kTrailLine,
  kLevelUp,
  kSharpUp,
  kSteepUp,
  kLevelDown,
  kSharpDown,
  kSteepDown,
  kRiverSide,
  kStreamSide,
  kBridgeSide,
  kFordSide,
  kFloodWall,
  kLeaveZone,
  kDisorderedIntoZone,
  kFriend,
  kGrounds
};
struct GroundLine {
  int8_t cost[4] = {0, 0, 0, 0};  // infantry, cavalry, artillery in MP, commander in half MP; kClosed
  bool disorders[3] = {false, false, false};
  int8_t fire = 0, shock = 0;
  bool shock_closed = false;
  bool blocks_sight = false, six_fronts = false, no_charge = false, shelter = false, rallies = false;
};

// Going from a hex over one of its sides: what it costs the three arms and the commander (in half MP).
struct Passage {
  int8_t plain[4] = {kClosed, kClosed, kClosed, kClosed};
  int8_t road[4] = {kClosed, kClosed, kClosed, kClosed};  // along a road; equals plain where there is none
  bool disorders[3] = {false, false, false};              // at the end of the move
  bool road_disorders[3] = {false, false, false};         // a road spares the ground's disorder, not the slope's (7.22)
  bool on_road = false;
  bool zone_crosses = false;                 // 6.31
  bool shock_closed = true;                  // 8.41
  bool close_fire_barred = false;            // TC-n2
  uint8_t lines[3] = {kNone, kNone, kNone};  // chart lines of the side, as met by one who attacks over it
};

enum class FireResult : uint8_t { None, Check, Disorder, Heavy };
struct FireStep {
  int16_t from;
  FireResult result;
};
struct ShockStep {
  int16_t from;
  bool defender_loses, goes, counter, through;
};
struct Modifiers {
  int8_t pair, barrage, adjacent, beyond_effective, massed;
  int8_t routed, rear, front_and_rear, charge_heavy, charge_light, charge_at_square, heavy_counters_light, pursuit, no_orders,
      light_counters_heavy;
};

enum class AwardKind : uint8_t { Hold, HoldAll, Eliminated, EliminatedArm, EliminatedLarge, EliminatedSmall, Collapse, Reach, Called };
struct Award {
  AwardKind kind = AwardKind::Hold;
  Seat side = Seat::Nobody;
  int8_t points = 0, limit = 0;
  Arm arm = Arm::Infantry;
  std::vector<HexId> hexes;
};
// Rules of one battle, as its sheet states them (docs/positions-tng.md).
struct HeldBack {
  uint8_t through = 0, radius = 0;
  std::vector<UnitId> units;
};
struct Plan {
  Seat side = Seat::Nobody;
  uint8_t from = 1, to = 0, level = 9;
  std::vector<uint8_t> far;  // per hex: to the nearest goal
  uint16_t groups = 0;
};

struct Field {
  Battle battle;
  Grid grid;
  UnitVector<Counter> units;         // index = UnitId
  std::vector<UnitId> units_of[2];    // by side
  std::vector<Commander> commanders;  // by seat
  std::vector<Group> groups;
  std::vector<Marker> markers;
  std::vector<Entry> entries;
  std::array<GroundLine, kGrounds> chart{};
  std::vector<uint8_t> ground;               // chart line of each hex
  std::vector<std::array<Passage, 6>> over;  // [hex][side]
  std::vector<std::array<HexId, 6>> next;
  std::vector<Cube> cube;
  std::vector<Ring> ring;               // by hex: those around it
  std::vector<HexSet<kMaxHexes>> near;  // by hex: those at most kNear away
  std::vector<uint8_t> near_entry;  // bit e: within two hexes of entry e
  std::vector<uint8_t> level;
  std::array<std::array<std::vector<uint8_t>, 3>, 2> rout_distance;  // [seat][arm][hex], 255 unreachable
  std::vector<FireStep> fire_table;
  std::vector<ShockStep> shock_table;
  std::vector<OddsStep> odds;
  Modifiers mod{};
  bool heavy_fire_routs = false, commander_chart = false;
  bool jaegers_massed[2] = {false, false};
  std::vector<HexId> objectives;
  std::vector<uint8_t> objective_of;  // per hex, kNone if none
  std::vector<Seat> objective_start;
  std::vector<Award> awards;
  std::vector<std::pair<Seat, std::vector<HexId>>> automatic;
  int draw_under = 1, major_from = 0;
  std::vector<HeldBack> held_back;
  std::vector<Plan> plans;
  uint8_t must_order_turn[kMaxGroups] = {};
  uint8_t tired_turn[kMaxGroups] = {}, tired_by[kMaxGroups] = {};
  uint64_t no_extended[kMaxGroups] = {};  // bit t: not on turn t
  uint64_t mist_turns = 0, dusk_turns = 0;
  uint8_t mist_level = 0, dusk_range = 0;
  Seat detach_side = Seat::Nobody, call_side = Seat::Nobody;
  uint8_t detach_level = 0, call_turn = 0;
  Seat ice_side = Seat::Nobody;
  int8_t ice_fire = 0;
  std::vector<bool> ice;  // hexes a retreating unit of ice_side may try

  int unit_count() const { return int(units.size()); }
  bool is_commander(UnitId u) const { return !units.has(u) && index(u) < unit_count() + 2; }
  UnitId commander_id(Seat s) const { return commander_ids[index(s)]; }
  const Commander& commander(Seat s) const { return commanders[std::size_t(index(s))]; }
  Seat side_of(UnitId u) const { return battle.roster[u].side; }
  const GroundLine& ground_at(HexId h) const { return chart[ground[h]]; }
  HexId across(HexId h, int side) const { return next[h][std::size_t(side)]; }
  const Passage& passage(HexId h, int side) const { return over[h][std::size_t(side)]; }
  int marker_of(int group, int number) const { return 2 * group + number; }
  std::array<UnitId, 2> commander_ids{kNoUnit, kNoUnit};
};

Citation terrain_row(uint8_t line);  // the row TC of a chart line

bool build_field(Field& field, const Battle& battle, const std::string& data_directory, Trouble& trouble);

// The steps of build_field, one file each.
bool read_charts(Field& field, const std::string& data_directory, Trouble& trouble);
bool read_counters(Field& field, Trouble& trouble);
bool read_own_rules(Field& field, Trouble& trouble);
void make_passages(Field& field);
bool make_rout_distances(Field& field, Trouble& trouble);

}  // namespace tambour::tng
