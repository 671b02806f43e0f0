// SPDX-License-Identifier: MIT
// A fast 64-bit hash of bytes, stable across builds and machines of one endianness.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tambour {

constexpr uint64_t mix(uint64_t x) {  // splitmix64's finaliser
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

inline uint64_t hash_bytes(const void* data, std::size_t size, uint64_t seed = 0) {
  const auto* p = static_cast<const unsigned char*>(data);
  uint64_t h = mix(seed + 0x9e3779b97f4a7c15ull * (size + 1));
  for (; size >= 8; p += 8, size -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    h = mix(h ^ word) + 0x9e3779b97f4a7c15ull;
  }
  uint64_t tail = 0;
  if (size) std::memcpy(&tail, p, size);
  return mix(h ^ tail);
}

constexpr uint64_t hash_text(std::string_view s) {  // FNV-1a, usable in constant expressions
  uint64_t h = 0xcbf29ce484222325ull;
  for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}

}  // namespace tambour
