// SPDX-License-Identifier: MIT
// The subcommands of tambour. Each registers itself with the parser; a Status it throws is the exit status.
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

// A battle of data/battles under a ruleset ("": the first that it names); calls bad_input if there is none.
std::unique_ptr<Table> open_battle(const std::string& id, std::string ruleset);
std::string cases_directory();

// Shows progress on a terminal, from the third second on.
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
