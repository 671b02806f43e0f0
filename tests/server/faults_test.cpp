// What can go wrong around the server: sudden death, a full disk, a damaged store. TAMBOUR_FAULT_RUNS says how often it dies.
#include <fstream>

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
  for (int run = 0; run < fault_runs(); ++run) {
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
  EXPECT_GT(moves, std::size_t(fault_runs()));
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

TEST(Faults, a_full_disk_is_told_and_no_acknowledged_move_is_lost) {
  Scratch scratch;
  json game;
  std::vector<json> heard;
  {
    ChildServer server(scratch.store(), 150u << 10);
    game = new_game(server.port());
    Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1),
        white(server.port(), game["game"], game["seats"]["White"]["secret"], 2);
    blue.join(), white.join();
    // Chat fills the disk soon enough.
    bool told = false;
    for (int i = 0; i < 3000 && !told; ++i) {
      blue.socket->send({{"type", "chat"}, {"text", std::string(400, 'x')}});
      const auto message = blue.socket->read();
      if (!message) break;
      blue.take(*message);
      if (!blue.errors.empty()) {
        if (blue.errors.back()["code"] == "rate") {
          blue.errors.clear();
          std::this_thread::sleep_for(std::chrono::milliseconds(500));
        } else {
          told = blue.errors.back()["code"] == "store";
        }
      }
    }
    ASSERT_TRUE(told);
    const auto health = http(server.port(), "GET", "/healthz");
    EXPECT_EQ(health.status, 503);
    EXPECT_NE(health.body.find("store"), std::string::npos);
    EXPECT_EQ(http(server.port(), "GET", "/api/battles").status, 200);
    EXPECT_EQ(http(server.port(), "GET", "/api/games/" + game["game"].get<std::string>() + "/log").status, 200);
    heard = blue.log;
  }
  ChildServer server(scratch.store());
  Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1);
  blue.join();
  ASSERT_EQ(blue.log.size(), heard.size());
  EXPECT_EQ(json(blue.log), json(heard));
  blue.act();
  EXPECT_EQ(blue.socket->expect("done")["played"], 1);
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
  EXPECT_NE(why("/no/such/folder/games.db").find("cannot be opened"), std::string::npos);

  Scratch third;
  ChildServer holder(third.store());
  EXPECT_NE(why(third.store()).find("in use by another server"), std::string::npos);
}

}  // namespace
}  // namespace tambour::server::test
