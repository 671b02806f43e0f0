// SPDX-License-Identifier: MIT
// Chapter 19.2: one hex of Charge Movement. ch19_ride.cpp.
#pragma once
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

struct Ride {
  Footprint to;
  int cost = 0;
  bool shares = false;  // somebody else's hex
};

int charge_points(const Look& b, int k);  // half points: five, or all that a stack of a Grand Charge has
bool through_front(const UnitState& s, int dir);
Refusal ride_barred(const Look& b, int k, HexId h, Ride& out);  // the charger in hand 0
bool leads_nowhere(const Look& b, int k);  // from the hexes straight before a stack of a Grand Charge no way goes on, whatever it costs
// Into the hex; `toll`: half points that others of a Grand Charge pay for this step, if that is more.
void ride_to(Run& r, int k, HexId h, int toll = 0);
void note_top(Run& r, int k);  // the stack in hand 0 is the charger; its top unit may have fallen
bool rides(const Look& b, int k);
void make_contact(Run& r, int k);

}  // namespace tambour::bataille
