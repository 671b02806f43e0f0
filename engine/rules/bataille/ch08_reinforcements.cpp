// SPDX-License-Identifier: MIT
// Chapters 8.9.4 and 8.10: reinforcements, hex by hex from the edge of the map.
#include "rules/bataille/ch08_reinforcements.h"

#include <algorithm>

#include "rules/bataille/ch18_guns.h"
#include "rules/bataille/ch19_charge.h"


namespace tambour::bataille {
namespace {

bool on_edge(const Look& b, HexId h) {
  for (int k = 0; k < 6; ++k)
    if (edge(b, h, k).to == kNoHex) return true;
  return false;
}

// Along the same edge of the map.
bool same_edge(const Look& b, HexId h, HexId gate) {
  for (int k = 0; k < 6; ++k)
    if (edge(b, h, k).to == kNoHex && edge(b, gate, k).to == kNoHex) return true;
  return false;
}

// The hex costs whoever enters what it costs those who come from another hex like it (8.10.2).
int entry_cost(const Look& b, UnitId u, HexId h) {
  const int kind = b.field.is_officer(u) ? int(Class::Leader) : int(class_of(b, u));
  for (int k = 0; k < 6; ++k)
    if (const HexId n = edge(b, h, k).to; n != kNoHex) {
      const int cost = b.field.edge(n, b.field.grid.side_to(n, h)).cost[kind];
      if (cost != kProhibited) return cost;
    }
  return kProhibited;
}

// Whoever was due before and comes in by the same entry.
bool has_elders(const Look& b, UnitId u, uint8_t e) {
  for (const UnitId x : all_units(b.field))
    if (x != u && b.pos.unit[x].fate == Fate::Due && counter(b, x).entry == e && counter(b, x).turn < counter(b, u).turn) return true;
  return false;
}

int inward(const Look& b, HexId h) {  // a side of the hex that leads into the map
  for (int k = 0; k < 6; ++k)
    if (edge(b, h, k).to != kNoHex && edge(b, h, (k + 3) % 6).to == kNoHex) return k;
  return 0;
}

bool has_roads_to(const Look& b, HexId from, HexId to) {
  FixedVector<HexId, kHexes> seen{from};
  for (int i = 0; i < seen.size(); ++i)
    for (int k = 0; k < 6; ++k) {
      const Edge& e = edge(b, seen[i], k);
      if (e.to == to && e.road) return true;
      if (e.to != kNoHex && e.road && !seen.contains(e.to)) seen.push_back(e.to);
    }
  return false;
}

}  // namespace

Refusal enter_barred(const Look& b, Action a, Seat side) {
  if (!b.field.is_unit(a.who) && !b.field.is_officer(a.who)) REFUSE("8.9.4-a", a.who);
  if (side_of(b, a.who) != side || !is_due(b, a.who)) REFUSE("8.9.4-a", a.who);
  const bool leader = b.field.is_officer(a.who);
  const Officer* o = leader ? &b.field.officers[std::size_t(b.field.officer(a.who))] : nullptr;
  const uint8_t e = leader ? o->entry : counter(b, a.who).entry;
  const int mp = leader ? o->mp : counter(b, a.who).mp;
  const HexId gate = b.field.entries[e].gates[0];
  if (a.hex >= b.field.grid.size() || !on_edge(b, a.hex) || !same_edge(b, a.hex, gate)) REFUSE("8.10.1-a", a.who, a.hex);
  if (2 * b.field.grid.distance(gate, a.hex) > mp) REFUSE("8.10.1-a", a.who, a.hex);
  if (enemy_at(b, a.hex, side)) REFUSE("13.1.4-a", a.who, a.hex);
  if (leader) return {};
  if (has_elders(b, a.who, e)) REFUSE("8.10.3-c", a.who, a.hex);
  const int cost = entry_cost(b, a.who, a.hex);
  if (cost == kProhibited) REFUSE("13.1.7.1-a", a.who, a.hex);
  if (by("8.10.2-a", "8.10.2-b") && cost + b.pos.queue[e] > allowance(b, a.who)) REFUSE("8.10.5-a", a.who, a.hex);
  const Form form = ground(b, a.hex).general && !is_gun(b, a.who) ? Form::General : is_gun(b, a.who) ? Form::Limbered : Form::Column;
  return stacking_barred(b, &a.who, 1, form, Footprint{a.hex}, false);
}

void enter_unit(Run& r, UnitId u, HexId h) {
  UnitState& s = r.pos.unit[u];
  const uint8_t e = counter(r.look(), u).entry;
  const int cost = entry_cost(r.look(), u, h);
  s.fate = Fate::OnMap, s.order = Order::Good, s.hexes = 1, s.facing = uint8_t(inward(r.look(), h));
  s.form = is_gun(r.look(), u) ? Form::Limbered : ground(r.look(), h).general ? Form::General : Form::Column;
  if (is_gun(r.look(), u)) by("8.10.4-c");
  r.pos.entered.add(u);
  r.pos.stack.at[u] = h;
  Hand& hand = r.pos.hand[0];
  std::fill(std::begin(hand.unit), std::end(hand.unit), kNoUnit);
  hand.unit[0] = u, hand.count = 1, hand.start = h, hand.flags = kJustEntered;
  hand.steps = hand.faced = hand.shuffled = hand.stride = 0;
  hand.allowance = uint8_t(allowance(r.look(), u)), hand.spent = uint8_t(r.pos.queue[e] + cost);
  s.distance = uint8_t(nearest_enemy(r.look(), h, side_of(r.look(), u)));
  by("8.10.4-a", "8.10-a"), r.pos.queue[e] = uint8_t(std::min(200, r.pos.queue[e] + cost));
  if (in_zone(r.look(), Footprint{h}, side_of(r.look(), u)) && !rides_through(r.look(), u)) hand.flags |= kStopped;
  r.tell({.fact = Fact::Entered, .who = u, .hex = h, .why = cite("8.9.4-a")});
  disturb_leaders(r, h, other(side_of(r.look(), u)));
}

void enter_by_road(Run& r, Verb first) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = hand.unit[0];
  const uint8_t e = counter(r.look(), u).entry;
  const HexId h = r.pos.at(u);
  hand.flags = uint16_t(hand.flags & ~kJustEntered);
  if (first != Verb::RoadColumn) return;
  int road = kProhibited;
  for (int k = 0; k < 6; ++k)
    if (edge(r.look(), h, k).road) road = std::min<int>(road, edge(r.look(), h, k).road_cost[int(class_of(r.look(), u))]);
  const int cost = entry_cost(r.look(), u, h);
  if (road == kProhibited || road > cost) return;
  hand.spent = uint8_t(hand.spent - (cost - road));
  r.pos.queue[e] = uint8_t(r.pos.queue[e] - cost + road * hexes_wanted(r.look(), u, Form::Road));
  by("8.10.2-b");
}

Refusal ChooseArrival::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (a.verb == Verb::Enter) return enter_barred(b, a, side);
  // A free order to march for a leader who has just come, and those who came with him (8.10.6).
  if (!b.field.is_officer(a.who) || side_of(b, a.who) != side) REFUSE("8.9.4-b", a.who);
  const int k = b.field.officer(a.who);
  const Officer& o = b.field.officers[std::size_t(k)];
  if (b.pos.leader[k].fate != Fate::OnMap || o.entry == kNone || b.pos.leader[k].back != b.pos.turn || b.pos.leader[k].goal != kNoHex)
    REFUSE("8.9.4-b", a.who);
  for (HexId h = 0; h < b.field.grid.size(); ++h)
    if (is_goal(b, k, h)) return by("8.10.6-a", "8.7-c"), Refusal{};
  REFUSE("8.7.1-b", a.who);
  return {};
}

Refusal ChooseTerminus::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  const auto named = [&](const auto& p) { return p.second == a.hex; };
  if (std::none_of(b.field.places.begin(), b.field.places.end(), named)) REFUSE("8.10.7-a", kNoUnit, a.hex);
  if (!has_roads_to(b, b.field.entries[entry].gates[0], a.hex)) REFUSE("8.10.7-a", kNoUnit, a.hex);
  return {};
}

static void enter_leader(Run& r, UnitId id, HexId h) {
  LeaderState& s = r.pos.leader[r.field.officer(id)];
  s.hex = h, s.fate = Fate::OnMap, s.back = r.pos.turn;
  r.tell({.fact = Fact::Entered, .who = id, .hex = h, .why = cite("8.9.4-a")});
}

static void tell_held(Run& r, Seat side) {
  for (const UnitId u : all_units(r.field))
    if (side_of(r.look(), u) == side && is_due(r.look(), u))
      r.tell({.fact = Fact::LeftBehind, .who = u, .hex = r.field.entries[counter(r.look(), u).entry].gates[0], .why = cite("8.10.3-a")});
}

Flow Arrivals::run(Run& r) {
  BEGIN;
  r.pos.chit = Chit::Reinforcement;
  for (i = 0; i < 2; ++i) {
    for (;;) {
      STEP("8.9.4-a");
      ASK(ChooseArrival{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
      if (r.answer().verb == Verb::Done) break;
      unit = r.answer().who;
      if (r.answer().verb == Verb::Administrative) {
        CALL(OrderMarch{unit});
        continue;
      }
      if (r.field.is_officer(unit)) {
        enter_leader(r, unit, r.answer().hex);
        CALL(RideLeader{unit});
        continue;
      }
      enter_unit(r, unit, r.answer().hex);
      CALL(Moving{});
    }
    if (charges_declared(r.look())) {
      STEP("7.2.2-a");
      CALL(ChargePhase{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
    }
    tell_held(r, Seat(i ? 1 - r.pos.drawer : r.pos.drawer));
  }
  r.pos.chit = Chit::None;
  END;
}

Flow NameTermini::run(Run& r) {
  BEGIN;
  for (; entry < r.field.entries.size(); ++entry) {
    if (r.pos.terminus[entry] != kNoHex && by("8.10.7-d")) continue;
    STEP("8.10.7-a");
    ASK(ChooseTerminus{entry});
    if (r.answer().verb == Verb::ChooseHex) r.pos.terminus[entry] = r.answer().hex;
  }
  END;
}

}  // namespace tambour::bataille
