// SPDX-License-Identifier: MIT
// tambour odds: exact odds of an act in a saved game.
#include "ai/odds.h"

#include <chrono>
#include <cstdio>

#include "cli/command.h"
#include "lab/game_file.h"
#include "rules/registry.h"
#include "wire/advice.h"

namespace tambour::cli {
namespace {

struct Wanted {
  std::string file, act, mine = "best", theirs = "best";
  uint64_t nodes = OddsOptions{}.nodes;
  bool as_json = false;
};

Policy policy(const std::string& word) {
  const auto p = parse_policy(word);
  if (!p) bad_input("there is no policy '" + word + "'; known are: best, always, never");
  return *p;
}

void print_units(const Game& game, const Odds& o) {
  for (const UnitOdds& u : o.units) {
    std::printf("  %-12s", game.unit(u.unit).c_str());
    for (int f = 0; f < 5; ++f)
      if (u.fate[f] > 0) std::printf(" %s %.2f %%,", condition_name(Condition(f)), 100 * u.fate[f]);
    std::printf(" moves %.2f %%\n", 100 * u.moved);
  }
  for (const HexOdds& h : o.hexes)
    std::printf("  hex %s: %s %.2f %%, %s %.2f %%, empty %.2f %%\n", game.grid().number(h.hex).c_str(), game.side_name(Seat::First).c_str(),
                100 * h.side[0], game.side_name(Seat::Second).c_str(), 100 * h.side[1], 100 * h.empty);
}

void print(const Game& game, const Odds& o, const OddsOptions& options, double seconds) {
  for (const Action& a : o.followed) std::printf("followed by %s\n", to_text(a, game).c_str());
  print_units(game, o);
  std::printf("expected strength lost: %s %.2f, %s %.2f; worth to %s %+.0f\n", game.side_name(Seat::First).c_str(), o.lost[0],
              game.side_name(Seat::Second).c_str(), o.lost[1], game.side_name(o.seat).c_str(), o.value - o.value_before);
  std::printf("%zu endings, %llu states in %.1f ms; %d answers inside (mine %s, theirs %s); ", o.endings.size(),
              static_cast<unsigned long long>(o.nodes), 1000 * seconds, o.answers, policy_name(options.mine), policy_name(options.theirs));
  if (o.sampled > 0) std::printf("%.2f %% of it sampled, standard error at most %.2f %%\n", 100 * o.sampled, 100 * o.error);
  else std::printf("exact\n");
}

void run(const Wanted& w) {
  Trouble trouble;
  const auto text = read_text_file(w.file, trouble, kGameFileLimit);
  const auto file = text ? read_game_file(*text, w.file, trouble) : std::nullopt;
  if (!file) bad_input(trouble.text());
  const auto table = open_game_file(*file, data_directory(), make_game, trouble);
  if (!table) bad_input(trouble.text());
  Replayer replayer(*file, *table->game);
  if (trouble = replayer.run(); trouble) bad_input(w.file + ": " + trouble.text());
  const State& state = replayer.match().state();
  const Game& game = *table->game;
  if (state.over() || state.seat > Seat::Second) bad_input("no player is to decide in this game: it is over, or a die is due");
  std::string why;
  const auto act = parse_action(w.act, game, why);
  if (!act) bad_input(why);
  if (const Refusal no = game.refuse(state, *act))
    bad_input("'" + w.act + "' is not allowed now (" + std::string(find_row(no.why) ? find_row(no.why)->id : "-") + ")");
  OddsOptions options;
  options.mine = policy(w.mine), options.theirs = policy(w.theirs), options.nodes = w.nodes;
  const auto began = std::chrono::steady_clock::now();
  const Odds o = odds(game, state, *act, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (w.as_json) std::printf("%s\n", wire::odds(game, o, options).dump().c_str());
  else print(game, o, options, seconds);
}

}  // namespace

void add_odds(CLI::App& app) {
  auto* sub = app.add_subcommand("odds", "Compute the exact odds of an act with all its consequences");
  auto w = std::make_shared<Wanted>();
  sub->add_option("file", w->file, "A saved game with an open decision")->required();
  sub->add_option("act", w->act, "The act, for example \"shock b1 0807\"")->required();
  sub->add_option("--mine", w->mine, "Answers of the acting side inside the chain: best, always, never");
  sub->add_option("--theirs", w->theirs, "Answers of the other side");
  sub->add_option("--nodes", w->nodes, "States to walk exactly; the rest is sampled");
  sub->add_flag("--json", w->as_json, "One JSON object instead of sentences");
  sub->callback([w] { run(*w); });
}

}  // namespace tambour::cli
