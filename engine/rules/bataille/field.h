// SPDX-License-Identifier: MIT
// What never changes in a battle of La Bataille: the ground as cost tables, the printed values of counters, the charts, the sheet.
// Movement costs are in half points throughout; morale ratings and rolls are indices 0 to 35 of the values 11 to 66.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "battle/battle.h"
#include "battle/chart.h"
#include "hex/footprint.h"
#include "kit/ratio.h"
#include "play/action.h"
#include "rows_bataille.h"

namespace tambour::bataille {

inline constexpr int kHexes = 1200, kUnits = 128, kLeaders = 31, kFormations = 16, kEntries = 8, kPosts = 8, kHorses = 40, kBurnable = 128;
inline constexpr uint8_t kNone = 0xFF, kProhibited = 0xFF;
inline constexpr uint8_t kAbsent = 0xFF;  // turn of a counter that stays away (no-reinforcements)
inline constexpr int kRollMax = 35;         // 66
inline constexpr int kNatural61 = 30, kNatural65 = 34;
inline constexpr int kAlwaysPasses = -100;  // a rating of "-"

enum class Arm : uint8_t { Infantry, FootGuns, HorseGuns, Cavalry, Wagon };
constexpr bool is_gun(Arm a) { return a == Arm::FootGuns || a == Arm::HorseGuns || a == Arm::Wagon; }  // a wagon is limbered for ever (18.14.1.2)
enum class Size : uint8_t { Battalion, Company, Battery, Regiment };
enum class Form : uint8_t { Column, Line, Skirmish, General, Limbered, Unlimbered, Square, Road };
constexpr bool faces_vertex(Form f) { return f == Form::Line || f == Form::Skirmish; }
enum class Class : uint8_t { Infantry, Company, Guns, Leader, Cavalry, kCount };  // columns of the Movement Chart (13.1.2)
enum class Method : uint8_t { French, British, Prussian };

struct Counter {  // a combat unit as printed (5.1)
  Arm arm = Arm::Infantry;
  Size size = Size::Battalion;
  Seat side = Seat::Nobody;
  uint8_t formation = 0;
  uint8_t leader = kNone;  // immediate superior
  uint8_t inc = 1, mp = 1, fire = 0, range = 0, melee = 0;
  int8_t morale = 0;  // index, or kAlwaysPasses
  uint8_t short_fire = 0, medium_fire = 0, long_fire = 0, rounds = 0;
  UnitId parent = kNoUnit;                     // battalion of a light company
  uint8_t skirm = 0, lance = 0;                // of cavalry: Skirmish Value, Lance Bonus
  bool heavy = false, armoured = false, guard = false;
  uint8_t horse = kNone;                       // number in Pos::horse
  uint8_t recall = 0;                          // die that recalls it
  uint8_t carre[2] = {kNone, kNone};           // its lines of the Carré chart, in Column and in Line
  int8_t carre_steps = 0;
  uint8_t line = 0, square = 0, skirmish = 0;  // fire multiples; 0: none
  uint8_t limber = 0, limber_bonus = 0;        // die that limbers, and what the battery adds to it
  Method method = Method::French;
  bool british = false, rifles = false, sappers = false;  // british: or KGL
  bool old_guard = false;                                 // French Old Guard infantry (17.4)
  bool howitzers = false;                                 // a battery of howitzers alone (18.15.1)
  uint8_t nation = 0;                                     // the same number for the same nation
  HexId hex = kNoHex;
  Footprint hexes;  // at the start, head first
  Form form = Form::Column;
  uint8_t face = 0;
  uint8_t turn = 0, entry = kNone;  // of a reinforcement: when and where (8.10)
  uint8_t post = kNone;             // Static Position (8.8)
  uint8_t escorts = kNone;          // leader it escorts (8.9.1.1)
  UnitId regiment = kNoUnit;        // of a battalion that has one (12.1)
  uint8_t number = 0;               // and its place in it, the oldest first
  bool beside = false;              // starts beside the map
};

struct Officer {  // a leader as printed (5.2)
  Seat side = Seat::Nobody;
  uint8_t rank = 0;  // 8.1.7-c, 0 is the highest
  uint8_t superior = kNone;
  bool command_point = false;
  int8_t melee_attack = 0, melee_defence = 0, artillery = 0, morale = 0;
  int8_t horse_attack = 0, horse_defence = 0;  // cavalry melee
  bool always = false;       // morale A
  bool gun_master = false;   // Artillery Leader of Special Ability (18.5.1)
  bool horse_master = false;  // Cavalry Leader of Special Ability (19.16)
  bool initiative = false;   // may test for a light cavalry Maneuver Unit (8.5)
  bool cavalry = false;      // commands nothing but cavalry and horse artillery
  uint8_t turn = 0, entry = kNone;
  uint8_t span = 3, mp = 12;
  HexId hex = kNoHex;
};

struct Formation {  // superior formation, for Morale Levels (20.3)
  Seat side = Seat::Nobody;
  std::string id, name, corps, colour;
  uint8_t level[3] = {99, 99, 99};
  int8_t steps[3] = {-3, -6, -9};
  uint8_t battalions = 0;
  bool old_guard = false;  // its level is added to those of its side (20.3.2)
};

struct Edge {  // a way over one hexside, seen from the hex it leaves
  HexId to = kNoHex;
  uint8_t cost[int(Class::kCount)] = {};  // half points; kProhibited
  bool hedge = false;                     // a hedge or wall: FD-13
  bool stream = false;
  bool road = false, bridge = false;           // a road or trail runs over this hexside
  bool severe = false;                         // a severe slope
  uint8_t road_cost[int(Class::kCount)] = {};  // in Road Column along it
  int8_t rise = 0;                             // levels up
};

struct Ground {
  uint8_t terrain = 0;  // line of the charts
  uint8_t level = 0;
  bool general = false;  // General Order terrain (10.1.2)
  bool blocks_sight = false, structure = false, no_flanks = false, stops_shot = false, sunken = false;
  bool allows_prone = false, hides_prone = false;  // 12.13.2, 12.13.6
  uint8_t burns = kNone;                           // number of a Town or Village hex (18.15.5)
};

struct Limit {  // a line of the Stacking Chart
  uint8_t infantry = 18, artillery = 6, mixed_infantry = 12, mixed_artillery = 1;
  bool one_battery = false;
  uint8_t cavalry = 18;
  bool whole_regiment = false;  // or one regiment, else or one battalion
};
// Rows of the Fire Defense Chart.
enum class Defense : uint8_t {
  InfColumn,
  InfLine,
  Square,
  SquareLarge,
  Skirmish,
  General,
  Disorder,
  Pgd,
  Road,
  CavColumn,
  CavLine,
  CavSkirmish,
  CavGeneral,
  CavDisorder,
  CavPgd,
  Limbered,
  Unlimbered,
  WithInfantry,
  kCount
};
struct FireColumn {
  Ratio least;
  bool above = false;  // equality does not reach it
  bool is_met(Ratio odds) const { return above ? odds > least : odds >= least; }
  int8_t from[5];  // index of the lowest roll for 1 to 5 losses, or -1
  std::string name;
};
enum class Result : uint8_t { AS, AR, AD3, AD2, AD1, Blank, DD1, DD2, DD3, DR, DS, kCount };
struct MeleeColumn {
  Ratio least;
  bool above = false;  // equality does not reach it
  bool is_met(Ratio odds) const { return above ? odds > least : odds >= least; }
  int8_t from[int(Result::kCount)];  // index of the lowest roll, or -1
  std::string name;
};
enum class Mod : uint8_t {
  Odds13,
  Odds12,
  Odds11,
  Odds21,
  Odds31,
  Odds41,
  Odds51,
  Flank,
  Rear,
  Uphill,
  Stream,
  SunkenRoad,
  Structure,
  CloseUphill,
  CloseStream,
  CloseSunkenRoad,
  CloseStructure,
  kCount
};
// Steps of a Roll to Stand against a Charge.
enum class ChargeMod : uint8_t { Light, Lancers, Heavy, Armoured, Grand, Diverted, Flank, Rear, Uphill, kCount };
extern const char* const kChargeModNames[int(ChargeMod::kCount)];

extern const char* const kModNames[int(Mod::kCount)];

struct Charts {
  std::vector<std::string> terrains;  // by line of movement.csv
  std::vector<Limit> limits;          // by terrain
  std::vector<std::array<uint8_t, std::size_t(Defense::kCount)>> defense;
  int hedge_row = -1;
  std::vector<FireColumn> fire;
  std::vector<MeleeColumn> melee;  // [0] is Firefight, then 1:3 …
  struct Band {
    int least, most, steps;
  };
  std::vector<Band> density;
  std::array<std::array<int8_t, 6>, 3> close{};  // method, distance 1 to 6
  std::array<int8_t, std::size_t(Mod::kCount)> mods{};
  std::array<uint8_t, 3> limber_bonus{};  // leader, artillery leader, Artillery Leader of Special Ability
  std::array<uint8_t, 7> impetus{};       // by die
  struct Wound {
    bool dead;
    uint8_t hours, turns;
  };
  std::array<Wound, 7> wounds{};
  struct Carre {  // indices of the highest rolls, by distance
    int8_t square[5] = {}, disorder[5] = {};
  };
  std::vector<Carre> carre;
  std::vector<std::string> carre_keys;
  int carre_leader = 0, carre_grand = 0, carre_lancers = 0, carre_light = 0, carre_level = 0;  // of the period
  std::array<int8_t, std::size_t(ChargeMod::kCount)> charge_mods{};
  std::array<int8_t, 5> rally_square{};
  std::array<int8_t, 6> form_up{};
  int form_up_lancers = 0, recall_leader = 0, recall_guard = 0;
  std::vector<uint8_t> harassment;  // by terrain
  int harassed_horse = 0, harassed_skirmishers = 0, harassed_infantry = 0;
  std::array<std::array<bool, 7>, 2> spiked{};      // after an Assault, a Charge; by die
  std::array<uint8_t, 9> scatter{};                 // hexes by modified die
  int scatter_leader = 0, scatter_unseen = 0, scatter_far = 0;
  int over_limit = 0, mixed = 0, recoil_enters = 0, pgd_enters = 0, pgd_over_limbered = 0, ridden_over = 0;  // stacking violations
};

struct Entry {  // where reinforcements come from (8.10.1)
  std::string id;
  Seat side = Seat::Nobody;
  std::vector<HexId> gates;  // hexes of its zone
  HexId terminus = kNoHex;   // fixed by the sheet, or kNoHex: the owner names it
};
struct Post {  // a Static Position (8.8)
  std::string id;
  Seat side = Seat::Nobody;
  std::vector<bool> hexes;
};
struct CommandSheet {
  uint8_t largest[2] = {2, 2};            // rank whose command is the largest Maneuver Unit: 2 corps, 4 division, 5 brigade
  uint32_t corps[2] = {};                 // leaders whose corps may be one for all that
  std::vector<uint8_t> most[2];           // most Maneuver Units by turn; kNone or absent: as many as there are points
  bool team = false, secret = false;      // options 8.4.1.1, 8.4.1.2
};

struct Award {  // a vp line
  enum Kind : uint8_t { Hold, Reach, Most, Infantry, Cavalry, Battery, Increments, Level, Always };
  Kind kind = Hold;
  Seat side = Seat::Nobody;  // or whoever does it
  uint8_t points = 0, per = 1;
  std::vector<HexId> hexes;
};

struct Tether {  // a leader who stays within so many hexes of some unit of these formations (QB-7)
  uint8_t leader = kNone, reach = 0;
  std::vector<uint8_t> formations;
};

struct VictorySheet {        // TLA-2: who holds what at the end
  std::vector<HexId> hold;   // hexes the first side must hold …
  std::vector<HexId> clear;  // … or hexes that must hold no unit of the other side in good order
  std::vector<Award> awards;
  uint8_t margin = 1, decisive = 0;      // difference that wins, and that wins decisively
  HexId key = kNoHex;                    // the first side wins at once if it holds this
  uint8_t key_reach = 0;                 // and no formed enemy is within so many hexes
};

struct Field {
  Battle battle;
  std::string period = "1815";  // column of the limbering chart
  Grid grid;
  int turns = 0;
  int first_slot = 0;  // of the hour: 0 is :00, 1 :20, 2 :40
  std::vector<Ground> ground;
  std::vector<std::array<Edge, 6>> edges;
  UnitVector<Counter> units;
  std::vector<Officer> officers;  // UnitId of officer k: units.size() + k
  std::vector<Formation> formations;
  std::vector<bool> rout_edge[2];
  std::vector<uint8_t> rout_distance[2];
  HexId depot[2] = {kNoHex, kNoHex};
  std::vector<uint8_t> depot_road[2];  // distance from a road or trail that leads to the depot
  Charts charts;
  VictorySheet victory;
  std::vector<Entry> entries;
  std::vector<Post> posts;
  CommandSheet command;
  std::vector<Tether> tethers;
  bool rye = false;    // QB-3, QB-4
  bool early = false;  // what would come later stays away
  std::vector<std::pair<std::string, HexId>> places;  // named hexes of the map
  bool first_fire = false;   // option of 15.3.1
  bool old_guard_terror = false;                      // option of SA-7
  bool guns_in_squares = false;  // guns need no leader to join a Square formed in reaction (12.9.4.2-d)
  bool grand_charge_eases_squares = false;  // the six of 19.16.5 are taken from the Carré roll
  std::array<Ratio, 4> melee_ground{1, 1, 1, 1};      // of who assaults: uphill, over a stream, by a sunken road, a Special Structure (16.6.1-b)
  bool no_prolong = false;   // 18.3.1-c
  bool wagons = false;       // batteries draw from wagons, not from their own limbers (18.14.2)
  bool resupply = false;     // 18.14.3
  bool sections = false;     // option of 18.15.2
  std::vector<bool> dusk, night;  // by turn

  int unit_count() const { return int(units.size()); }
  int officer_count() const { return int(officers.size()); }
  bool is_unit(UnitId u) const { return units.has(u); }
  bool is_officer(UnitId u) const { return !units.has(u) && officer(u) < officer_count(); }
  int officer(UnitId u) const { return index(u) - unit_count(); }
  UnitId officer_id(int k) const { return UnitId(unit_count() + k); }
  Seat side_of(UnitId u) const { return is_unit(u) ? units[u].side : is_officer(u) ? officers[std::size_t(officer(u))].side : Seat::Nobody; }
  int mod(ChargeMod m) const { return charts.charge_mods[std::size_t(m)]; }
  int mod(Mod m) const { return charts.mods[std::size_t(m)]; }
  const Edge& edge(HexId h, int side) const { return edges[h][std::size_t(side)]; }
};

// False with trouble set if the head of the chart is not exactly this.
bool has_columns(const Chart& chart, std::initializer_list<const char*> columns, Trouble& trouble);
bool has_head(const Chart& chart, std::string_view head, Trouble& trouble);  // the same, the names joined by commas
bool check_charts(const std::string& data_directory, Trouble& trouble);  // head, figures and lines of each
// Each reads its part of the battle; false with trouble set if it cannot be used.
bool read_charts(Field& field, const std::string& data_directory, Trouble& trouble);
bool read_cavalry_charts(Field& field, const std::string& data_directory, Trouble& trouble);  // of the period
bool read_ground(Field& field, const Battle& battle, const std::string& data_directory, Trouble& trouble);
bool read_counters(Field& field, const Battle& battle, const std::string& data_directory, Trouble& trouble);
bool check_shapes(const Field& field, const Battle& battle, Trouble& trouble);  // of the units as they are set up
bool read_sheet_lines(Field& field, const Battle& battle, Trouble& trouble);
bool check_wagons(const Field& field, const Battle& battle, Trouble& trouble);  // each feeds some battery
std::unique_ptr<Field> make_field(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::bataille
