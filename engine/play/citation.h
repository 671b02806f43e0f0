// A rule as the code names it: a row of data/rules/<book>.csv. The tables are generated from those files
// (generated/rows_<book>.h gives each book its own consteval cite()), so an unknown id does not compile.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

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
std::span<const RuleBook> rule_books();          // generated from data/rules
const RuleRow* find_row(Citation c);             // null for no citation
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

// A build with TAMBOUR_MUTANTS can silence one cited refusal or ledger line at a time, to see whether a case notices.
namespace mutant {
#ifdef TAMBOUR_MUTANTS
inline uint64_t muted = 0;
inline bool live(uint64_t site) { return site != muted; }
#else
constexpr bool live(uint64_t) { return true; }
#endif
constexpr uint64_t site(std::string_view file, unsigned line) {
  const auto slash = file.rfind('/', file.rfind('/') - 1);  // "<book>/<chapter>.cpp": the same from any checkout
  return mix(hash_text(file.substr(slash + 1)) + line);
}
}  // namespace mutant

}  // namespace tambour
