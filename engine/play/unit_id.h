// SPDX-License-Identifier: MIT
// The number of a counter in the battle's roster, as a strong type: it does not convert to or from other numbers and indexes only tables
// made for units. Its width is defined here alone; where a wider one would change a size or leave padding (Action, some positions), a
// static_assert fails.
#pragma once
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "kit/fixed_vector.h"

namespace tambour {

enum class UnitId : uint8_t {};  // combat units first, then leaders

inline constexpr UnitId kNoUnit{std::numeric_limits<std::underlying_type_t<UnitId>>::max()};
inline constexpr UnitId kFirstUnit{0};
inline constexpr int kMaxUnits = 160;
constexpr int index(UnitId u) { return int(u); }
constexpr UnitId& operator++(UnitId& u) { return u = UnitId(index(u) + 1); }  // for frames that stop between units; elsewhere UnitRange
inline constexpr int kUnitNumbers = index(kNoUnit) + 1;                       // size of a table that kNoUnit may index too
static_assert(kMaxUnits < index(kNoUnit), "kNoUnit must be none of the units");

// The first `count` units, or those from `first` up to `end`, to loop over: for (UnitId u : UnitRange(count)).
class UnitRange {
 public:
  struct Iterator {
    int at;
    constexpr UnitId operator*() const { return UnitId(at); }
    constexpr Iterator& operator++() { return ++at, *this; }
    constexpr bool operator!=(const Iterator& o) const { return at < o.at; }
  };
  explicit constexpr UnitRange(int count) : UnitRange(0, count) {}
  constexpr UnitRange(int first, int end) : first_(first), end_(end) {}
  constexpr Iterator begin() const { return {first_}; }
  constexpr Iterator end() const { return {end_}; }

 private:
  int first_, end_;
};
constexpr UnitRange units_before(UnitId u) { return UnitRange(0, index(u)); }

// A value for each unit, part of a book's position: an aggregate, like an array.
template <class T, int N>
struct PerUnit {
  T item[N];

  constexpr T& operator[](UnitId u) { return check(u), item[index(u)]; }
  constexpr const T& operator[](UnitId u) const { return check(u), item[index(u)]; }
  constexpr T* begin() { return item; }
  constexpr T* end() { return item + N; }
  constexpr const T* begin() const { return item; }
  constexpr const T* end() const { return item + N; }
  static constexpr int size() { return N; }

 private:
  static constexpr void check(UnitId u) {
    if constexpr (kChecked)
      if (index(u) >= N) fault("a table has no such unit");
  }
};

// The same for the fixed data of a battle, as long as its roster.
template <class T>
struct UnitVector : std::vector<T> {
  using std::vector<T>::vector;
  using std::vector<T>::operator[];
  bool has(UnitId u) const { return std::size_t(u) < this->size(); }
  decltype(auto) operator[](UnitId u) { return (*this)[std::size_t(u)]; }
  decltype(auto) operator[](UnitId u) const { return (*this)[std::size_t(u)]; }
};

// A set of units, one bit each, in bytes: leaves no padding in a book's position.
template <int N>
struct UnitBits {
  static_assert(N % 8 == 0);
  uint8_t bits[N / 8];

  bool has(UnitId u) const { return bits[index(u) / 8] >> (index(u) % 8) & 1; }
  void add(UnitId u) { bits[index(u) / 8] = uint8_t(bits[index(u) / 8] | 1 << (index(u) % 8)); }
  void remove(UnitId u) { bits[index(u) / 8] = uint8_t(bits[index(u) / 8] & ~(1 << (index(u) % 8))); }
};

// The same in words: faster unions and iteration.
struct UnitSet {
  static constexpr int kMost = 128;
  uint64_t bits[2] = {0, 0};

  bool empty() const { return !(bits[0] | bits[1]); }
  bool has(UnitId u) const { return bits[word(u)] & bit(u); }
  void add(UnitId u) { bits[word(u)] |= bit(u); }
  void remove(UnitId u) { bits[word(u)] &= ~bit(u); }
  UnitId first() const { return bits[0] ? UnitId(std::countr_zero(bits[0])) : bits[1] ? UnitId(64 + std::countr_zero(bits[1])) : kNoUnit; }
  friend UnitSet operator|(const UnitSet& a, const UnitSet& b) { return {{a.bits[0] | b.bits[0], a.bits[1] | b.bits[1]}}; }
  friend bool operator==(const UnitSet&, const UnitSet&) = default;

 private:
  static constexpr int word(UnitId u) { return index(u) >> 6; }
  static constexpr uint64_t bit(UnitId u) { return uint64_t{1} << (index(u) & 63); }
};

}  // namespace tambour
