// SPDX-License-Identifier: MIT
// What records mean by themselves, without the game they belong to.
#pragma once
#include "lab/game_file.h"
#include "server/store.h"

namespace tambour::server {

bool is_machine(const SeatRow& seat);
const char* kind_name(RecordKind kind);                   // "act", "undo" …
bool moves_the_game(RecordKind kind);                     // chat, entropy and the like do not
bool is_told(RecordKind kind);                            // it can be an entry of a log; what only its seat or nobody hears of is none
inline const char* room_of(tambour::Seat speaker) { return speaker <= tambour::Seat::Second ? "players" : "watchers"; }
std::optional<GameEntry> as_entry(const Record& record);  // nothing for records that do not matter to play

// What an act of Chance is chosen among is kept with its record, so that dice can be verified without the rules:
// "d10", "d6", "sixes" (two dice read as 11 to 66), or the acts themselves, joined by '|'.
std::string chosen_among(const Game& game, const State& state);

struct Draw {
  int outcomes = 0, outcome = -1;  // among how many, and which; zero if the record does not say
};
Draw draw_of(const Record& record);
double mean_face(const std::string& among);  // of the dice; 0 if it is none

}  // namespace tambour::server
