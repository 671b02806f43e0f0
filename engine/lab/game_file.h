// SPDX-License-Identifier: MIT
// A game as a text file: what was played, what was taken back, and what the dice hung on. Grammar in docs/files.md.
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
  std::string text;  // the act, the acts kept, the entropy, the acts so far and the position's hash, or how players ended the game

  std::string line() const;  // "act First move b1 0506"
};

struct GameFile {
  int format = 2;                        // 1: written before editions and board hashes were
  std::string book, battle;
  Edition edition;
  std::string game, commitment, secret;  // of fair dice; empty if the dice came from elsewhere
  int dice = 1;                          // how they are rolled (docs/table-protocol.md, section 5)
  std::size_t inherited = 0;             // so many entries (checks not counted) come from another game: so do their dice
  std::vector<std::string> position;     // map, units and so on of a battle that has no files (lab/draft.h)
  std::vector<Statement> given;          // a free position; empty: the battle's set-up
  std::vector<GameEntry> entries;
};

inline constexpr std::size_t kGameFileLimit = 4u << 20;

std::optional<GameFile> read_game_file(std::string_view text, const std::string& name, Trouble& trouble);
std::string write_game_file(const GameFile& file);

std::string hex64(uint64_t value);  // how hashes are written in files: 16 digits
const char* seat_word(Seat seat);   // "First", "Second", "Chance"
std::optional<Seat> parse_seat_word(std::string_view word);

// Plays a file's entries one by one; says what is wrong with the one that cannot be played.
class Replayer {
 public:
  Replayer(const GameFile& file, const Game& game);  // the game must outlive the replayer
  Trouble start();
  Trouble step(const GameEntry& entry, EventSink* events = nullptr);
  Trouble run();  // start and every entry
  const Match& match() const { return *match_; }
  bool over() const { return ended_ || match_->state().over(); }  // by the rules, or because the players ended it

 private:
  const GameFile& file_;
  const Game& game_;
  std::optional<Match> match_;
  int number_ = 0;
  bool ended_ = false;
};

void add_acts(GameFile& file, std::span<const LogEntry> log, const Game& game);
// Puts a check after every 50 acts. The file must replay.
void add_checks(GameFile& file, const Game& game);

}  // namespace tambour
