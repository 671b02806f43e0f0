// SPDX-License-Identifier: MIT
// A player who is not there: standing orders that answer for him, and questions that wait for him together. And what the board is asked
// about units: what a way costs, where they can fire.
#include <set>

#include "lab/game_file.h"
#include "server/reach.h"
#include "server/standing_orders.h"
#include "tests/server/reactions.h"

namespace tambour::server::test {
namespace {

TEST(Away, a_standing_order_answers_while_the_player_is_away_and_after_a_new_start) {
  const Scratch scratch;
  Story s;
  {
    const LocalServer server(scratch.store());
    s = reaction_story(server.port(), server.port());
    const auto watcher = sit(server.port(), s.game, "");
    const std::size_t before = s.white->log.size();
    const json told = ask(*s.white, standing(*s.white, "decline"));
    ASSERT_EQ(told["type"], "standing") << told;
    EXPECT_EQ(told["orders"]["React"], (json{{"stance", "decline"}, {"until", "game"}, {"prompt", s.white->decision["prompt"]}}));
    s.white->until([&] { return s.white->log.size() > before; });  // it answers the open question too, after a moment
    EXPECT_EQ(s.white->log[before]["act"]["text"], "pass");
    EXPECT_EQ(s.white->log[before]["standing"], true);
    s.blue->catch_up(), watcher->catch_up();
    for (const Bot* other : {s.blue.get(), watcher.get()})
      EXPECT_EQ(json(other->log).dump().find("standing"), std::string::npos) << "only the seat knows of its orders";
    EXPECT_TRUE(watcher->hello["standing"].is_null());
    EXPECT_TRUE(s.blue->hello["standing"].empty());
    s.white->socket->cut();
  }
  const LocalServer server(scratch.store());
  s.blue->move_to(server.port());
  for (int i = 0; i < 400 && !s.blue->over() && s.blue->decision["seat"] == "Blue"; ++i) {
    if (s.blue->has_turn()) s.blue->act();
    s.blue->catch_up();
    s.blue->until([&] { return s.blue->decision["seat"] != "White" || s.blue->decision["question"] != "React"; });  // White's order answers
  }
  s.white->move_to(server.port());
  EXPECT_EQ(s.white->hello["standing"]["React"]["stance"], "decline") << "kept with the game";
  json drop = standing(*s.white, nullptr);
  EXPECT_TRUE(ask(*s.white, drop)["orders"].empty());
  EXPECT_EQ(ask(*s.white, drop)["code"], "bad") << "there is none to drop";
}

TEST(Away, an_order_rests_after_its_answer_is_taken_back) {
  const Scratch scratch;
  const LocalServer server(scratch.store());
  Story s = reaction_story(server.port(), server.port());
  const std::size_t before = s.white->log.size();
  ask(*s.white, standing(*s.white, "decline"));
  s.white->until([&] { return s.white->log.size() > before; });
  s.white->socket->send({{"type", "takeback"}, {"seq", s.white->log.size()}});
  s.blue->socket->expect("takeback");
  s.blue->join();
  s.blue->socket->send({{"type", "takeback"}, {"answer", true}, {"seq", s.blue->log.size()}});
  s.white->until([&] { return s.white->log.back()["kind"] == "takeback"; });
  std::this_thread::sleep_for(std::chrono::milliseconds(700));  // in which the order could answer
  s.white->catch_up();
  EXPECT_EQ(s.white->log.back()["kind"], "takeback");
  EXPECT_EQ(s.white->decision["question"], "React");
  EXPECT_TRUE(s.white->has_turn()) << "the question stays open until it is answered by hand";
}

TEST(Away, an_order_that_cannot_be_is_refused) {
  const Scratch scratch;
  const LocalServer server(scratch.store());
  Story s = reaction_story(server.port(), server.port());
  const auto refused = [&](json message) { return ask(*s.white, message)["type"] == "error"; };
  json message = standing(*s.white, "accept");
  if (s.white->options.size() > 2) {
    EXPECT_TRUE(refused(message)) << "there is a choice of shots";
  }
  message["stance"] = "perhaps";
  EXPECT_TRUE(refused(message));
  message = standing(*s.white, "decline", "Tuesday");
  EXPECT_TRUE(refused(message));
  message = standing(*s.white, "decline");
  message["question"] = "ChooseMover";
  EXPECT_TRUE(refused(message)) << "that is not the open question";
  message = standing(*s.white, "decline");
  message["seq"] = 1;
  EXPECT_TRUE(refused(message));
  EXPECT_EQ(ask(*s.blue, standing(*s.blue, "decline"))["code"], "turn");
  EXPECT_TRUE(sit(server.port(), s.game, "White")->hello["standing"].empty());
}

// Reactions of a random game after the first, for which orders were given; those of later turns are counted.
int check_orders(const Game& game, uint64_t seed) {
  Rng rng(seed);
  Match match(game);
  StandingOrders turn, always;
  ActionList<> acts;
  int begun = 0, later = 0;
  while (!match.state().over()) {
    if (std::string_view(game.decision(match.state()).question) == "React") {
      const int now = game.observe(match.state(), Seat::Nobody).turn;
      if (!begun) {
        begun = now;
        EXPECT_TRUE(turn.note("React decline turn", game, match.state()) && always.note("React decline game", game, match.state()));
      }
      EXPECT_EQ(turn.answer(game, match.state()).has_value(), now == begun);
      EXPECT_TRUE(always.answer(game, match.state()).has_value());
      later += now != begun;
    }
    acts.clear();
    game.options(match.state(), acts);
    match.play(acts[int(rng.below(uint32_t(acts.size())))]);
  }
  return later;
}

TEST(Away, an_order_for_the_turn_ends_with_it) {
  const Game& game = *toy_library().find("skirmish", "toy");
  int later = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) later += check_orders(game, seed);
  EXPECT_GT(later, 0);
  State start;
  game.setup(start);
  StandingOrders orders;
  for (const char* nonsense : {"", "React", "React sometimes game", "React decline Tuesday", "React decline game twice"})
    EXPECT_FALSE(orders.note(nonsense, game, start)) << nonsense;
}

// With enemy cavalry within three hexes of an own unit the player is asked, else the order declines.
TEST(Away, an_order_may_leave_what_is_asked_near_cavalry_to_the_player) {
  const Game& game = *real_catalog().find("train-lb-2-square", "bataille");
  const std::set<std::string> rides{"fc1", "fc2", "ac1"};
  int near = 0, far = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Match match(game);
    Rng rng(seed);
    ActionList<> acts;
    for (int i = 0; i < 1500 && !match.state().over(); ++i) {
      const State& state = match.state();
      if (std::string_view(game.decision(state).question) == "ReactFire") {
        const View now = game.observe(state, Seat::Nobody);
        int least = 99;
        for (const CounterView& horse : now.counters)
          for (const CounterView& own : now.counters)
            if (own.side == state.seat && horse.side != own.side && own.hex != kNoHex && horse.hex != kNoHex &&
                rides.contains(game.unit(horse.id)))
              least = std::min(least, game.grid().distance(own.hex, horse.hex));
        StandingOrders orders;
        ASSERT_TRUE(orders.note("ReactFire decline game cavalry 3", game, state));
        EXPECT_EQ(orders.list(game, state)["ReactFire"]["cavalry"], 3);
        EXPECT_EQ(orders.answer(game, state).has_value(), least > 3);
        ++(least > 3 ? far : near);
      }
      acts.clear();
      game.options(state, acts);
      match.play(acts[int(rng.below(uint32_t(acts.size())))]);
    }
  }
  EXPECT_GT(near, 0);
  EXPECT_GT(far, 0);
}

// Random play until two questions of one kind wait in a row, as a file that the server continues.
std::optional<GameFile> questions_together(const std::string& battle, const std::string& book, uint64_t seed) {
  const Game& game = *real_catalog().find(battle, book);
  Match match(game);
  Rng rng(seed);
  ActionList<> acts;
  for (int i = 0; i < 3000 && !match.state().over(); ++i) {
    if (match.state().seat <= Seat::Second && answers_to(game, match.state()).accept &&
        questions_in_a_row(game, match.state()).size() > 1) {
      GameFile file;
      file.book = book, file.battle = battle;
      for (const LogEntry& e : match.log()) file.entries.push_back({GameEntry::Act, e.seat, to_text(e.act, game)});
      return file;
    }
    acts.clear();
    game.options(match.state(), acts);
    match.play(acts[int(rng.below(uint32_t(acts.size())))]);
  }
  return std::nullopt;
}

TEST(Away, questions_of_one_kind_are_asked_and_answered_together) {
  std::optional<GameFile> file;
  for (uint64_t seed = 1; seed < 60 && !file; ++seed) file = questions_together("marengo-1800", "jdg", seed);
  ASSERT_TRUE(file);
  const Scratch scratch;
  const LocalServer server(scratch.store(), real_catalog());
  const json game = post(
      server.port(), "/api/games",
      {{"from", {{"file", write_game_file(*file)}}}, {"seats", {{"French", {{"kind", "human"}}}, {"Austrian", {{"kind", "human"}}}}}}, 201);
  auto bot = sit(server.port(), game, "French");
  if (!bot->has_turn()) bot = sit(server.port(), game, "Austrian");
  const json pending = ask(*bot, {{"type", "pending"}, {"id", 1}});
  const json& questions = pending["questions"];
  ASSERT_GE(questions.size(), 2u);
  EXPECT_EQ(questions[0]["options"], bot->options);
  std::vector<std::string> acts;
  for (const json& q : questions) {
    EXPECT_EQ(q["decision"]["question"], bot->decision["question"]);
    EXPECT_TRUE(q["decision"].contains("unit")) << "whom it is put to";
    for (const json& option : q["options"])
      if (option["verb"] == "no" || option["verb"] == "pass") acts.push_back(option["text"]);
  }
  ASSERT_EQ(acts.size(), questions.size());
  EXPECT_NE(questions[0]["decision"]["unit"], questions[1]["decision"]["unit"]);
  const std::size_t before = bot->log.size();
  acts.push_back(acts.back());
  json message{{"type", "answers"}, {"id", 2}, {"seq", before}, {"acts", acts}};
  EXPECT_EQ(ask(*bot, message)["code"], "bad") << "more answers than questions";
  acts.pop_back();
  message["acts"] = acts, message["id"] = 3;
  const json done = ask(*bot, message);
  EXPECT_EQ(done["played"], acts.size()) << done;
  EXPECT_EQ(bot->log.size(), before + acts.size());
}

// ---- what a way costs

std::optional<int> value_of(const View& view, UnitId unit, std::string_view key) {
  for (const CounterView& c : view.counters)
    if (c.id == unit)
      for (const auto& [name, value] : c.values)
        if (name == key) return value;
  return std::nullopt;
}

// What its lines say, in half points: a book with half points lists them as values.
int half_points(const Ledger& ledger) {
  Ratio cost = ledger.total;
  for (const LedgerLine& line : ledger.lines)
    if (line.kind == LedgerLine::Value) cost = cost + Ratio(line.value, line.den);
  const Ratio twice = cost * Ratio(2);
  EXPECT_EQ(twice.den, 1);
  return int(twice.num);
}

// How many steps of one random game were itemised; each must cost what its lines say.
int check_steps(const Game& game, uint64_t seed) {
  Match match(game);
  Rng rng(seed);
  ActionList<> acts;
  int itemised = 0;
  for (int i = 0; i < 2500 && !match.state().over(); ++i) {
    acts.clear();
    game.options(match.state(), acts);
    const Action a = acts[int(rng.below(uint32_t(acts.size())))];
    const Ledger ledger = a.verb == Verb::Move ? game.ledger(match.state(), a) : Ledger{};
    const View before = game.observe(match.state(), Seat::Nobody);
    const std::string_view question = game.decision(match.state()).question;
    match.play(a);
    if (ledger.lines.empty() || question != game.decision(match.state()).question) continue;
    const View after = game.observe(match.state(), Seat::Nobody);
    if (std::none_of(after.counters.begin(), after.counters.end(), [&](const CounterView& c) { return c.id == a.who && c.hex == a.hex; }))
      continue;  // a step that could only go on went on by itself
    const auto spent = value_of(before, a.who, "spent"), spent_now = value_of(after, a.who, "spent");
    const auto left = value_of(before, a.who, "left"), left_now = value_of(after, a.who, "left");
    const int halves = half_points(ledger);
    // The view shows whole points: half of one is seen with this step or with the next.
    if (spent && spent_now) EXPECT_LE(std::abs(2 * (*spent_now - *spent) - halves), halves % 2) << game.battle_id() << " " << to_text(a, game);
    else if (left && left_now) EXPECT_EQ(*left_now, std::max(0, *left - ledger.total)) << game.battle_id() << " " << to_text(a, game);
    else continue;
    ++itemised;
  }
  return itemised;
}

TEST(Ask, a_step_costs_what_its_lines_say_in_every_book) {
  std::map<std::string, int> itemised;
  for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data"))
    for (const std::string_view book : rulesets())
      if (const Game* game = real_catalog().find(battle, std::string(book)))
        for (uint64_t seed = 1; seed <= 4; ++seed) itemised[std::string(book)] += check_steps(*game, seed);
  EXPECT_EQ(itemised.size(), rulesets().size());
  for (const auto& [book, steps] : itemised) EXPECT_GT(steps, 100) << book;
}

TEST(Ask, a_gun_hits_only_hexes_within_its_field_of_fire) {
  int shots = 0;
  for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data"))
    for (const std::string_view book : rulesets()) {
      const Game* game = real_catalog().find(battle, std::string(book));
      if (!game) continue;
      Match match(*game);
      Rng rng(5);
      ActionList<> acts;
      for (int i = 0; i < 2500 && !match.state().over(); ++i) {
        acts.clear();
        game->options(match.state(), acts);
        for (const Action& a : acts) {
          if (a.verb != Verb::Fire && a.verb != Verb::FireAt && a.verb != Verb::Salvo) continue;
          const bool reaction = std::string_view(game->decision(match.state()).question) == "ChooseReaction";
          if (reaction) continue;
          EXPECT_GE(game->fire_reach(match.state(), a.who, a.hex), FireReach::Turned) << battle << " " << to_text(a, *game);
          ++shots;
        }
        match.play(acts[int(rng.below(uint32_t(acts.size())))]);
      }
    }
  EXPECT_GT(shots, 300);
}

TEST(Ask, the_table_tells_ways_and_fields_of_fire) {
  const Scratch scratch;
  const LocalServer server(scratch.store(), real_catalog());
  const json game = post(
      server.port(), "/api/games",
      {{"battle", "bleneau-1652"}, {"book", "siecle"}, {"seats", {{"Royal", {{"kind", "human"}}}, {"Princes", {{"kind", "human"}}}}}}, 201);
  const auto watcher = sit(server.port(), game, "");
  std::string gun;
  const json battle = http(server.port(), "GET", "/api/battles/bleneau-1652?book=siecle").parsed();
  for (const json& r : battle["roster"])
    if (r["arm"] == "artillery") gun = r["id"];
  ASSERT_FALSE(gun.empty());
  const json arc = ask(*watcher, {{"type", "arc"}, {"id", 1}, {"units", {gun}}});
  EXPECT_GT(arc["open"].size(), 2u);
  EXPECT_EQ(ask(*watcher, {{"type", "arc"}, {"id", 2}, {"units", {"nobody"}}})["code"], "bad");
  EXPECT_EQ(ask(*watcher, {{"type", "arc"}, {"id", 3}})["code"], "bad");
  EXPECT_EQ(ask(*watcher, {{"type", "path"}, {"id", 4}, {"acts", {"move x 0101"}}})["code"], "turn");
}

}  // namespace
}  // namespace tambour::server::test
