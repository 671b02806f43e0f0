// SPDX-License-Identifier: MIT
// Chapters 19.14 and 19.15: readiness and what cavalry is worth in a melee.
#pragma once
#include "rules/bataille/ch20_morale.h"

namespace tambour::bataille {

inline const HorseState& horse(const Look& b, UnitId u) { return b.pos.horse[counter(b, u).horse]; }
inline HorseState& horse(Run& r, UnitId u) { return r.pos.horse[counter(r.look(), u).horse]; }
inline bool has(const Look& b, UnitId u, uint16_t flags) { return is_horse(b, u) && horse(b, u).flags & flags; }
inline bool is_light(const Look& b, UnitId u) { return is_horse(b, u) && !counter(b, u).heavy; }

Ratio condition(Ledger& l, const Look& b, UnitId u);  // of a regiment in a melee: readiness, order, darkness
Ratio lance_bonus(Ledger& l, const Look& b, UnitId top, bool attacks, int hexes);  // 19.14.3; attacking, for so many hexes
Ratio rested_share(const Look& b, UnitId u);          // of its Movement Potential, by its readiness
int rested_allowance(const Look& b, UnitId u);        // half points by its readiness alone (19.15.4, 19.15.5)
void note_ridden(Run& r, UnitId u, int half_points);  // towards its rest (19.15.3.1)
void tire(Run& r, UnitId u, int degrees);             // 19.13.1
void exhaust(Run& r, UnitId u, Citation why);         // 19.15.1.3
void rest_horses(Run& r);                             // 7.5.4, of all regiments

}  // namespace tambour::bataille
