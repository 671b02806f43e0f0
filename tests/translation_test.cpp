// Rule rows told in French: the same figures as in English, none left untold.
#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>
#include <utility>

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

}  // namespace
}  // namespace tambour
