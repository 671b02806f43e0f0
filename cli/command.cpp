// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "rules/registry.h"

namespace tambour::cli {

void bad_input(const std::string& message) {
  std::fprintf(stderr, "tambour: %s\n", message.c_str());
  throw Status{kBadInput};
}

std::unique_ptr<Table> open_battle(const std::string& id, std::string ruleset) {
  const std::string data = data_directory();
  const auto known = list_battles(data);
  if (std::find(known.begin(), known.end(), id) == known.end()) {
    const std::string near = nearest(id, known);
    bad_input("there is no battle '" + id + "'" + (near.empty() ? "; 'tambour battles' lists them" : "; did you mean '" + near + "'?"));
  }
  auto table = std::make_unique<Table>();
  Trouble trouble;
  table->battle = load_battle(data + "/battles/" + id, trouble);
  if (!table->battle) bad_input(trouble.text());
  if (ruleset.empty()) ruleset = table->battle->books[0];
  table->game = make_game(ruleset, *table->battle, data, trouble);
  if (!table->game) bad_input(trouble.text());
  table->game->setup(table->start);
  return table;
}

std::string cases_directory() { return (std::filesystem::path(data_directory()).parent_path() / "cases").string(); }

Progress::Progress(std::string what, const std::atomic<uint64_t>& done, uint64_t of) {
  if (!isatty(STDERR_FILENO)) return;
  thread_ = std::thread([this, what = std::move(what), &done, of] {
    bool shown = false;
    for (int tick = 0; !stop_; ++tick) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      if (tick < 20 || tick % 5) continue;
      std::fprintf(stderr, "\r%s: %llu of %llu ", what.c_str(), static_cast<unsigned long long>(done.load()),
                   static_cast<unsigned long long>(of));
      shown = true;
    }
    if (shown) std::fprintf(stderr, "\r\033[K");
  });
}

Progress::~Progress() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace tambour::cli
