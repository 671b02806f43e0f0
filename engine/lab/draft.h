// SPDX-License-Identifier: MIT
// A battle built in memory from lines of the case grammar (docs/files.md): for cases and the referee.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "battle/battle.h"
#include "play/game.h"

namespace tambour {

using MakeGame = std::function<std::unique_ptr<Game>(std::string_view book, const Battle&, const std::string& data_directory, Trouble&)>;

// A game ready to play, with the battle it refers to.
struct Table {
  std::unique_ptr<Battle> battle;
  std::unique_ptr<Game> game;
  State start;
};

class Draft {
 public:
  enum class Took { Yes, No, Wrong };  // No: not a line of a position; Wrong: it is one with an error, given in `why`

  Draft(std::string data_directory, std::string file);
  Took take(std::string_view line, int number, std::string& why);
  void give(const Statement& statement) { given_.push_back(statement); }
  // Null, with `trouble` set, if the position cannot be played under this book.
  std::unique_ptr<Table> lay(std::string_view book, const MakeGame& make, Trouble& trouble);

 private:
  struct Default {
    std::string kind, arm;  // arm: applies to counters whose arm begins with it
    std::vector<std::pair<std::string, std::string>> fields;
  };
  bool take_battle(std::string_view id, std::string& why);
  bool take_record(const std::vector<std::string_view>& w, int number, std::string& why);
  bool take_default(const std::vector<std::string_view>& w, std::string& why);
  void complete_records();
  void add_formations();

  std::string data_, file_;
  std::unique_ptr<Battle> battle_;
  std::size_t drafted_ = 0;  // records before this index were read from a battle's files
  std::vector<Default> defaults_;
  std::vector<Statement> given_;
};

struct GameFile;
// The game of a saved game: of its battle or of its own position lines, with its statements applied.
std::unique_ptr<Table> open_position(const GameFile& file, const std::string& data_directory, const MakeGame& make, Trouble& trouble);
// The same to continue a saved game: its edition must be today's. Replay it with a Replayer.
std::unique_ptr<Table> open_game_file(const GameFile& file, const std::string& data_directory, const MakeGame& make, Trouble& trouble);

// The line without its comment, which begins with '#' at the start or after a blank.
std::string_view without_comment(std::string_view line);

}  // namespace tambour
