// SPDX-License-Identifier: MIT
// Queries of the server on every real battle and book.
#include <set>

#include "server/reach.h"
#include "tests/sanitized.h"
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

// The way to a hex and the ledger of its steps, asked in every battle and book.
TEST(RealBattles, reach_and_ways_of_real_battles) {
  std::set<std::string> reached;
  for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data"))
    for (const std::string_view name : rulesets()) {
      const Game* game = real_catalog().find(battle, std::string(name));
      if (!game) continue;
      SCOPED_TRACE(battle + " under " + std::string(name));
      Rng rng(7);
      State s;
      game->setup(s);
      ActionList<> list;
      for (int acts = 0, asked = 0; acts < 3000 && asked < (kSanitized ? 2 : 12) && !s.over(); ++acts) {
        list.clear();
        game->options(s, list);
        const bool steps =
            s.dice == Dice::None && std::any_of(list.begin(), list.end(), [](const Action& a) { return a.verb == Verb::Move; });
        if (steps && rng.below(4) == 0) {
          const json found = reach(*game, s, s.seat);
          for (const json& place : found.is_array() ? found : found["hexes"]) {
            std::string why;
            const auto first = parse_action(place["acts"][0].get<std::string>(), *game, why);
            ASSERT_TRUE(first) << why;
            EXPECT_FALSE(game->refuse(s, *first)) << place;
            EXPECT_FALSE(walk(*game, s, s.seat, {*first}).empty());
            reached.insert(std::string(name));
          }
          ++asked;
        }
        game->apply(s, list[int(rng.below(uint32_t(list.size())))]);
      }
    }
  EXPECT_GE(reached.size(), 4u);
}

}  // namespace
}  // namespace tambour::server::test
