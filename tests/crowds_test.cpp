// SPDX-License-Identifier: MIT
// Free positions are user input: a field far more crowded than any battle must be playable to its end, or be refused with words.
#include <gtest/gtest.h>

#include <fstream>

#include "lab/draft.h"
#include "rules/registry.h"

namespace tambour {
namespace {

struct Field {
  const char* book;
  std::vector<const char*> arms;
  int columns, rows, most;
  const char* formations[2];  // of the two sides, a letter each
};
const Field kFields[] = {{"jdg", {"inf", "inf", "cav", "cav_heavy", "art_foot"}, 16, 12, 104, {"AB", "WX"}},
                         {"beginners", {"inf", "inf", "cav", "cav_heavy", "art_foot"}, 16, 12, 104, {"AB", "WX"}},
                         {"siecle", {"HI", "LI", "HC", "LC", "A"}, 12, 10, 84, {"AB", "DE"}},
                         {"tng", {"inf", "inf_light", "cav_light", "cav_heavy", "art_foot"}, 12, 10, 84, {"AB", "WX"}}};

std::vector<std::string> common_lines(const std::string& book) {
  std::ifstream in(std::string(TAMBOUR_SOURCE) + "/cases/" + book + "/common.inc");
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') out.push_back(line);
  return out;
}

// Both sides mixed, a unit in nearly every hex, a fifth of them out of order.
std::vector<std::string> crowd(const Field& f, Rng& rng) {
  auto lines = common_lines(f.book);
  const Grid grid{uint8_t(f.columns), uint8_t(f.rows)};
  std::vector<std::string> states;
  for (int n = 0, h = 1; n < f.most && h + 1 < grid.size(); h += 1 + int(rng.below(uint32_t(grid.size() / f.most)))) {
    const auto side = std::size_t(rng.below(2));
    const std::string id = "u" + std::to_string(n++);
    const std::string arm = f.arms[rng.below(uint32_t(f.arms.size()))];
    lines.push_back("unit " + id + (side ? " White " : " Blue ") + f.formations[side][rng.below(2)] + " " + arm + " " +
                    grid.number(HexId(h)) + " " + kVertexNames[rng.below(6)]);
    if (std::string(f.book) == "siecle" || rng.below(5)) continue;
    states.push_back("given set " + id + (arm == "art_foot" || rng.below(2) ? " disordered" : " routed"));
  }
  lines.push_back("sheet turns 3");
  lines.insert(lines.end(), states.begin(), states.end());
  return lines;
}

class Crowds : public testing::TestWithParam<Field> {};

TEST_P(Crowds, fight_to_the_end) {
  int played = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Rng rng(seed);
    Draft draft(data_directory(), "crowd");
    std::string why;
    int number = 0;
    for (const std::string& line : crowd(GetParam(), rng))
      ASSERT_EQ(draft.take(line, ++number, why), Draft::Took::Yes) << line << ": " << why;
    Trouble trouble;
    const auto table = draft.lay(GetParam().book, make_game, trouble);
    if (!table) {
      EXPECT_FALSE(trouble.text().empty());
      continue;
    }
    ActionList<> list;
    State s = table->start;
    for (int acts = 0; !s.over(); ++acts) {
      list.clear();
      table->game->options(s, list);
      ASSERT_TRUE(list.size() && acts < 100'000) << "seed " << seed << " comes to a dead end";
      table->game->apply(s, list[int(rng.below(uint32_t(list.size())))]);
      ASSERT_EQ(table->game->complaint(s), "") << "seed " << seed;
    }
    ++played;
  }
  EXPECT_GE(played, 10);
}

INSTANTIATE_TEST_SUITE_P(Books, Crowds, testing::ValuesIn(kFields), [](const auto& field) { return std::string(field.param.book); });

}  // namespace
}  // namespace tambour
