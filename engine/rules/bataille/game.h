// SPDX-License-Identifier: MIT
// La Bataille as a game: what the registry, the tools and the table see of it.
#pragma once
#include <memory>

#include "battle/battle_game.h"
#include "battle/goal_field.h"
#include "rules/bataille/worth.h"

namespace tambour::bataille {

struct Book {
  using Field = bataille::Field;
  using Pos = bataille::Pos;
  static constexpr Citation kGameOver = cite("7.6-b");
  static constexpr Citation kDieDue = cite("6.0-a");
};

// What an evaluation needs of a battle that never changes.
struct Outlook {
  explicit Outlook(const Field& field);
  GoalField goal_field;
  Prices prices;
};

class BatailleGame final : public BattleGame<Book> {
 public:
  explicit BatailleGame(Field field) : BattleGame(std::move(field)), outlook_(this->field()) {}

  std::string_view book() const override { return "bataille"; }
  void setup(State& s) const override;
  Trouble arrange(State& s, std::span<const Statement> statements) const override;
  View observe(const State& s, Seat seat) const override;
  void summaries(const State& s, UnitVector<UnitSummary>& out) const override;
  bool controls(const State& s, Seat side, HexId h) const override;
  std::optional<bool> in_sight(const State& s, HexId from, HexId to) const override;
  FireReach fire_reach(const State& s, UnitId u, HexId h) const override;
  void resample(State& s, Seat seat, Rng& rng) const override;  // secret Maneuver Units; the order of the cup is drawn, not hidden
  Outcome outcome(const State& s) const override;
  std::string complaint(const State& s) const override;
  int evaluate(const State& s, Seat seat, Detail detail) const override;
  std::vector<std::pair<std::string, int>> weigh(const State& s, Seat seat) const override;
  std::vector<std::pair<std::string, std::string>> describe(UnitId u) const override;

 private:
  enum Part { kVictory, kStrength, kWay, kGround, kFire, kForm, kFlanks, kRiders, kCombats, kLevels, kCommand, kParts };
  using Parts = std::array<int, kParts>;
  Parts parts(const State& s, Seat seat, Detail detail) const;
  void place_counters(Run& r) const;
  Outlook outlook_;
};

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::bataille
