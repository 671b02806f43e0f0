// SPDX-License-Identifier: MIT
// Nobody's work holds up another's: shares of threads and of memory.
#include <latch>
#include <set>

#include "server/log.h"
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

using Kind = Workers::Kind;

// Jobs that stay until they are let go.
struct Blocked {
  std::latch go{1};
  std::atomic<int> ran = 0;
  Workers::Job job(Kind kind, const std::string& client) {
    return {kind, client, "g", [this](std::stop_token) { go.wait(), ++ran; }, {}};
  }
};

bool runs(Workers& workers, Kind kind, const std::string& client) {
  const auto done = std::make_shared<std::latch>(1);
  EXPECT_TRUE(workers.post({kind, client, "h", [done](std::stop_token) { done->count_down(); }, {}}));
  for (const auto end = std::chrono::steady_clock::now() + kPatience; !done->try_wait();) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

json seats_of(const std::string& battle) {
  json seats;
  for (const std::string& side : real_catalog().find(battle)->battle->sides) seats[side] = {{"kind", "human"}};
  return seats;
}

TEST(Shares, one_client_never_holds_all_threads) {
  for (const Kind kind : {Kind::Turn, Kind::Advice, Kind::Spare}) {
    Blocked blocked;
    Workers workers(2);
    for (int i = 0; i < 8; ++i) workers.post(blocked.job(kind, "attacker"));
    EXPECT_TRUE(runs(workers, Kind::Turn, "other")) << int(kind);
    EXPECT_EQ(blocked.ran, 0);
    blocked.go.count_down();
  }
}

TEST(Shares, one_thread_is_kept_for_games_with_a_person_whoever_asks) {
  Blocked blocked;
  Workers workers(2);
  for (int i = 0; i < 8; ++i) workers.post(blocked.job(i % 2 ? Kind::Advice : Kind::Spare, "client " + std::to_string(i)));
  EXPECT_TRUE(runs(workers, Kind::Turn, "other"));
  blocked.go.count_down();
}

// Uploads and replays of whoever it is do not keep games from being opened.
TEST(Shares, one_reader_is_kept_for_games_that_are_opened) {
  Blocked blocked;
  Workers readers(2, Kind::Advice);
  int taken = 0;
  for (int i = 0; i < 100; ++i) taken += readers.post(blocked.job(Kind::Spare, "client " + std::to_string(i % 4)));
  EXPECT_LE(taken, 66) << "what waits is bounded";
  EXPECT_TRUE(runs(readers, Kind::Advice, "other"));
  EXPECT_EQ(blocked.ran, 0);
  blocked.go.count_down();
}

TEST(Shares, who_has_used_least_comes_next_and_who_left_is_dropped) {
  Blocked first;
  std::vector<std::string> order;
  std::latch all{4};
  Workers workers(1);
  workers.post(first.job(Kind::Advice, "a"));
  while (workers.waiting()) std::this_thread::yield();
  std::stop_source gone;
  const auto note = [&](const std::string& client, std::stop_token dropped = {}) {
    workers.post({Kind::Advice, client, "", [&, client](std::stop_token) { order.push_back(client), all.count_down(); }, dropped});
  };
  note("a"), note("a"), note("gone", gone.get_token()), note("b");
  workers.post({Kind::Turn, "c", "", [&](std::stop_token) { order.push_back("c"), all.count_down(); }, {}});
  gone.request_stop();
  first.go.count_down();
  all.wait();
  EXPECT_EQ(order, (std::vector<std::string>{"c", "b", "a", "a"}));
}

TEST(Shares, advice_that_waits_is_bounded_for_one_client_and_for_all) {
  Blocked first;
  Workers workers(1);
  workers.post(first.job(Kind::Advice, "a"));
  int taken = 0, more = 0;
  for (int i = 0; i < 100; ++i) taken += workers.post({Kind::Advice, "a", "", [](std::stop_token) {}, {}});
  for (int i = 0; i < 1000; ++i) more += workers.post({Kind::Advice, std::to_string(i), "", [](std::stop_token) {}, {}});
  EXPECT_LE(taken, 17);
  EXPECT_GE(more, 1);
  EXPECT_LE(more, 64);
  first.go.count_down();
}

// Games of a real battle, more than memory may hold: those nobody uses leave, and are there again when somebody comes.
TEST(Shares, memory_is_bounded_and_games_come_back_from_disk) {
  HubLimits small;
  small.memory = 3u << 20;
  TestHub table(real_catalog(), small);
  std::vector<json> games;
  for (int i = 0; i < 30; ++i) {
    games.push_back(table.make("marengo-1800", "jdg", {{"French", {{"kind", "human"}}}, {"Austrian", {{"kind", "human"}}}}));
    EXPECT_LE(table.hub.memory(), small.memory);
  }
  EXPECT_LT(table.metrics.rooms, 30);
  for (const int g : {0, 29}) EXPECT_EQ(table.join(games[std::size_t(g)], "French")->count("hello"), 1) << g;
  // Games with people stay, so that at last there is no room for more.
  std::vector<std::shared_ptr<HallClient>> seated;
  for (const json& game : games) seated.push_back(table.join(game, "Austrian"));
  EXPECT_LE(table.hub.memory(), small.memory);
  int full = 0;
  for (const auto& client : seated)
    if (client->count("error")) full += client->last("error")["code"] == "full";
  EXPECT_GE(full, 1);
  table.say(seated[0], {{"type", "ping"}});
  EXPECT_EQ(seated[0]->count("pong"), 1);
}

TEST(Shares, an_upload_of_too_many_entries_is_refused) {
  TestHub table;
  std::string file = "tambour-game 1\nbook toy\nbattle skirmish\nbattle-hash 0000000000000000\nact First choose-number 1\n";
  for (int i = 0; i < 20001; ++i) file += "takeback First 0\n";
  const json seats{{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}};
  const HttpAnswer answer = table.http("POST", "/api/games", json{{"from", {{"file", file}}}, {"seats", seats}}.dump());
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("entries"), std::string::npos) << answer.body;
}

TEST(Shares, games_of_machines_are_counted_by_address) {
  TestHub table;
  const auto make = [&] {
    return table
        .http(
            "POST", "/api/games",
            R"({"battle": "skirmish", "book": "toy", "pace_ms": 5000, "seats": {"Blue": {"kind": "random"}, "White": {"kind": "random"}}})")
        .status;
  };
  for (int i = 0; i < 8; ++i) EXPECT_EQ(make(), 201);
  EXPECT_EQ(make(), 429);
  table.skirmish("human", "random");  // games with a person do not count
}

// Nobody can tell from what everybody may read that something was done face down.
TEST(Shares, hidden_acts_do_not_show_in_card_or_figures) {
  TestHub table(real_catalog());
  const json game = table.make("train-tg-1-causeway", "tng", seats_of("train-tg-1-causeway"));
  std::map<std::string, std::shared_ptr<HallClient>> players;
  for (const auto& [side, seat] : game["seats"].items()) players[side] = table.join(game, side);
  const auto watcher = table.join(game);
  const auto card = [&] { return json::parse(table.http("GET", "/api/games/" + game["game"].get<std::string>()).body)["moved"]; };
  int hidden = 0;
  for (int i = 0; i < 60 && hidden < 3; ++i) {
    json options;
    std::shared_ptr<HallClient> mover;
    for (const auto& [side, client] : players) {
      const json last = client->count("update") ? client->last("update") : client->last("hello");
      if (const json now = last.value("options", json()); now.is_array() && !now.empty()) mover = client, options = now;
    }
    ASSERT_TRUE(mover);
    const auto moved = card();
    const auto counted = std::pair(table.metrics.acts, table.metrics.latency_sum);
    const int64_t seen = watcher->seq();
    const std::size_t heard = watcher->heard.size();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // so that another time would show
    json act = options[0]["text"];
    for (const json& option : options)
      if (option["verb"] == "order") act = option["text"];
    table.say(mover, {{"type", "act"}, {"seq", mover->seq()}, {"act", act}});
    if (watcher->seq() != seen) continue;
    ++hidden;
    EXPECT_EQ(watcher->heard.size(), heard) << watcher->heard.back();
    EXPECT_EQ(card(), moved);
    EXPECT_EQ(std::pair(table.metrics.acts, table.metrics.latency_sum), counted);
  }
  EXPECT_GE(hidden, 1) << "no act was hidden";
}

// The clock on the wall may jump; the clock of a seat does not.
TEST(Shares, a_seat_clock_does_not_follow_the_clock_on_the_wall) {
  GameRow row;
  row.id = "clock", row.book = "toy", row.battle = "skirmish";
  LiveGame live(*toy_library().find("skirmish", "toy"), row);
  live.settle(now_ms());
  live.attend(true, true);
  ActionList<> acts;
  live.game().options(live.state(), acts);
  constexpr int64_t kHour = 3600 * 1000;
  const Seat seat = live.state().seat;
  const std::string side = live.game().side_name(seat);
  live.play(acts[0], now_ms() + kHour);
  EXPECT_LT(live.clock()["spent"][side], kHour / 2);
  EXPECT_GE(live.clock()["spent"][side], 0);
  acts.clear();
  live.game().options(live.state(), acts);
  live.play(acts[0], now_ms() - kHour);
  const json clock = live.clock();
  for (const json& spent : clock["spent"]) EXPECT_GE(spent, 0);
}

// At the limit a new game takes the place of the one missed least: one that nobody ever played, else the one untouched for longest.
TEST(Shares, a_full_store_gives_up_what_is_missed_least) {
  auto* store = new MemoryStore;
  const auto put = [&](const std::string& id, int64_t created, int64_t moved) {
    Batch batch;
    batch.create = true;
    batch.game.id = id, batch.game.battle = "skirmish", batch.game.book = "toy", batch.game.created = now_ms() - created, batch.game.moved = now_ms() - moved;
    store->write({&batch});
  };
  put("long-ago", 9000, 8000), put("since", 9000, 7000), put("never", 100, 100);
  HubLimits limits;
  limits.games = 3;
  TestHub table(toy_library(), limits, store);
  const auto left = [&] {
    std::set<std::string> ids;
    for (const GameRow& row : store->games())
      if (row.id.size() < 12) ids.insert(row.id);  // without the new ones
    return ids;
  };
  table.skirmish();
  table.settle();
  EXPECT_EQ(left(), (std::set<std::string>{"long-ago", "since"}));
  table.skirmish();
  table.settle();
  EXPECT_EQ(left(), (std::set<std::string>{"since"}));
}

// Games given up are erased by the rule of --keep-days; what is finished, or was touched since, stays.
TEST(Shares, unfinished_games_that_nobody_touches_are_erased_in_time) {
  constexpr int64_t kDay = 24 * 60 * 60 * 1000;
  const auto kept_after = [&](int keep_days) {
    auto* store = new MemoryStore;
    const auto put = [&](const std::string& id, int64_t days_ago, bool over) {
      Batch batch;
      batch.create = true;
      batch.game.id = id, batch.game.battle = "skirmish", batch.game.book = "toy", batch.game.over = over;
      batch.game.created = batch.game.moved = now_ms() - days_ago * kDay;
      store->write({&batch});
    };
    put("abandoned", 40, false), put("finished", 40, true), put("running", 2, false);
    HubLimits limits;
    limits.keep_days = keep_days;
    TestHub table(toy_library(), limits, store);
    table.settle();
    std::set<std::string> ids;
    for (const GameRow& row : store->games()) ids.insert(row.id);
    return ids;
  };
  EXPECT_EQ(kept_after(30), (std::set<std::string>{"finished", "running"}));
  EXPECT_EQ(kept_after(0), (std::set<std::string>{"abandoned", "finished", "running"}));
}

}  // namespace
}  // namespace tambour::server::test
