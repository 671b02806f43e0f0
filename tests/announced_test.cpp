// SPDX-License-Identifier: MIT
// An answer to an announced attack is weighed through the combat it answers, though that is fought only when everybody has announced.
#include <gtest/gtest.h>

#include <algorithm>

#include "ai/hint.h"
#include "ai/odds.h"
#include "lab/cases.h"
#include "rules/registry.h"

namespace tambour {
namespace {

struct Position {
  explicit Position(const std::string& text) {
    std::vector<Case> cases;
    std::vector<Trouble> troubles;
    read_cases(text, TAMBOUR_SOURCE "/tests/announced.txt", cases, troubles);
    for (const Trouble& t : troubles) ADD_FAILURE() << t.text();
    EXPECT_EQ(play_case(cases.at(0), cases[0].books.at(0), data_directory(), make_game, table, state), "");
  }
  Odds odds_of(std::string_view text) const {
    std::string why;
    const auto act = parse_action(text, *table->game, why);
    EXPECT_TRUE(act && !table->game->refuse(state, *act)) << text << why;
    return odds(*table->game, state, *act, {.nodes = 3000, .samples = 200});
  }
  std::unique_ptr<Table> table;
  State state;
};

// Others of the attacker's side can still move, so that the charge is not fought at once.
constexpr auto kCharge = R"(case x
under jdg
include ../cases/jdg/combat.inc
unit a Blue A cav_heavy 0305 E sp=8 coh=7 eng=7
unit o Blue A inf 0110 E
unit i White X inf 0705 W sp=9 coh=6 dsp=6 dcoh=4
unit h White X art 0705 W
given active A
given segment move
play
do charge a 0705
do move a 0406
do move a 0505
do move a 0605
do halt a E
ask AskSquare
)";

TEST(Announced, charge_is_fought_in_the_odds_of_both_answers) {
  const Position p(kCharge);
  const Odds stand = p.odds_of("no"), square = p.odds_of("yes");
  EXPECT_GT(stand.lost[1], 2) << "who stands in line is ridden down";
  EXPECT_GT(stand.endings.size(), 10u);
  EXPECT_FALSE(stand.followed.empty());
  EXPECT_FALSE(square.followed.empty());
  EXPECT_LT(square.lost[1], stand.lost[1]);
  EXPECT_EQ(hints(*p.table->game, p.state, p.state.seat).at(0).act, Action{Verb::Yes});
}

TEST(Announced, charge_that_is_recalled_is_not_fought) {
  Position p(std::string(kCharge) + "do yes\nroll 0\nask AskRecall\n");
  const Odds recalled = p.odds_of("yes"), on = p.odds_of("no");
  EXPECT_LT(recalled.lost[0], on.lost[0]);
  EXPECT_FALSE(on.followed.empty());
}

// The charge of the other side's horse, as its rider sees it: the target answers for its own good.
TEST(Announced, attack_is_foreseen_with_the_best_answer_to_it) {
  std::string text = kCharge;
  text = text.substr(0, text.find("do charge"));
  const Position p(text);
  const Odds best = p.odds_of("charge a 0705");
  std::string why;
  const Action act = *parse_action("charge a 0705", *p.table->game, why);
  const Odds never = odds(*p.table->game, p.state, act, {.theirs = Policy::Never, .nodes = 3000, .samples = 200});
  EXPECT_LT(best.value, never.value) << "a target that may form square does";
}

TEST(Announced, shock_of_two_is_fought_for_the_hex_that_is_asked) {
  const Position p(R"(case x
under tng
include ../cases/tng/common.inc
unit a Blue A inf 0605 E sp=9
unit b Blue A inf 0608 E sp=6
unit l White W cav_light 0705 W sp=3
unit k White W inf 0708 W sp=6
given active A
given orders under a b
given segment shock
play
do shock a 0705
do shock b 0708
ask ChooseEvasion
)");
  const Odds stand = p.odds_of("pass");
  ASSERT_EQ(stand.followed.size(), 1u);
  EXPECT_EQ(to_text(stand.followed[0], *p.table->game), "resolve 0705");
  const UnitId l = *p.table->game->find_unit("l");
  EXPECT_TRUE(std::any_of(stand.units.begin(), stand.units.end(), [&](const UnitOdds& u) { return u.unit == l && u.fate[0] < 0.9; }));
}

TEST(Announced, charge_of_two_is_fought_for_the_square_that_is_asked) {
  const Position p(R"(case x
under tng
include ../cases/tng/common.inc
unit c Blue A cav_heavy 0505 E sp=8
unit d Blue A cav_heavy 0502 E sp=8
unit i White W inf 0705 W sp=6
unit k White W inf 0702 W sp=6
given active A
given orders under c d
given segment shock
play
do charge c 0705
do move c 0605
do face c E
do charge d 0702
do move d 0602
do face d E
ask ChooseSquare
)");
  for (const char* answer : {"pass", "form-square i"}) {
    const Odds o = p.odds_of(answer);
    ASSERT_EQ(o.followed.size(), 1u) << answer;
    EXPECT_EQ(to_text(o.followed[0], *p.table->game), "resolve 0705");
  }
}

// Cavalry that charges whoever moves past it: to the end of its melee, or to the mover's next step.
TEST(Announced, an_opportunity_charge_is_ridden_in_its_odds) {
  const Position p(R"(case x
under bataille
include ../cases/bataille/common.inc
unit m Blue A inf 0405 NE
unit b Blue A inf 0109 NE
unit k White X cav_light 0705 W leader=W inc=4 mel=22 mp=16 size=regt morale=21 form=line
given chit L
play
do select m
do move m 0504
ask ReactCharge
)");
  const Odds o = p.odds_of("declare-charge k");
  EXPECT_GT(o.endings.size(), 5u);
  EXPECT_GT(o.lost[0], 0.3) << "infantry caught on the march";
}

}  // namespace
}  // namespace tambour
