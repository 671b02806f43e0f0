// An itemised sum: every modifier of a combat with the rule it comes from.
#pragma once
#include "kit/fixed_vector.h"
#include "play/action.h"
#include "play/citation.h"

namespace tambour {

struct LedgerLine {
  int16_t value = 0;
  Citation why;
  UnitId unit = kNoUnit;  // whom the line is about, if anybody
  HexId hex = kNoHex;
};

struct Ledger {
  FixedVector<LedgerLine, 24> lines;
  int total = 0;

  constexpr void add(int value, Citation why, UnitId unit = kNoUnit, HexId hex = kNoHex,
                     [[maybe_unused]] const char* file = __builtin_FILE(), [[maybe_unused]] unsigned line = __builtin_LINE()) {
    if (value == 0) return;
#ifdef TAMBOUR_MUTANTS
    if (!mutant::live(file, line)) return;
#endif
    trace::note(why);
    lines.push_back({int16_t(value), why, unit, hex});
    total += value;
  }
  // A line worth showing although it adds nothing ("odds 1:1").
  constexpr void note(Citation why, UnitId unit = kNoUnit, HexId hex = kNoHex) {
    trace::note(why);
    lines.push_back({0, why, unit, hex});
  }
};

// Why an act is not allowed. False when nothing speaks against it.
struct Refusal {
  Citation why;
  UnitId unit = kNoUnit;
  HexId hex = kNoHex;
  constexpr explicit operator bool() const { return bool(why); }
};

// In a predicate that returns Refusal: REFUSE("6.2.2-a", unit, hex); falls through when the site is muted.
#define REFUSE(id, ...)                                               \
  do {                                                                \
    if (::tambour::mutant::live(__FILE__, __LINE__)) {                \
      ::tambour::trace::note(cite(id));                               \
      return ::tambour::Refusal{cite(id) __VA_OPT__(, ) __VA_ARGS__}; \
    }                                                                 \
  } while (0)

}  // namespace tambour
