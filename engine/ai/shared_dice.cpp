// SPDX-License-Identifier: MIT
#include "ai/shared_dice.h"

#include <algorithm>

namespace tambour {

Action SharedDice::roll(const Game& game, const State& s, ActionSink& acts) {
  uint64_t what = seed_;
  for (int i = 0; i < s.depth; ++i) {
    const Slot& slot = s.stack[i];
    const RuleRow* row = find_row(slot.step);  // by its id: rows may be added before it
    what = hash_bytes(slot.data, sizeof slot.data, what + slot.ops->id + (row ? hash_text(row->id) : 0));
  }
  what = mix(what + rolled_[what % std::size(rolled_)]++);
  acts.clear();
  game.options(s, acts);
  if (acts.size() == 0) return {};
  if (s.dice != Dice::Draw) return acts[int(uint64_t{uint32_t(what)} * uint32_t(acts.size()) >> 32)];
  const auto luck = [what](const Action& a) { return hash_bytes(&a, sizeof a, what); };
  return *std::max_element(acts.begin(), acts.end(), [&](const Action& a, const Action& b) { return luck(a) < luck(b); });
}

}  // namespace tambour
