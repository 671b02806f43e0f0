// SPDX-License-Identifier: MIT
// What changes during a battle: trivially copyable, without padding.
#pragma once
#include "battle/cover.h"
#include "battle/stacks.h"
#include "hex/footprint.h"
#include "kit/fixed_vector.h"
#include "play/procedure.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {

enum class Order : uint8_t { Good, Disorder, Pgd };  // PGD: Plus Grand Désordre
enum class Fate : uint8_t { OnMap, Gone, Away };     // Away: a wounded leader
enum class Segment : uint8_t { Command, Maneuver, Fire, Assault, Reorganization };
enum class Chit : uint8_t { None, Maneuver, Leader, Regroup, Artillery, Reinforcement };
inline constexpr int kActionChits = 4;

enum Mark : uint32_t {
  kInCommand = 1 << 0,
  kInMu = 1 << 1,     // of the MU whose chit is being played
  kHadMu = 1 << 2,    // in some MU this turn: not idle
  kMoved = 1 << 3,    // has moved, or may not any more
  kAssault = 1 << 4,  // declared and not called off
  kTarget = 1 << 5,   // of a declared Assault
  kFiredChit = 1 << 6,
  kPassed = 1 << 7,    // closed or stood
  kCheered = 1 << 8,   // a Huzzah is meant for it
  kInColumn = 1 << 9,  // was in Column when it declared (16.4.2-b)
  // to be settled
  kMustRout = 1 << 10,
  kMustCheck = 1 << 11,  // run through; the steps lie in `upset`
  kMustMove = 1 << 12,   // displaced
  kRouted = 1 << 13,     // in this chain of consequences (A128)
  kCollapse = 1 << 14,   // has lost its order over several hexes: it must close into one
  kRecoil = 1 << 15,     // falls back with its stack, `upset` says how many hexes
  kEngaged = 1 << 16,    // assaults in the Assault being fought
  kProne = 1 << 20,
  kStood = 1 << 21,  // got up this turn: may not lie down again
  // fire; counted from the top
  kHasFired = 1u << 31,   // in this battle (15.3.1)
  kPushed = 1 << 30,      // by a Pas de Charge
  kHeldFire = 1 << 29,    // for the Assault (12.10.5.2)
  kFiredEarly = 1 << 28,  // at skirmishers who were pushed aside: no Defensive Fire
  kFarGuns = 1 << 27,     // not next to the mover before its step (18.3.2)
};
inline constexpr uint32_t kOfTurn = kInCommand | kInMu | kHadMu | kMoved | kFiredChit;

struct UnitState {
  uint32_t marks;
  HexId target;  // of its Assault
  Trail trail;
  Form form;
  uint8_t facing;  // a vertex for Lines and skirmishers, else a hexside
  uint8_t hexes;
  Order order;
  Fate fate;
  uint8_t losses, rounds;
  uint8_t distance;  // Roll to Close, 16.1-c
};

struct LeaderState {
  HexId hex;
  Fate fate;
  uint8_t flags, back, spare;
};
enum LeaderFlag : uint8_t { kRode = 1, kHoldsChit = 2 };

// Units on the move: out of the tables, their hex stays true. The first is the top one.
struct Hand {
  UnitId unit[8];
  uint8_t count;
  uint8_t spent, allowance;  // half points
  uint8_t steps;
  uint16_t flags;
  uint8_t faced;     // turned since the last act that cost anything
  uint8_t shuffled;  // changed its stacking order since then
  HexId start;
};
enum HandFlag : uint16_t {
  kStopped = 1,
  kLeadersRide = 2,
  kRegrouping = 4,
  kIdle = 8,
  kFirstDone = 16,
  kDeclared = 32,
  kPreRetreat = 64,
  kNoReaction = 128,
  kInSpan = 256,  // a regrouping unit has come into its leader's span
  kHalted = 512,  // and one that went from General Order to General Order goes no farther
};

struct Hit {
  UnitId unit;    // top of the stack that was hit when all fired
  uint8_t losses;
  uint8_t event;  // number of the hit that began it: shot that bounces on belongs to it
  uint8_t flags;
  HexId hex;
};
enum HitFlag : uint8_t { kByGuns = 1, kFromAfar = 2, kNatural65 = 4 };

struct Melee {  // the Assault being fought
  UnitId attacker[6];
  uint8_t attackers;
  UnitId defender;
  HexId hex;                     // the defender's hex that is fought for
  uint8_t round, shifts, right;  // right: shifts count for the attackers (Huzzah)
  int8_t steps;                  // from casualties of fire
  uint8_t hexes, spare;
};

struct Pos {
  Stacks<kHexes, kUnits> stack;
  Cover<kHexes> cover;
  UnitState unit[kUnits];
  HexId aim[kUnits][3];  // by hex of the stack; a Square has three targets
  LeaderState leader[kLeaders + 1];
  int8_t upset[kUnits];  // steps of the check that is due
  Hand hand[2];          // the mover, and one that flees
  Hit hit[48];
  Melee melee;
  HexId fled[24];  // hexes a retreat has been through
  uint32_t cup;    // bit per leader
  uint8_t chits;   // bit per action chit
  uint8_t hits, fled_count;
  uint8_t turn;
  Segment segment;
  Chit chit;
  uint8_t active;     // leader whose MU moves, or kNone
  uint8_t drawer;     // seat that draws next
  uint8_t points[2];  // Command Points left
  uint8_t level[kFormations];
  uint8_t lost[2];  // Increments
  uint8_t verdict;
  uint8_t spare[3];

  bool decided() const { return verdict != 0; }
  bool has(UnitId u, uint32_t marks) const { return unit[u].marks & marks; }
  void set(UnitId u, uint32_t marks) { unit[u].marks |= marks; }
  void drop(UnitId u, uint32_t marks) { unit[u].marks &= ~marks; }
  HexId at(UnitId u) const { return stack.at[u]; }
  bool on_map(UnitId u) const { return unit[u].fate == Fate::OnMap; }
};
enum Verdict : uint8_t { kOpen, kFirstWins, kSecondWins, kDrawn };
static_assert(std::has_unique_object_representations_v<Pos> && sizeof(Pos) <= kPosBytes);

using Run = tambour::Run<Field, Pos>;
using Look = Run::Look;

}  // namespace tambour::bataille
