// SPDX-License-Identifier: MIT
// However long a column gives way, the procedures of its flight do not pile up, and the chain ends (docs/architecture.md, ruling J66).
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/draft.h"
#include "rules/registry.h"

namespace tambour {
namespace {

constexpr int kColumn = 60;

std::string hex(int column, int row) {
  const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return two(column) + two(row);
}

// A causeway of one row between ponds, the whole of it held by White, who runs east: the unit at the western end has routed already,
// the others are as `others` says.
std::unique_ptr<Table> causeway(const std::string& book, const std::string& others) {
  std::vector<std::string> lines{"map 80 3", "zone west 0102", "zone east 8002", "sheet rout Blue zone:west", "sheet rout White zone:east"};
  for (int c = 1; c <= 80; ++c) lines.push_back("terrain pond " + hex(c, 1) + " " + hex(c, 3));
  for (const char* f : {"X", "Y", "B"}) lines.push_back(std::string("record am formation=") + f + " code=O init1=5 init2=5");
  lines.push_back("unit b Blue B inf 0102 W sp=4 coh=5 eng=5 mp=4 dsp=3 dcoh=4 deng=4 dmp=3");
  for (int i = 0; i < kColumn; ++i)
    lines.push_back("unit u" + std::to_string(i) + " White " + (i % 2 ? "X" : "Y") + " inf " + hex(4 + i, 2) +
                    " W sp=4 coh=5 eng=5 mp=4 dsp=3 dcoh=0 deng=4 dmp=4");
  for (int i = 0; i < kColumn; ++i) lines.push_back("given set u" + std::to_string(i) + " " + (i ? others : "routed"));
  lines.push_back("given phase rout");
  lines.push_back("given initiative White");
  Draft draft(data_directory(), "causeway");
  std::string why;
  for (std::size_t n = 0; n < lines.size(); ++n)
    if (draft.take(lines[n], int(n), why) != Draft::Took::Yes) ADD_FAILURE() << lines[n] << ": " << why;
  Trouble trouble;
  auto table = draft.lay(book, make_game, trouble);
  EXPECT_TRUE(table) << trouble.text();
  return table;
}

// How often each unit runs in one chain. Whoever runs without having been run through begins a new one.
struct RunsOf final : EventSink {
  PerUnit<int, kMaxUnits> runs{};
  PerUnit<bool, kMaxUnits> pushed{};
  int most = 0, longest = 0;
  UnitId last = kNoUnit;
  void on(const Event& e) override {
    if (e.fact == Fact::Traversed) pushed[e.who] = true;
    if ((e.fact != Fact::RoutMoved && e.fact != Fact::Retreated) || e.who == last) return;
    if (!pushed[e.who]) std::fill(std::begin(runs), std::end(runs), 0);
    pushed[e.who] = false;
    last = e.who;
    most = std::max(most, ++runs[e.who]);
    longest = std::max(longest, int(std::count_if(std::begin(runs), std::end(runs), [](int n) { return n > 0; })));
  }
};

class Chains : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Chains, of_flight_stay_flat_and_end) {
  const auto table = causeway(GetParam().first, GetParam().second);
  ASSERT_TRUE(table);
  int deepest = 0, longest = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    State s = table->start;
    Rng rng(seed);
    RunsOf seen;
    ActionList<> list;
    for (int acts = 0; !s.over() && table->game->observe(s, Seat::First).turn == 1; ++acts) {
      ASSERT_LT(acts, 5000);
      if (std::string_view(table->game->decision(s).question) == "ChooseRouted") seen.last = kNoUnit;
      list.clear();
      table->game->options(s, list);
      table->game->apply(s, list[int(rng.below(uint32_t(list.size())))], &seen);
      deepest = std::max(deepest, int(s.depth));
      longest = std::max(longest, seen.longest);
      ASSERT_LE(seen.most, 1) << "a unit ran twice in one chain";
    }
  }
  EXPECT_GT(longest, 20);  // the column did give way …
  EXPECT_LE(deepest, 8);   // … and one loop saw to all of it
}

INSTANTIATE_TEST_SUITE_P(Columns, Chains,
                         testing::Values(std::pair("jdg", "routed"), std::pair("jdg", "disordered"), std::pair("beginners", "routed"),
                                         std::pair("beginners", "disordered")));

}  // namespace
}  // namespace tambour
