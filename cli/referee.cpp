// SPDX-License-Identifier: MIT
// tambour referee: JSON lines on stdin and stdout.
#include "wire/referee.h"

#include <iostream>

#include "cli/command.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

constexpr std::size_t kLongestLine = 1u << 20;

// False at the end of the input. An overlong line is read to its end and discarded.
bool read_line(std::istream& in, std::string& line, bool& too_long) {
  line.clear();
  too_long = false;
  auto* buffer = in.rdbuf();
  for (int c = buffer->sbumpc();; c = buffer->sbumpc()) {
    if (c == std::char_traits<char>::eof()) return !line.empty() || too_long;
    if (c == '\n') return true;
    if (line.size() < kLongestLine) line.push_back(char(c));
    else too_long = true;
  }
}

void run() {
  std::ios::sync_with_stdio(false);
  wire::Referee referee(data_directory(), make_game);
  bool too_long;
  for (std::string line; read_line(std::cin, line, too_long);) {
    if (!too_long && trim(line).empty()) continue;
    if (too_long) std::cout << R"({"ok":false,"error":"the line is longer than 1 MB; no request needs that"})" << std::endl;
    else std::cout << referee.answer(line) << std::endl;
  }
}

}  // namespace

void add_referee(CLI::App& app) {
  app.add_subcommand("referee", "Play over JSON lines on stdin and stdout (docs/protocol.md)")->callback(run);
}

}  // namespace tambour::cli
