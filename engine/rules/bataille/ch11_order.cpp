// SPDX-License-Identifier: MIT
// Chapters 11.2 and 13.1.3.4: the order of a stack, and who is left behind.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"

namespace tambour::bataille {

Refusal restack_barred(const Look& b, Action a) {
  const Hand& hand = mover(b);
  if (hand.count < 2 || top_at(b, b.pos.at(a.who)) != kNoUnit) REFUSE("11.2.1-a", a.who);  // somebody of the stack may not move
  if (a.who == hand.unit[0] || hand.shuffled) REFUSE("11.2.1-a", a.who);
  if (left(b) <= 0) REFUSE("11.2.1-a", a.who);
  return {};
}

void restack(Run& r, UnitId u) {
  Hand& hand = r.pos.hand[0];
  UnitId* at = std::find(hand.unit, hand.unit + hand.count, u);
  std::copy_backward(hand.unit, at, at + 1);
  hand.unit[0] = u;
  hand.shuffled = 1;
  r.tell({.fact = Fact::Restacked, .who = u, .hex = r.pos.at(u), .why = cite("11.2.1-a")});
}

Refusal drop_barred(const Look& b, Action a) {
  const Hand& hand = mover(b);
  if (hand.count < 2 || left(b) <= 0) REFUSE("13.1.3.4-a", a.who);
  const UnitId there = top_at(b, b.pos.at(a.who));
  const UnitState& s = b.pos.unit[a.who];
  const bool elsewhere = there != kNoUnit && (b.pos.at(there) != b.pos.at(a.who) || b.pos.unit[shaper(b, there)].hexes > 1);
  if (is_spread(b) || elsewhere) REFUSE("11.1.2.1-a", a.who);
  if (there != kNoUnit && b.pos.unit[shaper(b, there)].form != s.form) REFUSE("11.1.2-a", a.who);
  return stacking_barred(b, &a.who, 1, s.form, Footprint{b.pos.at(a.who)}, true);
}

void drop_off(Run& r, UnitId u) {
  Hand& hand = r.pos.hand[0];
  const HexId at = r.pos.at(u);
  const bool moved = hand.steps > 0 || hand.spent > 0;
  UnitId* place = std::find(hand.unit, hand.unit + hand.count, u);
  std::copy(place + 1, hand.unit + hand.count, place);
  hand.unit[--hand.count] = kNoUnit;
  unlink_stack(r, at);
  r.pos.stack.at[u] = kNoHex;
  r.pos.stack.put_at_bottom(u, at);
  link_stack(r, at);
  if (moved && by("13.1.3.4-a")) r.pos.set(u, kMoved);
  int most = 255;
  for (int k = 0; k < hand.count; ++k) most = std::min(most, allowance(r.look(), hand.unit[k]));
  if (good(r.look(), hand.unit[0])) hand.allowance = uint8_t(most);  // 13.1.3.1-a
  r.tell({.fact = Fact::LeftBehind, .who = u, .hex = at, .why = cite("13.1.3.4-a")});
}

}  // namespace tambour::bataille
