// SPDX-License-Identifier: MIT
#include "lab/edition.h"

#include "battle/content_hash.h"
#include "kit/hash.h"
#include "rules/registry.h"

namespace tambour {

Edition edition_of(std::string_view book, const Battle& battle, const std::string& data) {
  return {rules_version(book), mix(battle.hash) + charts_hash(data, std::string(book))};
}

std::string difference(const Edition& then, const Edition& now, std::string_view book, std::string_view battle) {
  if (then.rules != now.rules)
    return "it began under version " + std::to_string(then.rules) + " of the rules of " + std::string(book) + ", and this is version " +
           std::to_string(now.rules);
  if (then.hash && then.hash != now.hash)
    return "the battle " + std::string(battle) + " or the charts of " + std::string(book) + " have changed since it began";
  return "";
}

uint64_t board_hash(const Game& game, const State& state) {
  const View view = game.observe(state, Seat::Nobody);
  uint64_t out = mix(uint64_t(view.turn) + 1) ^ mix(uint64_t(state.seat) + 0x100);
  for (int points : view.points) out = mix(out + uint64_t(int64_t(points)));
  for (const CounterView& c : view.counters) {
    const int32_t where[] = {int32_t(c.id), c.place == "map" ? int32_t(c.hex) : -1, c.facing, c.height, c.place == "gone"};
    out = hash_bytes(where, sizeof where, out);
  }
  return out ? out : 1;  // 0 means unknown
}

}  // namespace tambour
