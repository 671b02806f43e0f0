// SPDX-License-Identifier: MIT
// Real battles of every book over real sockets: from the set-up to the end, with cut connections and a new start of the server between.
#include <functional>
#include <set>

#include "lab/game_file.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

class RealBattle {
 public:
  RealBattle(const std::string& battle, const std::string& book)
      : rules_(*real_catalog().find(battle, book)), rng_(hash_text(battle + book)) {
    start_server();
    json seats;
    for (Seat s : {Seat::First, Seat::Second}) seats[rules_.side_name(s)] = {{"kind", "human"}};
    game_ = post(server_->port(), "/api/games", {{"battle", battle}, {"book", book}, {"seats", seats}}, 201);
    for (int v = 0; v < 3; ++v) bots_[v] = newcomer(v);
  }

  // Random legal acts. Connections are cut again and again, also between an act and its answer, and once the server starts anew.
  void play() {
    int to_act = 0;
    if (!bots_[0]->has_turn()) to_act = 1;
    for (; acts < 20000; ++acts) {
      if (acts == kNewStart) start_server();
      if (acts % 20 == 19) bots_[acts / 20 % 3]->join();  // before anybody has sent more in a row than the server allows
      Bot& mover = *bots_[to_act];
      read_until(mover, [&] { return mover.has_turn(); });
      if (mover.over() || ::testing::Test::HasFatalFailure()) return;
      mover.act();
      if (rng_.below(30) == 0) {
        mover.join();  // the act may have come through or not
        if (!mover.has_turn()) continue_with(to_act, mover);
        continue;
      }
      bool answered = false;
      read_until(
          mover, [&] { return answered; }, [&](const json& m) { answered = m["type"] == "done" || is_late(m); });
      if (!mover.over()) continue_with(to_act, mover);
    }
    FAIL() << "the battle does not end";
  }

  void check_the_end() {
    for (int v = 0; v < 3; ++v) {
      Bot& bot = *bots_[v];
      read_until(bot, [&] { return bot.over(); });
      EXPECT_FALSE(bot.undo) << "undo is offered after the end";
      EXPECT_TRUE(bot.options.is_null());
      const auto late = newcomer(v);
      EXPECT_EQ(json(late->log), json(bot.log)) << "viewer " << v;
      EXPECT_EQ(late->view, bot.view) << "viewer " << v;
      late->socket->send({{"type", "undo"}, {"seq", late->log.size()}});
      EXPECT_EQ(late->socket->expect("error")["code"], "undo");
    }
    const std::string address = "/api/games/" + game_["game"].get<std::string>();
    Trouble trouble;
    const auto file = read_game_file(http(server_->port(), "GET", address + "/file").body, "file", trouble);
    ASSERT_TRUE(file) << trouble.text();
    EXPECT_EQ(file->commitment, game_["commitment"]);
    EXPECT_EQ(verify_dice(*file, rules_).error, "");
    EXPECT_EQ(http(server_->port(), "GET", address + "/summary").parsed()["outcome"]["over"], true);
  }

  static constexpr int kNewStart = 60;
  int acts = 0;

 private:
  std::unique_ptr<Bot> newcomer(int viewer) {
    const std::string secret = viewer == 2 ? "" : game_["seats"][rules_.side_name(Seat(viewer))]["secret"].get<std::string>();
    auto bot = std::make_unique<Bot>(server_->port(), game_["game"], secret, rng_.next());
    bot->join();
    return bot;
  }
  void start_server() {
    server_.reset();
    server_ = std::make_unique<LocalServer>(scratch_.store(), real_catalog());
    for (auto& bot : bots_)
      if (bot) bot->move_to(server_->port());
  }
  void continue_with(int& to_act, const Bot& mover) { to_act = mover.decision["seat"] == rules_.side_name(Seat::First) ? 0 : 1; }
  // An act that was cut off came through after all, so the one after it speaks of a game that has gone on.
  static bool is_late(const json& message) {
    return message["type"] == "error" && (message["code"] == "stale" || message["code"] == "turn");
  }

  void read_until(
      Bot& bot, const std::function<bool()>& enough, const std::function<void(const json&)>& look = [](const json&) {}) {
    while (!enough() && !bot.over()) {
      const auto message = bot.socket->read();
      ASSERT_TRUE(message);
      bot.take(*message);
      look(*message);
      if (is_late(*message)) bot.errors.pop_back(), bot.join();
      ASSERT_TRUE(bot.errors.empty()) << bot.errors[0];
    }
  }

  Scratch scratch_;
  const Game& rules_;
  Rng rng_;
  std::unique_ptr<LocalServer> server_;
  json game_;
  std::unique_ptr<Bot> bots_[3];  // the seats and a watcher
};

TEST(Battle, of_every_book_is_played_from_set_up_to_end_through_cuts_and_a_restart) {
  std::set<std::string> played;
  for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data")) {
    if (battle.rfind("train-", 0) != 0) continue;
    for (const std::string_view name : rulesets()) {
      const std::string book(name);
      if (!real_catalog().find(battle, book) || !played.insert(book).second) continue;
      SCOPED_TRACE(battle + " under " + book);
      RealBattle story(battle, book);
      story.play();
      if (HasFatalFailure()) return;
      EXPECT_GT(story.acts, RealBattle::kNewStart);
      story.check_the_end();
    }
  }
  EXPECT_GE(played.size(), 4u);
}

}  // namespace
}  // namespace tambour::server::test
