// SPDX-License-Identifier: MIT
// tambour replay: plays a saved game again.
#include <cstdio>

#include "cli/command.h"
#include "lab/game_file.h"
#include "rules/registry.h"
#include "server/dice.h"

namespace tambour::cli {
namespace {

class Teller : public EventSink {
 public:
  explicit Teller(const Game& game) : game_(game) {}
  void on(const Event& e) override {
    const RuleRow* row = find_row(e.why);
    std::printf("    %s%s%s%s\n", to_text(e, game_).c_str(), row ? " [" : "", row ? std::string(row->id).c_str() : "", row ? "]" : "");
  }

 private:
  const Game& game_;
};

void tell(const GameFile& file, const Game& game) {
  Replayer replayer(file, game);
  Teller teller(game);
  if (const Trouble t = replayer.start()) bad_input(t.text());
  for (const GameEntry& e : file.entries) {
    if (e.kind != GameEntry::Check) std::printf("%s\n", e.line().c_str());
    if (const Trouble t = replayer.step(e, &teller)) bad_input(t.text());
  }
}

void run(const std::string& path, bool verify) {
  Trouble trouble;
  const auto text = read_text_file(path, trouble, kGameFileLimit);
  const auto file = text ? read_game_file(*text, path, trouble) : std::nullopt;
  if (!file) bad_input(trouble.text());
  const auto table = open_game_file(*file, data_directory(), make_game, trouble);
  if (!table) bad_input(trouble.text());
  if (!verify) tell(*file, *table->game);
  Replayer replayer(*file, *table->game);
  if (trouble = replayer.run(); trouble) bad_input(path + ": " + trouble.text());
  if (verify && !file->commitment.empty()) {
    if (trouble = server::verify_dice(*file, *table->game); trouble) bad_input(path + ": " + trouble.message);
    std::printf("every roll is what the secret demands, and the secret is the one promised at the start\n");
  }
  int checks = 0;
  for (const GameEntry& e : file->entries) checks += e.kind == GameEntry::Check;
  const Outcome o = table->game->outcome(replayer.match().state());
  std::printf("%zu acts, %d checks agree; %s\n", replayer.match().log().size(), checks,
              !o.over                    ? "the game is not over"
              : o.winner <= Seat::Second ? (table->game->side_name(o.winner) + " wins").c_str()
                                         : "a draw");
}

}  // namespace

void add_replay(CLI::App& app) {
  auto* sub = app.add_subcommand("replay", "Play a saved game again, telling what happens");
  auto path = std::make_shared<std::string>();
  auto verify = std::make_shared<bool>(false);
  sub->add_option("file", *path, "A saved game")->required();
  sub->add_flag("--verify", *verify, "Only check that every act is legal and every position and die is what the file says");
  sub->callback([=] { run(*path, *verify); });
}

}  // namespace tambour::cli
