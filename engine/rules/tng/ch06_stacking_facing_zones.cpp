// SPDX-License-Identifier: MIT
// 6.0 Facing, stacking, zones of control.
#include "rules/tng/ch06_stacking_facing_zones.h"

#include <algorithm>

#include "rules/tng/ch03_sequence.h"

namespace tambour::tng {

UnitId top_fighter(const Look& b, HexId h) {
  // 6.26-a
  for (UnitId u : b.pos.stack.in(h))
    if (!is_gun(b, u)) return u;
  return kNoUnit;
}

bool enemy_within(const Look& b, HexId h, int distance, Seat mine) {
  if (distance == kNear) return b.field.near[h].meets(b.pos.boards.held[index(other(mine))]);
  const Cube here = b.field.cube[h];
  for (UnitId u : b.field.units_of[index(other(mine))]) {
    if (!b.pos.on_map(u)) continue;
    const Cube d = b.field.cube[b.pos.at(u)] - here;
    if (std::abs(d.q) <= distance && length(d) <= distance) return true;  // most are too far off by their column alone
  }
  return false;
}

bool has_six_fronts(const Look& b, UnitId u) {
  // 6.11-c, 8.56-c
  return by("6.11-c", "8.56-c"), in_square(b, u) || (is_infantry(b, u) && b.field.ground_at(b.pos.at(u)).six_fronts);
}

bool fronts(const Look& b, UnitId u, HexId to) {
  // 6.11-a, 8.77-d
  if (is_routed(b, u)) return false;
  const int side = b.field.grid.side_to(b.pos.at(u), to);
  return side >= 0 && (has_six_fronts(b, u) || is_front_side(b.pos.facing[u], side));
}

bool is_front_of_defender(const Look& b, HexId defender, HexId attacker) {
  // 6.14-a
  by("6.14-a");
  const UnitId top = top_fighter(b, defender);
  const UnitId u = top == kNoUnit ? b.pos.stack.top(defender) : top;
  if (u == kNoUnit || is_routed(b, u)) return false;
  const int side = b.field.grid.side_to(defender, attacker);
  if (side < 0) return false;
  if (has_six_fronts(b, u) || is_front_side(b.pos.facing[u], side)) return true;
  // 6.11-d, 6.11-e
  by("6.11-d", "6.11-e");
  const int flank = b.pos.facing[u];
  return is_cavalry(b, u) && is_good(b, u) && (side == turn(flank, -1) || side == turn(flank, 2));
}

namespace {

struct Tally {
  int units = 0, infantry = 0, cavalry = 0, guns = 0, gun_sp = 0;
  bool one_brigade = true, one_group = true, routed = false, square = false, disordered_line = false;
  uint8_t brigade = kNone, group = kNone;

  void add(const Look& b, UnitId u) {
    const Counter& c = counter(b, u);
    ++units;
    routed |= is_routed(b, u);
    square |= in_square(b, u);
    disordered_line |= is_line(b, u) && is_disordered(b, u);
    if (c.arm == Arm::Artillery) {
      ++guns, gun_sp += c.good.sp;
      one_group &= group == kNone || group == c.group;
      group = c.group;
      return;
    }
    by("6.21-d");
    ++(c.arm == Arm::Infantry ? infantry : cavalry);  // 6.21-d: Jaegers are infantry here
    one_brigade &= brigade == kNone || brigade == c.brigade;
    brigade = c.brigade;
  }
};

Refusal overstacked(const Tally& t, UnitId u, HexId h) {
  // 6.23-a
  by("6.23-a");
  if (t.units <= 1) return {};
  const int fighters = t.infantry + t.cavalry;
  if (t.routed) REFUSE("8.77-b", u, h);
  if (t.square && t.disordered_line) REFUSE("8.72-e", u, h);  // T77
  if (t.units > 3) REFUSE("6.21-a", u, h);
  if (t.infantry && t.cavalry) REFUSE("6.21-b", u, h);
  if (fighters > 2 && !t.one_brigade) REFUSE("6.21-c", u, h);
  if (fighters && t.guns > 1) REFUSE("6.21-e", u, h);
  if (fighters == 2 && t.guns && !t.one_brigade) REFUSE("6.21-f", u, h);
  if (!fighters && (t.guns > 2 || !t.one_group || t.gun_sp > 6)) REFUSE("6.21-g", u, h);
  return {};
}

}  // namespace

Refusal stacking_barred(const Look& b, std::span<const UnitId> joining, HexId h) {
  if (joining.size() == 1 && b.pos.stack.empty(h)) return {};
  Tally t;
  for (UnitId u : joining) t.add(b, u);
  for (UnitId v : b.pos.stack.in(h))
    if (std::find(joining.begin(), joining.end(), v) == joining.end()) t.add(b, v);
  return overstacked(t, joining.front(), h);
}

Refusal face_barred(const Look& b, UnitId u, HexId h, int facing) {
  // 6.14-b
  if (is_gun(b, u) && by("6.14-b")) return {};
  for (UnitId v : b.pos.stack.in(h))
    if (v != u && !is_gun(b, v) && b.pos.facing[v] != facing) REFUSE("6.11-b", v, h);
  return {};
}

std::string stacking_complaint(const Look& b, HexId h) {
  Tally t;
  for (UnitId u : b.pos.stack.in(h)) t.add(b, u);
  if (!overstacked(t, kNoUnit, h)) return {};
  return "the stack in hex " + b.field.grid.number(h) + " breaks the stacking rules (6.21)";
}

bool exerts_zone(const Look& b, UnitId u) {
  // 6.31-b, 6.31-c, 6.31-d, 8.61-d, 8.72-b
  return by("6.31-b", "6.31-c", "6.31-d", "8.61-d", "8.72-b"), !is_gun(b, u) && is_good(b, u) && !in_square(b, u);
}

uint8_t zone_sides(const Look& b, HexId h, Seat enemy) {
  // 6.31-a, 6.31-e, 6.31-f
  by("6.31-a", "6.31-e", "6.31-f");
  if (!next_to_enemy(b, h, other(enemy))) return 0;
  uint8_t out = 0;
  for (int side = 0; side < 6; ++side) {
    const HexId n = b.field.across(h, side);
    if (!held_by(b, n, enemy) || !b.field.passage(h, side).zone_crosses) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (exerts_zone(b, u)) {
        out = uint8_t(out | 1u << side);
        break;
      }
  }
  return out;
}

bool in_frontal_zone(const Look& b, HexId h, Seat enemy) {
  const uint8_t sides = zone_sides(b, h, enemy);
  for (int side = 0; sides >> side; ++side)
    if (sides >> side & 1)
      for (UnitId u : b.pos.stack.in(b.field.across(h, side)))
        if (exerts_zone(b, u) && fronts(b, u, h)) return true;
  return false;
}

// 4.63: to the nearest friendly unit, the lowest of equals.
static void displace_commander(Run& r, Seat seat) {
  const Look b = r.look();
  UnitId best = kNoUnit;
  int least = 999;
  for (UnitId u : all_units(b.field))
    if (side_of(b, u) == seat && b.pos.on_map(u))
      if (const int d = b.field.grid.distance(b.pos.at(u), b.pos.commander[index(seat)]); d < least) least = d, best = u;
  if (best == kNoUnit) return;
  r.pos.commander[index(seat)] = b.pos.at(best);
  r.tell({.fact = Fact::CommanderMoved, .who = r.field.commander_id(seat), .hex = b.pos.at(best), .why = cite("4.63-a")});
}

void arrive(Run& r, UnitId u, HexId h) {
  // 6.27-a
  by("6.27-a");
  put_at_bottom(r.pos, u, h);
  const Seat mine = r.field.units[u].side;
  if (const uint8_t o = r.field.objective_of[h]; o != kNone && r.pos.owner[o] != mine) {
    r.pos.owner[o] = mine;
    check_automatic_victory(r);
  }
  if (r.field.detach_level && r.field.detach_side != mine && r.field.level[h] >= r.field.detach_level) r.pos.own_rules |= kRoused;  // AUS-4
  if (r.pos.commander[index(other(mine))] == h) displace_commander(r, other(mine));
}

static void lose_square(Run& r, HexId h, Citation why) {
  for (UnitId u : r.pos.stack.in(h)) {
    if (!r.pos.has(u, kSquare)) continue;
    r.pos.drop(u, kSquare);
    r.tell({.fact = Fact::SquareLeft, .who = u, .why = why});
  }
}

void lose_square(Run& r, HexId h) { lose_square(r, h, cite("8.56-f")); }

void settle_square(Run& r, HexId h) {
  const Look b = r.look();
  bool formed = false;
  for (UnitId u : b.pos.stack.in(h)) formed |= in_square(b, u) && is_line(b, u);
  if (!formed) return lose_square(r, h, cite("8.61-c"));
  for (UnitId u : b.pos.stack.in(h)) r.pos.set(u, kSquare);
}

void flip(Run& r, UnitId u, Citation why) {
  r.pos.condition[u] = Condition::Disordered;
  lose_square(r, r.pos.at(u));
  r.tell({.fact = Fact::Disordered, .who = u, .hex = r.pos.at(u), .why = why});
}

void remove(Run& r, UnitId u, Citation why) {
  r.tell({.fact = Fact::Eliminated, .who = u, .hex = r.pos.at(u), .why = why});
  lift(r.pos, u);
  r.pos.condition[u] = Condition::Eliminated;
  r.pos.marks[u] &= kFled;
}

}  // namespace tambour::tng
