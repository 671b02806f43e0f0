// SPDX-License-Identifier: MIT
// Positions of the toy game, or of another small one, from a few lines of the case grammar.
#pragma once
#include <gtest/gtest.h>

#include "lab/draft.h"
#include "toy/toy.h"

namespace tambour::toy {

inline std::unique_ptr<Table> lay_table(std::string_view lines, std::string_view book = "toy", const MakeGame& make = make_by_name) {
  Draft draft("data", std::string(book));
  int number = 0;
  for (auto raw : split(lines, '\n')) {
    std::string why;
    if (const auto line = without_comment(raw); !line.empty() && draft.take(line, ++number, why) != Draft::Took::Yes)
      ADD_FAILURE() << line << ": " << why;
  }
  Trouble trouble;
  auto table = draft.lay(book, make, trouble);
  EXPECT_TRUE(table) << trouble.text();
  return table;
}

inline constexpr std::string_view kSkirmish = R"(
map 8 7
unit a Blue A line 0203 E sp=3
unit b Blue A column 0205 NE sp=2
unit c Blue A line 0103 E sp=3
unit x White X line 0603 W sp=3
unit y White X column 0605 NW sp=2
unit z White X line 0703 W sp=4
sheet turns 4
)";

}  // namespace tambour::toy
