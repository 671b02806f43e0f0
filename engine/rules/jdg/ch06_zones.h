// SPDX-License-Identifier: MIT
// Chapter 6: facing, front hexes and zones of control.
#pragma once
#include "rules/jdg/ch05_stacking.h"

namespace tambour::jdg {

// 6.1.1-e, 4.2-m; a battle's immobile battery also fires all round.
inline bool has_six_fronts(const Look& b, UnitId u) {
  by("4.2-m", "6.1.1-e");
  return b.pos.has(u, kSquare) || counter(b, u).immobile || b.field.ground(b.pos.at(u)).six_fronts;
}
// Is `h` one of the hexes in front of this unit? Routed units have neither front nor rear.
bool in_front(const Look& b, UnitId u, HexId h);
bool in_front_of_facing(const Look& b, HexId from, int facing, HexId h);

bool exerts_zone(const Look& b, UnitId u, HexId h);  // u's zone reaches h
bool in_enemy_zone(const Look& b, Seat me, HexId h);
bool in_enemy_front(const Look& b, Seat me, HexId h);  // a zone through a front hex
// The enemies whose zone covers h, as bits by UnitId.
void enemies_over(const Look& b, Seat me, HexId h, UnitSet& out);
bool in_zone_of_any(const Look& b, Seat me, HexId h, const UnitSet& units);

struct FaceFreely {  // 6.1.2-a, 6.1.2-b: at the end of an evasion, a recall, a rally
  QUESTION(FaceFreely, "Choose the facing", cite("6.1.2-a"), Verb::Face);
  Party units;  // they turn together, named by the first
  Seat seat(const Look& b) const { return side_of(b, units[0]); }
  void candidates(const Look&, auto&& emit) const {
    for (int f = 0; f < 6; ++f)
      if (!emit(Action{Verb::Face, uint8_t(f), units[0]})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != units[0] || a.arg > 5) REFUSE("6.1.1-a", a.who);
    return face_barred(b, units, b.pos.at(units[0]), a.arg);
  }
};

}  // namespace tambour::jdg
