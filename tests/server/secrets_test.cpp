// SPDX-License-Identifier: MIT
// What is sent to whom, for every book and battle there is, and the arithmetic behind it.
#include <gtest/gtest.h>

#include <set>

#include "rules/registry.h"
#include "server/battle_catalog.h"
#include "server/live_game.h"
#include "toy/toy.h"

namespace tambour::server {
namespace {

// Sanitizers make everything ten times slower.
#if defined(__SANITIZE_ADDRESS__)
constexpr int kActs = 40;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr int kActs = 40;
#else
constexpr int kActs = 400;
#endif
#else
constexpr int kActs = 400;
#endif

using Views = std::array<json, kLiveViewers>;

Views views_of(const Game& game, const State& s) {
  return {view_for(game, s, Viewer::First), view_for(game, s, Viewer::Second), view_for(game, s, Viewer::Public)};
}

void merge(json& view, const json& changes) {
  for (const auto& [key, value] : changes.items()) {
    if (key == "removed") {
      for (const json& id : value) std::erase_if(view["counters"].get_ref<json::array_t&>(), [&](const json& c) { return c["id"] == id; });
    } else if (key != "counters") {
      view[key] = value;
    } else {
      for (const json& changed : value) {
        auto& counters = view["counters"].get_ref<json::array_t&>();
        const auto at = std::find_if(counters.begin(), counters.end(), [&](const json& c) { return c["id"] == changed["id"]; });
        if (at == counters.end()) counters.push_back(changed);
        else *at = changed;
      }
    }
  }
}

json by_id(json view) {
  auto& counters = view["counters"].get_ref<json::array_t&>();
  std::sort(counters.begin(), counters.end(), [](const json& a, const json& b) { return a["id"] < b["id"]; });
  return view;
}

// An act that changes what its own side sees and nothing that another viewer sees is secret; that viewer must not read it.
void expect_secrets_kept(const Step& step, const Views& before, const Views& after) {
  if (step.record.seat > Seat::Second) return;
  const auto own = std::size_t(viewer_index(viewer_of(step.record.seat)));
  for (std::size_t v = 0; v < kLiveViewers; ++v) {
    if (v == own || before[own] == after[own] || before[v] != after[v] || step.update[v].empty()) continue;
    EXPECT_TRUE(json::parse(step.update[v])["act"].is_null()) << step.record.text << " is told to viewer " << v << ": " << step.update[v];
  }
}

// A die that a viewer is told of comes with what it was for; what the rules answered by themselves is marked as such.
void expect_told(const json& update) {
  if (const json act = update.value("act", json()); act.is_object() && act["verb"] == "roll") {
    EXPECT_TRUE(update.contains("due") && update["due"]["ledger"]["lines"].is_array()) << update;
  }
  for (const json& f : update.value("forced", json::array())) EXPECT_EQ(f.value("forced", false), true) << update;
}

// Zones of control are drawn from what a seat knows. In these books that is all there is to know of them.
void expect_zones_are_known(const Game& game, const State& s) {
  for (Seat seat : {Seat::First, Seat::Second}) EXPECT_EQ(wire::zones(game, wire::known_to(game, s, seat)), wire::zones(game, s));
}

void play_random_game(const Game& game, const GameRow& row, uint64_t seed) {
  LiveGame live(game, row);
  live.settle(0);
  Views told;
  for (std::size_t v = 0; v < kLiveViewers; ++v) told[v] = json::parse(live.view(Viewer(v)));
  Rng rng(seed);
  for (int acts = 0; acts < kActs && !live.over(); ++acts) {
    ActionList<> options;
    game.options(live.state(), options);
    const Action act = options[int(rng.below(uint32_t(options.size())))];
    if (acts % 10 == 0) expect_zones_are_known(game, live.state());
    const Views before = views_of(game, live.state());
    const State state = live.state();
    const Steps steps = live.play(act, 0);
    State next = state;
    game.apply(next, act);
    expect_secrets_kept(steps[0], before, views_of(game, next));
    for (const Step& step : steps)
      for (std::size_t v = 0; v < kLiveViewers; ++v)
        if (!step.update[v].empty()) {
          const json update = json::parse(step.update[v]);
          expect_told(update);
          merge(told[v], update.value("view", json::object()));
        }
    // What a client has put together from changes is what the engine shows its seat, unless the last act was hidden from it.
    for (std::size_t v = 0; v < kLiveViewers; ++v) {
      if (steps.back().update[v].empty()) continue;
      ASSERT_EQ(by_id(told[v]), by_id(view_for(game, live.state(), Viewer(v)))) << "viewer " << v;
    }
  }
  LiveGame again(game, row);
  ASSERT_EQ(again.restore(live.records()).text(), Trouble{}.text());
  for (int v = 0; v < kViewers; ++v) EXPECT_EQ(log_json(again.log(Viewer(v)), 0), log_json(live.log(Viewer(v)), 0));
  EXPECT_TRUE(same(again.state(), live.state()));
}

TEST(Secrets, every_book_and_battle_keeps_them_and_changes_add_up) {
  init_crypto();
  const std::string data = TAMBOUR_SOURCE "/data";
  const BattleCatalog catalog(data, rulesets(), make_game);
  int games = 0;
  for (const std::string& battle : list_battles(data))
    for (const std::string_view book : rulesets())
      if (const Game* game = catalog.find(battle, std::string(book))) {
        SCOPED_TRACE(battle + " under " + std::string(book));
        GameRow row;
        row.id = "test", row.battle = battle, row.book = book, row.dice_secret = hex(sha256("seed"));
        play_random_game(*game, row, 1 + uint64_t(games++));
      }
  EXPECT_EQ(games > 0, !rulesets().empty());
}

// A book whose zones hang on a hidden choice: they must not tell it.
class Betraying : public toy::ToyGame {
 public:
  using ToyGame::ToyGame;
  bool controls(const State& s, Seat, HexId h) const override { return pos(s).stance[0] == h; }
};

TEST(Secrets, zones_tell_nothing_that_is_hidden) {
  Trouble trouble;
  const auto battle = load_battle(TAMBOUR_SOURCE "/tests/server/data/battles/skirmish", trouble);
  ASSERT_TRUE(battle) << trouble.text();
  const auto made = toy::make(*battle, "", trouble);
  ASSERT_TRUE(made) << trouble.text();
  const Betraying game(static_cast<const toy::ToyGame&>(*made).field());
  std::set<std::string> own, foe;
  for (uint8_t stance = 0; stance < 3; ++stance) {
    State s;
    game.setup(s);
    game.apply(s, Action{Verb::ChooseNumber, stance});
    own.insert(view_for(game, s, Viewer::First)["zones"].dump());
    foe.insert(view_for(game, s, Viewer::Second)["zones"].dump());
    ViewCache eyes;
    eyes.look(game, s);
    EXPECT_EQ(json::parse(eyes.whole(Viewer::Second))["zones"], view_for(game, s, Viewer::Second)["zones"]);
  }
  EXPECT_EQ(own.size(), 3u);
  EXPECT_EQ(foe.size(), 1u);
}

TEST(SeatClock, runs_for_one_seat_at_a_time_and_never_back) {
  SeatClock clock(500, 0);
  clock.run(Seat::First, 1000);
  clock.run(Seat::Second, 1300);
  EXPECT_EQ(clock.spent(Seat::First), 800);
  clock.run(Seat::Nobody, 1100);  // the machine's clock was set back
  clock.run(Seat::First, 9000);
  EXPECT_EQ(clock.spent(Seat::Second), 0);
  EXPECT_EQ(clock.running(), Seat::First);
  clock.run(Seat::Chance, 9010);
  EXPECT_EQ(clock.spent(Seat::First), 810);
  EXPECT_EQ(clock.running(), Seat::Nobody);
}

TEST(Secrets, common_is_what_both_know) {
  const json a = json::parse(
      R"({"turn": 1, "marks": ["x", "y", "y"], "facts": {"p": "1", "q": "2"}, "counters": [{"id": "u", "sp": 3}, {"id": "v", "hex": "0101"}]})");
  const json b = json::parse(
      R"({"turn": 1, "marks": ["y", "z"], "facts": {"p": "1", "q": "3"}, "counters": [{"id": "v"}, {"id": "u", "sp": 3}, {"id": "w"}]})");
  EXPECT_EQ(common(a, b),
            json::parse(R"({"turn": 1, "marks": ["y"], "facts": {"p": "1"}, "counters": [{"id": "u", "sp": 3}, {"id": "v"}]})"));
}

TEST(FairDice, every_outcome_is_as_likely_and_hangs_on_all_that_was_played) {
  init_crypto();
  FairDice dice(sha256("secret"), {"game", "book", "battle"}), other(sha256("secret"), {"game2", "book", "battle"});
  EXPECT_EQ(dice.commitment(), hex(sha256(std::string_view(reinterpret_cast<const char*>(sha256("secret").data()), 32))));
  int faces[10] = {}, differ = 0;
  for (int i = 0; i < 20000; ++i) {
    ++faces[dice.choose(10)];
    differ += dice.choose(10) != other.choose(10);
    const GameEntry entry{GameEntry::Act, Seat::Chance, "roll " + std::to_string(i)};
    dice.note(entry), other.note(entry);
  }
  for (int n : faces) EXPECT_NEAR(n, 2000, 200);  // more than four standard deviations
  EXPECT_NEAR(differ, 18000, 300);
  dice.note({GameEntry::Entropy, Seat::First, "x"});
  FairDice twin = dice;
  twin.note({GameEntry::Check, Seat::Nobody, "50 abc"});  // checks are not part of the chain
  EXPECT_EQ(twin.choose(1000), dice.choose(1000));
}

// The figures of docs/table-protocol.md worked out by hand, so that a browser's verification can be held against them.
TEST(FairDice, the_chain_is_the_documented_one) {
  init_crypto();
  const Digest secret{};
  FairDice dice(secret, {"g", "b", "t", 0, 1});
  EXPECT_EQ(dice.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
  EXPECT_EQ(dice.choose(1000000), 938249);
  dice.note({GameEntry::Act, Seat::First, "done"});
  EXPECT_EQ(dice.choose(1000000), 719072);
}

}  // namespace
}  // namespace tambour::server
