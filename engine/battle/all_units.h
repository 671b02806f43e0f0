// SPDX-License-Identifier: MIT
// All combat units of a battle, to loop over: a counter of the type of a unit's number would never reach 256.
#pragma once
#include "play/action.h"

namespace tambour {

class UnitRange {
 public:
  struct Iterator {
    int at;
    UnitId operator*() const { return UnitId(at); }
    Iterator& operator++() { return ++at, *this; }
    bool operator!=(const Iterator& o) const { return at != o.at; }
  };
  explicit UnitRange(int count) : count_(count) {}
  Iterator begin() const { return {0}; }
  Iterator end() const { return {count_}; }

 private:
  int count_;
};

template <class Field>
UnitRange all_units(const Field& field) {
  return UnitRange(field.unit_count());
}

}  // namespace tambour
