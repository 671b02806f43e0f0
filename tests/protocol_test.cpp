// SPDX-License-Identifier: MIT
// docs/protocol.md tells the truth: its requests are sent, and the answers must be what it shows ("…" stands for anything).
// With TAMBOUR_RESTATE set (make protocol) the answers are written anew instead.
#include <gtest/gtest.h>

#include <fstream>

#include "battle/battle.h"
#include "lab/acts.h"
#include "play/questions.h"
#include "rules/registry.h"
#include "wire/referee.h"

namespace tambour {
namespace {

// Where the answer leaves the example, or nothing.
std::optional<std::string> departs(std::string_view example, std::string_view answer) {
  bool anchored = true;
  for (std::size_t at = 0;;) {
    constexpr std::string_view kGap = "…";
    const auto gap = example.find(kGap);
    const auto piece = example.substr(0, gap);
    const auto found = answer.find(piece, at);
    if (found == std::string_view::npos || (anchored && found != at)) return std::string(piece);
    at = found + piece.size();
    if (gap == std::string_view::npos)
      return at == answer.size() || piece.empty() ? std::nullopt : std::optional<std::string>(answer.substr(at));
    example.remove_prefix(gap + kGap.size());
    anchored = false;
  }
}

// An answer for the document: long lists and texts are cut, and so is the whole.
std::string shortened(const wire::json& j, int depth = 0) {
  std::string out;
  if (j.is_object()) {
    for (const auto& [key, value] : j.items()) out += (out.empty() ? "" : ",") + wire::json(key).dump() + ":" + shortened(value, depth + 1);
    out = "{" + out + "}";
  } else if (j.is_array()) {
    const std::size_t kept = depth < 3 ? 2 : 4;
    for (std::size_t i = 0; i < j.size() && (i < kept || j.size() == kept + 1); ++i) out += (i ? "," : "") + shortened(j[i], depth + 1);
    out = "[" + out + (j.size() > kept + 1 ? ",…]" : "]");
  } else {
    out = j.dump();
    std::size_t cut = 100;
    while (out.size() > 160 && (out[cut] & 0xC0) == 0x80) --cut;  // not inside a character
    if (j.is_string() && out.size() > 160) out = out.substr(0, cut) + "…\"";
  }
  return depth == 0 && out.size() > 1500 ? out.substr(0, out.rfind(',', 1200)) + "…" : out;
}

TEST(Protocol, the_examples_of_the_document_are_real) {
  Trouble trouble;
  const auto text = read_text_file(std::string(TAMBOUR_SOURCE) + "/docs/protocol.md", trouble);
  ASSERT_TRUE(text) << trouble.text();
  wire::Referee referee(data_directory(), make_game, wire::Referee::Files::Barred);
  std::string answer;
  std::string restated;
  int number = 0, shown = 0;
  for (auto line : split(*text, '\n')) {
    ++number;
    if (line.starts_with("> ")) answer = referee.answer(line.substr(2));
    const bool shows = line.starts_with("< "), brief = line.size() < 30;  // a brief one was cut by hand and stays
    restated += (shows && !brief ? "< " + shortened(wire::json::parse(answer)) : std::string(line)) + "\n";
    if (!shows) continue;
    ++shown;
    if (std::getenv("TAMBOUR_RESTATE")) continue;
    const auto no = departs(line.substr(2), answer);
    EXPECT_FALSE(no) << "docs/protocol.md:" << number
                     << ": the answer is not so (if the change is meant, run 'make protocol'): " << no.value_or("")
                     << "\nit is: " << answer.substr(0, 2000);
  }
  EXPECT_GE(shown, 15) << "one example at least for each command";
  restated.pop_back();
  if (std::getenv("TAMBOUR_RESTATE")) std::ofstream(std::string(TAMBOUR_SOURCE) + "/docs/protocol.md", std::ios::binary) << restated;
}

TEST(Protocol, the_list_of_questions_and_acts_is_current) {
  Trouble trouble;
  const auto text = read_text_file(std::string(TAMBOUR_SOURCE) + "/docs/acts.md", trouble);
  ASSERT_TRUE(text) << trouble.text();
  EXPECT_TRUE(*text == acts_document(rulesets())) << "docs/acts.md is out of date; run 'make acts'";
  for (const std::string_view book : rulesets()) EXPECT_GT(questions(book).size(), 3u) << book;
}

// What the referee says of free positions, act by act and die by die.
class TableTalk : public testing::Test {
 protected:
  wire::json ask(const wire::json& request) { return wire::json::parse(referee_.answer(request.dump())); }
  wire::json good(const wire::json& request) {
    wire::json out = ask(request);
    EXPECT_TRUE(out["ok"]) << request << " -> " << out;
    return out;
  }
  void tng(std::vector<std::string> units, const char* segment) {
    std::vector<std::string> lines{"map 14 12", "sides A B", "defaults unit:inf sp=8 coh=6 mp=4 df=1 dsp=6 dcoh=5 dmp=3",
                                   "defaults unit:cav sp=6 coh=7 mp=7 dsp=4 dcoh=6 dmp=6",
                                   "defaults unit:art sp=4 coh=6 mp=6 dsp=3 dcoh=5 dmp=5 reff=3 rmax=5"};
    lines.insert(lines.end(), units.begin(), units.end());
    lines.insert(lines.end(), {"given active AI", std::string("given segment ") + segment});
    good({{"cmd", "position"}, {"ruleset", "tng"}, {"lines", lines}});
  }
  wire::Referee referee_{data_directory(), make_game, wire::Referee::Files::Barred};
};

// 8.41: who shocks one hex before it shocks both.
TEST_F(TableTalk, a_second_target_that_must_be_attacked_is_listed_as_forced) {
  tng({"unit a A AI inf 0404 E", "unit b B BI inf 0504 W", "unit w B BI inf 0503 W"}, "shock");
  const auto played = good({{"cmd", "apply"}, {"act", "shock a 0504"}});
  ASSERT_GE(played["acts"].size(), 2u) << played;
  EXPECT_FALSE(played["acts"][0].contains("forced"));
  EXPECT_EQ(played["acts"][1]["text"], "shock a 0503");
  EXPECT_EQ(played["acts"][1]["forced"], true);
  EXPECT_EQ(played["acts"][1]["seat"], "A");
  const auto log = good({{"cmd", "log"}})["log"];
  ASSERT_EQ(log.size(), played["acts"].size());
  EXPECT_EQ(log[1]["act"], "shock a 0503");
  EXPECT_EQ(log[1]["forced"], true);
  EXPECT_EQ(good({{"cmd", "save"}})["text"].get<std::string>().find("shock a 0503"), std::string::npos) << "a forced act is not recorded";
  const auto again = ask({{"cmd", "apply"}, {"act", "shock a 0503"}});
  EXPECT_FALSE(again["ok"]);
  EXPECT_NE(again["error"].get<std::string>().find("has been taken already"), std::string::npos) << again;
}

TEST_F(TableTalk, a_due_die_tells_unit_purpose_need_and_modifiers) {
  tng({"unit a A AI inf 0404 E", "unit b B BI inf 0504 W"}, "shock");
  const auto declared = good({{"cmd", "apply"}, {"act", "shock a 0504"}})["decision"];
  EXPECT_EQ(declared["due"]["purpose"], "Commitment");
  EXPECT_EQ(declared["due"]["unit"], "a");
  EXPECT_EQ(declared["due"]["needs"]["total"], 6);
  const auto commitment = good({{"cmd", "ledger"}, {"act", "roll 5"}})["ledger"];
  EXPECT_EQ(commitment, good({{"cmd", "ledger"}})["ledger"]);
  EXPECT_EQ(commitment["total"].get<int>() + declared["due"]["needs"]["face"].get<int>(), 6);
  ASSERT_FALSE(commitment["lines"].empty()) << commitment;
  const auto shock = good({{"cmd", "apply"}, {"dice", {0}}})["decision"]["due"];
  EXPECT_EQ(shock["purpose"], "Shock");
  EXPECT_EQ(shock["unit"], "a");
  EXPECT_EQ(shock["hex"], "0504");
  EXPECT_FALSE(shock["ledger"]["lines"].empty()) << shock;
  const auto fought = good({{"cmd", "apply"}, {"dice", {9}}});
  bool told = false;
  for (const auto& e : fought["events"]) told |= e["fact"] == "CombatResolved" && e.contains("row");
  EXPECT_TRUE(told) << fought["events"];
}

TEST_F(TableTalk, the_ledger_of_an_act_that_is_not_legal_is_its_refusal) {
  tng({"unit a A AI inf 0404 E", "unit b B BI inf 0504 W"}, "shock");
  const auto no = ask({{"cmd", "ledger"}, {"act", "shock b 0404"}});
  EXPECT_FALSE(no["ok"]);
  EXPECT_TRUE(no["refusal"]["rule"].is_string()) << no;
}

// siecle 8.1: the zone ends the march; the question after it does not hide the reason.
TEST_F(TableTalk, a_march_that_ended_by_itself_still_says_why) {
  good({{"cmd", "position"},
        {"ruleset", "siecle"},
        {"lines",
         {"map 12 10", "defaults unit cp=4 mf=6 mp=6 steps=2", "unit a Blue A HI 0405 E", "unit c Blue A HI 0208 E",
          "unit d White D HI 0705 W", "given active A", "given segment move"}}});
  good({{"cmd", "apply"}, {"act", "select a"}});
  good({{"cmd", "apply"}, {"act", "move a 0505"}});
  const auto last = good({{"cmd", "apply"}, {"act", "move a 0605"}});
  const auto why = good({{"cmd", "why"}, {"act", "move a 0606"}});
  EXPECT_FALSE(why["legal"]);
  EXPECT_EQ(why["refusal"]["rule"], "8.1-a") << last << why;
}

// Which way a test went, as the events tell it.
struct Verdict final : EventSink {
  void on(const Event& e) override {
    if (e.who == of && (e.fact == Fact::TestPassed || e.fact == Fact::TestFailed) && !told)
      told = true, passed = e.fact == Fact::TestPassed;
  }
  UnitId of = kNoUnit;
  bool told = false, passed = false;
};

TEST(Due, every_die_of_every_book_says_what_it_is_for_and_what_it_needs) {
  for (const std::string_view book : rulesets()) {
    int dice = 0, tests = 0, played = 0;
    for (const std::string& id : list_battles(data_directory())) {
      Trouble trouble;
      const auto battle = load_battle(data_directory() + "/battles/" + id, trouble);
      ASSERT_TRUE(battle) << trouble.text();
      if (!battle->plays(book) || played++ == 3) continue;
      const auto game = make_game(book, *battle, data_directory(), trouble);
      ASSERT_TRUE(game) << trouble.text();
      const auto s = std::make_unique<State>();
      game->setup(*s);
      Rng rng(7);
      for (int n = 0; n < 3000 && !s->over(); ++n) {
        ActionList<> list;
        game->options(*s, list);
        const Action act = list[int(rng.below(uint32_t(list.size())))];
        const auto due = game->due(*s);
        ASSERT_EQ(bool(due), faces(s->dice) > 0);
        Verdict verdict;
        if (due) {
          ++dice;
          ASSERT_STRNE(due->purpose, "Die") << book << ": " << procedures(*s);
          EXPECT_TRUE(find_row(due->why)) << due->purpose;
          EXPECT_EQ(game->ledger(*s, act).total, due->ledger.total);
          verdict.of = due->unit;
        }
        game->apply(*s, act, &verdict);
        if (!due || !due->test || due->unit == kNoUnit || !verdict.told) continue;
        ++tests;
        ASSERT_EQ(verdict.passed, int(act.arg) <= due->highest_pass())
            << book << " " << id << ": " << due->purpose << " of " << game->unit(due->unit);
      }
    }
    if (!played) continue;  // a book whose battles are still to come
    EXPECT_GT(dice, 50) << book;
    EXPECT_GT(tests, 5) << book;
  }
}

}  // namespace
}  // namespace tambour
