// SPDX-License-Identifier: MIT
// The hexes adjacent to one, clockwise from north, without those off the map.
//   for (const HexId n : around(b.field, h))
#pragma once
#include "hex/hex.h"

namespace tambour {

template <class Field>
class Around {
 public:
  struct Iterator {
    const Field& field;
    HexId from, to;
    int side;
    HexId operator*() const { return to; }
    Iterator& operator++() {
      to = kNoHex;
      while (to == kNoHex && ++side < 6) to = field.across(from, side);
      return *this;
    }
    bool operator!=(const Iterator& o) const { return side != o.side; }
  };
  Around(const Field& field, HexId from) : field_(field), from_(from) {}
  Iterator begin() const { return ++Iterator{field_, from_, kNoHex, -1}; }
  Iterator end() const { return {field_, from_, kNoHex, 6}; }

 private:
  const Field& field_;
  HexId from_;
};

// A Field says which hex lies over a side: across(h, side), kNoHex beyond the edge.
template <class Field>
Around<Field> around(const Field& field, HexId from) {
  return {field, from};
}

}  // namespace tambour
