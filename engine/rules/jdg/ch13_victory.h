// SPDX-License-Identifier: MIT
// Chapter 13: victory, as the battle's sheet words it.
#pragma once
#include "rules/jdg/ch00_general.h"

namespace tambour::jdg {

int score(const Look& b, Seat s);      // points as they stand
Seat automatic_winner(const Look& b);  // 13.1
// The final phase: true when the battle is over.
bool conclude(Run& r);

}  // namespace tambour::jdg
