// SPDX-License-Identifier: MIT
// Advice: in every book the best acts differ in more than a facing, and the reason is told in the words of the evaluation.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ai/hint.h"
#include "battle/battle.h"
#include "rules/registry.h"

namespace tambour {
namespace {

class Advice : public testing::TestWithParam<std::pair<const char*, const char*>> {};

bool names_a_part(const Game& game, const State& s, const std::string& why) {
  const auto parts = game.weigh(s, s.seat);
  return std::any_of(parts.begin(), parts.end(), [&](const auto& p) { return why.find(p.first) != std::string::npos; });
}

TEST_P(Advice, names_what_it_gains_and_offers_different_acts) {
  Trouble trouble;
  const auto battle = load_battle(data_directory() + "/battles/" + GetParam().first, trouble);
  ASSERT_TRUE(battle) << trouble.text();
  const auto game = make_game(GetParam().second, *battle, data_directory(), trouble);
  ASSERT_TRUE(game) << trouble.text();
  State s;
  game->setup(s);
  EXPECT_GT(game->weigh(s, Seat::First).size(), 2u) << "the evaluation has parts with names";
  Rng rng(17);
  ActionList<> acts;
  int told = 0, gains = 0, several = 0;
  for (int k = 0; k < 3000 && !s.over() && told < 40; ++k) {
    acts.clear();
    game->options(s, acts);
    if (s.seat <= Seat::Second && game->decision(s).rest && rng.below(6) == 0) {
      const auto list = hints(*game, s, s.seat);
      ASSERT_FALSE(list.empty());
      ASSERT_LE(list.size(), 3u);
      ++told, several += list.size() > 1;
      std::set<std::tuple<Verb, UnitId, UnitId, HexId, uint8_t>> seen;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const Hint& h = list[i];
        EXPECT_FALSE(game->refuse(s, h.act)) << to_text(h.act, *game);
        EXPECT_TRUE(seen.insert({h.act.verb, h.act.who, h.act.whom, h.act.hex, h.act.who == kNoUnit ? h.act.arg : 0}).second)
            << to_text(h.act, *game) << " is told twice";
        EXPECT_TRUE(i == 0 || h.gain <= list[i - 1].gain + 1e-9);
        if (h.why.find("keeps things as they are") != std::string::npos) continue;
        ++gains;
        EXPECT_TRUE(names_a_part(*game, s, h.why)) << h.why;
      }
    }
    game->apply(s, acts[int(rng.below(uint32_t(acts.size())))]);
  }
  EXPECT_GT(gains, told / 4) << "of " << told;
  EXPECT_GT(several, told / 4) << "of " << told;
}

INSTANTIATE_TEST_SUITE_P(Books, Advice,
                         testing::Values(std::pair{"train-jdg-1-bridge", "jdg"}, std::pair{"train-jdg-2-square", "beginners"},
                                         std::pair{"train-tg-2-redoubt", "tng"}, std::pair{"train-gs-1-mill", "siecle"}),
                         [](const auto& which) { return std::string(which.param.second); });

}  // namespace
}  // namespace tambour
