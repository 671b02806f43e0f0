// SPDX-License-Identifier: MIT
// An itemised sum: every modifier, factor, value and column shift of a combat with the rule it comes from.
#pragma once
#include "kit/fixed_vector.h"
#include "kit/ratio.h"
#include "play/action.h"
#include "play/citation.h"

namespace tambour {

struct LedgerLine {
  enum Kind : uint8_t { Step, Factor, Value, Shift };  // +2 on the roll; ×3/2; 25/2 on one side of the odds; two columns to the right
  int32_t value = 0;
  uint16_t den = 1;  // factors and values are fractions: value / den
  Kind kind = Step;
  UnitId unit = kNoUnit;  // the unit the line is about, if any
  HexId hex = kNoHex;
  Citation why;
};

struct Ledger {
  FixedVector<LedgerLine, 48> lines;
  int total = 0;   // sum of the steps
  int shifts = 0;  // sum of the column shifts

  constexpr void add(int value, Citation why, UnitId unit = kNoUnit, HexId hex = kNoHex,
                     [[maybe_unused]] const char* file = __builtin_FILE(), [[maybe_unused]] unsigned line = __builtin_LINE()) {
    if (value == 0) return;
#ifdef TAMBOUR_MUTANTS
    if (!mutant::live(file, line)) return;
#endif
    put(LedgerLine::Step, value, why, unit, hex);
    total += value;
  }
  // Returns the factor to multiply by: as given, or 1 if this line is muted. A factor of 1 is not listed.
  constexpr Ratio times(Ratio factor, Citation why, UnitId unit = kNoUnit, HexId hex = kNoHex,
                        [[maybe_unused]] const char* file = __builtin_FILE(), [[maybe_unused]] unsigned line = __builtin_LINE()) {
    if (factor == Ratio(1)) return factor;
#ifdef TAMBOUR_MUTANTS
    if (!mutant::live(file, line)) return 1;
#endif
    put(LedgerLine::Factor, factor, why, unit, hex);
    return factor;
  }
  // A value on one side of the odds. Returns it, or 0 if this line is muted.
  constexpr Ratio count(Ratio value, Citation why, UnitId unit = kNoUnit, HexId hex = kNoHex,
                        [[maybe_unused]] const char* file = __builtin_FILE(), [[maybe_unused]] unsigned line = __builtin_LINE()) {
#ifdef TAMBOUR_MUTANTS
    if (!mutant::live(file, line)) return 0;
#endif
    put(LedgerLine::Value, value, why, unit, hex);
    return value;
  }
  // Shifts to the right; negative: to the left.
  constexpr void shift(int columns, Citation why, UnitId unit = kNoUnit, HexId hex = kNoHex,
                       [[maybe_unused]] const char* file = __builtin_FILE(), [[maybe_unused]] unsigned line = __builtin_LINE()) {
    if (columns == 0) return;
#ifdef TAMBOUR_MUTANTS
    if (!mutant::live(file, line)) return;
#endif
    put(LedgerLine::Shift, columns, why, unit, hex);
    shifts += columns;
  }
  // A line to show although it adds nothing ("odds 1:1").
  constexpr void note(Citation why, UnitId unit = kNoUnit, HexId hex = kNoHex) { put(LedgerLine::Step, 0, why, unit, hex); }

 private:
  constexpr void put(LedgerLine::Kind kind, Ratio value, Citation why, UnitId unit, HexId hex) {
    trace::note(why);
    lines.push_back({int32_t(value.num), uint16_t(value.den), kind, unit, hex, why});
  }
};

// Why an act is not allowed. False if it is allowed.
struct Refusal {
  Citation why;
  UnitId unit = kNoUnit;
  HexId hex = kNoHex;
  constexpr explicit operator bool() const { return bool(why); }
};

// In a predicate that returns Refusal: REFUSE("6.2.2-a", unit, hex); does nothing if this statement is muted.
#define REFUSE(id, ...)                                               \
  do {                                                                \
    if (::tambour::mutant::live(__FILE__, __LINE__)) {                \
      ::tambour::trace::note(cite(id));                               \
      return ::tambour::Refusal{cite(id) __VA_OPT__(, ) __VA_ARGS__}; \
    }                                                                 \
  } while (0)

}  // namespace tambour
