// SPDX-License-Identifier: MIT
// The figures in which books of this family differ where they otherwise play alike. Each book states its own
// (Series below, beginners/doctrine.h), and each figure cites the row that gives it.
#pragma once
#include <cstdint>

#include "rows_jdg.h"

namespace tambour::jdg {

enum class FullHex : uint8_t { OwnersChoice, LastResort };    // when may a unit in flight enter a hex it cannot stack in
enum class GunOnRout : uint8_t { Routs, Eliminated };         // what a rout result does to a good-order gun
enum class FailedSquare : uint8_t { WholeStack, WhoFailed };  // who is disordered when a square is not formed in time
enum class Massed : uint8_t { NormalFireOnly, AnyFire };      // which fire gains from a massed target
enum class ReactionTarget : uint8_t { TopOrBelowGun, TopFootOrHorse };
enum class TurnAndRally : uint8_t { Barred, Allowed };  // may a unit that only turned try to rally

enum class Orders : uint8_t { ByGroup, Always };                    // whether units wait for orders at all
enum class CounterFire : uint8_t { May, Never };                    // counter-battery
enum class Duty : uint8_t { BeforeAndAfterTurning, AfterTurning };  // when an adjacent enemy in front binds a gun's fire
enum class Cavalry : uint8_t { ShocksOrCharges, AlwaysCharges };    // AlwaysCharges: nor is there counter-charge or declaration
enum class EvasionTest : uint8_t { ByDistance, None };
enum class CostlyEvasion : uint8_t { Disorders, Free };        // a hex of three points or more
enum class AfterEvasion : uint8_t { BestFollows, AnyFollow };  // which attacker may enter the hex

struct Fighting;  // how a book fights a combat out, see ch08_shock.h

struct Doctrine {
  int8_t leave_square_mp;   // what leaving square costs
  int8_t square_march;      // hexes a square may move
  int8_t three_small_sp;    // SP three small units may have together; 0: never three
  int8_t cavalry_with_gun;  // cavalry units that may stand with a gun
  int8_t sidestep[3];       // columns a rout move may shift: infantry, cavalry, artillery
  FullHex full_hex;
  GunOnRout gun_on_rout;
  FailedSquare failed_square;
  Massed massed;
  ReactionTarget reaction_target;
  TurnAndRally turn_and_rally;
  Orders orders;
  int8_t forced_march;  // factor on the allowance; 1: there is none
  CounterFire counter_fire;
  Duty duty;
  Cavalry cavalry;
  EvasionTest evasion_test;
  CostlyEvasion costly_evasion;
  AfterEvasion after_evasion;
  int8_t lifted_ban;  // what a road adds where it lifts a ban
  const Fighting* fighting;
};
extern const Fighting kSeriesFighting;

inline constexpr Doctrine kSeries{
    .leave_square_mp = 2,                              // 4.2-h
    .square_march = 0,                                 // 4.2-g
    .three_small_sp = 6,                               // 5.1.1-g
    .cavalry_with_gun = 1,                             // 5.1.1-d
    .sidestep = {2, 3, 3},                             // 10.4-g
    .full_hex = FullHex::OwnersChoice,                 // 10.3.3-b
    .gun_on_rout = GunOnRout::Routs,                   // 10.1-b
    .failed_square = FailedSquare::WholeStack,         // 9.3.1-e
    .massed = Massed::NormalFireOnly,                  // 7.1-c, 7.1-e
    .reaction_target = ReactionTarget::TopOrBelowGun,  // 5.1.3-g
    .turn_and_rally = TurnAndRally::Barred,            // 11.1-a
    .orders = Orders::ByGroup,                         // 2.3.2-b
    .forced_march = 2,                                 // 4.1.3-a
    .counter_fire = CounterFire::May,                  // 7.1-b
    .duty = Duty::BeforeAndAfterTurning,               // 7.2-g
    .cavalry = Cavalry::ShocksOrCharges,               // 8.1-a
    .evasion_test = EvasionTest::ByDistance,           // 8.8.1-d, 8.8.1-e
    .costly_evasion = CostlyEvasion::Disorders,        // 8.8.1-g
    .after_evasion = AfterEvasion::BestFollows,        // 8.8.1-j
    .lifted_ban = 2,                                   // 4.3.1-c
    .fighting = &kSeriesFighting,
};

}  // namespace tambour::jdg
