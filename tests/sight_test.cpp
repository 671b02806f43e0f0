// SPDX-License-Identifier: MIT
// Lines of sight over any distance, in every battle and book.
#include <gtest/gtest.h>

#include "hex/line.h"
#include "kit/fault.h"
#include "rules/registry.h"

namespace tambour {
namespace {

TEST(Line, of_the_largest_maps_fits) {
  int longest = 0;
  for (int columns = 1; columns <= 99; ++columns) {
    const Grid g(uint8_t(columns), uint8_t(std::min(99, 2400 / columns)));
    for (const HexId corner : {g.at(1, 1), g.at(std::min(2, columns), 1), g.at(1, g.rows), g.at(columns, g.rows)})
      for (int h = 0; h < g.size(); ++h) {
        const Line line = line_between(g.cube(corner), g.cube(HexId(h)));
        const int n = g.distance(corner, HexId(h));
        longest = std::max(longest, n);
        ASSERT_GE(line.size(), n - 1);
        if (n < 2) continue;
        ASSERT_EQ(length(g.cube(HexId(h)) - g.cube(corner) - Cube{line.back().q, line.back().r}), 1);
      }
  }
  EXPECT_EQ(longest, kLongestLine);
}

TEST(Line, beyond_every_map_is_a_fault) {
  EXPECT_NO_THROW(Line({0, kLongestLine}));
  EXPECT_THROW(Line({0, kLongestLine + 1}), Fault);
  EXPECT_THROW(Line({-1000, 300}), Fault);
}

// Every 17th hex and the corners, with all hexes of the map: many more pairs than any gun can reach.
TEST(Sight, of_any_length_is_the_same_from_both_ends) {
  for (const std::string& id : list_battles(data_directory()))
    for (auto book : rulesets()) {
      Trouble trouble;
      const auto battle = load_battle(data_directory() + "/battles/" + id, trouble);
      ASSERT_TRUE(battle) << trouble.text();
      const auto game = battle->plays(book) ? make_game(book, *battle, data_directory(), trouble) : nullptr;
      if (!game) continue;
      State s;
      game->setup(s);
      const Grid& g = game->grid();
      std::vector<HexId> from{g.at(1, 1), g.at(g.columns, 1), g.at(1, g.rows), g.at(g.columns, g.rows)};
      for (int h = 0; h < g.size(); h += 17) from.push_back(HexId(h));
      for (const HexId a : from)
        for (int b = 0; b < g.size(); ++b)
          ASSERT_EQ(game->in_sight(s, a, HexId(b)), game->in_sight(s, HexId(b), a))
              << id << " under " << book << ": " << g.number(a) << " and " << g.number(HexId(b));
    }
}

TEST(Sight, across_bleneau_is_the_same_from_both_ends) {
  Trouble trouble;
  const auto battle = load_battle(data_directory() + "/battles/bleneau-1652", trouble);
  ASSERT_TRUE(battle) << trouble.text();
  const auto game = make_game("siecle", *battle, data_directory(), trouble);
  ASSERT_TRUE(game) << trouble.text();
  State s;
  game->setup(s);
  const HexId a = *game->grid().parse("0101"), b = *game->grid().parse("2820");
  EXPECT_EQ(game->in_sight(s, a, b), std::optional(false));
  EXPECT_EQ(game->in_sight(s, b, a), std::optional(false));
}

}  // namespace
}  // namespace tambour
