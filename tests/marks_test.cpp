// SPDX-License-Identifier: MIT
// The marks of each book stand once, in its marks.def; documents and the client must know their words.
#include <gtest/gtest.h>

#include <regex>

#include "battle/battle.h"
#include "kit/text.h"

namespace tambour {
namespace {

struct Mark {
  std::string word, use;
};

std::string source(const std::string& path) {
  Trouble trouble;
  const auto text = read_text_file(std::string(TAMBOUR_SOURCE) + "/" + path, trouble);
  EXPECT_TRUE(text) << trouble.text();
  return text.value_or("");
}

std::vector<Mark> marks_of(const std::string& book) {
  static const std::regex line(R"re(^MARK\(k\w+, \d+, "([^"]+)", (Inside|Shown|Given|Both)\))re");
  const std::string text = source("engine/rules/" + book + "/marks.def");
  std::vector<Mark> out;
  for (std::string_view l : split(text, '\n')) {
    std::match_results<std::string_view::const_iterator> m;
    if (std::regex_search(l.begin(), l.end(), m, line)) out.push_back({m[1], m[2]});
    else EXPECT_FALSE(l.starts_with("MARK")) << book << ": " << l;
  }
  EXPECT_GT(out.size(), 10u) << book;
  return out;
}

TEST(Marks, words_of_free_positions_are_documented) {
  for (const std::string book : {"jdg", "tng", "siecle", "bataille"}) {
    const std::string text = source("docs/positions-" + book + ".md");
    for (const Mark& m : marks_of(book))
      if (m.use == "Given" || m.use == "Both") {
        EXPECT_TRUE(std::regex_search(text, std::regex("[ `]" + m.word + "\\b"))) << book << ": " << m.word;
      }
  }
}

TEST(Marks, words_of_the_view_are_known_to_the_client) {
  for (const std::string language : {"en", "fr"}) {
    const std::string text = source("web/src/words/" + language + "_vocabulary.ts");
    for (const std::string book : {"jdg", "tng", "siecle", "bataille"})
      for (const Mark& m : marks_of(book))
        if (m.use == "Shown" || m.use == "Both") {
          EXPECT_NE(text.find("'mark." + m.word + "'"), std::string::npos) << language << ", " << book << ": " << m.word;
        }
  }
}

}  // namespace
}  // namespace tambour
