// SPDX-License-Identifier: MIT
// Fair dice: what is verified, and that every way to cheat a reader is named in a sentence of its own.
#include "server/records.h"
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

const Game& rules() { return *toy_library().find("skirmish", "toy"); }

// A finished game, played at random; `inherited` of its first acts come from another game.
GameFile played(std::size_t inherited = 0) {
  init_crypto();
  GameRow row;
  row.id = "test", row.battle = "skirmish", row.book = "toy", row.dice_secret = hex(sha256("seed")), row.dice_version = kDiceVersion;
  row.inherited = int64_t(inherited);
  LiveGame live(rules(), row);
  Rng rng(3);
  ActionList<> acts;
  if (inherited) {
    Match before(rules());
    std::vector<std::pair<Seat, std::string>> texts;
    while (texts.size() < inherited) {
      acts.clear();
      rules().options(before.state(), acts);
      const Action act = acts[int(rng.below(uint32_t(acts.size())))];
      texts.emplace_back(before.state().seat, to_text(act, rules()));
      before.play(act);
    }
    live.inherit(texts, 0);
  }
  for (live.settle(0); !live.over();) {
    acts.clear();
    rules().options(live.state(), acts);
    live.play(acts[int(rng.below(uint32_t(acts.size())))], 0);
  }
  GameFile file;
  file.book = row.book, file.battle = row.battle, file.game = row.id, file.dice = row.dice_version, file.inherited = inherited;
  file.commitment = live.commitment(), file.secret = row.dice_secret;
  for (const Record& r : live.records())
    if (auto entry = as_entry(r)) file.entries.push_back(*entry);
  return file;
}

std::string wrong(const GameFile& file, const std::string& promised = "") { return verify_dice(file, rules(), promised).error; }

#define EXPECT_SAYS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << text

TEST(FairDice, an_honest_game_is_proved_roll_by_roll) {
  const GameFile file = played();
  const DiceReport report = verify_dice(file, rules(), file.commitment);
  EXPECT_EQ(report.error, "");
  const auto rolls = std::count_if(file.entries.begin(), file.entries.end(), [](const GameEntry& e) { return e.seat == Seat::Chance; });
  EXPECT_EQ(report.rolls, std::size_t(rolls));
  EXPECT_GT(rolls, 3);
  EXPECT_EQ(report.inherited, 0u);
}

TEST(FairDice, every_cheat_has_its_sentence) {
  const GameFile honest = played();
  GameFile file = honest;
  file.commitment.clear();
  EXPECT_SAYS(wrong(file), "has no commitment");
  EXPECT_SAYS(wrong(honest, hex(sha256("another"))), "not the one you were shown");
  file = honest, file.secret.clear();
  EXPECT_SAYS(wrong(file), "has no secret");
  file = honest, file.secret = hex(sha256("another"));
  EXPECT_SAYS(wrong(file), "does not belong to the commitment");
  file = honest, file.dice = 9;
  EXPECT_SAYS(wrong(file), "version 9");
  file = honest, file.inherited = 100000;
  EXPECT_SAYS(wrong(file), "entries are inherited, but it has only");
  file = honest, file.given.push_back({{"turn", "1"}, 1});
  EXPECT_SAYS(wrong(file), "free position");
  file = honest, file.entries.resize(file.entries.size() / 2);
  EXPECT_SAYS(wrong(file), "ends before the game does");
  file = honest, file.entries.pop_back();
  EXPECT_SAYS(wrong(file), "ends before the game does");
}

TEST(FairDice, a_changed_roll_act_or_number_of_inherited_entries_is_found_out) {
  const GameFile honest = played();
  const auto first_roll = std::size_t(
      std::find_if(honest.entries.begin(), honest.entries.end(), [](const GameEntry& e) { return e.seat == Seat::Chance; }) - honest.entries.begin());
  GameFile file = honest;
  file.entries[first_roll].text = file.entries[first_roll].text == "draw Blue" ? "draw White" : "draw Blue";
  EXPECT_SAYS(wrong(file), "but the secret demands");
  for (std::size_t n = 1; n <= first_roll + 1; ++n) {
    file = honest, file.inherited = n;
    EXPECT_NE(wrong(file), "") << n;
  }
  file = honest, file.inherited = honest.entries.size();
  EXPECT_SAYS(wrong(file), "every roll of this file is inherited");
  file = honest, file.entries.insert(file.entries.begin(), {GameEntry::Entropy, Seat::First, "late"});
  EXPECT_SAYS(wrong(file), "but the secret demands");
}

TEST(FairDice, a_branch_is_proved_from_where_it_left) {
  GameFile file = played(9);
  const DiceReport report = verify_dice(file, rules());
  EXPECT_EQ(report.error, "");
  EXPECT_GT(report.rolls, 0u);
  file.dice = 1;
  EXPECT_SAYS(wrong(file), "dice of version 1");
}

TEST(FairDice, what_a_roll_was_chosen_among_is_kept_with_it) {
  EXPECT_EQ(draw_of({1, RecordKind::Act, Seat::Chance, "roll 7", 0, "d10", 0}).outcome, 7);
  EXPECT_EQ(draw_of({1, RecordKind::Act, Seat::Chance, "roll 6", 0, "d6", 0}).outcome, 5);
  EXPECT_EQ(draw_of({1, RecordKind::Act, Seat::Chance, "roll 66", 0, "sixes", 0}).outcome, 35);
  EXPECT_EQ(draw_of({1, RecordKind::Act, Seat::Chance, "roll 17", 0, "sixes", 0}).outcome, -1);
  EXPECT_EQ(draw_of({1, RecordKind::Act, Seat::Chance, "draw B", 0, "draw A|draw B|draw C", 0}).outcome, 1);
  EXPECT_EQ(draw_of({1, RecordKind::Act, Seat::Chance, "draw B", 0, "draw A|draw B|draw C", 0}).outcomes, 3);
  EXPECT_EQ(draw_of({1, RecordKind::Act, Seat::Chance, "roll 7", 0, "", 0}).outcomes, 0);
}

// Nothing is rolled before both players have added entropy, and they have heard the commitment by then.
TEST(FairDice, dice_wait_for_the_entropy_of_both_players) {
  TestHub table;
  const json seats{{"Blue", {{"kind", "human"}}}, {"White", {{"kind", "human"}}}};
  const json body{{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}, {"stir", true}, {"seats", seats}};
  EXPECT_EQ(table.http("POST", "/api/games", [&] {
                  json early = body;
                  early["entropy"] = "too early";
                  return early.dump();
                }()).status, 400);
  const json game = json::parse(table.http("POST", "/api/games", body.dump()).body);
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  EXPECT_EQ(blue->last("hello")["stir"], json::array({"Blue", "White"}));
  Rng rng(1);
  const auto play_until_stuck = [&] {
    for (bool moved = true; moved;) {
      moved = false;
      for (const auto& client : {blue, white}) {
        json options;
        for (const json& m : client->heard)
          if (m.contains("options")) options = m["options"];
        if (!options.is_array() || options.empty()) continue;
        table.say(client, {{"type", "act"}, {"seq", client->seq()}, {"act", options[rng.below(uint32_t(options.size()))]["text"]}});
        moved = true;
      }
    }
  };
  const auto rolled = [&] {
    const auto& records = table.store->kept(game["game"]).records;
    return std::any_of(records.begin(), records.end(), [](const Record& r) { return r.kind == RecordKind::Act && r.seat == Seat::Chance; });
  };
  play_until_stuck();
  EXPECT_FALSE(rolled());
  table.say(blue, {{"type", "entropy"}, {"text", "mine"}});
  play_until_stuck();
  EXPECT_FALSE(rolled());
  table.say(white, {{"type", "entropy"}, {"text", "and mine"}});
  EXPECT_TRUE(rolled());
  const auto late = table.join(game);
  EXPECT_EQ(late->last("hello")["stir"], json::array());
}

}  // namespace
}  // namespace tambour::server::test
