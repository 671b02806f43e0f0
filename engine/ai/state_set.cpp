// SPDX-License-Identifier: MIT
#include "ai/state_set.h"

#include <algorithm>

namespace tambour {
namespace {

uint64_t fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return uint64_t(product) ^ uint64_t(product >> 64);
}

constexpr std::size_t kSpare = 16;  // blocks: 16 MB

constexpr uint64_t kSalt[4] = {0x9e3779b97f4a7c15ull, 0xc2b2ae3d27d4eb4full, 0x165667b19e3779f9ull, 0xd6e8feb86659fd93ull};

struct Lanes {  // two independent sums of all words, each in two halves so that multiplications overlap
  uint64_t a[2] = {1, 2}, b[2] = {3, 4};

  void add(const std::byte* p, std::size_t size) {
    uint64_t w[4];
    for (; size >= 32; p += 32, size -= 32) {
      std::memcpy(w, p, 32);
      mix(w);
    }
    if (!size) return;
    std::fill(w, w + 4, 0);
    std::memcpy(w, p, size);
    mix(w);
  }
  void mix(const uint64_t (&w)[4]) {
    for (int k = 0; k < 2; ++k) {
      a[k] = fold(w[2 * k] ^ a[k], w[2 * k + 1] ^ kSalt[k]);
      b[k] = fold(w[2 * k + 1] ^ b[k], w[2 * k] ^ kSalt[k + 2]);
    }
  }
};

}  // namespace

uint64_t quick_hash(const void* bytes, std::size_t size) {
  Lanes l;
  l.add(static_cast<const std::byte*>(bytes), size);
  return mix(l.a[0] ^ fold(l.a[1], kSalt[3]) ^ l.b[0] ^ l.b[1]);
}

StateSet::Key StateSet::key_of(const State& s, uint8_t tag) {
  Lanes l;
  l.a[0] += tag, l.b[0] += tag;
  l.add(reinterpret_cast<const std::byte*>(&s), head(s));
  l.add(s.pos + s.derived, s.pos_size - s.derived);
  return {mix(l.a[0] ^ fold(l.a[1], kSalt[3])), mix(l.b[0] ^ fold(l.b[1], kSalt[0]))};
}

// Page faults cost about a seventh of a walk, so each thread keeps its blocks for the next one.
StateSet::Blocks& StateSet::spare() {
  thread_local Blocks blocks;
  return blocks;
}

StateSet::~StateSet() {
  for (auto& block : blocks_)
    if (spare().size() < kSpare) spare().push_back(std::move(block));
}

void StateSet::clear() {
  for (int i = 0; i < size(); ++i) drop(i);
  entries_.clear();
  std::fill(table_.begin(), table_.end(), 0);
}

std::byte* StateSet::take(uint32_t rooms) {
  if (auto& spare = free_[rooms]; !spare.empty()) {
    std::byte* out = spare.back();
    spare.pop_back();
    return out;
  }
  const std::size_t bytes = rooms * kRoom;
  if (block_ < blocks_.size() && used_ + bytes > kBlock) ++block_, used_ = 0;
  if (block_ == blocks_.size()) {
    if (spare().empty()) spare().push_back(std::make_unique_for_overwrite<std::byte[]>(kBlock));
    blocks_.push_back(std::move(spare().back()));
    spare().pop_back();
    used_ = 0;
  }
  std::byte* out = blocks_[block_].get() + used_;
  used_ += bytes;
  return out;
}

void StateSet::drop(int i) {
  Entry& e = entries_[std::size_t(i)];
  if (!e.bytes) return;
  free_[e.rooms].push_back(e.bytes);
  e.bytes = nullptr;
}

void StateSet::get(int i, State& out) const {
  const std::byte* from = entries_[std::size_t(i)].bytes;
  std::memcpy(static_cast<void*>(&out), from, offsetof(State, stack));
  std::memcpy(out.stack, from + offsetof(State, stack), out.depth * sizeof(Slot));
  std::memcpy(out.pos, from + head(out), out.pos_size);
}

void StateSet::grow() {
  table_.assign(std::max<std::size_t>(64, table_.size() * 2), 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t k = entries_[i].key.low & (table_.size() - 1);
    while (table_[k]) k = (k + 1) & (table_.size() - 1);
    table_[k] = uint32_t(i + 1);
  }
}

std::pair<int, bool> StateSet::add(State& s, uint8_t tag) {
  s.answer = {};
  if ((entries_.size() + 1) * 2 > table_.size()) grow();
  const Key key = key_of(s, tag);
  std::size_t k = key.low & (table_.size() - 1);
  for (; table_[k]; k = (k + 1) & (table_.size() - 1))
    if (entries_[table_[k] - 1].key == key) return {int(table_[k] - 1), false};
  table_[k] = uint32_t(entries_.size() + 1);
  const std::size_t front = head(s);
  const auto rooms = uint32_t((front + s.pos_size + kRoom - 1) / kRoom);
  std::byte* to = take(rooms);
  std::memcpy(to, &s, front);
  std::memcpy(to + front, s.pos, s.pos_size);
  entries_.push_back({key, to, rooms});
  return {size() - 1, true};
}

}  // namespace tambour
