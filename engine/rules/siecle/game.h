// SPDX-License-Identifier: MIT
// Le Grand Siècle as a Game.
#pragma once
#include <array>
#include <memory>

#include "battle/battle_game.h"
#include "battle/goal_field.h"
#include "rules/siecle/pos.h"

namespace tambour::siecle {

struct Book {
  using Field = siecle::Field;
  using Pos = siecle::Pos;
  static constexpr Citation kGameOver = cite("4.D-b");
  static constexpr Citation kDieDue = cite("0.1-a");
};

struct Outlook {  // what never changes in the evaluation
  GoalField goal_field;
  std::vector<int16_t> ride[2];  // by side and hex: a commander goes where his men go, a little behind them, or they soon stand still
  explicit Outlook(const Field& field);
};

class SiecleGame final : public BattleGame<Book> {
 public:
  explicit SiecleGame(Field field) : BattleGame(std::move(field)), outlook_(this->field()) {}

  std::string_view book() const override { return "siecle"; }

  void setup(State& s) const override;
  Trouble arrange(State& s, std::span<const Statement> statements) const override;
  View observe(const State& s, Seat seat) const override;
  void summaries(const State& s, UnitVector<UnitSummary>& out) const override;
  bool controls(const State& s, Seat side, HexId h) const override;
  std::optional<bool> in_sight(const State& s, HexId from, HexId to) const override;
  FireReach fire_reach(const State& s, UnitId unit, HexId hex) const override;
  void resample(State&, Seat, Rng&) const override {}  // nothing is hidden but the order of the cup, and that is drawn (3.6-a)
  Outcome outcome(const State& s) const override;
  std::string complaint(const State& s) const override;
  std::string position_complaint(const Look& b, bool at_rest) const;  // at rest: nobody is on the move, nothing is owed
  int evaluate(const State& s, Seat seat, Detail detail) const override;
  std::vector<std::pair<std::string, int>> weigh(const State& s, Seat seat) const override;
  CounterKind kind(UnitId u) const override;
  std::vector<std::pair<std::string, std::string>> describe(UnitId u) const override;

 private:
  enum Part : uint8_t { kPoints, kStrength, kWay, kGround, kContact, kFlanks, kMorale, kCommanders, kParts };
  using Parts = std::array<int, kParts>;
  Parts parts(const State& s, Seat seat, Detail detail) const;
  void place_counters(Run& r) const;
  Outlook outlook_;
};

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::siecle
