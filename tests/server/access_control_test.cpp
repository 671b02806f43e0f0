// SPDX-License-Identifier: MIT
// Who may come in, and as whom.
#include "server/access_control.h"

#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

boost::asio::ip::address ip(const char* text) { return boost::asio::ip::make_address(text); }

TEST(AccessControl, counts_connections_by_address_and_believes_only_its_own_proxy) {
  DoorRules rules;
  rules.most_connections = 10, rules.most_of_one = 2, rules.trusted_proxies = {"10.0.0.1"};
  const auto door = std::make_shared<AccessControl>(rules);
  const auto a = AccessControl::enter(door, ip("1.1.1.1")), b = AccessControl::enter(door, ip("1.1.1.1"));
  EXPECT_TRUE(a && b);
  EXPECT_FALSE(AccessControl::enter(door, ip("1.1.1.1")));
  const auto v6 = AccessControl::enter(door, ip("2001:db8::1")), same = AccessControl::enter(door, ip("2001:db8::2"));
  EXPECT_FALSE(AccessControl::enter(door, ip("2001:db8::3"))) << "one customer's network is one address";

  EXPECT_EQ(door->address_of(ip("1.1.1.1"), "9.9.9.9"), "1.1.1.1") << "anybody can write a header";
  EXPECT_EQ(door->address_of(ip("10.0.0.1"), "6.6.6.6, 9.9.9.9"), "9.9.9.9") << "what stands before was said by the client";
  EXPECT_EQ(door->address_of(ip("10.0.0.1"), "rubbish"), "10.0.0.1");
  std::vector<std::shared_ptr<AccessControl::Place>> proxied;
  for (int i = 0; i < 4; ++i) proxied.push_back(AccessControl::enter(door, ip("10.0.0.1")));
  EXPECT_TRUE(proxied[0]->move_to("7.7.7.7") && proxied[1]->move_to("7.7.7.7"));
  EXPECT_FALSE(proxied[2]->move_to("7.7.7.7"));
  EXPECT_TRUE(proxied[2]->move_to("8.8.8.8"));
  proxied.clear();
  EXPECT_EQ(door->connections(), 4);
}

TEST(AccessControl, pages_of_other_sites_and_foreign_names_are_barred) {
  DoorRules rules;
  rules.loopback_only = true;
  const AccessControl local(rules);
  EXPECT_EQ(local.barred("localhost:8080", "http://localhost:8080", false), "");
  EXPECT_EQ(local.barred("localhost:8080", "", false), "") << "no browser";
  EXPECT_NE(local.barred("localhost:8080", "http://evil.example", false), "");
  EXPECT_NE(local.barred("localhost:8080", "http://localhost:9090", false), "");
  EXPECT_NE(local.barred("localhost:8080", "null", false), "");
  EXPECT_NE(local.barred("rebound.example:8080", "http://rebound.example:8080", true), "");
  rules.hosts = {"table.example"};
  const AccessControl named(rules);
  EXPECT_EQ(named.barred("table.example", "https://table.example", false), "");
  EXPECT_NE(named.barred("other.example", "https://other.example", false), "");

  Scratch scratch;
  LocalServer server(scratch.store());
  boost::asio::io_context io;
  for (const auto& [origin, wanted] : std::map<std::string, int>{{"http://evil.example", 403}, {"http://localhost", 200}}) {
    tcp::socket socket(io);
    socket.connect(at(server.port()));
    beast::http::request<beast::http::string_body> request(beast::http::verb::post, "/api/games/mine", 11);
    request.set(beast::http::field::host, "localhost");
    request.set(beast::http::field::origin, origin);
    request.body() = R"({"secrets": []})";
    request.prepare_payload();
    beast::http::write(socket, request);
    beast::flat_buffer buffer;
    beast::http::response<beast::http::string_body> response;
    beast::http::read(socket, buffer, response);
    EXPECT_EQ(int(response.result_int()), wanted) << origin;
  }
}

// Watchers of one address cannot take all places, and those who do not read cost a bounded amount.
TEST(AccessControl, a_flood_of_watchers_who_do_not_read_leaves_others_their_places) {
  Scratch scratch;
  Settings settings = settings_for(scratch.store());
  settings.connections = 40, settings.connections_of_one = 20, settings.memory = 16;
  LocalServer server(settings, real_catalog());
  const json game = post(
      server.port(), "/api/games",
      {{"battle", "marengo-1800"}, {"book", "jdg"}, {"seats", {{"French", {{"kind", "human"}}}, {"Austrian", {{"kind", "human"}}}}}}, 201);
  std::vector<std::unique_ptr<Socket>> watchers;
  int turned_away = 0;
  for (int i = 0; i < 30; ++i) {
    try {
      auto watcher = std::make_unique<Socket>(server.port(), "127.0.0.9");
      watcher->send({{"type", "join"}, {"game", game["game"]}});
      watchers.push_back(std::move(watcher));
    } catch (const std::exception&) {
      ++turned_away;
    }
  }
  EXPECT_EQ(turned_away, 10);
  for (const auto& watcher : watchers) try {
      for (int look = 0; look < 60; ++look) watcher->send({{"type", "look"}, {"seq", 0}});
    } catch (const std::exception&) {  // cut off
    }
  Bot players[2] = {{server.port(), game["game"], game["seats"]["French"]["secret"], 1},
                    {server.port(), game["game"], game["seats"]["Austrian"]["secret"], 2}};
  int played = 0;
  for (Bot& bot : players) bot.join();
  for (int i = 0; i < 10; ++i)
    for (Bot& bot : players) {
      bot.catch_up();
      if (!bot.has_turn()) continue;
      bot.act();
      bot.catch_up();
      EXPECT_TRUE(bot.errors.empty()) << bot.errors[0];
      ++played;
    }
  EXPECT_GE(played, 10);
}

}  // namespace
}  // namespace tambour::server::test
