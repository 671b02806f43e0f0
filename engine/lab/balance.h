// SPDX-License-Identifier: MIT
// How often each side of a battle wins between equal players: data/battles/<id>/balance.csv, one line per book and pair of players,
// written by `tambour simulate --record` and shown in the lobby.
#pragma once
#include "battle/battle.h"

namespace tambour {

struct BalanceRecord {
  std::string book, players;  // "recruit" for both sides, or "recruit-veteran", first side first
  int games = 0, wins[2] = {0, 0}, draws = 0;
  std::string battle_hash;  // content hash of the battle when the games were played
};

std::string balance_file(const std::string& data_directory, const std::string& battle);
// A missing file is no trouble: the battle has no records.
std::vector<BalanceRecord> load_balance(const std::string& file, Trouble& trouble);
// Replaces the record of the same book and players. False if the file could not be read or written; `trouble` says why.
bool save_balance(const std::string& file, const BalanceRecord& record, Trouble& trouble);

}  // namespace tambour
