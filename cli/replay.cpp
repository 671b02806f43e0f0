// SPDX-License-Identifier: MIT
// tambour replay: replays a saved game.
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

// A game of another edition stays readable: acts and rolls, without their effects.
void tell_as_recorded(const GameFile& file, const std::string& why) {
  std::printf("This game cannot be played again: %s. These are its acts as they were recorded.\n", why.c_str());
  std::size_t acts = 0;
  for (const GameEntry& e : file.entries) {
    if (e.kind != GameEntry::Check) std::printf("%s\n", e.line().c_str());
    acts += e.kind == GameEntry::Act;
  }
  std::printf("%zu acts as recorded, not played again\n", acts);
}

void tell_result(const GameFile& file, const Game& game, const Match& match) {
  int checks = 0;
  for (const GameEntry& e : file.entries) checks += e.kind == GameEntry::Check;
  const Outcome o = game.outcome(match.state());
  std::printf("%zu acts, %d checks agree; %s\n", match.log().size(), checks,
              !o.over                    ? "the game is not over"
              : o.winner <= Seat::Second ? (game.side_name(o.winner) + " wins").c_str()
                                         : "a draw");
}

void verify(const GameFile& file, const Game& game, const std::string& path, const std::string& promised) {
  server::init_crypto();
  const server::DiceReport report = server::verify_dice(file, game, promised);
  if (!report.error.empty()) bad_input(path + ": " + report.error);
  std::printf("%zu rolls are what the secret demands, and the secret belongs to the commitment%s\n", report.rolls,
              promised.empty() ? " in this file; compare that with the one you were shown at the start" : " you were shown at the start");
  if (report.inherited)
    std::printf("%zu more rolls were inherited from the game this one was branched from; they are not verified here\n", report.inherited);
}

void run(const std::string& path, bool only_verify, const std::string& promised) {
  Trouble trouble;
  const auto text = read_text_file(path, trouble, kGameFileLimit);
  const auto file = text ? read_game_file(*text, path, trouble) : std::nullopt;
  if (!file) bad_input(trouble.text());
  const auto table = open_position(*file, data_directory(), make_game, trouble);
  if (!table) bad_input(trouble.text());
  const std::string changed = difference(file->edition, edition_of(file->book, *table->battle, data_directory()), file->book, file->battle);
  Replayer replayer(*file, *table->game);
  if (trouble = replayer.run(); trouble) {
    if (only_verify || changed.empty()) bad_input(path + ": " + trouble.text() + (changed.empty() ? "" : "; " + changed));
    return tell_as_recorded(*file, changed);
  }
  if (only_verify) verify(*file, *table->game, path, promised);
  else tell(*file, *table->game);
  if (!changed.empty()) std::printf("It is played again under today's rules, though %s: every act was still legal.\n", changed.c_str());
  tell_result(*file, *table->game, replayer.match());
}

}  // namespace

void add_replay(CLI::App& app) {
  auto* sub = app.add_subcommand("replay", "Replay a saved game and print its log");
  auto path = std::make_shared<std::string>();
  auto only_verify = std::make_shared<bool>(false);
  auto promised = std::make_shared<std::string>();
  sub->add_option("file", *path, "A saved game")->required();
  sub->add_flag("--verify", *only_verify,
                "Only verify that the game is complete, every act legal and every roll derived from the published secret");
  sub->add_option("--commitment", *promised, "With --verify: the commitment shown to you at the start of the game");
  sub->callback([=] { run(*path, *only_verify, *promised); });
}

}  // namespace tambour::cli
