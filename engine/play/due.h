// SPDX-License-Identifier: MIT
// What a die that is about to fall decides: for log, referee and table. Rules never read it.
#pragma once
#include "play/ledger.h"

namespace tambour {

struct Due {
  const char* purpose = "Die";       // "CohesionTest"
  const char* text = "A die falls";  // "Cohesion test"
  Citation why;                      // left out: the rule being played
  Seat side = Seat::Nobody;          // whose die it is, where no unit's
  UnitId unit = kNoUnit;
  HexId hex = kNoHex;  // what it strikes
  bool test = false;   // passed by a total of at most `rating`; otherwise a table is read, or the higher die wins
  int rating = 0;
  Ledger ledger;   // what is added to the face
  int inside = 0;  // how many procedures only carry the roll out for the rule that calls for it

  int highest_pass() const { return rating - ledger.total; }
};

// A die that is thrown against a rating, for one unit or none.
inline Due test_due(UnitId unit, int rating, const Ledger& ledger = {}) {
  Due out;
  out.unit = unit, out.test = true, out.rating = rating, out.ledger = ledger;
  return out;
}
inline Due side_due(Seat side, const Ledger& ledger = {}) {
  Due out;
  out.side = side, out.ledger = ledger;
  return out;
}
inline Due table_due(UnitId unit, HexId hex, const Ledger& ledger) {
  Due out;
  out.unit = unit, out.hex = hex, out.ledger = ledger;
  return out;
}

}  // namespace tambour
