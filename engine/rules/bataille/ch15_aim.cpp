// SPDX-License-Identifier: MIT
// Chapter 15.5 and 18.5: who may and must fire at what.
#include <algorithm>

#include "rules/bataille/ch18_howitzers.h"
#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {
namespace {

bool is_square(const Look& b, UnitId u) { return b.pos.unit[shaper(b, u)].form == Form::Square && good(b, shaper(b, u)); }

Refusal prone_target_barred(const Look& b, UnitId u, HexId from, HexId h) {
  if (!guns_ready(b, u) && b.pos.unit[shaper(b, u)].form != Form::Skirmish) REFUSE("12.13.6-b", u, h);
  if (b.field.charts.terrains[ground(b, h).terrain] == "cultivated" || comes_over_hedge(b, from, h)) REFUSE("12.13.6-d", u, h);
  return {};
}

// A50: the targets of a Square do not touch each other.
Refusal square_target_barred(const Look& b, UnitId u, int part, HexId h) {
  if (!is_square(b, u)) return {};
  for (int k = 0; k < part; ++k)
    if (b.pos.aim[u][k] != kNoHex && b.field.grid.distance(b.pos.aim[u][k], h) <= 1) REFUSE("12.9.6-b", u, h);
  return {};
}

// Can this hex of the stack fire at that hex at all?
Refusal target_barred(const Look& b, UnitId u, int part, HexId h) {
  const HexId from = firing_hex(b, u, part);
  const Seat side = side_of(b, u);
  if (h < b.field.grid.size() && !enemy_at(b, h, side) && leader_in(b, h, other(side))) REFUSE("8.2-a", u, h);
  if (h >= b.field.grid.size() || !enemy_at(b, h, side)) REFUSE("15.1-a", u, h);
  const int range = b.field.grid.distance(from, h);
  if (range == 2 && !is_gun(b, u) && firing_range(b, u, part) == 1) REFUSE("12.10.12-b", u, h);
  if (range > firing_range(b, u, part)) REFUSE("15.5.1-a", u, h);
  if (guns_ready(b, u) && part == 0) {
    if (counter(b, u).howitzers && range > 5) REFUSE("18.15.1-b", u, h);
    if (counter(b, u).howitzers && range > 2) REFUSE("18.15.1-a", u, h);
    if (gun_value(counter(b, u), range) == 0) REFUSE("15.5.1-a", u, h);
  }
  if (b.pos.has(top_at(b, h), kProne))
    if (const Refusal no = prone_target_barred(b, u, from, h)) return no;
  if (const Refusal no = square_target_barred(b, u, part, h)) return no;
  if (range == 1) {
    if (aspect(b, u, h) != Aspect::Front) REFUSE("15.5.1-a", u, h);
    return by("14.1-a", "14.2.2-a"), Refusal{};
  }
  if (!in_arc(b, u, from, h)) REFUSE("15.5.1-a", u, h);
  if (!sees(b, from, h)) REFUSE("14.1-b", u, h);
  if (!shot_clear(b, from, h, side, guns_ready(b, u) && part == 0 && counter(b, u).howitzers)) REFUSE("14.1.2-a", u, h);
  return {};
}

template <class Visit>
bool any_target(const Look& b, UnitId u, int part, Visit visit) {
  for (const UnitId x : all_units(b.field)) {
    if (!b.pos.on_map(x) || side_of(b, x) == side_of(b, u) || b.pos.stack.top(b.pos.at(x)) != x || is_wreck(b, x)) continue;
    for (const HexId h : footprint(b, x))
      if (!target_barred(b, u, part, h) && visit(h)) return true;
  }
  return false;
}

bool has_target(const Look& b, UnitId u, int part, bool adjacent_only) {
  const HexId from = firing_hex(b, u, part);
  return any_target(b, u, part, [&](HexId h) { return !adjacent_only || b.field.grid.distance(from, h) == 1; });
}

// A leader with an Artillery Bonus in the hex; `special`: an Artillery Leader of Special Ability.
bool gun_leader_in(const Look& b, HexId h, Seat side, bool special) {
  for (int k = 0; k < b.field.officer_count(); ++k) {
    const Officer& o = b.field.officers[std::size_t(k)];
    if (b.pos.leader[k].fate == Fate::OnMap && b.pos.leader[k].hex == h && o.side == side && (special ? o.gun_master : o.artillery > 0))
      return true;
  }
  return false;
}

using GunHexes = FixedVector<HexId, 8>;
GunHexes gun_hexes_on(const Look& b, UnitId u, HexId target) {  // of the batteries that fire at it, this one among them
  GunHexes out;
  out.push_back(b.pos.at(u));
  for (UnitId x = kFirstUnit; b.field.units.has(x) && !out.full(); ++x)
    if (x != u && b.pos.aim[x][0] == target && guns_ready(b, x) && side_of(b, x) == side_of(b, u)) out.push_back(b.pos.at(x));
  return out;
}

bool has_center(const Look& b, const GunHexes& guns, Seat side) {
  return std::any_of(guns.begin(), guns.end(), [&](HexId c) {
    return gun_leader_in(b, c, side, true) &&
           std::all_of(guns.begin(), guns.end(), [&](HexId g) { return b.field.grid.distance(c, g) <= 1; });
  });
}

// 18.5: batteries of several hexes share a target only if they touch it or are led.
Refusal combining_barred(const Look& b, UnitId u, HexId target) {
  const GunHexes guns = gun_hexes_on(b, u, target);
  const Seat side = side_of(b, u);
  if (guns.size() == 1) return by("15.4-c"), Refusal{};
  if (std::all_of(guns.begin(), guns.end(), [&](HexId g) { return b.field.grid.distance(g, target) == 1; }) && by("18.5-c")) return {};
  if (guns.size() == 2) {
    if (!gun_leader_in(b, guns[0], side, false) && !gun_leader_in(b, guns[1], side, false)) REFUSE("15.4.2-b", u, target);
    if (b.field.grid.distance(guns[0], guns[1]) > 1) REFUSE("18.5-d", u, target);
    return {};
  }
  if (guns.size() > 3 || !has_center(b, guns, side)) REFUSE("18.5-e", u, target);
  return {};
}

// Whoever may fire at none of his targets forgoes his shot: guns that cannot join others (18.5-f), the second hex of a Line (15.5.3-a).
bool must_forgo(const Look& b, const Aim& a) {
  const auto legal = [&](HexId h) { return !a.barred(b, Action{Verb::FireAt, 0, a.unit, kNoUnit, h}); };
  return !any_target(b, a.unit, a.part, legal) && (a.part > 0 || by("18.5-f"));
}

bool may_hold(const Look& b, const Aim& a) {
  if (a.guns_only && by("8.9.3-a")) return true;
  if (is_square(b, a.unit) && a.part > 0) return true;
  const Footprint f = footprint(b, a.unit);
  const Seat side = side_of(b, a.unit);
  if (senior_in(b, f, side) >= 0 && by("7.3-b")) return true;
  if (must_forgo(b, a)) return true;
  if (!is_gun(b, a.unit)) return false;
  if (counter(b, a.unit).howitzers && guns_ready(b, a.unit) && can_bombard(b, a.unit)) return true;  // instead (18.15.1-d)
  for (const Neighbour& n : neighbours(b.field.grid, f))
    if (gun_leader_in(b, n.hex, side, false)) return true;
  return false;
}

}  // namespace

bool near_gun_leader(const Look& b, HexId h, Seat side, bool special) {
  if (gun_leader_in(b, h, side, special)) return true;
  for (int k = 0; k < 6; ++k)
    if (const HexId n = edge(b, h, k).to; n != kNoHex && gun_leader_in(b, n, side, special)) return true;
  return false;
}

Refusal Aim::barred(const Look& b, Action a) const {
  if (a.who != unit) {
    if (b.field.is_unit(a.who) && b.pos.aim[a.who][0] != kNoHex) REFUSE("15.5.2-a", a.who);
    REFUSE("7.3-a", a.who);
  }
  if (a.verb == Verb::Hold) {
    if (!may_hold(b, *this)) REFUSE("7.3-b", unit);
    return {};
  }
  if (const Refusal no = target_barred(b, unit, part, a.hex)) return no;
  if (b.pos.has(top_at(b, a.hex), kAssault | kTarget)) by("16.2.5.2-a");
  const HexId from = firing_hex(b, unit, part);
  const HexId other_aim = part && !is_square(b, unit) ? b.pos.aim[unit][0] : kNoHex;
  if (b.field.grid.distance(from, a.hex) > 1 && a.hex != other_aim && has_target(b, unit, part, true)) REFUSE("15.5.1-b", unit, a.hex);
  if (other_aim != kNoHex && other_aim != a.hex && top_at(b, other_aim) == top_at(b, a.hex))
    REFUSE("15.5.3-a", unit, a.hex);  // A65: both on one hex of it
  if (guns_ready(b, unit) && part == 0) return combining_barred(b, unit, a.hex);
  return by("15.4-c"), Refusal{};
}

Ledger Aim::ledger(const Look& b, Action a) const {
  if (a.verb != Verb::FireAt || barred(b, a)) return {};
  return attack_on(b, a.hex, guns_only, unit, part).ledger;
}

bool should_aim(const Look& b, UnitId u, int part, bool guns_only) {
  if (!takes_part(b, u, guns_only) || part >= firing_parts(b, u)) return false;
  if (part && is_square(b, u) ? b.pos.aim[u][0] == kNoHex : guns_only && part) return false;
  if (!guns_only && b.pos.has(u, kAssault | kTarget) && by("15.5.4-a", "16.2.5-a")) return false;
  if (guns_only && b.pos.has(u, kTarget)) by("16.2.5.1-a");
  if (b.pos.has(u, kFiredChit) && by("18.5-a") && guns_only) return false;
  return firing_range(b, u, part) > 0 && has_target(b, u, part, false);
}

}  // namespace tambour::bataille
