// SPDX-License-Identifier: MIT
// What can go wrong around the server: sudden death, a full disk, a damaged or edited store. TAMBOUR_FAULT_RUNS says how often it dies.
#include <sqlite3.h>
#include <sys/mount.h>

#include <fstream>
#include <functional>

#include "server/sqlite_store.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

int fault_runs() {
  const char* wanted = std::getenv("TAMBOUR_FAULT_RUNS");
  return wanted ? std::atoi(wanted) : 12;
}

// Plays both seats until the time is up or the server is gone. What was heard is in the bots' logs.
void play_until(Bot& blue, Bot& white, std::chrono::steady_clock::time_point end) {
  while (std::chrono::steady_clock::now() < end && !(blue.over() && white.over()))
    for (Bot* bot : {&blue, &white}) {
      if (bot->has_turn()) bot->act();
      try {
        const auto message = bot->socket->read(std::chrono::milliseconds(1));
        if (!message) return;
        bot->take(*message);
      } catch (const std::runtime_error&) {
      }
    }
}

void drain(Bot& bot) {
  try {
    while (const auto message = bot.socket->read(std::chrono::milliseconds(50))) bot.take(*message);
  } catch (const std::exception&) {
  }
}

TEST(Faults, no_acknowledged_move_is_lost_by_kill_9) {
  Scratch scratch;
  Rng rng(11);
  json game;
  std::unique_ptr<Bot> blue, white;
  std::size_t moves = 0;
  // On a busy machine death may come before the first move; so it comes again until there was something to lose.
  const int runs = fault_runs();
  for (int run = 0; run < runs || (moves <= std::size_t(runs) && run < 20 * runs); ++run) {
    ChildServer server(scratch.store());
    if (!blue || blue->over()) {
      game = new_game(server.port());
      blue.reset(), white.reset();
    }
    // The log that was heard before the kill must be the beginning of the log that is there now.
    for (auto* bot : {&blue, &white}) {
      const std::string side = bot == &blue ? "Blue" : "White";
      auto now = std::make_unique<Bot>(server.port(), game["game"], game["seats"][side]["secret"], rng.next());
      now->join();
      if (*bot) {
        ASSERT_GE(now->log.size(), (*bot)->log.size()) << "run " << run;
        for (std::size_t i = 0; i < (*bot)->log.size(); ++i) ASSERT_EQ(now->log[i], (*bot)->log[i]) << "run " << run << " entry " << i + 1;
        moves += now->log.size() - (*bot)->log.size();
      }
      *bot = std::move(now);
    }
    const auto life = std::chrono::milliseconds(5 + rng.below(120));
    const std::size_t before = blue->log.size();
    // The killer is a process of its own, so that death comes in the middle of things.
    const pid_t killer = fork();
    if (killer == 0) {
      std::this_thread::sleep_for(life);
      server.send_signal(SIGKILL);
      _exit(0);
    }
    try {
      play_until(*blue, *white, std::chrono::steady_clock::now() + std::chrono::seconds(2));
    } catch (const std::exception&) {
    }
    waitpid(killer, nullptr, 0);
    drain(*blue), drain(*white);
    moves += blue->log.size() - before;
  }
  RecordProperty("moves", int(moves));
  EXPECT_GT(moves, std::size_t(runs));
}

TEST(Faults, a_stop_by_signal_is_clean) {
  Scratch scratch;
  ChildServer server(scratch.store());
  const json game = new_game(server.port());
  Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1);
  blue.join();
  server.send_signal(SIGTERM);
  EXPECT_EQ(blue.socket->expect("error")["code"], "stop");
  EXPECT_FALSE(blue.socket->read());
  EXPECT_EQ(blue.socket->close_code(), 1001);
  const int status = server.end(0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

std::unique_ptr<Bot> seat_in(const ChildServer& server, const json& game, const std::string& side) {
  auto bot = std::make_unique<Bot>(server.port(), game["game"], game["seats"][side]["secret"], 1);
  bot->join();
  return bot;
}

void expect_played(Bot& bot) {
  bot.act();
  for (json message; message["type"] != "done"; bot.take(message)) {
    const auto next = bot.socket->read();
    ASSERT_TRUE(next);
    message = *next;
    ASSERT_NE(message["type"], "error") << message;
  }
}

void expect_not_written(Bot& bot) {
  bot.act();
  const json error = bot.socket->expect("error");
  EXPECT_EQ(error["code"], "store");
  EXPECT_NE(error["message"].get<std::string>().find("was not played: the store"), std::string::npos) << error;
  EXPECT_FALSE(bot.socket->read());
  EXPECT_EQ(bot.socket->close_code(), 1011);
}

// A proxy is told first, and takes other servers for new clients; whoever is here plays on until the time is over.
TEST(Faults, a_server_that_is_told_to_stop_plays_on_while_it_drains) {
  Scratch scratch;
  Settings settings = settings_for(scratch.store());
  settings.drain = 600;
  ChildServer server(settings);
  const auto health = [&](const std::string& what) { return http(server.port(), "GET", what); };
  const json game = new_game(server.port());
  const auto blue = seat_in(server, game, "Blue");
  for (const char* what : {"/livez", "/readyz", "/healthz"}) EXPECT_EQ(health(what).status, 200) << what;
  server.send_signal(SIGTERM);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (health("/readyz").status == 200 && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(health("/readyz").status, 404) << "not 503: it still serves those it has";
  EXPECT_EQ(health("/readyz").body, "stopping\n");
  for (const char* what : {"/livez", "/healthz"}) EXPECT_EQ(health(what).status, 200) << what;
  expect_played(*blue);
  server.send_signal(SIGTERM);  // the second one does not wait
  EXPECT_EQ(blue->socket->expect("error")["code"], "stop");
  const int status = server.end(0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// Two games on one disk: it fills up in the middle of both, and later there is room again. Nobody loses an acknowledged move, the reason is
// told, what can be read can be read, and play goes on in both games without a new start.
void play_on_a_disk_that_fills(const std::string& store, const std::function<void(const ChildServer&)>& fill,
                               const std::function<void(const ChildServer&)>& make_room) {
  json games[2];
  std::unique_ptr<Bot> players[2];
  {
    ChildServer server(store);
    for (int g = 0; g < 2; ++g) {
      games[g] = new_game(server.port());
      players[g] = seat_in(server, games[g], "Blue");
    }
    expect_played(*players[0]);
    auto white = seat_in(server, games[0], "White");
    fill(server);
    expect_not_written(*white);
    const auto health = http(server.port(), "GET", "/healthz");
    EXPECT_EQ(health.status, 503);
    EXPECT_NE(health.body.find("the store"), std::string::npos);
    EXPECT_EQ(health.body.find(store), std::string::npos) << "where it lies is for the log";
    EXPECT_EQ(http(server.port(), "GET", "/api/battles").status, 200);
    EXPECT_EQ(http(server.port(), "GET", "/api/games/" + games[0]["game"].get<std::string>() + "/log").status, 200);
    EXPECT_EQ(http(server.port(), "POST", "/api/games",
                   R"({"battle": "skirmish", "book": "toy", "seats": {"Blue": {"kind": "human"}, "White": {"kind": "human"}}})")
                  .status,
              503);
    expect_not_written(*players[1]);
    for (int g = 0; g < 2; ++g) {
      const std::size_t heard = players[g]->log.size();
      players[g]->join();
      EXPECT_EQ(players[g]->log.size(), heard) << "game " << g;
    }
    white->join();

    make_room(server);
    expect_played(*white);
    expect_played(*players[1]);
    EXPECT_EQ(http(server.port(), "GET", "/healthz").status, 200);
    new_game(server.port());
    players[0] = std::move(white);
  }
  ChildServer server(store);
  for (int g = 0; g < 2; ++g) EXPECT_EQ(json(seat_in(server, games[g], g == 0 ? "White" : "Blue")->log), json(players[g]->log));
}

TEST(Faults, a_file_size_limit_is_told_and_costs_nobody_a_move) {
  Scratch scratch;
  play_on_a_disk_that_fills(
      scratch.store(), [&](const ChildServer& server) { server.limit_files(std::filesystem::file_size(scratch.store() + "-wal")); },
      [](const ChildServer& server) { server.limit_files(RLIM_INFINITY); });
}

// A real one, where this process may mount it.
TEST(Faults, a_full_disk_is_told_and_costs_nobody_a_move) {
  Scratch scratch;
  if (mount("tmpfs", scratch.path().c_str(), "tmpfs", 0, "size=2m") != 0) GTEST_SKIP() << "no right to mount a small disk here";
  const std::string ballast = scratch.path() + "/ballast";
  play_on_a_disk_that_fills(
      scratch.store(),
      [&](const ChildServer&) {
        std::ofstream file(ballast, std::ios::binary);
        while (file << std::string(4096, 'x') && file.flush()) {
        }
        EXPECT_EQ(std::filesystem::space(scratch.path()).available, 0u);
      },
      [&](const ChildServer&) { std::filesystem::remove(ballast); });
  EXPECT_EQ(umount(scratch.path().c_str()), 0);
}

void execute(const std::string& store, const std::string& sql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(store.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
}

// A store that is whole as a database, but was edited: the games it touches say so, all others are played.
TEST(Faults, an_edited_game_is_told_and_others_are_played) {
  Scratch scratch;
  json games[5];
  {
    ChildServer server(scratch.store());
    for (json& game : games) {
      game = new_game(server.port());
      expect_played(*seat_in(server, game, "Blue"));
    }
    server.end(SIGTERM);
  }
  const auto where = [&](int g) { return " WHERE game='" + games[g]["game"].get<std::string>() + "' AND number=2"; };
  execute(scratch.store(), "UPDATE record SET text='fly away'" + where(0));
  execute(scratch.store(), "UPDATE record SET kind=99" + where(1));
  execute(scratch.store(), "UPDATE record SET number=7" + where(2));
  execute(scratch.store(), "UPDATE record SET seat=1" + where(3));
  ChildServer server(scratch.store());
  for (int g = 0; g < 4; ++g) {
    Socket socket(server.port());
    socket.send({{"type", "join"}, {"game", games[g]["game"]}, {"seat", games[g]["seats"]["Blue"]["secret"]}});
    const json error = socket.expect("error");
    EXPECT_EQ(error["code"], "game");
    EXPECT_NE(error["message"].get<std::string>().find("cannot be replayed"), std::string::npos) << error;
    EXPECT_EQ(http(server.port(), "GET", "/api/games/" + games[g]["game"].get<std::string>() + "/log").status, 404);
  }
  expect_played(*seat_in(server, games[4], "White"));
}

TEST(Faults, a_damaged_or_foreign_store_is_told_at_the_start) {
  const auto why = [](const std::string& path) -> std::string {
    try {
      open_sqlite_store(path);
    } catch (const StoreError& e) {
      return e.what();
    }
    return "";
  };
  Scratch scratch;
  std::ofstream(scratch.store())
      << "this is not a database, but it is long enough to be taken for one by its length alone ......................";
  EXPECT_NE(why(scratch.store()).find("damaged or not a database"), std::string::npos);

  Scratch second;
  {
    ChildServer server(second.store());
    for (int i = 0; i < 40; ++i) new_game(server.port());
    server.end(SIGTERM);
  }
  ASSERT_EQ(why(second.store()), "");
  {
    std::fstream file(second.store(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096 + 8);
    file << std::string(6000, '\x5a');
  }
  EXPECT_NE(why(second.store()).find("damaged"), std::string::npos);
  std::filesystem::resize_file(second.store(), 4096 + 100);
  EXPECT_NE(why(second.store()).find("damaged"), std::string::npos);
  EXPECT_NE(why("/no/such/folder/games.db").find("cannot be opened"), std::string::npos);

  Scratch third;
  ChildServer holder(third.store());
  EXPECT_NE(why(third.store()).find("in use by another server"), std::string::npos);
}

}  // namespace
}  // namespace tambour::server::test
