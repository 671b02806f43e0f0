// SPDX-License-Identifier: MIT
// Chapter 3: stacking limits, the order of a stack, and overstacked hexes.
#pragma once
#include "rules/siecle/ch01_units.h"

namespace tambour::siecle {

UnitId line_unit(const Look& b, HexId h);  // the foot or horse of the hex, or kNoUnit
UnitId gun_in(const Look& b, HexId h);
// Foot, horse or gun in this hex other than u itself with which u may not stay there.
UnitId obstacle(const Look& b, UnitId u, HexId h);
inline bool holds_enemy(const Look& b, HexId h, Seat side) { return h < kHexes && b.pos.boards.held[index(other(side))].has(h); }
inline bool on_top(const Look& b, UnitId u) { return b.pos.stack.top(b.pos.at(u)) == u; }

inline const Officer& officer(const Look& b, int k) { return b.field.officers[std::size_t(k)]; }
inline bool present(const Look& b, int k) { return b.pos.officer[k].fate == Fate::OnMap; }
inline bool is_chief(const Look& b, int k) { return b.pos.chief[index(officer(b, k).side)] == k; }
inline bool is_alone(const Look& b, int k) { return b.pos.stack.empty(b.pos.officer[k].hex); }
// Calls f(k) for the officers of this side in the hex, chief and commanders alike.
template <class F>
void for_officers(const Look& b, HexId h, Seat side, F&& f) {
  for (int k = 0; k < int(b.field.officers.size()); ++k)
    if (b.pos.officer[k].hex == h && present(b, k) && officer(b, k).side == side && by("0.1-f")) f(k);
}
bool has_officer(const Look& b, HexId h, Seat side);
// May officer k stay in this hex, as far as other commanders go?
bool officer_fits(const Look& b, int k, HexId h);

// Which of the two is on top?
struct ChooseTop {
  QUESTION(ChooseTop, "Choose the unit on top of the stack", cite("3.5.1-a"), Verb::Restack);
  HexId hex;
  Seat seat(const Look& b) const { return side_of(b, b.pos.stack.top(hex)); }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : b.pos.stack.in(hex))
      if (!emit(Action{Verb::Restack, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

// A hex holds two of a kind: one must go.
struct ChooseExcess {
  QUESTION(ChooseExcess, "Too many units in the hex: choose one to eliminate", cite("3.4-a"), Verb::Remove);
  HexId hex;
  Seat seat(const Look& b) const { return side_of(b, b.pos.stack.top(hex)); }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : b.pos.stack.in(hex))
      if (!emit(Action{Verb::Remove, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

// An officer who found no room next to another is put into a hex beside.
struct MoveAside {
  QUESTION(MoveAside, "Two commanders in one hex: move one of them aside", cite("3.4-a"), Verb::Place);
  UnitId officer;
  uint8_t pad;
  HexId hex;
  Seat seat(const Look& b) const { return side_of(b, officer); }
  void candidates(const Look& b, auto&& emit) const;
  Refusal barred(const Look& b, Action a) const;
};

struct ClearHex {  // after a move that had to end on a friend (3.4)
  static constexpr const char* kName = "ClearHex";
  HexId hex;
  Flow run(Run& r);
};

int aside_distance(const Look& b, int k, HexId from);  // to the nearest hex that takes officer k; 255: none does
int crowded_officer(const Look& b);                    // one who shares a hex against 3.2-b, or -1

void MoveAside::candidates(const Look& b, auto&& emit) const {
  const int d = aside_distance(b, b.field.officer(officer), hex);
  for (HexId h = 0; h < b.field.grid.size(); ++h)
    if (b.field.grid.distance(hex, h) == d && !emit(Action{Verb::Place, 0, officer, kNoUnit, h})) return;
}

}  // namespace tambour::siecle
