// SPDX-License-Identifier: MIT
// The steps that books share, held against slower ways to the same answer.
#include <gtest/gtest.h>

#include <algorithm>

#include "battle/approach.h"
#include "battle/around.h"
#include "battle/cup.h"
#include "battle/due_list.h"
#include "battle/flood.h"
#include "battle/way_back.h"
#include "kit/rng.h"

namespace tambour {
namespace {

constexpr int kHexes = 12 * 9;

struct Ground {
  Grid grid{12, 9};
  int cost[kHexes][6] = {};  // of a step out of the hex over the side, below 0: closed

  explicit Ground(Rng& rng) {
    for (auto& hex : cost)
      for (int& c : hex) c = int(rng.below(6)) - 1, c = c == 0 ? 1 : c;
  }
  HexId across(HexId h, int side) const { return grid.neighbour(h, side); }
};

// As many rounds over the whole map as it has hexes settle everything.
std::vector<int> settled(const Ground& g, HexId from, int points) {
  std::vector<int> left(kHexes, -1);
  left[from] = points;
  for (int round = 0; round < kHexes; ++round)
    for (int h = 0; h < kHexes; ++h)
      for (int k = 0; k < 6; ++k) {
        const HexId to = g.across(HexId(h), k);
        if (to != kNoHex && left[std::size_t(h)] >= 0 && g.cost[h][k] >= 0)
          left[to] = std::max(left[to], left[std::size_t(h)] - g.cost[h][k]);
      }
  return left;
}

TEST(SharedSteps, around_a_hex_are_its_neighbours_on_the_map) {
  Rng rng(1);
  const Ground g(rng);
  for (int h = 0; h < kHexes; ++h) {
    std::vector<HexId> wanted, got;
    for (int k = 0; k < 6; ++k)
      if (g.across(HexId(h), k) != kNoHex) wanted.push_back(g.across(HexId(h), k));
    for (const HexId n : around(g, HexId(h))) got.push_back(n);
    EXPECT_EQ(got, wanted) << g.grid.number(HexId(h));
  }
}

TEST(SharedSteps, a_flood_leaves_the_most_points_everywhere) {
  Rng rng(2);
  for (int trial = 0; trial < 60; ++trial) {
    const Ground g(rng);
    const auto from = HexId(rng.below(kHexes));
    const int points = int(rng.below(12));
    int8_t left[kHexes];
    flood<kHexes>(g, from, points, left, [&](HexId at, HexId, int side, int) { return g.cost[at][side]; });
    EXPECT_EQ(std::vector<int>(left, left + kHexes), settled(g, from, points)) << "trial " << trial;
  }
}

TEST(SharedSteps, steps_to_a_goal_fall_by_one_along_the_shortest_way) {
  Rng rng(3);
  for (int trial = 0; trial < 60; ++trial) {
    const Ground g(rng);
    const std::vector<HexId> goals = {HexId(rng.below(kHexes)), HexId(rng.below(kHexes))};
    const auto open = [&](HexId from, int side) { return g.cost[from][side] > 2; };
    const auto far = steps_to(g.grid, goals, open);
    for (int h = 0; h < kHexes; ++h) {
      int best = far[std::size_t(h)] == 0 ? 0 : kUnreached;
      for (int k = 0; k < 6 && best; ++k)
        if (const HexId to = g.across(HexId(h), k); to != kNoHex && open(HexId(h), k) && far[to] != kUnreached)
          best = std::min(best, far[to] + 1);
      EXPECT_EQ(far[std::size_t(h)], best) << "trial " << trial << ", hex " << g.grid.number(HexId(h));
      EXPECT_EQ(far[std::size_t(h)] == 0, std::find(goals.begin(), goals.end(), HexId(h)) != goals.end());
    }
  }
}

TEST(SharedSteps, a_way_back_goes_all_its_hexes_or_on_until_it_may_stop) {
  Rng rng(4);
  Ground g(rng);
  const auto origin = *g.grid.parse("0605");
  const auto away = [&](HexId from, HexId to, int) { return g.grid.distance(origin, to) > g.grid.distance(origin, from); };
  const auto gone = [](HexId, int left) { return left <= 0; };
  EXPECT_TRUE(finds_way_back(g, origin, 4, 4, away, gone));
  EXPECT_FALSE(finds_way_back(g, origin, 9, 9, away, gone)) << "the edge is nearer";
  const auto on_edge = [&](HexId h, int left) { return left <= 0 && g.grid.on_edge(h); };
  EXPECT_FALSE(finds_way_back(g, origin, 2, 2, away, on_edge)) << "it may not stay where its way ends";
  EXPECT_TRUE(finds_way_back(g, origin, 2, 6, away, on_edge)) << "so it goes on to the edge";
  const auto nowhere = [](HexId, HexId, int) { return false; };
  EXPECT_TRUE(finds_way_back(g, origin, 0, 0, nowhere, gone));
  EXPECT_FALSE(finds_way_back(g, origin, 1, 9, nowhere, gone));
}

TEST(SharedSteps, a_cup_holds_what_was_put_and_not_taken) {
  Cup cup;
  for (const int m : {0, 7, 31}) cup.put(m);
  cup.take(7);
  EXPECT_TRUE(cup.holds(0) && cup.holds(31) && cup.count() == 2);
  for (const int m : {-1, 7, 32, 255}) EXPECT_FALSE(cup.holds(m)) << m;
  std::vector<int> drawn;
  const auto emit = [&](const Action& a) { return drawn.push_back(a.arg), drawn.size() < 1; };
  offer_draws(Cup::kMost, [&](int m) { return cup.holds(m); }, emit);
  EXPECT_EQ(drawn, std::vector<int>{0}) << "it stops when told to";
}

TEST(SharedSteps, what_is_due_comes_by_rank_and_then_by_age) {
  struct Owed {
    uint8_t rank, number;
  };
  FixedVector<Owed, 6> list{{2, 0}, {1, 1}, {2, 2}, {1, 3}};
  std::vector<int> order;
  while (!list.empty()) order.push_back(take_first(list, [](const Owed& d) { return int(d.rank); }).number);
  EXPECT_EQ(order, (std::vector<int>{1, 3, 0, 2}));
}

}  // namespace
}  // namespace tambour
