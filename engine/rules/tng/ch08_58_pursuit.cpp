// SPDX-License-Identifier: MIT
// 8.58 and 8.59 Pursuit, further charges out of it, and the disorder that ends a charge (8.54).
#include <algorithm>

#include "play/procedure.h"  // last: its macros
#include "rules/tng/ch08_2_fire.h"
#include "rules/tng/ch08_3_commitment.h"
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/ch08_7_disorder_rout.h"

namespace tambour::tng {

namespace {

// 8.58-e: heavy cavalry first, then by cohesion, as many as may stack.
Party pursuers(const Look& b, AttackMask mask, HexId hex) {
  by("8.58-e");
  FixedVector<UnitId, 16> all;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    const Attack& a = b.pos.attacks[i];
    if (!(mask >> i & 1) || a.kind != Attacker::Charge || a.state != AttackState::Done || !attacks_hex(b, a, hex)) continue;
    if (!b.pos.on_map(a.lead) || b.pos.at(a.lead) != a.from) continue;
    for (UnitId u : b.pos.stack.in(a.from))
      if (b.pos.has(u, kRodeCharge) && !is_routed(b, u) && !all.full()) all.push_back(u);
  }
  std::sort(all.begin(), all.end(), [&](UnitId u, UnitId v) {
    if (counter(b, u).heavy != counter(b, v).heavy) return counter(b, u).heavy;
    return cohesion(b, u) != cohesion(b, v) ? cohesion(b, u) > cohesion(b, v) : u < v;
  });
  Party out;
  for (UnitId u : all) {
    const int side = b.field.grid.side_to(b.pos.at(u), hex);
    Party tried = out;
    if (tried.full() || side < 0 || b.field.passage(b.pos.at(u), side).plain[int(Arm::Cavalry)] == kClosed) continue;
    tried.push_back(u);
    if (!stacking_barred(b, span_of(tried), hex) && !face_barred(b, tried[0], hex, b.pos.facing[tried[0]])) out = tried;
  }
  return out;
}

const Flight* flight_from(const Look& b, HexId hex) {
  for (const Flight& f : b.pos.flights)
    if (f.from == hex && b.pos.on_map(f.who)) return &f;
  return nullptr;
}

// 8.58-b: along the way of the quarry until beside it or in an enemy zone.
void follow(Run& r, const Party& party, const Flight& flight) {
  const Seat enemy = other(r.field.units[party[0]].side);
  for (int i = 0; i < flight.steps; ++i) {
    const HexId here = r.pos.at(party[0]), to = flight.path[i];
    if (r.field.grid.distance(here, r.pos.at(flight.who)) <= 1 || in_zone(r.look(), here, enemy)) return;
    const int side = r.field.grid.side_to(here, to);
    if (side < 0 || enemy_in(r.look(), to, other(enemy)) || r.field.passage(here, side).plain[int(Arm::Cavalry)] == kClosed) return;
    if (stacking_barred(r.look(), span_of(party), to) || face_barred(r.look(), party[0], to, r.pos.facing[party[0]])) return;
    for (UnitId u : party) {
      arrive(r, u, to);
      r.tell({.fact = Fact::Pursued, .who = u, .hex = to, .from = here, .why = cite("8.58-b")});
    }
  }
}

// Who rides into the emptied hex and after the quarry; gives the one that leads, or kNoUnit.
UnitId pursue_into(Run& r, AttackMask mask, HexId hex, UnitId& quarry) {
  const Party party = pursuers(r.look(), mask, hex);
  quarry = kNoUnit;
  if (party.empty()) return kNoUnit;
  march_party(r, party, hex, cite("8.58-a"));
  by("8.58-c");
  for (UnitId u : party) r.pos.facing[u] = r.pos.facing[party[0]];  // 8.58-c: nobody turns; one stack, one facing
  if (const Flight* f = flight_from(r.look(), hex)) {
    const Flight flight = *f;
    quarry = flight.who;
    follow(r, party, flight);
  } else {
    by("8.58-d");  // the quarry is no more
  }
  for (int i = r.pos.flights.size(); i-- > 0;)
    if (r.pos.flights[i].from == hex) r.pos.flights.erase_at(i);
  return party[0];
}

}  // namespace

Refusal ChoosePursuitCharge::barred(const Look& b, Action a) const {
  if (a != Action{.verb = a.verb}) return {kWhen};
  const HexId here = b.pos.at(lead);
  const uint8_t open = open_fronts(b, lead, here, Attacker::Charge, true);
  if (a.verb == Verb::Yes) {
    if (!open || is_routed(b, lead)) REFUSE("8.59-a", lead);
    return {};
  }
  if (quarry == kNoUnit || !b.pos.on_map(quarry)) return {};
  const int side = b.field.grid.side_to(here, b.pos.at(quarry));
  if (side >= 0 && (open >> side & 1)) REFUSE("8.59-a", quarry);
  return {};
}

Flow Pursue::run(Run& r) {
  by("8.59-c");  // the disorder of a charge waits until its last pursuit is over
  BEGIN;
  for (;;) {
    STEP("8.58-a");
    lead = pursue_into(r, mask, hex, quarry);
    if (lead == kNoUnit) RETURN(attack != 0);
    ASK(ChoosePursuitCharge{lead, quarry});
    if (!r.yes()) RETURN(1);
    STEP("8.59-b");
    attack = int8_t(add_secondary(r, lead, Attacker::Charge, open_fronts(r.look(), lead, r.pos.at(lead), Attacker::Charge, true)));
    if (attack < 0) RETURN(1);
    for (UnitId u : riders(r.look(), lead)) {
      ++r.pos.pursuits[u];
      r.pos.attacks[attack].pursuit = std::max(r.pos.attacks[attack].pursuit, r.pos.pursuits[u]);
    }
    mask = AttackMask{1} << attack;
    STEP("8.55-d");
    CALL(Squares{mask});
    CALL(ReactionFire{mask});
    if (!is_live(r.look(), r.pos.attacks[attack])) RETURN(1);
    CALL(CounterCharges{mask});
    hex = targets(r.look(), mask)[0];
    CALL(Combat{mask});
    if (enemy_in(r.look(), hex, side_of(r.look(), lead)) || !r.pos.on_map(lead)) RETURN(1);
  }
  END;
}

void disorder_riders(Run& r) {
  for (UnitId u : all_units(r.field)) {
    if (!r.pos.has(u, kRodeCharge | kCounterCharges)) continue;
    by("8.54-e");
    const bool rode = r.pos.has(u, kRodeCharge);  // 8.54-e: who fought no shock is spared
    r.pos.drop(u, kRodeCharge | kCounterCharges | kHitByReaction);
    if ((!rode || !r.pos.on_map(u) || !is_good(r.look(), u)) && by("8.54-d")) continue;
    r.pos.condition[u] = Condition::Disordered;
    r.tell({.fact = Fact::Disordered, .who = u, .why = cite("8.54-c")});
  }
}

}  // namespace tambour::tng
