// SPDX-License-Identifier: MIT
// Triumph & Glory as a Game.
#pragma once
#include <array>

#include "battle/battle_game.h"
#include "battle/goal_field.h"
#include "rules/tng/ch03_sequence.h"

namespace tambour::tng {

struct Book {
  using Field = tng::Field;
  using Pos = tng::Pos;
  static constexpr Citation kGameOver = cite("3.0-F");
  static constexpr Citation kDieDue = cite("2.3-a");
};

GoalField make_goal_field(const Field& field);  // to the objectives

class TngGame final : public BattleGame<Book> {
 public:
  explicit TngGame(Field field) : BattleGame(std::move(field)), goal_field_(make_goal_field(this->field())) {}

  std::string_view book() const override { return "tng"; }

  void setup(State& s) const override;
  Trouble arrange(State& s, std::span<const Statement> given) const override;
  View observe(const State& s, Seat seat) const override;
  void summaries(const State& s, UnitVector<UnitSummary>& out) const override;
  bool controls(const State& s, Seat side, HexId h) const override;
  std::optional<bool> in_sight(const State& s, HexId from, HexId to) const override;
  FireReach fire_reach(const State& s, UnitId unit, HexId hex) const override;
  void resample(State& s, Seat seat, Rng& rng) const override;
  Outcome outcome(const State& s) const override;
  std::string complaint(const State& s) const override;
  std::string position_complaint(const Look& b) const;  // of a position in which nothing is under way
  int evaluate(const State& s, Seat seat, Detail detail) const override;
  std::vector<std::pair<std::string, int>> weigh(const State& s, Seat seat) const override;
  std::vector<std::pair<std::string, std::string>> describe(UnitId u) const override;

 private:
  enum Part : uint8_t { kPoints, kStrength, kWay, kGround, kContact, kFlanks, kCommand, kParts };
  using Parts = std::array<int, kParts>;
  Parts parts(const State& s, Seat seat, Detail detail) const;
  std::string counters_complaint(const Look& b) const;
  std::string stacks_complaint(const Look& b, HexId passing) const;  // but for the hex somebody passes
  void lay_out(Pos& p) const;                                        // the battle's set-up, before the first phase
  GoalField goal_field_;
};

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::tng
