// SPDX-License-Identifier: MIT
// Several servers on one PostgreSQL when something fails: the database, a connection, a server, a clock. Nothing that was acknowledged is lost,
// nothing happens twice, and what one leaves undone another does.
#include <set>

#include "tests/server/several.h"

namespace tambour::server::test {
namespace {

class SeveralFaults : public Several {
 protected:
  static void wait_until(const std::function<bool()>& so, const std::string& what) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (; !so(); std::this_thread::sleep_for(20ms)) ASSERT_LT(std::chrono::steady_clock::now(), end) << what;
  }
  int64_t number(const std::string& sql, const std::vector<PgValue>& values = {}) {
    const PgRows rows = database().run(sql.c_str(), values);
    return rows.count() ? rows.number(0, 0) : 0;
  }
  PgConnection& database() {
    if (!database_) database_ = std::make_unique<PgConnection>(address);
    return *database_;
  }
  // No server runs; Blue has to decide in the game, and a machine has taken that seat. The process that was to see to it is the holder.
  std::string left_behind(int64_t holder) {
    const json game = new_game(port(0));
    const std::string id = game["game"];
    {
      const auto blue = join(0, game, "Blue"), white = join(1, game, "White");
      for (int acts = 0; acts < 2 || !blue->has_turn();) {
        for (Bot* bot : {blue.get(), white.get()}) {
          bot->catch_up();
          if (bot->has_turn()) bot->act(), bot->socket->expect("done"), ++acts;
        }
        blue->join(), white->join();
      }
    }
    servers.clear();
    database().run("UPDATE game SET kind1='random', name1='random' WHERE id=$1", {id});
    database().run("INSERT INTO job VALUES($1,$2,false)", {id, holder});
    return id;
  }
  int64_t records_of(const std::string& id) { return number("SELECT count(*) FROM record WHERE game=$1", {id}); }
  int64_t figure(std::size_t server, const std::string& name) const {
    const std::string text = http(port(server), "GET", "/metrics").body, line = "\ntambour_" + name + " ";
    const auto at = text.find(line);
    return at == std::string::npos ? 0 : std::atol(text.c_str() + at + line.size());
  }

 private:
  std::unique_ptr<PgConnection> database_;
};

// What no server was told of is found all the same: word of it is only a hint.
TEST_F(SeveralFaults, a_missed_notification_loses_nothing) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), white = join(1, game, "White");
  const auto store = open_store(address);  // writes without a word to anybody
  const auto kept = store->load(game["game"]);
  const Batch batch{false, kept->row, {{int64_t(kept->records.size()) + 1, RecordKind::Chat, Seat::First, "unheard", 1, "", 0, 0}}, new_stamp(), NextAnswer::Kept};
  ASSERT_EQ(store->write({&batch}).at(0), WriteOutcome::Written);
  for (Bot* bot : {blue.get(), white.get()}) bot->until([&] { return !bot->log.empty() && bot->log.back().value("text", "") == "unheard"; });
}

TEST_F(SeveralFaults, a_game_erased_without_a_word_is_found_to_be_gone) {
  const json game = new_game(port(0)), other = new_game(port(1));
  const auto blue = join(0, game, "Blue");
  open_store(address)->erase({game["game"]});
  EXPECT_EQ(blue->socket->expect("error")["code"], "game");
  const json both{{"secrets", {game["seats"]["White"]["secret"], other["seats"]["White"]["secret"]}}};
  wait_until([&] { return post(port(1), "/api/games/mine", both, 200)["games"].size() == 1; }, "it is listed for ever");
}

// Where servers may not notify each other, play goes on; they look by themselves.
TEST_F(SeveralFaults, who_cannot_notify_the_others_plays_all_the_same) {
  servers.clear();
  database().run_all("CREATE ROLE mute LOGIN; GRANT ALL ON SCHEMA public TO mute; GRANT ALL ON ALL TABLES IN SCHEMA public TO mute; "
                     "REVOKE EXECUTE ON FUNCTION pg_notify(text,text) FROM PUBLIC");
  address.replace(address.find("user=postgres"), 13, "user=mute");
  begin(), begin();
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), white = join(1, game, "White");
  for (Bot* bot : {blue.get(), white.get()}) {
    Bot& other = bot == blue.get() ? *white : *blue;
    bot->socket->send({{"type", "chat"}, {"text", "heard?"}});
    const std::size_t before = other.log.size();
    other.until([&] { return other.log.size() > before && other.log.back()["kind"] == "chat"; });
  }
}

TEST_F(SeveralFaults, a_server_without_its_database_is_alive_but_takes_nobody) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue");
  const auto until_ready_is = [&](int status) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (http(port(0), "GET", "/readyz").status != status && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(50ms);
    EXPECT_EQ(http(port(0), "GET", "/readyz").status, status);
  };
  until_ready_is(200);
  PrivatePostgres::get()->stop("fast");
  until_ready_is(503);
  EXPECT_EQ(http(port(0), "GET", "/livez").status, 200);
  PrivatePostgres::get()->start();
  until_ready_is(200);
  blue->join();
  EXPECT_EQ(blue->hello["side"], "Blue");
  blue->act();
  blue->socket->expect("done");
}

// Nobody's move is lost when its server goes: the next one answers, and the machine's turn is taken over.
TEST_F(SeveralFaults, another_server_takes_a_machine_over) {
  const json game = new_game(port(0), "human", "random");
  {
    const auto store = open_store(address);  // as if its server had died: the job is held by nobody who lives
    PgConnection(address).run_all("UPDATE job SET holder=12345");
  }
  auto blue = join(0, game, "Blue");
  until(*blue, [&] { return blue->has_turn(); });
  servers.erase(servers.begin());
  blue->move_to(port(0));
  const std::size_t before = blue->log.size();
  blue->act();
  until(*blue, [&] { return blue->log.size() > before && (blue->has_turn() || blue->over()); });
  SUCCEED();
}

// The database's clock was set back after this process was last seen: it is dead all the same.
TEST_F(SeveralFaults, a_process_seen_in_the_time_to_come_is_dead) {
  const std::string id = left_behind(12345);
  database().run("INSERT INTO process VALUES(12345,$1,now() + interval '1 hour')", {toy_library().signature()});
  const int64_t before = records_of(id);
  begin();
  wait_until([&] { return records_of(id) > before; }, "nobody plays for the dead");
}

// Forty games cannot be opened; nobody tries them for ever, and they keep no other waiting.
TEST_F(SeveralFaults, games_that_cannot_go_on_keep_no_other_waiting) {
  const std::string id = left_behind(12345);
  {
    const auto store = open_store(address);
    GameRow broken = store->load(id)->row;
    broken.status = json{{"fault", "met before"}}.dump();
    for (int i = 0; i < 40; ++i) {
      broken.id = "0000000000" + std::to_string(10 + i);  // before the other in every order by name
      const Batch batch{true, broken, {}, new_stamp(), NextAnswer::Kept};
      store->write({&batch});
      database().run("INSERT INTO job VALUES($1,12345,false)", {broken.id});
    }
    database().run("INSERT INTO job VALUES('absent',12345,false)");
  }
  const int64_t before = records_of(id);
  begin(), begin();
  wait_until([&] { return records_of(id) > before; }, "the others keep it waiting");
  wait_until([&] { return number("SELECT count(*) FROM job WHERE game LIKE '0000000000%'") == 0; }, "they are tried for ever");
}

// A game leaves a server's memory while its machine still has to answer: whoever opens it next sees to that.
TEST_F(SeveralFaults, a_machine_is_handed_over_when_its_game_is_given_up) {
  const std::string id = left_behind(0);
  database().run("UPDATE game SET pace_ms=1000000000 WHERE id=$1", {id});  // it answers in eleven days
  begin(), begin();
  const auto taken = [&] { return figure(0, "taken_over_total") + figure(1, "taken_over_total"); };
  wait_until([&] { return taken() == 1 && number("SELECT holder FROM job WHERE game=$1", {id}) != 0; }, "nobody takes it over");
  // As if the database had gone back to an earlier state: the open game is given up.
  database().run_all("UPDATE record SET stamp=stamp+1; UPDATE game SET stamp=stamp+1, changed=pg_current_xact_id()");
  wait_until([&] { return taken() >= 2; }, "it is handed over to nobody");
}

TEST_F(SeveralFaults, servers_of_other_rules_do_not_join) {
  EXPECT_THROW(LocalServer(address, real_catalog()), StoreError);
  EXPECT_EQ(number("SELECT count(*) FROM process WHERE signature<>$1", {toy_library().signature()}), 0) << "it would keep others from starting";
}

// Who left while the connection to the database was broken is not here any more when it is back.
TEST_F(SeveralFaults, presence_is_told_anew_on_a_new_connection) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), watcher = join(1, game);
  const auto white_is = [](bool here) { return [here](const json& m) { return m["type"] == "presence" && m["seats"]["White"] == here; }; };
  wait_until([&] { return number("SELECT count(*) FROM presence WHERE first=1") == 1; }, "nobody is shown");
  database().run_all("UPDATE presence SET second=1 WHERE first=1");
  hear(*watcher, white_is(true));
  database().run_all("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname=current_database() AND pid<>pg_backend_pid()");
  hear(*watcher, white_is(false));
  wait_until([&] { return number("SELECT count(*) FROM presence WHERE first=1 AND second=0") == 1; }, "Blue is forgotten");
}

// A process that stood still for a minute was struck off the list, with all that was known of it.
TEST_F(SeveralFaults, a_process_that_was_struck_off_introduces_itself_again) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), watcher = join(1, game);
  wait_until([&] { return number("SELECT count(*) FROM presence WHERE first=1") == 1; }, "nobody is shown");
  database().run_all("BEGIN; DELETE FROM process; DELETE FROM presence; COMMIT");
  wait_until([&] { return number("SELECT count(*) FROM presence WHERE first=1") == 1; }, "nobody is shown again");
  wait_until([&] { return number("SELECT count(*) FROM presence WHERE watchers=1") == 1; }, "the watcher is not shown again");
  EXPECT_EQ(number("SELECT count(*) FROM process"), 2);
}

// An act that is being written while its server stops is answered before the client is sent away.
TEST_F(SeveralFaults, a_server_that_stops_answers_what_is_being_written) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), white = join(0, game, "White");
  Bot& mover = blue->has_turn() ? *blue : *white;
  mover.catch_up();
  const unsigned short stopped = port(0);
  PgTransaction lock(database());
  database().run("SELECT 1 FROM game WHERE id=$1 FOR UPDATE", {game["game"].get<std::string>()});
  mover.act();
  PgConnection other(address);
  wait_until([&] { return other.run("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type='Lock'").number(0, 0) > 0; }, "nothing is written");
  std::thread stop([&] { servers.erase(servers.begin()); });
  wait_until(
      [&] {
        try {
          database().run("SELECT 1");  // an idle transaction would be ended
          Socket(stopped, "", "/ws");
          return false;
        } catch (const std::exception&) {
          return true;
        }
      },
      "it does not stop");
  lock.commit();
  EXPECT_EQ(mover.socket->expect("done")["type"], "done");
  while (mover.socket->read()) {
  }
  EXPECT_EQ(mover.socket->close_code(), 1012);
  stop.join();
}

// Offers, answers and withdrawals cross while others talk, come and go at both servers.
TEST_F(SeveralFaults, an_offer_reaches_the_other_server_whatever_else_happens) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), white = join(1, game, "White");
  std::atomic<bool> over = false;
  std::vector<std::thread> others;
  for (const std::size_t server : {0u, 1u})
    others.emplace_back([&, server] {
      for (uint64_t i = 0; !over; ++i) {
        const auto guest = join(server, game, i % 2 ? "Blue" : "White", i);
        guest->socket->send({{"type", "note"}, {"text", std::to_string(i)}});
        guest->catch_up();
        std::this_thread::sleep_for(20ms);
      }
    });
  const auto typed = [](const char* type, const json& by) { return [type, by](const json& m) { return m["type"] == type && m["by"] == by; }; };
  for (int i = 0; i < 12; ++i) {
    Bot &asks = i % 2 ? *white : *blue, &hears = i % 2 ? *blue : *white;
    const char* name = i % 2 ? "White" : "Blue";
    ASSERT_EQ(ask(asks, {{"type", "draw"}, {"seq", asks.log.size()}})["type"], "done");
    hear(hears, typed("draw", name));
    ASSERT_EQ(ask(hears, {{"type", "draw"}, {"answer", false}, {"seq", hears.log.size()}})["type"], "done");
    hear(asks, typed("draw", nullptr));
  }
  over = true;
  for (std::thread& other : others) other.join();
  EXPECT_GT(figure(0, "stale_total") + figure(1, "stale_total"), 0);
}

// Every connection to the database breaks, again and again, while a game is played from both servers.
TEST_F(SeveralFaults, play_goes_on_over_broken_connections) {
  const json game = new_game(port(0));
  ConnectionBreaker breaker(address, 150ms);
  const auto blue = join(0, game, "Blue", 3), white = join(1, game, "White", 4);
  const auto begun = std::chrono::steady_clock::now();
  int acts = 0;
  while (std::chrono::steady_clock::now() < begun + (acts > 10 ? 4s : kPatience) && !blue->over())
    for (Bot* bot : {blue.get(), white.get()}) {
      if (bot->has_turn()) bot->act(), breaker.progress(), ++acts;
      try {
        const auto message = bot->socket->read(5ms);
        ASSERT_TRUE(message);
        bot->take(*message);
      } catch (const std::runtime_error&) {
      }
    }
  EXPECT_GT(acts, 10);
  for (Bot* bot : {blue.get(), white.get()})
    for (const json& error : bot->errors) EXPECT_EQ(error["code"], "stale") << error;
}

}  // namespace
}  // namespace tambour::server::test
