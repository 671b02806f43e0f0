// SPDX-License-Identifier: MIT
// What strangers send to the doors of accounts, invitations and games by post: values of every wrong kind, and tokens of others.
#include <set>

#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

json nested(int depth) {
  json out = 1;
  for (int i = 0; i < depth; ++i) out = json::array({out});
  return out;
}

// Besides: what cuts a character in two where a text is cut at 80 bytes, controls, and marks that turn a line around.
const std::vector<json>& rubbish() {
  static const std::vector<json> all = [] {
    std::string accents = "x";
    for (int i = 0; i < 60; ++i) accents += "é";
    return std::vector<json>{nullptr, true, -1, 1e300, UINT64_MAX, INT64_MIN, "", std::string(60000, 'a'), accents, std::string("\0\r\n\x1b[2J", 7), "\xE2\x80\xAE" "evil", "' OR 1=1 --",
                             "../../etc/passwd", json::array(), json::object(), nested(30), json::array({nullptr, 1, json::object()}), json{{"kind", "human"}}};
  }();
  return all;
}

struct Door {
  std::string target;
  json body;  // that would do
};

class Strangers : public ::testing::Test {
 protected:
  void SetUp() override {
    table.open_post();
    for (const char* name : {"anne", "bruno"})
      sessions[name] = answer("/api/account", {{"name", name}, {"passphrase", std::string("long enough, ") + name}}).second["session"];
    // Anne's private game, to which Bruno is invited, and one of somebody else.
    game = answer("/api/games", {{"battle", "skirmish"}, {"book", "toy"}, {"session", sessions["anne"]}, {"visibility", "private"},
                                 {"seats", {{"Blue", {{"kind", "human"}, {"name", "Anne"}}}, {"White", {{"kind", "friend"}, {"to", "bruno"}}}}}}).second;
    other = table.skirmish();
    at = "/api/games/" + game["game"].get<std::string>();
    blue = game["seats"]["Blue"]["secret"], invite = game["seats"]["White"]["invite"];
  }
  // Each from an address of its own, so that no limit stands before the door.
  std::pair<int, json> answer(const std::string& target, const json& body) {
    HttpRequest request;
    request.method = "POST", request.target = target, request.body = body.is_string() ? body.get<std::string>() : body.dump();
    request.address = "10.0." + std::to_string(asked / 250) + "." + std::to_string(asked % 250);
    ++asked;
    std::optional<HttpAnswer> got;
    table.api.handle(request, [&](HttpAnswer a) { got = std::move(a); });
    table.until([&] { return got.has_value(); });
    table.settle();
    return {got->status, json::parse(got->body, nullptr, false)};
  }
  json me(const std::string& name) { return answer("/api/account/me", {{"session", sessions[name]}}).second; }

  std::vector<Door> doors() {
    const json anne = sessions["anne"];
    return {{"/api/account", {{"name", "carla"}, {"passphrase", 7}, {"mail", "x"}, {"language", "en"}}},
            {"/api/account/login", {{"name", "anne"}, {"passphrase", "guessed it"}}},
            {"/api/account/link", {{"mail", "anne@example.org"}}},
            {"/api/account/enter", {{"token", "none"}}},
            {"/api/account/me", {{"session", "none"}}},
            {"/api/account/logout", {{"session", "none"}, {"everywhere", true}}},
            {"/api/account/erase", {{"session", "none"}}},
            {"/api/account/change", {{"session", anne}, {"language", "en"}}},
            {"/api/account/change", {{"session", anne}, {"mail", "x"}}},
            {"/api/account/change", {{"session", anne}, {"webhook", {{"form", "slack"}, {"url", "x"}}}}},
            {"/api/account/change", {{"session", anne}, {"notices", json::object()}}},
            {"/api/account/change", {{"session", anne}, {"passphrase", "long enough too"}, {"old", "none"}}},
            {"/api/account/keep", {{"session", anne}, {"secrets", json::array({"none"})}}},
            {"/api/account/games", {{"session", anne}, {"filter", {{"count", 5}}}}},
            {"/api/account/open", {{"session", anne}, {"game", "none"}, {"side", "Blue"}}},
            {"/api/stop/nonsense", json::object()},
            {"/api/games",
             {{"battle", "skirmish"}, {"book", "toy"}, {"session", anne}, {"visibility", "link"}, {"watchers", true}, {"clock", {{"kind", "none"}}}, {"stir", false}, {"entropy", ""},
              {"pace_ms", 0}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}}},
            {"/api/games", {{"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}, {"from", {{"file", "x"}}}}},
            {"/api/games/mine", {{"secrets", json::array()}, {"filter", 7}}},
            {at + "/card", {{"secret", "none"}, {"invite", "none"}}},
            {at + "/log", {{"secret", "none"}}},
            {at + "/at/0", {{"secret", "none"}}},
            {at + "/file", {{"secrets", json::array({"none"})}}},
            {at + "/erase", {{"secrets", json::array({"none"})}}},
            {at + "/join", {{"name", "Eve"}, {"invite", "none"}, {"session", "none"}, {"entropy", "x"}}},
            {at + "/decline", {{"invite", "none"}, {"session", "none"}}},
            {at + "/rematch", {{"secret", "none"}, {"entropy", "x"}}},
            {at + "/invitation", {{"secret", "none"}}},
            {at + "/invitation/look", {{"invite", "none"}, {"session", "none"}}},
            {at + "/invitation/renew", {{"secret", blue}, {"side", "none"}}},
            {at + "/invitation/withdraw", {{"secret", blue}, {"side", "none"}}}};
  }
  // One sentence in any case, never a fault.
  void expect_answered(const std::string& target, const json& body) {
    const auto [status, said] = answer(target, body);
    const std::string what = target + " " + body.dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 200);
    EXPECT_TRUE(status >= 200 && status < 500) << what << ": " << status << " " << said;
    EXPECT_FALSE(said.is_discarded()) << what;
    if (status < 400) return;
    ASSERT_TRUE(said.is_object() && said["error"].is_string()) << what << ": " << said;
    EXPECT_FALSE(said["error"].get_ref<const std::string&>().empty());
    EXPECT_LT(said["error"].get_ref<const std::string&>().size(), 600u) << what;
  }

  TestHub table;
  json game, other;
  std::map<std::string, std::string> sessions;
  std::string at, blue, invite;
  int asked = 0;
};

TEST_F(Strangers, find_every_door_answered_and_nothing_changed) {
  const json before = me("anne");
  const json row = answer(at + "/card", {{"secret", blue}}).second;
  for (const Door& door : doors()) {
    for (const std::string& text : {std::string(), std::string("rubbish"), std::string("[]"), std::string("7"), std::string("\"x\""), std::string(40, '['),
                                    "{\"session\":" + nested(33).dump() + "}", std::string("{\"name\":\"\xff\xfe\"}"), std::string(100000, '[')})
      expect_answered(door.target, text);
    for (const auto& [key, good] : door.body.items())
      for (const json& wrong : rubbish()) {
        json body = door.body;
        body[key] = wrong;
        expect_answered(door.target, body);
        expect_answered(door.target, json{{key, wrong}});
      }
  }
  EXPECT_EQ(me("anne"), before);
  EXPECT_EQ(answer(at + "/card", {{"secret", blue}}).second, row);
  EXPECT_EQ(answer(at + "/join", {{"session", sessions["bruno"]}}).first, 200) << "the invitation is still good";
  EXPECT_EQ(table.join(game, "Blue")->count("hello"), 1);
}

// A token opens what it was made for, and nothing else; and no answer tells another.
TEST_F(Strangers, find_no_door_that_another_token_opens) {
  const std::map<std::string, std::string> tokens = {{"seat", blue}, {"invitation", invite}, {"session", sessions["anne"]}, {"Bruno's session", sessions["bruno"]},
                                                     {"seat of another game", other["seats"]["Blue"]["secret"]}, {"commitment", game["commitment"]},
                                                     {"game", game["game"]}, {"hash of a seat", hash_secret(blue)}};
  struct Lock {
    std::string target, key;
    std::set<std::string> right;
    json rest = json::object();
    bool list = false;
  };
  const std::set<std::string> accounts = {"session", "Bruno's session"};
  const std::vector<Lock> locks = {{"/api/account/me", "session", accounts},
                                   {"/api/account/change", "session", accounts},
                                   {"/api/account/logout", "session", accounts},
                                   {"/api/account/erase", "session", accounts},
                                   {"/api/account/games", "session", accounts},
                                   {"/api/account/keep", "session", accounts, {{"secrets", json::array()}}},
                                   {"/api/account/open", "session", {"session"}, {{"game", game["game"]}}},
                                   {"/api/account/enter", "token", {}},
                                   {at + "/card", "secret", {"seat"}},
                                   {at + "/card", "invite", {"invitation"}},
                                   {at + "/log", "secret", {"seat"}},
                                   {at + "/dice", "secret", {"seat"}},
                                   {at + "/file", "secrets", {}, json::object(), true},
                                   {at + "/erase", "secrets", {}, json::object(), true},
                                   {at + "/rematch", "secret", {}},
                                   {at + "/invitation", "secret", {"seat"}},
                                   {at + "/invitation/renew", "secret", {"seat"}, {{"side", "White"}}},
                                   {at + "/invitation/withdraw", "secret", {"seat"}, {{"side", "White"}}},
                                   {at + "/invitation/look", "invite", {"invitation"}},
                                   {at + "/invitation/look", "session", {"Bruno's session"}},
                                   {at + "/decline", "invite", {}},
                                   {at + "/decline", "session", {"Bruno's session"}},
                                   {at + "/join", "invite", {}},
                                   {at + "/join", "session", {"Bruno's session"}}};
  for (const Lock& lock : locks)
    for (const auto& [name, token] : tokens) {
      if (lock.right.contains(name)) continue;
      json body = lock.rest;
      body[lock.key] = lock.list ? json::array({token}) : json(token);
      const auto [status, said] = answer(lock.target, body);
      EXPECT_TRUE(status >= 400 && status < 500) << lock.target << " opens to " << lock.key << " = a " << name << ": " << said;
      for (const auto& [other_name, secret] : tokens)
        if (other_name != "game" && other_name != "commitment") {
          EXPECT_EQ(said.dump().find(secret), std::string::npos) << lock.target << " tells a " << other_name;
        }
    }
  for (const auto& [name, token] : tokens) {
    if (name == "seat") continue;
    json thief = game;
    thief["seats"]["Blue"]["secret"] = token;
    EXPECT_EQ(table.join(thief, "Blue")->last("error")["code"], "game") << name;
  }
  EXPECT_EQ(table.join(game, "Blue")->count("hello"), 1) << "the true one still opens";
}

TEST_F(Strangers, say_anything_over_the_socket_and_the_game_goes_on) {
  json seated = other;
  for (const char* side : {"Blue", ""}) {
    const auto client = table.join(seated, side);
    for (const char* type : {"note", "mute", "holiday", "claim", "draw", "resign", "entropy", "takeback", "standing", "answers", "chat", "look", "resume", "after", "pending"})
      for (const char* key : {"text", "on", "days", "seq", "answer", "question", "stance", "acts", "from", "id"})
        for (const json& wrong : rubbish()) {
          if (client->closed) break;
          // What would do as it stands is not sent: a player may resign.
          json message{{"type", type}, {"seq", -5}};
          message[key] = wrong;
          client->heard.clear();
          table.say(client, message);
          for (const json& heard : client->heard) EXPECT_NE(heard.value("code", ""), "fault") << message.dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 200);
        }
    EXPECT_EQ(client->closed, 0) << side;
  }
  const auto blue_again = table.join(other, "Blue");
  EXPECT_FALSE(blue_again->last("hello")["decision"]["over"]);
  table.say(blue_again, {{"type", "act"}, {"seq", blue_again->seq()}, {"act", "choose-number 1"}});
  EXPECT_EQ(blue_again->last("done")["played"], 1);
}

}  // namespace
}  // namespace tambour::server::test
