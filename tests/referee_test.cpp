// SPDX-License-Identifier: MIT
// The referee over the toy game: every command answers, bad requests get one sentence, and saved games come back.
#include "wire/referee.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "toy/toy.h"

namespace tambour::toy {
namespace {

using wire::json;

class RefereeTest : public testing::Test {
 protected:
  json ask(const json& request) { return json::parse(referee_.answer(request.dump())); }
  json good(const json& request) {
    const json out = ask(request);
    EXPECT_TRUE(out["ok"]) << request << " -> " << out;
    return out;
  }
  std::string error(const std::string& line) {
    const json out = json::parse(referee_.answer(line));
    EXPECT_FALSE(out["ok"]) << line;
    return out["error"];
  }
  json position(const char* given) {
    return good({{"cmd", "position"},
                 {"ruleset", "toy"},
                 {"seed", 4},
                 {"lines", {"map 8 7", "unit a Blue A column 0203 SE sp=3", "unit x White X line 0503 W sp=4", given}}});
  }
  wire::Referee referee_{"data", make_by_name, wire::Referee::Files::Barred};
};

TEST_F(RefereeTest, plays_a_free_position_with_given_and_drawn_dice) {
  EXPECT_EQ(position("given moving Blue")["decision"]["question"], "ChooseMover");
  EXPECT_EQ(good({{"cmd", "options"}})["options"].size(), 2u);
  good({{"cmd", "apply"}, {"act", "select a"}});
  const json why = good({{"cmd", "why"}, {"act", "move a 0204"}});
  EXPECT_FALSE(why["legal"]);
  EXPECT_TRUE(good({{"cmd", "why"}, {"act", "move a 0303"}})["legal"]);
  good({{"cmd", "apply"}, {"act", {{"text", "move a 0303"}}}});
  EXPECT_EQ(good({{"cmd", "ledger"}, {"act", "fire x 0303 W"}})["ledger"]["total"], 4);
  const json shot = good({{"cmd", "apply"}, {"act", "fire x 0303 W"}, {"dice", {9}}});
  EXPECT_EQ(shot["acts"].size(), 2u);
  EXPECT_EQ(shot["acts"][1]["seat"], "chance");
  EXPECT_EQ(shot["decision"]["seat"], "White");
  const json drawn = good({{"cmd", "apply"}, {"act", "fire x 0303 W"}, {"auto", true}});
  EXPECT_NE(drawn["decision"]["seat"], "chance");
  const json log = good({{"cmd", "log"}})["log"];
  EXPECT_EQ(std::count_if(log.begin(), log.end(), [](const json& e) { return !e.contains("forced"); }), 6) << log;
}

TEST_F(RefereeTest, tells_odds_and_gives_hints) {
  position("given moving Blue");
  good({{"cmd", "apply"}, {"act", "select a"}});
  good({{"cmd", "apply"}, {"act", "move a 0303"}});
  const json odds = good({{"cmd", "odds"}, {"act", "fire x 0303 W"}, {"theirs", "never"}})["odds"];
  double sum = odds["other"];
  for (const json& e : odds["endings"]) sum += e["probability"].get<double>();
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_TRUE(odds["exact"]);
  EXPECT_EQ(odds["policy"]["theirs"], "never");
  EXPECT_NE(error(R"({"cmd":"odds","act":"fire x 0303 W","mine":"perhaps"})").find("always"), std::string::npos);
  EXPECT_EQ(good({{"cmd", "odds"}, {"act", "fire x 0303 W"}, {"theirs", "never"}, {"seat", "White"}})["odds"], odds) << "nothing is hidden here";
  EXPECT_NE(error(R"({"cmd":"odds","act":"fire x 0303 W","seat":"Red"})").find("'White' or null"), std::string::npos);
  EXPECT_NE(error(R"({"cmd":"odds","act":"select x"})").find("not allowed"), std::string::npos);
  const json hints = good({{"cmd", "hint"}})["hints"];
  ASSERT_FALSE(hints.empty());
  for (const json& h : hints) {
    EXPECT_TRUE(good({{"cmd", "why"}, {"act", h["text"]}})["legal"]);
    EXPECT_FALSE(h["why"].get<std::string>().empty());
  }
}

TEST_F(RefereeTest, an_apply_is_done_whole_or_not_at_all) {
  position("given moving Blue");
  EXPECT_NE(ask({{"cmd", "apply"}, {"act", "select a"}, {"dice", {3}}})["error"].get<std::string>().find("more dice"), std::string::npos);
  EXPECT_EQ(good({{"cmd", "log"}})["log"].size(), 0u);
  const json no = ask({{"cmd", "apply"}, {"act", "select x"}});
  EXPECT_FALSE(no["ok"]);
  EXPECT_TRUE(no.contains("refusal"));
  EXPECT_EQ(good({{"cmd", "decision"}})["decision"]["question"], "ChooseMover");
}

TEST_F(RefereeTest, views_undo_save_and_load) {
  position("given moving Blue");
  good({{"cmd", "apply"}, {"act", "select a"}});
  good({{"cmd", "apply"}, {"act", "wheel a S"}});
  EXPECT_TRUE(good({{"cmd", "decision"}})["decision"]["over"]);
  good({{"cmd", "undo"}, {"seat", "Blue"}});
  EXPECT_EQ(good({{"cmd", "view"}, {"seat", "Blue"}})["view"]["counters"][0]["facing"], "SE");
  EXPECT_TRUE(good({{"cmd", "view"}})["view"].contains("facts"));
  const std::string saved = good({{"cmd", "save"}})["text"];
  const json before = good({{"cmd", "options"}});
  position("given moving White");
  good({{"cmd", "load"}, {"text", saved}});
  EXPECT_EQ(good({{"cmd", "options"}}), before);
  EXPECT_EQ(good({{"cmd", "save"}})["text"], saved);
  EXPECT_EQ(good({{"cmd", "describe"}})["roster"].size(), 2u);
}

TEST_F(RefereeTest, malformed_requests_get_one_sentence_and_change_nothing) {
  EXPECT_EQ(error("{"), "this line is not JSON");
  EXPECT_EQ(error("\xff\xfe"), "this line is not JSON");
  EXPECT_EQ(error("[]"), "a request is a JSON object, for example {\"cmd\":\"battles\"}");
  EXPECT_EQ(error("{}"), "\"cmd\" is missing");
  EXPECT_EQ(error(R"({"cmd":7})"), "\"cmd\" must be a text");
  EXPECT_EQ(error(R"({"cmd":"view"})"), "no game is open; send start, position or load first");
  position("given moving Blue");
  for (const char* line :
       {R"({"cmd":"apply"})", R"({"cmd":"apply","act":{}})", R"({"cmd":"apply","act":"select a","dice":4})",
        R"({"cmd":"apply","dice":[4]})", R"({"cmd":"apply","act":"select a","auto":1})", R"({"cmd":"view","seat":"Red"})",
        R"({"cmd":"undo"})", R"({"cmd":"undo","seat":"Blue"})", R"({"cmd":"load","text":"junk"})", R"({"cmd":"save","file":"x"})",
        R"({"cmd":"position","ruleset":"toy","lines":["map 8 7","unit a"]})", R"({"cmd":"position","ruleset":"toy","lines":[1]})",
        R"({"cmd":"position","ruleset":"toy"})", R"({"cmd":"start","battle":"x","ruleset":"toy"})", R"({"cmd":"rules","ruleset":"x"})",
        R"({"cmd":"start","battle":"x","ruleset":"toy","seed":"y"})", R"({"cmd":"why","act":"dance"})"})
    EXPECT_FALSE(error(line).empty());
  EXPECT_EQ(good({{"cmd", "decision"}})["decision"]["question"], "ChooseMover");
  EXPECT_EQ(ask({{"cmd", "decision"}, {"id", "q7"}})["id"], "q7");
}

TEST_F(RefereeTest, a_saved_game_is_checked_when_it_is_loaded) {
  position("given moving Blue");
  good({{"cmd", "apply"}, {"act", "select a"}});
  std::string saved = good({{"cmd", "save"}})["text"];
  const std::string moved = std::string(saved).replace(saved.find("0203"), 4, "0204");
  EXPECT_NE(ask({{"cmd", "load"}, {"text", moved}})["error"].get<std::string>().find("have changed since"), std::string::npos);
  const std::string other = saved + "act First select a\n";
  EXPECT_NE(ask({{"cmd", "load"}, {"text", other}})["error"].get<std::string>().find("cannot be played"), std::string::npos);
}

}  // namespace
}  // namespace tambour::toy
