// SPDX-License-Identifier: MIT
// What changes during a battle: trivially copyable, without padding.
#pragma once
#include <span>

#include "battle/all_units.h"
#include "battle/cover.h"
#include "battle/marks.h"
#include "battle/stacks.h"
#include "hex/footprint.h"
#include "kit/fixed_vector.h"
#include "play/declare.h"
#include "play/procedure.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {

enum class Order : uint8_t { Good, Disorder, Pgd };  // PGD: Plus Grand Désordre
// Away: a wounded leader; Due: not on the map yet; Beside: beside the map while its other presentation is in play (12.1). Of guns and
// wagons: Boxed, in the Battery Box (18.11); Taken, lost in a melee and their die is due (18.12); Rebuilt, back at a depot with the next
// Reinforcement chit.
enum class Fate : uint8_t { OnMap, Gone, Away, Due, Beside, Boxed, Taken, Rebuilt };
enum class Segment : uint8_t { Command, Maneuver, Fire, Assault, Reorganization };
enum class Chit : uint8_t { None, Maneuver, Leader, Regroup, Artillery, Reinforcement };
inline constexpr int kActionChits = 4;
enum class Mu : uint8_t { None, Own, Corps, MarchColumn, Initiative };  // what a Maneuver Unit is made of (8.4.2)

#define MARKS "rules/bataille/marks.def"
#include "battle/mark_list.def"
inline constexpr uint32_t kOfRounds = kPassed | kCheered | kEngaged | kTried | kReserve | kCornered | kAdvanced;
inline constexpr uint32_t kOfAssault = kOfRounds | kHeldFire | kFiredEarly;
inline constexpr uint32_t kOfTurn = kInCommand | kInMu | kHadMu | kMoved | kFiredChit;

struct UnitState {
  uint32_t marks;
  HexId target, target2;  // of its Assault; a Line of two hexes may have two
  Trail trail;
  Form form;
  uint8_t facing;  // a vertex for Lines and skirmishers, else a hexside
  uint8_t hexes;
  Order order;
  Fate fate;
  uint8_t losses, rounds;
  uint8_t distance;  // Roll to Close, 16.1-c
  uint8_t deserted;  // Morale Bonus of a leader who left it before the Assault (16.3.5)
  uint8_t under;     // leader it is under: its immediate superior, or whom it was assigned to as an Asset (8.4.3.3)
};

struct LeaderState {
  HexId hex;
  HexId goal;     // of his Administrative March, or kNoHex
  Fate fate;
  uint8_t flags;
  uint8_t back;   // turn he returns on
  Mu mu;          // that he forms this turn
  uint8_t post;   // whose post he holds: his own, or that of a leader he replaces; kNone once it is another's
  uint8_t under;  // leader an aide is attached to
  uint8_t march;  // turns his command has been force marching (13.3.3)
  uint8_t bonus;  // MPs its die gave
};
// What only cavalry has, by Counter::horse.
enum class Ready : uint8_t { Ready, Tired, Exhausted };
struct HorseState {
  Ready ready;
  uint8_t ridden;  // half points spent this turn
  uint16_t flags;
};
enum HorseFlag : uint16_t {
  kChargeMarker = 1,     // declared, not finished
  kHasCharged = 2,       // the marker lies on its reverse
  kPreserves = 4,        // only its first squadron fights
  kFought = 8,           // in a melee that still has to be paid for
  kFoughtTurn = 16,      // in a melee this turn without preserving
  kOverHalf = 32,        // gave way or reacted by more than half its points
  kReacted = 64,         // has tried a Reaction Charge at the charge being ridden
  kInColumnCharge = 128, // charges in Column of Companies
  kFormedUp = 256,       // at the charge being ridden, or has tried to
  kRecallTried = 512,    // of its own will, before contact
  kOpportunityTried = 1024,  // at the act being played (19.18.1)
  kLetsPass = 2048,          // not asked again in the move being made
  kFrozen = 4096,            // spends no more points in this segment (19.18.3)
  kReactMoving = 8192,       // is on a Reaction Move
  kReactMoved = 16384,       // has made one since the mover last paid (A131)
  kStaysPut = 32768,         // asks for none in the move being made
};

// A Charge from its declaration to its completion.
enum class ChargeStage : uint8_t { None, Declared, Contact, Fought, Over };
enum class ChargeKind : uint8_t { Charge, Grand, Reaction, Opportunity };
struct Charge {
  HexId start;        // where its head was declared
  UnitId unit;        // top of the stack that charges
  UnitId foe[4];      // stacks it has named, by their top units
  UnitId spared[7];   // stacks it will not charge
  UnitId struck;      // whom it has Reaction Charged, kNoUnit for other kinds
  ChargeStage stage;
  ChargeKind kind;
  uint8_t foes, spareds;
  uint8_t spent;      // half points
  uint8_t straight;   // hexes in a straight line, up to now: in two neighbouring directions at most
  uint8_t same;       // the last of these in one direction
  uint8_t line;       // that direction, kNone before the first hex
  uint8_t beside;     // the other one, or kNone
  uint8_t smooth;     // hexes in a row that cost a point at most
  uint8_t steps;
  uint8_t flags;
  uint8_t noted;      // of `spent`: counts already towards the rest of its horses
  uint8_t widths;     // changes of its width on the way
  uint8_t first;      // in a Grand Charge `spared` lists the Squares it has ridden over: a bit per one that nobody crossed before
  // Of a Column of Companies that others charge too (12.5.4): hexes of it that fight this Charge, chargers who share them, and
  // the Result of those who have fought it already.
  uint8_t facing, among, owed, spare;
};
inline constexpr int kCharges = 8;
struct GrandRide {  // the Grand Charge of the Maneuver Unit that moves: each of its stacks has a Charge of its own (19.16)
  uint8_t leader;   // kNone: there is none
  uint8_t heading;  // side that all ride over; kNone until it is chosen
  uint8_t depth;    // hexes of its Charge Zone
  uint8_t flags;
  uint8_t aloft;    // bit per Charge whose stack shares a hex with others, and is in a hand of its own
  uint8_t todo;     // bit per Charge whose stack has not moved in this step
  uint8_t spare[2];
};
inline constexpr GrandRide kNoGrandRide = {kNone, kNone, 0, 0, 0, 0, {0, 0}};
enum GrandFlag : uint8_t {
  kUnderWay = 1,
  kNobodyFires = 2,   // the other side lets it ride …
  kNobodyReacts = 4,  // … and neither forms Square nor charges it any more
};
inline void clear_charge(Charge& c) {
  std::memset(static_cast<void*>(&c), 0, sizeof c);
  std::memset(c.foe, 0xFF, sizeof c.foe), std::memset(c.spared, 0xFF, sizeof c.spared);
  c.start = kNoHex, c.unit = c.struck = kNoUnit, c.line = c.beside = kNone;
}
enum ChargeFlag : uint8_t {
  kAtRetreat = 1,  // its target was falling back already when it was struck (19.18.5-e)
  kReleased = 2,   // may stop where it likes
  kOfGrand = 4,    // a stack of a Grand Charge, and stays one when it is Reaction Charged
  kFallenOut = 8,  // of the common movement of a Grand Charge
  kCaught = 0x10,  // its target has retreated before it, and not far enough (19.5.3.4)
  kGoesOn = 0x20,  // called back from one target, free to take another
};

enum LeaderFlag : uint8_t {
  kRode = 1,
  kHoldsChit = 2,
  kActivated = 4,    // a corps leader (8.4.3.1)
  kLinked = 8,       // In Command of his superior
  kArrived = 16,     // has reached his goal
  kLastTurn = 32,    // and the next turn is the last of the march
  kTestedInitiative = 64,
  kForceMarched = 128,
};
inline constexpr uint8_t kOfLeaderTurn = kRode | kHoldsChit | kTestedInitiative | kForceMarched;

// A leader in this hex who holds his own post, with no order.
constexpr LeaderState leader_at(int k, HexId hex, Fate fate, uint8_t flags = 0, uint8_t back = 0) {
  return {hex, kNoHex, fate, flags, back, Mu::None, uint8_t(k), kNone, 0, 0};
}

// Units on the move: out of the tables, their hex stays true. The first is the top one.
struct Hand {
  UnitId unit[8];
  uint8_t count;
  uint8_t spent, allowance;  // half points
  uint8_t steps;
  uint16_t flags;
  uint8_t faced;     // turned since the last act that cost anything
  uint8_t shuffled;  // changed its stacking order since then
  uint8_t stride;    // half points that the hex just entered, or one end of a Line, has paid towards a change that goes with it: see stride_of
  uint8_t spare;
  HexId start;
};
inline constexpr int kHands = 2 + kCharges;
// Enemy cavalry skirmishers that a retreat has given a chance (12.10.7.1), one list a hand.
struct Harasser {
  UnitId unit;
  uint8_t hexes;    // of its zone that were left
  uint8_t defense;  // their factors
};
inline constexpr int kHarassers = 4;
enum HandFlag : uint16_t {
  kStopped = 1,
  kLeadersRide = 2,
  kRegrouping = 4,
  kIdle = 8,
  kFirstDone = 16,
  kDeclared = 32,
  kNoReaction = 128,
  kInSpan = 256,  // a regrouping unit has come into its leader's span
  kHalted = 512,  // and one that went from General Order to General Order goes no farther
  kGuardCharge = 1024,  // of the Old Guard, declared (16.10)
  kExploits = 2048,     // goes on after one
  kMarching = 16384,     // on an Administrative March
  kJustEntered = 32768,  // has come onto the map and done nothing else yet
  kCharging = 64,        // rides a Charge
  kRidesOff = 4096,      // cavalry that regroups after one
  kNoSquare = 8192,      // nobody forms Square before it any more
};

struct Hit {
  UnitId unit;    // top of the stack that was hit when all fired
  uint8_t losses;
  uint8_t event;  // number of the hit that began it: shot that bounces on belongs to it
  uint8_t flags;
  HexId hex;
  uint8_t natural;  // of the roll, see natural_of
  uint8_t spare;
};
enum HitFlag : uint8_t { kByGuns = 1, kFromAfar = 2, kByHowitzers = 4 };

struct Shell {  // a Howitzer Attack of this segment (18.15)
  HexId named, hex;  // hex: where it falls
  UnitId battery[3];
  uint8_t count;  // of batteries: one that has howitzers alone, or the sections of three
};

struct Fight {  // one melee of an Assault
  UnitId attacker[6], defender[3];
  uint8_t attackers, defenders;
  uint8_t shifts, right;  // right: shifts count for the attackers (Huzzah)
  uint8_t result;         // of the last melee roll
  uint8_t way;            // hexes of the path
  uint8_t hurt[6], lost;  // by fire: each attacker, the defenders
  int8_t steps;           // from casualties of fire
  uint8_t over;           // settled: nobody fights here any more
  HexId hex;      // the defenders' hex that is fought for
  HexId also;     // and their other one, if that is assaulted too
  HexId path[3];  // of the beaten, from there
};
inline constexpr int kFights = 4;

struct Melees {  // the Assault being fought
  Fight fight[kFights];
  uint8_t fights, now, round, reserves;
};
inline void clear_melees(Melees& m) {
  std::memset(static_cast<void*>(&m), 0, sizeof m);
  for (Fight& f : m.fight) {
    std::memset(f.attacker, 0xFF, sizeof f.attacker), std::memset(f.defender, 0xFF, sizeof f.defender);
    f.hex = f.also = kNoHex;
  }
}

struct Pos {
  Stacks<kHexes, kUnits> stack;
  Cover<kHexes> cover;
  PerUnit<UnitState, kUnits> unit;
  PerUnit<HexId[3], kUnits> aim;  // by hex of the stack; a Square has three targets
  LeaderState leader[kLeaders + 1];
  PerUnit<int8_t, kUnits> upset;  // steps of the check that is due
  Hand hand[kHands];     // the mover, one that flees, and a stack per Charge of a Grand Charge that is over a Square
  Hit hit[48];
  Shell shell[8];
  uint8_t burning[kBurnable / 8];  // a bit per Ground::burns
  Melees melees;
  Melees suspended;  // the Assault that an Opportunity Charge interrupts (16.3.6-c)
  HorseState horse[kHorses];
  Charge charge[kCharges];
  GrandRide grand;
  HexId fled[24];  // hexes a retreat has been through
  Harasser harasser[2][kHarassers];
  uint32_t riders;  // bit per leader who began the segment with the stack that moves (8.1.5)
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
  uint8_t posts;                 // bit per Static Position that still stands
  uint8_t division;              // of the corps that moves: the leader whose units are moving, or kNone
  uint8_t formed[2];             // Maneuver Units formed this turn
  uint8_t team;                  // option 8.4.1.1: 1 or 2 while that side's chits are drawn one after the other
  uint8_t shells;
  uint8_t spare[1];
  uint32_t closed;               // leaders of that corps whose divisions have moved (8.4.4-b)
  UnitBits<kUnits> entered;      // units that came onto the map this turn (8.10)
  uint8_t queue[kEntries];       // half points paid by those who came in before, per entry (8.10.2)
  HexId terminus[kEntries];
  UnitBits<kUnits> clearing;     // units that have been idle beside a wreck since the Maneuver Segment began (18.14.1.7.1)

  bool decided() const { return verdict != 0; }
  bool has(UnitId u, uint32_t marks) const { return unit[u].marks & marks; }
  void set(UnitId u, uint32_t marks) { unit[u].marks |= marks; }
  void drop(UnitId u, uint32_t marks) { unit[u].marks &= ~marks; }
  HexId at(UnitId u) const { return stack.at[u]; }
  bool on_map(UnitId u) const { return unit[u].fate == Fate::OnMap; }
};
enum Verdict : uint8_t { kOpen, kFirstWins, kSecondWins, kDrawn };
static_assert(std::has_unique_object_representations_v<Pos> && sizeof(Pos) <= kPosBytes);

// Those that may hold somebody.
inline std::span<const Hand> hands(const Pos& pos) { return {pos.hand, std::size_t(pos.grand.aloft ? kHands : 2)}; }
inline std::span<Hand> hands(Pos& pos) { return {pos.hand, std::size_t(pos.grand.aloft ? kHands : 2)}; }

using Run = tambour::Run<Field, Pos>;
using Look = Run::Look;

}  // namespace tambour::bataille
