// SPDX-License-Identifier: MIT
// Finding the statements that can be silenced: one line or many, refusals and ledger lines, nothing else.
#include "lab/mutants.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace tambour {
namespace {

TEST(Mutants, are_found_with_their_extent) {
  const auto root = std::filesystem::temp_directory_path() / ("tambour-mutants-" + std::to_string(getpid()));
  std::filesystem::create_directories(root / "engine/rules/some");
  std::ofstream(root / "engine/rules/some/ch01.cpp") << "if (x) REFUSE(\"1-a\", unit);\n"      // 1
                                                        "// REFUSE(\"1-b\") in a comment\n"    // 2
                                                        "ledger.add(square(a) ? 1 : 2,\n"      // 3
                                                        "           cite(\"1-c (\"), unit,\n"  // 4
                                                        "           hex);\n"                   // 5
                                                        "open.add(7);\n";                      // 6
  const auto sites = find_mutants(root.string(), "");
  std::filesystem::remove_all(root);
  ASSERT_EQ(sites.size(), 2u);
  EXPECT_EQ(sites[0].first, 1);
  EXPECT_EQ(sites[0].last, 1);
  EXPECT_EQ(sites[1].first, 3);
  EXPECT_EQ(sites[1].last, 5);
  EXPECT_EQ(sites[1].file, "engine/rules/some/ch01.cpp");
}

}  // namespace
}  // namespace tambour
