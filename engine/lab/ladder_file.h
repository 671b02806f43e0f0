// SPDX-License-Identifier: MIT
// Results of a ladder, one line per finished game, so that an interrupted ladder can continue. Grammar in docs/files.md.
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
  // Reads or creates the file. An incomplete last line is dropped and its game played again.
  bool open(const std::string& path, Trouble& trouble);

  // Puts the results of this pairing into `options`, and appends those that will be played.
  void serve(const Game& game, uint64_t battle_hash, LadderOptions& options);
  bool failed() const { return failed_; }  // a write failed

 private:
  struct Line {
    std::string pairing;
    uint64_t number = 0;
    LadderResult result;  // of one game
  };
  static std::string read(std::string_view text, Line& line);  // the error, or ""
  void write(const std::string& pairing, uint64_t number, const LadderResult& result);

  std::vector<Line> lines_;
  std::ofstream out_;
  std::mutex lock_;
  bool failed_ = false;
};

}  // namespace tambour
