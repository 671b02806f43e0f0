// SPDX-License-Identifier: MIT
#include "ai/evaluation_memo.h"

#include "ai/state_set.h"

namespace tambour {

int EvaluationMemo::value(const Game& game, const State& s, Seat seat, Detail detail) {
  const uint64_t asked = uint64_t(seat) << 2 | uint64_t(detail) << 1 | s.over();
  const uint64_t key = mix(quick_hash(s.pos + s.derived, s.pos_size - s.derived) + asked) | 1;  // 0 marks an empty entry
  Entry& entry = entries_[(key >> 1) & (entries_.size() - 1)];
  if (entry.key != key) entry = {key, game.evaluate(s, seat, detail)};
  return entry.value;
}

}  // namespace tambour
