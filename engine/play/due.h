// SPDX-License-Identifier: MIT
// What the next die roll decides: for log, referee and table. Rules never read it.
#pragma once
#include "play/ledger.h"

namespace tambour {

struct Due {
  const char* purpose = "Die";       // "CohesionTest"
  const char* text = "A die falls";  // "Cohesion test"
  Citation why;                      // none: the rule being played
  Seat side = Seat::Nobody;          // of a roll that is for no unit
  UnitId unit = kNoUnit;
  HexId hex = kNoHex;  // its target
  bool test = false;   // passed by a total of at most `rating`; otherwise a table is read, or the higher roll wins
  int rating = 0;
  Ledger ledger;   // modifiers of the roll
  int inside = 0;  // innermost procedures that only carry out the roll for the rule that calls for it

  int highest_pass() const { return rating - ledger.total; }
};

// A roll against a rating, for one unit or none.
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
