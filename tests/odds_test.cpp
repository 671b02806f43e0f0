// SPDX-License-Identifier: MIT
// Exact odds against the dice: for the combats of tests/combats, and for acts met in random games of every battle and book, the
// distribution that was walked is the one that falls. TAMBOUR_PLAYS says how often each combat is played; make odds-proof plays a million.
#include "ai/odds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "battle/battle.h"
#include "lab/trials.h"
#include "rules/registry.h"
#include "sanitized.h"

namespace tambour {
namespace {

constexpr uint64_t kPlays = kSanitized ? 300 : 20'000;

uint64_t plays() {
  const char* said = std::getenv("TAMBOUR_PLAYS");
  return said ? std::strtoull(said, nullptr, 10) : kPlays;
}

TEST(Odds, agree_with_the_dice_in_every_known_combat) {
  std::vector<Trouble> troubles;
  const auto trials = load_trials({TAMBOUR_SOURCE "/tests/combats"}, data_directory(), make_game, troubles);
  for (const Trouble& t : troubles) ADD_FAILURE() << t.text();
  std::map<std::string, int> books;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Verdict v = try_out(trials[i], plays(), 1 + i);
    // Sixty combats meet bad luck now and then; a real difference shows all the more in ten times as many plays.
    if (v.chance <= 0.01 / double(trials.size())) v = try_out(trials[i], 10 * plays(), 1001 + i);
    ++books[trials[i].book];
    EXPECT_EQ(v.stranger, "") << trials[i].where;
    EXPECT_EQ(v.odds.sampled, 0) << trials[i].where << " should be walked exactly";
    EXPECT_LE(v.off, 1e-12) << trials[i].where;
    EXPECT_GT(v.chance, 0.01 / double(trials.size())) << trials[i].where << ": chi-square " << v.chi << " at " << v.freedom;
  }
  EXPECT_GE(trials.size(), 30u);
  for (const char* book : {"jdg", "beginners", "siecle", "tng"}) EXPECT_GE(books[book], 6) << book;
}

TEST(Odds, tails_of_chi_square_are_those_of_the_tables) {
  EXPECT_NEAR(chi_square_tail(3.841, 1), 0.05, 1e-4);
  EXPECT_NEAR(chi_square_tail(18.307, 10), 0.05, 1e-4);
  EXPECT_NEAR(chi_square_tail(135.807, 100), 0.01, 1e-4);
  EXPECT_NEAR(chi_square_tail(2.558, 10), 0.99, 1e-4);
  EXPECT_EQ(chi_square_tail(0, 5), 1);
}

bool fights(Verb v) {
  for (Verb x : {Verb::Fire, Verb::FireTogether, Verb::FireAt, Verb::Salvo, Verb::Charge, Verb::ChargeStack, Verb::Resolve, Verb::Melee,
                 Verb::Rally, Verb::Shock, Verb::Yes})
    if (v == x) return true;
  return false;
}

class OddsOfBattles : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  void SetUp() override {
    Trouble trouble;
    battle_ = load_battle(data_directory() + "/battles/" + GetParam().first, trouble);
    if (battle_ && battle_->plays(GetParam().second)) game_ = make_game(GetParam().second, *battle_, data_directory(), trouble);
    ASSERT_TRUE(game_) << trouble.text();
    game_->setup(start_);
  }
  // Calls each(state, acts) for positions of random games, until it says that it has seen enough.
  template <class Each>
  void wander(uint64_t seed, Each&& each) {
    Rng rng(seed);
    ActionList<> acts;
    for (int n = 0; n < 40; ++n) {
      State s;
      copy(s, start_);
      for (int k = 0; k < 4000 && !s.over(); ++k) {
        acts.clear();
        game_->options(s, acts);
        if (!each(s, acts, rng)) return;
        game_->apply(s, acts[int(rng.below(uint32_t(acts.size())))]);
      }
    }
  }
  std::unique_ptr<Battle> battle_;
  std::unique_ptr<Game> game_;
  State start_;
};

// Of every kind of act the first few that lead to more than one ending.
TEST_P(OddsOfBattles, agree_with_the_dice) {
  std::map<std::pair<std::string, Verb>, int> seen;
  int tried = 0;
  wander(11, [&](const State& s, const ActionSink& acts, Rng& rng) {
    const Action* fight = std::find_if(acts.begin(), acts.end(), [](const Action& x) { return fights(x.verb); });
    if (s.seat > Seat::Second || fight == acts.end() || rng.below(3) || seen[{game_->decision(s).question, fight->verb}] == 2) return true;
    Trial t;
    copy(t.state, s);
    t.act = *fight, t.game = game_.get(), t.options.nodes = kSanitized ? 400 : 4000;
    const Verdict v = try_out(t, plays() / 20, 5);
    if (v.odds.endings.size() < 2 || v.odds.sampled > 0) return true;
    ++seen[{game_->decision(s).question, fight->verb}];
    const std::string what = std::string(game_->decision(s).question) + ": " + to_text(t.act, *game_);
    EXPECT_EQ(v.stranger, "") << what;
    EXPECT_LE(v.off, 1e-12) << what;
    EXPECT_GT(v.chance, 1e-5) << what << ", " << v.odds.endings.size() << " endings";
    return ++tried < 8;
  });
  EXPECT_GE(tried, 3);
}

TEST_P(OddsOfBattles, positions_in_brief_say_what_the_view_says) {
  int looked = 0;
  UnitVector<UnitSummary> brief;
  wander(3, [&](const State& s, const ActionSink&, Rng& rng) {
    if (rng.below(20)) return true;
    game_->summaries(s, brief);
    EXPECT_EQ(brief, summaries_of(game_->observe(s, Seat::Nobody)));
    return ++looked < 200 && !HasFailure();
  });
  EXPECT_GT(looked, 20);
}

INSTANTIATE_TEST_SUITE_P(Books, OddsOfBattles,
                         testing::Values(std::pair{"marengo-1800", "jdg"}, std::pair{"train-jdg-1-bridge", "jdg"},
                                         std::pair{"train-jdg-2-square", "jdg"}, std::pair{"marengo-1800", "beginners"},
                                         std::pair{"train-tg-1-causeway", "tng"}, std::pair{"train-tg-2-redoubt", "tng"},
                                         std::pair{"austerlitz-1805-south", "tng"}, std::pair{"train-gs-1-mill", "siecle"},
                                         std::pair{"train-gs-2-hedgehog", "siecle"}),
                         [](const auto& which) {
                           std::string name = std::string(which.param.first) + "_" + which.param.second;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tambour
