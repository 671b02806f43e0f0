// SPDX-License-Identifier: MIT
// The book of one page (toy/page.cpp): what engine/battle/ gives it works without a rule of another book.
#include <gtest/gtest.h>

#include "lab/contract.h"
#include "play/match.h"
#include "toy/page.h"
#include "toy/table.h"

namespace tambour::page {
namespace {

constexpr std::string_view kMeeting = R"(
map 12 10
terrain woods 0604 0605
unit a Blue A column 0404 SE sp=5 hexes=3
unit b Blue A column 0307 SE sp=4
unit x White X column 0905 NW sp=6 hexes=2
unit y White X column 0808 NW sp=4
sheet turns 3
)";

struct Play {
  explicit Play(std::string_view lines) : table(toy::lay_table(lines, "page", make)), match(*table->game, table->start) {}
  Action act(std::string_view text) const {
    std::string why;
    const auto a = parse_action(text, *table->game, why);
    EXPECT_TRUE(a) << text << ": " << why;
    return a.value_or(Action{});
  }
  Citation refused(std::string_view text) const { return table->game->refuse(match.state(), act(text)).why; }
  void go(std::initializer_list<std::string_view> acts) {
    for (auto text : acts) EXPECT_FALSE(match.play(act(text))) << text << " is refused at " << question();
  }
  std::string question() const { return table->game->decision(match.state()).question; }
  CounterView counter(std::string_view id) const {
    return table->game->observe(match.state(), Seat::Nobody).counters[std::size_t(*table->game->find_unit(id))];
  }
  std::string hexes(std::string_view id) const {
    std::string out;
    for (const HexId h : counter(id).hexes) out += (out.empty() ? "" : " ") + table->game->grid().number(h);
    return out;
  }

  std::unique_ptr<Table> table;
  Match match;
};

TEST(Page, random_games_keep_the_contract) {
  const auto table = toy::lay_table(kMeeting, "page", make);
  const ContractReport report = check_contract(*table->game, {.games = 60, .checks = 120, .random_acts = 60, .minds = 1});
  EXPECT_EQ(report.broken, "");
  EXPECT_GT(report.acts, 1000u);
}

TEST(Page, a_column_follows_its_head_and_bends) {
  Play p(std::string(kMeeting) + "given active a");
  const std::string before = p.hexes("a");
  p.go({"move a 0405"});
  EXPECT_EQ(p.hexes("a"), "0405 " + before.substr(0, 9));
  EXPECT_EQ(p.refused("move a 0404"), cite("2.3")) << "it does not march through itself";
}

TEST(Page, who_is_seen_is_fired_at_and_falls_back) {
  Play p("map 12 10\nunit a Blue A column 0504 SE sp=3\nunit x White X column 0804 NW sp=9\ngiven active a");
  p.go({"move a 0604"});
  EXPECT_EQ(p.question(), "React");
  EXPECT_EQ(p.match.state().seat, Seat::Second);
  p.go({"fire-at x 0604"});
  EXPECT_EQ(p.table->game->due(p.match.state())->purpose, std::string("Shot"));
  p.go({"roll 0"});
  EXPECT_EQ(p.question(), "ChooseBack");
  EXPECT_EQ(p.refused("retreat a 0704"), cite("4.1")) << "nearer to the shot";
  p.go({"retreat a 0504", "retreat a 0404"});
  EXPECT_EQ(p.counter("a").values[0].second, 2);
  EXPECT_EQ(p.question(), "NextHex") << "thrown out of the hex it entered, it is out of the window, and marches on";
}

TEST(Page, woods_hide_a_column_and_no_way_back_is_its_end) {
  Play hidden("map 12 10\nterrain woods 0703 0704\nunit a Blue A column 0504 SE sp=3\nunit x White X column 0804 NW sp=9\ngiven active a");
  hidden.go({"move a 0604"});
  EXPECT_EQ(hidden.question(), "NextHex") << "nobody sees it: nobody is asked";

  Play corner("map 12 10\nunit a Blue A column 0101 SE sp=3\nunit x White X column 0402 NW sp=9\ngiven active a");
  corner.go({"move a 0201", "fire-at x 0201", "roll 0"});
  EXPECT_EQ(corner.counter("a").place, "gone") << "one hex of two can be gone";
}

}  // namespace
}  // namespace tambour::page
