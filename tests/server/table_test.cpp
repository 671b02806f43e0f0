// SPDX-License-Identifier: MIT
// The table as clients know it: whole games, secrets, resuming, undo, and everything a client can do wrong.
#include "lab/game_file.h"
#include "tests/server/toy_table.h"

namespace tambour::server::test {
namespace {

// Two random clients; each reads on its own until somebody has the turn.
void play_to_end(Bot& a, Bot& b) {
  for (int rounds = 0; rounds < 20000 && !(a.over() && b.over()); ++rounds) {
    for (Bot* bot : {&a, &b}) {
      if (bot->has_turn()) bot->act();
      try {
        if (const auto m = bot->socket->read(std::chrono::milliseconds(2))) bot->take(*m);
      } catch (const std::runtime_error&) {
      }
    }
  }
}

TEST_F(Table, two_clients_play_a_whole_game) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue", 1), white = seat(game, "White", 2), watcher = seat(game, "");
  play_to_end(*blue, *white);
  ASSERT_TRUE(blue->over() && white->over());
  EXPECT_TRUE(blue->errors.empty()) << blue->errors[0];
  EXPECT_TRUE(white->errors.empty());
  watcher->catch_up();
  EXPECT_TRUE(watcher->over());

  // What was built from changes is what a newcomer is told.
  const auto again = seat(game, "Blue");
  EXPECT_EQ(again->view, blue->view);
  EXPECT_EQ(json(again->log), json(blue->log));

  // The file replays, and its dice are the ones the server committed itself to.
  const auto file_answer = http(port, "GET", "/api/games/" + game["game"].get<std::string>() + "/file");
  ASSERT_EQ(file_answer.status, 200);
  Trouble trouble;
  auto file = read_game_file(file_answer.body, "file", trouble);
  ASSERT_TRUE(file) << trouble.text();
  EXPECT_EQ(file->commitment, game["commitment"]);
  const Game& rules = *toy_library().find("skirmish", "toy");
  EXPECT_EQ(verify_dice(*file, rules).error, "");
  EXPECT_EQ(write_game_file(*file), file_answer.body);

  // A loaded die is found out.
  for (GameEntry& entry : file->entries)
    if (entry.seat == Seat::Chance) {
      entry.text = entry.text == "draw Blue" ? "draw White" : "draw Blue";
      break;
    }
  EXPECT_NE(verify_dice(*file, rules).error, "");
}

TEST_F(Table, nobody_sees_a_hidden_choice_on_the_wire) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue"), white = seat(game, "White"), watcher = seat(game, "");
  ASSERT_EQ(blue->decision["question"], "ChooseStance");
  const std::size_t white_before = white->log.size(), watcher_before = watcher->log.size();
  blue->socket->send({{"type", "act"}, {"seq", blue->log.size()}, {"act", "choose-number 2"}});
  blue->take(blue->socket->expect("update"));
  EXPECT_EQ(blue->view["facts"]["stance.Blue"], "2");
  for (const auto& other : {white.get(), watcher.get()}) {
    other->catch_up();
    for (const json& entry : other->log) {
      EXPECT_EQ(entry.dump().find("choose-number"), std::string::npos);
    }
    EXPECT_EQ(other->view.dump().find("stance.Blue"), std::string::npos);
  }
  EXPECT_EQ(watcher->socket->last_text.find("choose-number"), std::string::npos);
  // The decision went to the other side, so an entry there is; what was chosen is not in it.
  EXPECT_EQ(white->log.size(), white_before + 1);
  EXPECT_TRUE(white->log.back()["act"].is_null());
  EXPECT_EQ(watcher->log.size(), watcher_before + 1);
  const std::string id = game["game"];
  for (const std::string& target : {"/api/games/" + id + "/log", "/api/games/" + id + "/at/1", "/api/games/" + id}) {
    const auto answer = http(port, "GET", target);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body.find("choose-number"), std::string::npos);
    EXPECT_EQ(answer.body.find("stance.Blue"), std::string::npos);
  }
  EXPECT_EQ(http(port, "GET", "/api/games/" + id + "/file").status, 403);
  EXPECT_TRUE(http(port, "GET", "/api/games/" + id + "/dice").parsed()["secret"].is_null());
}

TEST_F(Table, a_client_cut_off_resumes_without_loss_or_repetition) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue", 5), white = seat(game, "White", 6), steady = seat(game, "Blue");
  Rng rng(7);
  for (int rounds = 0; rounds < 20000 && !(blue->over() && white->over()); ++rounds) {
    for (Bot* bot : {blue.get(), white.get()}) {
      if (rng.below(12) == 0) {
        if (rng.below(2) && bot->has_turn()) bot->act();  // cut off between sending and hearing
        bot->socket->cut();
        bot->join();  // throws where a seq is missing or comes twice
      }
      if (bot->has_turn()) bot->act();
      try {
        if (const auto m = bot->socket->read(std::chrono::milliseconds(2))) bot->take(*m);
      } catch (const std::runtime_error&) {
      }
    }
  }
  ASSERT_TRUE(blue->over() && white->over());
  steady->catch_up();
  EXPECT_EQ(json(blue->log), json(steady->log));
  EXPECT_EQ(blue->view, steady->view);
}

TEST_F(Table, an_act_sent_twice_is_played_once) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue");
  const json act{{"type", "act"}, {"seq", blue->log.size()}, {"act", "choose-number 1"}, {"id", 7}};
  blue->socket->send(act);
  blue->socket->send(act);
  EXPECT_EQ(blue->socket->expect("done")["id"], 7);
  const json error = blue->socket->expect("error");
  EXPECT_EQ(error["code"], "turn");  // the decision has gone to the other side
  const auto white = seat(game, "White");
  white->socket->send({{"type", "act"}, {"seq", white->log.size() - 1}, {"act", "choose-number 1"}});
  EXPECT_EQ(white->socket->expect("error")["code"], "stale");
}

TEST_F(Table, undo_goes_back_to_the_enemy_decision_and_takeback_beyond_by_consent) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue"), white = seat(game, "White");
  blue->socket->send({{"type", "undo"}, {"seq", blue->log.size()}});
  EXPECT_EQ(blue->socket->expect("error")["code"], "undo");
  blue->socket->send({{"type", "act"}, {"seq", blue->log.size()}, {"act", "choose-number 2"}});
  blue->take(blue->socket->expect("update"));
  blue->socket->expect("done");
  blue->socket->send({{"type", "undo"}, {"seq", blue->log.size()}});
  const json undone = blue->socket->expect("update");
  blue->take(undone);
  EXPECT_EQ(undone["kind"], "undo");
  EXPECT_EQ(undone["undone"], json::array({blue->log.size() - 1}));
  EXPECT_FALSE(blue->view["facts"].contains("stance.Blue"));
  EXPECT_TRUE(blue->has_turn());
  blue->socket->expect("done");

  blue->socket->send({{"type", "act"}, {"seq", blue->log.size()}, {"act", "choose-number 0"}});
  blue->take(blue->socket->expect("update"));
  blue->socket->expect("done");
  white->catch_up();
  white->socket->send({{"type", "act"}, {"seq", white->log.size()}, {"act", "choose-number 0"}});
  white->socket->expect("done");
  blue->catch_up();
  blue->socket->send({{"type", "undo"}, {"seq", blue->log.size()}});
  EXPECT_EQ(blue->socket->expect("error")["code"], "undo");
  blue->socket->send({{"type", "takeback"}, {"seq", blue->log.size()}});
  EXPECT_EQ(white->socket->expect("takeback")["by"], "Blue");
  white->join();
  white->socket->send({{"type", "takeback"}, {"answer", true}, {"seq", white->log.size()}});
  json given = blue->socket->expect("update");
  EXPECT_EQ(given["kind"], "takeback");
  blue->take(given);
  EXPECT_TRUE(blue->has_turn());
  EXPECT_EQ(blue->decision["question"], "ChooseStance");
  EXPECT_FALSE(blue->view["facts"].contains("stance.Blue"));
}

TEST_F(Table, wrong_messages_are_answered_and_harm_nobody) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue"), white = seat(game, "White"), watcher = seat(game, "");
  const auto code = [](Bot& bot, const std::string& text) {
    bot.socket->send_text(text);
    return bot.socket->expect("error")["code"].get<std::string>();
  };
  EXPECT_EQ(code(*blue, "rubbish"), "bad");
  EXPECT_EQ(code(*blue, "[1,2]"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": 3})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "fly"})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "act"})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "act", "seq": 1})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "act", "seq": "1", "act": "done"})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "act", "seq": 1, "act": "leap a"})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "act", "seq": 1, "acts": []})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "act", "seq": 1, "act": "done"})"), "refused");
  EXPECT_EQ(code(*blue, R"({"type": "look", "seq": 99})"), "bad");
  EXPECT_EQ(code(*blue, R"({"type": "chat", "text": ""})"), "bad");
  EXPECT_EQ(code(*blue, std::string("\"") + std::string(15000, '[') + "\""), "bad");
  EXPECT_EQ(code(*blue, std::string(15000, '[')), "bad");
  EXPECT_EQ(code(*white, R"({"type": "act", "seq": 1, "act": "choose-number 1"})"), "turn");
  EXPECT_EQ(code(*white, R"({"type": "why", "act": "choose-number 1"})"), "turn");
  EXPECT_EQ(code(*watcher, R"({"type": "act", "seq": 1, "act": "choose-number 1"})"), "turn");
  EXPECT_EQ(code(*watcher, R"({"type": "takeback", "seq": 1})"), "turn");
  EXPECT_EQ(code(*watcher, R"({"type": "entropy", "text": "x"})"), "turn");

  Socket stranger(port);
  stranger.send({{"type", "act"}, {"seq", 0}, {"act", "done"}});
  EXPECT_EQ(stranger.expect("error")["code"], "bad");
  stranger.send({{"type", "join"}, {"game", game["game"]}, {"seat", "not-a-secret"}});
  EXPECT_EQ(stranger.expect("error")["code"], "game");
  EXPECT_FALSE(stranger.read());
  const json other_game = new_game(port);
  Socket thief(port);  // a true secret, but of another game
  thief.send({{"type", "join"}, {"game", game["game"]}, {"seat", other_game["seats"]["Blue"]["secret"]}});
  EXPECT_EQ(thief.expect("error")["code"], "game");

  blue->socket->send({{"type", "act"}, {"seq", blue->log.size()}, {"act", "choose-number 1"}});
  EXPECT_EQ(blue->socket->expect("done")["played"], 1);
}

TEST_F(Table, floods_and_giants_are_cut_off_while_others_play_on) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue"), white = seat(game, "White");
  white->socket->send_text(R"({"type": "chat", "text": ")" + std::string(20000, 'x') + "\"}");
  while (white->socket->read()) {
  }
  EXPECT_EQ(white->socket->close_code(), 1009);

  Bot flood(port, game["game"], "", 1);
  flood.join();
  int rate_errors = 0;
  try {
    for (int i = 0; i < 2000; ++i) flood.socket->send({{"type", "ping"}, {"id", 5}});
  } catch (const std::exception&) {
  }
  try {
    while (const auto m = flood.socket->read()) rate_errors += (*m)["type"] == "error" && (*m)["code"] == "rate" && (*m)["id"] == 5;
  } catch (const std::exception&) {
  }
  EXPECT_GE(rate_errors, 1);
  EXPECT_TRUE(flood.socket->closed);

  blue->socket->send({{"type", "act"}, {"seq", blue->log.size()}, {"act", "choose-number 1"}});
  EXPECT_EQ(blue->socket->expect("done")["played"], 1);
}

TEST_F(Table, why_ledger_look_reach_hint_chat) {
  const json game = new_game(port);
  const auto blue = seat(game, "Blue", 3), white = seat(game, "White", 4);
  blue->socket->send({{"type", "why"}, {"act", "choose-number 9"}, {"id", "w"}});
  json why = blue->socket->expect("why");
  EXPECT_EQ(why["legal"], false);
  EXPECT_EQ(why["id"], "w");
  blue->socket->send({{"type", "hint"}});
  EXPECT_EQ(blue->socket->expect("hint")["act"]["verb"], "choose-number");
  blue->socket->send({{"type", "hint"}, {"level", "emperor"}});
  EXPECT_EQ(blue->socket->expect("error")["code"], "absent");
  white->socket->send({{"type", "chat"}, {"text", "bonne chance\nà vous"}});
  const json said = blue->socket->expect("update");
  EXPECT_EQ(said["text"], "bonne chance à vous");
  EXPECT_EQ(said["by"], "White");
  blue->take(said);

  // On to the movement of either side: take a unit in hand and ask how far it goes.
  Bot* mover = nullptr;
  for (int rounds = 0; rounds < 5000 && !mover; ++rounds)
    for (Bot* bot : {blue.get(), white.get()}) {
      if (bot->has_turn() && bot->decision["question"] == "NextStep") {
        mover = bot;
        break;
      }
      if (bot->has_turn()) bot->act();
      try {
        if (const auto m = bot->socket->read(std::chrono::milliseconds(2))) bot->take(*m);
      } catch (const std::runtime_error&) {
      }
    }
  ASSERT_TRUE(mover);
  mover->catch_up();
  mover->socket->send({{"type", "reach"}});
  const json reached = mover->socket->expect("reach");
  std::set<std::string> hexes;
  for (const json& hex : reached["hexes"]) {
    EXPECT_FALSE(hex["acts"].empty());
    hexes.insert(hex["hex"]);
  }
  for (const json& option : mover->options)
    if (option["verb"] == "move") {
      EXPECT_TRUE(hexes.contains(option["hex"])) << option["hex"];
    }
  for (const json& hex : reached["hexes"])
    if (const json& way = hex["acts"]; way.size() == 2) {
      mover->socket->send({{"type", "ledger"}, {"act", way[1]}});
      EXPECT_EQ(mover->socket->expect("error")["code"], "refused");
      mover->socket->send({{"type", "ledger"}, {"act", way[1]}, {"after", {way[0]}}});
      EXPECT_EQ(mover->socket->expect("ledger")["act"]["text"], way[1]);
      break;
    }
  mover->socket->send({{"type", "look"}, {"seq", 1}});
  EXPECT_EQ(mover->socket->expect("position")["decision"]["question"], "ChooseStance");
  mover->socket->send({{"type", "look"}, {"seq", mover->log.size()}});
  EXPECT_EQ(mover->socket->expect("position")["view"], mover->view);
}

TEST_F(Table, a_machine_plays_its_seat_and_a_game_of_machines_runs_for_a_watcher) {
  const json game = new_game(port, "human", "random");
  const auto blue = seat(game, "Blue", 9);
  for (int i = 0; i < 3000 && !blue->over(); ++i) {
    if (blue->has_turn()) blue->act();
    const auto message = blue->socket->read();
    ASSERT_TRUE(message);
    blue->take(*message);
  }
  EXPECT_TRUE(blue->over());

  const json machines = new_game(port, "random", "random");
  const auto watcher = seat(machines, "");
  while (!watcher->over()) {
    const auto message = watcher->socket->read();
    ASSERT_TRUE(message);
    watcher->take(*message);
  }
  const std::string id = machines["game"];
  const json log = http(port, "GET", "/api/games/" + id + "/log").parsed();
  EXPECT_EQ(log["eyes"], "all");
  EXPECT_NE(log.dump().find("choose-number"), std::string::npos);
  const json summary = http(port, "GET", "/api/games/" + id + "/summary").parsed();
  int rolls = 0;
  for (const json& entry : log["log"]) rolls += entry["kind"] == "act" && entry["act"]["verb"] == "roll";
  EXPECT_EQ(summary["dice"]["Blue"]["count"].get<int>() + summary["dice"]["White"]["count"].get<int>(), rolls);
  EXPECT_EQ(summary["turns"].back()["points"], summary["outcome"]["points"]);
  EXPECT_EQ(http(port, "GET", "/api/games/" + id + "/at/0").parsed()["decision"]["question"], "ChooseStance");

  // Branch it in the middle and play on by hand; where a die was due the branch would roll it at once.
  int half = int(log["log"].size()) / 2;
  const auto position = [&] { return http(port, "GET", "/api/games/" + id + "/at/" + std::to_string(half)).parsed(); };
  while (position()["decision"]["seat"] == "chance") --half;
  const json there = position();
  const json branch =
      post(port, "/api/games",
           {{"from", {{"game", id}, {"seq", half}}}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}}, 201);
  const auto heir = seat(branch, "Blue");
  EXPECT_EQ(heir->view["counters"], there["view"]["counters"]);

  // And from its file.
  const std::string file = http(port, "GET", "/api/games/" + id + "/file").body;
  const json upload{{"from", {{"file", file}, {"acts", 3}}}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}}}};
  EXPECT_EQ(seat(post(port, "/api/games", upload, 201), "Blue")->view["turn"], 1);
  json broken = upload;
  broken["from"]["file"] = "tambour-game 1\nbook toy\nbattle skirmish\nact First fly\n";
  EXPECT_EQ(http(port, "POST", "/api/games", broken.dump()).status, 400);
}

}  // namespace
}  // namespace tambour::server::test
