// Counts heap allocations of the calling thread: options and apply must make none.
#pragma once
#include <cstdint>

namespace tambour::bench {
uint64_t allocations();
}
