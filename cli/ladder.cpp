// SPDX-License-Identifier: MIT
// tambour ladder: the levels of the opponent against each other.
#include "lab/ladder.h"

#include <cstdio>

#include "ai/player.h"
#include "battle/battle.h"
#include "cli/command.h"
#include "lab/ladder_file.h"

namespace tambour::cli {
namespace {

struct Wanted {
  std::vector<std::string> battles;
  std::string ruleset, keep, levels = "random,recruit,veteran,marshal";
  uint64_t games = 100, seed = 1;
  int jobs = 1;
};

std::vector<std::string> rungs(const std::string& text) {
  std::vector<std::string> out;
  for (auto piece : split(text, ',')) {
    out.emplace_back(trim(piece));
    if (make_player(out.back(), 0)) continue;
    std::string known;
    for (auto n : levels()) known += (known.empty() ? "" : ", ") + std::string(n);
    bad_input("there is no level '" + out.back() + "'; known are: " + known + ", each also as level/playouts");
  }
  if (out.size() < 2) bad_input("--levels wants at least two levels, weakest first, for example random,recruit");
  return out;
}

void row(const Game& game, const LadderOptions& o, const LadderResult& r) {
  std::printf("| %s (%s) | %s – %s | %llu | %llu/%llu/%llu | %.1f %% (%.1f–%.1f) | %llu/%llu | %.2f | %.0f |\n",
              std::string(game.battle_id()).c_str(), std::string(game.book()).c_str(), o.stronger.c_str(), o.weaker.c_str(),
              static_cast<unsigned long long>(r.games), static_cast<unsigned long long>(r.wins), static_cast<unsigned long long>(r.draws),
              static_cast<unsigned long long>(r.losses), 100 * r.score(), 100 * r.low(), 100 * r.high(),
              static_cast<unsigned long long>(r.wins_as[0]), static_cast<unsigned long long>(r.wins_as[1]),
              1000 * r.seconds[0] / double(std::max<uint64_t>(r.moves[0], 1)), 1000 * r.activation(0.95));
  std::fflush(stdout);
}

void run(const Wanted& w) {
  const auto ladder = rungs(w.levels);
  LadderFile file;
  if (Trouble trouble; !w.keep.empty() && !file.open(w.keep, trouble)) bad_input(trouble.text());
  std::printf(
      "| battle | pairing | games | won/drawn/lost | score (95 %%) | won as first/second side | ms per answer | ms per "
      "activation (95th percentile) |\n|---|---|---|---|---|---|---|---|\n");
  bool endless = false;
  for (const std::string& id : w.battles) {
    const auto table = open_battle(id, w.ruleset);
    for (std::size_t i = 1; i < ladder.size(); ++i) {
      LadderOptions o;
      std::atomic<uint64_t> done{0};
      o.stronger = ladder[i], o.weaker = ladder[i - 1], o.games = w.games, o.seed = w.seed, o.jobs = w.jobs, o.finished = &done;
      if (!w.keep.empty()) file.serve(*table->game, table->battle->hash, o);
      LadderResult r;
      {
        const Progress progress("games", done, w.games);
        r = play_ladder(*table->game, o);
      }
      row(*table->game, o, r);
      endless |= r.endless > 0;
    }
  }
  if (file.failed())
    std::fprintf(stderr, "%s: not all games could be written; make room and run it again: those are played again\n", w.keep.c_str());
  if (endless || file.failed()) throw Status{kFailed};
}

}  // namespace

void add_ladder(CLI::App& app) {
  auto* sub = app.add_subcommand("ladder", "Play levels of the opponent against each other with sides swapped");
  auto w = std::make_shared<Wanted>();
  sub->add_option("battles", w->battles, "Battle ids")->required();
  sub->add_option("--ruleset", w->ruleset, "Ruleset; each battle's first by default");
  sub->add_option("--levels", w->levels,
                  "Weakest first; each plays the one before it. marshal/40 plays 40 playouts a decision instead of 2 s");
  sub->add_option("--games", w->games, "Games of each pairing; an even number, to swap sides")
      ->check(CLI::Range(uint64_t{2}, uint64_t{1'000'000}));
  sub->add_option("--seed", w->seed, "Seed of dice and players");
  sub->add_option("--jobs", w->jobs, "Parallel games")->check(CLI::Range(1, 256));
  sub->add_option("--keep", w->keep,
                  "A file for the games, each written when it is over. With the same file the ladder goes on where it was stopped; "
                  "begin another when the players have changed");
  sub->callback([w] { run(*w); });
}

}  // namespace tambour::cli
