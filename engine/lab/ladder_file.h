// SPDX-License-Identifier: MIT
// Games of a ladder in a file, a line each, written when the game is over: what was played is not played again. Grammar in docs/files.md.
#pragma once
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "kit/text.h"
#include "lab/ladder.h"

namespace tambour {

class LadderFile {
 public:
  // Reads what is there, or begins the file. A last line that was cut short is dropped: its game is played again.
  bool open(const std::string& path, Trouble& trouble);

  // Takes the games of this pairing that are in the file into `options`, and writes those that will be played.
  void serve(const Game& game, uint64_t battle_hash, LadderOptions& options);
  bool failed() const { return failed_; }  // something could not be written

 private:
  struct Line {
    std::string pairing;
    uint64_t number = 0;
    LadderResult result;  // of one game
  };
  static std::string read(std::string_view text, Line& line);  // what is wrong with it
  void write(const std::string& pairing, uint64_t number, const LadderResult& result);

  std::vector<Line> lines_;
  std::ofstream out_;
  std::mutex lock_;
  bool failed_ = false;
};

}  // namespace tambour
