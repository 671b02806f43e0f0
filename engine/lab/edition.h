// SPDX-License-Identifier: MIT
// The edition of a game: version of the book's rules, battle and charts. In games of the same edition the same acts have the same
// results. Stores and saved games carry it.
#pragma once
#include "battle/battle.h"
#include "play/game.h"

namespace tambour {

struct Edition {
  int rules = 0;      // 0: unknown
  uint64_t hash = 0;  // of battle and charts; 0: unknown (older games)
};

Edition edition_of(std::string_view book, const Battle& battle, const std::string& data_directory);
// Why a game of one edition cannot continue in another, in a sentence; "" if it can.
std::string difference(const Edition& then, const Edition& now, std::string_view book, std::string_view battle);

// A hash of the board: hex and facing of every counter, turn, points, deciding seat. Independent of the build and of the layout of a book's
// position.
uint64_t board_hash(const Game& game, const State& state);

}  // namespace tambour
