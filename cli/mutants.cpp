// SPDX-License-Identifier: MIT
// tambour mutants: which rules could be forgotten without a case noticing?
#include "lab/mutants.h"

#include <cstdio>
#include <filesystem>
#include <map>

#include "cli/command.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

void run(const std::string& only, int jobs) {
  if (!can_mute()) bad_input("this build cannot silence rules; 'make mutants' builds and runs one that can");
  const std::string root = std::filesystem::path(data_directory()).parent_path().string();
  const auto sites = find_mutants(root, only);
  if (sites.empty()) bad_input("there are no sources of '" + only + "' to silence");
  std::vector<Trouble> troubles;
  const auto cases = load_cases({cases_directory()}, troubles);
  for (const Trouble& t : troubles) std::fprintf(stderr, "%s\n", t.text().c_str());
  std::atomic<uint64_t> done{0};
  std::vector<MutantFate> fates;
  {
    const Progress progress("mutants", done, sites.size());
    fates = try_mutants(sites, cases, data_directory(), make_game, jobs, done);
  }
  struct Count {
    int all = 0, caught = 0;
  };
  std::map<std::string, Count> books;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    Count& c = books[sites[i].book];
    ++c.all;
    c.caught += fates[i] == MutantFate::Caught;
    if (fates[i] == MutantFate::Caught) continue;
    std::printf("%s:%d: %s: %s\n", sites[i].file.c_str(), sites[i].first,
                fates[i] == MutantFate::Survived ? "not noticed" : "never reached", sites[i].text.c_str());
  }
  for (const auto& [book, c] : books)
    std::printf("%s: mutants %d, caught %d (%.1f %%)\n", book.c_str(), c.all, c.caught, 100.0 * c.caught / c.all);
}

}  // namespace

void add_mutants(CLI::App& app) {
  auto* sub = app.add_subcommand("mutants", "Silence each cited refusal and ledger line in turn; list those that no case notices");
  auto only = std::make_shared<std::string>();
  auto jobs = std::make_shared<int>(1);
  sub->add_option("ruleset", *only, "Only this book");
  sub->add_option("--jobs", *jobs, "Processes")->check(CLI::Range(1, 256));
  sub->callback([=] { run(*only, *jobs); });
}

}  // namespace tambour::cli
