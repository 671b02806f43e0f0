// SPDX-License-Identifier: MIT
// A cup of markers, part of a book's position: the numbers of those still to be drawn.
#pragma once
#include <bit>
#include <cstdint>

#include "play/action.h"

namespace tambour {

struct Cup {
  static constexpr int kMost = 32;
  uint32_t bits = 0;

  bool holds(int marker) const { return marker >= 0 && marker < kMost && bits >> marker & 1; }
  void put(int marker) { bits |= uint32_t{1} << marker; }
  void take(int marker) { bits &= ~(uint32_t{1} << marker); }
  bool empty() const { return bits == 0; }
  int count() const { return std::popcount(bits); }
};

// The acts of a question to Chance: which of `markers` is drawn. `holds(marker)`: it lies in the cup.
template <class Holds, class Emit>
void offer_draws(int markers, const Holds& holds, Emit& emit) {
  for (int m = 0; m < markers; ++m)
    if (holds(m) && !emit(Action{Verb::Draw, uint8_t(m)})) return;
}

}  // namespace tambour
