// SPDX-License-Identifier: MIT
// A rule as the code names it: a row of data/rules/<book>.csv. The tables are generated from those files
// (generated/rows_<book>.h gives each book its own consteval cite()), so an unknown id does not compile.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#ifdef TAMBOUR_MUTANTS
#include <set>
#include <utility>
#endif
#ifdef TAMBOUR_TRACE
#include <set>
#endif

#include "kit/hash.h"

namespace tambour {

struct Citation {
  uint16_t book = 0xFFFF;  // index into rule_books()
  uint16_t row = 0;        // index into that book's rows
  constexpr explicit operator bool() const { return book != 0xFFFF; }
  friend constexpr auto operator<=>(const Citation&, const Citation&) = default;
};

struct RuleRow {
  std::string_view id, title, kind, summary, checks;
};
struct RuleBook {
  std::string_view name;
  std::span<const RuleRow> rows;  // sorted by id
};
std::span<const RuleBook> rule_books();  // generated from data/rules
const RuleRow* find_row(Citation c);     // null for no citation
const RuleBook* find_book(std::string_view name);
Citation find_citation(std::string_view book, std::string_view id);  // false if unknown

// Binary search at compile time over a generated, sorted table of ids.
template <std::size_t Size>
consteval Citation find_row_id(uint16_t book, const std::string_view (&ids)[Size], std::string_view id) {
  std::size_t low = 0, high = Size;
  while (low < high) {
    const std::size_t mid = (low + high) / 2;
    if (ids[mid] < id) low = mid + 1;
    else high = mid;
  }
  if (low == Size || ids[low] != id) throw "no such rule row";  // a compile error: the id is not in data/rules
  return {book, uint16_t(low)};
}

// With TAMBOUR_TRACE every row the code acts on and every chart it reads is recorded, so that coverage knows which rows a case executed.
// In other builds a note compiles to nothing.
namespace trace {
#ifdef TAMBOUR_TRACE
struct Seen {
  std::set<Citation> rows;
  std::set<std::string_view> charts;
};
inline thread_local Seen* seen = nullptr;  // receives the notes; may be null
constexpr void note(Citation c) {
  if (!std::is_constant_evaluated() && seen && c) seen->rows.insert(c);
}
inline void chart(const char* name) {
  if (seen) seen->charts.insert(name);
}
#else
constexpr void note(Citation) {}
constexpr void chart(const char*) {}
#endif
}  // namespace trace

// With TAMBOUR_MUTANTS one cited refusal or ledger line at a time can be silenced, to see whether a case notices.
namespace mutant {
// "<book>/<chapter>.cpp": the same from any checkout.
constexpr uint64_t file_id(std::string_view path) { return hash_text(path.substr(path.rfind('/', path.rfind('/') - 1) + 1)); }

#ifdef TAMBOUR_MUTANTS
struct Statement {  // may span lines: compilers differ in which of them they report
  uint64_t file = 0;
  unsigned first = 0, last = 0;
  bool holds(uint64_t f, unsigned line) const { return f == file && line >= first && line <= last; }
};
inline Statement muted;
inline std::set<std::pair<uint64_t, unsigned>>* reached = nullptr;  // receives the statements that took effect; may be null
constexpr bool live(std::string_view path, unsigned line) {
  if (std::is_constant_evaluated()) return true;
  const uint64_t file = file_id(path);
  if (reached) reached->insert({file, line});
  return !muted.holds(file, line);
}
#else
constexpr bool live(std::string_view, unsigned) { return true; }
#endif
}  // namespace mutant

}  // namespace tambour
