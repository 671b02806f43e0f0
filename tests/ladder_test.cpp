// SPDX-License-Identifier: MIT
// Ladders: what was played is kept, counted, and not played again.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "battle/battle.h"
#include "lab/ladder_file.h"
#include "rules/registry.h"

namespace tambour {
namespace {

constexpr uint64_t kHash = 0xb4254640fe93c68b;

class Ladder : public ::testing::Test {
 protected:
  void SetUp() override {
    Trouble trouble;
    battle_ = load_battle(data_directory() + "/battles/train-jdg-2-square", trouble);
    game_ = make_game("jdg", *battle_, data_directory(), trouble);
    ASSERT_TRUE(game_) << trouble.text();
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  // How many of the games had to be played.
  uint64_t play(uint64_t games, LadderResult& result, uint64_t hash = kHash, const std::string& weaker = "random") {
    LadderFile file;
    Trouble trouble;
    EXPECT_TRUE(file.open(path_, trouble)) << trouble.text();
    LadderOptions o;
    o.stronger = "random", o.weaker = weaker, o.games = games, o.jobs = 2;
    file.serve(*game_, hash, o);
    const uint64_t known = o.played.size();
    result = play_ladder(*game_, o);
    EXPECT_FALSE(file.failed());
    return games - known;
  }
  std::string refusal() {
    LadderFile file;
    Trouble trouble;
    return file.open(path_, trouble) ? "" : trouble.text();
  }
  std::string text() {
    Trouble trouble;
    return read_text_file(path_, trouble).value_or("");
  }

  std::string path_ = ::testing::TempDir() + "tambour-ladder-" + std::to_string(::getpid()) + ".txt";
  std::unique_ptr<Battle> battle_;
  std::unique_ptr<Game> game_;
};

void expect_same(const LadderResult& a, const LadderResult& b) {
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.wins, b.wins);
  EXPECT_EQ(a.draws, b.draws);
  EXPECT_EQ(a.losses, b.losses);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(a.wins_as[i], b.wins_as[i]);
    EXPECT_EQ(a.moves[i], b.moves[i]);
  }
  EXPECT_EQ(a.activations.size(), b.activations.size());
}

TEST_F(Ladder, goes_on_where_it_stopped) {
  LadderResult first, more, again, at_once;
  EXPECT_EQ(play(4, first), 4u);
  EXPECT_EQ(play(10, more), 6u);
  EXPECT_EQ(play(10, again), 0u);
  expect_same(more, again);
  LadderOptions o;
  o.stronger = o.weaker = "random", o.games = 10;
  at_once = play_ladder(*game_, o);
  expect_same(more, at_once);
  EXPECT_EQ(first.games, 4u);
}

TEST_F(Ladder, counts_only_games_of_the_same_kind) {
  LadderResult r;
  play(4, r);
  EXPECT_EQ(play(4, r, kHash + 1), 4u) << "another version of the battle";
  EXPECT_EQ(play(4, r, kHash, "recruit"), 4u) << "another opponent";
  EXPECT_EQ(play(2, r), 0u);
  EXPECT_EQ(r.games, 2u) << "no more than asked for";
}

TEST_F(Ladder, plays_a_game_again_whose_line_was_cut_short) {
  LadderResult whole, again;
  play(4, whole);
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 5);
  EXPECT_EQ(play(4, again), 1u);
  expect_same(whole, again);
  EXPECT_EQ(play(4, again), 0u) << text();
}

TEST_F(Ladder, says_what_is_wrong_with_a_file) {
  for (const std::string other : {"battle train-jdg-2-square\n", "a note\nwithout a last end of line", "a note in one line"}) {
    write_text_file(path_, other);
    EXPECT_NE(refusal().find(":1: this is not a file of ladder games"), std::string::npos) << refusal();
    EXPECT_EQ(text(), other) << "what is in the file stays";
  }
  const std::string head = "tambour-ladder 1\ngame b jdg 0 veteran recruit 1 ";
  for (const auto& [line, complaint] : {std::pair{"0\n", ":2: a line begins with 'game'"},
                                        {"0 won 1 x 3 4\n", ":2: the number of a game"},
                                        {"0 saved 1 2 3 4\ngame cut", ":2: a game is won, drawn, lost or endless, not 'saved'"}}) {
    write_text_file(path_, head + line);
    EXPECT_NE(refusal().find(complaint), std::string::npos) << refusal();
    EXPECT_EQ(text(), head + line) << "what is in the file stays";
  }
}

}  // namespace
}  // namespace tambour
