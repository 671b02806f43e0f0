// SPDX-License-Identifier: MIT
// Properties of records that do not depend on the game.
#pragma once
#include "lab/game_file.h"
#include "server/store.h"

namespace tambour::server {

bool is_machine(const SeatRow& seat);
const char* kind_name(RecordKind kind);                   // "act", "undo" …
bool moves_the_game(RecordKind kind);                     // not chat, entropy and the like
bool is_told(RecordKind kind);                            // may be a log entry; records private to a seat are not
inline const char* room_of(tambour::Seat speaker) { return speaker <= tambour::Seat::Second ? "players" : "watchers"; }
std::optional<GameEntry> as_entry(const Record& record);  // nothing for records that do not affect play

// The record of an act of Chance keeps what it was chosen among, so that dice can be verified without the rules:
// "d10", "d6", "sixes" (two dice read as 11 to 66), or the acts themselves, joined by '|'.
std::string chosen_among(const Game& game, const State& state);

struct Draw {
  int outcomes = 0, outcome = -1;  // the number of outcomes and which one; 0 if the record does not say
};
Draw draw_of(const Record& record);
double mean_face(const std::string& among);  // of the dice; 0 if it is none

}  // namespace tambour::server
