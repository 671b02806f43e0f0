// SPDX-License-Identifier: MIT
// A board that is watched is the board: what changes in sight is told at once, entry or not.
#include "server/live_game.h"
#include "server/log.h"
#include "tests/server/toy_server.h"

namespace tambour::server::test {
namespace {

json merged(json view, const json& changes) {
  for (const auto& [key, value] : changes.items()) {
    if (key == "counters") {
      for (const json& changed : value) {
        std::erase_if(view["counters"].get_ref<json::array_t&>(), [&](const json& c) { return c["id"] == changed["id"]; });
        view["counters"].push_back(changed);
      }
    } else if (key == "removed") {
      for (const json& id : value) std::erase_if(view["counters"].get_ref<json::array_t&>(), [&](const json& c) { return c["id"] == id; });
    } else if (value.is_null() && key != "winner") {
      view.erase(key);
    } else {
      view[key] = value;
    }
  }
  return view;
}

json sorted(json view) {
  auto& counters = view["counters"].get_ref<json::array_t&>();
  std::sort(counters.begin(), counters.end(), [](const json& a, const json& b) { return a["id"] < b["id"]; });
  return view;
}

// Random play that puts stacks into another order whenever it may. Returns how often it did.
int restacks_seen(const std::string& battle, const std::string& book, int acts_to_play) {
  GameRow row;
  row.id = "views", row.book = book, row.battle = battle;
  LiveGame live(*real_catalog().find(battle, book), row);
  live.settle(now_ms());
  Rng rng(5);
  int restacks = 0;
  json shown[kLiveViewers];
  for (int v = 0; v < kLiveViewers; ++v) shown[v] = json::parse(live.view(Viewer(v)));
  for (int i = 0; i < acts_to_play && !live.over(); ++i) {
    ActionList<> acts;
    live.game().options(live.state(), acts);
    Action act = acts[int(rng.below(uint32_t(acts.size())))];
    for (const Action& a : acts)
      if (a.verb == Verb::Restack && rng.below(4) == 0) act = a;
    restacks += act.verb == Verb::Restack;
    for (const Step& step : live.play(act, now_ms()))
      for (int v = 0; v < kLiveViewers; ++v)
        if (const std::string& text = step.update[std::size_t(v)]; !text.empty())
          if (const json message = json::parse(text); message.contains("view")) shown[v] = merged(shown[v], message["view"]);
    for (int v = 0; v < kLiveViewers; ++v)
      EXPECT_EQ(sorted(shown[v]), sorted(json::parse(live.view(Viewer(v))))) << "viewer " << v << " after act " << i;
    if (::testing::Test::HasFailure()) break;
  }
  return restacks;
}

TEST(Views, a_stack_put_into_another_order_is_seen_by_all_at_once) {
  int restacks = 0;
  for (const char* battle : {"train-tg-1-causeway", "train-tg-2-redoubt"}) restacks += restacks_seen(battle, "tng", 250);
  for (const char* battle : {"train-jdg-1-bridge", "train-jdg-2-square"}) restacks += restacks_seen(battle, "jdg", 250);
  EXPECT_GT(restacks, 0);
}

}  // namespace
}  // namespace tambour::server::test
