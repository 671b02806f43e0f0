// SPDX-License-Identifier: MIT
// What a game is played with: the version of its book's rules, the battle and the charts. Two games of the same edition have the same
// history for the same acts. Stores and saved games carry it.
#pragma once
#include "battle/battle.h"
#include "play/game.h"

namespace tambour {

struct Edition {
  int rules = 0;      // 0: not known
  uint64_t hash = 0;  // of battle and charts; 0: not known (games older than these hashes)
};

Edition edition_of(std::string_view book, const Battle& battle, const std::string& data_directory);
// Why a game of one edition is not played on in another: one sentence, "" if it is.
std::string difference(const Edition& then, const Edition& now, std::string_view book, std::string_view battle);

// A hash of what lies on the board: where every counter is and faces, the turn, the points, who must decide. The same in every
// build, however a book lays out its position.
uint64_t board_hash(const Game& game, const State& state);

}  // namespace tambour
