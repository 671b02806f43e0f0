// SPDX-License-Identifier: MIT
// Behaviour is restated on purpose or not changed at all: tests/signatures.txt, written by `make signatures`.
#include "lab/signature.h"

#include <gtest/gtest.h>

#include "battle/battle.h"
#include "rules/registry.h"
#include "toy/table.h"

namespace tambour {
namespace {

TEST(Signature, every_listed_battle_plays_as_it_did) {
  Trouble trouble;
  const auto text = read_text_file(std::string(TAMBOUR_SOURCE) + "/tests/signatures.txt", trouble);
  ASSERT_TRUE(text) << trouble.text();
  for (auto line : split(*text, '\n')) {
    const auto w = words(line);
    if (w.size() < 2 || w[0] == "#") continue;
    const auto battle = load_battle(data_directory() + "/battles/" + std::string(w[0]), trouble);
    ASSERT_TRUE(battle) << trouble.text();
    const auto game = make_game(w[1], *battle, data_directory(), trouble);
    ASSERT_TRUE(game) << trouble.text();
    EXPECT_EQ(signature_line(*game), line) << "the battle plays differently; if that is meant, run 'make signatures' and commit the result";
  }
}

TEST(Signature, perft_counts_what_can_be_written_down_by_hand) {
  const auto table = toy::lay_table("map 8 7\nunit a Blue A column 0203 S sp=3\nunit x White X column 0703 S sp=3\ngiven moving Blue");
  // done, or take a in hand; then one hex on or one of three facings; the game ends with the facing.
  EXPECT_EQ(perft(*table->game, table->start, 1), 2u);
  EXPECT_EQ(perft(*table->game, table->start, 2), 5u);
  EXPECT_EQ(perft(*table->game, table->start, 3), 8u);
}

TEST(Signature, is_the_same_twice_and_differs_between_games) {
  const auto a = toy::lay_table(toy::kSkirmish), b = toy::lay_table(std::string(toy::kSkirmish) + "unit w White X column 0801 S sp=1\n");
  EXPECT_EQ(signature(*a->game, 3), signature(*a->game, 3));
  EXPECT_NE(signature(*a->game, 3), signature(*b->game, 3));
}

}  // namespace
}  // namespace tambour
