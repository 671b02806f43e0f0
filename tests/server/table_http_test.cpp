// SPDX-License-Identifier: MIT
// The table over HTTP: free seats, headers, refused requests.
#include "tests/server/toy_table.h"

namespace tambour::server::test {
namespace {

TEST_F(Table, friends_and_strangers_take_free_seats_once) {
  const json invited = new_game(port, "human", "friend");
  const std::string id = invited["game"], invite = invited["seats"]["White"]["invite"];
  EXPECT_EQ(http(port, "POST", "/api/games/" + id + "/join", R"({"name": "Eve"})").status, 409);
  EXPECT_EQ(http(port, "POST", "/api/games/" + id + "/join", R"({"name": "Eve", "invite": "guess"})").status, 409);
  const auto blue = seat(invited, "Blue");
  const json joined = post(port, "/api/games/" + id + "/join", {{"name", "Bruno"}, {"invite", invite}, {"entropy", "x"}}, 200);
  EXPECT_EQ(joined["side"], "White");
  EXPECT_EQ(http(port, "POST", "/api/games/" + id + "/join", json{{"invite", invite}}.dump()).status, 409);
  const json told = blue->socket->expect("update");
  EXPECT_EQ(told["kind"], "seat");
  EXPECT_EQ(told["name"], "Bruno");
  Bot white(port, id, joined["secret"], 1);
  white.join();
  EXPECT_EQ(white.socket->last_text.find("secret_hash"), std::string::npos);

  const json open = new_game(port, "human", "open");
  const json listed = http(port, "GET", "/api/games").parsed();
  ASSERT_EQ(listed["open"].size(), 1u);
  EXPECT_EQ(listed["open"][0]["game"], open["game"]);
  post(port, "/api/games/" + open["game"].get<std::string>() + "/join", {{"name", "Zoé"}}, 200);
  EXPECT_TRUE(http(port, "GET", "/api/games").parsed()["open"].empty());
  const json mine = post(port, "/api/games/mine", {{"secrets", {joined["secret"], "nonsense"}}}, 200);
  ASSERT_EQ(mine["games"].size(), 1u);
  EXPECT_EQ(mine["games"][0]["side"], "White");
}

TEST_F(Table, http_is_strict) {
  const auto page = http(port, "GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.headers.at("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.headers.at("x-frame-options"), "DENY");
  EXPECT_EQ(page.headers.at("referrer-policy"), "no-referrer");
  const std::string csp = page.headers.at("content-security-policy");
  EXPECT_NE(csp.find("script-src 'self';"), std::string::npos);
  EXPECT_EQ(http(port, "GET", "/healthz").body, "ok\n");
  EXPECT_NE(http(port, "GET", "/metrics").body.find("tambour_acts_total"), std::string::npos);
  EXPECT_EQ(http(port, "GET", "/api/battles").parsed()["battles"][0]["playable"], json::array({"toy"}));
  const json battle = http(port, "GET", "/api/battles/skirmish").parsed();
  EXPECT_EQ(battle["map"]["columns"], 8);
  EXPECT_EQ(battle["roster"].size(), 6u);
  EXPECT_EQ(http(port, "GET", "/api/levels").parsed()["levels"][0], "random");
  for (const char* missing :
       {"/api/battles/waterloo", "/api/rules/chess", "/api/nothing", "/api/games/abc", "/api/games/abc/log", "/assets/no.js"})
    EXPECT_EQ(http(port, "GET", missing).status, 404) << missing;
  EXPECT_EQ(http(port, "DELETE", "/api/games").status, 405);
  EXPECT_EQ(http(port, "POST", "/api/games", "not json").status, 400);
  EXPECT_EQ(http(port, "POST", "/api/games", R"({"battle": 5})").status, 400);
  EXPECT_EQ(
      http(port, "POST", "/api/games", R"({"battle": "skirmish", "book": "toy", "seats": {"Blue": {"kind": "king"}, "White": {}}})").status,
      400);
  EXPECT_EQ(http(port, "POST", "/api/games/mine", std::string(70 << 10, ' ')).status, 413);
}

}  // namespace
}  // namespace tambour::server::test
