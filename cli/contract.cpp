// SPDX-License-Identifier: MIT
// tambour contract: random games of every battle and book, with thorough checks at sampled nodes.
#include "lab/contract.h"

#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "lab/many.h"
#include "lab/random_battle.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

struct Wanted {
  std::string battle, ruleset;
  ContractOptions options;
  int jobs = 1;
  uint64_t random = 0;  // random battles of each battle's armies
};

void add(ContractReport& sum, const ContractReport& part) {
  sum.games += part.games, sum.acts += part.acts, sum.nodes += part.nodes;
  if (sum.broken.empty()) sum.broken = part.broken;
}

// Each thread plays a share of the games with seeds of its own; the first breach is reported.
ContractReport check_all(const Game& game, const State& start, const Wanted& w) {
  const auto shares = uint64_t(w.jobs);
  const auto player = [&] {
    return [&](uint64_t share, ContractReport& mine) {
      ContractOptions options = w.options;
      options.games = w.options.games / shares + (share < w.options.games % shares);
      options.checks = w.options.checks / shares + 1;
      options.seed = w.options.seed * 1000 + share;
      options.minds = share ? 0 : w.options.minds;
      if (share) options.pairs = 1;  // one thread checks the whole map
      add(mine, check_contract(game, start, options));
    };
  };
  return play_many<ContractReport>(shares, w.jobs, nullptr, player, add);
}

bool report(const std::string& what, const std::string& book, const ContractReport& r) {
  std::printf("%s %s: %llu games, %llu acts, %llu nodes checked: %s\n", what.c_str(), book.c_str(),
              static_cast<unsigned long long>(r.games), static_cast<unsigned long long>(r.acts), static_cast<unsigned long long>(r.nodes),
              r.broken.empty() ? "good" : r.broken.c_str());
  std::fflush(stdout);
  return r.broken.empty();
}

bool check_one(const std::string& battle, const std::string& book, const Wanted& w) {
  const auto table = open_battle(battle, book);
  State start;
  table->game->setup(start);
  return report(battle, book, check_all(*table->game, start, w));
}

// Battle k is generated from (seed, k), whatever the number of threads.
bool check_random(const Battle& armies, const std::string& book, const Wanted& w) {
  const auto player = [&] {
    return [&](uint64_t k, ContractReport& mine) {
      Rng rng(mix(w.options.seed) + k);
      const auto table = random_battle(armies, book, data_directory(), make_game, rng);
      if (!table || !mine.broken.empty()) return;
      ContractReport r = check_contract(
          *table->game, table->start,
          {.games = 2, .seed = w.options.seed + k, .checks = 12, .random_acts = 60, .pairs = 2'000, .pairs_at_nodes = 100, .minds = 0});
      if (!r.broken.empty()) r.broken = "random battle " + std::to_string(k) + ": " + r.broken;
      add(mine, r);
    };
  };
  return report("random " + armies.id, book, play_many<ContractReport>(w.random, w.jobs, nullptr, player, add));
}

void run(const Wanted& w) {
  int passed = 0, failed = 0;
  for (const std::string& id : list_battles(data_directory())) {
    if (!w.battle.empty() && id != w.battle) continue;
    Trouble trouble;
    const auto battle = load_battle(data_directory() + "/battles/" + id, trouble);
    if (!battle) bad_input(trouble.text());
    // An unfinished book is checked only if it is named.
    const auto offered = rulesets();
    for (const std::string& book : battle->books)
      if (w.ruleset.empty() ? std::find(offered.begin(), offered.end(), book) != offered.end() : w.ruleset == book) {
        (check_one(id, book, w) ? passed : failed)++;
        if (w.random) (check_random(*battle, book, w) ? passed : failed)++;
      }
  }
  if (passed + failed == 0 && !(w.battle.empty() && w.ruleset.empty()))
    bad_input("there is no such battle, or it is not written for this ruleset");
  std::printf("contract: %d passed, %d failed\n", passed, failed);
  if (failed) throw Status{kFailed};
}

}  // namespace

void add_contract(CLI::App& app) {
  auto* sub = app.add_subcommand("contract", "Check the contract of games by random play of every battle and book");
  auto w = std::make_shared<Wanted>();
  sub->add_option("battle", w->battle, "Only this battle");
  sub->add_option("--ruleset", w->ruleset, "Only this ruleset");
  sub->add_option("--games", w->options.games, "Games of each battle and book")->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}));
  sub->add_option("--checks", w->options.checks, "Nodes to check thoroughly, spread over the games");
  sub->add_option("--acts", w->options.random_acts, "Random acts to try at such a node")->check(CLI::Range(0, 1'000'000));
  sub->add_option("--seed", w->options.seed, "Seed of the games");
  sub->add_option("--pairs", w->options.pairs, "Pairs of hexes, and units with hexes, to query at the start");
  sub->add_option("--minds", w->options.minds, "Nodes at which to try odds, hints and machine players too")
      ->check(CLI::Range(0, 1'000'000));
  sub->add_option("--random", w->random, "Also play this many random maps with each battle's armies");
  sub->add_option("--jobs", w->jobs, "Threads")->check(CLI::Range(1, 256));
  sub->callback([w] { run(*w); });
}

}  // namespace tambour::cli
