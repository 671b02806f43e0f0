// SPDX-License-Identifier: MIT
// Chapter 16: which hexes of which stacks touch in the fight being fought.
#include <algorithm>

#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

bool fights(const Look& b, UnitId u) { return u != kNoUnit && b.pos.on_map(u) && b.pos.unit[u].order != Order::Pgd && !b.pos.has(u, kWrecked); }

bool attacks(const Look& b, const Fight& f, UnitId u) { return fights(b, u) && std::count(f.attacker, f.attacker + f.attackers, u); }
bool defends(const Look& b, const Fight& f, UnitId u) { return fights(b, u) && std::count(f.defender, f.defender + f.defenders, u); }

static UnitId first_left(const Look& b, const UnitId* list, int n) {
  const UnitId* u = std::find_if(list, list + n, [&](UnitId x) { return fights(b, x); });
  return u == list + n ? kNoUnit : *u;
}
UnitId first_attacker(const Look& b) { return first_left(b, fight(b).attacker, fight(b).attackers); }
UnitId first_defender(const Look& b) { return first_left(b, fight(b).defender, fight(b).defenders); }
bool attackers_left(const Look& b) { return first_attacker(b) != kNoUnit; }
bool defenders_left(const Look& b) { return first_defender(b) != kNoUnit; }
bool in_structure(const Look& b) { return fight(b).hex != kNoHex && ground(b, fight(b).hex).structure; }

bool faces(const Look& b, UnitId u, int part, HexId h) {
  const Footprint f = footprint(b, u);
  const int side = part < f.size() ? b.field.grid.side_to(f[part], h) : -1;
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return side >= 0 && aspect_of(s.form, s.order, s.facing, s.hexes, part, side, false) == Aspect::Front;
}

static bool part_touches(const Look& b, UnitId u, int part, const Fight& f, bool front) {
  const Footprint mine = footprint(b, u);
  for (int k = 0; k < f.defenders; ++k)
    if (fights(b, f.defender[k]))
      for (const HexId h : footprint(b, f.defender[k]))
        if (front ? faces(b, u, part, h) : b.field.grid.distance(mine[part], h) == 1) return true;
  return false;
}

bool has_two_targets(const Look& b, UnitId attacker) {
  const Melees& m = b.pos.melees;
  return std::count_if(m.fight, m.fight + m.fights, [&](const Fight& f) { return attacks(b, f, attacker) && f.defenders; }) > 1;
}

// A Line with two targets strikes each with the hex before it; the middle one belongs to the part that has no other (16.2.7.1).
static bool meant_for(const Look& b, UnitId u, int part) {
  if (!has_two_targets(b, u)) return true;
  const Melees& m = b.pos.melees;
  for (const Fight& f : m.fight)
    if (&f != &fight(b) && &f < m.fight + m.fights && attacks(b, f, u) && part_touches(b, u, part, f, true))
      return part_touches(b, u, 1 - part, f, true);  // the other part takes that one
  return true;
}

bool strikes(const Look& b, UnitId attacker, int part) {
  const int n = footprint(b, attacker).size();
  bool front = false;
  for (int k = 0; k < n; ++k) front |= part_touches(b, attacker, k, fight(b), true);
  // Whoever was fallen on by a reserve may have it beside or behind him.
  if (!front && b.pos.melees.round < 2) return false;
  return part < n && part_touches(b, attacker, part, fight(b), front) && meant_for(b, attacker, part);
}

int striking(const Look& b, UnitId attacker) {
  int n = 0;
  for (int part = 0; part < footprint(b, attacker).size(); ++part) n += strikes(b, attacker, part);
  return n;
}

Footprint struck(const Look& b, UnitId defender) {
  const Fight& f = fight(b);
  const Footprint d = footprint(b, defender);
  Footprint out;
  for (int k = 0; k < f.attackers; ++k) {
    if (!fights(b, f.attacker[k])) continue;
    const Footprint a = footprint(b, f.attacker[k]);
    for (int part = 0; part < a.size(); ++part)
      for (const HexId h : d)
        if (strikes(b, f.attacker[k], part) && b.field.grid.distance(a[part], h) == 1 && !out.contains(h) && by("16.2.7.4-a"))
          out.push_back(h);
  }
  return out;
}

Aspect struck_in(const Look& b, UnitId attacker, int part) {
  const Fight& f = fight(b);
  const HexId from = footprint(b, attacker)[part];
  Aspect out = Aspect::Front;
  for (int k = 0; k < f.defenders; ++k) {
    if (!fights(b, f.defender[k]) || contact(b, f.defender[k], from).hex == kNoHex) continue;
    const Aspect a = aspect(b, f.defender[k], from);
    if (a == Aspect::Flank || (a == Aspect::Rear && out == Aspect::Front)) out = a;  // a flank is worth more than a rear
  }
  return out;
}

// 16.2.7.3-b: it is the same Assault.
HexId second_hex(const Look& b, const Fight& f, UnitId foe) {
  for (const HexId h : footprint(b, foe))
    for (int k = 0; k < f.attackers && h != f.hex; ++k)
      for (int part = 0; part < footprint(b, f.attacker[k]).size(); ++part)
        if (faces(b, f.attacker[k], part, h) && by("16.2.7.3-b")) return h;
  return kNoHex;
}

void find_hexes(const Look& b, Fight& f) {
  const UnitId foe = f.defender[0];
  f.hex = kNoHex;
  f.hex = second_hex(b, f, foe);
  if (f.hex == kNoHex) f.hex = b.pos.at(foe);
  f.also = second_hex(b, f, foe);
}

const Edge* way_in(const Look& b, UnitId attacker) {
  const Fight& f = fight(b);
  const Footprint a = footprint(b, attacker);
  for (int part = 0; part < a.size(); ++part)
    for (int k = 0; k < f.defenders; ++k) {
      if (!fights(b, f.defender[k]) || !strikes(b, attacker, part)) continue;
      for (const HexId h : footprint(b, f.defender[k]))
        if (const int side = b.field.grid.side_to(a[part], h); side >= 0) return &edge(b, a[part], side);
    }
  return nullptr;
}

}  // namespace tambour::bataille
