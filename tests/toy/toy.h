// SPDX-License-Identifier: MIT
// A small complete game that uses every feature of the kernel that the five books need: counters of one and two hexes, facings to
// vertices and to hexsides, reaction fire in the middle of a move, ten-sided and base-six dice, drawn markers, secret choices,
// and fire whose results count at once for both sides. It can also be made to fail: see Trap.
#pragma once
#include "battle/battle.h"
#include "hex/footprint.h"
#include "play/declare.h"
#include "play/game.h"

namespace tambour::toy {

inline constexpr std::string_view kRowIds[] = {"1.1", "1.2", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "3.3", "3.4", "4.1", "4.2", "5.1"};
// A book of its own beside those of data/rules: its rows have no text.
consteval Citation cite(std::string_view id) { return find_row_id(0xFFF0, kRowIds, id); }

inline constexpr int kUnits = 8;

struct Counter {
  std::string id;
  Seat side;
  bool line;  // two hexes wide, facing a vertex; otherwise a column of one hex facing a hexside
  int strength;
  HexId at;
  int facing;
};
// A planted bug, for tests of fault handling: a move into this hex breaks an invariant of the kernel, or (dead) leads to a question without
// an answer. Only battles with "trap <hex> <kind>" in their sheet have it.
struct Trap {
  enum Kind : uint8_t { List, Nest, Loop, Dead } kind = List;
  HexId hex = kNoHex;
};
struct Field {
  std::string id, sides[2];
  Grid grid;
  int turns;
  UnitVector<Counter> counters;
  Trap trap;
};
struct Pos {
  PerUnit<HexId, kUnits> head;  // kNoHex: gone
  PerUnit<uint8_t, kUnits> facing, strength, moved;
  PerUnit<uint8_t, kUnits> loss;  // gathered while fire is simultaneous
  uint8_t stance[2];     // secret until the exchange of fire; 0xFF: not chosen
  uint8_t shown, turn, phasing, spare[3];
};

struct Book {
  using Field = toy::Field;
  using Pos = toy::Pos;
  static constexpr Citation kGameOver = cite("1.1"), kDieDue = cite("1.2");
};
using Run = tambour::Run<Field, Pos>;
using Look = Run::Look;

Footprint footprint(const Look& b, UnitId u, HexId head, int facing);
Footprint footprint(const Look& b, UnitId u);

class ToyGame : public BookGame<Book> {
 public:
  explicit ToyGame(Field field) : BookGame(std::move(field)) {}
  std::string_view book() const override { return "toy"; }
  std::string_view battle_id() const override { return field().id; }
  std::string side_name(Seat s) const override { return s <= Seat::Second ? field().sides[index(s)] : ""; }
  void setup(State&) const override;
  Trouble arrange(State&, std::span<const Statement>) const override;
  View observe(const State&, Seat) const override;
  void resample(State&, Seat, Rng&) const override;
  Outcome outcome(const State&) const override;
  std::string complaint(const State&) const override;
  int evaluate(const State&, Seat, Detail) const override;
  std::vector<std::pair<std::string, std::string>> describe(UnitId) const override { return {}; }

  std::string unit(UnitId u) const override { return field().counters.has(u) ? field().counters[u].id : "-"; }
  std::optional<UnitId> find_unit(std::string_view) const override;
  std::string marker(int m) const override { return m == 0 || m == 1 ? field().sides[m] : "-"; }
  std::optional<int> find_marker(std::string_view) const override;
  const Grid& grid() const override { return field().grid; }

 private:
  Run lay(State& s) const;
};

std::unique_ptr<Game> make(const Battle&, const std::string& data_directory, Trouble&);
// As make_game, for the one book "toy".
std::unique_ptr<Game> make_by_name(std::string_view book, const Battle&, const std::string& data_directory, Trouble&);

}  // namespace tambour::toy
