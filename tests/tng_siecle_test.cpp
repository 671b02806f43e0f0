// SPDX-License-Identifier: MIT
// What cases cannot look at: events, zones, fields of fire, secrets and missing charts, for Triumph & Glory and Le Grand Siècle.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "hex/line.h"
#include "lab/draft.h"
#include "play/action.h"
#include "play/match.h"
#include "rules/registry.h"
#include "rules/tng/game.h"

namespace tambour {
namespace {

std::unique_ptr<Table> lay(const char* book, std::initializer_list<const char*> lines) {
  Draft draft(data_directory(), "position");
  std::string why;
  int number = 0;
  for (const char* line : lines) EXPECT_EQ(draft.take(line, ++number, why), Draft::Took::Yes) << line << ": " << why;
  Trouble trouble;
  auto table = draft.lay(book, make_game, trouble);
  EXPECT_TRUE(table) << trouble.text();
  return table;
}

struct Shown : EventSink {
  std::vector<Event> events;
  void on(const Event& e) override { events.push_back(e); }
};

void play(const Game& game, State& s, const char* act, EventSink* events = nullptr) {
  std::string why;
  const auto a = parse_action(act, game, why);
  ASSERT_TRUE(a) << why;
  ASSERT_FALSE(game.refuse(s, *a)) << act;
  game.apply(s, *a, events);
}

constexpr const char* kFoot = "defaults unit:inf sp=8 coh=6 mp=4 df=1 dsp=6 dcoh=5 dmp=3";

TEST(FieldOfFire, goes_over_the_two_frontal_hexsides) {
  const int expected[] = {0, 2, 3, 6, 7, 10, 11};  // hexes of each ring
  for (int vertex = 0; vertex < 6; ++vertex)
    for (int range = 1; range <= 6; ++range) {
      int open = 0;
      for (int q = -range; q <= range; ++q)
        for (int r = -range; r <= range; ++r) {
          const Cube to{q, r};
          if (length(to) != range) continue;
          open += through_front({0, 0}, to, vertex);
          EXPECT_LE(in_cone({0, 0}, to, vertex), through_front({0, 0}, to, vertex));
        }
      EXPECT_EQ(open, expected[range]) << range;
    }
}

TEST(TngEvents, a_reserve_activation_names_its_own_command) {
  const auto table = lay("tng", {"map 14 12", "sides A B", kFoot, "cinc oa A 0202 delay=4 command=2 orders=3 range=4", "unit z A AA inf 0112 E",
                                 "unit a A AB inf 0303 E", "unit b B BI inf 1210 W", "given phase reserve", "given initiative A"});
  play(*table->game, table->start, "yes");
  Shown told;
  play(*table->game, table->start, "choose a", &told);
  const auto is_activation = [](const Event& e) { return e.fact == Fact::ReserveActivated || e.fact == Fact::Activated; };
  const auto found = std::find_if(told.events.begin(), told.events.end(), is_activation);
  ASSERT_NE(found, told.events.end());
  EXPECT_EQ(found->fact, Fact::ReserveActivated);
  EXPECT_EQ(table->game->unit(found->who), "a");
}

const std::initializer_list<const char*> kTwoCommands = {"map 14 12", "sides A B", kFoot, "cinc oa A 0202 delay=4 command=2 orders=1 range=4",
                                                         "cinc ob B 1202 delay=4 command=2 orders=2 range=4", "unit a A AA inf 0303 E",
                                                         "unit c A AA inf 0309 E", "unit b B BI inf 1203 W", "unit d B BI inf 1209 W"};

int ordered(const tng::TngGame& game, const State& s, Seat side) {
  int out = 0;
  for (UnitId u : all_units(game.field()))
    out += game.field().units[u].side == side && tng::TngGame::pos(s).orders[u] == tng::Orders::Under;
  return out;
}

// What a seat guesses must not depend on how many orders really lie face down.
TEST(TngSecrets, the_number_of_hidden_orders_is_guessed_too) {
  std::vector<int> counts[2];
  for (const bool gives : {false, true}) {
    const auto table = lay("tng", kTwoCommands);
    const auto& game = static_cast<const tng::TngGame&>(*table->game);
    play(game, table->start, "done");
    if (gives) play(game, table->start, "order b");
    play(game, table->start, "done");
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      State guess = table->start;
      Rng rng(seed);
      game.resample(guess, Seat::First, rng);
      counts[gives].push_back(ordered(game, guess, Seat::Second));
      EXPECT_EQ(tng::TngGame::pos(guess).orders_spent[1], counts[gives].back());
    }
  }
  EXPECT_EQ(counts[0], counts[1]);
  for (int n : {0, 1, 2}) EXPECT_NE(std::count(counts[0].begin(), counts[0].end(), n), 0) << n;
}

TEST(TngSecrets, nothing_is_guessed_before_the_enemy_gives_orders) {
  const auto table = lay("tng", kTwoCommands);
  const auto& game = static_cast<const tng::TngGame&>(*table->game);
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    State guess = table->start;
    Rng rng(seed);
    game.resample(guess, Seat::First, rng);
    EXPECT_EQ(ordered(game, guess, Seat::Second), 0);
  }
}

// Whether the last order was used must not show in who is asked: everybody says done.
TEST(TngSecrets, the_end_of_orders_is_always_said) {
  const auto table = lay("tng", kTwoCommands);
  play(*table->game, table->start, "order a");
  EXPECT_STREQ(table->game->decision(table->start).question, "PlaceOrders");
  EXPECT_EQ(table->start.seat, Seat::First);
}

TEST(TngFireReach, tells_what_a_gun_can_hit_as_it_stands_and_what_a_turn_opens) {
  const auto table = lay("tng", {"map 14 12", "sides A B", kFoot, "defaults unit:art sp=4 coh=6 mp=6 dsp=3 dcoh=5 dmp=5 reff=3 rmax=5",
                                 "terrain woods 0603", "level 1 0504", "side steep 0404-0504", "unit g A AI art_foot 0404 E",
                                 "unit i A AI inf 0409 E", "unit b B BI inf 1210 W", "given active AI", "given segment fire"});
  const auto reach = [&](const char* unit, const char* hex) {
    return table->game->fire_reach(table->start, *table->game->find_unit(unit), *table->game->grid().parse(hex));
  };
  EXPECT_EQ(reach("g", "0503"), FireReach::Open);
  EXPECT_EQ(reach("g", "0404"), FireReach::Out);     // its own hex
  EXPECT_EQ(reach("g", "1004"), FireReach::Out);     // six hexes off
  EXPECT_EQ(reach("g", "0204"), FireReach::Turned);  // behind it
  EXPECT_EQ(reach("g", "0504"), FireReach::Hidden);  // next to it, over a steep slope
  EXPECT_EQ(reach("g", "0802"), FireReach::Hidden);  // beyond the woods
  EXPECT_EQ(reach("i", "0509"), FireReach::Out);     // no gun
}

TEST(TngBarrage, a_gun_joins_with_a_facing_that_exists) {
  const auto table = lay("tng", {"map 14 12", "sides A B", kFoot, "defaults unit:art sp=2 coh=6 mp=6 dsp=1 dcoh=5 dmp=5 reff=3 rmax=5",
                                 "record marker id=BAR name=Barrage side=A kind=barrage uses=2", "unit g A AI art_foot 0404 E",
                                 "unit h A AI art_foot 0404 E", "unit b B BI inf 0604 W", "given active BAR"});
  play(*table->game, table->start, "fire g 0604 E");
  const UnitId h = *table->game->find_unit("h");
  ASSERT_STREQ(table->game->decision(table->start).question, "AddToBarrage");
  EXPECT_TRUE(table->game->refuse(table->start, Action{.verb = Verb::Face, .arg = 7, .who = h}));
  EXPECT_FALSE(table->game->refuse(table->start, Action{.verb = Verb::Face, .arg = 1, .who = h}));
}

// Without one of its charts a book is not played at all.
TEST(Charts, each_one_is_wanted) {
  namespace fs = std::filesystem;
  const fs::path data = data_directory(), copy = fs::temp_directory_path() / ("tambour-charts-" + std::to_string(::getpid()));
  for (const auto& [book, battle] : {std::pair{"tng", "train-tg-1-causeway"}, {"siecle", "train-gs-1-mill"}}) {
    Trouble trouble;
    const auto loaded = load_battle((data / "battles" / battle).string(), trouble);
    ASSERT_TRUE(loaded) << trouble.text();
    for (const auto& chart : fs::directory_iterator(data / "charts" / book)) {
      fs::create_directories(copy / "charts");
      fs::copy(data / "charts" / book, copy / "charts" / book);
      fs::remove(copy / "charts" / book / chart.path().filename());
      trouble = {};
      EXPECT_FALSE(make_game(book, *loaded, copy.string(), trouble)) << chart.path();
      EXPECT_TRUE(trouble) << chart.path();
      fs::remove_all(copy);
    }
  }
}

TEST(SiecleView, zones_are_those_of_the_side_that_is_named) {
  const auto table = lay("siecle", {"map 12 10", "defaults unit cp=4 mf=6 mp=4 steps=2", "unit a Blue A HI 0405 E", "unit d White D HI 0905 W",
                                    "given active A"});
  const Grid& grid = table->game->grid();
  EXPECT_TRUE(table->game->controls(table->start, Seat::First, *grid.parse("0504")));
  EXPECT_TRUE(table->game->controls(table->start, Seat::First, *grid.parse("0505")));
  EXPECT_TRUE(table->game->controls(table->start, Seat::Second, *grid.parse("0805")));
  EXPECT_FALSE(table->game->controls(table->start, Seat::First, *grid.parse("0805")));
  EXPECT_FALSE(table->game->controls(table->start, Seat::Second, *grid.parse("0504")));
}

TEST(SiecleSight, is_the_same_both_ways_at_any_distance) {
  const auto table = lay("siecle", {"battle bleneau-1652"});
  const Grid& grid = table->game->grid();
  for (HexId from = 0; from < grid.size(); from += 17)
    for (HexId to = 0; to < grid.size(); ++to)
      EXPECT_EQ(table->game->in_sight(table->start, from, to), table->game->in_sight(table->start, to, from))
          << grid.number(from) << " " << grid.number(to);
}

}  // namespace
}  // namespace tambour
