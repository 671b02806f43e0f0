// Distinct states with their probability: equal states are merged, found by hash and checked by bytes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "play/state.h"

namespace tambour {

class Bag {
 public:
  int size() const { return int(entries_.size()); }
  double mass(int i) const { return entries_[std::size_t(i)].mass; }
  void get(int i, State& out) const;
  void clear();
  // The answer that led here is spent and does not tell states apart, so it is wiped.
  void add(State& s, double mass);

 private:
  struct Entry {
    uint64_t hash;
    std::size_t at;
    double mass;
  };
  void grow();
  static std::size_t head(const State& s) { return offsetof(State, stack) + s.depth * sizeof(Slot); }

  std::vector<Entry> entries_;
  std::vector<std::byte> bytes_;  // what is in use of each state, one after the other
  std::vector<uint32_t> table_;   // open addressing; 0: free, otherwise entry + 1
};

}  // namespace tambour
