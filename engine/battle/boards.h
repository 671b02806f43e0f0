// SPDX-License-Identifier: MIT
// Bitboards of the hexes that each side holds: derived from the stacks, updated by every function that moves a counter, and faster than
// the stacks when a rule looks around a hex. They come first in a book's position (State::derived); hashes skip them.
#pragma once
#include <bit>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "battle/stacks.h"
#include "hex/hex.h"
#include "kit/fault.h"

namespace tambour {

template <int Hexes>
struct HexSet {
  static constexpr int kWords = (Hexes + 63) / 64;
  uint64_t word[kWords] = {};

  bool has(HexId h) const { return word[h >> 6] >> (h & 63) & 1; }
  void add(HexId h) { word[h >> 6] |= uint64_t{1} << (h & 63); }
  void remove(HexId h) { word[h >> 6] &= ~(uint64_t{1} << (h & 63)); }
  bool meets(const HexSet& o) const {
    uint64_t any = 0;
    for (int i = 0; i < kWords; ++i) any |= word[i] & o.word[i];
    return any;
  }
  friend bool operator==(const HexSet&, const HexSet&) = default;
};

// The six hexes around one as masks over the words of a HexSet: they lie in three rows, two words to a row at most.
struct Ring {
  uint8_t parts = 0;
  uint8_t at[6] = {};
  uint64_t mask[6] = {};

  void add(HexId h) {
    int i = 0;
    while (i < parts && at[i] != h >> 6) ++i;
    if (i == parts) at[parts++] = uint8_t(h >> 6);
    mask[i] |= uint64_t{1} << (h & 63);
  }
  template <int Hexes>
  bool meets(const HexSet<Hexes>& set) const {
    for (int i = 0; i < parts; ++i)
      if (set.word[at[i]] & mask[i]) return true;
    return false;
  }
};

inline std::vector<Ring> rings(const Grid& grid) {
  std::vector<Ring> out(std::size_t(grid.size()));
  for (int h = 0; h < grid.size(); ++h)
    for (int k = 0; k < 6; ++k)
      if (const HexId n = grid.neighbour(HexId(h), k); n != kNoHex) out[std::size_t(h)].add(n);
  return out;
}

// By hex, the hexes at most `range` away.
template <int Hexes>
std::vector<HexSet<Hexes>> discs(const Grid& grid, int range) {
  std::vector<HexSet<Hexes>> out(std::size_t(grid.size()));
  for (int h = 0; h < grid.size(); ++h)
    for (int to = 0; to < grid.size(); ++to)
      if (grid.distance(HexId(h), HexId(to)) <= range) out[std::size_t(h)].add(HexId(to));
  return out;
}

// A hex belongs to the side of the unit on top of its stack.
template <int Hexes, int Units>
struct Boards {
  HexSet<Hexes> held[2];
  UnitSet second;  // the units of the second side
  static_assert(Units <= UnitSet::kMost);

  void note(const Stacks<Hexes, Units>& stack, HexId h) {
    if (h >= Hexes) return;
    const UnitId top = stack.head[h];
    held[0].remove(h), held[1].remove(h);
    if (top != kNoUnit) held[second.has(top)].add(h);
  }
  friend bool operator==(const Boards&, const Boards&) = default;
};

// For a book's complaint(): how the boards differ from the stacks, or "".
template <class Look>
std::string boards_complaint(const Look& b) {
  auto worked_out = b.pos.boards;
  for (int h = 0; h < int(std::size(b.pos.stack.head)); ++h) worked_out.note(b.pos.stack, HexId(h));
  if (!(worked_out == b.pos.boards)) return "the boards differ from the stacks";
  for (UnitId u : UnitRange(int(b.field.units.size())))
    if (b.pos.boards.second.has(u) != (b.field.units[u].side == Seat::Second))
      return "the boards have " + b.field.battle.roster[u].id + " on the wrong side";
  return {};
}
// Empties stacks and boards and notes the units of the second side. A set-up begins with it.
template <class Field, class Pos>
void clear_boards(const Field& field, Pos& pos) {
  pos.stack.clear();
  for (UnitId u : field.units_of[index(Seat::Second)]) pos.boards.second.add(u);
}

// All moves of counters go through these three functions; Pos has `boards` and `stack`.
template <class Pos>
void lift(Pos& pos, UnitId u) {
  const HexId from = pos.stack.at[u];
  pos.stack.lift(u);
  pos.boards.note(pos.stack, from);
}
template <class Pos>
void put_on_top(Pos& pos, UnitId u, HexId h) {
  if (h >= std::size(pos.stack.head)) fault("a counter is put where no hex is");
  lift(pos, u);
  pos.stack.put_on_top(u, h);
  pos.boards.note(pos.stack, h);
}
template <class Pos>
void put_at_bottom(Pos& pos, UnitId u, HexId h) {
  if (h >= std::size(pos.stack.head)) fault("a counter is put where no hex is");
  lift(pos, u);
  pos.stack.put_at_bottom(u, h);
  pos.boards.note(pos.stack, h);
}

}  // namespace tambour
