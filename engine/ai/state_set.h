// SPDX-License-Identifier: MIT
// A set of distinct states, compared by a 128-bit hash of their bytes. The bytes can be dropped once nobody reads them; the entry still
// marks the state as known. Memory is reused.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "play/state.h"

namespace tambour {

uint64_t quick_hash(const void* bytes, std::size_t size);

class StateSet {
 public:
  StateSet() = default;
  ~StateSet();
  StateSet(const StateSet&) = delete;
  int size() const { return int(entries_.size()); }
  void clear();
  // Its number, and whether it is new. States with different tags are distinct. Clears State::answer, which no longer matters.
  std::pair<int, bool> add(State& s, uint8_t tag = 0);
  void get(int i, State& out) const;  // not after drop(i)
  void drop(int i);

 private:
  struct Key {
    uint64_t low, high;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Entry {
    Key key;
    std::byte* bytes;  // null once dropped
    uint32_t rooms;
  };
  static constexpr std::size_t kRoom = 512, kBlock = std::size_t{1} << 20;
  static std::size_t head(const State& s) { return offsetof(State, stack) + s.depth * sizeof(Slot); }
  static Key key_of(const State& s, uint8_t tag);
  std::byte* take(uint32_t rooms);
  void grow();

  std::vector<Entry> entries_;
  std::vector<uint32_t> table_;  // open addressing; 0: free, otherwise entry + 1
  using Blocks = std::vector<std::unique_ptr<std::byte[]>>;
  static Blocks& spare();  // blocks kept from this thread's earlier sets
  Blocks blocks_;
  std::size_t block_ = 0, used_ = 0;                         // position of the next unused bytes
  std::vector<std::byte*> free_[sizeof(State) / kRoom + 2];  // dropped bytes for reuse, by size
};

}  // namespace tambour
