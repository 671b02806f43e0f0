// SPDX-License-Identifier: MIT
// Bad files of every kind: one message that says what, where and how to mend it; no crash; exit status 2.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "battle/battle.h"
#include "battle/chart.h"
#include "lab/balance.h"
#include "lab/game_file.h"
#include "rules/registry.h"

namespace tambour {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMap =
    "map m\nsize 4 3\nterrain . clear\nterrain w woods\nterrain # marsh impassable\ngrid\n....\n.w..\n...#\nendgrid\n";
constexpr std::string_view kOob = "fields unit id|name|side|hex\nunit a|First|Blue|0101\nunit b|Second|White|0403\n";
constexpr std::string_view kSheet = "tambour-battle 1\nbattle t\nbooks jdg\nsides Blue White\nturns 3\n";

std::string with(std::string_view text, std::string_view from, std::string_view to) {
  std::string out(text);
  const auto at = out.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return out.replace(at, from.size(), to);
}

Trouble map_trouble(const std::string& text) {
  Map map;
  Trouble t;
  const bool good = read_map(map, text, "map.txt", t);
  EXPECT_EQ(good, !t);
  return t;
}
Trouble oob_trouble(const std::string& text) {
  Battle b;
  Trouble t;
  const bool good = read_oob(b, text, "oob.txt", t) && build_roster(b, t);
  EXPECT_EQ(good, !t);
  return t;
}
Trouble sheet_trouble(const std::string& text) {
  Battle b;
  Trouble t;
  const bool good = read_sheet(b, text, "battle.txt", t);
  EXPECT_EQ(good, !t);
  return t;
}

struct Bad {
  std::string text;
  int line;
  const char* says;
};

void expect(const std::vector<Bad>& all, Trouble (*read)(const std::string&)) {
  for (const Bad& bad : all) {
    const Trouble t = read(bad.text);
    EXPECT_NE(t.message.find(bad.says), std::string::npos) << "wanted '" << bad.says << "', got '" << t.text() << "'";
    EXPECT_EQ(t.line, bad.line) << t.text();
    EXPECT_EQ(t.message.find('\n'), std::string::npos) << "one sentence: " << t.text();
  }
}

TEST(Files, good_ones_are_read) {
  EXPECT_EQ(map_trouble(std::string(kMap)).text(), "");
  EXPECT_EQ(oob_trouble(std::string(kOob)).text(), "");
  EXPECT_EQ(sheet_trouble(std::string(kSheet)).text(), "");
}

TEST(Files, bad_maps) {
  expect({{with(kMap, ".w..", ".x.."), 8, "unknown terrain letter 'x' in hex 0202; declare it"},
          {with(kMap, "....", "..."), 7, "row 1 has 3 characters, not 4"},
          {with(kMap, "endgrid", "end"), 10, "'endgrid' is missing"},
          {std::string(kMap.substr(0, kMap.find(".w.."))), 8, "row 2 has 0 characters"},
          {with(kMap, "size 4 3", "size 400 3"), 2, "'size' wants columns and rows"},
          {with(kMap, "size 4 3", "syze 4 3"), 2, "did you mean 'size'?"},
          {with(kMap, "size 4 3\n", ""), 5, "before 'size'"},
          {"map m\nsize 4 3\n", 3, "no grid block; is the file cut short?"},
          {std::string(kMap) + "side stream 0101-0505\n", 11, "hex '0505' is not on this map of 4 columns and 3 rows"},
          {std::string(kMap) + "side stream 0101-0103\n", 11, "do not touch"},
          {std::string(kMap) + "side stremm 0101-0102\n", 11, "did you mean 'stream'?"},
          {std::string(kMap) + "side stream 0101-0102 0102-0101\n", 11, "given twice"},
          {std::string(kMap) + "side bridge 0101-0102\n", 0, "bridge or ford but no water"},
          {std::string(kMap) + "road r road 0101 0103\n", 11, "jumps from 0101 to 0103"},
          {std::string(kMap) + "road r lane 0101 0102\n", 11, "neither road nor track"},
          {std::string(kMap) + "level\n0000\n00x0\n0000\nendlevel\n", 13, "level 'x' is no digit"},
          {std::string(kMap) + "name 0909 Nowhere\n", 11, "is not on this map"},
          {std::string(kMap) + "zone edge\n", 11, "'zone' wants an id and hexes"}},
         map_trouble);
}

TEST(Files, bad_orders_of_battle) {
  expect({{with(kOob, "unit b|", "unit a|"), 3, "id 'a' is used twice"},
          {with(kOob, "|White|", "|Red|"), 3, "side 'Red' of b is neither Blue nor White"},
          {with(kOob, "unit b|Second|White|0403", "unit b|Second|White"), 3, "has 3 values, its fields line names 4"},
          {with(kOob, "fields unit id|name|side|hex\n", ""), 1, "'unit' has no 'fields' line above it"},
          {with(kOob, "unit b|", "unit -|"), 3, "has no id"},
          {"fields unit\n", 1, "'fields' wants a kind and column names"}},
         oob_trouble);
}

TEST(Files, a_battle_has_no_more_units_than_can_be_numbered) {
  const auto units = [](int n) {
    std::string text = "fields unit id|name|side|hex\n";
    for (int i = 0; i < n; ++i) text += "unit u" + std::to_string(i) + "|Regiment|Blue|-\n";
    return text;
  };
  EXPECT_EQ(oob_trouble(units(kMaxUnits)).text(), "");
  for (const int n : {kMaxUnits + 1, 255, 256, 257, 1000})
    EXPECT_EQ(oob_trouble(units(n)).text(), "oob.txt:162: this is unit or leader 161; a battle may have 160") << n;
}

TEST(Files, bad_battle_sheets) {
  expect({{with(kSheet, "tambour-battle 1", "tambour-battle 7"), 1, "version 7 is not known; this program reads version 1"},
          {with(kSheet, "tambour-battle 1\n", ""), 1, "first line must be 'tambour-battle 1'"},
          {with(kSheet, "turns 3", "turns many"), 5, "'turns' wants a number"},
          {with(kSheet, "sides Blue White", "sides Blue"), 4, "'sides' wants two names"},
          {with(kSheet, "books jdg\n", ""), 5, "'books' or 'turns' is missing"},
          {std::string(kSheet) + "night soon\n", 6, "'night' wants turn numbers"},
          {std::string(kSheet) + "clock 8 80\n", 6, "'clock' wants"},
          {std::string(kSheet) + "history\nonce\n", 8, "'history' is not closed"},
          {"", 1, "the file is empty"}},
         sheet_trouble);
}

TEST(Files, bad_charts) {
  const auto says = [](const std::string& text) {
    Trouble t;
    EXPECT_FALSE(read_chart(text, "x.csv", "x", t));
    return t.text();
  };
  EXPECT_EQ(says("key,value\n"), "x.csv:2: the chart has no lines; is the file cut short?");
  EXPECT_EQ(says("key,value\na,1\na,2\n"), "x.csv:3: 'a' stands twice; each line needs its own key");
  EXPECT_EQ(says("key,value\na,1,2\n"), "x.csv:2: this line has 3 cells, the head has 2");
}

TEST(Files, bad_saved_games) {
  const auto says = [](const std::string& text) {
    Trouble t;
    EXPECT_FALSE(read_game_file(text, "g.txt", t));
    return t.text();
  };
  EXPECT_NE(says("").find("the file is empty"), std::string::npos);
  EXPECT_NE(says("tambour-game 3\n").find("versions 1 and 2"), std::string::npos);
  EXPECT_NE(says("tambour-game 1\nbook jdg\n").find("'battle' is missing"), std::string::npos);
  EXPECT_NE(says("tambour-game 1\nact Third done\n").find("g.txt:2: 'act' wants a seat"), std::string::npos);
  EXPECT_NE(says("tambour-game 1\nbattle-hash 12\n").find("16 hex digits"), std::string::npos);
}

// The program itself, on files written for the purpose.
class Program : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tambour-test-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view bytes) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
  }
  struct Result {
    int status;
    std::string text;
  };
  static Result run(const std::string& arguments, const std::string& environment = "") {
    Result out{-1, ""};
    FILE* pipe = popen((environment + TAMBOUR_BINARY + " " + arguments + " 2>&1").c_str(), "r");
    char buffer[4096];
    while (const auto n = fread(buffer, 1, sizeof buffer, pipe)) out.text.append(buffer, n);
    const int status = pclose(pipe);
    out.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return out;
  }
  void expect_bad(const std::string& arguments, const std::string& says) const {
    const Result r = run(arguments);
    EXPECT_EQ(r.status, 2) << arguments << "\n" << r.text;
    EXPECT_NE(r.text.find(says), std::string::npos) << arguments << "\nwanted: " << says << "\ngot: " << r.text;
  }
  fs::path folder_;
};

TEST_F(Program, names_file_line_and_remedy_with_exit_status_2) {
  expect_bad("check " + write("a.txt", with(kMap, ".w..", ".x..")), "a.txt:8: unknown terrain letter 'x'");
  expect_bad("check " + write("o.txt", with(kOob, "unit b|Second|White|0403", "unit b|Second")), "o.txt:3: this unit has 2 values");
  expect_bad("check " + (folder_ / "nothing.txt").string(), "there is no such file");
  expect_bad("check " + write("bin.txt", std::string_view("\x7f"
                                                          "ELF\0\1\2",
                                                          7)),
             "not a UTF-8 text file");
  expect_bad("check " + write("cut.txt", "map caf\xc3"), "not a UTF-8 text file");
  expect_bad("check " + write("poem.txt", "Shall I compare thee\n"), "this is no file of tambour");
  expect_bad("check " + write("empty.txt", ""), "this is no file of tambour");
  expect_bad("case " + write("c.txt", "case x\nproves jdg 99.9-z\nplay\ndone\n"), "c.txt:2: '99.9-z' is no row");
  expect_bad("case " + (folder_ / "none").string(), "there is no such file");
  expect_bad("replay " + write("g.txt", "tambour-game 1\nbook jdg\nbattle nowhere\n"), "there is no battle 'nowhere'");
  expect_bad("simulate nowhere", "there is no battle 'nowhere'");
  expect_bad("simulate train-jdg-1-bridge --games 1 --save " + (folder_ / "none").string(), "there is no folder");
  expect_bad("coverage nobook", "there is no book 'nobook'");
  expect_bad("nonsense", "");
  expect_bad("", "");
}

TEST_F(Program, refuses_an_empty_statement_of_a_saved_position_in_every_book) {
  for (auto book : rulesets())
    for (const std::string& id : list_battles(data_directory())) {
      Trouble trouble;
      const auto battle = load_battle(data_directory() + "/battles/" + id, trouble);
      ASSERT_TRUE(battle) << trouble.text();
      if (!battle->plays(book)) continue;
      const std::string text = "tambour-game 1\nbook " + std::string(book) + "\nbattle " + id + "\nbattle-hash " + hex64(battle->hash);
      expect_bad("replay " + write("given.txt", text + "\ngiven\n"), "given.txt:5: 'given' wants a statement");
      break;
    }
}

TEST_F(Program, simulated_games_are_saved_and_are_the_same_for_the_same_seed) {
  const auto read = [&](const std::string& name) {
    std::ifstream in(folder_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string simulate = "simulate train-gs-1-mill --games 3 --seed 5 --players recruit,random --save " + folder_.string();
  EXPECT_EQ(run(simulate).status, 0);
  const std::string name = "train-gs-1-mill-siecle-5-2.txt", first = read(name);
  const Result verdict = run("replay " + (folder_ / name).string());
  EXPECT_EQ(verdict.status, 0);
  EXPECT_EQ(run("check " + (folder_ / name).string()).status, 0);
  expect_bad("replay --verify " + (folder_ / name).string(), "the file has no commitment");
  EXPECT_NE(verdict.text.find("agree; "), std::string::npos) << verdict.text;
  EXPECT_EQ(run(simulate + " --jobs 2").status, 0);
  EXPECT_EQ(read(name), first);
  EXPECT_NE(read("train-gs-1-mill-siecle-5-1.txt"), first);
}

// Written by an older program (rules version 1): it is shown as recorded, or plays again; nobody is told that it is proved if it is not.
TEST_F(Program, an_old_saved_game_stays_readable) {
  const std::string path = TAMBOUR_SOURCE "/tests/fixtures/game-1.txt";
  const Result told = run("replay " + path);
  EXPECT_EQ(told.status, 0) << told.text;
  EXPECT_NE(told.text.find("act Second select VIL"), std::string::npos) << told.text.substr(0, 400);
  EXPECT_NE(told.text.find("began under version 1 of the rules of siecle"), std::string::npos) << told.text.substr(0, 400);
  if (told.text.find("cannot be played again") != std::string::npos) {
    expect_bad("replay --verify " + path, "began under version 1");
  }
  expect_bad("check " + path, "cannot go on: it began under version 1");
}

TEST_F(Program, check_reads_saved_games_and_does_not_wander) {
  EXPECT_EQ(run("simulate train-gs-1-mill --games 1 --seed 3 --players random,random --save " + folder_.string()).status, 0);
  ASSERT_FALSE(fs::is_empty(folder_));
  const std::string path = fs::directory_iterator(folder_)->path().string();
  EXPECT_EQ(run("check " + path).status, 0);
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text.replace(text.find("act Chance roll"), 15, "act First roll");
  expect_bad("check " + write("wrong.txt", text), "cannot be played");
  fs::path deep = folder_ / "deep";
  for (int i = 0; i < 20; ++i) deep /= "x";
  fs::create_directories(deep);
  expect_bad("check " + (folder_ / "deep").string(), "holds far more than battles and cases");
}

TEST_F(Program, without_battles_nothing_is_served) {
  fs::create_directories(folder_ / "empty");
  const Result refused = run("serve --port 0 --store :memory:", "TAMBOUR_DATA=" + (folder_ / "empty").string() + " ");
  EXPECT_EQ(refused.status, 2) << refused.text;
  EXPECT_NE(refused.text.find((folder_ / "empty").string()), std::string::npos) << refused.text;
}

TEST_F(Program, a_file_of_100_MB_is_refused_at_once) {
  const std::string path = write("big.txt", "map m\n");
  fs::resize_file(path, 100u << 20);
  expect_bad("check " + path, "larger than 4 MB");
  expect_bad("case " + path, "larger than 4 MB");
  expect_bad("replay " + path, "larger than 4 MB");
}

TEST_F(Program, whole_battles_are_checked_file_by_file) {
  write("b/battle.txt", kSheet), write("b/map.txt", kMap);
  expect_bad("check " + (folder_ / "b").string(), "oob.txt: there is no such file");
  write("b/oob.txt", kOob.substr(0, kOob.size() - 12));
  expect_bad("check " + (folder_ / "b").string(), "oob.txt:3:");
}

TEST_F(Program, a_variant_stands_on_the_files_of_another_battle) {
  write("b/battle.txt", kSheet), write("b/map.txt", kMap),
      write("b/oob.txt", "fields unit id|side|formation|hex\nunit a|Blue|A|0101\nunit b|White|B|0403\n");
  const auto variant = [&](const std::string& lines) {
    write("v/battle.txt", "tambour-battle 1\n" + lines);
    return "check " + (folder_ / "v").string();
  };
  Trouble trouble;
  variant("like b\nbattle v\nturns 2\nabsent B\n");
  const auto loaded = load_battle((folder_ / "v").string(), trouble);
  ASSERT_TRUE(loaded) << trouble.text();
  EXPECT_EQ(loaded->id, "v");
  EXPECT_EQ(loaded->turns, 2);
  ASSERT_EQ(loaded->roster.size(), 1u);
  EXPECT_EQ(loaded->roster[0].id, "a");
  expect_bad(variant("like b\nabsent C\n"), "battle.txt:3: 'absent' wants the id of one formation");
  expect_bad(variant("like b\nwithout vp Blue 1 always\n"), "battle.txt:3: the battle this one is like has no such line");
  expect_bad(variant("like c\n"), "c/battle.txt: there is no such file");
  expect_bad(variant("like v\n"), "battle.txt:2: 'like' changes the files of another battle");
  expect_bad(variant("like b c\n"), "battle.txt:2: 'like' changes the files of another battle");
  expect_bad(variant("absent B\n"), "battle.txt:2: 'absent' changes the files of another battle");
}

// A real battle, spoilt in one place.
TEST_F(Program, what_only_the_rules_can_know_is_refused_too) {
  const fs::path data = folder_ / "data", battle = data / "battles/train-jdg-1-bridge";
  const auto fresh = [&] {
    fs::remove_all(data);
    fs::create_directories(battle);
    fs::copy(fs::path(TAMBOUR_SOURCE) / "data/battles/train-jdg-1-bridge", battle, fs::copy_options::recursive);
    fs::copy(fs::path(TAMBOUR_SOURCE) / "data/charts", data / "charts", fs::copy_options::recursive);
  };
  const auto edit = [](const fs::path& file, std::string_view from, std::string_view to) {
    Trouble trouble;
    const auto text = read_text_file(file.string(), trouble);
    ASSERT_TRUE(text) << trouble.text();
    std::ofstream(file, std::ios::binary) << with(*text, from, to);
  };
  setenv("TAMBOUR_DATA", data.c_str(), 1);
  const std::string check = "check " + battle.string();
  fresh();
  EXPECT_EQ(run(check).status, 0) << run(check).text;
  edit(battle / "map.txt", "\ngrid\n", "\nterrain ! swamp impassable\ngrid\n"),
      edit(battle / "map.txt", "\nendgrid\n", "\nendgrid\nterrain swamp 0405\n");
  expect_bad(check, "b1 stands in 0405, where impassable swamp lies; move it");
  fresh(), edit(battle / "map.txt", "\nendgrid\n", "\nendgrid\nterrain bog 0405\n");
  expect_bad(check, "the chart has no line for terrain 'bog'");
  fresh(), edit(battle / "oob.txt", "|0407|E", "|0405|E");
  expect_bad(check, "which would hold an illegal stack");
  fresh(), edit(battle / "oob.txt", "|0407|E", "|9907|E");
  expect_bad(check, "hex '9907' of b3 is not on the map");
  fresh(), edit(battle / "battle.txt", "\nturns 5", "\nturms 5");
  expect_bad(check, "battle.txt:");
  fresh(), fs::resize_file(battle / "oob.txt", 400);
  expect_bad(check, "oob.txt:9: this formation has 2 values, its fields line names 5");
  fresh(), edit(data / "charts/jdg/terrain.csv", "\nvillage,", "\nhamlet,");
  expect_bad(check, "the chart has no line for terrain 'village'");
  unsetenv("TAMBOUR_DATA");
}

TEST_F(Program, a_battle_keeps_who_won_between_equal_players) {
  const std::string none = (folder_ / "none.csv").string();
  Trouble trouble;
  EXPECT_TRUE(load_balance(none, trouble).empty());
  EXPECT_FALSE(trouble);
  const std::string head = "book,players,games,first,second,draws,battle_hash\n", file = write("balance.csv", head + "jdg,recruit,10,5,4,1,aa\n");
  ASSERT_TRUE(save_balance(file, {"beginners", "recruit", 20, {8, 9}, 3, "bb"}, trouble)) << trouble.text();
  ASSERT_TRUE(save_balance(file, {"jdg", "recruit", 30, {20, 10}, 0, "cc"}, trouble)) << trouble.text();
  const auto kept = load_balance(file, trouble);
  ASSERT_EQ(kept.size(), 2u) << trouble.text();
  EXPECT_EQ(kept[0].book, "jdg");
  EXPECT_EQ(kept[0].wins[0], 20);
  EXPECT_EQ(kept[1].draws, 3);
  EXPECT_TRUE(load_balance(write("sum.csv", head + "jdg,recruit,10,5,4,2,aa\n"), trouble).empty());
  EXPECT_NE(trouble.text().find("sum.csv:2: expected"), std::string::npos) << trouble.text();
}

TEST_F(Program, every_subcommand_explains_itself) {
  for (const char* name :
       {"", "battles", "check", "case", "coverage", "simulate", "contract", "replay", "referee", "mutants", "signature"}) {
    const Result r = run(std::string(name) + " --help");
    EXPECT_EQ(r.status, 0) << name;
    EXPECT_NE(r.text.find("--help"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace tambour
