// SPDX-License-Identifier: MIT
// The position of Jours de Gloire. Bytes only: a copy is a memcpy, equality compares bytes.
#pragma once
#include "battle/all_units.h"
#include "battle/around.h"
#include "battle/boards.h"
#include "battle/cup.h"
#include "battle/marks.h"
#include "kit/fixed_vector.h"
#include "play/declare.h"
#include "rules/jdg/field.h"

namespace tambour::jdg {

#define MARKS "rules/jdg/marks.def"
#include "battle/mark_list.def"
inline constexpr uint16_t kOneActivation = kFired | kMovedNow | kTurnedNow | kFought | kHandled | kReacted | kEvaded | kCharging | kStayed |
                                           kAttacked | kSecondUsed | kNewSquare | kLostSquare;

inline constexpr uint8_t kNoGroup = 0xFF;
struct UnitState {
  Condition condition = Condition::Waiting;
  uint8_t facing = 0;
  uint16_t marks = 0;
  uint8_t group = kNoGroup;  // tactical group of this turn
  uint8_t once = 0;          // OnceFlag bits, for this activation only
};
enum OnceFlag : uint8_t {
  kEnteredNormally = 1,  // full movement although without orders (5.2.1-g)
  kOwesRun = 4,          // routed in its own charge: runs when the charge is over (9.2-d, ruling J69)
  kOwesSquare = 2,       // left square with a comrade who moved first: pays for it when it moves itself (4.2-h)
};

enum class MarkerState : uint8_t { Out, InCup, Drawn, Aside, Spent };
enum class GroupTest : uint8_t { Untested, Passed, Failed, Declined };
enum LeaderFlag : uint8_t { kLeaderHere = 1, kLeaderMoved = 2, kLeaderLost = 4 };
enum class Phase : uint8_t { Orders, Initiative, Activation, Rout, Final };
enum class Segment : uint8_t { None, Command, Fire, Move, Shock, Rally };

inline constexpr int kMaxGroups = 72;

struct Attack {  // one stack's declared shock: up to six targets from a village, two elsewhere
  HexId from = kNoHex;
  HexId target[3] = {kNoHex, kNoHex, kNoHex};
};

struct Combat {  // a combat being fought: hexes, because the units in them change
  FixedVector<HexId, 8> from;
  FixedVector<HexId, 7> targets;
  Seat attacker = Seat::Nobody;
  uint8_t pursuit = 0;    // number of this pursuit charge, 0 for the first combat
  uint8_t countered = 0;  // a counter-charge succeeded
  uint8_t second = 0;     // breakthrough or counter-shock
};

// The way a unit has fled since the die of the last combat fell: its pursuers ride along it (9.5.2-f).
struct Trail {
  static constexpr int kLongest = 20;  // a recoil and two rout moves fit; farther on the trail is lost
  UnitId who = kNoUnit;
  uint8_t steps = 0;
  HexId from = kNoHex;               // where it was fought
  uint8_t sides[kLongest / 2] = {};  // crossed one after the other, two to a byte

  int side(int step) const { return sides[step / 2] >> 4 * (step % 2) & 15; }
  void add(int side) {
    if (steps == kLongest) return;
    sides[steps / 2] = uint8_t(sides[steps / 2] | side << 4 * (steps % 2));
    ++steps;
  }
};

enum class Gait : uint8_t { Normal, Forced, Charge, Evade };

struct Mover {  // the units in hand during the movement segment
  FixedVector<UnitId, 3> units;
  HexId start = kNoHex;
  HexId target = kNoHex;  // of a charge
  int8_t mp = 0;
  uint8_t steps = 0;
  Gait gait = Gait::Normal;
  uint8_t lock = 0;  // a charge out of an enemy zone keeps its facing
  uint8_t pad[4] = {};
  UnitSet shunned;  // enemies whose zone was left: not entered again in this move
};

struct Pos {
  Boards<kMaxHexes, kMaxCounters> boards;  // first, and no part of any hash: they follow from the stacks
  static constexpr uint16_t kDerived = sizeof boards;
  Stacks<kMaxHexes, kMaxCounters> stack;
  PerUnit<UnitState, kMaxCounters> unit;
  HexId leader_at[kMaxLeaders];
  uint8_t leader[kMaxLeaders];
  MarkerState marker[kMaxMarkers];
  uint8_t orders[kMaxGroups];  // 1: Received Orders
  uint8_t shown[kMaxGroups];   // 1: revealed this turn
  GroupTest test[kMaxGroups];  // leader initiative in this activation
  uint8_t demoralised[kMaxFormations];
  uint8_t delayed[kMaxFormations];  // its marker stayed last in the cup on the turn of arrival
  uint8_t columns[kMaxFormations];  // stacks of this formation that entered in this activation
  Seat holder[kMaxObjectives];
  uint8_t entered[2];  // an enemy in good order has stood in an "entered" objective of this award (bit per award)
  uint8_t groups;
  uint8_t turn;
  Phase phase;
  Segment segment;
  uint8_t active;        // marker being played
  uint8_t first_marker;  // chosen by the holder of the initiative
  Seat initiative;
  uint8_t gap_used[2];
  uint8_t over;
  Seat winner;
  uint8_t major;
  int16_t points[2];
  FixedVector<Attack, 40> attacks;
  FixedVector<Combat, 8> combats;
  FixedVector<Trail, 20> trails;
  uint8_t chain;  // somebody sees to those run through
  uint8_t pad[7];
  Mover mover;
  UnitSet passed;  // run through by friends in flight: they owe a test or a rout move (10.5-a, 10.5-c)
  UnitSet ran;     // routed units that have run in the chain being played: they are not set off again (10.5-d, ruling J66)

  bool has(UnitId u, uint16_t marks) const { return unit[u].marks & marks; }
  void set(UnitId u, uint16_t marks) { unit[u].marks = uint16_t(unit[u].marks | marks); }
  void drop(UnitId u, uint16_t marks) { unit[u].marks = uint16_t(unit[u].marks & ~marks); }
  HexId at(UnitId u) const { return stack.at[u]; }
};
static_assert(std::is_trivially_copyable_v<Pos> && sizeof(Pos) <= kPosBytes);
static_assert(std::has_unique_object_representations_v<Pos>, "padding would spoil equality by bytes");

using Run = tambour::Run<Field, Pos>;
using Look = tambour::Look<Field, Pos>;

}  // namespace tambour::jdg
