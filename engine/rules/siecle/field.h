// SPDX-License-Identifier: MIT
// The fixed data of a battle of Le Grand Siècle: the ground as cost and modifier tables, the printed values of the
// counters, the charts, and the special rules of the battle sheet.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "battle/battle.h"
#include "battle/boards.h"
#include "battle/odds.h"
#include "play/action.h"
#include "rows_siecle.h"

namespace tambour::siecle {

inline constexpr int kHexes = 1200, kUnits = 128, kLeaders = 32, kFormations = 16, kEvents = 8;
inline constexpr int kReactionReach = 2;  // hexes: whoever is farther off does not react, but for guns
inline constexpr uint8_t kNone = 0xFF;

enum class Arm : uint8_t { HeavyInfantry, LightInfantry, HeavyCavalry, LightCavalry, Artillery };

struct Counter {  // a combat unit as printed
  Arm arm;
  Seat side;
  uint8_t formation;
  uint8_t steps;
  int8_t cp[2], mf[2];  // full strength, flipped
  int8_t mp, fire, melee;
  uint8_t range;
  uint8_t turn;  // of arrival; 0: set up at the start, kNone: with an event
  uint8_t face;
  bool always_commanded;  // 1.12
  HexId hex;              // set-up or entry hex
};

struct Officer {  // a commander as printed
  Seat side;
  uint8_t formation;      // kNone: a commander in chief
  bool deputy;            // a maréchal de camp, off the map until he is needed
  bool always_commanded;  // 1.2
  int8_t activation, radius, bonus;
  uint8_t turn;
  HexId hex;
};

struct Formation {
  Seat side;
  uint8_t commander, deputy;  // officers, or kNone
  int8_t morale;
  uint8_t turn;  // its chit lies in the cup from this turn on; kNone: after an event
  std::string id, name, colour;
};

enum class Effect : uint8_t { None, Arrive, Feint, Pillage, OpenGate, MustAttack, Volunteers };
struct EventChit {
  Seat side, player;  // whose chit, and who carries it out
  int8_t activation;
  uint8_t from, uses, automatic;  // automatic: happens by itself on this turn, 0 never
  bool in_hand;                   // given to the player instead of going into the cup
  Effect effect = Effect::None;
  uint8_t formation = kNone, amount = 0, sides = 0;  // operands of the effect; sides: a mask of hexsides
  std::string id, name;
};

// A way over one hexside, seen from the hex it leaves.
struct Edge {
  HexId to = kNoHex;
  uint8_t cost = 0;                       // MP to enter `to` this way, without a redoubt
  uint8_t water_cost = 0, rise_cost = 0;  // what of it the hexside adds
  int8_t melee = 0;                       // terrain modifier of an attack this way, without a redoubt
  uint8_t redoubt = kNone;                // number of the redoubt side, for breaches
  bool closed = false, road = false, disorganises = false, no_guns = false;
  bool no_zone = false;  // zones do not reach over (redoubts apart)
  bool slope = false, water = false;
  bool inside = false;   // the work on this side protects this hex
  bool outside = false;  // the work on this side protects `to`
  bool fortification = false;
};

struct Ground {
  uint8_t cost = 1, level = 0;
  int8_t fire = 0, melee = 0;
  bool closed = false, disorganises = false, blocks_zone = false, blocks_sight = false, built = false, charge = true;
  bool works = false;  // a redoubt or fortification protects some side of it
  Citation row;        // of the chart
};

// The result of a fire or a melee on one party.
struct Result {
  uint8_t steps = 0, retreat = 0;
  bool test = false, disorganised = false, star = false, eliminated = false;
  constexpr bool nothing() const { return !steps && !retreat && !test && !disorganised && !star && !eliminated; }
};

// Figures of data/charts/siecle/modifiers.csv, in that order.
enum class Mod : uint8_t {
  FireTargetLoose,
  FireTargetHedgehog,
  FireTargetGuns,
  FireTargetHigher,
  FireSalvo,
  FireDisorganised,
  FireHedgehog,
  FireMoved,
  FireRange,
  MeleeFired,
  MeleeFlank,
  MeleeRear,
  MeleeAttackersDisorganised,
  MeleeDefendersDisorganised,
  MeleeDefendersRouted,
  MeleeCharge,
  MeleeHorseOnHedgehog,
  MeleeFootOnHedgehog,
  MeleeAttackersLight,
  MeleeDefendersLight,
  MeleeHorseAttacksWorks,
  MeleeHorseDefendsWorks,
  MeleeHigher,
  MeleeLower,
  MeleeCap,
  RallyChiefNear,
  RallyCommanderHere,
  RallyChiefHere,
  RetreatFront,
  RetreatFlank,
  kCount
};
extern const char* const kModNames[int(Mod::kCount)];

struct Charts {
  std::array<std::array<Result, 10>, 3> fire{};     // column, total 0..9
  std::array<Result, 24> defenders{}, attackers{};  // total -7..16
  std::vector<OddsStep> odds;
  std::vector<Citation> odds_rows;  // MOD-1 …, by step
  std::array<int, int(Mod::kCount)> mods{};
  int redoubt_cost = 0, redoubt_fire = 0, redoubt_melee_in = 0, redoubt_melee_out = 0, fortification_fire = 0;
};

enum class Aim : uint8_t { Always, Hold, Any, Sole, Demoralised, Eliminated, Slain, NoneWest, Saved, Idle };
struct VictoryLine {
  Seat side;
  int points;
  Aim aim;
  std::vector<HexId> hexes;
  int a = 0, b = 0;  // officer; column; first and last turn
};

struct Specials {                    // rules of one battle, from its sheet
  Seat opening = Seat::Nobody;       // has the initiative on turn 1 without a roll
  Seat swaps = Seat::Nobody;         // may swap two squadrons before play
  Seat one_gun_side = Seat::Nobody;  // not more than one gun among these hexes
  std::vector<bool> one_gun;
  Seat tired = Seat::Nobody;  // rally tests are harder from turn to turn
  int tired_by = 0, tired_from = 0, tired_to = 0;
  int dusk_turn = 0, dusk_range = 0;  // guns see no farther from this turn on
  struct Near {
    UnitId unit;
    uint8_t officer, range;
  };
  std::vector<Near> near;          // units commanded at a longer range
  bool streets = false;            // horse enters built-up hexes along roads only
  bool lance[2] = {false, false};  // a unit with the chief needs no other command
  HexId gate_out = kNoHex, gate_in = kNoHex;
  Seat gate_side = Seat::Nobody;
  HexId battery = kNoHex;  // guns of a fortress, once the gate is open
  Seat battery_side = Seat::Nobody;
  int battery_near = 0, battery_far = 0, battery_bonus = 0;
  Seat breachers = Seat::Nobody;
  int breach_on = 0;
  int heat_from = 0, heat_to = 0, heat_mp = 0;  // foot that moved more may not attack
  int major = 0, minor = 1;                     // margins of victory
};

struct Field {
  Battle battle;  // 0-a
  Grid grid;
  std::vector<Ground> ground;
  std::vector<std::array<Edge, 6>> edges;
  std::vector<Ring> ring;            // by hex: those around it
  std::vector<HexSet<kHexes>> near;  // by hex: those from which all but guns may react
  UnitVector<Counter> units;
  std::vector<UnitId> units_of[2], guns_of[2];  // by side
  std::vector<Officer> officers;  // UnitId of officer k: units.size() + k
  std::vector<Formation> formations;
  std::vector<EventChit> events;  // marker of event k: formations.size() + k
  uint8_t chiefs[2] = {kNone, kNone};
  std::vector<uint8_t> rout_distance[2];  // to the nearest hex of the side's rout edge
  Charts charts;
  Specials special;
  std::vector<VictoryLine> victory;
  int redoubts = 0;

  int unit_count() const { return int(units.size()); }
  HexId across(HexId h, int side) const { return edges[h][std::size_t(side)].to; }
  bool is_officer(UnitId u) const { return !units.has(u) && officer(u) < int(officers.size()); }
  int officer(UnitId u) const { return index(u) - unit_count(); }
  UnitId officer_id(int k) const { return UnitId(unit_count() + k); }
  Seat side_of(UnitId u) const { return units.has(u) ? units[u].side : is_officer(u) ? officers[std::size_t(officer(u))].side : Seat::Nobody; }
  int mod(Mod m) const { return charts.mods[std::size_t(m)]; }
  int side_to(HexId from, HexId to) const { return to < grid.size() ? grid.side_to(from, to) : -1; }
};

// 0.1-e: both kinds of each.
constexpr bool is_infantry(Arm a) { return by("0.1-e"), a == Arm::HeavyInfantry || a == Arm::LightInfantry; }
constexpr bool is_cavalry(Arm a) { return by("0.1-e"), a == Arm::HeavyCavalry || a == Arm::LightCavalry; }
constexpr bool is_light(Arm a) { return a == Arm::LightInfantry || a == Arm::LightCavalry; }

// Each reads its part of the battle; false with trouble set if it cannot be used.
bool read_charts(Field& field, const std::string& data_directory, Trouble& trouble);
bool read_ground(Field& field, const Battle& battle, const std::string& data_directory, Trouble& trouble);
bool read_counters(Field& field, const Battle& battle, Trouble& trouble);
bool read_specials(Field& field, const Battle& battle, Trouble& trouble);
std::unique_ptr<Field> make_field(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::siecle
