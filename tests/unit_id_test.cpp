// SPDX-License-Identifier: MIT
// Unit numbers: no other number passes for one, loops over them end, and tables and sets by them keep apart what they hold.
#include "play/unit_id.h"

#include <gtest/gtest.h>

#include <set>

namespace tambour {
namespace {

static_assert(!std::is_convertible_v<int, UnitId> && !std::is_convertible_v<UnitId, int> && !std::is_convertible_v<UnitId, bool>);
static_assert(std::has_unique_object_representations_v<PerUnit<UnitId, 7>> && std::is_trivially_copyable_v<PerUnit<UnitId, 7>>);

TEST(UnitId, loops_reach_the_highest_number_and_end) {
  int seen = 0;
  for (UnitId u : UnitRange(kUnitNumbers)) EXPECT_EQ(index(u), seen++);
  EXPECT_EQ(seen, kUnitNumbers);
  for (UnitId u : UnitRange(3, 3)) ADD_FAILURE() << index(u);
  int before = 0;
  for (UnitId u : units_before(UnitId{5})) before += index(u);
  EXPECT_EQ(before, 0 + 1 + 2 + 3 + 4);
}

TEST(UnitId, tables_know_which_units_they_have) {
  UnitVector<int> table(3, 7);
  table[UnitId{2}] = 9;
  EXPECT_TRUE(table.has(UnitId{2}));
  EXPECT_FALSE(table.has(UnitId{3}));
  EXPECT_FALSE(table.has(kNoUnit));
  EXPECT_EQ(table[UnitId{2}] + table[UnitId{0}], 16);
  PerUnit<int, 4> all{};
  all[UnitId{3}] = 1;
  EXPECT_EQ(all[UnitId{3}], 1);
  EXPECT_EQ(all[UnitId{2}], 0);
  if (!kChecked) return;
  EXPECT_THROW(all[UnitId{4}], Fault);
}

TEST(UnitId, sets_hold_what_was_added_and_not_removed) {
  UnitSet set;
  UnitBits<128> bits{};
  std::set<int> model;
  for (const int n : {0, 63, 64, 127, 8, 64}) {
    set.add(UnitId(n)), bits.add(UnitId(n)), model.insert(n);
    EXPECT_EQ(index(set.first()), *model.begin());
  }
  for (const int n : {0, 63, 9}) set.remove(UnitId(n)), bits.remove(UnitId(n)), model.erase(n);
  for (UnitId u : UnitRange(128)) {
    EXPECT_EQ(set.has(u), model.contains(index(u))) << index(u);
    EXPECT_EQ(bits.has(u), model.contains(index(u))) << index(u);
  }
  UnitSet other;
  other.add(UnitId{3});
  EXPECT_TRUE((set | other).has(UnitId{3}) && (set | other).has(UnitId{64}));
  EXPECT_TRUE(UnitSet{}.empty() && UnitSet{}.first() == kNoUnit);
}

}  // namespace
}  // namespace tambour
