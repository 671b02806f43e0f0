// Chapter 6: facing, front hexes and zones of control.
#pragma once
#include "rules/jdg/ch00_general.h"

namespace tambour::jdg {

bool has_six_fronts(const Look& b, UnitId u);
// Is `h` one of the hexes in front of this unit? Routed units have neither front nor rear.
bool in_front(const Look& b, UnitId u, HexId h);
bool in_front_of_facing(const Look& b, HexId from, int facing, HexId h);

bool exerts_zone(const Look& b, UnitId u, HexId h);  // u's zone reaches h
bool in_enemy_zone(const Look& b, Seat me, HexId h);
bool in_enemy_front(const Look& b, Seat me, HexId h);  // a zone through a front hex
// The enemies whose zone covers h, as bits by UnitId.
void enemies_over(const Look& b, Seat me, HexId h, uint64_t (&bits)[2]);
bool in_zone_of_any(const Look& b, Seat me, HexId h, const uint64_t (&bits)[2]);

}  // namespace tambour::jdg
