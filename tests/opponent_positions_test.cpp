// SPDX-License-Identifier: MIT
// Positions in which a club player does not hesitate (tests/positions/*.txt): the opponent must choose the right act, or must not
// choose the wrong one, whatever its seed. A position is a case that ends with lines such as
//   chooses recruit,veteran yes                      the next act begins with one of these texts, parted by |
//   avoids veteran done | restack                    … with none of them
//   ends veteran wa 0805                             when its movement is over, the unit stands in one of these hexes
//   never-ends veteran wa 1005                       … in none of them
#include <gtest/gtest.h>

#include <algorithm>

#include "ai/hint.h"
#include "ai/player.h"
#include "ai/verbs.h"
#include "lab/cases.h"
#include "rules/registry.h"
#include "sanitized.h"

namespace tambour {
namespace {

constexpr uint64_t kSeeds = kSanitized ? 1 : 5;

struct Demand {
  std::string kind, unit;
  std::vector<std::string> levels, texts;
};

Demand read_demand(std::string_view line) {
  Demand out;
  auto w = words(line);
  out.kind = w[0];
  for (auto level : split(w[1], ',')) out.levels.emplace_back(level);
  std::size_t from = 2;
  if (out.kind.ends_with("ends")) out.unit = w[from++];
  out.texts.emplace_back();
  for (; from < w.size(); ++from) {
    if (w[from] == "|") out.texts.emplace_back();
    else out.texts.back() += (out.texts.back().empty() ? "" : " ") + std::string(w[from]);
  }
  return out;
}

// Plays on until nobody of this side is to be moved any more: its own decisions by the player, the other side's by a recruit.
void finish_movement(const Game& game, State& s, Player& player, uint64_t seed) {
  const Seat seat = s.seat;
  const auto enemy = make_player("recruit", seed);
  Rng rng(seed);
  ActionList<> acts;
  for (int n = 0; n < 2000 && !s.over() && s.dice != Dice::Draw; ++n) {
    acts.clear();
    game.options(s, acts);
    const auto moves = [](const Action& a) { return takes_in_hand(a.verb) || is_moving(a.verb); };
    if (s.seat == seat && game.decision(s).rest && std::none_of(acts.begin(), acts.end(), moves)) return;
    if (s.seat == Seat::Chance) game.apply(s, acts[int(rng.below(uint32_t(acts.size())))]);
    else game.apply(s, (s.seat == seat ? player : *enemy).choose(game, s, s.seat, {}));
  }
}

std::string outcome_of(const Game& game, const State& at, const Demand& d, const std::string& level, uint64_t seed) {
  State s;
  copy(s, at);
  const auto player = level == "hint" ? nullptr : make_player(level, seed);
  if (d.unit.empty()) return to_text(player ? player->choose(game, s, s.seat, {}) : hints(game, s, s.seat, seed).at(0).act, game);
  finish_movement(game, s, *player, seed);
  UnitVector<UnitSummary> all;
  game.summaries(s, all);
  return game.grid().number(all[*game.find_unit(d.unit)].hex);
}

TEST(OpponentPositions, are_decided_as_a_club_player_would) {
  std::vector<Trouble> troubles;
  const auto positions = load_cases({TAMBOUR_SOURCE "/tests/positions"}, troubles);
  for (const Trouble& t : troubles) ADD_FAILURE() << t.text();
  int demands = 0;
  for (Case c : positions) {
    std::vector<Demand> wanted;
    const auto is_demand = [](const CaseLine& l) {
      for (auto word : {"chooses", "avoids", "ends", "never-ends"})
        if (starts_with_word(l.text, word)) return true;
      return false;
    };
    for (; !c.play.empty() && is_demand(c.play.back()); c.play.pop_back()) wanted.push_back(read_demand(c.play.back().text));
    EXPECT_FALSE(wanted.empty()) << c.file << ":" << c.line << ": nothing is demanded";
    std::unique_ptr<Table> table;
    State at;
    const std::string no = play_case(c, c.books.at(0), data_directory(), make_game, table, at);
    EXPECT_EQ(no, "") << c.title;
    if (!no.empty()) continue;
    for (const Demand& d : wanted)
      for (const std::string& level : d.levels)
        for (uint64_t seed = 1; seed <= kSeeds; ++seed, ++demands) {
          const std::string got = outcome_of(*table->game, at, d, level, seed);
          const bool met = std::any_of(d.texts.begin(), d.texts.end(), [&](const std::string& t) { return got.starts_with(t); });
          EXPECT_EQ(met, d.kind == "chooses" || d.kind == "ends") << c.title << ": " << level << ", seed " << seed << ": " << got;
        }
  }
  EXPECT_GE(positions.size(), 20u);
  EXPECT_GE(demands, 20);
}

}  // namespace
}  // namespace tambour
