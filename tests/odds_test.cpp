// Exact odds against the dice: for varied combats of every book, the distribution that was walked is the one that falls.
#include "ai/odds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ai/bag.h"
#include "battle/battle.h"
#include "lab/draft.h"
#include "rules/registry.h"

namespace tambour {
namespace {

struct Combat {
  State state;
  Action act;
  Odds odds;
};

std::unique_ptr<Table> open(const std::string& id, std::string_view book) {
  Trouble trouble;
  auto table = std::make_unique<Table>();
  table->battle = load_battle(data_directory() + "/battles/" + id, trouble);
  if (!table->battle || !table->battle->plays(book)) return nullptr;
  table->game = make_game(book, *table->battle, data_directory(), trouble);
  if (!table->game) return nullptr;
  table->game->setup(table->start);
  return table;
}

bool fights(Verb v) {
  for (Verb x : {Verb::Fire, Verb::FireTogether, Verb::FireAt, Verb::Salvo, Verb::Charge, Verb::ChargeStack, Verb::Resolve, Verb::Melee,
                 Verb::Rally, Verb::Shock, Verb::Yes})
    if (v == x) return true;
  return false;
}

// Positions from random games in which a combat can begin; of every kind of act the first few.
std::vector<Combat> combats(const Game& game, const State& start, uint64_t seed, int each, std::size_t most) {
  std::vector<Combat> out;
  std::map<std::pair<std::string, Verb>, int> seen;
  Rng rng(seed);
  ActionList<> acts;
  for (int n = 0; n < 40 && out.size() < most; ++n) {
    State s;
    copy(s, start);
    for (int k = 0; k < 4000 && !s.over() && out.size() < most; ++k) {
      acts.clear();
      game.options(s, acts);
      const Action a = acts[int(rng.below(uint32_t(acts.size())))];
      const Action* fight = std::find_if(acts.begin(), acts.end(), [](const Action& x) { return fights(x.verb); });
      if (s.seat <= Seat::Second && fight != acts.end() && rng.below(3) == 0 && seen[{game.decision(s).question, fight->verb}] < each) {
        Combat c{s, *fight, odds(game, s, *fight)};
        if (c.odds.endings.size() > 1) ++seen[{game.decision(s).question, fight->verb}], out.push_back(std::move(c));
      }
      game.apply(s, a);
    }
  }
  return out;
}

// The same chain, played with fair dice and nothing merged.
void play_out(const Game& game, State& s, Rng& rng) {
  ActionList<> acts;
  while (!s.over() && s.dice != Dice::Draw && !(s.seat <= Seat::Second && game.decision(s).rest)) {
    if (s.seat <= Seat::Second) {
      game.apply(s, policy_answer(game, s, Policy::Best));
      continue;
    }
    acts.clear();
    game.options(s, acts);
    game.apply(s, acts[int(rng.below(uint32_t(acts.size())))]);
  }
}

std::map<std::vector<Ending::Change>, int> sample(const Game& game, const Combat& c, int n, uint64_t seed) {
  Bag ends;
  Rng rng(seed);
  State s;
  for (int k = 0; k < n; ++k) {
    copy(s, c.state);
    game.apply(s, c.act);
    play_out(game, s, rng);
    ends.add(s, 1);
  }
  std::map<std::vector<Ending::Change>, int> out;
  for (int i = 0; i < ends.size(); ++i) {
    ends.get(i, s);
    out[changes(game, c.state, s)] += int(ends.mass(i));
  }
  return out;
}

// Standard deviations by which chi-square exceeds what chance explains (Wilson and Hilferty); rare endings are pooled.
double surprise(const Odds& odds, const std::map<std::vector<Ending::Change>, int>& fallen, int n) {
  double chi = 0, rare = 0;
  int cells = 0, rare_fallen = 0;
  for (const Ending& e : odds.endings) {
    const auto at = fallen.find(e.changes);
    const int got = at == fallen.end() ? 0 : at->second;
    const double want = e.probability * n;
    if (want < 5) {
      rare += want, rare_fallen += got;
      continue;
    }
    chi += (got - want) * (got - want) / want;
    ++cells;
  }
  if (rare >= 5) chi += (rare_fallen - rare) * (rare_fallen - rare) / rare, ++cells;
  const double k = std::max(cells - 1, 1);
  return (std::cbrt(chi / k) - (1 - 2 / (9 * k))) / std::sqrt(2 / (9 * k));
}

class OddsOfBattles : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(OddsOfBattles, agree_with_the_dice) {
  const auto table = open(GetParam().first, GetParam().second);
  if (!table) GTEST_SKIP() << "no such battle under this book";
  const Game& game = *table->game;
  const int n = 1500;
  int tried = 0;
  for (const Combat& c : combats(game, table->start, 11, 2, 8)) {
    const std::string what = std::string(game.decision(c.state).question) + ": " + to_text(c.act, game);
    double mass = 0;
    for (const Ending& e : c.odds.endings) mass += e.probability;
    EXPECT_NEAR(mass, 1, 1e-12) << what;
    for (const UnitOdds& u : c.odds.units) EXPECT_NEAR(u.fate[0] + u.fate[1] + u.fate[2] + u.fate[3] + u.fate[4], 1, 1e-12) << what;
    for (const HexOdds& h : c.odds.hexes) EXPECT_NEAR(h.side[0] + h.side[1] + h.empty, 1, 1e-12) << what;
    if (!c.odds.followed.empty() || c.odds.sampled > 0) continue;
    ++tried;
    const auto fallen = sample(game, c, n, 5);
    for (const auto& [changed, count] : fallen)
      EXPECT_TRUE(
          std::any_of(c.odds.endings.begin(), c.odds.endings.end(), [&wanted = changed](const Ending& e) { return e.changes == wanted; }))
          << what << " ended in a way the odds do not know";
    EXPECT_LT(surprise(c.odds, fallen, n), 4) << what << ", " << c.odds.endings.size() << " endings";
  }
  EXPECT_GE(tried, 3);
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
