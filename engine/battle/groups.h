// SPDX-License-Identifier: MIT
// Chains of units: the connected components of a link between pairs.
#pragma once
#include "kit/fixed_vector.h"
#include "play/action.h"

namespace tambour {

// For each of `units` the number of its chain, from 0. linked(a, b): are two units near enough? It must be symmetric.
template <int N, class Linked>
FixedVector<uint8_t, N> chains(const FixedVector<UnitId, N>& units, Linked linked) {
  FixedVector<uint8_t, N> chain;
  for (int i = 0; i < units.size(); ++i) chain.push_back(0xFF);
  uint8_t next = 0;
  for (int i = 0; i < units.size(); ++i) {
    if (chain[i] != 0xFF) continue;
    FixedVector<uint8_t, N> open;
    open.push_back(uint8_t(i));
    chain[i] = next;
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      for (int j = 0; j < units.size(); ++j)
        if (chain[j] == 0xFF && linked(units[at], units[j])) chain[j] = next, open.push_back(uint8_t(j));
    }
    ++next;
  }
  return chain;
}

}  // namespace tambour
