// SPDX-License-Identifier: MIT
// Laws of jdg's board queries, on positions from the middle of random games of Marengo.
#include <gtest/gtest.h>

#include "battle/battle.h"
#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/game.h"

namespace tambour::jdg {
namespace {

class JdgLaws : public testing::Test {
 protected:
  void SetUp() override {
    Trouble trouble;
    battle_ = load_battle(data_directory() + "/battles/marengo-1800", trouble);
    ASSERT_TRUE(battle_) << trouble.text();
    game_ = make(*battle_, data_directory(), trouble);
    ASSERT_TRUE(game_) << trouble.text();
  }
  const FamilyGame& game() const { return static_cast<const FamilyGame&>(*game_); }

  // Calls `look` with positions along a few random games.
  template <class Look>
  void at_random_positions(Look look) {
    ActionList<> list;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      State s;
      game().setup(s);
      Rng rng(seed);
      for (int acts = 0; !s.over(); ++acts) {
        if (acts % 200 == 100) look(s, rng);
        list.clear();
        game().options(s, list);
        game().apply(s, list[int(rng.below(uint32_t(list.size())))]);
      }
    }
  }

  std::unique_ptr<Battle> battle_;
  std::unique_ptr<Game> game_;
};

TEST_F(JdgLaws, whoever_sees_can_be_seen) {
  int seen = 0, hidden = 0;
  at_random_positions([&](const State& s, Rng& rng) {
    for (int i = 0; i < 2000; ++i) {
      const auto a = HexId(rng.below(uint32_t(game().grid().size()))), b = HexId(rng.below(uint32_t(game().grid().size())));
      const bool there = in_sight(game().look(s), a, b);
      ASSERT_EQ(there, in_sight(game().look(s), b, a)) << game().grid().number(a) << " and " << game().grid().number(b);
      (there ? seen : hidden)++;
    }
  });
  EXPECT_GT(seen, 1000);
  EXPECT_GT(hidden, 1000);
}

TEST_F(JdgLaws, a_flood_reaches_what_single_steps_reach) {
  int reached = 0;
  at_random_positions([&](const State& s, Rng&) {
    for (UnitId u : all_units(game().field())) {
      if (index(u) % 7) continue;
      Pos pos = game().pos(s);
      if (pos.stack.at[u] == kNoHex) continue;
      take_in_hand(pos, {game().field(), pos}, u, false, Gait::Normal);
      const Look b{game().field(), pos};
      const Mover& m = pos.mover;
      const auto hexes = std::size_t(game().grid().size());
      std::vector<int8_t> flooded(hexes), stepped(hexes, -1);
      flood(b, m, m.start, m.mp, true, flooded.data());
      stepped[m.start] = m.mp;
      for (bool again = true; again;) {
        again = false;
        for (HexId at = 0; at < hexes; ++at)
          for (int k = 0; stepped[at] >= 0 && k < 6; ++k) {
            const HexId to = game().grid().neighbour(at, k);
            if (to == kNoHex || step_barred(b, m, at, to, stepped[at], at == m.start)) continue;
            const int left = stepped[at] - step_cost(b, m, at, to, at == m.start);
            if (left > stepped[to]) stepped[to] = int8_t(left), again = true;
          }
      }
      ASSERT_EQ(flooded, stepped) << "the reach of " << game().unit(u);
      for (int8_t left : flooded) reached += left >= 0;
    }
  });
  EXPECT_GT(reached, 1000);
}

}  // namespace
}  // namespace tambour::jdg
