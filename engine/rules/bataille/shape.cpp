// SPDX-License-Identifier: MIT
// Shapes, aspects and the tables of who lies where.
#include "rules/bataille/shape.h"

#include <algorithm>

#include "hex/line.h"
#include "rules/bataille/ch13_retreat.h"

namespace tambour::bataille {

Class class_of(const Look& b, UnitId u) {
  if (b.field.is_officer(u)) return Class::Leader;
  const Counter& c = counter(b, u);
  if (is_gun(c.arm)) return by("13.1.2-a"), Class::Guns;
  if (c.arm == Arm::Cavalry) return by("13.1.2-a"), Class::Cavalry;
  if (c.size == Size::Company && b.pos.unit[u].form == Form::Skirmish && by("13.1.2-a", "12.10.5-a")) return Class::Company;
  return by("13.1.2-a", "12.10.5-a"), Class::Infantry;
}

int hexes_wanted(const Look& b, UnitId u, Form form) {
  if (form == Form::Road && is_gun(b, u)) return std::min(increments(b, u), kLongest);
  if (form != Form::Road && !(form == Form::Column && is_horse(b, u))) return 1;
  return std::min((increments(b, u) + 3) / 4, kLongest);
}

int longest(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (s.form == Form::Skirmish) return 2;
  if (s.form == Form::Line) return is_horse(b, u) ? hexes_wanted(b, u, Form::Column) : 2;
  return trails(s.form) ? hexes_wanted(b, u, s.form) : 1;
}

bool in_hand(const Look& b, UnitId u) {
  for (const Hand& hand : hands(b.pos))
    for (int k = 0; k < hand.count; ++k)
      if (hand.unit[k] == u) return true;
  return false;
}

UnitId find_shaper(const Look& b, UnitId u) {
  if (index(u) >= kUnits) return kNoUnit;
  for (const Hand& hand : hands(b.pos)) {
    if (!hand.count || !std::count(hand.unit, hand.unit + hand.count, u)) continue;
    for (int k = 0; k < hand.count; ++k)
      if (!is_gun(b, hand.unit[k])) return hand.unit[k];
    return hand.unit[0];
  }
  for (UnitId x : b.pos.stack.in(b.pos.at(u)))
    if (!is_gun(b, x)) return is_gun(b, u) ? by("18.1-b"), x : x;
  return b.pos.stack.top(b.pos.at(u));
}

Footprint shape(const Grid& grid, HexId head, const UnitState& s) {
  if (s.hexes == 1 && head != kNoHex) return Footprint{head};
  return lay_trail(grid, head, s.hexes, s.trail);
}

Footprint footprint(const Look& b, UnitId u) {
  const UnitId owner = shaper(b, u);  // none: nobody, or not on the map
  return owner == kNoUnit ? Footprint{} : shape(b.field.grid, b.pos.at(u), b.pos.unit[owner]);
}

bool leader_in(const Look& b, HexId h, Seat side) { return senior_in(b, Footprint{h}, side) >= 0; }

int senior_in(const Look& b, const Footprint& f, Seat side) {
  int best = -1;
  for (int k = 0; k < b.field.officer_count(); ++k) {
    const LeaderState& s = b.pos.leader[k];
    const Officer& o = b.field.officers[std::size_t(k)];
    if (s.fate != Fate::OnMap || o.side != side || !f.contains(s.hex)) continue;
    const Officer* now = best < 0 ? nullptr : &b.field.officers[std::size_t(best)];
    const bool senior = now && o.rank < now->rank && by("8.1.7-a");
    const bool better = now && o.rank == now->rank && o.morale > now->morale && by("8.1.7-b");  // A120: the bonus that helps most
    if (!now || senior || better) best = k;
  }
  return best;
}

// 9.0-d 9.0-e 9.0-f 9.0-g 9.0-h 12.4.1-a 12.5.2-a 12.6.3-a 12.7.1-a 12.10.2-a 12.10.2-b 12.11.1-a 18.1-a. For lines `off` counts from the
// left front side: 0 1 front, 2 right flank, 3 4 rear, 5 left flank.
Aspect aspect_of(Form form, Order order, int facing, int hexes, int part, int side, bool also_other_part) {
  if (form == Form::Limbered) by("18.1-c");
  if (order != Order::Good || form == Form::Limbered || form == Form::Square)
    return by("9.0-c", "12.9.1-a", "12.11.1-a", "12.12.1-a"), Aspect::Front;
  const int off = turn(side, -facing);
  if (form == Form::Line && by("9.0-e", "9.0-f", "9.0-g", "12.6.3-a")) return off < 2 ? Aspect::Front : off == 2 || off == 5 ? Aspect::Flank : Aspect::Rear;
  if (form == Form::Skirmish) {
    if (off < 3 || off == 5) return Aspect::Front;
    return also_other_part ? Aspect::Rear : Aspect::Flank;  // the outer rear hexes of a Line are flanks here
  }
  const int away = angle(side, facing);
  if (form == Form::General) return by("12.7.1-a"), away == 3 ? Aspect::Rear : Aspect::Front;
  if (form == Form::Road && by("12.8.1-a")) {
    if (part == 0 && away == 0) return Aspect::Front;
    return part == hexes - 1 && away == 3 ? Aspect::Rear : Aspect::Flank;
  }
  if (form == Form::Unlimbered) return by("18.1-a"), away <= 1 ? Aspect::Front : Aspect::Rear;
  if (hexes == 1) return by("9.0-d", "12.4.1-a"), away <= 1 ? Aspect::Front : away == 2 ? Aspect::Flank : Aspect::Rear;
  if (part == 0) return by("9.0-h", "12.5.2-a"), away <= 1 ? Aspect::Front : Aspect::Flank;  // a column of several hexes trails behind its head
  return part == hexes - 1 && away == 3 ? Aspect::Rear : Aspect::Flank;
}

Neighbour contact(const Look& b, UnitId u, HexId towards) {
  const Footprint f = footprint(b, u);
  for (int part = 0; part < f.size(); ++part)
    if (const int side = b.field.grid.side_to(f[part], towards); side >= 0) return {towards, uint8_t(part), uint8_t(side)};
  return {};
}

Aspect aspect(const Look& b, UnitId u, HexId towards) {
  const Neighbour n = contact(b, u, towards);
  if (n.hex == kNoHex) return Aspect::Rear;
  const UnitState& s = b.pos.unit[shaper(b, u)];
  const Footprint f = footprint(b, u);
  bool twice = false;
  for (int part = n.part + 1; part < f.size(); ++part) twice |= b.field.grid.distance(f[part], towards) == 1;
  // A column that has bent faces in each part the way that part goes.
  const int facing = n.part > 0 && trails(s.form) ? opposite(trail_side(s.trail, n.part - 1)) : s.facing;
  const Aspect a = aspect_of(s.form, s.order, facing, s.hexes, n.part, n.side, twice);
  if (a != Aspect::Flank || s.form != Form::Line) return a;
  if (ground(b, f[n.part]).no_flanks && by("12.6.6.1-a")) return Aspect::Front;
  // 12.6.6-a: the hex lies in front of the next Line of the same side.
  for (int k = 0; k < 6; ++k) {
    const HexId h = b.field.grid.neighbour(towards, k);
    const UnitId other_line = h == kNoHex ? kNoUnit : top_at(b, h);
    if (other_line == kNoUnit || b.pos.at(other_line) == b.pos.at(u) || side_of(b, other_line) != side_of(b, u)) continue;
    const UnitState& o = b.pos.unit[shaper(b, other_line)];
    if (o.form == Form::Line && o.order == Order::Good &&
        aspect_of(o.form, o.order, o.facing, o.hexes, 0, b.field.grid.side_to(h, towards), false) == Aspect::Front)
      return by("12.6.6-a", "12.6.6-c", "5.3.6-b"), Aspect::Front;
  }
  return by("12.6.6-b"), a;
}

bool in_arc(const Look& b, UnitId u, HexId from, HexId to) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  const Cube a = b.field.grid.cube(from), z = b.field.grid.cube(to);
  if (s.order != Order::Good || s.form == Form::Square) return true;
  const auto cone = [&](int vertex) { return in_cone(a, z, turn(vertex, 0)); };
  if (s.form == Form::Line) return cone(s.facing);
  if (s.form == Form::Skirmish) return cone(s.facing) || cone(s.facing + 5) || cone(s.facing + 1);
  return cone(s.facing + 5) || cone(s.facing);  // three front hexsides
}

void unlink_stack(Run& r, HexId head) {
  const UnitId top = r.pos.stack.top(head);
  if (top == kNoUnit) return;
  for (HexId h : footprint(r.look(), top))
    if (const UnitId u = r.pos.cover.in(h); u != kNoUnit && r.pos.at(u) == head) r.pos.cover.lift(u, Footprint{h});
}

void link_stack(Run& r, HexId head) {
  const UnitId top = r.pos.stack.top(head);
  if (top != kNoUnit) r.pos.cover.put(top, footprint(r.look(), top));
}

static void set_shape(Run& r, UnitId u, const Footprint& f) {
  UnitState& s = r.pos.unit[u];
  s.hexes = uint8_t(f.size()), s.trail = trail_of(r.field.grid, f).value_or(0);
}

void reshape(Run& r, UnitId u, const Footprint& f) {
  const HexId old = r.pos.at(u);
  const bool guns = is_gun(r.look(), shaper(r.look(), u));  // alone; with infantry they lie in one hex of it
  UnitId order[16];
  int n = 0;
  if (in_hand(r.look(), u)) {
    for (Hand& hand : hands(r.pos))
      if (std::count(hand.unit, hand.unit + hand.count, u))
        for (int k = 0; k < hand.count; ++k) {
          r.pos.stack.at[hand.unit[k]] = f[0];
          if (guns || !is_gun(r.look(), hand.unit[k])) set_shape(r, hand.unit[k], f);
        }
    return;
  }
  unlink_stack(r, old);
  for (UnitId x : r.pos.stack.in(old)) order[n++] = x;
  for (int k = n - 1; k >= 0; --k) {
    r.pos.stack.put_on_top(order[k], f[0]);
    if (guns || !is_gun(r.look(), order[k])) set_shape(r, order[k], f);
  }
  link_stack(r, f[0]);
}

void remove_unit(Run& r, UnitId u, Citation why) {
  if (!r.pos.on_map(u)) return;
  const HexId head = r.pos.at(u);
  const bool held = in_hand(r.look(), u);
  if (!held) unlink_stack(r, head);
  for (Hand& hand : hands(r.pos))
    for (int k = 0; k < hand.count; ++k)
      if (hand.unit[k] == u) {
        std::copy(hand.unit + k + 1, hand.unit + hand.count, hand.unit + k);
        hand.unit[--hand.count] = kNoUnit;
      }
  by("3.3-c"), r.pos.stack.lift(u);
  if (!held) {
    link_stack(r, head);
    // A company alone does not fill the hexes of its battalion.
    const UnitId rest = r.pos.stack.top(head), owner = rest == kNoUnit ? kNoUnit : shaper(r.look(), rest);
    if (owner != kNoUnit && r.pos.unit[owner].hexes > 1 && increments(r.look(), owner) < 4) reshape(r, rest, Footprint{head});
  }
  UnitState& s = r.pos.unit[u];
  s.fate = Fate::Gone, s.losses = counter(r.look(), u).inc, s.marks = 0, s.target = s.target2 = kNoHex;
  r.tell({.fact = Fact::Eliminated, .who = u, .hex = head, .why = why});
}

void take_in_hand(Run& r, int which, const UnitId* units, int count) {
  Hand& hand = r.pos.hand[which];
  const HexId head = r.pos.at(units[0]);
  unlink_stack(r, head);
  for (int k = 0; k < count; ++k) hand.unit[k] = units[k], r.pos.stack.take(units[k]);
  hand.count = uint8_t(count), hand.start = head;
  hand.spent = hand.steps = hand.faced = hand.shuffled = hand.stride = 0, hand.flags = 0;
  link_stack(r, head);
}

void put_down(Run& r, int which) {
  Hand& hand = r.pos.hand[which];
  if (!hand.count) return;
  const HexId head = r.pos.at(hand.unit[0]);
  unlink_stack(r, head);
  // Guns that join infantry lie on top of it, or they could not fire.
  const bool joined = r.pos.stack.top(head) != kNoUnit;
  UnitId list[8];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  for (int k = 0; k < n; ++k) r.pos.stack.at[list[k]] = kNoHex;
  hand.count = 0;
  if (joined) by("11.2-b");
  for (int k = 0; k < n; ++k) r.pos.stack.put_at_bottom(list[k], head);
  for (int k = n - 1; k >= 0 && joined; --k)
    if (is_gun(r.look(), list[k])) r.pos.stack.put_on_top(list[k], head);
  for (int k = 0; k < 8; ++k) hand.unit[k] = kNoUnit;
  link_stack(r, head);
  // However they came here: an enemy leader whose own troops have just left the hex is not left among them.
  for (const HexId h : footprint(r.look(), list[0])) disturb_leaders(r, h, other(side_of(r.look(), list[0])));
}

std::bitset<kHexes> covered_by(const Look& b, Seat side) {
  std::bitset<kHexes> out;
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || side_of(b, u) != side || b.pos.stack.top(b.pos.at(u)) != u) continue;
    for (const HexId h : footprint(b, u))
      if (top_at(b, h) == u) out.set(h);
  }
  return out;
}

int nearest_enemy(const Look& b, HexId h, Seat side) {
  int least = 99;
  const Hand& away = b.pos.hand[1];  // who flees frightens nobody; a charger does
  const bool rides = b.pos.hand[0].count && b.pos.hand[0].flags & kCharging;
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || side_of(b, u) == side) continue;
    if (b.field.grid.distance(b.pos.at(u), h) - kLongest >= least) continue;  // whatever it covers
    if (b.pos.has(u, kWrecked) || (in_hand(b, u) && !(rides && !std::count(away.unit, away.unit + away.count, u)))) continue;
    least = std::min(least, distance(b.field.grid, footprint(b, u), h));
  }
  return by("3.4-a"), least;
}

}  // namespace tambour::bataille
