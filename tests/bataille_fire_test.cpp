// SPDX-License-Identifier: MIT
// Fire of La Bataille by property: odds, aims, losses, sight.
#include <gtest/gtest.h>

#include <algorithm>

#include "kit/rng.h"
#include "lab/contract.h"
#include "rules/bataille/ch15_fire.h"
#include "rules/bataille/game.h"

namespace tambour::bataille {
namespace {

// A game of the hedge, played at random to somewhere in the middle.
struct Played {
  std::unique_ptr<Game> game;
  State s;
  Rng rng{0};

  explicit Played(uint64_t seed) : rng(seed) {
    Trouble trouble;
    const auto battle = load_battle(TAMBOUR_SOURCE "/data/battles/train-lb-1-hedge", trouble);
    if (battle) game = make(*battle, data_directory(), trouble);
    if (game) game->setup(s);
  }
  bool play(int acts) {
    for (int k = 0; k < acts && !s.over(); ++k) {
      ActionList list;
      game->options(s, list);
      game->apply(s, list[int(rng.below(uint32_t(list.size())))]);
    }
    return !s.over();
  }
  const BatailleGame& book() const { return static_cast<const BatailleGame&>(*game); }
  Pos& pos() { return BatailleGame::pos(s); }
  Look look() { return {book().field(), pos()}; }
};

// The first digits of n / m, as one writes them down.
std::vector<int> long_division(int64_t n, int64_t m) {
  std::vector<int> digits{int(n / m)};
  for (int k = 0; k < 24; ++k) {
    n = n % m * 10;
    digits.push_back(int(n / m));
  }
  return digits;
}

TEST(BatailleFire, columns_agree_with_long_division) {
  Played p(1);
  ASSERT_TRUE(p.game);
  const auto& columns = p.book().field().charts.fire;
  for (int third = 1; third <= 6; ++third)
    for (int value = 1; value <= 180; ++value)
      for (int defense = 1; defense <= 22; ++defense) {
        Attack a;
        a.value = Ratio(value, third), a.defense = Ratio(defense);
        find_column(a, p.look());
        const auto odds = long_division(value, int64_t(third) * defense);
        int column = -1;
        for (const FireColumn& c : columns)
          if (odds >= long_division(c.least.num, c.least.den)) ++column;
        ASSERT_EQ(a.column, column) << value << "/" << third << " against " << defense;
      }
}

// Every hex that fires adds what it is worth to one attack, and to no other.
TEST(BatailleFire, attacks_are_the_sum_of_their_aims) {
  Rng rng(4);
  int aims = 0;
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    Played p(seed);
    ASSERT_TRUE(p.game);
    if (!p.play(40 + int(rng.below(400)))) continue;
    for (auto& all : p.pos().aim) std::fill(std::begin(all), std::end(all), kNoHex);
    const Look b = p.look();
    Ratio alone, together;
    for (UnitId u : all_units(b.field))
      for (int part = 0; part < kMostAims; ++part) {
        if (!should_aim(b, u, part, false)) continue;
        std::vector<HexId> targets;
        const Aim ask{u, uint8_t(part), 0};
        ask.candidates(b, [&](Action a) {
          if (a.verb == Verb::FireAt && !ask.barred(b, a)) targets.push_back(a.hex);
          return true;
        });
        if (targets.empty()) continue;
        p.pos().aim[u][part] = targets[rng.below(uint32_t(targets.size()))];
        Attack one;
        add_fire(one, b, u, part, p.pos().aim[u][part], false);
        alone += one.value;
        ++aims;
      }
    for (HexId h = 0; h < b.field.grid.size(); ++h) together += attack_on(b, h, false).value;
    EXPECT_EQ(alone, together) << "seed " << seed;
  }
  EXPECT_GT(aims, 30);
}

// Increments that fire from a Line or from Skirmish Order are some of those the unit has left.
TEST(BatailleFire, no_increment_fires_twice) {
  Rng rng(9);
  int seen = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Played p(seed);
    ASSERT_TRUE(p.game);
    if (!p.play(20 + int(rng.below(300)))) continue;
    const Look b = p.look();
    for (UnitId u : all_units(b.field)) {
      const UnitState& s = b.pos.unit[u];
      if (!takes_part(b, u, false) || is_gun(b, u) || !good(b, u) || (s.form != Form::Line && s.form != Form::Skirmish)) continue;
      if (b.pos.stack.count(b.pos.at(u)) > 1) continue;
      const Counter& c = counter(b, u);
      const int multiple = s.form == Form::Line ? c.line : c.skirmish;
      Ratio fired;
      for (int part = 0; part < firing_parts(b, u); ++part) {
        Attack one;
        add_fire(one, b, u, part, b.field.grid.neighbour(firing_hex(b, u, part), 0), false);
        fired += one.value / Ratio(multiple);
      }
      EXPECT_LE(fired, Ratio(increments(b, u)));
      EXPECT_LE(fired, Ratio((s.form == Form::Line ? 4 : 3) * s.hexes));
      ++seen;
    }
  }
  EXPECT_GT(seen, 50);
}

// What an attack takes is what the stack has less, until there is nothing left to take.
TEST(BatailleFire, losses_are_dealt_out_once_each) {
  Rng rng(5);
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Played p(seed);
    ASSERT_TRUE(p.game);
    if (!p.play(int(rng.below(300)))) continue;
    bataille::Run r{p.book().field(), p.s, p.pos(), nullptr};
    std::vector<UnitId> tops;
    for (UnitId u : all_units(r.field))
      if (r.pos.on_map(u) && !in_hand(r.look(), u) && r.pos.stack.top(r.pos.at(u)) == u) tops.push_back(u);
    const UnitId top = tops[rng.below(uint32_t(tops.size()))];
    UnitId list[kMates];
    const int n = mates(r.look(), top, list), wanted = 1 + int(rng.below(6));
    const auto strength = [&] {
      int sum = 0;
      for (int k = 0; k < n; ++k) sum += r.pos.on_map(list[k]) ? increments(r.look(), list[k]) : 0;
      return sum;
    };
    const int before = strength();
    lose(r, top, wanted, rng.below(2) == 1, r.pos.at(top), cite("17.1.1-a"));
    EXPECT_EQ(before - strength(), std::min(before, wanted)) << "seed " << seed;
  }
}

TEST(BatailleSight, is_the_same_from_both_ends) {
  Rng rng(3);
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Played p(seed);
    ASSERT_TRUE(p.game);
    if (!p.play(int(rng.below(300)))) continue;
    Field hills = p.book().field();
    for (Ground& g : hills.ground) g.level = uint8_t(rng.below(3));
    const Look b{hills, p.pos()};
    for (int k = 0; k < 3000; ++k) {
      const auto from = HexId(rng.below(uint32_t(hills.grid.size()))), to = HexId(rng.below(uint32_t(hills.grid.size())));
      ASSERT_EQ(sees(b, from, to), sees(b, to, from)) << hills.grid.number(from) << " " << hills.grid.number(to);
    }
  }
}

// Wagons, howitzers, burning villages, dusk and night in one small battle.
TEST(BatailleFire, random_games_with_wagons_and_howitzers_keep_the_contract) {
  Trouble trouble;
  const auto battle = load_battle(TAMBOUR_SOURCE "/tests/fixtures/hedge-with-wagons", trouble);
  ASSERT_TRUE(battle) << trouble.text();
  const auto game = make(*battle, data_directory(), trouble);
  ASSERT_TRUE(game) << trouble.text();
  const ContractReport report = check_contract(*game, {.games = 12, .seed = 7, .checks = 60, .random_acts = 100});
  EXPECT_EQ(report.broken, "");
  EXPECT_EQ(report.games, 12u);
}

}  // namespace
}  // namespace tambour::bataille
