// SPDX-License-Identifier: MIT
// tambour store: checks and copies stores.
#include "cli/store.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "rules/registry.h"
#include "server/dice.h"
#include "server/store_tools.h"

namespace tambour::cli {
namespace {

// Progress: one line rewritten on a terminal, otherwise a line every ten seconds.
class Counter {
 public:
  void operator()(std::size_t done, std::size_t of) {
    const auto now = std::chrono::steady_clock::now();
    if (done < of && now - told_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10000))) return;
    told_ = now;
    std::fprintf(stderr, terminal_ ? "\r%zu of %zu games" : "%zu of %zu games\n", done, of);
    if (terminal_ && done == of) std::fprintf(stderr, "\n");
  }

 private:
  const bool terminal_ = isatty(2);
  std::chrono::steady_clock::time_point told_{};
};

void tell(const server::StoreReport& report) {
  for (const std::string& trouble : report.troubles) std::printf("%s\n", trouble.c_str());
  if (!report.troubles.empty()) throw Status{kFailed};
}

void check(const std::string& address) {
  const server::BattleCatalog catalog(data_directory(), rulesets(), make_game);
  const auto store = server::open_store(address, true);
  const auto report = server::check_store(*store, catalog, Counter());
  std::printf("%zu games with %zu records: %zu in order", report.games, report.records, report.games - report.troubles.size());
  if (report.recorded) std::printf(", %zu of them finished under older rules and only read", report.recorded);
  std::printf(", %zu not\n", report.troubles.size());
  tell(report);
}

void copy(const std::string& from, const std::string& to) {
  const auto source = server::open_store(from, true), target = server::open_store(to);
  const auto report = server::copy_store(*source, *target, Counter());
  std::printf("%zu games with %zu records: %zu copied and read back, %zu were there already\n", report.games, report.records, report.copied,
              report.there);
  tell(report);
}

void guarded(const std::function<void()>& work) {
  server::init_crypto();
  try {
    work();
  } catch (const server::StoreError& e) {
    bad_input(e.what());
  }
}

}  // namespace

void add_store(CLI::App& app) {
  auto* sub = app.add_subcommand("store", "Check the games of a store, or copy them to another");
  sub->require_subcommand(1);
  sub->footer("An address is a file, sqlite:PATH or postgresql://user@host/database.");
  const auto from = std::make_shared<std::string>(), to = std::make_shared<std::string>();
  auto* one = sub->add_subcommand("check", "Replay every game and check records, boards and dice");
  one->add_option("ADDRESS", *from, "The store")->required();
  one->callback([from] { guarded([&] { check(*from); }); });
  auto* two = sub->add_subcommand("copy", "Copy every game and verify the copy; can be resumed, and run while servers use PostgreSQL");
  two->add_option("FROM", *from, "The store to read")->required();
  two->add_option("TO", *to, "The store to write; created if absent")->required();
  two->callback([from, to] { guarded([&] { copy(*from, *to); }); });
}

}  // namespace tambour::cli
