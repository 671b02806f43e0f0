// SPDX-License-Identifier: MIT
// Private games, watchers, invitations, rematches and lists.
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

json parsed(const HttpAnswer& answer, int wanted) {
  EXPECT_EQ(answer.status, wanted) << answer.body;
  return json::parse(answer.body);
}

class Post : public ::testing::Test {
 protected:
  json make(json body, int wanted = 201) {
    body.update({{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}});
    return parsed(table.http("POST", "/api/games", body.dump()), wanted);
  }
  json with_friend(const json& terms = json::object()) {
    json body = terms;
    body["seats"] = {{"Blue", {{"kind", "human"}, {"name", "Anne"}}}, {"White", {{"kind", "friend"}}}};
    return make(body);
  }
  json post(const std::string& target, const json& body, int wanted = 200) { return parsed(table.http("POST", target, body.dump()), wanted); }
  static std::string at(const json& game, const std::string& what = "") { return "/api/games/" + game["game"].get<std::string>() + what; }
  // White resigns, so that the game is over.
  void finish(const json& game) {
    const auto white = table.join(game, "White");
    table.say(white, {{"type", "resign"}, {"seq", white->seq()}});
    ASSERT_EQ(white->last("update")["kind"], "over");
    table.hub.leave(white);
  }
  TestHub table;
};

TEST_F(Post, terms_are_told_and_what_makes_no_sense_is_refused) {
  const json game = with_friend({{"clock", {{"kind", "days"}, {"days", 3}, {"timeout", "claim"}}}});
  const json card = parsed(table.http("GET", at(game)), 200);
  EXPECT_EQ(card["terms"], (json{{"visibility", "link"}, {"watchers", true}, {"clock", {{"kind", "days"}, {"days", 3}, {"timeout", "claim"}, {"holidays", 14}}}}));
  EXPECT_EQ(table.join(game, "Blue")->last("hello")["terms"], card["terms"]);
  for (const json& wrong : std::vector<json>{{{"visibility", "secret"}}, {{"watchers", 1}}, {{"clock", {{"kind", "days"}, {"days", 61}}}}, {{"clock", {{"kind", "game"}}}},
                                             {{"clock", {{"kind", "turn"}, {"minutes", 5}, {"timeout", "shoot"}}}}, {{"clock", 7}}}) {
    json body = wrong;
    body["seats"] = {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}};
    EXPECT_TRUE(make(body, 400)["error"].is_string()) << wrong;
  }
}

TEST_F(Post, only_open_games_are_listed) {
  const json seats{{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "open"}}}};
  const json shown = make({{"seats", seats}}), hidden = make({{"seats", seats}, {"visibility", "link"}});
  with_friend();
  const json list = parsed(table.http("GET", "/api/games"), 200);
  ASSERT_EQ(list["open"].size(), 1u);
  EXPECT_EQ(list["open"][0]["game"], shown["game"]);
  table.join(hidden, "Blue");
  EXPECT_TRUE(parsed(table.http("GET", "/api/games"), 200)["running"].empty());
}

TEST_F(Post, nobody_looks_into_a_private_game) {
  const json game = make({{"visibility", "private"}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}});
  const json seat{{"secret", game["seats"]["Blue"]["secret"]}};
  const auto closed = [&] {
    for (const char* what : {"", "/log", "/at/0", "/dice"}) EXPECT_EQ(table.http("GET", at(game, what)).status, 403) << what;
    for (const char* what : {"/card", "/log", "/at/0", "/dice"}) {
      EXPECT_EQ(table.http("POST", at(game, what), json{{"secret", "x"}}.dump()).status, 403) << what;
      EXPECT_EQ(table.http("POST", at(game, what), seat.dump()).status, 200) << what;
    }
    const auto watcher = table.join(game);
    EXPECT_EQ(watcher->last("error")["code"], "barred");
    EXPECT_EQ(watcher->closed, 1008);
  };
  closed();
  finish(game);
  closed();
  for (const char* what : {"/summary", "/file"}) EXPECT_EQ(table.http("GET", at(game, what)).status, 403) << what;
  EXPECT_EQ(table.http("POST", at(game, "/file"), json{{"secrets", {seat["secret"]}}}.dump()).status, 200);
  EXPECT_EQ(table.http("POST", "/api/games", json{{"from", {{"game", game["game"]}}}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}}.dump()).status, 403);
}

TEST_F(Post, a_game_without_watchers_opens_when_it_is_over) {
  const json game = make({{"watchers", false}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}});
  EXPECT_EQ(table.join(game)->last("error")["code"], "barred");
  EXPECT_EQ(table.http("GET", at(game, "/log")).status, 403);
  finish(game);
  EXPECT_EQ(table.http("GET", at(game, "/log")).status, 200);
  EXPECT_EQ(table.join(game)->count("hello"), 1);
}

TEST_F(Post, an_invitation_is_found_again_renewed_and_withdrawn) {
  const json game = with_friend();
  const json host{{"secret", game["seats"]["Blue"]["secret"]}};
  const std::string first = game["seats"]["White"]["invite"];
  const auto blue = table.join(game, "Blue");
  EXPECT_EQ(table.http("POST", at(game, "/invitation"), R"({"secret":"nobody's"})").status, 403);
  EXPECT_EQ(post(at(game, "/invitation"), host)["invitations"], (json::array({{{"side", "White"}, {"state", "open"}, {"to", nullptr}, {"invite", first}}})));
  const json seen = post(at(game, "/invitation/look"), {{"invite", first}});
  EXPECT_EQ(seen["by"], "Anne");
  EXPECT_EQ(seen["side"], "White");
  EXPECT_EQ(seen["terms"]["visibility"], "link");
  json about = host;
  about["side"] = "White";
  const std::string second = post(at(game, "/invitation/renew"), about)["invite"];
  EXPECT_NE(first, second);
  EXPECT_EQ(blue->last("invitation"), (json{{"type", "invitation"}, {"side", "White"}, {"state", "open"}}));
  post(at(game, "/invitation/look"), {{"invite", first}}, 404);
  post(at(game, "/join"), {{"invite", first}}, 409);
  EXPECT_EQ(post(at(game, "/invitation/withdraw"), about)["state"], "withdrawn");
  EXPECT_EQ(blue->last("invitation")["state"], "withdrawn");
  EXPECT_NE(post(at(game, "/join"), {{"invite", second}}, 409)["error"].get<std::string>().find("withdrawn"), std::string::npos);
  const std::string third = post(at(game, "/invitation/renew"), about)["invite"];
  EXPECT_EQ(post(at(game, "/decline"), {{"invite", third}})["state"], "declined");
  EXPECT_EQ(parsed(table.http("GET", at(game)), 200)["seats"]["White"]["invitation"], "declined");
  post(at(game, "/join"), {{"invite", third}}, 409);
  const std::string fourth = post(at(game, "/invitation/renew"), about)["invite"];
  EXPECT_EQ(post(at(game, "/join"), {{"invite", fourth}, {"name", "Bruno"}})["side"], "White");
  EXPECT_EQ(blue->last("invitation")["state"], "taken");
  post(at(game, "/invitation/withdraw"), about, 409);
  post(at(game, "/decline"), {{"invite", fourth}}, 409);
  EXPECT_TRUE(post(at(game, "/invitation"), host)["invitations"][0]["invite"].is_null());
}

TEST_F(Post, a_host_without_a_seat_of_its_own_keeps_its_invitations) {
  const json game = make({{"seats", {{"Blue", {{"kind", "friend"}}}, {"White", {{"kind", "friend"}}}}}});
  const json list = post(at(game, "/invitation"), {{"secret", game["host"]}})["invitations"];
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["invite"], game["seats"]["Blue"]["invite"]);
}

TEST_F(Post, invitations_are_changed_in_games_nobody_has_open) {
  const json game = with_friend();
  const json about{{"secret", game["seats"]["Blue"]["secret"]}, {"side", "White"}};
  const json first = post(at(game, "/invitation/renew"), about);
  const auto blue = table.join(game, "Blue");
  EXPECT_EQ(post(at(game, "/join"), {{"invite", first["invite"]}})["side"], "White");
  EXPECT_EQ(blue->last("update")["kind"], "seat");
  EXPECT_EQ(table.store->kept(game["game"]).row.seats[1].invitation.state, "taken");
}

TEST_F(Post, a_rematch_swaps_sides_and_waits_for_the_other) {
  const json game = with_friend({{"visibility", "private"}});
  const std::string blue = game["seats"]["Blue"]["secret"];
  const json joined = post(at(game, "/join"), {{"invite", game["seats"]["White"]["invite"]}, {"name", "Bruno"}});
  const std::string white = joined["secret"];
  post(at(game, "/rematch"), {{"secret", blue}}, 409);
  json seated = game;
  seated["seats"]["White"]["secret"] = white;
  finish(seated);
  const auto there = table.join(seated, "White");
  post(at(game, "/rematch"), {{"secret", "nobody's"}}, 403);
  const json first = post(at(game, "/rematch"), {{"secret", blue}});
  EXPECT_EQ(first["side"], "White");
  EXPECT_EQ(first["waits"], true);
  EXPECT_EQ(there->last("rematch"), (json{{"type", "rematch"}, {"game", first["game"]}, {"by", "Blue"}}));
  EXPECT_EQ(post(at(game, "/rematch"), {{"secret", blue}}), first) << "asked again";
  EXPECT_EQ(post(at(game, "/card"), {{"secret", white}})["rematch"], (json{{"game", first["game"]}, {"by", "Blue"}}));
  const json second = post(at(game, "/rematch"), {{"secret", white}});
  EXPECT_EQ(second["side"], "Blue");
  EXPECT_EQ(second["waits"], false);
  EXPECT_EQ(post(at(game, "/rematch"), {{"secret", white}}), second);
  EXPECT_EQ(post(at(game, "/rematch"), {{"secret", blue}})["waits"], false);
  const json next{{"game", first["game"]}, {"seats", {{"Blue", {{"secret", second["secret"]}}}, {"White", {{"secret", first["secret"]}}}}}};
  const auto anne = table.join(next, "White"), bruno = table.join(next, "Blue");
  EXPECT_EQ(anne->last("hello")["terms"]["visibility"], "private");
  EXPECT_EQ(bruno->last("hello")["seats"]["White"]["name"], "Anne");
  EXPECT_EQ(bruno->last("hello")["seats"]["Blue"]["name"], "Bruno");
  EXPECT_TRUE(bruno->last("hello")["options"].is_array());
}

TEST_F(Post, a_machine_takes_a_rematch_at_once) {
  const json game = table.skirmish("human", "random");
  const auto blue = table.join(game, "Blue");
  table.say(blue, {{"type", "resign"}, {"seq", blue->seq()}});
  const json again = post(at(game, "/rematch"), {{"secret", game["seats"]["Blue"]["secret"]}});
  EXPECT_EQ(again["side"], "White");
  EXPECT_EQ(again["waits"], false);
}

TEST_F(Post, own_games_are_filtered_and_come_in_pages) {
  json secrets = json::array();
  for (int i = 0; i < 3; ++i) {
    const json game = with_friend();
    secrets.push_back(game["seats"]["Blue"]["secret"]);
    json seated = game;
    seated["seats"]["White"]["secret"] = post(at(game, "/join"), {{"invite", game["seats"]["White"]["invite"]}, {"name", i ? "Bruno" : "Carla"}})["secret"];
    if (i < 2) finish(seated);
    if (i == 1) secrets.push_back(seated["seats"]["White"]["secret"]);
  }
  const auto found = [&](const json& filter) { return post("/api/games/mine", {{"secrets", secrets}, {"filter", filter}}); };
  EXPECT_EQ(post("/api/games/mine", {{"secrets", secrets}})["games"].size(), 4u);
  EXPECT_EQ(found({{"over", true}})["total"], 3);
  EXPECT_EQ(found({{"result", "won"}})["total"], 2);
  EXPECT_EQ(found({{"result", "lost"}})["games"][0]["side"], "White");
  EXPECT_EQ(found({{"result", "drawn"}})["total"], 0);
  EXPECT_EQ(found({{"against", "cAR"}})["total"], 1);
  EXPECT_EQ(found({{"book", "jdg"}})["total"], 0);
  EXPECT_EQ(found({{"until", 1000}})["total"], 0);
  const json page = found({{"from", 3}, {"count", 2}});
  EXPECT_EQ(page["games"].size(), 1u);
  EXPECT_EQ(page["total"], 4);
  post("/api/games/mine", {{"secrets", secrets}, {"filter", {{"result", "maybe"}}}}, 400);
}

TEST_F(Post, players_and_watchers_talk_apart_until_it_is_over) {
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White"), watcher = table.join(game);
  table.say(blue, {{"type", "chat"}, {"text", "to my enemy"}});
  table.say(watcher, {{"type", "chat"}, {"text", "among us"}});
  EXPECT_EQ(white->last("update")["text"], "to my enemy");
  EXPECT_EQ(white->last("update")["room"], "players");
  EXPECT_EQ(watcher->last("update")["text"], "among us");
  EXPECT_EQ(watcher->count("update"), 1);
  EXPECT_EQ(watcher->seq(), 1);
  EXPECT_EQ(parsed(table.http("GET", at(game, "/log")), 200)["log"].size(), 1u);
  table.say(white, {{"type", "resign"}, {"seq", white->seq()}});
  table.say(blue, {{"type", "chat"}, {"text", "well played"}});
  EXPECT_EQ(watcher->last("update")["text"], "well played");
  const json log = parsed(table.http("GET", at(game, "/log")), 200)["log"];
  EXPECT_EQ(log.size(), 4u) << "everybody reads both";
}

TEST_F(Post, who_is_muted_is_not_heard_and_not_told) {
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White"), other = table.join(game, "White");
  table.say(white, {{"type", "mute"}, {"on", true}, {"id", 5}});
  EXPECT_EQ(white->last("mute"), (json{{"type", "mute"}, {"on", true}, {"id", 5}}));
  EXPECT_EQ(other->last("mute")["on"], true);
  EXPECT_EQ(blue->count("mute"), 0);
  table.say(blue, {{"type", "chat"}, {"text", "hello?"}});
  EXPECT_EQ(white->count("update"), 0);
  EXPECT_EQ(blue->last("update")["text"], "hello?");
  EXPECT_EQ(table.join(game, "White")->last("hello")["muted"], true);
  EXPECT_EQ(table.join(game, "White")->last("hello")["log"].size(), 0u);
  table.say(white, {{"type", "mute"}, {"on", false}});
  table.say(blue, {{"type", "chat"}, {"text", "again"}});
  EXPECT_EQ(white->last("update")["text"], "again");
  table.say(white, {{"type", "mute"}});
  EXPECT_EQ(white->last("error")["code"], "bad");
}

TEST_F(Post, notes_are_for_their_seat_alone) {
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White"), watcher = table.join(game);
  table.say(blue, {{"type", "note"}, {"text", "hold\nthe bridge"}});
  EXPECT_EQ(blue->last("note")["text"], "hold\nthe bridge");
  for (const auto& other : {white, watcher}) EXPECT_EQ(other->heard.back()["type"], "presence");
  EXPECT_EQ(table.join(game, "Blue")->last("hello")["notes"], "hold\nthe bridge");
  EXPECT_EQ(table.join(game, "White")->last("hello")["notes"], "");
  table.say(blue, {{"type", "note"}, {"text", std::string(4001, 'x')}});
  EXPECT_EQ(blue->last("error")["code"], "bad");
  table.say(watcher, {{"type", "note"}, {"text", "x"}});
  EXPECT_EQ(watcher->last("error")["code"], "turn");
  table.say(white, {{"type", "resign"}, {"seq", white->seq()}});
  EXPECT_EQ(table.http("GET", at(game, "/log")).body.find("bridge"), std::string::npos);
  EXPECT_EQ(table.http("GET", at(game, "/file")).body.find("bridge"), std::string::npos);
  table.say(blue, {{"type", "note"}, {"text", ""}});
  EXPECT_EQ(table.join(game, "Blue")->last("hello")["notes"], "");
}

}  // namespace
}  // namespace tambour::server::test
