// SPDX-License-Identifier: MIT
// What one client can try against all others.
#include "tests/server/test_hub.h"
#include "wire/parse.h"
#include "wire/referee.h"

namespace tambour::server::test {
namespace {

std::string nested(int depth) { return std::string(std::size_t(depth), '[') + std::string(std::size_t(depth), ']'); }

TEST(Attacks, deep_json_is_refused_at_every_door) {
  EXPECT_FALSE(wire::parse_json(nested(wire::kDeepestJson)).is_discarded());
  EXPECT_TRUE(wire::parse_json(nested(wire::kDeepestJson + 1)).is_discarded());
  EXPECT_FALSE(wire::parse_json("[\"" + std::string(1000, '[') + "\\\"[[\", {}]").is_discarded());  // text is not depth

  Scratch scratch;
  LocalServer server(scratch.store(), real_catalog());
  const std::string deep = nested(15000);
  const json game = post(
      server.port(), "/api/games",
      {{"battle", "marengo-1800"}, {"book", "jdg"}, {"seats", {{"French", {{"kind", "human"}}}, {"Austrian", {{"kind", "human"}}}}}}, 201);
  const std::string id = game["game"];
  for (const auto& [target, body] : std::map<std::string, std::string>{{"/api/games/mine", "{\"secrets\":" + deep + "}"},
                                                                       {"/api/games", "{\"seats\":" + deep + "}"},
                                                                       {"/api/games/" + id + "/file", "{\"secrets\":" + deep + "}"},
                                                                       {"/api/games/" + id + "/join", "{\"name\":" + deep + "}"}})
    EXPECT_EQ(http(server.port(), "POST", target, body).status, 400) << target;
  Bot french(server.port(), id, game["seats"]["French"]["secret"], 1);
  french.join();
  french.socket->send_text("{\"type\":\"chat\",\"id\":" + nested(8000) + "}");
  EXPECT_EQ(french.socket->expect("error")["code"], "bad");
  EXPECT_EQ(http(server.port(), "GET", "/healthz").body, "ok\n");

  wire::Referee referee(TAMBOUR_SOURCE "/data", make_game);
  EXPECT_EQ(json::parse(referee.answer("{\"cmd\":\"battles\",\"id\":" + nested(20000) + "}"))["ok"], false);
}

// A client whose connection breaks while it is sent something leaves in the middle of a round of sending.
TEST(Attacks, who_leaves_while_being_told_something_harms_nobody) {
  TestHub table;
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  const auto leaver = [&] {
    const auto client = table.join(game);
    client->on_send = [&table, raw = client.get()] { table.hub.leave(std::static_pointer_cast<HallClient>(raw->shared_from_this())); };
    return client;
  };
  std::vector<std::shared_ptr<HallClient>> leavers;
  for (int i = 0; i < 3; ++i) leavers.push_back(leaver());
  table.say(blue, {{"type", "chat"}, {"text", "hello"}});
  EXPECT_EQ(white->last("update")["text"], "hello");
  for (int i = 0; i < 3; ++i) leavers.push_back(leaver());
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 1"}});
  EXPECT_EQ(blue->last("done")["played"], 1);
  for (int i = 0; i < 3; ++i) leavers.push_back(leaver());
  table.hub.stop();
  EXPECT_EQ(white->closed, 1001);
}

TEST(Attacks, who_chats_cannot_make_an_act_stale) {
  TestHub table;
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White"), watcher = table.join(game), other = table.join(game);
  const int64_t seen = blue->seq();
  const auto began = std::chrono::steady_clock::now();
  for (const auto& chatter : {watcher, white})
    for (int i = 0; i < 40; ++i) table.say(chatter, {{"type", "chat"}, {"text", "spam"}});
  const auto most = 12 + std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - began).count();
  EXPECT_GT(blue->seq(), seen);
  EXPECT_LE(blue->count("update"), most) << "a player's chat has no quota";
  EXPECT_LE(other->count("update"), most) << "a watcher's chat has no quota";
  EXPECT_EQ(watcher->last("error")["code"], "rate");
  table.say(blue, {{"type", "act"}, {"seq", seen}, {"act", "choose-number 1"}});
  EXPECT_EQ(blue->last("done")["played"], 1);
  table.say(blue, {{"type", "undo"}, {"seq", seen}});
  EXPECT_EQ(blue->last("error")["code"], "stale") << "the act moved the game";
  table.say(blue, {{"type", "undo"}, {"seq", 99999}});
  EXPECT_EQ(blue->last("error")["code"], "stale");
}

// A request for a takeback is about one act. Whoever changes the game after asking has to ask again.
TEST(Attacks, a_takeback_is_granted_only_for_the_act_it_was_asked_for) {
  TestHub table;
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 1"}});
  table.say(blue, {{"type", "takeback"}, {"seq", blue->seq()}});
  EXPECT_EQ(white->last("takeback")["by"], "Blue");
  const int64_t asked = white->seq();
  table.say(blue, {{"type", "undo"}, {"seq", blue->seq()}});
  EXPECT_TRUE(white->last("takeback")["by"].is_null());
  table.say(white, {{"type", "takeback"}, {"answer", true}, {"seq", white->seq()}});
  EXPECT_EQ(white->last("error")["code"], "undo");

  // Asked again about another act: an answer to the first request is too late for the second.
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 2"}});
  table.say(blue, {{"type", "takeback"}, {"seq", blue->seq()}});
  table.say(white, {{"type", "takeback"}, {"answer", true}, {"seq", asked}});
  EXPECT_EQ(white->last("error")["code"], "stale");
  table.say(white, {{"type", "takeback"}, {"answer", true}, {"seq", white->seq()}});
  EXPECT_EQ(blue->last("update")["kind"], "takeback");
}

// Players may end a game before the rules do.
TEST(Attacks, a_player_resigns_once_and_for_itself) {
  TestHub table;
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White"), watcher = table.join(game);
  table.say(watcher, {{"type", "resign"}, {"seq", watcher->seq()}});
  EXPECT_EQ(watcher->last("error")["code"], "turn");
  table.say(white, {{"type", "resign"}, {"seq", white->seq()}});
  for (const auto& client : {blue, white, watcher}) {
    EXPECT_EQ(client->last("update")["kind"], "over");
    EXPECT_EQ(client->last("update")["outcome"]["winner"], "Blue");
    EXPECT_EQ(client->last("update")["outcome"]["ended"], "resign");
    EXPECT_EQ(client->last("update")["decision"]["over"], true);
  }
  table.say(white, {{"type", "resign"}, {"seq", white->seq()}});
  EXPECT_EQ(white->last("error")["code"], "turn");
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 1"}});
  EXPECT_EQ(blue->last("error")["code"], "turn");

  // It is told so to whoever comes later, and its file says who gave up.
  const auto again = table.join(game, "Blue");
  EXPECT_EQ(again->last("hello")["decision"]["over"], true);
  const auto& kept = table.store->kept(game["game"]);
  EXPECT_TRUE(kept.row.over);
  EXPECT_EQ(kept.records.back().text, "resign");
  LiveGame restored(*toy_library().find("skirmish", "toy"), kept.row);
  EXPECT_FALSE(restored.restore(kept.records));
  EXPECT_TRUE(restored.over());
  EXPECT_EQ(restored.winner(), Seat::First);
}

TEST(Attacks, a_draw_wants_both_players) {
  TestHub table;
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  table.say(white, {{"type", "draw"}, {"answer", true}, {"seq", white->seq()}});
  EXPECT_EQ(white->last("error")["code"], "turn");  // nobody has offered one
  table.say(blue, {{"type", "draw"}, {"seq", blue->seq()}});
  EXPECT_EQ(white->last("draw")["by"], "Blue");
  table.say(blue, {{"type", "draw"}, {"answer", true}, {"seq", blue->seq()}});
  EXPECT_EQ(blue->last("error")["code"], "turn");  // not its own
  table.say(white, {{"type", "takeback"}, {"answer", true}, {"seq", white->seq()}});
  EXPECT_EQ(white->last("error")["code"], "undo");  // a draw is no takeback
  table.say(white, {{"type", "draw"}, {"answer", false}});
  EXPECT_TRUE(blue->last("draw")["by"].is_null());
  table.say(blue, {{"type", "draw"}, {"seq", blue->seq()}});
  table.say(blue, {{"type", "act"}, {"seq", blue->seq()}, {"act", "choose-number 1"}});
  EXPECT_TRUE(white->last("draw")["by"].is_null());  // the game has gone on
  table.say(white, {{"type", "draw"}, {"seq", white->seq()}});
  table.say(blue, {{"type", "draw"}, {"answer", true}, {"seq", blue->seq()}});
  EXPECT_EQ(blue->last("update")["kind"], "over");
  EXPECT_TRUE(blue->last("update")["outcome"]["winner"].is_null());
  EXPECT_EQ(blue->last("update")["outcome"]["ended"], "draw");
}

}  // namespace
}  // namespace tambour::server::test
