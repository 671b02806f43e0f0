// SPDX-License-Identifier: MIT
// Names of units, markers and sides, the same for every book whose Field holds its Battle with the markers filled in.
#pragma once
#include <algorithm>

#include "battle/battle.h"
#include "play/game.h"

namespace tambour {

template <class Book>
class BattleGame : public BookGame<Book> {
 public:
  std::string_view battle_id() const override { return battle().id; }
  std::string side_name(Seat s) const override {
    return s <= Seat::Second ? battle().sides[index(s)] : s == Seat::Chance ? "Chance" : "Nobody";
  }
  std::string unit(UnitId u) const override { return battle().roster.has(u) ? battle().roster[u].id : "-"; }
  std::optional<UnitId> find_unit(std::string_view id) const override { return battle().find_unit(id); }
  std::string marker(int m) const override {
    return m >= 0 && std::size_t(m) < battle().markers.size() ? battle().markers[std::size_t(m)] : "-";
  }
  std::optional<int> find_marker(std::string_view id) const override {
    const auto& all = battle().markers;
    const auto at = std::find(all.begin(), all.end(), id);
    return at == all.end() ? std::nullopt : std::optional<int>(int(at - all.begin()));
  }
  const Grid& grid() const override { return battle().map.grid; }
  CounterKind kind(UnitId u) const override { return battle().roster.has(u) ? battle().kind(u) : CounterKind{}; }

 protected:
  using BookGame<Book>::BookGame;
  const Battle& battle() const { return this->field().battle; }
};

}  // namespace tambour
