// SPDX-License-Identifier: MIT
// The opponent: it plays every battle to its end, sees only what its seat may see, and can be repeated.
#include <gtest/gtest.h>

#include "ai/hint.h"
#include "ai/player.h"
#include "ai/searching_player.h"
#include "battle/battle.h"
#include "lab/draft.h"
#include "lab/ladder.h"
#include "rules/registry.h"
#include "sanitized.h"

namespace tambour {
namespace {

std::unique_ptr<Table> open(const std::string& id, std::string_view book) {
  Trouble trouble;
  auto table = std::make_unique<Table>();
  table->battle = load_battle(data_directory() + "/battles/" + id, trouble);
  if (!table->battle || !table->battle->plays(book)) return nullptr;
  table->game = make_game(book, *table->battle, data_directory(), trouble);
  if (table->game) table->game->setup(table->start);
  return table->game ? std::move(table) : nullptr;
}

template <class Visit>
void for_each_battle(Visit visit) {
  for (const std::string& id : list_battles(data_directory()))
    for (auto book : rulesets())
      if (const auto table = open(id, book)) visit(*table);
}

// Plays on with recruits and fair dice until `stop` says so; returns the acts of the players.
template <class Stop>
std::vector<Action> play(const Game& game, State& s, uint64_t seed, Stop stop) {
  const std::unique_ptr<Player> players[2] = {make_player("recruit", seed), make_player("recruit", seed + 1)};
  Rng rng(seed);
  ActionList<> acts;
  std::vector<Action> out;
  for (int n = 0; n < 200'000 && !s.over() && !stop(s); ++n) {
    acts.clear();
    game.options(s, acts);
    if (s.seat <= Seat::Second) out.push_back(players[index(s.seat)]->choose(game, s, s.seat, {}));
    game.apply(s, s.seat <= Seat::Second ? out.back() : acts[int(rng.below(uint32_t(acts.size())))]);
  }
  return out;
}
constexpr auto kToTheEnd = [](const State&) { return false; };

TEST(Opponent, recruits_play_every_battle_of_every_book_to_its_end) {
  for_each_battle([](const Table& t) {
    State s;
    copy(s, t.start);
    int answers = 0;
    play(*t.game, s, 3, [&](const State&) { return kSanitized && ++answers == 400; });
    EXPECT_TRUE(s.over() || kSanitized) << t.battle->id << " under " << t.game->book();
    EXPECT_EQ(t.game->complaint(s), "") << t.battle->id << " under " << t.game->book();
  });
}

TEST(Opponent, the_same_seed_plays_the_same_game) {
  const auto t = open("train-jdg-2-square", "jdg");
  State a, b;
  copy(a, t->start), copy(b, t->start);
  EXPECT_EQ(play(*t->game, a, 8, kToTheEnd), play(*t->game, b, 8, kToTheEnd));
}

// A hex is looked at with one facing first, and only the best with all: what is chosen in the end must be the best way to stand there.
TEST(Opponent, no_other_facing_would_be_better_where_a_unit_goes) {
  for (const auto& [id, book] : {std::pair{"train-jdg-1-bridge", "jdg"}, {"train-tg-2-redoubt", "tng"}}) {
    const auto t = open(id, book);
    Planner planner(*t->game, {});
    State s, at, after;
    int halts = 0;
    const auto look = [&](const State& now) {
      if (now.seat > Seat::Second || !t->game->decision(now).rest || halts == 40) return halts == 40;
      const Candidate plan = planner.rank(now, now.seat).front();
      if (!takes_in_hand(plan.act.verb) || plan.then.empty() || plan.then.back().verb != Verb::Halt) return false;
      copy(at, now);
      t->game->apply(at, plan.act);
      for (int i = 0; i + 1 < plan.then.size() && !t->game->refuse(at, plan.then[i]); ++i) t->game->apply(at, plan.then[i]);
      for (Action halt = plan.then.back(); halt.arg = uint8_t(turn(halt.arg, 1)), halt != plan.then.back();) {
        if (t->game->refuse(at, halt)) continue;
        copy(after, at);
        t->game->apply(after, halt);
        if (after.over() || after.seat != now.seat || !t->game->decision(after).rest) continue;
        EXPECT_LE(t->game->evaluate(after, now.seat), plan.value) << t->battle->id << ": " << to_text(halt, *t->game);
      }
      ++halts;
      return false;
    };
    for (uint64_t seed = 4; halts < 40 && seed < 8; ++seed) copy(s, t->start), play(*t->game, s, seed, look);
    EXPECT_EQ(halts, 40) << id;
  }
}

// Whatever the threads do: playouts are told apart by their seed, and sums are whole numbers.
// Who stands far from what the plans on trial are about has no part in their playouts.
TEST(Opponent, units_left_out_are_in_no_plan) {
  for_each_battle([](const Table& t) {
    State s;
    copy(s, t.start);
    const auto may_engage = [&](const State& now) {
      ActionList<> acts;
      if (now.seat <= Seat::Second) t.game->options(now, acts);
      return std::any_of(acts.begin(), acts.end(), [](const Action& a) { return engages(a.verb); });
    };
    const auto plans_to = [&](const State& now) {
      if (!may_engage(now)) return false;
      Planner planner(*t.game, {.movers = Movers::First});
      const auto& ranked = planner.rank(now, now.seat);
      return std::any_of(ranked.begin(), ranked.end(), [](const Candidate& c) { return engages(c.act.verb); });
    };
    play(*t.game, s, 4, plans_to);
    ASSERT_TRUE(plans_to(s)) << t.battle->id;
    for (Movers movers : {Movers::First, Movers::Best}) {
      Planner planner(*t.game, {.movers = movers});
      planner.leave_out(UnitVector<bool>(kUnitNumbers, true));
      for (const Candidate& c : planner.rank(s, s.seat))
        EXPECT_FALSE(engages(c.act.verb)) << t.battle->id << ": " << to_text(c.act, *t.game);
      planner.forget();
      const auto& again = planner.rank(s, s.seat);
      EXPECT_TRUE(std::any_of(again.begin(), again.end(), [](const Candidate& c) { return engages(c.act.verb); })) << t.battle->id;
    }
  });
}

TEST(Opponent, a_search_with_a_budget_can_be_repeated) {
  const auto t = open("train-jdg-1-bridge", "jdg");
  for (const char* level : {"veteran", "marshal/24"}) {
    State s;
    copy(s, t->start);
    const auto one = make_player(level, 6), two = make_player(level, 6);
    for (int answers = 0; answers < 6; ++answers) {
      play(*t->game, s, 5, [&](const State& now) { return now.seat <= Seat::Second && t->game->decision(now).rest; });
      const Action a = one->choose(*t->game, s, s.seat, {});
      EXPECT_EQ(a, two->choose(*t->game, s, s.seat, {})) << level;
      t->game->apply(s, a);
    }
  }
}

// Also the last act of a battle, after which no playout values a position any more.
TEST(Opponent, a_veteran_plays_to_the_end) {
  const auto t = open("train-jdg-1-bridge", "jdg");
  const std::unique_ptr<Player> players[2] = {make_player("veteran", 1), make_player("veteran", 2)};
  Rng rng(3);
  ActionList<> acts;
  State s;
  copy(s, t->start);
  for (int n = 0; n < 20'000 && !s.over(); ++n) {
    acts.clear();
    t->game->options(s, acts);
    const bool dice = s.seat == Seat::Chance;
    t->game->apply(s, dice ? acts[int(rng.below(uint32_t(acts.size())))] : players[index(s.seat)]->choose(*t->game, s, s.seat, {}));
  }
  EXPECT_TRUE(s.over());
}

// A move that crowds a hex costs a unit there: the planner must see that before it sets out (siecle 3.1). Only the enemy's reaction, or the
// die of a test beside the enemy, which halt a unit on its way through, may bring that about.
TEST(Opponent, nobody_marches_into_a_hex_that_is_full) {
  const auto t = open("train-gs-2-hedgehog", "siecle");
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    State s;
    copy(s, t->start);
    Seat before = Seat::Nobody;
    play(*t->game, s, seed, [&](const State& now) {
      EXPECT_FALSE(before == now.seat && std::string_view(t->game->decision(now).question) == "ChooseExcess");
      before = now.seat;
      return false;
    });
  }
}

// The other side's secrets are dealt anew; whoever decides must not notice.
void expect_blind(const Game& game, const State& start, const char* level, int nodes) {
  Rng rng(17);
  ActionList<> acts;
  State s;
  copy(s, start);
  for (int seen = 0, n = 0; seen < nodes && n < 3000 && !s.over(); ++n) {
    acts.clear();
    game.options(s, acts);
    if (s.seat <= Seat::Second && acts.size() > 1 && rng.below(8) == 0) {
      State other_secrets;
      copy(other_secrets, s);
      game.resample(other_secrets, s.seat, rng);
      const auto one = make_player(level, 5), two = make_player(level, 5);
      EXPECT_EQ(one->choose(game, s, s.seat, {}), two->choose(game, other_secrets, s.seat, {}))
          << level << " in " << game.battle_id() << " under " << game.book() << " at " << game.decision(s).question;
      ++seen;
    }
    game.apply(s, acts[int(rng.below(uint32_t(acts.size())))]);
  }
}

TEST(Opponent, knows_only_what_its_seat_may_see) {
  for_each_battle([](const Table& t) { expect_blind(*t.game, t.start, "recruit", 10); });
  const auto t = open("train-jdg-1-bridge", "jdg");
  for (const char* level : {"veteran/12", "marshal/12"}) expect_blind(*t->game, t->start, level, 4);
}

TEST(Opponent, recruit_beats_chance) {
  const auto t = open("train-jdg-2-square", "jdg");
  LadderOptions o;
  o.stronger = "recruit", o.weaker = "random", o.games = 20;
  const LadderResult r = play_ladder(*t->game, o);
  EXPECT_GE(r.score(), 0.8);
}

// The same plans are chosen however many threads play them out.
TEST(Opponent, threads_do_not_change_what_a_marshal_does) {
  const auto t = open("train-gs-2-hedgehog", "siecle");
  State s;
  copy(s, t->start);
  const Skill plans{.ends = 3}, quick{.hexes = 12, .nodes = 1, .samples = 2, .movers = Movers::First, .joint = false};
  SearchingPlayer alone(plans, quick, {.threads = 1, .playouts = 16}, 9);
  SearchingPlayer together(plans, quick, {.threads = 2, .playouts = 16}, 9);
  for (int answers = 0; answers < 12 && !s.over(); ++answers) {
    play(*t->game, s, 5, [&](const State& now) { return now.seat <= Seat::Second && t->game->decision(now).rest; });
    if (s.over()) break;
    const Action a = alone.choose(*t->game, s, s.seat, {});
    EXPECT_EQ(a, together.choose(*t->game, s, s.seat, {}));
    t->game->apply(s, a);
  }
}

TEST(Opponent, hints_are_legal_and_say_why) {
  const auto t = open("train-jdg-1-bridge", "jdg");
  State s;
  copy(s, t->start);
  play(*t->game, s, 4, [&](const State& now) { return std::string_view(t->game->decision(now).question) == "ChooseMover"; });
  const auto list = hints(*t->game, s, s.seat);
  ASSERT_GE(list.size(), 2u);
  for (const Hint& h : list) {
    EXPECT_FALSE(t->game->refuse(s, h.act));
    EXPECT_FALSE(h.why.empty());
  }
  EXPECT_GE(list[0].gain, list[1].gain);
}

}  // namespace
}  // namespace tambour
