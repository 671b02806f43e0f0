// SPDX-License-Identifier: MIT
// La Bataille as a game: what the registry, the tools and the table see of it.
#pragma once
#include <memory>

#include "battle/battle.h"
#include "play/game.h"
#include "rules/bataille/pos.h"

namespace tambour::bataille {

struct Book {
  using Field = bataille::Field;
  using Pos = bataille::Pos;
  static constexpr Citation kGameOver = cite("7.6-b");
  static constexpr Citation kDieDue = cite("6.0-a");
};

class BatailleGame final : public BookGame<Book> {
 public:
  explicit BatailleGame(Field field) : BookGame(std::move(field)) {}

  std::string_view book() const override { return "bataille"; }
  std::string_view battle_id() const override { return field().id; }
  std::string side_name(Seat s) const override {
    return s <= Seat::Second ? field().sides[index(s)] : s == Seat::Chance ? "Chance" : "Nobody";
  }

  std::string unit(UnitId u) const override { return u < field().ids.size() ? field().ids[u] : "-"; }
  std::optional<UnitId> find_unit(std::string_view id) const override;
  std::string marker(int m) const override;  // leaders, action chits, formations
  std::optional<int> find_marker(std::string_view id) const override;
  const Grid& grid() const override { return field().grid; }

  void setup(State& s) const override;
  Trouble arrange(State& s, std::span<const Statement> statements) const override;
  View observe(const State& s, Seat seat) const override;
  bool controls(const State& s, Seat side, HexId h) const override;
  std::optional<bool> in_sight(const State& s, HexId from, HexId to) const override;
  void resample(State&, Seat, Rng&) const override {}  // nothing is hidden but the order of the cup, and that is drawn
  Outcome outcome(const State& s) const override;
  std::string complaint(const State& s) const override;
  int evaluate(const State& s, Seat seat, Detail detail) const override;
  std::vector<std::pair<std::string, std::string>> describe(UnitId u) const override;

 private:
  void place_counters(Run& r) const;
};

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::bataille
