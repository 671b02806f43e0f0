// SPDX-License-Identifier: MIT
// tambour simulate: many whole games.
#include "lab/simulate.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "ai/player.h"
#include "cli/command.h"
#include "lab/balance.h"
#include "lab/game_file.h"

namespace tambour::cli {
namespace {

struct Wanted {
  std::string battle, ruleset, players = "random,random", folder;
  uint64_t games = 100, seed = 1;
  int jobs = 1;
  bool as_json = false, record = false;
};

void print_json(const Game& game, const SimulateResult& r) {
  const nlohmann::json out{{"games", r.games},
                           {"actions", r.actions},
                           {"seconds", r.seconds},
                           {"actions_per_second", r.seconds > 0 ? double(r.actions) / r.seconds : 0},
                           {"wins", {{game.side_name(Seat::First), r.wins[0]}, {game.side_name(Seat::Second), r.wins[1]}}},
                           {"draws", r.draws},
                           {"dead_ends", r.dead_ends},
                           {"endless", r.endless},
                           {"mean_turns", r.games ? double(r.turns) / double(r.games) : 0}};
  std::printf("%s\n", out.dump().c_str());
}

// Writes game 17 of seed 1 to "marengo-1800-jdg-1-17.txt". False if it cannot.
bool keep(const Table& table, const Wanted& w, uint64_t k, std::span<const LogEntry> log) {
  GameFile file;
  file.book = table.game->book(), file.battle = w.battle, file.edition = edition_of(file.book, *table.battle, data_directory());
  add_acts(file, log, *table.game);
  add_checks(file, *table.game);
  const auto path =
      std::filesystem::path(w.folder) / (w.battle + "-" + file.book + "-" + std::to_string(w.seed) + "-" + std::to_string(k) + ".txt");
  return write_text_file(path.string(), write_game_file(file));
}

// Records the balance in the battle's folder, for the lobby.
void keep_balance(const Table& table, const Wanted& w, const SimulateOptions& o, const SimulateResult& r) {
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(table.battle->hash));
  const BalanceRecord record{std::string(table.game->book()),
                             o.players[0] == o.players[1] ? o.players[0] : o.players[0] + "-" + o.players[1],
                             int(r.games),
                             {int(r.wins[0]), int(r.wins[1])},
                             int(r.draws),
                             hash};
  Trouble trouble;
  if (!save_balance(balance_file(data_directory(), w.battle), record, trouble)) bad_input(trouble.text());
}

void run(const Wanted& w) {
  const auto table = open_battle(w.battle, w.ruleset);
  SimulateOptions o;
  o.games = w.games, o.seed = w.seed, o.jobs = w.jobs;
  const auto names = split(w.players, ',');
  if (names.size() != 2) bad_input("--players wants two names with a comma between them, for example random,random");
  for (std::size_t i = 0; i < 2; ++i) {
    o.players[i] = trim(names[i]);
    if (!make_player(o.players[i], 0)) {
      std::string known;
      for (auto n : levels()) known += (known.empty() ? "" : ", ") + std::string(n);
      bad_input("there is no player '" + o.players[i] + "'; known are: " + known);
    }
  }
  std::atomic<uint64_t> done{0};
  o.finished = &done;
  if (!w.folder.empty() && !std::filesystem::is_directory(w.folder)) bad_input("there is no folder '" + w.folder + "' to save games in");
  std::atomic<uint64_t> lost{0};
  if (!w.folder.empty()) o.keep = [&](uint64_t k, std::span<const LogEntry> log) { lost += !keep(*table, w, k, log); };
  SimulateResult r;
  {
    const Progress progress("games", done, w.games);
    r = simulate(*table->game, o);
  }
  if (lost) bad_input(std::to_string(lost) + " of the games could not be written to '" + w.folder + "'; is it full, or closed to you?");
  if (w.as_json) {
    print_json(*table->game, r);
  } else {
    std::printf("%llu games, %.1f acts a game, %.0f acts a second, %.1f turns\n", static_cast<unsigned long long>(r.games),
                double(r.actions) / double(std::max<uint64_t>(r.games, 1)), double(r.actions) / std::max(r.seconds, 1e-9),
                double(r.turns) / double(std::max<uint64_t>(r.games, 1)));
    std::printf("%s %llu, %s %llu, draws %llu, dead ends %llu\n", table->game->side_name(Seat::First).c_str(),
                static_cast<unsigned long long>(r.wins[0]), table->game->side_name(Seat::Second).c_str(),
                static_cast<unsigned long long>(r.wins[1]), static_cast<unsigned long long>(r.draws),
                static_cast<unsigned long long>(r.dead_ends));
  }
  if (r.dead_ends || r.endless) throw Status{kFailed};
  if (w.record) keep_balance(*table, w, o, r);
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto* sub = app.add_subcommand("simulate", "Play many games and count wins");
  auto w = std::make_shared<Wanted>();
  sub->add_option("battle", w->battle, "Battle id")->required();
  sub->add_option("--ruleset", w->ruleset, "Ruleset; the battle's first by default");
  sub->add_option("--games", w->games, "Number of games")->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}));
  sub->add_option("--seed", w->seed, "Seed of dice and players");
  sub->add_option("--players", w->players, "The two players, first side first");
  sub->add_option("--jobs", w->jobs, "Threads")->check(CLI::Range(1, 256));
  sub->add_option("--save", w->folder, "Folder to save the games in, one file each");
  sub->add_flag("--record", w->record, "Write wins and draws to balance.csv in the battle's folder; the lobby shows them");
  sub->add_flag("--json", w->as_json, "One JSON object instead of sentences");
  sub->callback([w] { run(*w); });
}

}  // namespace tambour::cli
