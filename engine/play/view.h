// SPDX-License-Identifier: MIT
// What a seat may see, in a form every client understands: counters with named values and marks, markers, facts.
// Not for the hot path.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "play/action.h"

namespace tambour {

// The state of a unit. Books that keep order and place apart convert theirs.
enum class Condition : uint8_t { Good, Disordered, Routed, Eliminated, Waiting };

// A counter without text, for code that reads thousands of positions.
struct UnitSummary {
  Seat side = Seat::Nobody;  // Nobody: there is no such counter
  Condition condition = Condition::Good;
  HexId hex = kNoHex;
  int16_t strength = 0;  // in the book's strength points; a commander has none
  friend bool operator==(const UnitSummary&, const UnitSummary&) = default;
};

// What a counter is, for code that does not know its book.
struct CounterKind {
  enum Arm : uint8_t { Infantry, Cavalry, Artillery, Wagon, Commander } arm = Infantry;
  enum Weight : uint8_t { Plain, Light, Heavy, Horse } weight = Plain;  // Horse: artillery that rides
  friend bool operator==(const CounterKind&, const CounterKind&) = default;
};

struct CounterView {
  UnitId id = kNoUnit;
  Seat side = Seat::Nobody;
  HexId hex = kNoHex;  // kNoHex: not on the map
  std::string place;   // "map", "off" (still to come), "gone"
  int facing = -1;     // vertex, or 6 + side for a hexside, or -1
  int height = 0;      // 0 is the top of its stack
  Condition condition = Condition::Good;
  int16_t strength = 0;                             // in the book's strength points; a commander has none
  std::optional<int> allowance, left;               // movement points: of a whole move; left in the one under way
  std::vector<std::pair<std::string, int>> values;  // "sp" 6, "coh" 5, "mp" 4 …: current, not printed
  std::vector<std::string> marks;                   // "disordered", "square", "orders", "fired" …
  std::vector<HexId> hexes;                         // all hexes it covers, head first; empty: only `hex`

  CounterView() = default;
  CounterView(UnitId unit, const UnitSummary& now);
  void show_allowance(int points) { allowance = points, values.emplace_back("mp", points); }
  void show_left(int points) { left = points, values.emplace_back("left", points); }
  friend bool operator==(const CounterView&, const CounterView&) = default;
};

// Where a unit could fire by arc, range and line of sight alone; targets and what the unit has done do not matter.
enum class FireReach : uint8_t { Out, Hidden, Turned, Open };  // Turned: open after the turn it may make as it fires

// The losses of a formation and the number at which it breaks, in the book's own measure.
struct FormationView {
  std::string id;  // as in the names of its markers
  Seat side = Seat::Nobody;
  const char* measure = "";  // "units" out of order or lost, "morale" points
  int lost = 0, limit = 0;   // breaks when `lost` reaches `limit`
  bool broken = false;       // set in the phase in which the book tests it, perhaps after `limit` was reached
};

struct View {
  int turn = 0, turns = 0;
  std::string phase;    // "orders", "activation" …
  std::string segment;  // "fire", "move" …
  std::string active;   // formation or marker being played
  std::vector<CounterView> counters;
  std::vector<FormationView> formations;  // those that can break
  std::vector<std::string> cup;           // markers still to be drawn, as far as this seat may know
  std::vector<std::string> drawn;
  std::vector<std::pair<std::string, std::string>> facts;  // anything else to show: "night" "yes", "initiative" "French"
  int points[2] = {0, 0};
  bool over = false;
  Seat winner = Seat::Nobody;
  std::string verdict;  // "major victory", "draw" …
};

UnitVector<UnitSummary> summaries_of(const View& everything);
void show_left(View& view, UnitId unit, int points, bool half = false);  // movement points of the unit on the move

}  // namespace tambour
