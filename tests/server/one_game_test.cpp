// SPDX-License-Identifier: MIT
// A fault in the rules stays in the game that met it.
#include "kit/fault.h"
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

// The toy game with faults that a test arms.
class FaultyToy : public toy::ToyGame {
 public:
  explicit FaultyToy(const toy::ToyGame& whole) : ToyGame(whole) {}
  void apply(State& s, Action a, EventSink* events = nullptr, ActionSink* next = nullptr) const override {
    if (armed_play && a.verb == Verb::ChooseNumber && a.arg == 2) fault("planted in play");
    ToyGame::apply(s, a, events, next);
  }
  std::optional<bool> in_sight(const State&, HexId, HexId) const override { fault("planted in a question"); }
  Ledger ledger(const State& s, Action a) const override {
    if (armed_play) fault("planted in a ledger");
    return ToyGame::ledger(s, a);
  }
  static inline bool armed_play = false;
};

const BattleCatalog& faulty_library() {
  static const BattleCatalog catalog(
      TAMBOUR_SOURCE "/tests/server/data", {"toy"},
      [](std::string_view, const Battle& battle, const std::string& data, Trouble& trouble) -> std::unique_ptr<Game> {
        const auto whole = toy::make(battle, data, trouble);
        return whole ? std::make_unique<FaultyToy>(static_cast<const toy::ToyGame&>(*whole)) : nullptr;
      });
  return catalog;
}

class OneGame : public ::testing::Test {
 protected:
  void SetUp() override { set_log_level(LogLevel(4)); }
  void TearDown() override { FaultyToy::armed_play = false, set_log_level(LogLevel::Info); }
};

TEST_F(OneGame, is_closed_by_a_fault_in_play_and_all_others_go_on) {
  TestHub table(faulty_library());
  const json broken = table.skirmish(), sound = table.skirmish();
  const std::string id = broken["game"];
  const auto blue = table.join(broken, "Blue"), white = table.join(broken, "White"), other = table.join(sound, "Blue");
  const std::size_t kept = table.store->kept(id).records.size();
  FaultyToy::armed_play = true;
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 2"}});
  for (const auto& client : {blue, white}) {
    EXPECT_EQ(client->last("error")["code"], "fault");
    EXPECT_NE(client->last("error")["message"].get<std::string>().find("is closed"), std::string::npos);
    EXPECT_EQ(client->closed, 1011);
  }
  table.say(other, {{"type", "act"}, {"seq", other->seq()}, {"act", "choose-number 1"}});
  EXPECT_EQ(other->last("done")["played"], 1);

  // The record stays as it was, marked; what happened is in the mark, for whoever looks after the server, and in no list.
  EXPECT_EQ(table.store->kept(id).records.size(), kept);
  const std::string mark = json::parse(table.store->kept(id).row.status)["fault"];
  for (const char* part : {"planted in play", "skirmish", "choose-number 2", "position ", "procedures"})
    EXPECT_NE(mark.find(part), std::string::npos) << part << " is missing in " << mark;
  const json card = json::parse(table.http("GET", "/api/games/" + id).body);
  EXPECT_EQ(card["closed"], true);
  EXPECT_FALSE(card.contains("fault"));
  const HttpAnswer file = table.http("GET", "/api/games/" + id + "/file");
  EXPECT_EQ(file.status, 200);
  EXPECT_NE(file.body.find("tambour-game 2"), std::string::npos);
  EXPECT_EQ(table.join(broken, "Blue")->last("error")["code"], "game");
  EXPECT_EQ(table.http("GET", "/api/games/" + json(sound["game"]).get<std::string>()).status, 200);
}

TEST_F(OneGame, goes_on_when_a_question_about_it_meets_a_fault) {
  TestHub table(faulty_library());
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), watcher = table.join(game);
  table.say(watcher, {{"type", "sight"}, {"from", "0101"}, {"to", "0203"}, {"id", 4}});
  EXPECT_EQ(watcher->last("error")["code"], "fault");
  EXPECT_EQ(watcher->last("error")["id"], 4);
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 2"}});
  EXPECT_EQ(blue->last("done")["played"], 1);
}

// A game that can no longer be replayed says so; it is opened away from the network thread, and nothing else notices.
TEST_F(OneGame, that_cannot_be_replayed_is_told_to_whoever_joins) {
  HubLimits small;
  small.rooms = 1;
  TestHub table(faulty_library(), small);
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue");
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 2"}});
  table.hub.leave(blue);
  table.settle();
  const json next = table.skirmish();  // there is room for one: the first leaves memory
  FaultyToy::armed_play = true;
  const auto again = table.join(game, "Blue");
  EXPECT_EQ(again->last("error")["code"], "game");
  EXPECT_NE(again->last("error")["message"].get<std::string>().find("cannot be replayed"), std::string::npos);
  FaultyToy::armed_play = false;
  EXPECT_EQ(table.join(game, "Blue")->count("hello"), 1);
}

}  // namespace
}  // namespace tambour::server::test
