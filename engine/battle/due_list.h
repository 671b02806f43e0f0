// SPDX-License-Identifier: MIT
// Results that wait to be carried out, part of a book's position. One frame takes them one after the other, so that the stack of
// procedures stays flat however many follow from one another.
#pragma once
#include "kit/fixed_vector.h"

namespace tambour {

// Takes from the list what comes first by `rank`, and among equals what has waited longest.
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
