// SPDX-License-Identifier: MIT
// tambour prove: compares exact odds of known combats with plays by fair dice.
#include <cstdio>

#include "cli/command.h"
#include "lab/trials.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

struct Wanted {
  std::vector<std::string> paths;
  uint64_t plays = 1'000'000, seed = 1;
};

constexpr double kLevel = 0.01;  // significance level, for all combats together

void run(const Wanted& w) {
  std::vector<Trouble> troubles;
  const std::vector<Trial> trials = load_trials(w.paths, data_directory(), make_game, troubles);
  for (const Trouble& t : troubles) std::fprintf(stderr, "%s\n", t.text().c_str());
  if (!troubles.empty()) throw Status{kBadInput};
  if (trials.empty()) bad_input("there is no combat in these files; see tests/combats for some");
  std::printf(
      "| book | combat | act | endings | states | ms | off 1 by | chi² (freedom) | chance |\n|---|---|---|---|---|---|---|---|---|\n");
  int passed = 0;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Trial& t = trials[i];
    const Verdict v = try_out(t, w.plays, w.seed + i);
    const bool holds = v.holds(kLevel / double(trials.size()));
    passed += holds;
    std::printf("| %s | %s | %s | %zu | %llu | %.1f | %.0e | %.1f (%d) | %.4f%s |\n", t.book.c_str(), t.title.c_str(),
                to_text(t.act, *t.game).c_str(), v.odds.endings.size(), static_cast<unsigned long long>(v.odds.nodes), v.milliseconds,
                v.off, v.chi, v.freedom, v.chance, holds ? "" : " **differs**");
    if (!v.stranger.empty() || v.odds.sampled > 0)
      std::fprintf(stderr, "%s: %s\n", t.where.c_str(), v.odds.sampled > 0 ? "too large to be walked exactly" : v.stranger.c_str());
    std::fflush(stdout);
  }
  const int failed = int(trials.size()) - passed;
  std::printf(
      "\n%llu plays each; a combat differs when fair dice would be as far off in less than %.5f of all trials.\n%d passed, %d failed\n",
      static_cast<unsigned long long>(w.plays), kLevel / double(trials.size()), passed, failed);
  if (failed) throw Status{kFailed};
}

}  // namespace

void add_prove(CLI::App& app) {
  auto* sub = app.add_subcommand("prove", "Compare the exact odds of combats with plays by fair dice");
  auto w = std::make_shared<Wanted>();
  sub->add_option("path", w->paths, "Files or folders of combats, for example tests/combats")->required();
  sub->add_option("--plays", w->plays, "Plays of each combat")->check(CLI::PositiveNumber);
  sub->add_option("--seed", w->seed, "Seed of the dice");
  sub->callback([w] { run(*w); });
}

}  // namespace tambour::cli
