// SPDX-License-Identifier: MIT
// Rule rows and battles told in French: the same figures as in English, nothing left untold.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "battle/chart.h"
#include "lab/battle_words.h"
#include "lab/translated.h"
#include "play/citation.h"
#include "rules/registry.h"

namespace tambour {
namespace {

// Every run of digits, as often as it stands there: "2 MP, +1 in 10.5" has 2, 1, 10 and 5.
std::multiset<std::string> figures(std::string_view text) {
  std::multiset<std::string> out;
  std::string run;
  for (const char c : std::string(text) + " ") {
    if (std::isdigit(static_cast<unsigned char>(c))) run += c;
    else if (!run.empty()) out.insert(std::exchange(run, ""));
  }
  return out;
}

TEST(Translation, has_the_figures_of_the_english) {
  for (const RuleBook& book : rule_books()) {
    const auto french = translated("fr", book.name);
    if (french.empty()) continue;
    ASSERT_EQ(french.size(), book.rows.size()) << book.name;
    for (std::size_t i = 0; i < french.size(); ++i) {
      const RuleRow& row = book.rows[i];
      EXPECT_EQ(figures(french[i].title), figures(row.title)) << book.name << " " << row.id << ": " << french[i].title;
      EXPECT_EQ(figures(french[i].summary), figures(row.summary)) << book.name << " " << row.id << ": " << french[i].summary;
      EXPECT_NE(french[i].summary, row.summary) << book.name << " " << row.id << " is left in English";
    }
  }
}

TEST(Translation, every_playable_book_is_told_in_french) {
  for (const std::string_view book : rulesets())
    EXPECT_FALSE(translated("fr", book).empty()) << "there is no data/rules/fr/" << book << ".csv";
}

TEST(Translation, unknown_languages_and_books_have_none) {
  EXPECT_TRUE(translated("eo", "jdg").empty());
  EXPECT_TRUE(translated("fr", "chess").empty());
}

std::string text_of(const std::string& path) {
  Trouble trouble;
  const auto text = read_text_file(std::string(TAMBOUR_SOURCE) + "/" + path, trouble);
  EXPECT_TRUE(text) << trouble.text();
  return text.value_or("");
}

// The sources below a folder, one after the other, with the literals that are written in several pieces put together.
std::string sources_of(const std::string& folder) {
  std::string all;
  for (const auto& e : std::filesystem::recursive_directory_iterator(std::string(TAMBOUR_SOURCE) + "/" + folder))
    if (e.path().extension() == ".h" || e.path().extension() == ".cpp")
      all += text_of(folder + "/" + std::filesystem::relative(e.path(), std::string(TAMBOUR_SOURCE) + "/" + folder).string());
  return std::regex_replace(all, std::regex("\"\\s*\"|\\\\"), "");
}

TEST(Translation, every_line_of_the_log_and_every_question_is_told_in_french) {
  const std::string french = text_of("web/src/words/fr_engine.ts"), rules = sources_of("engine/rules");
  const std::string table = text_of("web/src/words/questions.ts") + text_of("web/src/words/la_bataille.ts");  // both languages side by side
#define FACT(name, text) EXPECT_NE(french.find("\n  " #name ": '"), std::string::npos) << "the fact " #name " has no line in fr_engine.ts";
#include "play/facts.def"
#undef FACT
  const std::regex prompt("(?:kPrompt\\s*=\\s*|\\bQUESTION\\((\\w+), |\\bDIE\\(\\w+, \"[^\"]*\", )\"([^\"]+)\"");
  int found = 0;
  for (auto m = std::sregex_iterator(rules.begin(), rules.end(), prompt); m != std::sregex_iterator(); ++m, ++found) {
    const std::string question = (*m)[1], asked = (*m)[2];
    // What the table asks in words of its own needs the engine's sentence only where those words want a unit that may not be known.
    const std::regex own("'ask\\." + question + "(\\.bare|@\\w+)?': \\['[^{']*'");
    EXPECT_TRUE(french.find("'" + asked + "': ") != std::string::npos || french.find("\"" + asked + "\": ") != std::string::npos ||
                (!question.empty() && std::regex_search(table, own)))
        << asked;
  }
  EXPECT_GT(found, 80);
}

// Words stand between blanks and slashes, as the client reads them, and have three small letters in a row; codes such as NA and D-R1 stay.
TEST(Translation, every_word_of_a_chart_is_told_in_french) {
  const std::string french = text_of("web/src/words/fr_charts.ts"), data = std::string(TAMBOUR_SOURCE) + "/data";
  const std::regex word("[^ /]*[a-z]{3}[^ /]*");
  for (const std::string_view book : rulesets())
    for (const std::string& name : list_charts(data, std::string(book))) {
      Trouble trouble;
      const auto chart = load_chart(data, std::string(book), name, trouble);
      ASSERT_TRUE(chart) << trouble.text();
      std::string all = name;
      for (const std::string& column : chart->columns) all += " " + column;
      for (const auto& row : chart->rows)
        for (const std::string& cell : row) all += " " + cell;
      for (auto m = std::sregex_iterator(all.begin(), all.end(), word); m != std::sregex_iterator(); ++m)
        EXPECT_TRUE(french.find(" " + m->str() + ": '") != std::string::npos || french.find("'" + m->str() + "': '") != std::string::npos)
            << book << " " << name << ": " << m->str();
    }
}

// A sentence of the server that is reworded must be reworded where its French stands: every piece between {0} and {1} is looked for.
TEST(Translation, sentences_of_the_server_are_those_it_says) {
  const std::string table = text_of("web/src/words/fr_errors.ts"), server = sources_of("server") + sources_of("engine/play") + sources_of("engine/lab");
  const std::regex line("\n  (['\"])(.+?)\\1: '"), hole("\\{\\d\\}");
  int found = 0;
  for (auto m = std::sregex_iterator(table.begin(), table.end(), line); m != std::sregex_iterator(); ++m, ++found) {
    const std::string sentence = (*m)[2];
    for (auto piece = std::sregex_token_iterator(sentence.begin(), sentence.end(), hole, -1); piece != std::sregex_token_iterator();
         ++piece)
      EXPECT_TRUE(piece->str().size() < 3 || server.find(piece->str()) != std::string::npos) << sentence;
  }
  EXPECT_GT(found, 40);
}

std::string folder_of(const std::string& battle) { return std::string(TAMBOUR_SOURCE) + "/data/battles/" + battle; }

TEST(Translation, every_playable_battle_is_told_in_french) {
  for (const std::string& id : list_battles(std::string(TAMBOUR_SOURCE) + "/data")) {
    Trouble trouble;
    const auto battle = load_battle(folder_of(id), trouble);
    ASSERT_TRUE(battle) << trouble.text();
    const BattleWords french = load_words(*battle, folder_of(id), "fr", trouble);
    ASSERT_FALSE(trouble) << trouble.text();
    const auto told = [&](const std::string& english, const std::string& other, const char* what) {
      EXPECT_EQ(other.empty(), english.empty()) << id << ": " << what;
      EXPECT_EQ(figures(other), figures(english)) << id << ": " << what;
      EXPECT_TRUE(other != english || english.empty()) << id << ": " << what << " is left in English";
    };
    told(battle->title, french.title, "title");
    told(battle->teaches, french.teaches, "teaches");
    told(battle->history, french.history, "history");
    for (const std::string& text : shown_texts(*battle)) {
      ASSERT_TRUE(french.texts.contains(text)) << id << ": '" << text
                                               << "' has no line in fr.csv; a name that stays itself is written twice";
      EXPECT_EQ(figures(french.texts.at(text)), figures(text)) << id << ": " << text;
    }
  }
}

// English words of the trade that stand in names; those that both languages have are not among them.
TEST(Translation, no_name_keeps_an_english_word) {
  const std::set<std::string> english = {"the",      "of",       "and",     "in",     "at",     "for",   "battery", "guns",
                                         "foot",     "horse",    "line",    "light",  "heavy",  "right", "left",    "hussars",
                                         "dragoons", "cossacks", "poles",   "croats", "hill",   "mill",  "guard",   "pond",
                                         "castle",   "infantry", "cavalry", "column", "corps's"};
  for (const std::string& id : list_battles(std::string(TAMBOUR_SOURCE) + "/data")) {
    Trouble trouble;
    const auto battle = load_battle(folder_of(id), trouble);
    for (const auto& [text, french] : load_words(*battle, folder_of(id), "fr", trouble).texts)
      for (const std::string_view word : words(french)) EXPECT_FALSE(english.contains(lower(word))) << id << ": " << french;
  }
}

// A table of words that cannot be used says where and why, and the battle is shown in English.
TEST(Translation, faults_of_a_table_are_told) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "tambour-words";
  fs::remove_all(folder);
  fs::copy(folder_of("train-jdg-1-bridge"), folder, fs::copy_options::recursive);
  Trouble trouble;
  const auto battle = load_battle(folder.string(), trouble);
  ASSERT_TRUE(battle) << trouble.text();
  const auto fault = [&](const std::string& line) {
    std::ofstream(folder / "fr.csv") << "text,french\n# a note\n" << line << "\n";
    Trouble found;
    const BattleWords words = load_words(*battle, folder.string(), "fr", found);
    EXPECT_EQ(words.texts.empty(), bool(found));
    return found.text();
  };
  EXPECT_EQ(fault("Battery,Batterie"), Trouble{}.text());
  EXPECT_NE(fault("Batery,Batterie").find("fr.csv:3: 'Batery' is neither"), std::string::npos);
  EXPECT_NE(fault("Batery,Batterie").find("did you mean 'Battery'?"), std::string::npos);
  EXPECT_NE(fault("Battery,Batterie\nBattery,Pièces").find("fr.csv:4: 'Battery' stands twice"), std::string::npos);
  EXPECT_NE(fault("Battery").find("text,translation"), std::string::npos);
  EXPECT_NE(fault("Battery,Batterie, la").find("in quotes"), std::string::npos);
  EXPECT_NE(fault("Battery,\"Batterie").find("not closed"), std::string::npos);
  EXPECT_EQ(fault("Battery,\"Batterie, \"\"la\"\"\""), Trouble{}.text());
  fs::remove_all(folder);
}

TEST(Translation, a_variant_goes_on_from_its_model) {
  Trouble trouble;
  const std::string id = "faubourg-saint-antoine-1652";
  const auto model = load_battle(folder_of(id), trouble), brief = load_battle(folder_of(id + "-short"), trouble);
  ASSERT_TRUE(model && brief) << trouble.text();
  const BattleWords whole = load_words(*model, folder_of(id), "fr", trouble),
                    less = load_words(*brief, folder_of(id + "-short"), "fr", trouble);
  EXPECT_NE(less.title, whole.title);
  EXPECT_EQ(less.history.find(whole.history), 0u);
  EXPECT_GT(less.history.size(), whole.history.size());
  EXPECT_EQ(less.side("Royal"), "Royaux");
  EXPECT_EQ(less.name("Condé's guns"), "Canons de Condé");
}

TEST(Translation, a_side_and_a_regiment_may_share_a_name) {
  Trouble trouble;
  const auto battle = load_battle(folder_of("train-gs-2-hedgehog"), trouble);
  ASSERT_TRUE(battle) << trouble.text();
  const BattleWords french = load_words(*battle, folder_of("train-gs-2-hedgehog"), "fr", trouble);
  EXPECT_EQ(french.side("Royal"), "Royaux");
  EXPECT_EQ(french.name("Royal"), "Royal");
  EXPECT_EQ(load_words(*battle, folder_of("train-gs-2-hedgehog"), "eo", trouble).side("Royal"), "Royal");
}

}  // namespace
}  // namespace tambour
