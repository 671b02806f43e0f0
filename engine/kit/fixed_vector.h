// SPDX-License-Identifier: MIT
// A vector with a compile-time bound: trivially copyable, no heap, for values inside a State.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "kit/fault.h"

namespace tambour {

// Indexes are checked in all builds but release (TAMBOUR_CHECKED); a full list is a Fault in every build.
#ifdef TAMBOUR_CHECKED
inline constexpr bool kChecked = true;
#else
inline constexpr bool kChecked = false;
#endif

template <class T, int N>
class FixedVector {
  static_assert(std::is_trivially_copyable_v<T> && N > 0 && N < 32768);

 public:
  constexpr FixedVector() = default;
  constexpr FixedVector(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }

  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool full() const { return size_ == N; }
  static constexpr int capacity() { return N; }
  constexpr void clear() { size_ = 0; }
  constexpr void push_back(const T& item) {
    if (size_ == N) fault("a list is full");
    items_[size_++] = item;
  }
  constexpr void pop_back() {
    need(size_ > 0);
    --size_;
  }
  constexpr void erase_at(int i) {
    need(holds(i));
    for (--size_; i < size_; ++i) items_[i] = items_[i + 1];
  }
  constexpr bool contains(const T& item) const {
    for (const T& x : *this)
      if (x == item) return true;
    return false;
  }

  constexpr T& operator[](int i) { return need(holds(i)), items_[i]; }
  constexpr const T& operator[](int i) const { return need(holds(i)), items_[i]; }
  constexpr T& back() { return need(size_ > 0), items_[size_ - 1]; }
  constexpr const T& back() const { return need(size_ > 0), items_[size_ - 1]; }
  constexpr T* begin() { return items_; }
  constexpr T* end() { return items_ + size_; }
  constexpr const T* begin() const { return items_; }
  constexpr const T* end() const { return items_ + size_; }

 private:
  constexpr bool holds(int i) const { return i >= 0 && i < size_; }
  static constexpr void need(bool held) {
    if constexpr (kChecked)
      if (!held) fault("index out of range in a list");
  }

  // No padding: a vector of bytes counts in a byte.
  using Size = std::conditional_t < sizeof(T) == 1 && N<256, uint8_t, int16_t>;
  T items_[N]{};
  Size size_ = 0;
};

}  // namespace tambour
