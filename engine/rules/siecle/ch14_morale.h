// SPDX-License-Identifier: MIT
// Chapter 14: the morale points of formations, and demoralisation.
#pragma once
#include "rules/siecle/ch03_stacking.h"

namespace tambour::siecle {

bool chief_with(const Look& b, int formation);  // the chief is stacked with one of its units
int formation_morale(const Look& b, int formation);
inline bool in_play(const Look& b, int formation) { return b.pos.formation[formation].present > 0; }
void change_morale(Run& r, int formation, int by, Citation why);
// Brings the demoralised marks up to date and ends the game when a whole side has them (15.1).
void settle_morale(Run& r);

}  // namespace tambour::siecle
