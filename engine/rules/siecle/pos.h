// SPDX-License-Identifier: MIT
// What changes during a battle: trivially copyable, without padding.
#pragma once
#include "battle/all_units.h"
#include "battle/around.h"
#include "battle/boards.h"
#include "battle/cup.h"
#include "battle/marks.h"
#include "kit/fixed_vector.h"
#include "play/declare.h"
#include "rules/siecle/field.h"

namespace tambour::siecle {

enum class Order : uint8_t { Good, Disorganised, Routed };
enum class Fate : uint8_t { ToCome, OnMap, Eliminated, Saved };
enum class Phase : uint8_t { SetUp, Command, Initiative, Activation, End };
enum class Segment : uint8_t { None, Guns, Move, Fire, Melee, Rally };

#define MARKS "rules/siecle/marks.def"
#include "battle/mark_list.def"
inline constexpr uint32_t kOfTurn = kSilenced | kGunReacted | kArrived;
inline constexpr uint32_t kOfActivation = kCommanded | kHandled | kMoved | kTurned | kFired | kFiredGuns | kCharge | kFought | kAttacked |
                                          kReacted | kReactionFired | kRallied | kWeary;

struct UnitState {  // each unit of a stack has its own (3.5.3-a)
  uint32_t marks;
  uint8_t facing;
  Order order;
  Fate fate;
  uint8_t run;  // clear hexes entered in a row with one facing
};

struct OfficerState {
  HexId hex;
  Fate fate;
  uint8_t flags;
};
enum OfficerFlag : uint8_t { kRode = 1, kReactedAlone = 2 };

enum FormationFlag : uint8_t { kOutOfCommand = 1, kCheckFailed = 2, kActivated = 4, kDemoralised = 8, kAvailable = 16, kRemoved = 32 };
struct FormationState {
  int8_t morale;
  uint8_t commander;  // officer in charge, or kNone
  uint8_t flags;
  uint8_t entered;  // units that came on in this activation
  uint8_t present;  // units on the map
};

enum class Chit : uint8_t { NotYet, InHand, InCup, Waiting, Used };
struct EventState {
  Chit at;
  uint8_t uses;
};

// A unit on the move: what it has spent and what it has done so far.
struct March {
  UnitId unit;
  uint8_t spent, allowance, steps;
  uint8_t flags;
};
enum MarchFlag : uint8_t { kOffRoad = 1, kTested = 2, kReaction = 4, kStopped = 8, kRestacked = 16 };

struct Pos {
  Boards<kHexes, kUnits> boards;  // first, and no part of any hash: they follow from the stacks
  static constexpr uint16_t kDerived = sizeof boards;
  uint64_t breaches;             // redoubt sides that were opened
  Stacks<kHexes, kUnits> stack;  // combat units
  PerUnit<UnitState, kUnits> unit;
  OfficerState officer[kLeaders];
  FormationState formation[kFormations];
  EventState event[kEvents];
  Cup cup;          // formations and events still to be drawn
  HexId passed[8];  // hexes the chief with volunteers rode through
  int16_t saved_points[2];
  PerUnit<uint8_t, kUnits> upset;  // times a unit was run through and has still to pay for it
  uint8_t chief[2];       // officers, or kNone
  uint8_t lost[2];        // units eliminated
  uint8_t attacks[2];     // melees made this turn
  uint8_t idle[2];        // turns without one that were counted
  March march[2];         // the active mover, and one that reacts
  UnitId attackers[6];
  UnitId affected[8];
  HexId targets[4];
  uint16_t vacant;  // formations whose commander fell
  uint8_t attacker_count, target_count, affected_count;
  uint8_t turn;
  Phase phase;
  Segment segment;
  uint8_t active;           // formation, or kNone
  uint8_t lead[2];          // markers the initiative put first, or kNone
  uint8_t initiative;       // seat, or kNone
  uint8_t upsets, fleeing;  // how many are pending
  uint8_t vacant_chiefs;    // bit per seat
  uint8_t gate_open;        // turn on which the gate opened, or 0
  uint8_t volunteers, passed_count;
  uint8_t must_attack;     // bit per seat
  uint8_t attacked;        // melees made in this activation
  uint8_t verdict;         // Verdict
  uint8_t volunteer_side;  // seat, while there are volunteers
  uint8_t spare[2];

  bool decided() const { return verdict != 0; }
  bool has(UnitId u, uint32_t marks) const { return unit[u].marks & marks; }
  void set(UnitId u, uint32_t marks) { unit[u].marks |= marks; }
  void drop(UnitId u, uint32_t marks) { unit[u].marks &= ~marks; }
  HexId at(UnitId u) const { return stack.at[u]; }
  bool on_map(UnitId u) const { return unit[u].fate == Fate::OnMap; }
  bool routed(UnitId u) const { return unit[u].order == Order::Routed; }
  bool demoralised(int formation_index) const { return formation[formation_index].flags & kDemoralised; }
};
enum Verdict : uint8_t { kOpen, kFirstWins, kSecondWins, kDrawn, kMajor = 4 };
static_assert(std::has_unique_object_representations_v<Pos> && sizeof(Pos) <= kPosBytes);

using Run = tambour::Run<Field, Pos>;
using Look = Run::Look;

}  // namespace tambour::siecle
