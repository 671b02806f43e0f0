// SPDX-License-Identifier: MIT
// Broken invariants: each is a Fault that names what was being played, and leaves the game as it was before the act.
#include <gtest/gtest.h>

#include "ai/hint.h"
#include "ai/odds.h"
#include "ai/player.h"
#include "cli/status.h"
#include "kit/fixed_vector.h"
#include "lab/game_file.h"
#include "lab/simulate.h"
#include "play/match.h"
#include "toy/table.h"

namespace tambour::toy {
namespace {

constexpr std::string_view kTrap = "map 8 7\nunit a Blue A column 0203 SE sp=3\nunit x White X line 0703 W sp=4\ngiven moving Blue\n";

std::unique_ptr<Table> trapped(const std::string& kind) { return lay_table(std::string(kTrap) + "sheet trap 0303 " + kind); }
Action act(const Game& game, std::string_view text) {
  std::string why;
  return parse_action(text, game, why).value_or(Action{});
}

// What the fault says, or "" if there is none.
template <class Work>
std::string fault_of(Work work) {
  try {
    work();
  } catch (const Fault& f) {
    return f.what();
  }
  return {};
}

TEST(Fault, leaves_the_match_as_it_was) {
  for (const std::string kind : {"list", "nest", "loop"}) {
    const auto table = trapped(kind);
    Match match(*table->game, table->start);
    ASSERT_FALSE(match.play(act(*table->game, "select a")));
    const State before = match.state();
    for (int again = 0; again < 2; ++again) {
      EXPECT_THROW(match.play(act(*table->game, "move a 0303")), Fault) << kind;
      EXPECT_TRUE(same(match.state(), before)) << kind;
      EXPECT_EQ(match.log().size(), 1u) << kind;
      EXPECT_TRUE(same(match.at(1), before)) << kind;
    }
    EXPECT_FALSE(match.play(act(*table->game, "wheel a S"))) << "the game goes on by another act";
    EXPECT_EQ(match.log().size(), 2u);
  }
}

TEST(Fault, names_the_procedures) {
  const auto says = [](const std::string& kind) {
    const auto table = trapped(kind);
    Match match(*table->game, table->start);
    match.play(act(*table->game, "select a"));
    return fault_of([&] { match.play(act(*table->game, "move a 0303")); });
  };
  EXPECT_EQ(says("list").find("a list is full; rules being played: Spring at line 0, rule "), 0u) << says("list");
  EXPECT_NE(says("list").find(" MoveOne at line "), std::string::npos);
  EXPECT_EQ(says("nest").find("procedures nest too deeply; rules being played: Spring at line "), 0u) << says("nest");
  EXPECT_EQ(says("loop").find("a procedure runs for ever; rules being played:"), 0u) << says("loop");
}

TEST(Fault, of_what_a_player_foresees_reaches_whoever_asked) {
  const auto table = trapped("list");
  State s;
  copy(s, table->start);
  table->game->apply(s, act(*table->game, "select a"));
  EXPECT_THROW(hints(*table->game, s, Seat::First), Fault);
  for (const char* level : {"recruit", "veteran/8", "marshal/8"}) EXPECT_THROW(make_player(level, 1)->choose(*table->game, s, Seat::First, {}), Fault) << level;
}

// A dead end is no Fault: nothing is broken, but nobody can go on. Whoever looks ahead into one stops there.
TEST(DeadEnd, is_met_in_foresight_without_harm) {
  const auto table = trapped("dead");
  const Game& game = *table->game;
  State s;
  copy(s, table->start);
  game.apply(s, act(game, "select a"));
  EXPECT_FALSE(hints(game, s, Seat::First).empty());
  EXPECT_NEAR(odds(game, s, act(game, "move a 0303")).endings.at(0).probability, 1, 1e-12);
  for (const uint64_t nodes : {uint64_t{0}, uint64_t{1}}) EXPECT_NEAR(odds(game, s, act(game, "move a 0303"), {.nodes = nodes, .samples = 4}).endings.at(0).probability, 1, 1e-12);
  for (auto level : levels()) {
    const auto player = make_player(level == "marshal" ? "marshal/8" : level, 1);
    EXPECT_FALSE(game.refuse(s, player->choose(game, s, Seat::First, {}))) << level;
  }
  game.apply(s, act(game, "move a 0303"));
  for (auto level : levels()) EXPECT_EQ(make_player(level, 1)->choose(game, s, Seat::First, {}).verb, Verb::None) << level;
  EXPECT_TRUE(hints(game, s, Seat::First).empty());
}

TEST(Fault, of_one_of_many_games_reaches_whoever_plays_them) {
  for (const int jobs : {1, 2}) {
    const auto table = lay_table(std::string(kSkirmish) + "sheet trap 0303 list");
    SimulateOptions options;
    options.games = 40, options.jobs = jobs;
    EXPECT_THROW(simulate(*table->game, options), Fault) << jobs << " jobs";
  }
}

TEST(Fault, of_a_command_is_one_sentence_and_a_status_of_its_own) {
  const auto table = trapped("list");
  testing::internal::CaptureStderr();
  const int status = cli::status_of([&] {
    Match match(*table->game, table->start);
    match.play(act(*table->game, "select a"));
    match.play(act(*table->game, "move a 0303"));
    return 0;
  });
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(status, cli::kBroken);
  EXPECT_EQ(said.find("tambour: this is a bug, please report it: a list is full; rules being played: Spring at line 0"), 0u) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1);
}

TEST(Fault, of_more_acts_than_there_is_room_for) {
  ActionList<4> acts;
  for (int i = 0; i < 4; ++i) acts.push(Action{Verb::ChooseNumber, uint8_t(i)});
  EXPECT_FALSE(acts.full()) << "whoever lists would stop, and the rest be lost without a word";
  EXPECT_NE(fault_of([&] { acts.push(Action{Verb::Done}); }), "");
  ActionList<4> two(2);
  for (int i = 0; i < 2; ++i) two.push(Action{Verb::ChooseNumber, uint8_t(i)});
  EXPECT_TRUE(two.full());
}

TEST(Fault, of_a_list) {
  FixedVector<int, 2> list{1, 2};
  EXPECT_THROW(list.push_back(3), Fault);
  EXPECT_EQ(list.size(), 2);
  if (!kChecked) return;
  EXPECT_THROW(list[2], Fault);
  EXPECT_THROW(list[-1], Fault);
  EXPECT_THROW(list.erase_at(2), Fault);
  list.clear();
  EXPECT_THROW(list.back(), Fault);
  EXPECT_THROW(list.pop_back(), Fault);
  EXPECT_THROW(list[0], Fault);
}

}  // namespace
}  // namespace tambour::toy
