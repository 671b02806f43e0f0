// SPDX-License-Identifier: MIT
#include "kit/csv.h"

#include <gtest/gtest.h>

namespace tambour {
namespace {

using Cells = std::vector<std::string>;

std::vector<CsvRow> read(std::string_view text) {
  Trouble trouble;
  const auto rows = read_csv(text, "table.csv", trouble);
  EXPECT_TRUE(rows) << trouble.text();
  return rows.value_or(std::vector<CsvRow>{});
}

TEST(Csv, cells_are_trimmed_and_comments_left_out) {
  const auto rows = read("# head, not a row\n\na, b ,c\r\n  # more\n1,,\n");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].cells, (Cells{"a", "b", "c"}));
  EXPECT_EQ(rows[0].line, 3);
  EXPECT_EQ(rows[1].cells, (Cells{"1", "", ""}));
  EXPECT_EQ(rows[1].line, 5);
}

TEST(Csv, quotes_hold_commas_blanks_line_ends_and_quotes) {
  const auto rows = read("\" a,b \",\"say \"\"no\"\"\",\"two\nlines\"\nnext,\"#\"");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].cells, (Cells{" a,b ", "say \"no\"", "two\nlines"}));
  EXPECT_EQ(rows[1].cells, (Cells{"next", "#"}));
  EXPECT_EQ(rows[1].line, 3);
}

TEST(Csv, an_empty_text_has_no_rows) {
  EXPECT_TRUE(read("").empty());
  EXPECT_TRUE(read("\n \n").empty());
}

TEST(Csv, a_quote_that_is_not_closed_is_refused_with_its_line) {
  Trouble trouble;
  EXPECT_FALSE(read_csv("a,b\nc,\"d\n", "table.csv", trouble));
  EXPECT_EQ(trouble.text(), "table.csv:2: a quote is not closed; end the cell with '\"'");
}

}  // namespace
}  // namespace tambour
