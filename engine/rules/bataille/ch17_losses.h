// SPDX-License-Identifier: MIT
// Chapter 17: whom fire hits, and who counts as large.
#pragma once
#include "rules/bataille/ch20_morale.h"

namespace tambour::bataille {

UnitId top_in(const Look& b, UnitId top, HexId h);  // of its stack in this hex: guns lie in the head hex alone (11.1.2.1-b)
bool is_large(const Look& b, UnitId u);             // a battalion or regiment (17.3.3, 17.3.4)
int worn(const Look& b, UnitId u, int printed);     // what losses leave of its Skirmish Value or Lance Bonus (17.2.2)

}  // namespace tambour::bataille
