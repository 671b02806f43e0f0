// SPDX-License-Identifier: MIT
// 8.44 The shock roll, itemised.
#include <algorithm>

#include "rules/tng/ch08_4_shock.h"

namespace tambour::tng {
namespace {

struct Sides {
  int attack = 0, defend = 0, best_attack = -99, best_defend = -99;
  bool any_attacker = false;
};

// 8.62-c: a Jaeger's cohesion counts only where no other infantry or cavalry defends.
int best_cohesion(const Look& b, HexId h, bool jaegers) {
  by("8.62-c");
  int best = -99;
  for (UnitId u : b.pos.stack.in(h))
    if (!is_gun(b, u) && counter(b, u).jaeger == jaegers) best = std::max(best, cohesion(b, u));
  return best;
}

Sides weigh(const Look& b, AttackMask mask, const Targets& hexes) {
  Sides s;
  FixedVector<UnitId, 64> counted;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    if (!(mask >> i & 1)) continue;
    for (UnitId u : attackers(b, b.pos.attacks[i])) {
      if (counted.contains(u) || counted.full()) continue;
      counted.push_back(u);
      s.attack += strength(b, u);
      if (!counter(b, u).jaeger) s.best_attack = std::max(s.best_attack, cohesion(b, u));
    }
  }
  int jaegers = -99;
  for (HexId h : hexes) {
    by("8.62-f");
    for (UnitId u : b.pos.stack.in(h)) s.defend += strength(b, u);
    s.best_defend = std::max(s.best_defend, best_cohesion(b, h, false));
    jaegers = std::max(jaegers, best_cohesion(b, h, true));
  }
  if (s.best_defend == -99) s.best_defend = jaegers;
  return s;
}

Citation odds_row(const Field& f, int value) {
  static constexpr Citation rows[] = {cite("OD-1"), cite("OD-2"), cite("OD-3"), cite("OD-4"), cite("OD-5"),
                                      cite("OD-6"), cite("OD-7"), cite("OD-8"), cite("OD-9")};
  for (std::size_t i = 0; i < f.odds.size() && i < std::size(rows); ++i)
    if (f.odds[i].modifier == value) return rows[i];
  return cite("SD-1");
}

bool strikes_from_front(const Look& b, AttackMask mask, HexId target) {
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if ((mask >> i & 1) && attacks_hex(b, b.pos.attacks[i], target) && is_front_of_defender(b, target, b.pos.at(b.pos.attacks[i].lead)))
      return true;
  return false;
}

// 8.44-e to 8.44-g, T33: the clear-terrain bonus.
bool flank_is_open(const Look& b, HexId target, int side) {
  const HexId h = b.field.across(target, side);
  if (h == kNoHex || !b.pos.stack.empty(h) || !b.field.passage(target, side).zone_crosses) return false;  // T74
  const Seat defender = holder(b, target);
  for (int k = 0; k < 6; ++k) {
    const HexId n = b.field.across(h, k);
    if (n == kNoHex || n == target || holder(b, n) != defender || !b.field.passage(n, opposite(k)).zone_crosses) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (exerts_zone(b, u)) return false;
  }
  return true;
}

bool clear_counts(const Look& b, AttackMask mask, Attacker kind, HexId target) {
  const UnitId top = top_fighter(b, target);
  if (top == kNoUnit || is_routed(b, top) || in_square(b, top)) return false;
  if (kind == Attacker::Infantry && is_cavalry(b, top) && by("8.44-g")) return false;
  if (!strikes_from_front(b, mask, target) && by("8.44-e")) return false;
  const int f = b.pos.facing[top];
  return by("8.44-f"), flank_is_open(b, target, turn(f, -1)) || flank_is_open(b, target, turn(f, 2));
}

struct TerrainPick {
  int value = 0;
  uint8_t line = kNone;
  HexId hex = kNoHex;
  bool any = false;
};

// 8.44-d, T43: of all that hexes and sides offer one counts: the worst for the attacker if any helps the defender, else the best.
void add_terrain(const Look& b, AttackMask mask, Attacker kind, const Targets& hexes, Ledger& out) {
  by("8.44-d");
  TerrainPick low, high;
  const auto offer = [&](int value, uint8_t line, HexId h) {
    if (!low.any || value < low.value) low = {value, line, h, true};
    if (!high.any || value > high.value) high = {value, line, h, true};
  };
  for (HexId h : hexes) {
    const uint8_t ground = b.field.ground[h];
    const int value = b.field.chart[ground].shock;
    offer(ground == kClear && !clear_counts(b, mask, kind, h) ? 0 : value, ground, h);
    for (int i = 0; i < b.pos.attacks.size(); ++i) {
      const Attack& a = b.pos.attacks[i];
      if (!(mask >> i & 1) || !attacks_hex(b, a, h)) continue;
      const int side = b.field.grid.side_to(b.pos.at(a.lead), h);
      if (side < 0) continue;
      for (uint8_t line : b.field.passage(b.pos.at(a.lead), side).lines)
        if (line != kNone) offer(b.field.chart[line].shock, line, h);
    }
  }
  const TerrainPick& pick = low.value < 0 ? low : high;
  if (pick.any) out.add(pick.value, terrain_row(pick.line), kNoUnit, pick.hex);
}

// 8.44-j: somebody of the attacker's side faces the defender from a hex of this sort.
bool faced_from(const Look& b, HexId target, bool front) {
  for (int side = 0; side < 6; ++side) {
    const HexId n = b.field.across(target, side);
    if (!enemy_in(b, n, holder(b, target)) || is_front_of_defender(b, target, n) != front) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (fronts(b, u, target)) return true;
  }
  return false;
}

// T41: with several target hexes the least of what they earn.
void add_position(const Look& b, AttackMask mask, const Targets& hexes, Ledger& out) {
  int least = 99;
  Citation why{};
  HexId where = kNoHex;
  for (HexId h : hexes) {
    const UnitId top = top_fighter(b, h);
    int value = 0;
    Citation row = cite("8.44-i");
    if (top != kNoUnit && is_routed(b, top) && by("8.77-d")) value = b.field.mod.routed, row = cite("8.44-h");
    else if (faced_from(b, h, true) && faced_from(b, h, false)) value = b.field.mod.front_and_rear, row = cite("8.44-j");
    else if (!strikes_from_front(b, mask, h) && by("6.13-b")) value = b.field.mod.rear;
    if (value < least) least = value, why = row, where = h;
  }
  if (least != 99) out.add(least, why, kNoUnit, where);
}

// 8.54-f: whoever else attacks the same hex has a roll of his own and takes nothing from this.
void add_charge(const Look& b, AttackMask mask, const Targets& hexes, Ledger& out) {
  by("8.54-f");
  bool heavy = false, light = false, all_light = true, square = false, countered = false, heavy_counter = false;
  int pursuits = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    if (!(mask >> i & 1)) continue;
    pursuits = std::max<int>(pursuits, b.pos.attacks[i].pursuit);  // T72: no part of any other charge
    for (UnitId u : attackers(b, b.pos.attacks[i])) {
      all_light &= !counter(b, u).heavy;
      if (b.pos.has(u, kHitByReaction) && by("8.43-b")) continue;  // no bonus of its own
      (counter(b, u).heavy ? heavy : light) = true;
    }
  }
  for (HexId h : hexes)
    for (UnitId u : b.pos.stack.in(h)) {
      square |= in_square(b, u);
      countered |= b.pos.has(u, kCounterCharges);
      heavy_counter |= b.pos.has(u, kCounterCharges) && counter(b, u).heavy;
    }
  if (square) out.add(b.field.mod.charge_at_square, cite("8.56-a"));
  else if (countered) out.note(cite("SD-10"));
  else if (heavy) out.add(b.field.mod.charge_heavy, cite("8.54-a"));
  else if (light) out.add(b.field.mod.charge_light, cite("8.54-b"));
  if (!square && heavy_counter && all_light) out.add(b.field.mod.heavy_counters_light, cite("8.57-c"));
  out.add(b.field.mod.pursuit * pursuits, cite("8.59-b"));
}

}  // namespace

Ledger shock_ledger(const Look& b, AttackMask mask) {
  trace::chart("odds"), trace::chart("shock_modifiers"), trace::chart("terrain");
  by("8.44-a");
  Ledger out;
  const auto hexes = targets(b, mask);
  if (hexes.empty()) return out;
  const Attacker kind = b.pos.attacks[std::countr_zero(mask)].kind;
  const Sides s = weigh(b, mask, hexes);
  const Ratio attack = out.count(s.attack, cite("8.44-a")), defence = out.count(s.defend, cite("8.44-a"));
  const int odds = odds_modifier(b.field.odds, int(attack.num), std::max(1, int(defence.num)));
  if (odds) out.add(odds, odds_row(b.field, odds));  // 8.44-a
  else out.note(cite("OD-5"));
  if (s.best_attack != -99 && s.best_defend != -99) out.add(s.best_attack - s.best_defend, cite("8.44-c"));
  add_terrain(b, mask, kind, hexes, out);
  add_position(b, mask, hexes, out);
  if (kind == Attacker::Charge) add_charge(b, mask, hexes, out);
  return out;
}

}  // namespace tambour::tng
