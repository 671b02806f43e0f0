// SPDX-License-Identifier: MIT
// Chapter 15: collapse of a side, and points at the end.
#pragma once
#include "rules/siecle/ch14_morale.h"

namespace tambour::siecle {

void check_collapse(Run& r);  // 15.1, at once (S19)
int victory_points(const Look& b, Seat side);
void decide(Run& r);  // 15.2, after the last turn

}  // namespace tambour::siecle
