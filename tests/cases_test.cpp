// SPDX-License-Identifier: MIT
// The case runner: what it accepts, and that every kind of line can fail and says why.
#include "lab/cases.h"

#include <gtest/gtest.h>

#include "toy/toy.h"

namespace tambour::toy {
namespace {

constexpr const char* kField = R"(
under toy
map 8 7
defaults unit sp=3
defaults unit:col sp=2
unit a Blue A line 0303 E      # a line of two hexes
unit b White B column 0405 N
unit c White B column 0503 NW sp=4
given moving Blue
)";

std::string outcome(const std::string& lines, const char* field = kField) {
  std::vector<Case> cases;
  std::vector<Trouble> troubles;
  read_cases("case one\n" + std::string(field) + lines, "toy.txt", cases, troubles);
  if (!troubles.empty()) return troubles[0].text();
  return run_case(cases.at(0), "toy", "data", make_by_name).failure;
}

TEST(Cases, every_kind_of_line_can_hold) {
  EXPECT_EQ(outcome(R"(
play
ask ChooseMover
seat Blue
see a at=0303 facing=E sp=3 !moved height=0
see b facing=N sp=2
see c sp=4
seen White a map
fact turn=1 over=no winner=nobody stance.Blue=0
no move a 0403
can select a
cannot select b
do select a
no move a 0404
do move a 0403
ask React
ledger fire c 0403 NW : total=+5
do fire c 0403 NW
seat Chance
roll 9
do pass
undo White yes
do pass
undo Blue no
do halt a E
fact over=yes
seat Nobody
see a moved
)"),
            "");
}

TEST(Cases, every_kind_of_line_can_fail_and_says_why) {
  const std::pair<const char*, const char*> all[] = {
      {"do select b", "toy.txt:12: 'select b' is refused"},
      {"do select q", "'q' is not a unit of this battle"},
      {"no select a", "should be refused and is legal"},
      {"no select b : 6.2.2-a", "not by"},
      {"can select b", "should be on offer"},
      {"cannot select a", "should not be on offer"},
      {"roll 5", "no die is due"},
      {"ask React", "the open question should be React; now: ChooseMover for Blue offers select a, done"},
      {"seat White", "White should be the one to decide"},
      {"seat Red", "is no seat"},
      {"see a at=0404", "a: 'at=0404' is not so: at=0303"},
      {"see a !map", "is not so"},
      {"see a disordered", "'disordered' is not so: map"},
      {"see a men=9", "men=nothing"},
      {"see a height=2", "height=0"},
      {"seen Red a map", "'seen' wants a side"},
      {"fact turn=2", "fact turn is '1', not '2'"},
      {"fact mood=good", "no fact 'mood'"},
      {"ledger select a : total=+1", "total should count +1, not 0"},
      {"undo Blue yes", "Blue cannot take back"},
      {"fly a 0101", "unknown word 'fly'"},
  };
  for (const auto& [line, says] : all) {
    const std::string no = outcome(std::string("play\n") + line);
    EXPECT_NE(no.find(says), std::string::npos) << line << " -> " << no;
  }
}

TEST(Cases, set_up_lines_are_checked) {
  const std::pair<const char*, const char*> all[] = {
      {"unit a Blue A line 0303", "this unit has no face; write for example"},
      {"unit a Blue A line 0303 E sp", "'sp' is not field=value"},
      {"terrain woods 9999", "is not on this map"},
      {"battle nowhere", "'battle' must come before map and units"},
      {"sheet turns none", "'turns' wants a number"},
      {"given", "'given' wants a statement"},
      {"given weather rain", "'weather' is not a statement"},
      {"unit a Blue A column 0707 N", "used twice"},
      {"unit d Blue A line 0707 N", "must face a vertex"},
      {"move a 0304", "is no line of a position"},
      {"defaults unit", "'defaults' wants a kind and fields"},
  };
  for (const auto& [line, says] : all) {
    const std::string no = outcome(std::string(line) + "\nplay\ndone\n");
    EXPECT_NE(no.find(says), std::string::npos) << line << " -> " << no;
  }
}

TEST(Cases, a_case_may_demand_that_its_set_up_is_refused) {
  EXPECT_EQ(outcome("unit d Blue A line 0707 N\nrejected must face a vertex\n"), "");
  EXPECT_NE(outcome("rejected must face a vertex\n").find("should be refused and is accepted"), std::string::npos);
  EXPECT_NE(outcome("unit d Blue A line 0707 N\nrejected too old\n").find("refused otherwise"), std::string::npos);
}

TEST(Cases, files_are_checked) {
  const auto first_trouble = [](const char* text) {
    std::vector<Case> cases;
    std::vector<Trouble> troubles;
    read_cases(text, "toy.txt", cases, troubles);
    return troubles.empty() ? std::string() : troubles[0].text();
  };
  EXPECT_NE(first_trouble("play\n").find("toy.txt:1: this line stands before the first 'case'"), std::string::npos);
  EXPECT_NE(first_trouble("case x\nplay\ndone\n").find("names no row"), std::string::npos);
  EXPECT_NE(first_trouble("case x\nproves jdg 6.2.2-aa\n").find("did you mean '6.2.2-a'?"), std::string::npos);
  EXPECT_NE(first_trouble("case x\nproves nobook 1\n").find("there is no book 'nobook'"), std::string::npos);
  EXPECT_NE(first_trouble("case x\ninclude nothing.inc\n").find("cannot include"), std::string::npos);
  EXPECT_NE(first_trouble("case x\n@nobook done\n").find("names no book"), std::string::npos);
  EXPECT_NE(outcome("").find("plays nothing"), std::string::npos);
}

TEST(Cases, a_line_for_another_book_is_skipped) { EXPECT_EQ(outcome("@jdg unit a\nplay\n@jdg do nonsense\nask ChooseMover\n"), ""); }

}  // namespace
}  // namespace tambour::toy
