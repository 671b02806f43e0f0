// tambour contract: random games of every battle and book, with a hard look at some of their nodes.
#include "lab/contract.h"

#include <cstdio>

#include "cli/command.h"
#include "lab/many.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

struct Wanted {
  std::string battle, ruleset;
  ContractOptions options;
  int jobs = 1;
};

void add(ContractReport& sum, const ContractReport& part) {
  sum.games += part.games, sum.acts += part.acts, sum.nodes += part.nodes;
  if (sum.broken.empty()) sum.broken = part.broken;
}

// The games are dealt out in as many shares as there are threads, each with seeds of its own; the first breach found is reported.
ContractReport check_all(const Game& game, const Wanted& w) {
  const auto shares = uint64_t(w.jobs);
  const auto player = [&] {
    return [&](uint64_t share, ContractReport& mine) {
      ContractOptions options = w.options;
      options.games = w.options.games / shares + (share < w.options.games % shares);
      options.checks = w.options.checks / shares + 1;
      options.seed = w.options.seed * 1000 + share;
      add(mine, check_contract(game, options));
    };
  };
  return play_many<ContractReport>(shares, w.jobs, nullptr, player, add);
}

bool check_one(const std::string& battle, const std::string& book, const Wanted& w) {
  const auto table = open_battle(battle, book);
  const ContractReport r = check_all(*table->game, w);
  std::printf("%s %s: %llu games, %llu acts, %llu nodes checked: %s\n", battle.c_str(), book.c_str(),
              static_cast<unsigned long long>(r.games), static_cast<unsigned long long>(r.acts), static_cast<unsigned long long>(r.nodes),
              r.broken.empty() ? "good" : r.broken.c_str());
  std::fflush(stdout);
  return r.broken.empty();
}

void run(const Wanted& w) {
  int passed = 0, failed = 0;
  for (const std::string& id : list_battles(data_directory())) {
    if (!w.battle.empty() && id != w.battle) continue;
    Trouble trouble;
    const auto battle = load_battle(data_directory() + "/battles/" + id, trouble);
    if (!battle) bad_input(trouble.text());
    for (auto book : rulesets())
      if (battle->plays(book) && (w.ruleset.empty() || w.ruleset == book)) (check_one(id, std::string(book), w) ? passed : failed)++;
  }
  if (passed + failed == 0 && !(w.battle.empty() && w.ruleset.empty()))
    bad_input("there is no such battle, or it is not written for this ruleset");
  std::printf("contract: %d passed, %d failed\n", passed, failed);
  if (failed) throw Status{kFailed};
}

}  // namespace

void add_contract(CLI::App& app) {
  auto* sub = app.add_subcommand("contract", "Check what every game must keep, by random games of every battle and book");
  auto w = std::make_shared<Wanted>();
  sub->add_option("battle", w->battle, "Only this battle");
  sub->add_option("--ruleset", w->ruleset, "Only this ruleset");
  sub->add_option("--games", w->options.games, "Games of each battle and book")->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}));
  sub->add_option("--checks", w->options.checks, "Nodes looked at hard, spread over the games");
  sub->add_option("--acts", w->options.random_acts, "Random acts tried at such a node")->check(CLI::Range(0, 1'000'000));
  sub->add_option("--seed", w->options.seed, "Seed of the games");
  sub->add_option("--jobs", w->jobs, "Threads")->check(CLI::Range(1, 256));
  sub->callback([w] { run(*w); });
}

}  // namespace tambour::cli
