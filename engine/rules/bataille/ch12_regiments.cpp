// SPDX-License-Identifier: MIT
// Chapter 12.1.
#include "rules/bataille/ch12_regiments.h"

#include <algorithm>

namespace tambour::bataille {

int battalions_of(const Look& b, UnitId regiment, UnitId* list) {
  int n = 0;
  for (UnitId u = kFirstUnit; b.field.units.has(u) && n < 8; ++u)
    if (counter(b, u).regiment == regiment) list[n++] = u;
  std::sort(list, list + n, [&](UnitId x, UnitId y) { return counter(b, x).number < counter(b, y).number; });
  return n;
}

int battalions_lost(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  const UnitState& s = b.pos.unit[u];
  const bool counts = c.size == Size::Battalion || (c.size == Size::Regiment && c.arm == Arm::Infantry);
  if (!counts || s.fate == Fate::Beside || s.fate == Fate::Due || (s.fate == Fate::OnMap && s.order != Order::Pgd)) return 0;
  UnitId list[8];
  return c.size == Size::Regiment ? std::max(1, battalions_of(b, u, list)) : 1;
}

bool must_break_down(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  UnitId list[8];
  if (c.size != Size::Regiment || c.arm != Arm::Infantry || !b.pos.on_map(u) || 2 * b.pos.unit[u].losses < c.inc) return false;
  return battalions_of(b, u, list) > 1 && (c.inc > 9 || !by("12.1.2-b")) && by("17.1.3-a");
}

// 12.1.4: as equally as possible, the oldest battalion first.
static void share_losses(Run& r, UnitId regiment, const UnitId* list, int n) {
  int losses = r.pos.unit[regiment].losses;
  for (int k = 0; k < n; ++k) r.pos.unit[list[k]].losses = 0;
  for (int k = 0; losses > 0 && k < 255 && by("12.1.4-a"); ++k) {
    UnitState& s = r.pos.unit[list[k % n]];
    if (s.losses + 1 < counter(r.look(), list[k % n]).inc) ++s.losses, --losses;
  }
}

// Whatever names the regiment names its first battalion from now on.
static void rename(Run& r, UnitId from, UnitId to) {
  for (int k = 0; k < r.pos.hits; ++k)
    if (r.pos.hit[k].unit == from) r.pos.hit[k].unit = to;
  for (int f = 0; f < r.pos.melees.fights; ++f) {
    std::replace(std::begin(r.pos.melees.fight[f].attacker), std::end(r.pos.melees.fight[f].attacker), from, to);
    std::replace(std::begin(r.pos.melees.fight[f].defender), std::end(r.pos.melees.fight[f].defender), from, to);
  }
}

void break_down(Run& r, UnitId regiment) {
  UnitId list[8];
  const int n = battalions_of(r.look(), regiment, list);
  const UnitState was = r.pos.unit[regiment];
  const HexId head = r.pos.at(regiment);
  Hand& hand = r.pos.hand[0];
  if (hand.count && hand.unit[0] == regiment) hand.count = 0, hand.unit[0] = kNoUnit;
  else unlink_stack(r, head);
  share_losses(r, regiment, list, n);
  UnitId order[kMates];
  int m = 0;
  for (UnitId x : r.pos.stack.in(head))
    if (m < kMates) order[m++] = x;
  const bool in_stack = std::count(order, order + m, regiment) > 0;
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    const uint8_t losses = s.losses;
    s = was;
    s.losses = losses, s.fate = Fate::OnMap;
  }
  // A Road Column of the regiment is longer than its battalions fill (12.3.1): they gather at its head.
  if (was.hexes > longest(r.look(), list[0]))
    for (int k = 0; k < n; ++k) r.pos.unit[list[k]].hexes = 1, r.pos.unit[list[k]].trail = 0;
  // The battalions lie where the regiment lay; above them who lay above it.
  r.pos.stack.lift(regiment);
  for (int k = 0; k < n; ++k) r.pos.stack.put_at_bottom(list[k], head);
  bool below = false;
  for (int k = 0; k < m && in_stack; ++k) {
    if (below) r.pos.stack.put_at_bottom(order[k], head);
    below |= order[k] == regiment;
  }
  UnitState& s = r.pos.unit[regiment];
  s.fate = Fate::Beside, s.marks = 0, s.target = s.target2 = kNoHex;
  for (int k = 0; k < 3; ++k) r.pos.aim[regiment][k] = kNoHex;
  rename(r, regiment, list[0]);
  by("12.1.2.1-a", "12.1-a", "12.1.3-a"), link_stack(r, head);
  for (int k = 0; k < n; ++k) r.tell({.fact = Fact::Entered, .who = list[k], .hex = head, .why = cite("12.1-a")});
}

Refusal break_down_barred(const Look& b) {
  const UnitId u = lead(b);
  UnitId list[8];
  if (counter(b, u).size != Size::Regiment || battalions_of(b, u, list) < 2) REFUSE("12.1-a", u);
  if (b.pos.chit != Chit::Maneuver || mover(b).flags & kDeclared) REFUSE("12.1.1-a", u);
  if (const Refusal no = change_barred(b, change_cost(b))) return no;
  if (mover(b).count > 1) REFUSE("12.1.1-d", u);
  // They must have the points to leave each other.
  int least = kProhibited;
  for (int k = 0; k < 6; ++k)
    if (const Edge& e = edge(b, b.pos.at(u), k); e.to != kNoHex && !enemy_at(b, e.to, side_of(b, u)))
      least = std::min<int>(least, e.cost[int(class_of(b, u))]);
  if (left(b) < change_cost(b) + least) REFUSE("12.1.1-d", u);
  return {};
}

Refusal reform_barred(const Look& b) {
  const UnitId u = lead(b), regiment = counter(b, u).regiment;
  UnitId list[8];
  if (regiment == kNoUnit || mover(b).count > 1) REFUSE("12.1-a", u);
  if (b.pos.chit != Chit::Maneuver || mover(b).flags & kDeclared) REFUSE("12.1.1-a", u);
  if (const Refusal no = change_barred(b, change_cost(b))) return no;
  const UnitState& s = state(b);
  for (int k = 0, n = battalions_of(b, regiment, list); k < n; ++k) {
    const UnitState& t = b.pos.unit[list[k]];
    if (list[k] == u || t.fate == Fate::Gone) continue;
    const bool here = t.fate == Fate::OnMap && b.pos.at(list[k]) == b.pos.at(u);
    if (!here || t.order != Order::Good || t.form != s.form || t.hexes != s.hexes || !b.pos.has(list[k], kInMu)) REFUSE("12.1.1-a", list[k]);
  }
  return {};
}

void reform(Run& r, UnitId u) {
  const UnitId regiment = counter(r.look(), u).regiment;
  Hand& hand = r.pos.hand[0];
  const HexId head = r.pos.at(u);
  UnitId list[8];
  const int n = battalions_of(r.look(), regiment, list);
  int losses = 0;
  unlink_stack(r, head);
  const UnitState was = r.pos.unit[u];
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    losses += s.fate == Fate::Gone ? counter(r.look(), list[k]).inc : s.losses;
    if (s.fate == Fate::OnMap) r.pos.stack.lift(list[k]);
    if (s.fate != Fate::Gone) s.fate = Fate::Beside, s.marks = 0;
  }
  UnitState& s = r.pos.unit[regiment];
  s = was;
  s.losses = uint8_t(std::min<int>(losses, counter(r.look(), regiment).inc - 1)), s.fate = Fate::OnMap;
  r.pos.stack.at[regiment] = head;
  hand.unit[0] = regiment, hand.spent = uint8_t(hand.spent + change_cost(r.look()));
  hand.flags |= kFirstDone;
  link_stack(r, head);
  r.tell({.fact = Fact::Entered, .who = regiment, .hex = head, .why = cite("12.1-a")});
}

Flow Detach::run(Run& r) {
  BEGIN;
  n = uint8_t(battalions_of(r.look(), regiment, list));
  for (i = 0; i < n; ++i) {
    if (!r.pos.on_map(list[i]) || r.pos.unit[list[i]].order == Order::Pgd || r.pos.has(list[i], kMoved)) continue;
    STEP("12.1.1-d");
    by("12.1.1-c"), take_up(r, {Verb::Select, 0, list[i]});
    r.pos.hand[0].spent = spent, r.pos.hand[0].flags |= flags;
    CALL(Moving{});
  }
  END;
}

}  // namespace tambour::bataille
