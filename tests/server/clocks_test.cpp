// SPDX-License-Identifier: MIT
// Time of a game, of a turn, days for a decision; what follows when it has run out; holidays.
#include "server/log.h"
#include "tests/server/test_hub.h"

namespace tambour::server::test {
namespace {

constexpr int64_t kMinute = 60000, kHour = 60 * kMinute, kDay = 24 * kHour;

ClockTerms terms_of(ClockTerms::Kind kind, int amount, int holidays = 0) {
  ClockTerms terms;
  terms.kind = kind, terms.holidays = holidays;
  (kind == ClockTerms::Kind::Days ? terms.days : terms.minutes) = amount;
  return terms;
}

TEST(GameClock, of_a_game_goes_down_for_who_decides) {
  const ClockTerms terms = terms_of(ClockTerms::Kind::Game, 10);
  ClockState state;
  GameClock clock(terms, state);
  clock.decide(Seat::First, true, 1, true, 0);
  clock.decide(Seat::Second, true, 1, true, 4 * kMinute);
  EXPECT_EQ(clock.left(Seat::First, 9 * kMinute), 6 * kMinute);
  EXPECT_EQ(clock.left(Seat::Second, 9 * kMinute), 5 * kMinute);
  EXPECT_EQ(clock.runs_out(), 14 * kMinute);
  EXPECT_EQ(clock.out(13 * kMinute), Seat::Nobody);
  EXPECT_EQ(clock.out(14 * kMinute), Seat::Second);
  clock.decide(Seat::First, true, 2, true, 20 * kMinute);
  EXPECT_EQ(clock.out(20 * kMinute), Seat::Second) << "who plays on late is out all the same";
  EXPECT_EQ(state.out_at, 14 * kMinute);
  EXPECT_EQ(clock.left(Seat::Second, 20 * kMinute), 0);
}

TEST(GameClock, of_a_turn_begins_anew_with_the_turn) {
  const ClockTerms terms = terms_of(ClockTerms::Kind::Turn, 10);
  ClockState state;
  GameClock clock(terms, state);
  clock.decide(Seat::First, true, 1, true, 0);
  clock.decide(Seat::Second, true, 1, true, 12 * kMinute);
  EXPECT_EQ(clock.out(12 * kMinute), Seat::First);
  clock.decide(Seat::First, true, 2, true, 13 * kMinute);
  EXPECT_EQ(clock.out(13 * kMinute), Seat::Nobody);
  EXPECT_EQ(clock.left(Seat::First, 13 * kMinute), 10 * kMinute);
}

TEST(GameClock, of_days_begins_anew_with_a_decision_but_not_with_one_taken_back) {
  const ClockTerms terms = terms_of(ClockTerms::Kind::Days, 3);
  ClockState state;
  GameClock clock(terms, state);
  clock.decide(Seat::First, false, 1, true, 0);
  EXPECT_EQ(clock.runs_out(), 0) << "a seat is free";
  clock.decide(Seat::First, true, 1, false, kDay);
  EXPECT_EQ(clock.runs_out(), 4 * kDay);
  EXPECT_EQ(clock.runs_low(), 4 * kDay - 3 * kDay / 10);
  EXPECT_FALSE(clock.left(Seat::Second, kDay));
  clock.decide(Seat::First, true, 1, true, 2 * kDay);
  EXPECT_EQ(clock.runs_out(), 4 * kDay) << "more of the same decision";
  clock.decide(Seat::Second, true, 1, true, 3 * kDay);
  clock.decide(Seat::First, true, 1, false, 3 * kDay + kHour);
  EXPECT_EQ(clock.left(Seat::First, 3 * kDay + kHour), kDay) << "time taken back is not given back";
  clock.decide(Seat::Second, true, 1, true, 3 * kDay + 2 * kHour);
  clock.decide(Seat::First, true, 1, true, 4 * kDay);
  EXPECT_EQ(clock.left(Seat::First, 4 * kDay), 3 * kDay);
  EXPECT_EQ(clock.out(8 * kDay), Seat::First);
  clock.decide(Seat::Second, true, 1, true, 8 * kDay);
  EXPECT_EQ(clock.out(8 * kDay), Seat::Nobody) << "late, but done";
}

TEST(GameClock, a_holiday_stops_it_and_whole_days_come_back) {
  const ClockTerms terms = terms_of(ClockTerms::Kind::Days, 3, 5);
  ClockState state;
  GameClock clock(terms, state);
  clock.decide(Seat::First, true, 1, true, 0);
  EXPECT_FALSE(clock.rest(Seat::First, 6, kHour));
  EXPECT_TRUE(clock.rest(Seat::First, 4, kDay));
  EXPECT_EQ(clock.holidays_left(Seat::First), 1);
  EXPECT_EQ(clock.left(Seat::First, 3 * kDay), 2 * kDay);
  EXPECT_EQ(clock.runs_out(), 7 * kDay);
  EXPECT_TRUE(clock.rest(Seat::First, 0, 2 * kDay + kHour));
  EXPECT_EQ(clock.holidays_left(Seat::First), 3) << "two days and 23 hours were left of it";
  EXPECT_EQ(clock.runs_out(), 4 * kDay + kHour);
  EXPECT_TRUE(clock.rest(Seat::First, 3, 3 * kDay));
  EXPECT_FALSE(clock.rest(Seat::First, 4, 3 * kDay));
  EXPECT_EQ(clock_state_of(clock_state_json(state)), state);
  EXPECT_EQ(clock_state_of(json::parse(R"({"left":[1],"away":"x","counts":7})")), ClockState{});
}

class Clocks : public ::testing::Test {
 protected:
  ~Clocks() override { set_table_ms(now_ms()); }
  json make(const json& clock, const json& white = {{"kind", "human"}}) {
    const json body{{"battle", "skirmish"}, {"book", "toy"}, {"pace_ms", 0}, {"clock", clock}, {"seats", {{"Blue", {{"kind", "human"}}}, {"White", white}}}};
    return json::parse(table.http("POST", "/api/games", body.dump()).body);
  }
  static void pass(int64_t ms) { set_table_ms(table_ms() + ms); }
  // The watch over the clocks looks once a second.
  void until_time_is_out(const HallClient& listener) {
    table.until([&] {
      const json told = listener.last("clock");
      return told.is_object() && !told["clock"]["out"].is_null();
    });
    table.settle();
  }
  std::shared_ptr<HallClient> whose_turn(const std::shared_ptr<HallClient>& a, const std::shared_ptr<HallClient>& b) {
    return a->last("hello")["options"].is_array() ? a : b;
  }
  TestHub table;
};

TEST_F(Clocks, who_has_run_out_of_time_loses_when_the_other_claims) {
  const json game = make({{"kind", "game"}, {"minutes", 5}, {"timeout", "claim"}});
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  const auto slow = whose_turn(blue, white), quick = slow == blue ? white : blue;
  const std::string slow_side = slow->last("hello")["side"], quick_side = quick->last("hello")["side"];
  const json clock = quick->last("presence")["clock"];
  EXPECT_EQ(clock["counts"], slow_side);
  EXPECT_TRUE(clock["out"].is_null());
  EXPECT_EQ(clock["left"][quick_side], 5 * kMinute);
  table.say(quick, {{"type", "claim"}, {"seq", quick->seq()}});
  EXPECT_EQ(quick->last("error")["code"], "turn");
  pass(5 * kMinute);
  until_time_is_out(*quick);
  EXPECT_EQ(quick->last("clock")["clock"]["out"], slow_side);
  const json due = json::parse(table.http("GET", "/api/games/" + game["game"].get<std::string>()).body)["due"];
  EXPECT_EQ(due["side"], slow_side);
  EXPECT_EQ(due["out"], true);
  table.say(slow, {{"type", "claim"}, {"seq", slow->seq()}});
  EXPECT_EQ(slow->last("error")["code"], "turn");
  table.say(quick, {{"type", "claim"}, {"seq", quick->seq()}});
  const json over = slow->last("update");
  EXPECT_EQ(over["kind"], "over");
  EXPECT_EQ(over["outcome"]["ended"], "time");
  EXPECT_EQ(over["outcome"]["winner"], quick_side);
  // The game is played again from its records.
  TestHub again(toy_library(), {}, new MemoryStore(*table.store));
  const json log = json::parse(again.http("GET", "/api/games/" + game["game"].get<std::string>() + "/log").body);
  EXPECT_TRUE(log["recorded"].is_null()) << log["recorded"];
  EXPECT_EQ(log["log"].back()["outcome"]["ended"], "time");
}

TEST_F(Clocks, a_machine_takes_over_and_the_player_looks_on) {
  const json game = make({{"kind", "days"}, {"days", 2}, {"timeout", "machine"}});
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  const auto slow = whose_turn(blue, white), quick = slow == blue ? white : blue;
  pass(2 * kDay + 1);
  table.until([&] { return quick->last("update").is_object() && quick->last("update")["kind"] != "machine"; });
  const auto entry = std::find_if(quick->heard.begin(), quick->heard.end(), [](const json& m) { return m.value("kind", "") == "machine"; });
  ASSERT_NE(entry, quick->heard.end());
  EXPECT_EQ((*entry)["level"], "recruit");
  EXPECT_EQ((*entry)["side"], slow->last("hello")["side"]);
  table.settle();
  table.say(slow, {{"type", "resign"}, {"seq", slow->seq()}});
  EXPECT_EQ(slow->last("error")["code"], "turn");
  const KeptGame& kept = table.store->kept(game["game"]);
  EXPECT_EQ(kept.row.seats[slow == blue ? 0 : 1].kind, "recruit");
}

TEST_F(Clocks, nothing_happens_where_nothing_was_agreed) {
  const json game = make({{"kind", "turn"}, {"minutes", 1}});
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  pass(kHour);
  until_time_is_out(*blue);
  EXPECT_FALSE(blue->last("clock")["clock"]["out"].is_null());
  const auto quick = whose_turn(blue, white) == blue ? white : blue;
  table.say(quick, {{"type", "claim"}, {"seq", quick->seq()}});
  EXPECT_EQ(quick->last("error")["code"], "turn");
}

TEST_F(Clocks, time_waits_until_everybody_is_there_and_over_a_new_start) {
  const json game = make({{"kind", "days"}, {"days", 1}, {"timeout", "claim"}}, {{"kind", "friend"}});
  const std::string id = game["game"];
  const auto card = [&](TestHub& hub) { return json::parse(hub.http("GET", "/api/games/" + id).body); };
  EXPECT_TRUE(card(table)["due"].is_null());
  pass(5 * kDay);
  table.http("POST", "/api/games/" + id + "/join", json{{"invite", game["seats"]["White"]["invite"]}}.dump());
  const json due = card(table)["due"];
  ASSERT_TRUE(due.is_object());
  EXPECT_NEAR(double(due["at"].get<int64_t>() - table_ms()), double(kDay), 5000);
  TestHub again(toy_library(), {}, new MemoryStore(*table.store));
  EXPECT_EQ(card(again)["due"], due);
  again.join(game, "Blue");
  again.settle();
  EXPECT_EQ(card(again)["due"], due) << "to open a game gives no time";
}

TEST_F(Clocks, a_holiday_is_told_to_everybody) {
  const json game = make({{"kind", "days"}, {"days", 1}, {"holidays", 7}});
  const auto blue = table.join(game, "Blue"), white = table.join(game, "White");
  table.say(blue, {{"type", "holiday"}, {"days", 8}});
  EXPECT_EQ(blue->last("error")["code"], "turn");
  table.say(blue, {{"type", "holiday"}, {"days", -1}});
  EXPECT_EQ(blue->last("error")["code"], "bad");
  table.say(blue, {{"type", "holiday"}, {"days", 3}});
  const json told = white->last("clock")["clock"]["holidays"]["Blue"];
  EXPECT_EQ(told["left"], 4);
  EXPECT_NEAR(double(told["until"].get<int64_t>() - table_ms()), 3.0 * kDay, 5000);
  table.say(blue, {{"type", "holiday"}, {"days", 0}});
  EXPECT_TRUE(white->last("clock")["clock"]["holidays"]["Blue"]["until"].is_null());
}

// Of several servers one may be a little behind, or the clock that all go by was set back between two starts.
TEST(GameClock, the_time_of_records_does_not_go_back) {
  GameRow row;
  row.id = "clock", row.book = "toy", row.battle = "skirmish";
  LiveGame live(*toy_library().find("skirmish", "toy"), row);
  live.settle(kDay);
  live.chat(Seat::First, "now", kDay + kHour);
  live.chat(Seat::Second, "an hour ago", kDay);
  live.note(Seat::First, "then", kDay + kMinute);
  live.resign(Seat::First, kDay + 2 * kMinute);
  int64_t last = 0;
  for (const Record& r : live.records()) {
    EXPECT_GE(r.at, last) << r.number;
    last = r.at;
  }
  EXPECT_EQ(last, kDay + kHour);
  EXPECT_EQ(live.row().moved, kDay + kHour);
}

}  // namespace
}  // namespace tambour::server::test
