// SPDX-License-Identifier: MIT
// Shapes, charts and whole games of La Bataille.
#include <gtest/gtest.h>

#include <map>

#include "lab/contract.h"
#include "rules/bataille/ch16_assault.h"
#include "rules/registry.h"

namespace tambour::bataille {
namespace {

struct Figures {
  int front = 0, flank = 0, rear = 0;
  friend bool operator==(const Figures&, const Figures&) = default;
};

// Front, flank and rear neighbours of a formation in the middle of a large map.
Figures figures(Form form, Order order, int facing, int hexes) {
  const Grid g(20, 20);
  const int trail = faces_vertex(form) ? turn(facing, 2) : opposite(facing);
  const Footprint f = lay(g, g.at(10, 10), trail, hexes);
  Figures out;
  for (const Neighbour& n : neighbours(g, f)) {
    bool twice = false;
    for (int part = n.part + 1; part < f.size(); ++part) twice |= g.distance(f[part], n.hex) == 1;
    const Aspect a = aspect_of(form, order, facing, hexes, n.part, n.side, twice);
    ++(a == Aspect::Front ? out.front : a == Aspect::Flank ? out.flank : out.rear);
  }
  return out;
}

TEST(BatailleShape, neighbours_add_up_to_the_figures_of_the_book) {
  for (int facing = 0; facing < 6; ++facing) {
    EXPECT_EQ(figures(Form::Column, Order::Good, facing, 1), (Figures{3, 2, 1})) << "9.0-d";
    EXPECT_EQ(figures(Form::General, Order::Good, facing, 1), (Figures{5, 0, 1})) << "12.7.1-a";
    EXPECT_EQ(figures(Form::Limbered, Order::Good, facing, 1), (Figures{6, 0, 0})) << "18.1-c";
    EXPECT_EQ(figures(Form::Unlimbered, Order::Good, facing, 1), (Figures{3, 0, 3})) << "18.1-a";
    EXPECT_EQ(figures(Form::Column, Order::Disorder, facing, 1), (Figures{6, 0, 0})) << "12.11.1-a";
    EXPECT_EQ(figures(Form::Skirmish, Order::Good, facing, 1), (Figures{4, 2, 0})) << "12.10.2-a";
    EXPECT_EQ(figures(Form::Skirmish, Order::Good, facing, 2), (Figures{5, 2, 1})) << "12.10.2-b";
    EXPECT_EQ(figures(Form::Square, Order::Good, facing, 1), (Figures{6, 0, 0})) << "12.9.1-a";
    for (int n = 1; n <= 6; ++n) EXPECT_EQ(figures(Form::Road, Order::Good, facing, n), (Figures{1, 2 * n + 2, 1})) << "12.8.1-a";
    for (int n = 1; n <= 6; ++n) EXPECT_EQ(figures(Form::Line, Order::Good, facing, n), (Figures{n + 1, 2, n + 1})) << "9.0-e to 9.0-g";
    for (int n = 2; n <= 6; ++n) EXPECT_EQ(figures(Form::Column, Order::Good, facing, n), (Figures{3, 2 * n, 1})) << "12.5.2-a";
  }
}

// Columns that bend: every neighbour is counted once, one in front of the head and one behind the tail of a Road Column.
TEST(BatailleShape, bent_columns_count_every_neighbour_once) {
  const Grid g(20, 20);
  for (int facing = 0; facing < 6; ++facing)
    for (int first = -1; first <= 1; ++first)
      for (int second = -1; second <= 1; ++second) {
        Footprint f{g.at(10, 10)};
        for (const int bend : {0, first, second}) f.push_back(g.neighbour(f[f.size() - 1], turn(opposite(facing), bend)));
        if (!trail_of(g, f)) continue;
        const Trail trail = *trail_of(g, f);
        Figures road;
        int all = 0;
        for (const Neighbour& n : neighbours(g, f)) {
          const int faces = n.part > 0 ? opposite(trail_side(trail, n.part - 1)) : facing;
          const Aspect a = aspect_of(Form::Road, Order::Good, faces, f.size(), n.part, n.side, false);
          ++(a == Aspect::Front ? road.front : a == Aspect::Flank ? road.flank : road.rear), ++all;
        }
        EXPECT_EQ(road.front, 1);
        EXPECT_LE(road.rear, 1);
        EXPECT_EQ(road.front + road.flank + road.rear, all);
      }
}

std::unique_ptr<Game> game_of(const char* fixture) {
  Trouble trouble;
  const auto battle = load_battle(std::string(TAMBOUR_SOURCE) + fixture, trouble);
  EXPECT_TRUE(battle) << trouble.text();
  auto game = battle ? make_game("bataille", *battle, data_directory(), trouble) : nullptr;
  EXPECT_TRUE(game) << trouble.text();
  return game;
}

// The points of the fire and melee charts that the worked examples prove.
TEST(BatailleCharts, agree_with_the_worked_examples) {
  Field field;
  Trouble trouble;
  ASSERT_TRUE(read_charts(field, data_directory(), trouble)) << trouble.text();
  const auto lost = [&](const char* column, int roll) {
    int n = 0;
    for (const FireColumn& c : field.charts.fire)
      if (c.name == column)
        for (int k = 0; k < 5; ++k)
          if (c.from[k] >= 0 && sixes_inside(roll) >= c.from[k]) n = k + 1;
    return n;
  };
  EXPECT_EQ(lost("1:2", 56), 0);
  EXPECT_EQ(lost("1:1.5", 41), 0);
  EXPECT_EQ(lost("1:1.5", 55), 1);
  EXPECT_EQ(lost("1:1", 46), 0);
  EXPECT_EQ(lost("1:1", 52), 1);
  EXPECT_EQ(lost("1.5:1", 43), 1);
  EXPECT_EQ(lost("2.5:1", 46), 1);
  EXPECT_EQ(lost("4:1", 12), 0);
  EXPECT_EQ(lost("5:1", 33), 1);
  const auto result = [&](const char* column, int roll) {
    int out = -1;
    for (const MeleeColumn& c : field.charts.melee)
      if (c.name == column)
        for (int k = 0; k < int(Result::kCount); ++k)
          if (c.from[k] >= 0 && sixes_inside(roll) >= c.from[k]) out = k;
    return Result(out);
  };
  EXPECT_EQ(result("1:3", 36), Result::AD3);
  EXPECT_EQ(result("1:3", 51), Result::Blank);
  EXPECT_EQ(result("1:1.5", 24), Result::AD2);
  EXPECT_EQ(result("1:1.5", 61), Result::DD1);
  EXPECT_EQ(result("1:1", 62), Result::DD2);
  EXPECT_EQ(result("1:1", 64), Result::DD3);
  EXPECT_EQ(result("2:1", 34), Result::Blank);
  EXPECT_EQ(result("5:1", 24), Result::DR);
  EXPECT_EQ(result("Firefight", 25), Result::Blank);
}

// docs/architecture.md, "Why the stack never runs over".
TEST(BatailleGame, procedures_of_the_hedge_nest_no_deeper_than_shown) {
  const auto game = game_of("/data/battles/train-lb-1-hedge");
  ASSERT_TRUE(game);
  int deepest = 0;
  ActionList<> list;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    State s;
    game->setup(s);
    Rng rng(seed);
    for (int acts = 0; !s.over(); ++acts) {
      ASSERT_LT(acts, 20'000);
      deepest = std::max(deepest, int(s.depth));
      list.clear();
      game->options(s, list);
      game->apply(s, list[int(rng.below(uint32_t(list.size())))]);
    }
  }
  RecordProperty("deepest", deepest);
  EXPECT_GT(deepest, 6);
  EXPECT_LE(deepest, 14);
}

TEST(BatailleGame, random_games_of_the_hedge_keep_the_contract) {
  const auto game = game_of("/data/battles/train-lb-1-hedge");
  ASSERT_TRUE(game);
  const ContractReport report = check_contract(*game, {.games = 12, .seed = 5, .checks = 60, .random_acts = 100});
  EXPECT_EQ(report.broken, "");
  EXPECT_EQ(report.games, 12u);
}

TEST(BatailleGame, random_games_of_the_square_keep_the_contract) {
  const auto game = game_of("/data/battles/train-lb-2-square");
  ASSERT_TRUE(game);
  const ContractReport report = check_contract(*game, {.games = 12, .seed = 7, .checks = 60, .random_acts = 100});
  EXPECT_EQ(report.broken, "");
  EXPECT_EQ(report.games, 12u);
}

TEST(BatailleGame, random_games_of_the_guard_keep_the_contract) {
  const auto game = game_of("/data/battles/train-lb-3-guard");
  ASSERT_TRUE(game);
  const ContractReport report = check_contract(*game, {.games = 12, .seed = 9, .checks = 60, .random_acts = 100});
  EXPECT_EQ(report.broken, "");
  EXPECT_EQ(report.games, 12u);
}

// 8.4.1.2: what a seat sees and may do stays the same when the other side's markers lie elsewhere. The first hour of Quatre-Bras has most leaders.
TEST(BatailleGame, secret_maneuver_units_betray_nothing) {
  for (const char* id : {"quatre-bras-1815-short", "train-lb-3-guard"}) {
    Trouble trouble;
    auto battle = load_battle(std::string(TAMBOUR_SOURCE "/data/battles/") + id, trouble);
    ASSERT_TRUE(battle) << trouble.text();
    battle->directives.push_back({{"option", "secret-units"}, "battle.txt", 1});
    const auto game = make_game("bataille", *battle, data_directory(), trouble);
    ASSERT_TRUE(game) << trouble.text();
    const ContractReport report = check_contract(*game, {.games = 4, .seed = 3, .checks = 60, .random_acts = 60, .pairs = 500, .pairs_at_nodes = 20});
    EXPECT_EQ(report.broken, "") << id;
    EXPECT_EQ(report.games, 4u);
  }
}

// Where a leader may ride, where a march may end and what howitzers may name are lists of hexes, and long.
TEST(BatailleGame, questions_offer_no_more_than_sixty_acts) {
  ActionList<> list;
  for (const char* battle : {"/data/battles/train-lb-1-hedge", "/data/battles/train-lb-2-square", "/data/battles/train-lb-3-guard"}) {
    const auto game = game_of(battle);
    ASSERT_TRUE(game);
    int most = 0;
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      State s;
      game->setup(s);
      Rng rng(seed);
      while (!s.over()) {
        list.clear();
        game->options(s, list);
        const std::string_view question = game->decision(s).question;
        const bool of_hexes = question == "PlaceLeader" || question == "ChooseGoal" || question == "Bombard" || question == "FireSections";
        if (!of_hexes) most = std::max(most, int(list.size()));
        ASSERT_LE(of_hexes ? 0 : int(list.size()), 60) << battle << ": " << question;
        game->apply(s, list[int(rng.below(uint32_t(list.size())))]);
      }
    }
    RecordProperty(battle, most);
  }
}

}  // namespace
}  // namespace tambour::bataille
