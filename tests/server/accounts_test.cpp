// SPDX-License-Identifier: MIT
// Accounts: names, passphrases, links by mail, sessions, seats on other devices, invitations for one account alone.
#include "server/log.h"
#include "tests/server/sinks.h"
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

std::string decoded(const std::string& mail) {
  static const std::string kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int have = 0;
  for (std::size_t i = mail.find("\r\n\r\n") + 4; i < mail.size(); ++i) {
    const auto digit = kDigits.find(mail[i]);
    if (digit == std::string::npos) continue;
    bits = bits << 6 | unsigned(digit), have += 6;
    if (have >= 8) out += char(bits >> (have -= 8) & 255);
  }
  return out;
}

// What follows this in the text, up to the end of the line.
std::string after(const std::string& text, const std::string& mark) {
  const auto at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size(), text.find_first_of("\r\n ", at + mark.size()) - at - mark.size());
}

class Account : public ::testing::Test {
 protected:
  ~Account() override { set_table_ms(now_ms()); }
  json ask(const std::string& what, const json& body, int wanted) {
    const HttpAnswer answer = table.http("POST", what, body.dump());
    EXPECT_EQ(answer.status, wanted) << what << " " << body << ": " << answer.body;
    return json::parse(answer.body);
  }
  json account(const std::string& what, const json& body, int wanted = 200) { return ask("/api/account" + what, body, wanted); }
  std::string session(const std::string& name) { return account("", {{"name", name}, {"passphrase", "long enough, " + name}}, 201)["session"]; }
  void open_with_mail() {
    CourierSettings courier;
    courier.smtp = "smtp://127.0.0.1:" + std::to_string(sink.port()), courier.mail_from = "table@example.org", courier.seconds = 60;
    table.open_post(courier);
  }
  // The letters that have come, decoded.
  std::vector<std::string> letters(std::size_t count) {
    std::vector<std::string> mails;
    table.until([&] { return mails = sink.now(), mails.size() >= count; });
    for (std::string& mail : mails) mail = mail.substr(0, mail.find("\r\n\r\n")) + "\r\n\r\n" + decoded(mail);
    return mails;
  }
  std::string post_says = "250 kept";
  Sink sink{[this](auto& socket) { return take_mail(socket, post_says); }};
  TestHub table;
};

TEST_F(Account, nobody_needs_one) {
  EXPECT_EQ(json::parse(table.http("GET", "/api/services").body)["accounts"], false);
  EXPECT_EQ(table.http("POST", "/api/account", "{}").status, 404);
  EXPECT_EQ(table.skirmish()["seats"].size(), 2u);
  table.open_post();
  EXPECT_EQ(json::parse(table.http("GET", "/api/services").body), (json{{"accounts", true}, {"mail", false}, {"webhook_hosts", json::array()}}));
}

TEST_F(Account, by_passphrase) {
  table.open_post();
  const json made = account("", {{"name", "anne"}, {"passphrase", "correct horse"}, {"language", "fr"}}, 201);
  EXPECT_EQ(made["account"]["name"], "anne");
  EXPECT_EQ(made["account"]["passphrase"], true);
  EXPECT_EQ(made["account"]["notices"]["turn"], true);
  account("", {{"name", "anne"}, {"passphrase", "another one"}}, 409);
  for (const char* name : {"an", "Anne", "an ne", "anné", "a234567890123456789012345678901"}) account("", {{"name", name}, {"passphrase", "correct horse"}}, 400);
  account("", {{"name", "bruno"}, {"passphrase", "short"}}, 400);
  account("", {{"name", "bruno"}}, 400);
  account("", {{"name", "bruno"}, {"mail", "b@example.org"}}, 503);
  EXPECT_EQ(account("/login", {{"name", "anne"}, {"passphrase", "wrong horse"}}, 403), account("/login", {{"name", "nobody"}, {"passphrase", "wrong horse"}}, 403));
  const std::string second = account("/login", {{"name", "anne"}, {"passphrase", "correct horse"}})["session"];
  EXPECT_EQ(account("/me", {{"session", second}})["account"]["language"], "fr");
  account("/change", {{"session", second}, {"passphrase", "new and longer"}, {"old", "wrong"}}, 403);
  account("/change", {{"session", second}, {"passphrase", "new and longer"}, {"old", "correct horse"}});
  account("/me", {{"session", made["session"]}}, 403);
  account("/me", {{"session", second}});
  account("/login", {{"name", "anne"}, {"passphrase", "correct horse"}}, 403);
  EXPECT_EQ(account("/change", {{"session", second}, {"notices", {{"turn", false}}}})["account"]["notices"]["turn"], false);
  account("/change", {{"session", second}, {"notices", {{"dinner", true}}}}, 400);
  account("/logout", {{"session", second}});
  account("/me", {{"session", second}}, 403);
  const std::string third = account("/login", {{"name", "anne"}, {"passphrase", "new and longer"}})["session"];
  account("/erase", {{"session", third}});
  account("/me", {{"session", third}}, 403);
  account("", {{"name", "anne"}, {"passphrase", "free again, so"}}, 201);
}

TEST_F(Account, too_many_tries_are_stopped) {
  table.open_post();
  session("anne");
  int last = 0;
  for (int i = 0; i < 12; ++i) last = table.http("POST", "/api/account/login", R"({"name":"anne","passphrase":"guess guess"})").status;
  EXPECT_EQ(last, 429);
}

TEST_F(Account, a_stolen_session_cannot_guess_the_passphrase_for_long) {
  table.open_post();
  const std::string anne = session("anne");
  int last = 0;
  for (int i = 0; i < 12; ++i)
    last = table.http("POST", "/api/account/change", json{{"session", anne}, {"passphrase", "new and longer"}, {"old", "guess " + std::to_string(i)}}.dump()).status;
  EXPECT_EQ(last, 429);
  account("/change", {{"session", anne}, {"language", "fr"}});
}

TEST_F(Account, an_address_is_the_same_in_capitals) {
  open_with_mail();
  account("", {{"name", "anne"}, {"mail", "Anne@Example.org"}}, 202);
  account("/enter", {{"token", after(letters(1)[0], "#/enter/")}});
  account("/link", {{"mail", "ANNE@example.org"}}, 202);
  const auto mails = letters(2);
  EXPECT_NE(mails[1].find("RCPT TO:<anne@example.org>"), std::string::npos) << mails[1];
  EXPECT_EQ(account("/enter", {{"token", after(mails[1], "#/enter/")}})["account"]["mail"], "anne@example.org");
}

TEST_F(Account, by_a_link_that_is_good_once_and_for_an_hour) {
  open_with_mail();
  EXPECT_EQ(account("", {{"name", "anne"}, {"mail", "no address"}}, 400)["error"], "'no address' is no mail address");
  EXPECT_EQ(account("", {{"name", "anne"}, {"mail", "anne@example.org"}}, 202), (json{{"account", {{"name", "anne"}}}, {"sent", true}}));
  const auto first = letters(1);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_NE(first[0].find("RCPT TO:<anne@example.org>"), std::string::npos);
  const std::string token = after(first[0], "https://table.example.org/#/enter/");
  ASSERT_EQ(token.size(), 32u) << first[0];
  account("/enter", {{"token", "x" + token.substr(1)}}, 410);
  const json entered = account("/enter", {{"token", token}});
  EXPECT_EQ(entered["account"]["mail"], "anne@example.org");
  EXPECT_TRUE(entered["account"]["mail_waits"].is_null());
  EXPECT_NE(account("/enter", {{"token", token}}, 410)["error"].get<std::string>().find("expired or was used"), std::string::npos);
  EXPECT_EQ(account("/link", {{"mail", "stranger@example.org"}}, 202), account("/link", {{"mail", "anne@example.org"}}, 202));
  const auto second = letters(2);
  ASSERT_EQ(second.size(), 2u);
  set_table_ms(table_ms() + 61 * 60000);
  account("/enter", {{"token", after(second[1], "#/enter/")}}, 410);
  account("/change", {{"session", entered["session"]}, {"mail", ""}}, 400);
}

TEST_F(Account, a_link_waits_for_a_mail_server_that_is_down) {
  open_with_mail();
  post_says = "421 out for lunch";
  account("", {{"name", "anne"}, {"mail", "anne@example.org"}}, 202);
  table.until([&] { return table.metrics.notices_failed > 0; });
  EXPECT_TRUE(sink.now().empty());
  post_says = "250 kept";
  set_table_ms(table_ms() + 2 * 60000);
  const auto mails = letters(1);
  ASSERT_EQ(mails.size(), 1u) << "nothing is lost";
  account("/enter", {{"token", after(mails[0], "#/enter/")}});
}

// Strangers cannot fill somebody's mail by accounts without end.
TEST_F(Account, an_address_gets_five_links_an_hour_whoever_asks) {
  open_with_mail();
  const std::string anne = session("anne");
  for (int i = 0; i < 5; ++i) account("", {{"name", "guest" + std::to_string(i)}, {"mail", i % 2 ? "bruno@example.org" : "Bruno@Example.ORG"}}, 202);
  const json late{{"name", "guest5"}, {"mail", "bruno@example.org"}};
  EXPECT_NE(account("", late, 429)["error"].get<std::string>().find("to this address"), std::string::npos);
  account("/change", {{"session", anne}, {"mail", "bruno@example.org"}}, 429);
  EXPECT_TRUE(account("/me", {{"session", anne}})["account"]["mail_waits"].is_null());
  EXPECT_EQ(letters(5).size(), 5u);
  set_table_ms(table_ms() + 61 * 60000);
  account("", late, 202);
}

TEST_F(Account, a_new_address_counts_when_it_is_confirmed) {
  open_with_mail();
  const std::string anne = session("anne");
  const json asked = account("/change", {{"session", anne}, {"mail", "anne@example.org"}});
  EXPECT_TRUE(asked["account"]["mail"].is_null());
  EXPECT_EQ(asked["account"]["mail_waits"], "anne@example.org");
  const auto mails = letters(1);
  ASSERT_EQ(mails.size(), 1u);
  EXPECT_EQ(account("/enter", {{"token", after(mails[0], "#/enter/")}})["account"]["mail"], "anne@example.org");
  int status = 200;
  for (int i = 0; i < 6; ++i) status = table.http("POST", "/api/account/change", json{{"session", anne}, {"mail", "b" + std::to_string(i) + "@example.org"}}.dump()).status;
  EXPECT_EQ(status, 429) << "nobody is flooded with links";
  EXPECT_EQ(account("/change", {{"session", anne}, {"mail", ""}})["account"]["mail"], nullptr);
}

TEST_F(Account, seats_are_found_and_opened_on_another_device) {
  table.open_post();
  const std::string anne = session("anne");
  const json here = table.skirmish();
  const json made = ask("/api/games", {{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}, {"session", anne}, {"visibility", "private"},
                                       {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "open"}}}}}}, 201);
  EXPECT_EQ(account("/games", {{"session", anne}})["total"], 1);
  EXPECT_EQ(account("/keep", {{"session", anne}, {"secrets", {here["seats"]["White"]["secret"], "nonsense", 7}}})["kept"], 1);
  const json games = account("/games", {{"session", anne}});
  EXPECT_EQ(games["total"], 2);
  EXPECT_FALSE(games["games"][0].contains("secret"));
  const json opened = account("/open", {{"session", anne}, {"game", here["game"]}});
  EXPECT_EQ(opened["side"], "White");
  EXPECT_NE(opened["secret"], here["seats"]["White"]["secret"]);
  EXPECT_EQ(account("/open", {{"session", anne}, {"game", here["game"]}, {"side", "White"}}), opened) << "the same device";
  account("/open", {{"session", anne}, {"game", here["game"]}, {"side", "Blue"}}, 403);
  const std::string bruno = session("bruno");
  account("/open", {{"session", bruno}, {"game", here["game"]}}, 403);
  account("/games", {{"session", "nonsense"}}, 403);
  account("/games", json::object(), 403);
  json elsewhere = here;
  elsewhere["seats"]["White"]["secret"] = opened["secret"];
  EXPECT_EQ(table.join(elsewhere, "White")->last("hello")["side"], "White");
  EXPECT_EQ(table.join(here, "White")->last("hello")["side"], "White");
  account("/erase", {{"session", anne}});
  EXPECT_EQ(table.join(elsewhere, "White")->last("hello")["side"], "White") << "its seats' secrets stay good";
}

TEST_F(Account, a_stolen_invitation_is_of_no_use) {
  table.open_post();
  const std::string bruno = session("bruno"), thief = session("thief");
  const json body{{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}, {"seats", {{"Blue", {{"kind", "human"}, {"name", "Anne"}}}, {"White", {{"kind", "friend"}, {"to", "bruno"}}}}}};
  const json game = ask("/api/games", body, 201);
  const std::string at = "/api/games/" + game["game"].get<std::string>(), invite = game["seats"]["White"]["invite"];
  for (const json& who : std::vector<json>{{{"invite", invite}}, {{"invite", invite}, {"session", thief}}}) {
    EXPECT_NE(ask(at + "/join", who, 403)["error"].get<std::string>().find("for bruno"), std::string::npos);
    ask(at + "/decline", who, 403);
  }
  ask(at + "/join", {{"session", thief}}, 409);
  ask(at + "/invitation/look", {{"session", thief}}, 404);
  const json listed = account("/games", {{"session", bruno}});
  EXPECT_EQ(listed["total"], 0);
  ASSERT_EQ(listed["invitations"].size(), 1u);
  EXPECT_EQ(listed["invitations"][0]["by"], "Anne");
  EXPECT_EQ(ask(at + "/invitation/look", {{"session", bruno}}, 200), listed["invitations"][0]);
  EXPECT_EQ(ask(at + "/join", {{"session", bruno}, {"name", "Bruno"}}, 200)["side"], "White");
  EXPECT_TRUE(account("/games", {{"session", bruno}})["invitations"].empty());
  EXPECT_EQ(account("/games", {{"session", bruno}})["total"], 1);
  json unknown = body;
  unknown["seats"]["White"]["to"] = "nobody-here";
  EXPECT_NE(ask("/api/games", unknown, 400)["error"].get<std::string>().find("no account 'nobody-here'"), std::string::npos);
}

}  // namespace
}  // namespace tambour::server::test
