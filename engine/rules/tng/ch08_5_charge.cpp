// SPDX-License-Identifier: MIT
// 8.51 to 8.57 The cavalry charge: route, ride, counter-charge.
#include "rules/tng/ch08_5_charge.h"

#include <algorithm>

#include "rules/tng/ch08_2_fire.h"
#include "rules/tng/ch08_3_commitment.h"
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {

Party riders(const Look& b, UnitId lead) {
  Attack a;
  a.lead = lead, a.kind = Attacker::Charge;
  return attackers(b, a);
}

namespace {

bool misty(const Look& b, HexId h) { return (b.field.mist_turns >> b.pos.turn & 1) && b.field.level[h] <= b.field.mist_level; }

// 8.51-h: the frontal zone of enemy cavalry bars the way, though not its end.
bool before_enemy_horse(const Look& b, HexId h, Seat mine) {
  for (int side = 0; side < 6; ++side) {
    const HexId n = b.field.across(h, side);
    if (!enemy_in(b, n, mine) || !b.field.passage(h, side).zone_crosses) continue;
    for (UnitId u : b.pos.stack.in(n))
      if (is_cavalry(b, u) && exerts_zone(b, u) && fronts(b, u, h)) return true;
  }
  return false;
}

// The units that will stand in the hex once all charges announced so far have arrived.
bool room_for(const Look& b, UnitId lead, HexId h) {
  FixedVector<UnitId, 16> all;
  for (UnitId u : riders(b, lead)) all.push_back(u);
  for (const Attack& a : b.pos.attacks) {
    if (a.kind != Attacker::Charge || a.lead == lead || a.state == AttackState::Off || a.sides) continue;
    const HexId end = a.route[1] != kNoHex ? a.route[1] : a.route[0];
    if (end == h)
      for (UnitId u : riders(b, a.lead))
        if (!all.full()) all.push_back(u);
  }
  return !stacking_barred(b, std::span<const UnitId>(all.begin(), std::size_t(all.size())), h);
}

}  // namespace

// 8.53-c is a matter of the battle's own chart line for streams.
Refusal charge_ground_barred(const Look& b, UnitId u, HexId target, HexId from) {
  by("8.53-c");
  const int side = b.field.grid.side_to(from, target);
  if (b.field.ground_at(target).no_charge) REFUSE("8.53-a", u, target);
  if (misty(b, target) || misty(b, from)) REFUSE("AUS-8", u, target);
  if (side >= 0 && (b.field.passage(from, side).plain[int(Arm::Cavalry)] > 2 || b.field.passage(from, side).shock_closed))
    REFUSE("8.53-b", u, target);
  return {};
}

// The rule that shuts every way: if it alone does, it is named; where several have a part in it, the ground.
static Refusal no_way(const Look& b, const ChargeRoute& route) {
  if (route.leads_on(b)) return {};
  if (route.leads_on(b, cite("8.51-h"))) REFUSE("8.51-h", route.lead, route.target);
  if (route.leads_on(b, cite("8.51-f"))) REFUSE("8.51-f", route.lead, route.target);
  if (route.leads_on(b, cite("6.24-a"))) REFUSE("6.24-a", route.lead, route.target);
  REFUSE("8.53-b", route.lead, route.target);
  return {};
}

Refusal charge_barred(const Look& b, UnitId u, HexId target) {
  if (!is_cavalry(b, u)) REFUSE("8.1-a", u);
  if (b.pos.has(u, kMoved)) REFUSE("8.51-b", u);
  if (b.pos.start_zones[u]) REFUSE("8.51-g", u);
  const int range = b.field.grid.distance(b.pos.at(u), target);
  if (!enemy_in(b, target, side_of(b, u)) || range < 2 || range > 3) REFUSE("8.51-a", u, target);
  if (b.field.ground_at(target).no_charge) REFUSE("8.53-a", u, target);
  if (misty(b, target) || misty(b, b.pos.at(u))) REFUSE("AUS-8", u, target);
  if (no_sight(b, b.pos.at(u), target)) REFUSE("8.51-c", u, target);
  return no_way(b, ChargeRoute{u, 0, target, kNoHex, kNoHex});
}

// ---- the route

Refusal ChargeRoute::ride_barred(const Look& b, HexId to) const {
  const HexId at = here(b);
  const int side = to < b.field.grid.size() ? b.field.grid.side_to(at, to) : -1;
  if (side < 0 || steps >= 2 || to == b.pos.at(lead)) REFUSE("8.51-e", lead, to);
  if (enemy_in(b, to, side_of(b, lead))) REFUSE("7.32-a", lead, to);
  const Passage& p = b.field.passage(at, side);
  const bool road = p.on_road && !next_to_enemy(b, to, side_of(b, lead));
  int cost = road ? p.road[int(Arm::Cavalry)] : p.plain[int(Arm::Cavalry)];
  if (steps && cost != kClosed && friend_in(b, at, side_of(b, lead))) cost += b.field.chart[kFriend].cost[int(Arm::Cavalry)];
  if (cost > 2) REFUSE("8.53-b", lead, to);
  if (steps && before_enemy_horse(b, at, side_of(b, lead))) REFUSE("8.51-h", lead, at);
  return {};
}

Refusal ChargeRoute::finish_barred(const Look& b, int facing) const {
  const HexId at = here(b);
  const int side = b.field.grid.side_to(at, target);
  if (!steps || side < 0) REFUSE("8.51-e", lead, target);
  if (const Refusal no = charge_ground_barred(b, lead, target, at)) return no;
  if (!is_front_side(facing, side)) REFUSE("6.13-a", lead, target);
  if (angle(facing, b.pos.facing[lead]) > steps) REFUSE("8.51-f", lead);
  if (!room_for(b, lead, at)) REFUSE("6.24-a", lead, at);
  for (UnitId v : b.pos.stack.in(at))
    if (!is_gun(b, v) && b.pos.facing[v] != facing) REFUSE("6.11-b", v, at);
  return {};
}

bool ChargeRoute::leads_on(const Look& b, Citation waived) const {
  const auto bars = [&](const Refusal& no) { return no && no.why != waived; };
  for (int f = 0; f < 6; ++f)
    if (!bars(finish_barred(b, f))) return true;
  for (const HexId n : around(b.field, here(b))) {
    if (bars(ride_barred(b, n))) continue;
    ChargeRoute next = *this;
    (steps ? next.second : next.first) = n;
    ++next.steps;
    if (next.leads_on(b, waived)) return true;
  }
  return false;
}

Refusal ChargeRoute::barred(const Look& b, Action a) const {
  if (a.whom != kNoUnit || a.extra || a.arg > 5 || (a.verb == Verb::Face ? a.hex != kNoHex : a.arg != 0)) return {kWhen};
  if (a.who != lead) REFUSE("8.51-e", a.who);
  if (a.verb == Verb::Face) return finish_barred(b, a.arg);
  if (const Refusal no = ride_barred(b, a.hex)) return no;
  ChargeRoute next = *this;
  (steps ? next.second : next.first) = a.hex;
  ++next.steps;
  if (!next.leads_on(b)) REFUSE("8.51-e", lead, a.hex);
  return {};
}

void declare_charge(Run& r, const ChargeRoute& route, uint8_t facing) {
  Attack a;
  a.lead = route.lead, a.kind = Attacker::Charge, a.from = r.pos.at(route.lead), a.target = route.target;
  a.route[0] = route.first, a.route[1] = route.second, a.facing = facing;
  r.pos.attacks.push_back(a);
  r.tell({.fact = Fact::ChargeDeclared, .who = a.lead, .hex = a.target, .why = cite("8.34-a")});
}

Flow DeclareCharge::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("8.51-e");
    ASK(ChargeRoute{route});
    if (r.answer().verb == Verb::Face) break;
    (route.steps ? route.second : route.first) = r.answer().hex;
    ++route.steps;
  }
  declare_charge(r, route, r.answer().arg);
  END;
}

bool ride(Run& r, int attack) {
  Attack& a = r.pos.attacks[attack];
  const Party party = attackers(r.look(), a);
  const HexId end = a.route[1] != kNoHex ? a.route[1] : a.route[0];
  const Seat mine = r.field.units[a.lead].side;
  for (HexId h : a.route)
    if (enemy_in(r.look(), h, mine)) return false;
  if (party.empty() || stacking_barred(r.look(), span_of(party), end)) return false;
  if (const UnitId host = top_fighter(r.look(), end); host != kNoUnit && r.pos.facing[host] != a.facing) return false;
  for (HexId h : a.route)
    for (UnitId u : party) {
      if (h == kNoHex) continue;
      r.tell({.fact = Fact::Moved, .who = u, .hex = h, .from = r.pos.at(u), .why = cite("8.5-a")});
      arrive(r, u, h);
      r.pos.set(u, kMoved);
      r.pos.facing[u] = a.facing;
    }
  a.from = end;
  a.sides = 0;
  const uint8_t open = open_fronts(r.look(), a.lead, end, Attacker::Charge, true);
  for (int side = 0; open >> side; ++side) {  // 8.42-a: besides its target whatever else stands before it, unless others attack that
    const HexId h = r.field.across(end, side);
    const bool taken = std::any_of(r.pos.attacks.begin(), r.pos.attacks.end(), [&](const Attack& o) {
      return &o != &a && o.state == AttackState::Committed && attacks_hex(r.look(), o, h);
    });
    if ((open >> side & 1) && (h == a.target || !taken)) a.sides = uint8_t(a.sides | 1u << side);
  }
  return a.sides != 0;
}

// ---- counter-charge

namespace {

bool mask_has_heavy(const Look& b, AttackMask mask) {
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (mask >> i & 1)
      for (UnitId u : attackers(b, b.pos.attacks[i]))
        if (counter(b, u).heavy) return true;
  return false;
}

}  // namespace

Refusal counter_charge_barred(const Look& b, HexId h, AttackMask mask) {
  const UnitId top = top_fighter(b, h);
  if (top == kNoUnit || !is_cavalry(b, top)) REFUSE("8.57-b", top, h);
  if (is_disordered(b, top)) REFUSE("8.72-e", top);
  by("8.77-c");
  bool front = false;
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    front |= (mask >> i & 1) && attacks_hex(b, b.pos.attacks[i], h) &&
             is_front_of_defender(b, h, b.pos.at(b.pos.attacks[i].lead));  // T28; 8.77-c: a routed unit has no front
  if (!front) REFUSE("8.57-b", top, h);
  for (int side = 0; side < 6; ++side) {  // 8.57-a: pinned by cavalry that is not charging
    const HexId n = b.field.across(h, side);
    if (!enemy_in(b, n, side_of(b, top)) || !b.field.passage(h, side).zone_crosses) continue;
    for (UnitId u : b.pos.stack.in(n)) {
      if (!is_cavalry(b, u) || !exerts_zone(b, u) || !fronts(b, u, h)) continue;
      bool charges = false;
      for (int i = 0; i < b.pos.attacks.size(); ++i)
        charges |= (mask >> i & 1) && b.pos.at(b.pos.attacks[i].lead) == n && b.pos.attacks[i].kind == Attacker::Charge;
      if (!charges) REFUSE("8.57-a", u, n);
    }
  }
  return {};
}

Refusal ChooseCounterCharge::barred(const Look& b, Action a) const {
  if (a != Action{.verb = a.verb}) return {kWhen};
  if (a.verb == Verb::No) return {};
  return counter_charge_barred(b, hex, mask);
}

Ledger ChooseCounterCharge::ledger(const Look& b, Action) const {
  Ledger out;
  const UnitId top = top_fighter(b, hex);
  if (top != kNoUnit && !counter(b, top).heavy && mask_has_heavy(b, mask)) out.add(b.field.mod.light_counters_heavy, cite("8.57-b"), top);
  return out;
}

Flow CounterCharges::run(Run& r) {
  BEGIN;
  if (!mask) RETURN(0);
  count = keep_targets(r.look(), mask, hexes);
  for (at = 0; at < count; ++at) {
    STEP("8.57-b");
    ASK(ChooseCounterCharge{mask, hexes[at]});
    if (!r.yes()) continue;
    top = top_fighter(r.look(), hexes[at]);
    ROLL_D10(kAnyFace, CounterChargeDie{mask, hexes[at]});
    if (r.face() + ChooseCounterCharge{mask, hexes[at]}.ledger(r.look(), {}).total > cohesion(r.look(), top)) continue;
    r.tell({.fact = Fact::CounterCharged, .who = top, .why = cite("8.57-b")});
    for (UnitId u : r.pos.stack.in(hexes[at]))
      if (is_cavalry(r.look(), u) && is_good(r.look(), u)) r.pos.set(u, kCounterCharges);
  }
  END;
}

// 8.57-d, 8.57-e, T9: infantry alone attacks cavalry, which rides at it instead.
static bool only_infantry_attacks(const Look& b, HexId h) {
  return std::none_of(b.pos.attacks.begin(), b.pos.attacks.end(),
                      [&](const Attack& a) { return a.kind != Attacker::Infantry && a.state != AttackState::Off && attacks_hex(b, a, h); });
}

static uint8_t sides_of_attackers(const Look& b, AttackMask mask, HexId h) {
  uint8_t out = 0;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    const Attack& a = b.pos.attacks[i];
    if (!(mask >> i & 1) || !attacks_hex(b, a, h) || a.state != AttackState::Committed) continue;
    if (!charge_ground_barred(b, top_fighter(b, h), a.from, h)) out = uint8_t(out | 1u << b.field.grid.side_to(h, a.from));
  }
  return out;
}

// The shock that the riders meet does not take place; what else the infantry attacks it still must (8.33-a, T76).
static void drop_met_shocks(Run& r, AttackMask mask, HexId horse, uint8_t sides) {
  for (int i = 0; i < r.pos.attacks.size(); ++i) {
    Attack& a = r.pos.attacks[i];
    const int side = r.field.grid.side_to(horse, a.from);
    if (!(mask >> i & 1) || side < 0 || !(sides >> side & 1) || !attacks_hex(r.look(), a, horse)) continue;
    a.sides = uint8_t(a.sides & ~(1u << opposite(side)));
    if (!a.sides) a.state = AttackState::Off;
  }
}

Flow MeetInfantry::run(Run& r) {
  BEGIN;
  if (!mask) RETURN(0);
  count = keep_targets(r.look(), mask, hexes);
  for (at = 0; at < count; ++at) {
    if (top_fighter(r.look(), hexes[at]) == kNoUnit || !only_infantry_attacks(r.look(), hexes[at]) ||
        !sides_of_attackers(r.look(), mask, hexes[at]))
      continue;
    STEP("8.57-d");
    ASK(ChooseCounterCharge{mask, hexes[at]});
    if (!r.yes()) continue;
    r.tell({.fact = Fact::CounterCharged, .who = top_fighter(r.look(), hexes[at]), .why = cite("8.57-e")});
    {
      const uint8_t sides = sides_of_attackers(r.look(), mask, hexes[at]);
      drop_met_shocks(r, mask, hexes[at], sides);
      attack = int8_t(add_secondary(r, top_fighter(r.look(), hexes[at]), Attacker::Charge, sides));
    }
    if (attack < 0) continue;
    CALL(ReactionFire{AttackMask{1} << attack});
    if (is_live(r.look(), r.pos.attacks[attack])) CALL(ResolveBattle{.mask = AttackMask{1} << attack, .secondary = 1});
    cancel_broken_attacks(r);
  }
  END;
}

}  // namespace tambour::tng
