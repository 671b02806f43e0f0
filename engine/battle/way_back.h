// SPDX-License-Identifier: MIT
// The search behind retreats: a step back is lawful only if the rest of the way can be gone too.
#pragma once
#include "battle/around.h"

namespace tambour {

// Can a unit in `at` with `left` hexes still to go end its way, within `longest` more steps? `step(from, to, left)`: may it take this
// one; `ends(at, left)`: may it stay here. A unit that must not stay where its way ends goes on, so `longest` may be more than `left`.
template <class Field, class Step, class Ends>
bool finds_way_back(const Field& field, HexId at, int left, int longest, const Step& step, const Ends& ends) {
  if (ends(at, left)) return true;
  if (longest <= 0) return false;
  for (const HexId to : around(field, at))
    if (step(at, to, left) && finds_way_back(field, to, left - 1, longest - 1, step, ends)) return true;
  return false;
}

}  // namespace tambour
