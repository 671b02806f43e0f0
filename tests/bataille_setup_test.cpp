// SPDX-License-Identifier: MIT
// La Bataille: what long lines do and undo, and charts that cannot be used.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <unistd.h>

#include "lab/draft.h"
#include "play/state.h"
#include "rules/bataille/field.h"
#include "rules/registry.h"

namespace tambour::bataille {
namespace {

namespace fs = std::filesystem;

// One unit in the middle of a clear map, its owner about to move it.
std::unique_ptr<Table> unit_facing(const std::string& facing, const std::string& hexes, const std::string& form, int increments) {
  Draft draft(data_directory(), "test");
  std::string why;
  for (const std::string& text :
       {std::string("map 14 10"), std::string("sides Blue White"), std::string("sheet rout Blue 0101"), std::string("sheet rout White 1401"),
        std::string("leader L Blue A 0110 rank=brigade cp=1 inf_mel=0 art=0 morale=0 span=20 mp=12"),
        std::string("leader W White X 1410 rank=brigade cp=1 inf_mel=0 art=0 morale=0 span=20 mp=12"),
        "unit a Blue A inf " + hexes + " " + facing + " size=bn inc=" + std::to_string(increments) +
            " mp=20 fire=8 mel=10 morale=21 nation=French type=Ligne leader=L form=" + form,
        std::string("unit x White X inf 1401 NW size=bn inc=6 mp=6 fire=8 mel=10 morale=21 nation=French type=Ligne leader=W form=col"),
        std::string("given chit L")})
    EXPECT_EQ(draft.take(text, 1, why), Draft::Took::Yes) << text << ": " << why;
  Trouble trouble;
  const MakeGame make = [](std::string_view book, const Battle& b, const std::string& data, Trouble& t) { return make_game(book, b, data, t); };
  auto table = draft.lay("bataille", make, trouble);
  EXPECT_TRUE(table) << trouble.text();
  return table;
}

std::unique_ptr<Table> line_facing(const std::string& facing, const std::string& hexes) { return unit_facing(facing, hexes, "line", 6); }

// Legal, and done.
bool play(const Table& t, State& s, const std::string& text) {
  std::string why;
  const auto a = parse_action(text, *t.game, why);
  if (!a || t.game->refuse(s, *a)) return false;
  t.game->apply(s, *a);
  return true;
}

std::set<HexId> hexes_of(const Table& t, const State& s) {
  const CounterView a = t.game->observe(s, Seat::Nobody).counters[0];
  if (a.hexes.empty()) return {a.hex};
  return {a.hexes.begin(), a.hexes.end()};
}

std::string number(const Table& t, HexId h) { return t.battle->map.grid.number(h); }

constexpr const char* kVertices[] = {"NE", "E", "SE", "SW", "W", "NW"};

TEST(BatailleLine, extend_then_shorten_gives_the_same_hex) {
  int tried = 0;
  for (const char* facing : kVertices) {
    const auto t = line_facing(facing, "0705");
    ASSERT_TRUE(t);
    State s = t->start;
    ASSERT_TRUE(play(*t, s, "select a"));
    const std::set<HexId> before = hexes_of(*t, s);
    for (HexId h = 0; h < t->battle->map.grid.size(); ++h) {
      State copy = s;
      if (!play(*t, copy, "lengthen a " + number(*t, h))) continue;
      ++tried;
      EXPECT_EQ(hexes_of(*t, copy).size(), 2u);
      EXPECT_TRUE(play(*t, copy, "shorten a " + number(*t, h)));
      EXPECT_EQ(hexes_of(*t, copy), before) << facing << " " << number(*t, h);
    }
  }
  EXPECT_EQ(tried, 12);  // two flanks for each of six facings
}

TEST(BatailleLine, a_wheel_and_its_reverse_give_the_same_hexes) {
  int tried = 0;
  for (const char* facing : kVertices) {
    const auto t = line_facing(facing, "0705");
    ASSERT_TRUE(t);
    State s = t->start;
    ASSERT_TRUE(play(*t, s, "select a"));
    for (HexId other = 0; other < t->battle->map.grid.size(); ++other) {
      State two = s;
      if (!play(*t, two, "lengthen a " + number(*t, other))) continue;
      const std::set<HexId> before = hexes_of(*t, two);
      for (const HexId end : before)
        for (const char* to : kVertices) {
          State wheeled = two;
          if (!play(*t, wheeled, "pivot a " + number(*t, end) + " " + to)) continue;
          ++tried;
          EXPECT_NE(hexes_of(*t, wheeled), before);
          EXPECT_TRUE(hexes_of(*t, wheeled).contains(end));
          EXPECT_TRUE(play(*t, wheeled, "pivot a " + number(*t, end) + " " + facing));
          EXPECT_EQ(hexes_of(*t, wheeled), before) << facing << " round " << number(*t, end) << " to " << to;
        }
    }
  }
  EXPECT_EQ(tried, 48);  // six facings, two second hexes, two ends, two ways
}

constexpr const char* kSides[] = {"N", "NE", "SE", "S", "SW", "NW"};

std::vector<HexId> in_order(const Table& t, const State& s) {
  const CounterView a = t.game->observe(s, Seat::Nobody).counters[0];
  return a.hexes.empty() ? std::vector<HexId>{a.hex} : a.hexes;
}

// A139: the last hex becomes the head, and comes back by turning about again.
TEST(BatailleRoadColumn, about_face_twice_gives_the_same_column) {
  for (int side = 0; side < 6; ++side)
    for (int length = 1; length <= 3; ++length) {
      const Grid grid(14, 10);
      std::string more;
      HexId h = grid.at(6, 4);
      for (int k = 1; k < length; ++k) h = grid.neighbour(h, opposite(side)), more += (k > 1 ? "_" : " hex2=") + grid.number(h);
      const auto t = unit_facing(kSides[side], grid.number(grid.at(6, 4)), "road" + more, 4 * length);
      ASSERT_TRUE(t);
      State s = t->start;
      ASSERT_TRUE(play(*t, s, "select a"));
      const std::vector<HexId> before = in_order(*t, s);
      ASSERT_EQ(int(before.size()), length);
      ASSERT_TRUE(play(*t, s, std::string("face-side a ") + kSides[opposite(side)]));
      EXPECT_EQ(in_order(*t, s), std::vector<HexId>(before.rbegin(), before.rend()));
      ASSERT_TRUE(play(*t, s, std::string("move a ") + grid.number(grid.neighbour(before.back(), opposite(side)))));
      ASSERT_TRUE(play(*t, s, std::string("face-side a ") + kSides[side]));
      ASSERT_TRUE(play(*t, s, std::string("move a ") + grid.number(before.front())));
      EXPECT_EQ(in_order(*t, s), before) << kSides[side] << " " << length;
    }
}

// Uncoiled and drawn in again it stands where its head is, and each hex was a step of its march.
TEST(BatailleRoadColumn, uncoils_along_its_march_and_closes_up_on_its_head) {
  for (int side = 0; side < 6; ++side)
    for (int increments = 1; increments <= 16; ++increments) {
      const Grid grid(14, 10);
      const auto t = unit_facing(kSides[side], "0705", "col", increments);
      ASSERT_TRUE(t);
      State s = t->start;
      ASSERT_TRUE(play(*t, s, "select a"));
      ASSERT_TRUE(play(*t, s, std::string("road-column a ") + kSides[side]));
      std::vector<HexId> way = in_order(*t, s);
      const int wanted = (increments + 3) / 4;
      for (int k = 1; k <= 4; ++k) {
        const HexId next = grid.neighbour(way.front(), side);
        ASSERT_TRUE(play(*t, s, "move a " + grid.number(next)));
        way.insert(way.begin(), next);
        const std::vector<HexId> now = in_order(*t, s);
        EXPECT_EQ(int(now.size()), std::min(wanted, k + 1));
        EXPECT_TRUE(std::equal(now.begin(), now.end(), way.begin())) << kSides[side] << " " << increments;
      }
      ASSERT_TRUE(play(*t, s, std::string("form-column a ") + kSides[side]));
      EXPECT_EQ(in_order(*t, s), std::vector<HexId>{way.front()});
    }
}

// 6.0, 6.1: 36 values, counted one after the other.
TEST(BatailleDice, steps_count_through_the_thirty_six_values) {
  std::vector<int> shown;
  for (int tens = 1; tens <= 6; ++tens)
    for (int ones = 1; ones <= 6; ++ones) shown.push_back(10 * tens + ones);
  for (int a = 0; a < 36; ++a) {
    EXPECT_EQ(sixes_inside(shown[std::size_t(a)]), a);
    for (int b = 0; b < 36; ++b) EXPECT_EQ(sixes_shown(sixes_inside(shown[std::size_t(a)]) + (b - a)), shown[std::size_t(b)]);
  }
  EXPECT_EQ(sixes_shown(sixes_inside(35) + 9), 52);
  EXPECT_EQ(sixes_shown(sixes_inside(62) - 18), 32);
  EXPECT_EQ(sixes_shown(sixes_inside(14) + 6), 24);
  EXPECT_EQ(sixes_shown(sixes_inside(22) - 6), 12);
}

// The charts of the book in a folder of their own, so that one of them can be spoilt.
struct BatailleChartFiles : testing::Test {
  fs::path data = fs::temp_directory_path() / ("tambour-charts-" + std::to_string(::getpid()));
  void SetUp() override {
    fs::create_directories(data / "charts");
    fs::copy(fs::path(data_directory()) / "charts/bataille", data / "charts/bataille", fs::copy_options::recursive);
  }
  void TearDown() override { fs::remove_all(data); }
  void change(const std::string& chart, const std::string& from, const std::string& to) {
    const fs::path file = data / "charts/bataille" / (chart + ".csv");
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    std::string all = text.str();
    const auto at = all.find(from);
    ASSERT_NE(at, std::string::npos) << chart << " has no '" << from << "'";
    std::ofstream(file) << all.replace(at, from.size(), to);
  }
  std::string complaint() {
    Field field;
    Trouble trouble;
    return read_charts(field, data.string(), trouble) ? "" : trouble.text();
  }
};

TEST_F(BatailleChartFiles, are_good_as_they_are) { EXPECT_EQ(complaint(), ""); }

TEST_F(BatailleChartFiles, a_missing_chart_is_named) {
  fs::remove(data / "charts/bataille/fire.csv");
  EXPECT_NE(complaint().find("fire.csv"), std::string::npos) << complaint();
}

TEST_F(BatailleChartFiles, a_missing_column_is_named) {
  change("fire", "l4,l5", "l5");
  EXPECT_NE(complaint().find("fire.csv"), std::string::npos) << complaint();
}

TEST_F(BatailleChartFiles, a_column_out_of_order_is_named) {
  change("fire", "l1,l2", "l2,l1");
  EXPECT_NE(complaint().find("should be 'l1'"), std::string::npos) << complaint();
  EXPECT_NE(complaint().find("fire.csv"), std::string::npos) << complaint();
}

TEST_F(BatailleChartFiles, thresholds_must_rise) {
  Field field;
  Trouble trouble;
  ASSERT_TRUE(read_charts(field, data.string(), trouble)) << trouble.text();
  // The first column that has two thresholds: the second is set below the first.
  std::ifstream in(data / "charts/bataille/fire.csv");
  std::string line;
  while (std::getline(in, line)) {
    const auto cells = split(line, ',');
    if (line.empty() || line[0] == '#' || cells.size() != 8 || cells[3] == "l1" || cells[3] == "-" || cells[4] == "-") continue;
    std::string spoilt;
    for (std::size_t k = 0; k < cells.size(); ++k) spoilt += (k ? "," : "") + std::string(k == 4 ? "11" : cells[k]);
    change("fire", line, spoilt);
    EXPECT_NE(complaint().find("do not rise"), std::string::npos) << complaint();
    return;
  }
  FAIL() << "no column with two thresholds";
}

}  // namespace
}  // namespace tambour::bataille
