// SPDX-License-Identifier: MIT
// The kernel under the toy game: each demand of the five rulebooks once, small.
#include <gtest/gtest.h>

#include "ai/shared_dice.h"
#include "lab/contract.h"
#include "play/match.h"
#include "toy/table.h"

namespace tambour::toy {
namespace {

struct Play {
  explicit Play(std::string_view lines) : table(lay_table(lines)), match(*table->game, table->start) {}
  Action act(std::string_view text) const {
    std::string why;
    const auto a = parse_action(text, *table->game, why);
    EXPECT_TRUE(a) << text << ": " << why;
    return a.value_or(Action{});
  }
  bool legal(std::string_view text) const { return !table->game->refuse(match.state(), act(text)); }
  void go(std::initializer_list<std::string_view> acts) {
    for (auto text : acts)
      EXPECT_FALSE(match.play(act(text))) << text << " is refused at " << table->game->decision(match.state()).question;
  }
  std::string question() const { return table->game->decision(match.state()).question; }
  const Pos& pos() const { return ToyGame::pos(match.state()); }
  UnitId unit(std::string_view id) const { return *table->game->find_unit(id); }

  std::unique_ptr<Table> table;
  Match match;
};

TEST(Kernel, a_line_covers_two_hexes_and_needs_room_for_both) {
  Play p("map 8 7\nunit a Blue A line 0303 E\nunit b White B column 0405 N\ngiven moving Blue");
  const auto& game = static_cast<const ToyGame&>(*p.table->game);
  const Footprint covered = footprint(game.look(p.match.state()), p.unit("a"));
  ASSERT_EQ(covered.size(), 2);
  EXPECT_EQ(game.grid().number(covered[1]), "0304");
  p.go({"select a"});
  EXPECT_FALSE(p.legal("move a 0404")) << "its second hex would be b's";
  EXPECT_TRUE(p.legal("move a 0403"));
}

TEST(Kernel, a_footprint_never_leaves_the_map) {
  Play p("map 8 4\nunit a Blue A line 0303 E\nunit b White B column 0801 N\ngiven moving Blue");
  p.go({"select a"});
  EXPECT_FALSE(p.legal("move a 0404")) << "row 5 is off the map";
  EXPECT_TRUE(p.legal("move a 0403"));
}

TEST(Kernel, lines_face_vertices_and_columns_face_hexsides) {
  Play p("map 8 7\nunit a Blue A line 0303 E\nunit b Blue B column 0505 N\nunit w White B column 0801 N\ngiven moving Blue");
  p.go({"select a"});
  EXPECT_FALSE(p.legal("wheel a NE"));
  EXPECT_TRUE(p.legal("halt a NE"));
  EXPECT_FALSE(p.legal("halt a W")) << "more than a sixth of a circle";
  p.go({"halt a NE", "select b"});
  EXPECT_TRUE(p.legal("move b 0504"));
  EXPECT_FALSE(p.legal("move b 0605")) << "a column goes only where it faces";
  EXPECT_FALSE(p.legal("halt b NE"));
  p.go({"wheel b NW"});
  EXPECT_EQ(p.table->game->observe(p.match.state(), Seat::Nobody).counters[std::size_t(p.unit("b"))].facing, 6 + NW);
}

TEST(Kernel, reaction_interrupts_a_move_and_the_mover_reads_the_board_anew) {
  constexpr auto kLines = "map 8 7\nunit a Blue A column 0203 SE sp=3\nunit x White X line 0503 W sp=4\ngiven moving Blue";
  Play hit(kLines);
  hit.go({"select a", "move a 0303"});
  EXPECT_EQ(hit.question(), "React");
  EXPECT_EQ(hit.match.state().seat, Seat::Second);
  EXPECT_EQ(hit.table->game->ledger(hit.match.state(), hit.act("fire x 0303 W")).total, 4);
  hit.go({"fire x 0303 W", "roll 4"});
  EXPECT_TRUE(hit.match.state().over()) << "the move ends with the hit, and nothing else can move";
  EXPECT_EQ(hit.pos().strength[hit.unit("a")], 2);
  EXPECT_EQ(hit.pos().facing[hit.unit("a")], SE);

  Play miss(kLines);
  miss.go({"select a", "move a 0303", "fire x 0303 W", "roll 5", "pass"});
  EXPECT_EQ(miss.question(), "NextStep");
  EXPECT_EQ(miss.match.state().seat, Seat::First);
  EXPECT_EQ(miss.pos().strength[miss.unit("a")], 3);
}

TEST(Kernel, forced_answers_are_given_by_the_engine) {
  Play p("map 8 7\nunit a Blue A column 0203 S sp=3\nunit x White X line 0703 E sp=4\ngiven moving Blue");
  p.go({"select a", "move a 0204"});
  EXPECT_EQ(p.question(), "NextStep") << "nobody can react, so nobody is asked";
  const auto forced = p.match.forced(0);
  ASSERT_EQ(forced.size(), 1u);
  EXPECT_EQ(forced[0].after, 2u);
  EXPECT_EQ(forced[0].entry, (LogEntry{Seat::Second, p.act("pass")}));
  EXPECT_EQ(p.match.log().size(), 2u) << "they are worked out anew, not recorded";
  EXPECT_TRUE(p.match.taken(p.act("pass")));
  EXPECT_FALSE(p.match.taken(p.act("pass"), Seat::First)) << "it was the other seat's";
  EXPECT_EQ(p.match.refuse(p.act("fire x 0204 E")).why, cite("3.2")) << "why x could not react, though it is asked no more";
}

TEST(Kernel, dice_of_ten_and_of_base_six) {
  Play ten("map 8 7\nunit a Blue A column 0203 SE sp=3\nunit x White X line 0503 W sp=4\ngiven moving Blue");
  ten.go({"select a", "move a 0303", "fire x 0303 W"});
  EXPECT_EQ(ten.match.state().dice, Dice::D10);
  EXPECT_FALSE(ten.legal("roll 10"));
  EXPECT_TRUE(ten.legal("roll 0"));
  EXPECT_EQ(ten.match.state().breaks, uint64_t{1} << 5) << "four or less hits: one break only";

  Play sixes("map 8 7\nunit a Blue A column 0203 SE sp=3\nunit x White X column 0303 NW sp=4\ngiven exchange");
  EXPECT_EQ(sixes.match.state().dice, Dice::Sixes);
  ActionList<> list;
  sixes.table->game->options(sixes.match.state(), list);
  EXPECT_EQ(list.size(), 36);
  for (int inside = 0; inside < 36; ++inside) EXPECT_EQ(face_of(Dice::Sixes, sixes_shown(inside)), inside);
  for (int shown : {-11, 0, 10, 17, 20, 27, 60, 67, 71, 277}) EXPECT_EQ(face_of(Dice::Sixes, shown), -1) << shown;
  EXPECT_TRUE(face_of(Dice::D6, 0) == -1 && face_of(Dice::D6, 7) == -1 && face_of(Dice::D10, 10) == -1 && face_of(Dice::None, 0) == -1);
  EXPECT_EQ(face_of(Dice::D6, 6), 5);
  EXPECT_EQ(face_of(Dice::D10, 0), 0);
  EXPECT_EQ(sixes_shown(0), 11);
  EXPECT_EQ(sixes_shown(35), 66);
  EXPECT_TRUE(sixes.legal("roll 66"));
  for (const char* missing : {"roll 0", "roll 10", "roll 17", "roll 20", "roll 67", "roll 71", "roll 255"})
    EXPECT_FALSE(sixes.legal(missing)) << missing << " is no face of two dice read in base six";
  for (int face = 0; face < 36; ++face) {
    EXPECT_EQ(list[face].arg, sixes_shown(face));
    EXPECT_EQ(face_of(Dice::Sixes, sixes_shown(face)), face);
  }
  sixes.go({"roll 34"});
  EXPECT_EQ(to_text(sixes.match.log().back().act, *sixes.table->game), "roll 34") << "saved games and logs say what lay on the table";
}

TEST(Kernel, dice_have_the_faces_they_show) {
  for (const Dice d : {Dice::D10, Dice::D6, Dice::Sixes})
    for (int face = 0, shown = -1; face < faces(d); ++face) {
      EXPECT_GT(face_shown(d, face), shown) << "they rise";
      shown = face_shown(d, face);
      EXPECT_EQ(face_of(d, shown), face);
    }
  EXPECT_EQ(face_of(Dice::D6, 0), -1);
  EXPECT_EQ(face_of(Dice::D10, 10), -1);
}

TEST(Kernel, ledgers_add_multiply_name_values_and_shift) {
  Ledger l;
  l.add(2, cite("1.1"));
  Ratio value = l.count(Ratio(15, 2), cite("2.1"));
  value *= l.times(Ratio(3, 2), cite("2.2"));
  value *= l.times(1, cite("2.3"));
  l.shift(-1, cite("3.1"));
  l.shift(3, cite("3.2"));
  EXPECT_EQ(value, Ratio(45, 4));
  EXPECT_EQ(l.total, 2) << "only steps count on the roll";
  EXPECT_EQ(l.shifts, 2);
  ASSERT_EQ(l.lines.size(), 5) << "a factor of one is not listed";
  EXPECT_EQ(l.lines[2].kind, LedgerLine::Factor);
  EXPECT_EQ(l.lines[2].value, 3);
  EXPECT_EQ(l.lines[2].den, 2);
}

TEST(Kernel, shared_dice_do_not_know_where_in_the_source_a_procedure_stands) {
  Play p(kSkirmish);
  p.go({"choose-number 1", "choose-number 2", "draw Blue", "select a", "move a 0303", "halt a E", "done", "select x", "move x 0503"});
  ASSERT_EQ(p.question(), "React");
  p.go({"fire a 0503 E"});
  ASSERT_EQ(p.match.state().dice, Dice::D10);
  State here = p.match.state(), elsewhere = here, other_frame = here;
  static const FrameOps renamed{nullptr, "Other", hash_text("Other")};
  for (int i = 0; i < here.depth; ++i) elsewhere.stack[i].pc = uint16_t(here.stack[i].pc + 7);
  other_frame.stack[here.depth - 1].ops = &renamed;
  int differ = 0;
  ActionList<> acts;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SharedDice one(seed), two(seed), three(seed);
    for (int again = 0; again < 3; ++again) {
      const Action rolled = one.roll(*p.table->game, here, acts);
      EXPECT_EQ(rolled, two.roll(*p.table->game, elsewhere, acts));
      differ += rolled != three.roll(*p.table->game, other_frame, acts);
    }
  }
  EXPECT_GT(differ, 200) << "another procedure has other dice";
}

TEST(Kernel, simultaneous_fire_fells_both) {
  Play p("map 8 7\nunit a Blue A column 0203 SE sp=1\nunit x White X column 0303 NW sp=1\ngiven exchange");
  p.go({"roll 66"});
  EXPECT_NE(p.pos().head[p.unit("x")], kNoHex) << "nobody falls before all have fired";
  EXPECT_EQ(p.match.state().dice, Dice::Sixes);
  p.go({"roll 66"});
  EXPECT_EQ(p.pos().head[p.unit("a")], kNoHex);
  EXPECT_EQ(p.pos().head[p.unit("x")], kNoHex);
}

TEST(Kernel, undo_stops_at_dice_reveals_and_the_other_side) {
  Play p(kSkirmish);
  p.go({"choose-number 1"});
  EXPECT_TRUE(p.match.can_undo(Seat::First));
  EXPECT_FALSE(p.match.can_undo(Seat::Second));
  p.go({"choose-number 2"});
  EXPECT_FALSE(p.match.can_undo(Seat::First)) << "the other side has decided since";
  p.go({"draw Blue"});
  EXPECT_FALSE(p.match.can_undo(Seat::Second)) << "a marker was drawn since";
  const State before = p.match.state();
  p.go({"select a", "move a 0303"});
  EXPECT_TRUE(p.match.undo(Seat::First));
  EXPECT_TRUE(p.match.undo(Seat::First));
  EXPECT_TRUE(same(p.match.state(), before));
  EXPECT_FALSE(p.match.undo(Seat::First));
  p.go({"done", "done"});
  EXPECT_FALSE(p.match.can_undo(Seat::Second)) << "the stances were shown by it";
}

TEST(Kernel, secrets_are_cut_from_the_view_and_redrawn_for_search) {
  Play p(kSkirmish);
  p.go({"choose-number 1"});
  const auto knows = [&](const State& s, Seat seat) {
    for (const auto& [key, value] : p.table->game->observe(s, seat).facts)
      if (key == "stance.Blue") return value;
    return std::string("hidden");
  };
  EXPECT_EQ(knows(p.match.state(), Seat::First), "1");
  EXPECT_EQ(knows(p.match.state(), Seat::Second), "hidden");
  std::set<std::string> guesses;
  Rng rng(7);
  for (int i = 0; i < 60; ++i) {
    State guess = p.match.state();
    p.table->game->resample(guess, Seat::Second, rng);
    guesses.insert(knows(guess, Seat::First));
  }
  EXPECT_EQ(guesses.size(), 3u);
}

TEST(Kernel, a_refusal_cites_its_rule_and_a_wrong_moment_the_question_that_is_open) {
  Play p("map 8 7\nunit a Blue A line 0303 E\nunit b White B column 0405 N\ngiven moving Blue");
  EXPECT_EQ(p.table->game->refuse(p.match.state(), p.act("pass")).why, cite("2.1"));
  p.go({"select a"});
  const Refusal no = p.table->game->refuse(p.match.state(), p.act("move a 0404"));
  EXPECT_EQ(no.why, cite("2.3"));
  EXPECT_EQ(no.unit, p.unit("b"));
}

TEST(Kernel, the_toy_game_keeps_the_contract) {
  const auto table = lay_table(kSkirmish);
  const ContractReport report = check_contract(*table->game, {.games = 500, .seed = 3, .checks = 2000, .random_acts = 200});
  EXPECT_EQ(report.broken, "");
  EXPECT_EQ(report.games, 500u);
  EXPECT_GT(report.nodes, 800u);
}

}  // namespace
}  // namespace tambour::toy
