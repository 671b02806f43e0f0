// SPDX-License-Identifier: MIT
// Jours de Gloire Beginners as a Game: the counters and position of the series, its own turn, squares and combat.
#pragma once
#include "rules/beginners/doctrine.h"
#include "rules/jdg/game.h"

namespace tambour::beginners {

class BeginnersGame final : public jdg::FamilyGame {
 public:
  using FamilyGame::FamilyGame;
  std::string_view book() const override { return "beginners"; }

  // Citations of series rows are shown as the rows of this book that agree with them.
  Refusal refuse(const State& s, Action a) const override;
  Ledger ledger(const State& s, Action a) const override;
  std::optional<Due> due(const State& s) const override;
  Citation when(const State& s) const override;
  void apply(State& s, Action a, EventSink* events = nullptr, ActionSink* next = nullptr) const override;

 protected:
  void push_root(Run& r, jdg::Phase from, jdg::Segment segment) const override;
  bool keeps_orders() const override { return false; }
  bool shows_commanders() const override { return false; }
  bool demoralises() const override { return false; }
};

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::beginners
