// SPDX-License-Identifier: MIT
// Chapter 9: what a step and a turn cost, and what forbids them.
#include "rules/siecle/ch09_movement.h"

namespace tambour::siecle {

static bool out_of_command(const Look& b, UnitId u) { return counter(b, u).formation == b.pos.active && !in_command(b, u); }

bool goes_on(const Look& b, const March& m) {
  if (m.flags & kStopped) return false;
  if (b.field.is_officer(m.unit)) return present(b, b.field.officer(m.unit));
  return b.pos.on_map(m.unit) && !b.pos.routed(m.unit);
}

// Movement that kept to roads so far has one point more (9.1-c).
static int limit(const March& m, bool by_road) { return by("9.1-c"), m.allowance + (by_road && !(m.flags & kOffRoad) ? 1 : 0); }

static Refusal ground_barred(const Look& b, UnitId u, const Edge& e) {
  const bool gun = is_gun(b, u);
  if (ground(b, e.to).closed || (e.closed && e.water)) REFUSE("TET-07", u, e.to);
  if (e.closed) REFUSE("TET-14", u, e.to);
  if (gun && e.no_guns) REFUSE("TET-12", u, e.to);
  if (gun && e.disorganises) REFUSE("9.1-g", u, e.to);
  const Specials& s = b.field.special;
  if (s.streets && is_cavalry(arm(b, u)) && ground(b, e.to).built && !e.road) REFUSE("FSA-3", u, e.to);
  if (gun && s.one_gun_side == side_of(b, u) && s.one_gun[e.to] && !s.one_gun[b.pos.at(u)])
    for (UnitId other : all_units(b.field))
      if (other != u && b.pos.on_map(other) && is_gun(b, other) && side_of(b, other) == s.one_gun_side && s.one_gun[b.pos.at(other)])
        REFUSE("BLE-4", u, e.to);
  return {};
}

// What the zones say of a step, and what leaving one adds to its cost.
static Refusal zone_barred(const Look& b, const March& m, int k, const Edge& e, int& cost) {
  const UnitId u = m.unit;
  const Seat side = side_of(b, u);
  const bool from_zone = in_zone(b, b.pos.at(u), side), to_zone = in_zone(b, e.to, side);
  const bool ahead = is_ahead(b, u, k);
  if (!ahead && !from_zone) {
    if (is_cavalry(arm(b, u)) && !is_behind(b, u, k)) REFUSE("2.2-b", u, e.to);
    REFUSE("9.1-d", u, e.to);
  }
  if (!ahead && !is_behind(b, u, k)) REFUSE("9.3-b", u, e.to);
  if (from_zone && to_zone) REFUSE("8.1-c", u, e.to);
  if (to_zone && b.pos.demoralised(counter(b, u).formation)) REFUSE("14.2-c", u, e.to);
  by("8.2-a");  // a mere flank costs nothing
  if (!from_zone) return {};
  by("8.1-d", "9.3-a");
  cost += ahead ? 1 : m.allowance / 2;  // 9.3-b
  if (!out_of_command(b, u)) return {};
  if (m.spent > 0 || cost > m.allowance) REFUSE("7.4-d", u, e.to);
  cost = m.allowance;
  return {};
}

static Refusal room_barred(const Look& b, const March& m, const Edge& e, int cost) {
  const UnitId u = m.unit;
  if (holds_enemy(b, e.to, side_of(b, u))) REFUSE("3.1-a", u, e.to);
  const UnitId friendly = obstacle(b, u, e.to);
  if (friendly == kNoUnit) return {};
  if (!is_cavalry(arm(b, u))) {
    if (is_gun(b, u)) REFUSE("3.1-b", u, e.to);
    REFUSE("3.3-a", u, e.to);
  }
  // Horse may ride through, if it can hope to come out on the other side.
  if (m.spent + cost >= limit(m, e.road) || in_zone(b, e.to, side_of(b, u))) REFUSE("3.3-b", u, e.to);
  return {};
}

static bool through_gate(const Look& b, UnitId u, HexId from, HexId to) {
  const Specials& s = b.field.special;
  return b.pos.gate_open && to == s.gate_in && from == s.gate_out && side_of(b, u) == s.gate_side;
}

Refusal step_barred(const Look& b, const March& m, HexId to, int& cost) {
  const UnitId u = m.unit;
  const HexId from = b.pos.at(u);
  const int k = b.field.side_to(from, to);
  if (k < 0) REFUSE("9.1-d", u, to);
  if (b.pos.has(u, kHedgehog)) REFUSE("9.6-b", u, to);
  const Edge& e = edge(b, from, k);
  if (through_gate(b, u, from, to)) {
    if (!is_ahead(b, u, k)) REFUSE("9.1-d", u, to);
    cost = in_zone(b, from, side_of(b, u)) ? 2 : 1;  // 9.3-a
    if (m.spent + cost > limit(m, e.road)) REFUSE("9.1-a", u, to);
    return {};
  }
  if (to == b.field.special.gate_in && from == b.field.special.gate_out) REFUSE("FSA-1", u, to);
  if (const Refusal no = ground_barred(b, u, e)) return no;
  cost = entry_cost(b, e);
  if (const Refusal no = zone_barred(b, m, k, e, cost)) return no;
  if (const Refusal no = room_barred(b, m, e, cost)) return no;
  if (m.flags & kReaction && next_to_enemy(b, to, side_of(b, u))) REFUSE("9.5-c", u, to);
  if (out_of_command(b, u)) {
    const uint8_t boss = b.pos.formation[counter(b, u).formation].commander;
    if (boss != kNone && present(b, boss)) {
      const HexId his = b.pos.officer[boss].hex;
      if (b.field.grid.distance(to, his) > b.field.grid.distance(from, his)) REFUSE("7.4-c", u, to);
    }
  }
  if (m.spent + cost > limit(m, e.road)) {
    if (b.pos.has(u, kLimbered)) REFUSE("9.8-b", u, to);
    REFUSE("9.1-a", u, to);
  }
  return {};
}

Refusal officer_step_barred(const Look& b, const March& m, HexId to, int& cost) {
  const int me = b.field.officer(m.unit);
  const HexId from = b.pos.officer[me].hex;
  const Seat side = side_of(b, m.unit);
  const int k = b.field.side_to(from, to);
  if (k < 0) REFUSE("9.1-e", m.unit, to);
  const Edge& e = edge(b, from, k);
  if (e.closed) REFUSE("TET-n2", m.unit, to);
  const bool empty = b.pos.stack.empty(to);
  if (empty ? has_officer(b, to, other(side)) : holds_enemy(b, to, side)) REFUSE("3.1-a", m.unit, to);
  if (empty && exposure(b, to, side).any()) REFUSE("9.4-b", m.unit, to);
  if (m.flags & kReaction && next_to_enemy(b, to, side)) REFUSE("9.5-c", m.unit, to);
  cost = entry_cost(b, e);
  if (m.spent + cost > m.allowance) {
    if (is_chief(b, me)) REFUSE("9.4-a", m.unit, to);
    REFUSE("9.4-c", m.unit, to);
  }
  if (!officer_fits(b, me, to) && m.spent + cost == m.allowance) REFUSE("3.3-b", m.unit, to);
  return {};
}

Refusal turn_barred(const Look& b, const March& m, int vertex, int& cost) {
  if (b.field.is_officer(m.unit)) REFUSE("2.4-a", m.unit);
  if (vertex > 5) REFUSE("2-a", m.unit);
  if (b.pos.has(m.unit, kHedgehog)) REFUSE("9.6-b", m.unit);
  const int vertices = angle(b.pos.unit[m.unit].facing, vertex);
  const bool zone = in_zone(b, b.pos.at(m.unit), side_of(b, m.unit));
  cost = vertices * (zone ? 2 : 1);
  const bool too_dear = m.spent + cost > limit(m, m.steps > 0);
  if (!vertices || (too_dear && !zone)) REFUSE("9.2-a", m.unit);
  if (too_dear) REFUSE("9.2-b", m.unit);
  return {};
}

static void add_entry(Ledger& out, const Look& b, const Edge& e) {
  if (e.road) out.add(e.cost, cite("TET-06"), kNoUnit, e.to);
  else out.add(ground(b, e.to).cost, ground(b, e.to).row, kNoUnit, e.to);
  out.add(e.water_cost, cite("TET-08"), kNoUnit, e.to);
  out.add(e.rise_cost, e.slope ? cite("TET-12") : cite("TET-10"), kNoUnit, e.to);
  out.add(entry_cost(b, e) - e.cost, cite("TET-13"), kNoUnit, e.to);
}

Ledger march_ledger(const Look& b, const March& m, Action a) {
  Ledger out;
  const UnitId u = m.unit;
  if (a.verb == Verb::Face) {
    const int vertices = angle(b.pos.unit[u].facing, a.arg);
    if (in_zone(b, b.pos.at(u), side_of(b, u))) out.add(2 * vertices, cite("9.2-b"), u);
    else out.add(vertices, cite("9.2-a"), u);
  }
  if (a.verb != Verb::Move) return out;
  const bool rider = b.field.is_officer(u);
  const HexId from = rider ? b.pos.officer[b.field.officer(u)].hex : b.pos.at(u);
  const int k = b.field.side_to(from, a.hex);
  const Edge& e = edge(b, from, k);
  if (!rider && through_gate(b, u, from, a.hex)) out.add(1, cite("FSA-1"), u, a.hex);
  else add_entry(out, b, e);
  if (rider || !in_zone(b, from, side_of(b, u))) return out;
  if (is_ahead(b, u, k)) out.add(1, cite("9.3-a"), u, from);
  else out.add(m.allowance / 2, cite("9.3-b"), u, from);
  if (out_of_command(b, u) && !through_gate(b, u, from, a.hex)) out.add(m.allowance - out.total, cite("7.4-d"), u, from);
  return out;
}

// ---- who moves -----------------------------------------------------------------------------------------------------

Refusal arrival_barred(const Look& b, UnitId u, HexId where) {
  const bool rider = b.field.is_officer(u);
  const int k = rider ? b.field.officer(u) : 0;
  const Fate fate = rider ? b.pos.officer[k].fate : b.pos.unit[u].fate;
  const uint8_t turn = rider ? officer(b, k).turn : counter(b, u).turn;
  const uint8_t formation = rider ? officer(b, k).formation : counter(b, u).formation;
  const HexId h = rider ? officer(b, k).hex : counter(b, u).hex;
  if (fate != Fate::ToCome || formation != b.pos.active || (turn != kNone && turn > b.pos.turn) || where != h) REFUSE("9.9-c", u, where);
  if (holds_enemy(b, h, side_of(b, u)) || (rider && has_officer(b, h, other(side_of(b, u))))) REFUSE("9.9-d", u, h);
  if (rider) {
    if (b.pos.stack.empty(h) && exposure(b, h, side_of(b, u)).any()) REFUSE("9.4-b", u, h);
    return {};
  }
  if (ground(b, h).closed) REFUSE("TET-07", u, h);
  const int cost = ground(b, h).cost + b.pos.formation[formation].entered;
  if (cost > full_movement(b, u)) REFUSE("9.9-a", u, h);
  if (obstacle(b, u, h) != kNoUnit && (!is_cavalry(arm(b, u)) || cost >= full_movement(b, u))) REFUSE("3.3-a", u, h);
  if (b.pos.demoralised(formation) && in_zone(b, h, side_of(b, u))) REFUSE("14.2-c", u, h);
  return {};
}

static Refusal officer_barred(const Look& b, int k, Seat side) {
  const UnitId u = b.field.officer_id(k);
  if (officer(b, k).side != side) REFUSE("0.1-d", u);
  if (!is_chief(b, k) && b.pos.formation[b.pos.active].commander != k) REFUSE("9.4-c", u);
  if (b.pos.officer[k].flags & kRode && by("6.2-b")) REFUSE("9.1-b", u);  // the chief once with every chit of his army (6.2-b)
  return {};
}

Refusal ChooseMover::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (b.field.is_officer(a.who)) {
    const int k = b.field.officer(a.who);
    if (const Refusal no = officer_barred(b, k, side)) return no;
    if (a.verb == Verb::Enter) return arrival_barred(b, a.who, a.hex);
    if (!present(b, k)) REFUSE("9.9-c", a.who);
    return {};
  }
  if (!is_unit(b, a.who) || counter(b, a.who).formation != b.pos.active) REFUSE("1.14-a", a.who);
  if (a.verb == Verb::Enter) return arrival_barred(b, a.who, a.hex);
  if (!b.pos.on_map(a.who)) REFUSE("9.9-c", a.who);
  if (b.pos.has(a.who, kHandled)) REFUSE("9.1-b", a.who);
  if (b.pos.routed(a.who)) REFUSE("13.3-a", a.who);
  if (b.pos.has(a.who, kFiredGuns) && by("4.C-c")) REFUSE("9.1-f", a.who);
  return {};
}

// A unit on a friend's hex may not stop there while it can still get out.
static bool can_still_leave(const Look& b, const March& m) {
  const bool rider = b.field.is_officer(m.unit);
  const HexId h = rider ? b.pos.officer[b.field.officer(m.unit)].hex : b.pos.at(m.unit);
  int cost = 0;
  for (int k = 0; k < 6; ++k) {
    const HexId to = edge(b, h, k).to;
    if (to != kNoHex && !(rider ? officer_step_barred(b, m, to, cost) : step_barred(b, m, to, cost))) return true;
  }
  for (int v = 0; v < 6 && !rider; ++v)
    if (!turn_barred(b, m, v, cost)) return true;
  return false;
}

static Refusal stop_barred(const Look& b, const March& m) {
  const bool crowded = b.field.is_officer(m.unit) ? !officer_fits(b, b.field.officer(m.unit), b.pos.officer[b.field.officer(m.unit)].hex)
                                                  : obstacle(b, m.unit, b.pos.at(m.unit)) != kNoUnit;
  if (crowded && can_still_leave(b, m)) REFUSE("3.3-b", m.unit);
  return {};
}

Refusal ChooseStep::barred(const Look& b, Action a) const {
  const March& m = b.pos.march[which];
  int cost = 0;
  if (a.who != m.unit) REFUSE("9.1-b", a.who);
  const bool rider = b.field.is_officer(m.unit);
  if (a.verb == Verb::Move) return rider ? officer_step_barred(b, m, a.hex, cost) : step_barred(b, m, a.hex, cost);
  if (a.verb == Verb::Face) return turn_barred(b, m, a.arg, cost);
  if (a.verb == Verb::Stop) return stop_barred(b, m);
  if (a.verb == Verb::LeaveHedgehog) {
    if (rider || !b.pos.has(m.unit, kHedgehog)) REFUSE("9.6-d", m.unit);
    return {};
  }
  if (rider || is_gun(b, m.unit) || m.flags & kRestacked || gun_in(b, b.pos.at(m.unit)) == kNoUnit) REFUSE("3.5.2-a", m.unit);
  return {};
}

}  // namespace tambour::siecle
