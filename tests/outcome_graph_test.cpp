// SPDX-License-Identifier: MIT
// The walk through a chain of dice, where the rulebooks' combats do not reach.
#include <gtest/gtest.h>

#include <algorithm>

#include "ai/odds.h"
#include "toy/table.h"

namespace tambour::toy {
namespace {

// A shot that misses is fired again: by three faces the chain comes back to a state that it has met.
class Stubborn : public ToyGame {
 public:
  using ToyGame::ToyGame;
  void apply(State& s, Action a, EventSink* events = nullptr, ActionSink* next = nullptr) const override {
    const bool shot = s.dice == Dice::D10;
    State before;
    copy(before, s);
    ToyGame::apply(s, a, events);
    if (shot && std::ranges::equal(pos(s).strength, pos(before).strength)) copy(s, before);
    if (s.dice == Dice::D10) s.breaks = kAnyFace;
    if (next) next->clear(), options(s, *next);
  }
};

// What goes round fades until it cannot be told from nothing; the walk must end there, and nothing be lost.
TEST(Chain, that_comes_back_to_where_it_was_ends) {
  const auto table = lay_table("map 8 7\nunit a Blue A column 0203 SE sp=3\nunit x White X line 0503 W sp=6\ngiven moving Blue");
  const Stubborn game(static_cast<const ToyGame&>(*table->game).field());
  State s;
  copy(s, table->start);
  std::string why;
  for (const char* text : {"select a", "move a 0303"}) {
    const auto act = parse_action(text, game, why);
    ASSERT_TRUE(act && !game.refuse(s, *act)) << text << why;
    game.apply(s, *act);
  }
  const auto fire = parse_action("fire x 0303 W", game, why);
  ASSERT_TRUE(fire && !game.refuse(s, *fire)) << game.decision(s).question << why;
  const Odds o = odds(game, s, *fire);
  EXPECT_EQ(o.sampled, 0);
  EXPECT_LT(o.nodes, 100u);
  ASSERT_EQ(o.endings.size(), 1u) << "it is fired until it hits";
  EXPECT_NEAR(o.endings[0].probability, 1, 1e-12);
}

}  // namespace
}  // namespace tambour::toy
