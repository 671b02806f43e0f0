#include "ai/bag.h"

namespace tambour {

void Bag::clear() {
  entries_.clear(), bytes_.clear();
  std::fill(table_.begin(), table_.end(), 0);
}

void Bag::get(int i, State& out) const {
  const std::byte* from = bytes_.data() + entries_[std::size_t(i)].at;
  std::memcpy(static_cast<void*>(&out), from, offsetof(State, stack));
  std::memcpy(out.stack, from + offsetof(State, stack), out.depth * sizeof(Slot));
  std::memcpy(out.pos, from + head(out), out.pos_size);
}

void Bag::grow() {
  table_.assign(std::max<std::size_t>(64, table_.size() * 2), 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t k = entries_[i].hash & (table_.size() - 1);
    while (table_[k]) k = (k + 1) & (table_.size() - 1);
    table_[k] = uint32_t(i + 1);
  }
}

void Bag::add(State& s, double mass) {
  s.answer = {};
  if ((entries_.size() + 1) * 2 > table_.size()) grow();
  const uint64_t key = hash(s);
  const std::size_t front = head(s), size = front + s.pos_size;
  std::size_t k = key & (table_.size() - 1);
  for (; table_[k]; k = (k + 1) & (table_.size() - 1)) {
    Entry& e = entries_[table_[k] - 1];
    if (e.hash != key) continue;
    const std::byte* old = bytes_.data() + e.at;
    if (e.at + size <= bytes_.size() && std::memcmp(old, &s, front) == 0 && std::memcmp(old + front, s.pos, s.pos_size) == 0) {
      e.mass += mass;
      return;
    }
  }
  table_[k] = uint32_t(entries_.size() + 1);
  entries_.push_back({key, bytes_.size(), mass});
  const auto* from = reinterpret_cast<const std::byte*>(&s);
  bytes_.insert(bytes_.end(), from, from + front);
  bytes_.insert(bytes_.end(), s.pos, s.pos + s.pos_size);
}

}  // namespace tambour
