// SPDX-License-Identifier: MIT
// What changes in a game of Triumph & Glory. Printed values are in Field.
#pragma once
#include <type_traits>

#include "battle/all_units.h"
#include "battle/around.h"
#include "battle/boards.h"
#include "battle/marks.h"
#include "kit/fixed_vector.h"
#include "play/declare.h"
#include "rules/tng/field.h"

namespace tambour::tng {

enum class Orders : uint8_t { None, Under, Road };  // 4.2; Road: the Reinf/EM marker of 7.42
enum class Phase : uint8_t { Orders, Initiative, Activation, Reserve, Morale, Commanders };
enum class Segment : uint8_t { None, Opening, Fire, Move, Shock, Rally };
enum class ShockStage : uint8_t { Announce, Retreats, Squares, Commitment, Reaction, Battles };  // 8.34, 8.5: the order of a shock segment
enum class PoolState : uint8_t { Away, InPool, Drawn, Held };  // Held: kept back by a Combined Group marker
enum class Attacker : uint8_t { Charge, Cavalry, Infantry };   // 8.44: resolved in this order
enum class AttackState : uint8_t { Declared, Committed, Off, Done };

#define MARKS "rules/tng/marks.def"
#include "battle/mark_list.def"
inline constexpr uint32_t kLasting = kSquare;

enum OwnRule : uint8_t {  // what a battle's own rules have set going
  kRoused = 1 << 0,       // an enemy has stood on the height: the detachment may act for itself (AUS-4)
  kDetached = 1 << 1,     // … and does so this turn
  kCalled = 1 << 2,       // the arrivals on call have been called (AUS-12)
};

struct Attack {           // declared by one stack
  UnitId lead = kNoUnit;  // its top unit, which tests for Commitment
  Attacker kind = Attacker::Infantry;
  AttackState state = AttackState::Declared;
  uint8_t sides = 0;  // the sides of `from` it attacks over, as bits; a charge's once it has arrived
  HexId from = kNoHex;
  HexId target = kNoHex;  // of a charge, as named
  HexId route[2] = {kNoHex, kNoHex};
  uint8_t facing = 0;   // of a charge, at its end
  uint8_t won = 0;      // its roll allows breakthrough (8.46)
  uint8_t pursuit = 0;  // its rider pursues: which of its pursuit charges this turn this is (8.59)
  uint8_t pad = 0;
};
struct Flight {  // the way one unit left a hex under attack, for pursuit (8.58)
  HexId from = kNoHex;
  UnitId who = kNoUnit;
  uint8_t steps = 0;
  HexId path[12] = {};
};
enum class DueKind : uint8_t { Disorder, Rout, Flight, Check, StackRetreat, UnitRetreat };
struct Due {  // a result still to be carried out
  DueKind kind = DueKind::Disorder;
  UnitId unit = kNoUnit;
  HexId cause = kNoHex;  // where it came from: retreats lead away from here
};

inline constexpr int kMaxAttacks = 48;

struct Pos {
  Boards<kMaxHexes, kMaxCounters> boards;  // first, and no part of any hash: they follow from the stacks
  uint8_t pad[4];                          // the rest is as long as without boards: hashes of saved games depend on it
  static constexpr uint16_t kDerived = sizeof boards + sizeof pad;
  Stacks<kMaxHexes, kMaxCounters> stack;
  HexId commander[2];
  PerUnit<uint32_t, kMaxCounters> marks;
  PerUnit<Condition, kMaxCounters> condition;
  PerUnit<uint8_t, kMaxCounters> facing;
  PerUnit<UnitId, kMaxCounters> command;         // the first unit of its Orders Command, as formed in phase A
  PerUnit<Orders, kMaxCounters> orders;          // of its command, for the whole turn, come what may (4.24-a)
  PerUnit<Orders, kMaxCounters> last_orders;     // of the turn before
  PerUnit<uint8_t, kMaxCounters> start_facing;   // when the activation began
  PerUnit<uint8_t, kMaxCounters> start_zones;    // sides from which an enemy zone reached it then
  PerUnit<uint8_t, kMaxCounters> start_enemies;  // sides where enemies stood then
  PerUnit<uint8_t, kMaxCounters> pursuits;       // pursuit charges in this turn (8.59)
  PoolState pool[kMaxMarkers];
  uint8_t used[kMaxMarkers];  // how often a special marker was used
  uint8_t had_marker[kMaxGroups], shown[kMaxGroups], collapsed[kMaxGroups];
  uint8_t combined[2];             // the groups a Combined Group marker joins this turn
  uint8_t file_paid[kMaxEntries];  // 7.41: what the last unit of the file paid
  uint8_t free_orders[2];          // this turn orders may be changed (4.29)
  uint8_t delay_failures[2], orders_spent[2];
  Seat owner[kMaxObjectives];
  Seat initiative, side, over_winner;    // side: whose activation it is
  uint8_t turn, over, barrage, reserve;  // the last two: what kind of activation runs
  uint8_t marker;                        // being played; kNone in the reserve phase
  Phase phase;
  Segment segment;
  uint8_t own_rules;  // bits of OwnRule
  uint8_t battles;    // ResolveBattle frames open inside one another (T65)
  FixedVector<Attack, kMaxAttacks> attacks;
  FixedVector<Flight, 8> flights;
  FixedVector<Due, 128> due;
  FixedVector<UnitId, 8> battery;  // guns that fire as one

  bool has(UnitId u, uint32_t flag) const { return marks[u] & flag; }
  void set(UnitId u, uint32_t flag) { marks[u] |= flag; }
  void drop(UnitId u, uint32_t flag) { marks[u] &= ~flag; }
  HexId at(UnitId u) const { return stack.at[u]; }
  bool on_map(UnitId u) const { return stack.at[u] != kNoHex; }
  bool decided() const { return over; }  // also in the middle of a procedure
};
static_assert(std::is_trivially_copyable_v<Pos> && sizeof(Pos) <= kPosBytes);

using Look = tambour::Look<Field, Pos>;
using Run = tambour::Run<Field, Pos>;

}  // namespace tambour::tng
