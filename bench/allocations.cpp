// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <new>

#include "bench.h"

static thread_local uint64_t count = 0;

namespace tambour::bench {
uint64_t allocations() { return count; }
}  // namespace tambour::bench

void* operator new(std::size_t size) {
  ++count;
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
