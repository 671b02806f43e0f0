// SPDX-License-Identifier: MIT
// For tests of several servers on one PostgreSQL.
#pragma once
#include "tests/server/private_postgres.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {

using namespace std::chrono_literals;

class Several : public testing::Test {
 protected:
  void SetUp() override {
    if (!PrivatePostgres::get()) GTEST_SKIP() << "PostgreSQL is not installed";
    address = PrivatePostgres::get()->new_database();
    for (int i = 0; i < 2; ++i) begin();
  }
  unsigned short begin(const BattleCatalog& catalog = toy_library()) {
    servers.push_back(std::make_unique<LocalServer>(address, catalog));
    return servers.back()->port();
  }
  unsigned short port(std::size_t i) const { return servers[i]->port(); }
  std::unique_ptr<Bot> join(std::size_t server, const json& game, const std::string& side = "", uint64_t seed = 1) const {
    auto bot = std::make_unique<Bot>(port(server), game["game"], side.empty() ? "" : game["seats"][side]["secret"].get<std::string>(), seed);
    bot->join();
    return bot;
  }
  // Reads what comes until the bot is satisfied.
  static void until(Bot& bot, const std::function<bool()>& enough, std::chrono::milliseconds patience = kPatience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!enough()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "nothing comes";
      try {
        const auto message = bot.socket->read(50ms);
        ASSERT_TRUE(message) << "closed: " << bot.socket->close_code();
        bot.take(*message);
      } catch (const std::runtime_error&) {
      }
    }
  }
  // The first message like this.
  static json hear(Bot& bot, const std::function<bool(const json&)>& wanted) {
    for (;;)
      if (const json message = bot.hear(); wanted(message)) return message;
  }
  static json ask(Bot& bot, json message) {
    message["id"] = 77;
    bot.socket->send(message);
    return hear(bot, [](const json& m) { return m.value("id", 0) == 77; });
  }

  std::string address;
  std::vector<std::unique_ptr<LocalServer>> servers;
};

}  // namespace tambour::server::test
