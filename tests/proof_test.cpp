// SPDX-License-Identifier: MIT
// The proof is proved: what the contract suite, secrecy and coverage are there to find is planted, and found.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "lab/contract.h"
#include "lab/coverage.h"
#include "lab/queries.h"
#include "lab/random_battle.h"
#include "lab/secrecy.h"
#include "rules/registry.h"
#include "toy/table.h"

namespace tambour {
namespace {

template <class Broken>
std::string breach_of(const ContractOptions& options = {.games = 3, .checks = 30, .random_acts = 10, .minds = 0}) {
  const auto table = toy::lay_table(toy::kSkirmish);
  const Broken game(static_cast<const toy::ToyGame&>(*table->game).field());
  return check_contract(game, options).broken;
}

struct Lopsided : toy::ToyGame {
  using ToyGame::ToyGame;
  std::optional<bool> in_sight(const State&, HexId a, HexId b) const override { return a <= b; }
};
struct Faulty : toy::ToyGame {
  using ToyGame::ToyGame;
  bool controls(const State&, Seat, HexId h) const override { return h == 30 ? (fault("planted"), true) : false; }
};
struct Blind : toy::ToyGame {
  using ToyGame::ToyGame;
  std::optional<bool> in_sight(const State&, HexId, HexId) const override { return false; }
  FireReach fire_reach(const State&, UnitId, HexId) const override { return FireReach::Open; }
};
// A ledger that hangs on the other's hidden stance.
struct Telling : toy::ToyGame {
  using ToyGame::ToyGame;
  Ledger ledger(const State& s, Action a) const override {
    Ledger out = ToyGame::ledger(s, a);
    out.add(pos(s).stance[s.seat == Seat::First ? 1 : 0], find_citation("jdg", "1.B-a"));
    return out;
  }
};

TEST(Proof, the_contract_notices_what_is_planted) {
  EXPECT_EQ(breach_of<toy::ToyGame>(), "");
  EXPECT_NE(breach_of<Lopsided>().find("differs by direction"), std::string::npos) << breach_of<Lopsided>();
  EXPECT_NE(breach_of<Faulty>().find("a fault: planted"), std::string::npos) << breach_of<Faulty>();
  EXPECT_NE(breach_of<Blind>().find("does not see"), std::string::npos) << breach_of<Blind>();
  EXPECT_NE(breach_of<Telling>({.games = 20, .checks = 400, .random_acts = 10, .minds = 0}).find("betrays a secret"), std::string::npos);
}

TEST(Proof, machine_players_hints_and_odds_keep_the_toys_secrets) {
  EXPECT_EQ(breach_of<toy::ToyGame>({.games = 4, .checks = 40, .random_acts = 10, .minds = 10}), "");
}

TEST(Proof, random_battles_are_legal_and_the_same_for_the_same_seed) {
  Trouble trouble;
  const std::string data = TAMBOUR_SOURCE "/data";
  for (const auto& [id, book] : {std::pair("train-jdg-2-square", "jdg"), std::pair("train-tg-1-causeway", "tng"),
                                 std::pair("train-gs-1-mill", "siecle"), std::pair("train-jdg-1-bridge", "beginners")}) {
    const auto armies = load_battle(data + "/battles/" + id, trouble);
    ASSERT_TRUE(armies) << trouble.text();
    Rng one(5), two(5);
    const auto a = random_battle(*armies, book, data, make_game, one), b = random_battle(*armies, book, data, make_game, two);
    ASSERT_TRUE(a && b) << id;
    EXPECT_EQ(a->game->complaint(a->start), "");
    EXPECT_EQ(view_text(a->game->observe(a->start, Seat::Nobody)), view_text(b->game->observe(b->start, Seat::Nobody)));
    EXPECT_NE(a->battle->map.terrain, armies->map.terrain) << "the map is another";
  }
}

TEST(Proof, exemptions_name_a_row_and_a_reason) {
  const auto file = std::filesystem::temp_directory_path() / ("tambour-exempt-" + std::to_string(getpid()) + ".csv");
  std::ofstream(file) << "# a comment\n\njdg,1.B-a,a reason, with a comma\njdg,99-z,no such row\njdg,1.B-a\n";
  std::vector<Trouble> troubles;
  const auto read = load_exemptions(file.string(), troubles);
  std::filesystem::remove(file);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].reason, "a reason, with a comma");
  ASSERT_EQ(troubles.size(), 2u);
  EXPECT_EQ(troubles[0].line, 4);
  EXPECT_EQ(troubles[1].line, 5);
}

TEST(Proof, a_comment_is_no_citation_and_an_exempt_row_is_not_absent) {
  const RuleBook* book = find_book("jdg");
  ASSERT_TRUE(book);
  const BookCoverage c = coverage(*book, {}, {{"jdg", "EX-BER-3", "an example"}});
  for (const RowCoverage& r : c.rows) {
    if (r.row->id != "EX-BER-3") continue;
    EXPECT_TRUE(r.cited.empty());
    EXPECT_FALSE(r.mentioned.empty()) << "ch08_ledger.cpp speaks of it";
    EXPECT_FALSE(r.absent());
  }
  EXPECT_EQ(c.proved, 0);
}

// Random battles give units every mark that a free position of a book may give.
TEST(RandomBattle, knows_the_marks_of_all_books) {
  const auto text_of = [](const std::string& file) {
    std::ifstream in(std::string(TAMBOUR_SOURCE) + "/engine/" + file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string given = text_of("lab/random_battle.cpp");
  const std::regex mark("MARK\\(\\w+, *\\d+, (\"[a-z-]+\"), (Given|Both)\\)");
  int found = 0;
  for (const char* book : {"jdg", "tng", "siecle", "bataille"}) {
    const std::string marks = text_of(std::string("rules/") + book + "/marks.def");
    for (auto m = std::sregex_iterator(marks.begin(), marks.end(), mark); m != std::sregex_iterator(); ++m, ++found)
      EXPECT_NE(given.find((*m)[1].str()), std::string::npos) << book << ": " << (*m)[1];
  }
  EXPECT_GT(found, 30);
}

}  // namespace
}  // namespace tambour
