// SPDX-License-Identifier: MIT
// Saved games as text: acts, undos, and what the dice were derived from. Grammar in docs/files.md.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/edition.h"
#include "play/match.h"

namespace tambour {

struct GameEntry {
  enum Kind : uint8_t { Act, Undo, Takeback, Entropy, Check, Over };
  Kind kind = Act;
  Seat seat = Seat::Nobody;
  std::string text;  // by kind: the act; acts kept; entropy; number of acts and position hash; how players ended the game

  std::string line() const;  // "act First move b1 0506"
};

struct GameFile {
  int format = 2;  // 1: before editions and board hashes
  std::string book, battle;
  Edition edition;
  std::string game, commitment, secret;  // of fair dice; empty for other dice
  int dice = 1;                          // version of the algorithm (docs/table-protocol.md, section 5)
  std::size_t inherited = 0;             // entries (without checks) from the game it was branched from, with that game's dice
  std::vector<std::string> position;     // map and units of a battle without files (lab/draft.h)
  std::vector<Statement> given;          // a free position; empty: the set-up of the battle
  std::vector<GameEntry> entries;
};

inline constexpr std::size_t kGameFileLimit = 4u << 20;

std::optional<GameFile> read_game_file(std::string_view text, const std::string& name, Trouble& trouble);
std::string write_game_file(const GameFile& file);

std::string hex64(uint64_t value);  // 16 hex digits
const char* seat_word(Seat seat);   // "First", "Second", "Chance"
std::optional<Seat> parse_seat_word(std::string_view word);

// Replays the entries of a file one by one; reports the first that cannot be played.
class Replayer {
 public:
  Replayer(const GameFile& file, const Game& game);  // the game must outlive the replayer
  Trouble start();
  Trouble step(const GameEntry& entry, EventSink* events = nullptr);
  Trouble run();  // the start and all entries
  const Match& match() const { return *match_; }
  bool over() const { return ended_ || match_->state().over(); }  // by the rules or by the players

 private:
  const GameFile& file_;
  const Game& game_;
  std::optional<Match> match_;
  int number_ = 0;
  bool ended_ = false;
};

void add_acts(GameFile& file, std::span<const LogEntry> log, const Game& game);
// Adds a check after every 50 acts. The file must replay without trouble.
void add_checks(GameFile& file, const Game& game);

}  // namespace tambour
