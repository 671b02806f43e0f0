// SPDX-License-Identifier: MIT
// The thread that writes: what it says of its store, and when it takes that back.
#include "server/store_writer.h"

#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

// Refuses to erase as long as the test wants.
class KeepingStore : public MemoryStore {
 public:
  void erase(const std::vector<std::string>& games) override {
    if (refuses) throw StoreError("the store '/secret/place' cannot be written: the disk is full");
    MemoryStore::erase(games);
  }
  std::atomic<bool> refuses = false;
};

// A proxy takes a process out as long as it is in trouble; without players nothing else is written.
TEST(StoreWriterTrouble, is_over_when_what_failed_succeeds_also_for_erasing) {
  boost::asio::io_context io;
  auto kept = std::make_unique<KeepingStore>();
  KeepingStore& store = *kept;
  StoreWriter writer(std::move(kept), io);
  store.refuses = true;
  bool done = false;
  writer.erase("a", [&](const StoreWriter::Result& result) {
    done = true;
    EXPECT_EQ(result.outcome, WriteOutcome::Failed);
  });
  const auto wait_until = [&](const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (; !so(); std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
      io.restart();
      io.poll();
    }
  };
  wait_until([&] { return done; });
  EXPECT_EQ(writer.trouble(), "the store cannot be written: the disk is full");
  store.refuses = false;
  wait_until([&] { return writer.trouble().empty(); });
}

// Whoever wants a game gone is told only when it is.
TEST(StoreWriterTrouble, a_game_that_is_not_erased_is_still_there_and_that_is_told) {
  auto* const store = new KeepingStore;
  TestHub table(toy_library(), {}, store);
  const json game = table.skirmish();
  const json secrets{{"secrets", {game["seats"]["Blue"]["secret"], game["seats"]["White"]["secret"]}}};
  const std::string at = "/api/games/" + game["game"].get<std::string>();
  store->refuses = true;
  const HttpAnswer kept = table.http("POST", at + "/erase", secrets.dump());
  EXPECT_EQ(kept.status, 503);
  EXPECT_NE(kept.body.find("not erased"), std::string::npos);
  EXPECT_EQ(table.http("GET", at).status, 200);
  EXPECT_EQ(table.join(game, "Blue")->last("hello")["side"], "Blue");
  store->refuses = false;
  EXPECT_EQ(table.http("POST", at + "/erase", secrets.dump()).status, 200);
  EXPECT_EQ(table.http("GET", at).status, 404);
}

}  // namespace
}  // namespace tambour::server::test
