// SPDX-License-Identifier: MIT
// tambour battles, tambour check: lists the battles of the data folder, validates files.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "battle/battle.h"
#include "battle/chart.h"
#include "cli/command.h"
#include "lab/battle_words.h"
#include "lab/cases.h"
#include "lab/draft.h"
#include "lab/game_file.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

namespace fs = std::filesystem;

void list() {
  const std::string data = data_directory();
  for (const std::string& id : list_battles(data)) {
    Trouble trouble;
    const auto b = load_battle(data + "/battles/" + id, trouble);
    if (!b) {
      std::printf("%-34s cannot be read: %s\n", id.c_str(), trouble.text().c_str());
      continue;
    }
    std::string books;
    for (const std::string& name : b->books) books += (books.empty() ? "" : ", ") + name;
    std::printf("%-34s %s; %d turns, %zu counters, %d×%d hexes; %s\n", id.c_str(), b->title.c_str(), b->turns, b->roster.size(),
                b->map.grid.columns, b->map.grid.rows, books.c_str());
  }
}

// Checks the folder of a battle under every ruleset that it names.
Trouble check_battle(const std::string& path) {
  Trouble trouble;
  const auto b = load_battle(path, trouble);
  if (!b) return trouble;
  for (const std::string& book : b->books) {
    const auto game = make_game(book, *b, data_directory(), trouble);
    if (!game) return trouble.file.empty() ? Trouble{path, 0, trouble.message} : trouble;
    State s;
    game->setup(s);
    if (const std::string broken = game->complaint(s); !broken.empty()) return {path, 0, "under " + book + ": " + broken};
  }
  for (const std::string_view language : kLanguages)
    if (!trouble) load_words(*b, path, language, trouble);
  return trouble;
}

Trouble check_chart(const fs::path& path) {
  Trouble trouble;
  const fs::path book = path.parent_path();
  load_chart(book.parent_path().parent_path().string(), book.filename().string(), path.stem().string(), trouble);
  return trouble;
}

// Checks a saved game by replay.
Trouble check_game(const std::string& text, const std::string& path) {
  Trouble trouble;
  const auto file = read_game_file(text, path, trouble);
  if (!file) return trouble;
  const auto table = open_game_file(*file, data_directory(), make_game, trouble);
  if (!table) return trouble;
  Replayer replayer(*file, *table->game);
  if (const Trouble wrong = replayer.run()) return {path, 0, wrong.text()};
  return {};
}

// Checks a single file; its first words tell its kind.
Trouble check_text(const std::string& path) {
  Trouble trouble;
  const auto text = read_text_file(path, trouble);
  if (!text) return trouble;
  std::string_view first;
  for (auto raw : split(*text, '\n'))
    if (const auto line = without_comment(raw); !line.empty()) {
      first = words(line)[0];
      break;
    }
  Battle b;
  if (first == "tambour-battle") return read_sheet(b, *text, path, trouble), trouble;
  if (first == "map" || first == "size") return read_map(b.map, *text, path, trouble), trouble;
  if (first == "fields") return read_oob(b, *text, path, trouble), trouble;
  if (first == "tambour-game") return check_game(*text, path);
  if (first == "case") {
    std::vector<Case> cases;
    std::vector<Trouble> troubles;
    read_cases(*text, path, cases, troubles);
    return troubles.empty() ? Trouble{} : troubles[0];
  }
  return {path, 1, "this is no file of tambour: it begins neither with 'tambour-battle', 'tambour-game', 'map', 'fields' nor 'case'"};
}

Trouble check_one(const fs::path& path) {
  std::error_code ec;
  if (fs::is_directory(path, ec)) return check_battle(path.string());
  if (path.extension() == ".csv")
    return fs::exists(path.parent_path() / "battle.txt", ec) ? check_battle(path.parent_path().string()) : check_chart(path);
  return check_text(path.string());
}

constexpr int kMostLookedAt = 20000, kDeepest = 12;

// Checks folders of battles as a whole and all other files one by one. Symbolic links are not followed.
void gather(const fs::path& path, std::vector<fs::path>& out, int& looked_at, int depth = 0) {
  std::error_code ec;
  if (!fs::is_directory(path, ec) || fs::exists(path / "battle.txt", ec)) return out.push_back(path);
  std::vector<fs::path> inside;
  for (const auto& e : fs::directory_iterator(path, fs::directory_options::skip_permission_denied, ec)) {
    if (++looked_at > kMostLookedAt || depth > kDeepest)
      bad_input("'" + path.string() + "' holds far more than battles and cases; name the folder that is to be checked");
    if (!e.is_symlink(ec)) inside.push_back(e.path());
  }
  std::sort(inside.begin(), inside.end());
  for (const fs::path& p : inside)
    if (fs::is_directory(p, ec) || p.extension() == ".txt" || (p.extension() == ".csv" && path.parent_path().filename() == "charts"))
      gather(p, out, looked_at, depth + 1);
}

void check(const std::vector<std::string>& paths) {
  std::vector<fs::path> all;
  int looked_at = 0;
  for (const std::string& p : paths) gather(fs::path(p).lexically_normal(), all, looked_at);
  int wrong = 0;
  for (const fs::path& p : all)
    if (const Trouble t = check_one(p)) std::fprintf(stderr, "%s\n", t.text().c_str()), ++wrong;
  if (all.empty()) bad_input("there is nothing to check under '" + paths[0] + "'");
  std::printf("files: %d passed, %d failed\n", int(all.size()) - wrong, wrong);
  if (wrong) throw Status{kBadInput};
}

}  // namespace

void add_battles(CLI::App& app) { app.add_subcommand("battles", "List the battles and their rulesets")->callback(list); }

void add_check(CLI::App& app) {
  auto* sub = app.add_subcommand("check", "Check battles, maps, orders of battle, charts, cases and saved games");
  auto paths = std::make_shared<std::vector<std::string>>();
  sub->add_option("path", *paths, "Files or folders")->required();
  sub->callback([paths] { check(*paths); });
}

}  // namespace tambour::cli
