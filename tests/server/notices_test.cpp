// SPDX-License-Identifier: MIT
// Notices by mail and webhook, to sinks on loopback: what is told, what is not any more, and that nothing is lost or told twice.
#include "server/log.h"
#include "tests/server/private_postgres.h"
#include "tests/server/sinks.h"
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

constexpr int64_t kMinute = 60000, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr auto kQuiet = std::chrono::milliseconds(1600);  // the post looks every second

// One account in a store, with an address that is confirmed and a chat room.
void write_account(Store& store, const std::string& name, const std::string& hook, int64_t wishes = kEverything) {
  server::Account account;
  account.id = "id-" + name, account.name = name, account.passphrase = "x", account.mail = name + "@example.org", account.stop = "stop-" + name;
  account.hook_form = hook.empty() ? "" : "discord", account.hook_url = hook, account.wishes = wishes, account.created = table_ms();
  store.transact([&](Sql& sql) {
    ASSERT_TRUE(insert_account(sql, account));
    insert_session(sql, hash_secret("session\n" + name), account.id, table_ms());
  });
}

class Mailing : public ::testing::Test {
 protected:
  Mailing() { open(); }
  ~Mailing() override { set_table_ms(now_ms()); }
  CourierSettings settings() const {
    CourierSettings courier;
    courier.smtp = "smtp://127.0.0.1:" + std::to_string(mails.port()), courier.mail_from = "table@example.org", courier.seconds = 60;
    courier.webhook_hosts = {"127.0.0.1:" + std::to_string(room.port())}, courier.webhook_private = true;
    return courier;
  }
  std::string hook() const { return "http://127.0.0.1:" + std::to_string(room.port()) + "/hook/secret"; }
  // A server is started, or killed and started again, on the same store.
  void open(MemoryStore* store = new MemoryStore) {
    table = std::make_unique<TestHub>(toy_library(), HubLimits{}, store);
    table->open_post(settings());
  }
  void restart() {
    auto* kept = new MemoryStore(*table->store);
    table.reset();
    open(kept);
  }
  // Blue is the account's, White a guest's, unless somebody is invited.
  json game(const json& terms = json::object(), const std::string& blue = "anne", const json& white = {{"kind", "open"}}) {
    json body = terms;
    body.update({{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}, {"session", blue}, {"seats", {{"Blue", {{"kind", "human"}, {"name", "Anne"}}}, {"White", white}}}});
    json made = json::parse(table->http("POST", "/api/games", body.dump()).body);
    if (white["kind"] == "open")
      made["seats"]["White"]["secret"] =
          json::parse(table->http("POST", "/api/games/" + made["game"].get<std::string>() + "/join", R"({"name":"Guest"})").body)["secret"];
    return made;
  }
  static void pass(int64_t ms) { set_table_ms(table_ms() + ms); }
  // What has come after a moment in which more might.
  std::vector<std::string> now(Sink& sink) {
    const auto end = std::chrono::steady_clock::now() + kQuiet;
    table->until([&] { return std::chrono::steady_clock::now() > end; });
    return sink.now();
  }
  // Waits until so many have come, and that moment longer.
  std::vector<std::string> come(Sink& sink, std::size_t count) {
    table->until([&] { return sink.now().size() >= count; });
    return now(sink);
  }
  std::string answer = "250 kept";
  int status = 204;
  Sink mails{[this](auto& socket) { return take_mail(socket, answer); }}, room{[this](auto& socket) { return take_post(socket, status, 0); }};
  std::unique_ptr<TestHub> table;
};

// The toy game asks Blue first.
TEST_F(Mailing, a_player_who_is_away_hears_that_it_is_his_turn) {
  write_account(*table->store, "anne", hook());
  const json made = game();
  EXPECT_TRUE(now(mails).empty()) << "not within a minute";
  pass(61000);
  const auto letters = come(mails, 1);
  ASSERT_EQ(letters.size(), 1u);
  EXPECT_NE(letters[0].find("RCPT TO:<anne@example.org>"), std::string::npos);
  EXPECT_NE(letters[0].find("Subject: "), std::string::npos);
  EXPECT_NE(letters[0].find("List-Unsubscribe: <https://table.example.org/api/stop/stop-anne>"), std::string::npos) << letters[0];
  const auto posts = come(room, 1);
  ASSERT_EQ(posts.size(), 1u);
  EXPECT_NE(posts[0].find("your move"), std::string::npos) << posts[0];
  EXPECT_NE(posts[0].find("/#/mine"), std::string::npos);
  for (const std::string& secret : {made["seats"]["Blue"]["secret"].get<std::string>(), made["game"].get<std::string>()})
    EXPECT_EQ(posts[0].find(secret), std::string::npos);
}

TEST_F(Mailing, who_is_at_the_table_is_left_alone) {
  write_account(*table->store, "anne", hook());
  const json made = game();
  const auto blue = table->join(made, "Blue");
  pass(61000);
  EXPECT_TRUE(now(mails).empty());
  table->hub.leave(blue);
  pass(kHour);
  EXPECT_TRUE(now(mails).empty()) << "it was told at the table";
}

// A tab that stays open behind others, or a phone in a pocket, tells its owner nothing.
TEST_F(Mailing, who_is_connected_but_does_not_look_is_told) {
  write_account(*table->store, "anne", hook());
  const json made = game();
  const auto blue = table->join(made, "Blue");
  table->say(blue, {{"type", "away"}, {"on", "yes"}});
  EXPECT_EQ(blue->last("error")["code"], "bad");
  table->say(blue, {{"type", "away"}, {"on", true}});
  pass(61000);
  EXPECT_EQ(come(mails, 1).size(), 1u);
  table->say(blue, {{"type", "away"}, {"on", false}});
  const auto white = table->join(made, "White");
  table->say(white, {{"type", "resign"}, {"seq", white->seq()}});
  pass(2 * kHour);
  EXPECT_EQ(now(mails).size(), 1u) << "it is looked at again";
}

TEST_F(Mailing, what_is_no_longer_so_is_not_told) {
  write_account(*table->store, "anne", hook());
  const json made = game();
  const auto blue = table->join(made, "Blue");
  table->say(blue, {{"type", "resign"}, {"seq", blue->seq()}});
  table->hub.leave(blue);
  pass(61000);
  for (const std::string& post : now(room)) EXPECT_EQ(post.find("your move"), std::string::npos) << post;
}

TEST_F(Mailing, at_most_one_an_hour_for_a_game_and_the_newest_waits) {
  write_account(*table->store, "anne", hook());
  const json made = game();
  pass(61000);
  EXPECT_EQ(come(mails, 1).size(), 1u);
  const auto white = table->join(made, "White");
  table->say(white, {{"type", "resign"}, {"seq", white->seq()}});
  pass(50 * kMinute);
  EXPECT_EQ(now(mails).size(), 1u);
  pass(11 * kMinute);
  const auto posts = come(room, 2);
  ASSERT_EQ(posts.size(), 2u);
  EXPECT_NE(posts[1].find("you have won"), std::string::npos) << posts[1];
}

TEST_F(Mailing, each_can_be_switched_off_also_by_the_link_in_the_mail) {
  write_account(*table->store, "anne", hook(), kEverything & ~kTurn);
  const json made = game();
  pass(61000);
  EXPECT_TRUE(now(mails).empty());
  EXPECT_EQ(table->http("GET", "/api/stop/stop-anne").status, 405) << "to look stops nothing";
  EXPECT_EQ(table->http("POST", "/api/stop/nonsense").status, 404);
  EXPECT_EQ(json::parse(table->http("POST", "/api/stop/stop-anne", "List-Unsubscribe=One-Click").body)["stopped"], "mail");
  const auto white = table->join(made, "White");
  table->say(white, {{"type", "resign"}, {"seq", white->seq()}});
  EXPECT_EQ(come(room, 1).size(), 1u);
  EXPECT_TRUE(mails.now().empty());
}

TEST_F(Mailing, an_invited_account_is_told) {
  write_account(*table->store, "anne", ""), write_account(*table->store, "bruno", hook());
  game(json::object(), "anne", {{"kind", "friend"}, {"to", "bruno"}});
  const auto posts = come(room, 1);
  ASSERT_EQ(posts.size(), 1u);
  EXPECT_NE(posts[0].find("Anne invites you"), std::string::npos) << posts[0];
  EXPECT_EQ(come(mails, 1).size(), 1u);
}

// Games cost a stranger nothing, letters would.
TEST_F(Mailing, invitations_to_one_account_are_bounded_and_none_is_lost) {
  write_account(*table->store, "anne", ""), write_account(*table->store, "bruno", "");
  for (int i = 0; i < 7; ++i) game(json::object(), "anne", {{"kind", "friend"}, {"to", "bruno"}});
  pass(3000);
  EXPECT_EQ(come(mails, 5).size(), 5u);
  pass(kHour + 1000);
  EXPECT_EQ(come(mails, 7).size(), 7u);
  for (int i = 7; i < 50; ++i) game(json::object(), "anne", {{"kind", "friend"}, {"to", "bruno"}});
  const json wanted{{"battle", "skirmish"}, {"book", "toy"}, {"session", "anne"}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "friend"}, {"to", "bruno"}}}}}};
  const HttpAnswer refused = table->http("POST", "/api/games", wanted.dump());
  EXPECT_EQ(refused.status, 429);
  EXPECT_NE(refused.body.find("send the link yourself"), std::string::npos) << refused.body;
  const json waits = json::parse(table->http("POST", "/api/account/games", R"({"session":"bruno"})").body)["invitations"];
  EXPECT_EQ(waits.size(), 50u);
  const std::string first = waits[0]["game"];
  EXPECT_EQ(table->http("POST", "/api/games/" + first + "/decline", R"({"session":"bruno"})").status, 200);
  EXPECT_EQ(table->http("POST", "/api/games", wanted.dump()).status, 201);
}

TEST_F(Mailing, time_that_runs_low_is_told_once) {
  write_account(*table->store, "anne", hook(), kEverything & ~kTurn);
  game({{"clock", {{"kind", "days"}, {"days", 3}}}});
  pass(2 * kDay);
  EXPECT_TRUE(now(room).empty());
  pass(17 * kHour);
  const auto posts = come(room, 1);
  ASSERT_EQ(posts.size(), 1u);
  EXPECT_NE(posts[0].find("Little time is left"), std::string::npos) << posts[0];
  pass(2 * kHour);
  restart();
  EXPECT_EQ(now(room).size(), 1u) << "told once, over a new start too";
}

TEST_F(Mailing, a_server_killed_and_started_again_tells_what_waited) {
  write_account(*table->store, "anne", hook());
  game();
  restart();
  pass(61000);
  EXPECT_EQ(come(mails, 1).size(), 1u);
  EXPECT_EQ(come(room, 1).size(), 1u);
  restart();
  pass(kDay);
  EXPECT_EQ(now(mails).size(), 1u);
}

TEST_F(Mailing, a_mail_server_that_is_down_is_tried_again_for_two_days) {
  write_account(*table->store, "anne", hook());
  answer = "451 later";
  game();
  pass(61000);
  EXPECT_EQ(come(room, 1).size(), 1u) << "the chat room hears it all the same";
  EXPECT_TRUE(mails.now().empty());
  answer = "250 kept";
  pass(kHour);
  EXPECT_EQ(come(mails, 1).size(), 1u);
  EXPECT_EQ(room.now().size(), 1u) << "and does not hear it again";
}

TEST_F(Mailing, what_is_refused_for_good_is_not_tried_again) {
  write_account(*table->store, "anne", "https://elsewhere.example/hook");
  answer = "550 no such address";
  game();
  pass(61000);
  table->until([&] { return table->metrics.notices_failed.load() >= 2; });
  answer = "250 kept";
  pass(kHour);
  EXPECT_TRUE(now(mails).empty());
}

TEST_F(Mailing, a_webhook_goes_only_where_this_server_may_call) {
  write_account(*table->store, "anne", "");
  const auto change = [&](const std::string& url, const std::string& form = "slack") {
    return table->http("POST", "/api/account/change", json{{"session", "anne"}, {"webhook", {{"form", form}, {"url", url}}}}.dump());
  };
  for (const char* url : {"https://elsewhere.example/hook", "http://localhost/", "file:///etc/passwd", "nonsense", ""}) {
    const HttpAnswer refused = change(url);
    EXPECT_EQ(refused.status, 400) << url;
    EXPECT_TRUE(json::parse(refused.body)["error"].is_string());
  }
  EXPECT_EQ(change(hook(), "icq").status, 400);
  const HttpAnswer kept = change(hook());
  ASSERT_EQ(kept.status, 200) << kept.body;
  EXPECT_EQ(json::parse(kept.body)["account"]["webhook"]["form"], "slack");
  EXPECT_EQ(kept.body.find("secret"), std::string::npos) << "its address is never told again";
}

// Several servers share what is to be sent: each notice goes to one of them.
TEST(NoticeLeases, are_for_one_server_at_a_time_and_run_out) {
  if (!PrivatePostgres::get()) GTEST_SKIP() << "PostgreSQL is not installed";
  for (const bool shared : {false, true}) {
    Scratch scratch;
    const std::string address = shared ? PrivatePostgres::get()->new_database() : scratch.store();
    const auto store = open_store(address);
    const auto second = shared ? open_store(address) : nullptr;
    Store& other = second ? *second : *store;
    constexpr int kCount = 40;
    for (int i = 0; i < kCount; ++i)
      store->transact([&](Sql& sql) {
        const SqlStatement add = add_notice({"a", "game" + std::to_string(i), "", "turn", "c", "0", 1000, 1000 + i, 0, 3});
        sql.run(add.sql, add.values);
      });
    std::vector<std::string> taken[2];
    const auto take = [&](Store& from, std::vector<std::string>& into) {
      for (bool more = true; more;)
        from.transact([&](Sql& sql) {
          const auto leased = lease_notices(sql, 5000);
          more = !leased.empty();
          for (const Notice& n : leased) into.push_back(n.game);
        });
    };
    std::thread thread([&] { take(other, taken[1]); });
    take(*store, taken[0]);
    thread.join();
    std::set<std::string> all(taken[0].begin(), taken[0].end());
    all.insert(taken[1].begin(), taken[1].end());
    EXPECT_EQ(taken[0].size() + taken[1].size(), std::size_t(kCount)) << "one was taken twice";
    EXPECT_EQ(all.size(), std::size_t(kCount));
    store->transact([&](Sql& sql) {
      EXPECT_TRUE(lease_notices(sql, 5000 + 179000).empty());
      const auto again = lease_notices(sql, 5000 + 181000);
      ASSERT_FALSE(again.empty());
      EXPECT_EQ(again[0].game, "game0") << "whoever had it is gone";
    });
  }
}

// A server that stood still beyond its lease finds, before it sends, that another has taken the notice.
TEST(NoticeLeases, are_looked_at_again_before_a_notice_goes_out) {
  Scratch scratch;
  const auto store = open_store(scratch.store());
  store->transact([&](Sql& sql) {
    const auto add = [&](const std::string& game, const std::string& cause) {
      const SqlStatement s = add_notice({"a", game, "", "turn", cause, "0", 1000, 1000, 0, 3});
      sql.run(s.sql, s.values);
    };
    add("g", "first");
    const auto mine = lease_notices(sql, 2000);
    ASSERT_EQ(mine.size(), 1u);
    const auto theirs = lease_notices(sql, 2000 + 181000);
    ASSERT_EQ(theirs.size(), 1u);
    EXPECT_FALSE(renew_lease(sql, mine[0], 2000 + 182000));
    EXPECT_TRUE(renew_lease(sql, theirs[0], 2000 + 182000));
    EXPECT_TRUE(lease_notices(sql, 2000 + 181000 + 179000).empty()) << "the lease begins anew";
    add("h", "first");
    const auto old = lease_notices(sql, 3000);
    ASSERT_EQ(old.size(), 1u);
    add("h", "second");
    EXPECT_FALSE(renew_lease(sql, old[0], 3001)) << "a newer one has taken its place";
  });
}

TEST(NoticeLeases, a_newer_notice_takes_the_place_of_one_that_is_being_sent_and_waits_an_hour) {
  Scratch scratch;
  const auto store = open_store(scratch.store());
  store->transact([&](Sql& sql) {
    const auto add = [&](const std::string& id, const std::string& cause, int64_t due) {
      const SqlStatement s = add_notice({"a", "g", id, "turn", cause, "0", due, due, 0, 3});
      sql.run(s.sql, s.values);
    };
    add("one", "first", 1000), add("again", "first", 1000);
    auto leased = lease_notices(sql, 2000);
    ASSERT_EQ(leased.size(), 1u);
    EXPECT_EQ(leased[0].id, "one") << "the same cause is one notice";
    add("two", "second", 2500);
    leased[0].ways = 0;
    settle_notice(sql, leased[0], true, 3000);
    EXPECT_TRUE(lease_notices(sql, 3000 + kHour - 1).empty());
    leased = lease_notices(sql, 3000 + kHour);
    ASSERT_EQ(leased.size(), 1u);
    EXPECT_EQ(leased[0].id, "two");
    leased[0].ways = 0;
    settle_notice(sql, leased[0], false, 3001 + kHour);
    add("three", "third", 3002 + kHour);
    EXPECT_TRUE(lease_notices(sql, 3002 + kHour).size() == 1) << "what was not told does not make the next one wait";
  });
}

}  // namespace
}  // namespace tambour::server::test
