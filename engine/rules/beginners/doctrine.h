// SPDX-License-Identifier: MIT
// Where Beginners differs from the series in a figure or a choice, row by row.
#pragma once
#include "rows_beginners.h"
#include "rules/jdg/doctrine.h"

namespace tambour::beginners {

extern const jdg::Fighting kBeginnersFighting;

inline constexpr jdg::Doctrine kBeginners{
    .leave_square_mp = 1,                                    // 4.2-d
    .square_march = 1,                                       // 4.2-f, 5.1-p
    .three_small_sp = 0,                                     // 5.1-u
    .cavalry_with_gun = 0,                                   // 5.1-h
    .sidestep = {99, 99, 99},                                // 10.4-c
    .full_hex = jdg::FullHex::LastResort,                    // 10.3-f, SZ-3
    .gun_on_rout = jdg::GunOnRout::Eliminated,               // 10.2-b, ruling B11
    .failed_square = jdg::FailedSquare::WhoFailed,           // 9-d, 4.2-h
    .massed = jdg::Massed::AnyFire,                          // 8.3-c, ruling B6
    .reaction_target = jdg::ReactionTarget::TopFootOrHorse,  // 8.3-d, 5.1-t
    .turn_and_rally = jdg::TurnAndRally::Allowed,            // 11-a
    .orders = jdg::Orders::Always,                           // 4.1-a: everybody has the printed allowance
    .forced_march = 1,                                       // SZ-2 and NT-1 speak of the series game
    .counter_fire = jdg::CounterFire::Never,                 // ruling B3
    .duty = jdg::Duty::AfterTurning,                         // 7.2-g, ruling B20
    .cavalry = jdg::Cavalry::AlwaysCharges,                  // 8-a, 9-g
    .evasion_test = jdg::EvasionTest::None,                  // 8.8-a
    .costly_evasion = jdg::CostlyEvasion::Free,              // 8.8-c
    .after_evasion = jdg::AfterEvasion::AnyFollow,           // 8.8-b
    .lifted_ban = 0,                                         // 4.3-e, ruling B25
    .fighting = &kBeginnersFighting,
};

}  // namespace tambour::beginners
