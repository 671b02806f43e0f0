// SPDX-License-Identifier: MIT
// xoshiro256**: the generator behind drawn dice, random players and sampling. Never part of a State.
#pragma once
#include <cstdint>

#include "kit/hash.h"

namespace tambour {

class Rng {
 public:
  explicit Rng(uint64_t seed) {
    for (uint64_t& word : s_) word = mix(seed += 0x9e3779b97f4a7c15ull);
  }
  uint64_t next() {
    const uint64_t out = rotl(s_[1] * 5, 7) * 9, t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = rotl(s_[3], 45);
    return out;
  }
  // Unbiased integer in [0, n): Lemire's multiply-and-reject.
  uint32_t below(uint32_t n) {
    uint64_t m = uint64_t{uint32_t(next() >> 32)} * n;
    if (uint32_t(m) < n) {
      const uint32_t floor = -n % n;
      while (uint32_t(m) < floor) m = uint64_t{uint32_t(next() >> 32)} * n;
    }
    return uint32_t(m >> 32);
  }

 private:
  static constexpr uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  uint64_t s_[4];
};

}  // namespace tambour
