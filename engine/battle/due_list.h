// SPDX-License-Identifier: MIT
// A queue of results still to be carried out, part of a book's position. One frame works through it, so that the stack of procedures
// stays flat however many results follow from one another.
#pragma once
#include "kit/fixed_vector.h"

namespace tambour {

// Removes and returns the entry of lowest rank, the oldest among equals.
template <class Due, int N, class Rank>
Due take_first(FixedVector<Due, N>& list, Rank rank) {
  int best = 0;
  for (int i = 1; i < list.size(); ++i)
    if (rank(list[i]) < rank(list[best])) best = i;
  const Due out = list[best];
  list.erase_at(best);
  return out;
}

}  // namespace tambour
