// SPDX-License-Identifier: MIT
// Exact fractions: always reduced, the denominator positive. Values of combat are small; products are compared in 128 bits.
#pragma once
#include <compare>
#include <cstdint>
#include <numeric>
#include <string>

#include "kit/fault.h"

namespace tambour {

struct Ratio {
  int64_t num = 0, den = 1;

  constexpr Ratio() = default;
  constexpr Ratio(int64_t n) : num(n) {}  // NOLINT: whole numbers are fractions
  constexpr Ratio(int64_t n, int64_t d) : num(n), den(d) {
    if (d == 0) fault("division by zero");
    const int64_t g = std::gcd(n, d) * (d < 0 ? -1 : 1);
    num /= g, den /= g;
  }

  constexpr int64_t floor() const { return num >= 0 ? num / den : -((-num + den - 1) / den); }
  constexpr int64_t nearest() const { return Ratio(2 * num + den, 2 * den).floor(); }  // halves go up

  friend constexpr Ratio operator+(Ratio a, Ratio b) { return {a.num * b.den + b.num * a.den, a.den * b.den}; }
  friend constexpr Ratio operator-(Ratio a, Ratio b) { return {a.num * b.den - b.num * a.den, a.den * b.den}; }
  friend constexpr Ratio operator*(Ratio a, Ratio b) { return {a.num * b.num, a.den * b.den}; }
  friend constexpr Ratio operator/(Ratio a, Ratio b) { return {a.num * b.den, a.den * b.num}; }
  constexpr Ratio& operator+=(Ratio b) { return *this = *this + b; }
  constexpr Ratio& operator*=(Ratio b) { return *this = *this * b; }
  friend constexpr bool operator==(Ratio a, Ratio b) { return a.num == b.num && a.den == b.den; }
  friend constexpr std::strong_ordering operator<=>(Ratio a, Ratio b) {
    const __int128 left = __int128(a.num) * b.den, right = __int128(b.num) * a.den;
    return left < right ? std::strong_ordering::less : left > right ? std::strong_ordering::greater : std::strong_ordering::equal;
  }
};

inline std::string to_text(Ratio r) { return std::to_string(r.num) + (r.den == 1 ? "" : "/" + std::to_string(r.den)); }  // "25/2"

}  // namespace tambour
