// SPDX-License-Identifier: MIT
// Chapters 8.3 and 8.4.2: the chain of command as it stands, spans, and who belongs to a Maneuver Unit. A post is the number of the
// leader whose place it is on the display; a leader holds his own until he replaces another (8.2.4).
#pragma once
#include "rules/bataille/ch13_retreat.h"

namespace tambour::bataille {

int holder(const Look& b, uint8_t post);             // leader on the map who holds it, or -1
const Officer& role(const Look& b, int leader);      // whose rank, span and command he has now
int commander(const Look& b, UnitId u);              // immediate superior of a unit, or -1
int superior(const Look& b, int leader);             // his, or -1
bool is_below(const Look& b, uint8_t post, uint8_t above);
bool is_aide(const Look& b, int leader);
bool is_asset(const Look& b, UnitId u);              // 8.4.3.3
int span_of(const Look& b, int leader);
bool reaches(const Look& b, int leader, const Footprint& goal, int span);
bool in_span(const Look& b, int leader, UnitId u);   // 8.3.1
bool is_linked(const Look& b, int leader);           // within his superior's span (8.3.1-g)
bool is_posted(const Look& b, UnitId u);             // assigned to a Static Position that stands
bool in_post(const Look& b, UnitId u);
bool is_with_aide(const Look& b, int leader, UnitId u);  // stacked with this aide, of his command (8.4.3.2)
void mark_command(Run& r);                           // 7.1.2
void activate_corps(Run& r);                         // 8.4.3.1

UnitSet members(const Look& b, int leader, Mu kind);  // of his Maneuver Unit, whatever their status
UnitSet column_of(const Look& b, int leader);         // 8.6
bool is_broken(const Look& b, int leader);            // a stranger marches in his column
int division_of(const Look& b, int corps, UnitId u);  // post right below the corps, or the corps leader's own

}  // namespace tambour::bataille
