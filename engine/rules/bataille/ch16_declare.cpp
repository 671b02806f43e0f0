// SPDX-License-Identifier: MIT
// Chapter 16.1 and 16.2.
#include "rules/bataille/ch16_declare.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {
namespace {

// 16.2.7-a: a Line has two targets if it could walk into both of them side by side.
bool can_take_both(const Look& b, UnitId u, HexId one, HexId two) {
  const Footprint f = footprint(b, u);
  if (f.size() != 2 || b.pos.unit[u].form != Form::Line) return false;
  for (int side = 0; side < 6; ++side) {
    const HexId x = edge(b, f[0], side).to, y = edge(b, f[1], side).to;
    if (x == kNoHex || y == kNoHex || ground(b, x).general || ground(b, y).general) continue;
    if ((x == one && y == two) || (x == two && y == one)) return true;
  }
  return false;
}

bool in_front(const Look& b, UnitId u, HexId h) {
  if (h == kNoHex || contact(b, u, h).hex == kNoHex) return false;
  const Footprint f = footprint(b, u);
  const UnitState& s = b.pos.unit[shaper(b, u)];
  for (int part = 0; part < f.size(); ++part)
    if (const int side = b.field.grid.side_to(f[part], h);
        side >= 0 && aspect_of(s.form, s.order, s.facing, s.hexes, part, side, false) == Aspect::Front)
      return true;
  return false;
}

Refusal second_barred(const Look& b, Action a) {
  const UnitId u = lead(b);
  const UnitState& s = b.pos.unit[u];
  if (s.target2 != kNoHex || a.hex == s.target || top_at(b, a.hex) == top_at(b, s.target)) REFUSE("16.1-a", u, a.hex);
  if (!in_front(b, u, s.target) || !in_front(b, u, a.hex) || !can_take_both(b, u, s.target, a.hex)) REFUSE("16.2.7-a", u, a.hex);
  return {};
}

// Infantry of the same hex that is not in the hand and does not assault.
bool leaves_infantry_out(const Look& b, HexId target) {
  const UnitId there = top_at(b, b.pos.at(lead(b)));
  if (there == kNoUnit) return false;
  for (UnitId x : b.pos.stack.in(b.pos.at(there)))
    if (!is_gun(b, x) && (!b.pos.has(x, kAssault) || b.pos.unit[x].target != target)) return true;
  return false;
}

// The assaulting stack that lies in the hexes of the mover, if any.
UnitId assaulters_at(const Look& b) {
  for (const HexId h : footprint(b, lead(b)))
    if (const UnitId there = top_at(b, h); there != kNoUnit && b.pos.has(shaper(b, there), kAssault)) return shaper(b, there);
  return kNoUnit;
}

}  // namespace

Refusal assault_barred(const Look& b, Action a, int points) {
  const UnitId u = lead(b);
  if (state(b).form == Form::Road) REFUSE("12.8.4-a", u, a.hex);
  for (int k = 0; k < mover(b).count; ++k)
    if (is_gun(b, mover(b).unit[k]) && by("18.10-a")) REFUSE("16.0-a", mover(b).unit[k], a.hex);
  if (is_horse(b, u)) REFUSE("19.1-f", u, a.hex);
  const bool anyone = a.hex < b.field.grid.size() && enemy_at(b, a.hex, side_of(b, u)) && by("16.0-b");
  if (!anyone) REFUSE("16.2.6-a", u, a.hex);
  if (is_wreck(b, top_at(b, a.hex))) REFUSE("18.14.1.7-a", u, a.hex);
  if (mover(b).flags & (kRegrouping | kIdle)) REFUSE("8.9.2.1-a", u, a.hex);
  if (mover(b).flags & kDeclared) return second_barred(b, a);
  const int far = distance(b.field.grid, footprint(b, u), a.hex);
  if (far > 1 && (mover(b).flags & kStopped || 2 * (far - 1) > points)) REFUSE("16.1-d", u, a.hex);
  if (far == 1 && !in_front(b, u, a.hex)) REFUSE("16.2.1-a", u, a.hex);
  if (far == 1 && leaves_infantry_out(b, a.hex)) REFUSE("16.2.2-a", u, a.hex);
  return {};
}

Refusal join_assault_barred(const Look& b) {
  const UnitId there = assaulters_at(b);
  if (there == kNoUnit || !(mover(b).flags & kDeclared)) return {};
  if (b.pos.unit[lead(b)].target != b.pos.unit[there].target) REFUSE("16.2.2-c", lead(b), b.pos.unit[there].target);
  return {};
}

Refusal enter_assault_barred(const Look& b, HexId h) {
  const UnitId there = top_at(b, h);
  if (there == kNoUnit || !(mover(b).flags & kDeclared) || !in_zone(b, h, side_of(b, lead(b)))) return {};  // it could go on
  const UnitId first = shaper(b, there);
  if (b.pos.has(first, kAssault) && b.pos.unit[first].target != b.pos.unit[lead(b)].target) REFUSE("16.2.2-c", lead(b), h);
  return {};
}

bool pushes_back(const Look& b, HexId h) {
  const UnitId there = top_at(b, h);
  if (there == kNoUnit || !(mover(b).flags & kDeclared) || side_of(b, there) != side_of(b, lead(b))) return false;
  if (top_at(b, b.pos.at(lead(b))) != kNoUnit) return false;  // A136: they go where it came from, so that must be free
  const UnitState &s = b.pos.unit[shaper(b, there)], &mine = b.pos.unit[lead(b)];
  return s.form == Form::Skirmish && s.order == Order::Good && mine.form != Form::Skirmish &&
         beside_enemy(b, footprint(b, there), side_of(b, there)) && by("11.1.2-i");
}

bool climbs_over_guns(const Look& b, Action a) {
  if (a.verb != Verb::Assault || distance(b.field.grid, footprint(b, lead(b)), a.hex) != 1) return false;
  const UnitId there = top_at(b, b.pos.at(lead(b)));
  return there != kNoUnit && is_gun(b, there) && by("16.2.2.3-d");
}

bool changes_formation(const Look& b, Action a) {
  if (!(mover(b).flags & kDeclared)) return false;
  if (a.verb == Verb::Move && state(b).form == Form::General) return !by("16.4.3-d");  // what the ground does to it is no choice
  return a.verb == Verb::FormColumn || a.verb == Verb::FormLine || a.verb == Verb::Skirmish;
}

void declare(Run& r, HexId target) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = lead(r.look());
  if (hand.flags & kDeclared) {
    for (int k = 0; k < hand.count; ++k) r.pos.unit[hand.unit[k]].target2 = target;
    r.tell({.fact = Fact::AssaultDeclared, .who = u, .hex = target, .value = int16_t(r.pos.unit[u].distance), .why = cite("16.2.7-a")});
    return;
  }
  const Footprint f = footprint(r.look(), u);
  const int far = nearest_enemy(r.look(), r.pos.at(u), side_of(r.look(), u));
  const bool closer = r.pos.unit[u].distance < far, other_nearer = far < distance(r.field.grid, f, target);
  hand.flags |= kDeclared;
  for (int k = 0; k < hand.count; ++k) {
    UnitState& s = r.pos.unit[hand.unit[k]];
    s.distance = uint8_t(std::min<int>(s.distance, far));  // 16.4.1-a
    s.target = target;
    if (s.form == Form::Column && counter(r.look(), hand.unit[k]).method != Method::French)
      r.pos.set(hand.unit[k], kInColumn);  // 16.4.2-b: declared in Column
  }
  r.tell({.fact = Fact::AssaultDeclared,
          .who = u,
          .hex = target,
          .value = int16_t(r.pos.unit[u].distance),
          .why = closer         ? cite("16.4.1-a")
                 : other_nearer ? cite("16.1-c")
                                : cite("16.1-b")});
}

// 16.10: by the Old Guard, or by a stack that it leads.
Refusal guard_charge_barred(const Look& b, Action a, int points) {
  const UnitId u = lead(b);
  if (!counter(b, u).old_guard) {
    for (int k = 0; k < mover(b).count; ++k)
      if (counter(b, mover(b).unit[k]).old_guard) REFUSE("16.10.2-a", u, a.hex);
    REFUSE("16.10-a", u, a.hex);
  }
  if (mover(b).flags & (kDeclared | kExploits)) REFUSE("16.1-a", u, a.hex);
  return assault_barred(b, a, points);
}

void declare_guard_charge(Run& r, HexId target) {
  declare(r, target);
  r.pos.hand[0].flags |= kGuardCharge;
  r.tell({.fact = Fact::AssaultDeclared, .who = lead(r.look()), .hex = target, .why = cite("16.10-b")});
}

static void call_off(Run& r, UnitId u, Citation why) {
  UnitState& s = r.pos.unit[u];
  s.target = s.target2 = kNoHex;
  r.pos.drop(u, kAssault | kInColumn);
  r.tell({.fact = Fact::AssaultOff, .who = u, .why = why});
}

void fail_change(Run& r) {
  Hand& hand = r.pos.hand[0];
  if (!hand.count) return;
  const UnitId u = lead(r.look());
  hand.flags |= kStopped;
  if (in_front(r.look(), u, r.pos.unit[u].target)) {
    r.tell({.fact = Fact::Disordered, .who = u, .hex = r.pos.at(u), .why = cite("16.4.3-b")});
    return;
  }
  hand.flags = uint16_t(hand.flags & ~kDeclared);
  for (int k = 0; k < hand.count; ++k) call_off(r, hand.unit[k], cite("16.4.3-c"));
}

// 16.2.2.3-a: assaulting infantry lies above the guns of its stack.
static void lift_over_guns(Run& r, UnitId u) {
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  if (n < 2 || !is_gun(r.look(), list[0])) return;
  const HexId head = r.pos.at(u);
  unlink_stack(r, head);
  for (int k = n - 1; k >= 0; --k)
    if (!is_gun(r.look(), list[k])) r.pos.stack.put_on_top(list[k], head);
  link_stack(r, head);
  r.tell({.fact = Fact::MoveEnded, .who = u, .hex = head, .why = cite("16.2.2.3-a")});
}

// 16.2.4: whoever is assaulted by somebody else gives up his own Assault.
static void make_target(Run& r, UnitId top) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k) {
    r.pos.set(list[k], kTarget);
    if (!r.pos.has(list[k], kAssault)) continue;
    call_off(r, list[k], cite("16.2.4-b"));
    r.tell({.fact = Fact::AssaultOff, .who = list[k], .why = cite("16.2.4-a")});
  }
}

static void mark_assault(Run& r, UnitId u) {
  const UnitState mine = r.pos.unit[u];
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    if (is_gun(r.look(), list[k])) continue;
    if (s.target == kNoHex) s.distance = mine.distance;
    s.target = mine.target, s.target2 = mine.target2;
    r.pos.set(list[k], kAssault);
  }
  for (const HexId h : {mine.target, mine.target2})
    if (const UnitId foe = h == kNoHex ? kNoUnit : top_at(r.look(), h); foe != kNoUnit) make_target(r, foe);
  lift_over_guns(r, u);
}

// 16.1-d, 16.1-e: the marker points at a target before it, or the Assault is off.
void end_declaration(Run& r, const UnitId* list, int n) {
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    if (s.target == kNoHex || !r.pos.on_map(list[k])) continue;
    const bool there =
        enemy_at(r.look(), s.target, side_of(r.look(), list[k])) && s.order != Order::Pgd && in_front(r.look(), list[k], s.target);
    if (s.target2 != kNoHex && !(there && can_take_both(r.look(), shaper(r.look(), list[k]), s.target, s.target2))) s.target2 = kNoHex;
    if (there && by("5.3.7-a", "5.3.1-b")) {
      mark_assault(r, list[k]);
      continue;
    }
    call_off(r, list[k], s.order == Order::Good ? cite("16.1-e") : cite("16.1-f"));
    disorder(r, list[k], cite("16.1-e"));
  }
}

// An enemy has declared an Assault on a hex it lies in (16.2.3.1: whoever lay there then).
static bool is_wanted(const Look& b, UnitId u) {
  const Footprint f = footprint(b, u);
  for (const UnitId x : all_units(b.field)) {
    if (!b.pos.on_map(x) || !b.pos.has(x, kAssault) || side_of(b, x) == side_of(b, u)) continue;
    for (const HexId h : {b.pos.unit[x].target, b.pos.unit[x].target2})
      if (h != kNoHex && f.contains(h)) return true;
  }
  return false;
}

void join_assault(Run& r, const UnitId* list, int n) {
  for (int k = 0; k < n; ++k) {
    if (!r.pos.on_map(list[k]) || is_gun(r.look(), list[k])) continue;
    UnitId all[kMates];
    UnitId first = kNoUnit;
    const int m = mates(r.look(), list[k], all);
    for (int i = 0; i < m; ++i)
      if (first == kNoUnit && r.pos.has(all[i], kAssault) && all[i] != list[k]) first = all[i];
    if (!r.pos.has(list[k], kTarget) && is_wanted(r.look(), list[k])) {
      if (r.pos.has(list[k], kAssault)) call_off(r, list[k], cite("16.2.4-b"));
      r.pos.set(list[k], kTarget);
      const bool vacant = m == n;  // nobody was left of those it was declared on
      r.tell({.fact = Fact::AssaultDeclared,
              .who = list[k],
              .hex = r.pos.at(list[k]),
              .why = vacant ? cite("16.2.3.1-a") : cite("16.2.2.2-a")});
      continue;
    }
    if (first == kNoUnit || r.pos.has(list[k], kAssault)) continue;
    UnitState& s = r.pos.unit[list[k]];
    s.target = r.pos.unit[first].target, s.target2 = r.pos.unit[first].target2;
    s.distance = std::min(s.distance, r.pos.unit[first].distance);  // 16.2.2-b
    r.pos.set(list[k], kAssault);
    const bool beneath = all[0] != list[k] && by("16.2.2.1-a");
    r.tell({.fact = Fact::AssaultDeclared,
            .who = list[k],
            .hex = s.target,
            .value = int16_t(s.distance),
            .why = beneath ? cite("16.2.2.1-b") : cite("16.2.2.1-a")});
  }
}

}  // namespace tambour::bataille
