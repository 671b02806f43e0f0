// SPDX-License-Identifier: MIT
// What the evaluations of the books share.
#include <gtest/gtest.h>

#include "ai/player.h"
#include "battle/battle.h"
#include "battle/goal_field.h"
#include "battle/weigh.h"
#include "rules/registry.h"
#include "sanitized.h"

namespace tambour {
namespace {

class Ground : public testing::Test {
 protected:
  struct At {
    const char* hex;
    Seat side;
    int strength;
  };
  int share(std::initializer_list<At> units) const {
    GoalField::Presence presence;
    goal_field_.clear(presence);
    for (const At& u : units) goal_field_.add_presence(*grid_.parse(u.hex), u.side, u.strength, presence);
    const int mine = goal_field_.ground(presence, Seat::First, 40);
    EXPECT_EQ(mine, -goal_field_.ground(presence, Seat::Second, 40)) << "what one side has, the other lacks";
    return mine;
  }
  Grid grid_{12, 10};
  GoalField goal_field_{
      grid_, {{Seat::Nobody, 1, *grid_.parse("0303")}, {Seat::Nobody, 1, *grid_.parse("1008")}}, [](HexId, int, HexId) { return 1; }};
};

TEST_F(Ground, belongs_to_the_stronger_and_nearer) {
  EXPECT_EQ(share({}), 0);
  EXPECT_EQ(share({{"0303", Seat::First, 5}, {"1008", Seat::Second, 5}}), 0);
  EXPECT_GT(share({{"0303", Seat::First, 5}, {"0305", Seat::Second, 5}}), 0) << "who stands there has it";
  EXPECT_LT(share({{"0303", Seat::First, 5}, {"0305", Seat::Second, 15}}), 0) << "but not against three times the strength";
}

TEST_F(Ground, is_had_by_standing_wherever_it_counts) {
  EXPECT_GT(share({{"0303", Seat::First, 5}, {"1008", Seat::First, 5}}), share({{"0303", Seat::First, 10}}));
}

TEST(FacingBonus, is_towards_the_middle_of_the_enemy) {
  const Grid grid(12, 10);
  FacingBonus bearing;
  bearing.add(Seat::Second, grid.cube(*grid.parse("0904")));
  bearing.add(Seat::Second, grid.cube(*grid.parse("0906")));
  const Cube at = grid.cube(*grid.parse("0305"));
  for (int facing = 0; facing < 6; ++facing) {
    EXPECT_LE(bearing.worth(Seat::First, at, facing), bearing.worth(Seat::First, at, kFaceE));
    EXPECT_GE(bearing.worth(Seat::First, at, facing), bearing.worth(Seat::First, at, kFaceW));
    EXPECT_EQ(bearing.worth(Seat::Second, at, facing), 0) << "there is nobody to look at";
  }
}

// The village is all that counts at the bridge. Whoever leaves it loses: garrisons used to march off to raid a battery. It may be driven
// out, but nobody marches out and leaves it empty.
TEST(Evaluation, a_garrison_does_not_leave_what_it_guards) {
  Trouble trouble;
  const auto battle = load_battle(data_directory() + "/battles/train-jdg-1-bridge", trouble);
  const auto game = make_game("jdg", *battle, data_directory(), trouble);
  const HexId village = *game->grid().parse("0805");
  UnitVector<UnitSummary> units;
  const auto is_held = [&](const State& s) {
    game->summaries(s, units);
    return std::any_of(units.begin(), units.end(), [&](const UnitSummary& u) { return u.hex == village && u.side == Seat::Second; });
  };
  for (uint64_t seed = 1; seed <= (kSanitized ? 1 : 8); ++seed) {
    const std::unique_ptr<Player> players[2] = {make_player("recruit", seed), make_player("veteran", seed)};
    Rng rng(seed);
    ActionList<> acts;
    State s;
    game->setup(s);
    for (bool moved = false; !s.over() && !(moved && s.dice == Dice::Draw);) {  // until the first activation of White is over
      acts.clear();
      game->options(s, acts);
      moved |= s.seat == Seat::Second && std::string_view(game->decision(s).question) == "ChooseMover";
      const bool decides = s.seat <= Seat::Second, held = is_held(s);
      const Action a = decides ? players[index(s.seat)]->choose(*game, s, s.seat, {}) : acts[int(rng.below(uint32_t(acts.size())))];
      game->apply(s, a);
      EXPECT_TRUE(!held || is_held(s) || a.verb != Verb::Move) << "seed " << seed << ": " << to_text(a, *game);
    }
    EXPECT_TRUE(is_held(s)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace tambour
