// SPDX-License-Identifier: MIT
// Several servers on one PostgreSQL: whoever is at one of them hears and may do exactly what it would at another.
#include <set>

#include "lab/game_file.h"
#include "tests/server/reactions.h"
#include "tests/server/several.h"
#include "tests/server/twins.h"

namespace tambour::server::test {
namespace {

// Both sides at different servers, and for each seat, and the public, one that only listens at the other server.
void play_and_compare(unsigned short here, unsigned short there, const json& game, const std::vector<std::string>& sides, int most_acts) {
  std::vector<std::unique_ptr<Bot>> players, listeners;
  for (std::size_t s = 0; s < 3; ++s) {
    const std::string secret = s < 2 ? game["seats"][sides[s]]["secret"].get<std::string>() : "";
    players.push_back(std::make_unique<Bot>(s == 0 ? here : there, game["game"], secret, 10 + s));
    listeners.push_back(std::make_unique<Bot>(s == 0 ? there : here, game["game"], secret, 20 + s));
    players.back()->join(), listeners.back()->join();
  }
  std::vector<Bot*> all;
  for (auto* bots : {&players, &listeners})
    for (auto& bot : *bots) all.push_back(bot.get());
  const auto hear = [&] {
    for (Bot* bot : all) try {
        while (const auto message = bot->socket->read(2ms)) bot->take(*message);
      } catch (const std::runtime_error&) {
      }
  };
  const auto sorted = [](const Bot& bot) {
    json view = bot.view;
    auto& counters = view["counters"].get_ref<json::array_t&>();
    std::sort(counters.begin(), counters.end(), [](const json& x, const json& y) { return x["id"] < y["id"]; });
    return view;
  };
  const auto alike = [&](std::size_t s) { return players[s]->log == listeners[s]->log && sorted(*players[s]) == sorted(*listeners[s]); };
  int acts = 0;
  auto end = std::chrono::steady_clock::now() + kPatience;
  while (acts < most_acts && std::chrono::steady_clock::now() < end && !players[0]->over()) {
    for (std::size_t s = 0; s < 2; ++s)
      if (players[s]->has_turn()) players[s]->act(), ++acts, end = std::chrono::steady_clock::now() + kPatience;
    hear();
  }
  EXPECT_GT(acts, std::min(most_acts, 8)) << "the game stands still";
  for (Bot* bot : all) bot->catch_up();
  end = std::chrono::steady_clock::now() + kPatience;
  while (!(alike(0) && alike(1) && alike(2)) && std::chrono::steady_clock::now() < end) hear();
  for (std::size_t s = 0; s < 3; ++s) {
    EXPECT_TRUE(players[s]->errors.empty()) << players[s]->errors.back();
    ASSERT_EQ(players[s]->log, listeners[s]->log) << game["game"] << " seat " << s;
    EXPECT_EQ(sorted(*players[s]), sorted(*listeners[s])) << game["game"] << " seat " << s;
  }
}

TEST_F(Several, everybody_hears_the_same_at_either_server) {
  for (int i = 0; i < 3; ++i) play_and_compare(port(0), port(1), new_game(port(0)), {"Blue", "White"}, 400);
}

// What players ask of each other, say and agree on reaches the other server too.
TEST_F(Several, offers_invitations_notes_and_clocks_cross_servers) {
  const json game = post(port(0), "/api/games",
                         {{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}, {"clock", {{"kind", "days"}, {"days", 3}}},
                          {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "friend"}}}}}}, 201);
  const std::string at = "/api/games/" + game["game"].get<std::string>();
  const auto blue = join(0, game, "Blue"), far = join(1, game, "Blue");
  const auto typed = [](const std::string& type) { return [type](const json& m) { return m["type"] == type; }; };
  const json host{{"secret", game["seats"]["Blue"]["secret"]}, {"side", "White"}};
  const std::string invite = post(port(1), at + "/invitation/renew", host, 200)["invite"];
  EXPECT_EQ(hear(*blue, typed("invitation"))["state"], "open");
  EXPECT_EQ(http(port(0), "POST", at + "/join", json{{"invite", game["seats"]["White"]["invite"]}}.dump()).status, 409);
  json seated = game;
  seated["seats"]["White"]["secret"] = post(port(0), at + "/join", {{"invite", invite}}, 200)["secret"];
  hear(*far, [](const json& m) { return m["type"] == "invitation" && m["state"] == "taken"; });
  const auto white = join(1, seated, "White");
  ask(*blue, {{"type", "note"}, {"text", "hold"}});
  EXPECT_EQ(hear(*far, typed("note"))["text"], "hold");
  ask(*white, {{"type", "holiday"}, {"days", 2}});
  EXPECT_EQ(hear(*blue, typed("clock"))["clock"]["holidays"]["White"]["left"], 12);
  EXPECT_EQ(ask(*blue, {{"type", "draw"}, {"seq", blue->log.size()}})["type"], "done");
  EXPECT_EQ(hear(*white, typed("draw"))["by"], "Blue");
  EXPECT_EQ(join(1, game, "Blue")->hello["draw"], "Blue");
  EXPECT_EQ(ask(*white, {{"type", "draw"}, {"answer", true}, {"seq", white->log.size()}})["type"], "done");
  EXPECT_EQ(hear(*blue, [](const json& m) { return m.value("kind", "") == "over"; })["outcome"]["ended"], "draw");
  const json first = post(port(0), at + "/rematch", {{"secret", game["seats"]["Blue"]["secret"]}}, 200);
  EXPECT_EQ(hear(*white, typed("rematch"))["game"], first["game"]);
  const json second = post(port(1), at + "/rematch", {{"secret", seated["seats"]["White"]["secret"]}}, 200);
  EXPECT_EQ(second["game"], first["game"]);
  EXPECT_EQ(second["waits"], false);
}

// What is hidden on one server is hidden on the other: a seat hears the same at both, in every book.
TEST_F(Several, secrets_of_every_book_are_kept_at_either_server) {
  servers.clear();
  begin(real_catalog()), begin(real_catalog());
  std::set<std::string> books;
  const json listed = http(port(0), "GET", "/api/battles").parsed();
  for (const json& battle : listed["battles"])
    for (const json& book : battle["playable"]) {
      const std::string name = book.is_string() ? book.get<std::string>() : book["id"].get<std::string>();
      if (books.contains(name)) continue;
      json seats;
      std::vector<std::string> sides;
      for (const json& side : battle["sides"]) sides.push_back(side.is_string() ? side.get<std::string>() : side["name"].get<std::string>());
      for (const std::string& side : sides) seats[side] = {{"kind", "human"}};
      const auto made = http(port(books.size() % 2), "POST", "/api/games",
                             json{{"battle", battle["id"]}, {"book", name}, {"pace_ms", 0}, {"seats", seats}}.dump());
      if (made.status != 201) continue;  // not playable under this book
      books.insert(name);
      play_and_compare(port(0), port(1), made.parsed(), sides, 60);
    }
  EXPECT_GE(books.size(), 4u);
}

// Two games alike but for what one side did face down at the first server: nobody can tell them apart at the second.
class TwinsApart : public Several {
 protected:
  struct Twin {
    json game;
    std::unique_ptr<Bot> mover, other, watcher, caller;  // the first and the last at the first server
  };
  static std::optional<Fork> any_fork(const std::string& book) {
    for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data"))
      for (uint64_t seed = 1; seed <= 3 && real_catalog().find(battle, book); ++seed)
        if (auto fork = find_fork(*real_catalog().find(battle, book), seed)) return fork;
    return std::nullopt;
  }
  Twin make(const Game& rules, const Fork& fork) {
    json seats;
    for (Seat s : {Seat::First, Seat::Second}) seats[rules.side_name(s)] = {{"kind", "human"}};
    Twin t{post(port(0), "/api/games", {{"from", {{"file", write_game_file(fork.file)}}}, {"pace_ms", 0}, {"seats", seats}}, 201), {}, {}, {}, {}};
    const auto rival = fork.mover == Seat::First ? Seat::Second : Seat::First;
    t.mover = join(0, t.game, rules.side_name(fork.mover)), t.other = join(1, t.game, rules.side_name(rival));
    t.watcher = join(1, t.game), t.caller = join(0, t.game);
    return t;
  }
  // What was played before somebody spoke has come when his words do.
  static void hear_all(Twin& t) {
    for (Bot* speaker : {t.mover.get(), t.caller.get()}) speaker->catch_up(), speaker->socket->send({{"type", "chat"}, {"text", "now"}});
    for (Bot* bot : {t.other.get(), t.watcher.get()}) bot->until([&] { return !bot->log.empty() && bot->log.back()["kind"] == "chat"; });
  }
  // Everything that the other side and a watcher have heard or can ask.
  json known(Twin& t, const Game& rules) const {
    json out;
    const auto at = "/api/games/" + t.game["game"].get<std::string>();
    for (const char* page : {"", "/log", "/at/0", "/summary", "/dice", "/file"}) out["pages"].push_back(plain(json::parse(http(port(1), "GET", at + page).body, nullptr, false)));
    for (Bot* bot : {t.other.get(), t.watcher.get()}) {
      out["told"].push_back({plain(bot->log), plain(bot->view), plain(bot->decision), plain(bot->options)});
      for (json question : std::vector<json>{{{"type", "reach"}}, {{"type", "pending"}}, {{"type", "look"}, {"seq", 0}}, {{"type", "why"}, {"act", "done"}}, {{"type", "ledger"}, {"act", "done"}},
                                             {{"type", "odds"}, {"act", "done"}}, {{"type", "sight"}, {"from", rules.grid().number(HexId(0))}, {"to", rules.grid().number(HexId(5))}}})
        out["answers"].push_back(plain(ask(*bot, question)));
    }
    return out;
  }
};

TEST_F(TwinsApart, what_is_hidden_at_one_server_changes_nothing_at_the_other) {
  servers.clear();
  begin(real_catalog()), begin(real_catalog());
  for (const std::string book : {"jdg", "tng"}) {
    SCOPED_TRACE(book);
    const auto fork = any_fork(book);
    ASSERT_TRUE(fork);
    const Game& rules = *real_catalog().find(fork->file.battle, book);
    json heard[2];
    for (int k = 0; k < 2; ++k) {
      Twin twin = make(rules, *fork);
      twin.mover->socket->send({{"type", "act"}, {"seq", twin.mover->log.size()}, {"act", fork->acts[k]}});
      hear_all(twin);
      heard[k] = known(twin, rules);
    }
    for (const auto& [what, first] : heard[0].items())
      for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i], heard[1][what][i]) << what << " " << i;
  }
}

TEST_F(Several, a_game_made_at_one_server_is_at_once_at_the_other) {
  const json game = new_game(port(0));
  EXPECT_EQ(http(port(1), "GET", "/api/games/" + game["game"].get<std::string>()).status, 200);
  const auto blue = join(1, game, "Blue");
  EXPECT_EQ(blue->hello["side"], "Blue");
  const json mine = post(port(1), "/api/games/mine", {{"secrets", {game["seats"]["White"]["secret"]}}}, 200);
  EXPECT_EQ(mine["games"].size(), 1u);
  EXPECT_EQ(http(port(1), "GET", "/api/games/absent").status, 404);
}

TEST_F(Several, one_seat_is_taken_once) {
  for (int i = 0; i < 10; ++i) {
    const json game = new_game(port(0), "human", "open");
    const std::string target = "/api/games/" + game["game"].get<std::string>() + "/join";
    HttpResult first, second;
    std::thread other([&] { second = http(port(1), "POST", target, json{{"name", "Ben"}}.dump()); });
    first = http(port(0), "POST", target, json{{"name", "Anna"}}.dump());
    other.join();
    EXPECT_EQ(std::min(first.status, second.status), 200);
    EXPECT_EQ(std::max(first.status, second.status), 409);
  }
}

// Two connections of one seat at two servers send the same act at the same time: it is played once, and the other is told.
TEST_F(Several, of_two_racing_acts_one_wins) {
  const json game = new_game(port(0));
  const std::unique_ptr<Bot> bots[2][2] = {{join(0, game, "Blue"), join(0, game, "White")}, {join(1, game, "Blue"), join(1, game, "White")}};
  int played = 0, refused = 0;
  for (int round = 0; round < 60 && !bots[0][0]->over(); ++round) {
    const int side = bots[0][0]->has_turn() ? 0 : 1;
    Bot &a = *bots[0][side], &b = *bots[1][side];
    until(b, [&] { return b.log.size() == a.log.size() && b.has_turn(); });
    const json act{{"type", "act"}, {"seq", a.log.size()}, {"act", a.pick()}, {"id", 5}};
    a.socket->send(act), b.socket->send(act);
    int answers = 0;
    for (Bot* bot : {&a, &b}) {
      bool answered = false;
      while (!answered) {
        const auto message = bot->socket->read();
        ASSERT_TRUE(message);
        bot->take(*message);
        answered = message->value("id", 0) == 5;
        if (answered) ++((*message)["type"] == "done" ? played : refused), ++answers;
      }
    }
    ASSERT_EQ(answers, 2);
    const std::size_t length = std::max(a.log.size(), b.log.size());
    for (const auto& at : bots)
      for (const auto& bot : at) until(*bot, [&] { return bot->log.size() >= length; });
    EXPECT_EQ(bots[0][0]->log, bots[1][0]->log);
  }
  EXPECT_EQ(played, refused);
  EXPECT_GT(played, 10);
}

TEST_F(Several, chat_presence_and_spectators_cross_over) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), white = join(1, game, "White"), watcher = join(1, game);
  hear(*blue, [](const json& m) { return m["type"] == "presence" && m["seats"]["White"] == true && m["watchers"] == 1; });
  blue->socket->send({{"type", "chat"}, {"text", "Bonjour"}});
  until(*white, [&] { return !white->log.empty() && white->log.back()["kind"] == "chat"; });
  EXPECT_EQ(white->log.back()["text"], "Bonjour");
  EXPECT_EQ(white->log.back()["by"], "Blue");
  const auto other = join(0, game);
  other->socket->send({{"type", "chat"}, {"text", "we only watch"}});
  until(*watcher, [&] { return !watcher->log.empty() && watcher->log.back()["kind"] == "chat"; });
  EXPECT_EQ(watcher->log.back()["text"], "we only watch");
  EXPECT_EQ(std::count_if(watcher->log.begin(), watcher->log.end(), [](const json& entry) { return entry["kind"] == "chat"; }), 1);
  const json card = http(port(0), "GET", "/api/games/" + game["game"].get<std::string>()).parsed();
  EXPECT_EQ(card["seats"]["White"]["here"], true);
  white->socket->cut();
  hear(*blue, [](const json& m) { return m["type"] == "presence" && m["seats"]["White"] == false; });
}

TEST_F(Several, a_standing_order_answers_at_the_other_server) {
  const Story s = reaction_story(port(0), port(1));
  const std::size_t before = s.white->log.size();
  ASSERT_EQ(test::ask(*s.white, standing(*s.white, "decline"))["type"], "standing");
  s.white->until([&] { return s.white->log.size() > before; });
  s.white->socket->cut();
  s.blue->until([&] { return s.blue->decision["seat"] != "White" || s.blue->decision["question"] != "React"; });
  servers.pop_back();  // White's server goes; its orders stay with the game
  for (int i = 0; i < 400 && !s.blue->over() && s.blue->decision["seat"] == "Blue"; ++i) {
    if (s.blue->has_turn()) s.blue->act();
    s.blue->catch_up();
    s.blue->until([&] { return s.blue->decision["seat"] != "White" || s.blue->decision["question"] != "React"; });
  }
  s.white->move_to(port(0));
  EXPECT_EQ(s.white->hello["standing"]["React"]["stance"], "decline");
}

// Each player adds to the dice at another server, and a third party checks them at either.
TEST_F(Several, dice_are_fair_across_servers) {
  const json game = post(port(0), "/api/games",
                         {{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}, {"stir", true}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}}, 201);
  const auto blue = join(0, game, "Blue", 3), white = join(1, game, "White", 4);
  blue->socket->send({{"type", "entropy"}, {"text", "from here"}}), white->socket->send({{"type", "entropy"}, {"text", "and from there"}});
  for (Bot* bot : {blue.get(), white.get()})
    bot->until([&] { return std::count_if(bot->log.begin(), bot->log.end(), [](const json& entry) { return entry["kind"] == "entropy"; }) == 2; });
  const auto end = std::chrono::steady_clock::now() + 2 * kPatience;
  while (!(blue->over() && white->over()) && std::chrono::steady_clock::now() < end)
    for (Bot* bot : {blue.get(), white.get()}) {
      if (bot->has_turn()) bot->act();
      try {
        if (const auto m = bot->socket->read(2ms)) bot->take(*m);
      } catch (const std::runtime_error&) {
      }
    }
  ASSERT_TRUE(blue->over() && white->over());
  for (const std::size_t server : {0u, 1u}) {
    Trouble trouble;
    const auto file = read_game_file(http(port(server), "GET", "/api/games/" + game["game"].get<std::string>() + "/file").body, "file", trouble);
    ASSERT_TRUE(file) << trouble.text();
    const DiceReport report = verify_dice(*file, *toy_library().find("skirmish", "toy"), game["commitment"]);
    EXPECT_EQ(report.error, "");
    EXPECT_GT(report.rolls, 3u);
  }
}

TEST_F(Several, a_takeback_is_asked_here_and_granted_there) {
  const json game = new_game(port(0));
  const auto blue = join(0, game, "Blue"), white = join(1, game, "White");
  Bot& mover = blue->has_turn() ? *blue : *white;
  Bot& rival = blue->has_turn() ? *white : *blue;
  mover.act();
  until(mover, [&] { return !mover.log.empty(); });  // the other may not be told
  for (json told; told["type"] != "takeback";) {
    mover.socket->send({{"type", "takeback"}, {"seq", mover.log.size()}, {"id", 9}});
    told = hear(mover, [](const json& m) { return m["type"] == "takeback" || m.value("id", 0) == 9; });
    ASSERT_TRUE(told["type"] == "takeback" || told["code"] == "stale") << told;
  }
  const json asked = hear(rival, [](const json& m) { return m["type"] == "takeback"; });
  EXPECT_EQ(asked["by"], &mover == blue.get() ? "Blue" : "White");
  // Whoever comes later is told too, at either server.
  EXPECT_EQ(join(0, game)->hello["takeback"], asked["by"]);
  EXPECT_EQ(join(1, game)->hello["takeback"], asked["by"]);
  EXPECT_EQ(ask(rival, {{"type", "takeback"}, {"answer", true}, {"seq", rival.log.size()}})["type"], "done");
  until(mover, [&] { return mover.log.back()["kind"] == "takeback"; });
  EXPECT_EQ(join(0, game)->hello["takeback"], nullptr);
}

// The machine plays once, whoever is connected where, and its dice are those of the game.
TEST_F(Several, a_machine_answers_at_whichever_server) {
  const json game = new_game(port(0), "human", "random");
  const auto here = join(0, game, "Blue"), there = join(1, game, "Blue");
  int turns = 0;
  for (int round = 0; round < 40 && !here->over(); ++round) {
    Bot &bot = round % 2 ? *here : *there, &other = round % 2 ? *there : *here;
    until(bot, [&] { return bot.has_turn() || bot.over(); });
    if (bot.over()) break;
    bot.act();
    const std::size_t before = bot.log.size();
    until(bot, [&] { return bot.log.size() > before && (bot.has_turn() || bot.over()); });
    until(other, [&] { return other.log.size() >= bot.log.size(); });
    ++turns;
  }
  EXPECT_GT(turns, 3);
  const std::string id = game["game"];
  const auto kept = open_store(address)->load(id);
  std::set<int64_t> numbers;
  for (const Record& r : kept->records) numbers.insert(r.number);
  EXPECT_EQ(numbers.size(), kept->records.size());
}

TEST_F(Several, an_erased_game_is_gone_everywhere) {
  const json game = new_game(port(0));
  const std::string id = game["game"];
  const auto blue = join(1, game, "Blue");
  post(port(0), "/api/games/" + id + "/erase", {{"secrets", {game["seats"]["Blue"]["secret"], game["seats"]["White"]["secret"]}}}, 200);
  EXPECT_EQ(blue->socket->expect("error")["code"], "game");
  EXPECT_EQ(http(port(1), "GET", "/api/games/" + id).status, 404);
}

}  // namespace
}  // namespace tambour::server::test
