// docs/protocol.md tells the truth: its requests are sent, and the answers must be what it shows ("…" stands for anything).
#include <gtest/gtest.h>

#include "battle/battle.h"
#include "rules/registry.h"
#include "wire/referee.h"

namespace tambour {
namespace {

// Where the answer leaves the example, or nothing.
std::optional<std::string> departs(std::string_view example, std::string_view answer) {
  bool anchored = true;
  for (std::size_t at = 0;;) {
    constexpr std::string_view kGap = "…";
    const auto gap = example.find(kGap);
    const auto piece = example.substr(0, gap);
    const auto found = answer.find(piece, at);
    if (found == std::string_view::npos || (anchored && found != at)) return std::string(piece);
    at = found + piece.size();
    if (gap == std::string_view::npos) return at == answer.size() || piece.empty() ? std::nullopt : std::optional<std::string>(answer.substr(at));
    example.remove_prefix(gap + kGap.size());
    anchored = false;
  }
}

TEST(Protocol, the_examples_of_the_document_are_real) {
  Trouble trouble;
  const auto text = read_text_file(std::string(TAMBOUR_SOURCE) + "/docs/protocol.md", trouble);
  ASSERT_TRUE(text) << trouble.text();
  wire::Referee referee(data_directory(), make_game, wire::Referee::Files::Barred);
  std::string answer;
  int number = 0, shown = 0;
  for (auto line : split(*text, '\n')) {
    ++number;
    if (line.starts_with("> ")) answer = referee.answer(line.substr(2));
    if (!line.starts_with("< ")) continue;
    ++shown;
    const auto no = departs(line.substr(2), answer);
    EXPECT_FALSE(no) << "docs/protocol.md:" << number << ": the answer is not so: " << no.value_or("") << "\nit is: " << answer.substr(0, 2000);
  }
  EXPECT_GE(shown, 15) << "one example at least for each command";
}

}  // namespace
}  // namespace tambour
