// SPDX-License-Identifier: MIT
// Chapter 16.1, 16.2: declaring an Assault in the Maneuver Segment.
#pragma once
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

Refusal assault_barred(const Look& b, Action a, int points);  // the stack in hand 0; points it has left, in halves
Refusal join_assault_barred(const Look& b);                   // may it end its move among those who stand there?
Refusal enter_assault_barred(const Look& b, HexId h);         // may it step in among those who assault there?
bool pushes_back(const Look& b, HexId h);                     // friendly skirmishers before the enemy, by a stack that has declared
bool climbs_over_guns(const Look& b, Action a);               // 16.2.2.3-d
bool changes_formation(const Look& b, Action a);              // of a stack that has declared (16.4.3)
void declare(Run& r, HexId target);
Refusal guard_charge_barred(const Look& b, Action a, int points);  // 16.10
void declare_guard_charge(Run& r, HexId target);
void fail_change(Run& r);  // 16.4.3-b 16.4.3-c
void end_declaration(Run& r, const UnitId* list, int n);
void join_assault(Run& r, const UnitId* list, int n);  // who has ended its move among assaulters or targets

}  // namespace tambour::bataille
