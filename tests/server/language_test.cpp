// SPDX-License-Identifier: MIT
// Reading matter in another language, and in English where there is none.
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

class Language : public ::testing::Test {
 protected:
  Scratch scratch;
  LocalServer server{scratch.store()};

  json read(const std::string& path) { return http(server.port(), "GET", path).parsed(); }
};

TEST_F(Language, rules_are_told_in_french) {
  const json english = read("/api/rules/jdg"), french = read("/api/rules/jdg?language=fr");
  EXPECT_EQ(english["language"], "en");
  EXPECT_EQ(french["language"], "fr");
  ASSERT_EQ(french["rows"].size(), english["rows"].size());
  EXPECT_EQ(french["rows"][0]["rule"], english["rows"][0]["rule"]);
  EXPECT_NE(french["rows"][0]["summary"], english["rows"][0]["summary"]);
  EXPECT_EQ(read("/api/rules/jdg?language=eo"), english);
}

TEST_F(Language, battles_are_told_in_french_where_they_have_words) {
  const json english = read("/api/battles/skirmish"), french = read("/api/battles/skirmish?book=toy&language=fr");
  EXPECT_EQ(english["card"]["side_names"], json({{"Blue", "Blue"}, {"White", "White"}}));
  EXPECT_EQ(french["card"]["side_names"], json({{"Blue", "Bleus"}, {"White", "Blancs"}}));
  EXPECT_EQ(french["card"]["sides"], english["card"]["sides"]);
  EXPECT_EQ(french["card"]["title"], "Une escarmouche");
  EXPECT_EQ(french["roster"][0]["id"], "a");
  EXPECT_EQ(french["roster"][0]["name"], "Avant-garde");
  EXPECT_EQ(french["roster"][1], english["roster"][1]);
  EXPECT_EQ(french["markers"], json({{"A", "Aile gauche"}}));
  EXPECT_EQ(read("/api/battles?language=fr")["battles"][0], french["card"]);
  EXPECT_EQ(read("/api/battles?language=eo"), read("/api/battles"));
}

}  // namespace
}  // namespace tambour::server::test
