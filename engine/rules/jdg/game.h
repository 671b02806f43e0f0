// SPDX-License-Identifier: MIT
// Jours de Gloire as a Game. Beginners derives from FamilyGame: the same counters and position, its own sequence.
#pragma once
#include <memory>

#include "battle/battle_game.h"
#include "battle/goal_field.h"
#include "rules/jdg/pos.h"

namespace tambour::jdg {

struct FamilyBook {
  using Field = jdg::Field;
  using Pos = jdg::Pos;
  static constexpr Citation kGameOver = cite("13.2-a");
  static constexpr Citation kDieDue = cite("0.4-a");
};

GoalField make_goal_field(const Field& field, Arm arm);  // to what is worth points

class FamilyGame : public BattleGame<FamilyBook> {
 public:
  explicit FamilyGame(Field field)
      : BattleGame(std::move(field)),
        goal_field_{make_goal_field(this->field(), Arm::Infantry), make_goal_field(this->field(), Arm::Cavalry), make_goal_field(this->field(), Arm::Artillery)} {}

  void setup(State& s) const override;
  Trouble arrange(State& s, std::span<const Statement> statements) const override;
  View observe(const State& s, Seat seat) const override;
  void summaries(const State& s, UnitVector<UnitSummary>& out) const override;
  bool controls(const State& s, Seat side, HexId h) const override;
  std::optional<bool> in_sight(const State& s, HexId from, HexId to) const override;
  FireReach fire_reach(const State& s, UnitId unit, HexId hex) const override;
  void resample(State& s, Seat seat, Rng& rng) const override;
  Outcome outcome(const State& s) const override;
  std::string complaint(const State& s) const override;
  int evaluate(const State& s, Seat seat, Detail detail) const override;
  std::vector<std::pair<std::string, int>> weigh(const State& s, Seat seat) const override;
  std::vector<std::pair<std::string, std::string>> describe(UnitId u) const override;

 protected:
  virtual void push_root(Run& r, Phase from, Segment segment) const = 0;
  virtual bool keeps_orders() const { return true; }      // does this book know orders at all
  virtual bool shows_commanders() const { return true; }  // do commanders stand on the map
  virtual bool demoralises() const { return true; }       // do formations lose heart

 private:
  enum Part : uint8_t { kPoints, kStrength, kWay, kGround, kContact, kFlanks, kCommand, kParts };
  using Parts = std::array<int, kParts>;
  Parts parts(const State& s, Seat seat, Detail detail) const;
  void lay_out(Run& r) const;
  std::string stacks_complaint(const Look& b) const;
  std::array<GoalField, 3> goal_field_;  // by arm
};

class SeriesGame final : public FamilyGame {
 public:
  using FamilyGame::FamilyGame;
  std::string_view book() const override { return "jdg"; }

 protected:
  void push_root(Run& r, Phase from, Segment segment) const override;
};

// Battles whose set-up breaks the stacking rules are refused here.
Trouble check_setup(const FamilyGame& game);
std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::jdg
