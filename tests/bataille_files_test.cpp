// SPDX-License-Identifier: MIT
// La Bataille: a training battle with one line spoilt, and charts with one figure spoilt. One sentence says what, where and how to mend it.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "rules/bataille/field.h"
#include "rules/registry.h"

namespace tambour::bataille {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::stringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

struct Spoilt {
  const char* file;
  const char* from;
  const char* to;
  const char* says;    // what is wrong
  const char* remedy;  // and what to do
  const char* line;    // words of the line that is named; null for a chart as a whole
};

int line_with(const std::string& text, const char* words) {
  const auto at = text.find(words);
  return at == std::string::npos ? -1 : int(std::count(text.begin(), text.begin() + long(at), '\n')) + 1;
}

struct BatailleFiles : testing::Test {
  fs::path home = fs::temp_directory_path() / ("tambour-bataille-" + std::to_string(::getpid()));
  void SetUp() override { fs::remove_all(home); }
  void TearDown() override { fs::remove_all(home); }

  const char* base = "train-lb-1-hedge";
  void lay_out() {
    fs::remove_all(home);
    fs::create_directories(home / "charts");
    fs::copy(fs::path(TAMBOUR_SOURCE) / "data/battles" / base, home / "battle", fs::copy_options::recursive);
    fs::copy(fs::path(TAMBOUR_SOURCE) / "data/charts/bataille", home / "charts/bataille", fs::copy_options::recursive);
  }
  Trouble read() {
    Trouble trouble;
    const auto battle = load_battle((home / "battle").string(), trouble);
    if (battle) (void)make_game("bataille", *battle, home.string(), trouble);
    return trouble;
  }
  void expect(const Spoilt& bad) {
    lay_out();
    const fs::path file = home / bad.file;
    std::string text = text_of(file);
    const auto at = text.find(bad.from);
    ASSERT_NE(at, std::string::npos) << bad.file << " has no '" << bad.from << "'";
    std::ofstream(file) << text.replace(at, std::string(bad.from).size(), bad.to);
    const Trouble t = read();
    EXPECT_NE(t.message.find(bad.says), std::string::npos) << "wanted '" << bad.says << "', got '" << t.text() << "'";
    EXPECT_NE(t.message.find(bad.remedy), std::string::npos) << "wanted '" << bad.remedy << "', got '" << t.text() << "'";
    EXPECT_NE(t.file.find(fs::path(bad.file).filename().string()), std::string::npos) << t.text();
    EXPECT_EQ(t.line, bad.line ? line_with(text, bad.line) : 0) << t.text();
    EXPECT_EQ(t.message.find('\n'), std::string::npos) << "one sentence: " << t.text();
  }
};

TEST_F(BatailleFiles, good_ones_are_read) {
  lay_out();
  EXPECT_EQ(read().text(), "");
}

TEST_F(BatailleFiles, bad_shapes) {
  for (const Spoilt& bad : std::initializer_list<Spoilt>{
           {"battle/oob.txt", "0|0904|-|col|NW", "0|0302|-|col|NW", "General Order terrain", "write form gen or skirm", "0302|-|col"},
           {"battle/oob.txt", "0|0904|-|col|NW", "0|0904|-|gen|NW", "General Order where the ground does not ask for it", "write col or line", "-|gen|NW"},
           {"battle/oob.txt", "0304|0303|skirm|E", "0304|-|skirm|E", "needs 2", "add the others to hex2", "0304|-|skirm"},
           {"battle/oob.txt", "0|0904|-|col|NW", "0|0904|0905|col|NW", "at most 1", "shorten hex2", "0904|0905"},
           {"battle/oob.txt", "0704|0705|line|W", "0704|0604|line|W", "front to back", "must be on its flank", "0704|0604"},
           {"battle/oob.txt", "0704|0705|line|W", "0704|0902|line|W", "do not touch", "from head to tail", "0704|0902"},
           {"battle/oob.txt", "0|0904|-|col|NW", "0|0904|0804|road|NW", "laid tail first", "must lie behind it", "0904|0804"},
           {"battle/oob.txt", "0706|0707|line|W", "0705|0706|line|W", "two stacks in a hex", "move one of them", "0705|0706"},
           {"battle/oob.txt", "0|0904|-|col|NW", "0|0205|-|col|NW", "enemies in one hex", "move one of them", "0205|-|col|NW"},
           {"battle/oob.txt", "0|0904|-|col|NW", "0|9904|-|col|NW", "is not on the map", "hex '9904'", "9904"},
           {"battle/oob.txt", "0|0904|-|col|NW", "0|-|-|col|NW", "has no hex", "write the one its counter lies in", "0|-|-|col"},
           {"battle/oob.txt", "0706|0707|line|W", "0706|0707|line|N", "is not a vertex", "NE E SE SW W NW", "0707|line|N"},
           {"battle/oob.txt", "0706|0707|line|W", "0706|0707|wedge|W", "form 'wedge'", "is not one of col line square", "wedge"},
           {"battle/oob.txt", "0305|-|unlimb|NE", "0305|-|line|NE", "guns are limb or unlimb", "cannot be in form 'line'", "0305|-|line"},
           {"battle/oob.txt", "0|0205|-|col|NE", "0|0205|-|skirm|NE", "no Range 2", "cannot skirmish", "0205|-|skirm"}})
    expect(bad);
}

TEST_F(BatailleFiles, bad_counters) {
  for (const Spoilt& bad : std::initializer_list<Spoilt>{
           {"battle/oob.txt", "12|-|17|16", "12|-|17|27", "morale '27'", "base-six number from 11 to 66", "17|27"},
           {"battle/oob.txt", "British|Foot|inf|bn|7", "Martian|Foot|inf|bn|7", "nation 'Martian'", "add a line for it", "Martian"},
           {"battle/oob.txt", "French|6-pounders|art foot", "Martian|6-pounders|art foot", "no line '1815 Martian foot'", "limbering.csv", "Martian"},
           {"battle/oob.txt", "BR|HAL|British|Foot|inf|bn|7", "BR|ZZ|British|Foot|inf|bn|7", "'ZZ', the superior of b1", "is no leader", "BR|ZZ"},
           {"battle/oob.txt", "BR|HAL|British|Foot|inf|bn|7", "BR|GAU|British|Foot|inf|bn|7", "of the other side", "GAU, the superior of b1", "BR|GAU"},
           {"battle/oob.txt", "BR|HAL|British|Foot|inf|bn|7", "BR|-|British|Foot|inf|bn|7", "has no leader", "name its immediate superior", "BR|-|"},
           {"battle/oob.txt", "Hale|British|brigade|-", "Hale|British|brigade|HAL", "runs in a circle", "HAL", "brigade|HAL"},
           {"battle/oob.txt", "Gauthier|French|brigade|-", "Gauthier|French|brigade|JAM", "does not rank above GAU", "JAM", "brigade|JAM"},
           {"battle/oob.txt", "Gauthier|French|brigade|-", "Gauthier|French|brigade|ZZ", "'ZZ', the superior of GAU", "is no leader of this battle", "brigade|ZZ"},
           {"battle/oob.txt", "Gauthier|French|brigade|-", "Gauthier|French|brigade|HAL", "HAL, the superior of GAU", "of the other side", "brigade|HAL"},
           {"battle/oob.txt", "Gauthier|French|brigade|-", "Gauthier|French|colonel|-", "rank 'colonel'", "write monarch, army, corps", "colonel"},
           {"battle/oob.txt", "|b1|-|0|0604", "|zz|-|0|0604", "'zz', the battalion of b1l", "is not in this battle", "|zz|"},
           {"battle/oob.txt", "|b1|-|0|0604", "|-|-|0|0604", "light company without its battalion", "name it in 'parent'", "|-|-|0|0604"},
           {"battle/oob.txt", "inf|bn|7|6|12", "inf|bn|0|6|12", "'inc'", "from 1 to 40", "inf|bn|0"},
           {"battle/battle.txt", "depot French zone:depot_french", "depot French 9999", "hex '9999' is not on the map", "9999", "depot French"},
           {"battle/battle.txt", "depot French zone:depot_french", "depot French zone:nowhere", "no zone 'nowhere'", "zone", "depot French"},
           {"battle/battle.txt", "depot French", "depot Prussian", "'depot' wants a side", "French or British", "depot Prussian"},
           {"battle/battle.txt", "hold zone:objective", "hodl zone:objective", "unknown word 'hodl'", "did you mean 'hold'?", "hodl"}})
    expect(bad);
}

TEST_F(BatailleFiles, bad_armies) {
  base = "train-lb-3-guard";
  lay_out();
  EXPECT_EQ(read().text(), "");
  for (const Spoilt& bad : std::initializer_list<Spoilt>{
           {"battle/oob.txt", "wagon|wagon|btty|1|5|-|10|1|24", "wagon|wagon|btty|1|5|-|11|1|24", "wagon pw holds rounds of calibre 11",
            "give it the range of one", "btty|1|5|-|11"},
           {"battle/battle.txt", "static Prussian town zone:town_works", "static Prussian town zone:west_rout", "Static Position 'town' has no units",
            "flag those that start in it static", "static Prussian"},
           {"battle/oob.txt", "31|-|-|-|-|-|-|-|-|3|zone", "31|-|-|-|-|-|-|-|-|9|zone", "p6 is due on turn 9, and the battle ends with turn 7",
            "bring it earlier", "|9|zone:east_entry"},
           {"battle/oob.txt", "4|3|0|14|artillery", "4|3|0|14|engineers", "'engineers' of DRO is no kind of Leader of Special Ability",
            "write artillery or cavalry", "engineers"},
           {"battle/battle.txt", "terminus east_entry zone:terminus_east", "terminus east_entry 9999", "hex '9999' is not on the map", "9999", "terminus"},
           {"battle/battle.txt", "terminus east_entry zone:terminus_east", "terminus west zone:terminus_east", "nobody enters by 'west'", "west", "terminus"},
           {"battle/oob.txt", "regt|8|15|-|-|20|21|4|-|-|-|-|-|-|-|0|1102|1103", "regt|12|15|-|-|20|21|4|-|-|-|-|-|-|-|0|1102|1103 1204", "ph is bent",
            "must lie in one row", "1103 1204"},
           {"battle/oob.txt", "Prussian|Hussars|cav light", "Martian|Hussars|cav light", "no line '1815-ligny Martian' for ph", "recall.csv", "Martian"},
           {"battle/oob.txt", "Prussian|IV|6|2|3|5", "Prussian|IV|6|2|5|3", "the Morale Levels of PR fall", "must not be less than", "6|2|5|3"}})
    expect(bad);
}

// The line of the first who comes in by it is named.
TEST_F(BatailleFiles, an_entry_zone_off_the_edge) {
  base = "train-lb-3-guard";
  lay_out();
  std::string map = text_of(home / "battle/map.txt");
  const std::string zone = "zone east_entry 1406";
  std::ofstream(home / "battle/map.txt") << map.replace(map.find(zone), zone.size(), "zone east_entry 1306");
  const Trouble t = read();
  EXPECT_NE(t.message.find("has hex 1306, which is not on the edge of the map; leave it out of the zone"), std::string::npos) << t.text();
  EXPECT_NE(t.file.find("oob.txt"), std::string::npos) << t.text();
  EXPECT_GT(t.line, 0);
}

TEST_F(BatailleFiles, bad_charts) {
  for (const Spoilt& bad : std::initializer_list<Spoilt>{
           {"charts/bataille/density.csv", "least,most,steps", "most,least,steps", "column 1 is 'most' and should be 'least'", "write the head as", nullptr},
           {"charts/bataille/density.csv", "10,12,3", "11,12,3", "does not begin where the one above ends", "must rise without a gap", "11,12,3"},
           {"charts/bataille/close.csv", "d5,d6", "d6,d5", "column 6 is 'd6' and should be 'd5'", "write the head as", nullptr},
           {"charts/bataille/close.csv", "British,", "Britsh,", "the line 'British' is missing", "add it", nullptr},
           {"charts/bataille/movement.csv", "clear,hex,2", "clear,hex,two", "'two' in column 'inf' is no number", "write one, or - for none", "clear,hex,two"},
           {"charts/bataille/stacking.csv", "infantry,unit", "unit,infantry", "column 2 is 'unit' and should be 'infantry'", "write the head as", nullptr},
           {"charts/bataille/violations.csv", "mixed,", "mixt,", "the line 'mixed' is missing", "add it", nullptr},
           {"charts/bataille/violations.csv", "mixed,-3", "mixed,some", "'some' in column 'steps' is no number", "write one", "mixed,some"},
           {"charts/bataille/fire.csv", "1:2.5,2,5", "1:2.5,1,9", "column 1:2.5 is out of order", "odds must rise from line to line", "1:2.5,"}})
    expect(bad);
}

}  // namespace
}  // namespace tambour::bataille
