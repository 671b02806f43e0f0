// SPDX-License-Identifier: MIT
// The subcommands of tambour. Each adds itself to the parser and runs when chosen; what it throws as Status is the exit status.
#pragma once
#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "cli/status.h"
#include "kit/text.h"
#include "lab/draft.h"

namespace tambour::cli {

[[noreturn]] void bad_input(const std::string& message);

// A battle of data/battles under a ruleset ("" for the first one it names), or bad_input.
std::unique_ptr<Table> open_battle(const std::string& id, std::string ruleset);
std::string cases_directory();

// Says on a terminal how far a long work has come, from its third second on.
class Progress {
 public:
  Progress(std::string what, const std::atomic<uint64_t>& done, uint64_t of);
  ~Progress();

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

void add_battles(CLI::App& app);
void add_check(CLI::App& app);
void add_case(CLI::App& app);
void add_coverage(CLI::App& app);
void add_simulate(CLI::App& app);
void add_serve(CLI::App& app);
void add_contract(CLI::App& app);
void add_replay(CLI::App& app);
void add_referee(CLI::App& app);
void add_mutants(CLI::App& app);
void add_signature(CLI::App& app);
void add_odds(CLI::App& app);
void add_prove(CLI::App& app);
void add_ladder(CLI::App& app);
void add_acts(CLI::App& app);

}  // namespace tambour::cli
