// SPDX-License-Identifier: MIT
// Chapter 21: dusk and night.
#pragma once
#include "rules/bataille/shape.h"

namespace tambour::bataille {

bool is_dusk(const Look& b);
bool is_night(const Look& b);
int printed_mp(const Look& b, UnitId u);  // of the counter, less what darkness takes
void add_darkness(Ledger& out, const Look& b, UnitId u);  // to the recovery of a unit in PGD

}  // namespace tambour::bataille
