// SPDX-License-Identifier: MIT
// What survives a restart of the server: running games and thinking time.
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

// Thinking time is counted while the player of the deciding seat is connected, and survives a restart.
TEST(Server, keeps_the_time_each_seat_has_thought) {
  using std::chrono::milliseconds;
  Scratch scratch;
  json game, clock;
  {
    LocalServer server(scratch.store());
    game = new_game(server.port());
    Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1);
    blue.join();
    clock = blue.socket->expect("presence")["clock"];
    EXPECT_EQ(clock["running"], "Blue");
    std::this_thread::sleep_for(milliseconds(120));
    blue.act();
    clock = blue.socket->expect("update")["clock"];
    EXPECT_GE(clock["spent"]["Blue"], 120);
    EXPECT_TRUE(clock["running"].is_null());  // nobody sits at White's side
    Bot white(server.port(), game["game"], game["seats"]["White"]["secret"], 1);
    white.join();
    const json came = blue.socket->expect("presence")["clock"];
    EXPECT_EQ(came["running"], "White");
    EXPECT_EQ(came["spent"]["Blue"], clock["spent"]["Blue"]);
    std::this_thread::sleep_for(milliseconds(80));
    white.socket->cut();
    clock = blue.socket->expect("presence")["clock"];
    EXPECT_TRUE(clock["running"].is_null());
    EXPECT_GE(clock["spent"]["White"], 80);
    std::this_thread::sleep_for(milliseconds(30));
  }
  LocalServer server(scratch.store());
  EXPECT_EQ(http(server.port(), "GET", "/api/games/" + game["game"].get<std::string>()).parsed()["clock"], clock["spent"]);
  Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1);
  blue.join();
  EXPECT_EQ(blue.hello["clock"], clock);
}

TEST(Server, running_games_are_there_after_a_restart_and_a_stop_is_announced) {
  Scratch scratch;
  json game;
  std::vector<json> log;
  {
    LocalServer server(scratch.store());
    game = new_game(server.port());
    Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1),
        white(server.port(), game["game"], game["seats"]["White"]["secret"], 2);
    blue.join(), white.join();
    while (blue.log.size() <= 40 && !blue.over())
      for (Bot* bot : {&blue, &white}) {
        if (bot->has_turn()) bot->act();
        try {
          if (const auto m = bot->socket->read(std::chrono::milliseconds(1))) bot->take(*m);
        } catch (const std::runtime_error&) {
        }
      }
    log = blue.log;
    ASSERT_GT(log.size(), 10u);
  }
  LocalServer server(scratch.store());
  Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1);
  blue.join();
  ASSERT_GE(blue.log.size(), log.size());
  for (std::size_t i = 0; i < log.size(); ++i) EXPECT_EQ(blue.log[i], log[i]);
}

}  // namespace
}  // namespace tambour::server::test
