// SPDX-License-Identifier: MIT
// The search behind retreats: a step back is legal only if the retreat can be completed from there.
#pragma once
#include "battle/around.h"

namespace tambour {

// Can a unit in `at` with `left` hexes still to go complete its retreat within `longest` more steps? `step(from, to, left)`: is this step
// legal; `ends(at, left)`: may it stop here. A unit that may not stop at the end of its distance goes on, so `longest` may exceed `left`.
template <class Field, class Step, class Ends>
bool finds_way_back(const Field& field, HexId at, int left, int longest, const Step& step, const Ends& ends) {
  if (ends(at, left)) return true;
  if (longest <= 0) return false;
  for (const HexId to : around(field, at))
    if (step(at, to, left) && finds_way_back(field, to, left - 1, longest - 1, step, ends)) return true;
  return false;
}

}  // namespace tambour
