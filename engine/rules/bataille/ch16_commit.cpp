// SPDX-License-Identifier: MIT
// Chapter 16.8.1 and 16.8.3: where a reserve may be committed, and by which way.
#include <algorithm>

#include "rules/bataille/ch16_reserves.h"

namespace tambour::bataille {

Crowd crowd(const Look& b, Seat side) {
  Crowd c;
  UnitId attackers[12], defenders[12];
  const int n = participants(b, true, attackers), m = participants(b, false, defenders);
  const bool assaulting = n && side_of(b, attackers[0]) == side;
  std::copy(attackers, attackers + n, assaulting ? c.ours : c.theirs), std::copy(defenders, defenders + m, assaulting ? c.theirs : c.ours);
  c.n = assaulting ? n : m, c.m = assaulting ? m : n;
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kReserve) || b.pos.stack.top(b.pos.at(u)) != u) continue;
    if (side_of(b, u) == side && c.n < 12 && !std::count(c.ours, c.ours + c.n, u)) c.ours[c.n++] = u;
    if (side_of(b, u) != side && c.m < 12 && !std::count(c.theirs, c.theirs + c.m, u)) c.theirs[c.m++] = u;
  }
  return c;
}

namespace {

bool beside(const Look& b, const UnitId* list, int n, HexId h) {
  return std::any_of(list, list + n, [&](UnitId u) { return touches(b.field.grid, footprint(b, u), h); });
}

bool is_front(const Look& b, UnitId u, int side) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return aspect_of(s.form, s.order, s.facing, 1, 0, side, false) == Aspect::Front;
}

int hex_cost(const Look& b, UnitId u, HexId from, int side) {
  UnitId list[kMates];
  int most = 0;
  for (int k = 0, n = mates(b, u, list); k < n; ++k) most = std::max<int>(most, edge(b, from, side).cost[int(class_of(b, list[k]))]);
  return most == kProhibited ? most : most + (b.pos.unit[shaper(b, u)].form == Form::Line ? 2 : 0);  // 12.6.4-a
}

// A Line of two hexes closes into the one it starts from (16.8.3-f).
int contract_cost(const Look& b, UnitId u, HexId start) {
  const Footprint f = footprint(b, u);
  if (f.size() == 1) return 0;
  const HexId gives_up = f[0] == start ? f[1] : f[0];
  return edge(b, gives_up, b.field.grid.side_to(gives_up, start)).cost[int(class_of(b, u))] + 2;
}

// 16.8.3: one hex of the way; `last` is where it means to stay.
Refusal way_hex_barred(const Look& b, UnitId u, HexId h, bool last, const Crowd& c) {
  const Seat side = side_of(b, u);
  if (enemy_at(b, h, side)) REFUSE("16.8.3-a", u, h);
  if (ground(b, h).general) REFUSE("16.8.3-c", u, h);
  if (in_zone(b, h, side) && !beside(b, c.ours, c.n, h) && !beside(b, c.theirs, c.m, h)) REFUSE("16.8.3-a", u, h);
  const UnitId there = top_at(b, h);
  if (there == kNoUnit) return {};
  UnitId list[kMates];
  const int n = mates(b, u, list);
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (t.form == Form::Skirmish && t.order == Order::Good) return {};  // 16.8.2-e
  if (last && !std::count(c.ours, c.ours + c.n, there)) REFUSE("16.8.2-b", u, h);
  if (stacking_barred(b, list, n, t.form, Footprint{h}, last)) {
    if (last) REFUSE("16.8.2-c", u, h);
    REFUSE("16.8.3-b", u, h);
  }
  return {};
}

void try_way(Way& best, const Look& b, UnitId u, HexId start, HexId over, HexId h, const Crowd& c) {
  const int half = counter(b, u).mp;  // half the printed points, in half points
  int cost = contract_cost(b, u, start);
  const int one = b.field.grid.side_to(start, over == kNoHex ? h : over);
  if (one < 0 || !is_front(b, u, one)) return;
  const int first = hex_cost(b, u, start, one);
  const int two = over == kNoHex ? 0 : b.field.grid.side_to(over, h);
  if (over != kNoHex && (two < 0 || !is_front(b, u, two))) return;
  const int second = over == kNoHex ? 0 : hex_cost(b, u, over, two);
  Refusal no;
  if (first == kProhibited || second == kProhibited) no = {cite("16.8.3-b"), u, h};
  if (!no && over != kNoHex) no = way_hex_barred(b, u, over, false, c);
  if (!no) no = way_hex_barred(b, u, h, true, c);
  cost += first + second;
  if (!no && cost > half) no = {cite("16.8.3-d"), u, h};
  if (!no && cost < best.cost) best = {{}, cost, over};
  else if (no && best.no.why == cite("16.8.1-a")) best.no = no;  // the first reason is the nearest way's
}

}  // namespace

Way find_way(const Look& b, UnitId u, HexId h) {
  const Crowd c = crowd(b, side_of(b, u));
  Way best;
  best.no = {cite("16.8.1-a"), u, h};
  for (const HexId start : footprint(b, u)) {
    if (b.field.grid.distance(start, h) == 1) try_way(best, b, u, start, kNoHex, h, c);
    for (int k = 0; k < 6; ++k)
      if (const HexId over = edge(b, start, k).to; over != kNoHex && over != h) try_way(best, b, u, start, over, h, c);
  }
  if (best.cost < kNoWay) best.no = {};
  return best;
}

// The facing nearest to its own that has an enemy of the Assault in front there, or 6.
int facing_at(const Look& b, UnitId u, HexId h, const Crowd& c) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  for (const int by : {0, 1, 5, 2, 4, 3})
    for (int k = 0; k < 6; ++k) {
      const HexId x = b.field.grid.neighbour(h, k);
      if (x == kNoHex || top_at(b, x) == kNoUnit || !std::count(c.theirs, c.theirs + c.m, top_at(b, x))) continue;
      if (aspect_of(s.form, s.order, turn(s.facing, by), 1, 0, k, false) == Aspect::Front) return turn(s.facing, by);
    }
  return 6;
}

namespace {

// 16.8.3-f: the hexes of a Line that goes abreast, and what that costs.
struct Abreast {
  Footprint at;
  int cost = 0;
};

bool is_wide(const Look& b, UnitId u) {
  UnitId list[kMates];
  const int n = mates(b, u, list);
  return b.pos.unit[shaper(b, u)].form == Form::Line && good(b, u) &&
         std::all_of(list, list + n, [&](UnitId x) { return !is_gun(b, x) && increments(b, x) >= 5; });
}

// It is a Line of two hexes, or becomes one towards a free flank.
int starts(const Look& b, UnitId u, const Crowd& c, Abreast* out) {
  const Footprint f = footprint(b, u);
  if (f.size() == 2) return out[0] = {f, 0}, 1;
  int n = 0;
  for (const int turned : {2, 5}) {
    const int side = turn(b.pos.unit[shaper(b, u)].facing, turned);
    const HexId h = edge(b, f[0], side).to;
    const int way = h == kNoHex ? kProhibited : edge(b, f[0], side).cost[int(class_of(b, u))];
    if (way == kProhibited || top_at(b, h) != kNoUnit || way_hex_barred(b, u, h, false, c)) continue;
    out[n++] = {Footprint{f[0], h}, way + 2};
  }
  return n;
}

// One hex on in this direction with both hexes; empty if they cannot.
Abreast onward(const Look& b, UnitId u, const Abreast& from, int dir, const Crowd& c) {
  Abreast out{{}, from.cost};
  int most = 0;
  for (const HexId x : from.at) {
    const HexId h = edge(b, x, dir).to;
    const int way = h == kNoHex ? kProhibited : edge(b, x, dir).cost[int(class_of(b, u))];
    if (way == kProhibited || top_at(b, h) != kNoUnit || way_hex_barred(b, u, h, false, c)) return {};
    out.at.push_back(h), most = std::max(most, way);
  }
  out.cost += most + 2;  // 12.6.4-a
  return out;
}

bool has_foe_before(const Look& b, UnitId u, const Footprint& f, const Crowd& c) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  for (int part = 0; part < f.size(); ++part)
    for (int side = 0; side < 6; ++side) {
      const HexId h = b.field.grid.neighbour(f[part], side);
      if (h != kNoHex && top_at(b, h) != kNoUnit && std::count(c.theirs, c.theirs + c.m, top_at(b, h)) &&
          aspect_of(s.form, s.order, s.facing, 2, part, side, false) == Aspect::Front)
        return true;
    }
  return false;
}

}  // namespace

Spread find_spread(const Look& b, UnitId u, HexId h, HexId wing) {
  Spread best;
  const Crowd c = crowd(b, side_of(b, u));
  if (!is_wide(b, u)) return best;
  Abreast from[2];
  const int facing = b.pos.unit[shaper(b, u)].facing, half = counter(b, u).mp, n = starts(b, u, c, from);
  const auto take = [&](const Abreast& to, const Abreast& start, int one, int two) {
    if (to.at.empty() || !to.at.contains(h) || !to.at.contains(wing) || to.cost > half || to.cost >= best.cost) return;
    if (has_foe_before(b, u, to.at, c)) best = {to.cost, start.at, int8_t(one), int8_t(two)};
  };
  for (int k = 0; k < n; ++k)
    for (const int one : {facing, turn(facing, 1)}) {
      const Abreast first = onward(b, u, from[k], one, c);
      if (first.at.empty()) continue;
      take(first, from[k], one, -1);
      for (const int two : {facing, turn(facing, 1)}) take(onward(b, u, first, two, c), from[k], one, two);
    }
  return best;
}

bool any_spread(const Look& b, UnitId u, HexId h) {
  for (int k = 0; k < 6; ++k)
    if (const HexId wing = edge(b, h, k).to; wing != kNoHex && find_spread(b, u, h, wing).cost < kNoWay) return true;
  return false;
}

Refusal ChooseSpread::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return find_way(b, unit, hex).no;
  if (a.who != unit || a.hex >= b.field.grid.size() || find_spread(b, unit, hex, a.hex).cost == kNoWay) REFUSE("16.8.3-f", a.who, a.hex);
  return {};
}

Refusal reserve_barred(const Look& b, UnitId u, Seat side) {
  if (!b.field.is_unit(u) || !b.pos.on_map(u) || side_of(b, u) != side || b.pos.stack.top(b.pos.at(u)) != u) REFUSE("16.8-b", u);
  const UnitState& s = b.pos.unit[shaper(b, u)];
  if (is_gun(b, u) || is_horse(b, u) || s.order != Order::Good || (s.form != Form::Column && s.form != Form::Line)) REFUSE("16.8-a", u);
  if (b.pos.has(u, kTried | kReserve)) REFUSE("16.8.2-f", u);
  const Crowd c = crowd(b, side);
  if (std::count(c.ours, c.ours + c.n, u) || b.pos.has(u, kAssault | kTarget) || in_zone(b, footprint(b, u), side)) REFUSE("16.8-a", u);
  return {};
}

Refusal commit_barred(const Look& b, UnitId u, HexId h) {
  const Way way = find_way(b, u, h);
  if (way.no) return any_spread(b, u, h) ? Refusal{} : way.no;
  const Crowd c = crowd(b, side_of(b, u));
  if (top_at(b, h) != kNoUnit && std::count(c.ours, c.ours + c.n, top_at(b, h))) return {};
  if (!beside(b, c.theirs, c.m, h) || facing_at(b, u, h, c) == 6) REFUSE("16.8.2-b", u, h);
  if (b.field.grid.distance(b.pos.at(u), h) == 2) by("16.8.1-b");
  return {};
}

}  // namespace tambour::bataille
