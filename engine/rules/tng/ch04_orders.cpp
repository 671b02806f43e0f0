// SPDX-License-Identifier: MIT
// 4.1, 4.2 Orders Commands and their orders.
#include "rules/tng/ch04_orders.h"

#include <algorithm>

#include "battle/groups.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {

bool is_uncalled(const Look& b, UnitId u) { return counter(b, u).on_call && !(b.pos.own_rules & kCalled); }

bool is_expected(const Look& b, UnitId u) { return b.pos.condition[u] == Condition::Waiting && !is_uncalled(b, u); }

bool is_due(const Look& b, UnitId u) { return is_expected(b, u) && counter(b, u).entry != kNone && counter(b, u).turn <= b.pos.turn; }

bool in_range(const Look& b, Seat seat, HexId h) {
  by("4.61-b");
  const HexId at = b.pos.commander[index(seat)];
  return at != kNoHex && h != kNoHex && b.field.grid.distance(at, h) <= b.field.commander(seat).range;
}

bool command_in_range(const Look& b, UnitId u) {
  for (UnitId v : all_units(b.field))
    if (b.pos.command[v] == b.pos.command[u] && side_of(b, v) == side_of(b, u) && in_range(b, side_of(b, u), b.pos.at(v))) return true;
  return false;
}

Orders orders_of(const Look& b, UnitId u) {
  if (b.pos.reserve) return Orders::None;                 // 4.53-a
  if (b.pos.has(u, kOrdersGained)) return Orders::Under;  // 4.28-b
  return by("4.24-a"), b.pos.orders[u];
}

bool is_held_back(const Look& b, UnitId u) {
  for (const HeldBack& held : b.field.held_back) {
    if (b.pos.turn > held.through || std::find(held.units.begin(), held.units.end(), u) == held.units.end()) continue;
    return std::none_of(held.units.begin(), held.units.end(),
                        [&](UnitId v) { return b.pos.on_map(v) && enemy_within(b, b.pos.at(v), held.radius, side_of(b, v)); });
  }
  return false;
}

namespace {

bool enemy_on_height(const Look& b, Seat mine, int level) {
  for (UnitId v : all_units(b.field))
    if (side_of(b, v) != mine && b.pos.on_map(v) && b.field.level[b.pos.at(v)] >= level) return true;
  return false;
}

bool plan_holds(const Look& b, const Plan& p) { return b.pos.turn >= p.from && b.pos.turn <= p.to && !enemy_on_height(b, p.side, p.level); }

bool is_detached(const Look& b, UnitId u) { return counter(b, u).detachable && (b.pos.own_rules & kDetached); }

// AUS-4: some of the detachment are there to be detached, and the height has been seen lost.
bool can_detach(const Look& b) {
  if (!(b.pos.own_rules & kRoused)) return false;
  for (UnitId u : all_units(b.field))
    if (counter(b, u).detachable && b.pos.on_map(u)) return true;
  return false;
}

// 4.12-b, 4.12-c, 4.12-d: two units of a group within two hexes of each other, no enemy unit barring every way between them.
bool linked(const Look& b, UnitId u, UnitId v) {
  by("4.12-b", "4.12-c", "4.12-d");
  const Field& f = b.field;
  if (is_detached(b, u) != is_detached(b, v)) return false;
  if (!b.pos.on_map(u) || !b.pos.on_map(v))  // arrivals of one turn and entry form one command
    return !b.pos.on_map(u) && !b.pos.on_map(v) && counter(b, u).entry == counter(b, v).entry;
  const HexId from = b.pos.at(u), to = b.pos.at(v);
  const int d = f.grid.distance(from, to);
  if (d != 2) return d < 2;
  for (int side = 0; side < 6; ++side)
    if (const HexId n = f.across(from, side); n != kNoHex && f.grid.distance(n, to) == 1 && !enemy_in(b, n, side_of(b, u))) return true;
  return false;
}

bool was_ordered(const Look& b, UnitId command, Seat who, bool all) {
  bool any = false;
  for (UnitId u : all_units(b.field)) {
    if (b.pos.command[u] != command || side_of(b, u) != who) continue;
    if (b.pos.last_orders[u] == Orders::Under) any = true;
    else if (all) return false;
  }
  return any;
}

bool arriving(const Look& b, UnitId u) { return b.pos.condition[u] == Condition::Waiting; }

// 4.22-a; AUS-4: the detachment's order costs nothing.
bool affords(const Look& b, UnitId u) {
  const Seat who = side_of(b, u);
  return is_detached(b, u) || b.pos.orders_spent[index(who)] < b.field.commander(who).orders;
}

// 4.29-b: kept orders stay where they were; where commands split or joined, the player says which (4.24-b, 4.24-c).
Refusal must_keep(const Look& b, Seat who) {
  by("4.24-b", "4.24-c");
  if (b.pos.free_orders[index(who)]) return {};
  for (UnitId u : all_units(b.field))
    if (side_of(b, u) == who && b.pos.command[u] == u && b.pos.orders[u] == Orders::None && was_ordered(b, u, who, true) && affords(b, u))
      REFUSE("4.29-b", u);
  return {};
}

// A battle's own rules: who must be served first, or at all.
Refusal must_serve(const Look& b, Seat who, UnitId given) {
  if (b.pos.orders_spent[index(who)] >= b.field.commander(who).orders) return {};
  for (UnitId u : all_units(b.field)) {
    if (side_of(b, u) != who || b.pos.command[u] != u || b.pos.orders[u] != Orders::None || u == given) continue;
    const int group = counter(b, u).group;
    if (b.field.must_order_turn[group] == b.pos.turn && (given == kNoUnit || counter(b, given).group != group)) REFUSE("AUS-5", u);
    if (given == kNoUnit || !b.pos.free_orders[index(who)]) continue;
    for (const Plan& p : b.field.plans)
      if (p.side == who && plan_holds(b, p) && (p.groups >> group & 1) && !(p.groups >> counter(b, given).group & 1) &&
          b.field.must_order_turn[counter(b, given).group] != b.pos.turn)
        REFUSE("AUS-2", u);
  }
  return {};
}

}  // namespace

bool plan_binds(const Look& b, UnitId u) {
  for (const Plan& p : b.field.plans)
    if (p.side == side_of(b, u) && (p.groups >> counter(b, u).group & 1) && plan_holds(b, p)) return true;
  return false;
}

void form_commands(Run& r) {
  by("2.4-d");
  const Look b = r.look();
  std::fill(std::begin(r.pos.command), std::end(r.pos.command), kNoUnit);
  for (std::size_t g = 0; g < r.field.groups.size(); ++g) {
    FixedVector<UnitId, kMaxCounters> members;
    for (UnitId u : all_units(r.field))
      if (counter(b, u).group == g && (b.pos.on_map(u) || is_due(b, u)) && by("4.12-a")) members.push_back(u);
    const auto chain = chains(members, [&](UnitId u, UnitId v) { return linked(b, u, v); });
    for (int i = 0; i < members.size(); ++i)
      for (int j = 0; j <= i; ++j)
        if (chain[j] == chain[i]) {
          r.pos.command[members[i]] = members[j];
          break;
        }
  }
}

static void set_orders(const Field& field, Pos& pos, UnitId u, Orders orders) {
  const UnitId command = pos.command[u];
  for (UnitId v : all_units(field))
    if (pos.command[v] == command && field.units[v].side == field.units[u].side) pos.orders[v] = orders;
}

void set_orders(Run& r, UnitId u, Orders orders) { set_orders(r.field, r.pos, u, orders); }

static void place_order(const Field& field, Pos& pos, Action a) {
  if (a.verb == Verb::Order && !is_detached({field, pos}, a.who)) ++pos.orders_spent[index(field.units[a.who].side)];
  set_orders(field, pos, a.who, a.verb == Verb::Order ? Orders::Under : Orders::Road);
}

// Points that everybody can see were spent: on orders that lie open, on a barrage.
static int points_seen(const Look& b, Seat who) {
  int out = 0;
  for (UnitId u : all_units(b.field))
    out += side_of(b, u) == who && b.pos.command[u] == u && b.pos.shown[counter(b, u).group] && b.pos.orders[u] == Orders::Under &&
           !is_detached(b, u);
  for (std::size_t m = 0; m < b.field.markers.size(); ++m)
    out += b.field.markers[m].side == who && b.field.markers[m].kind == MarkerKind::Barrage && b.pos.pool[m] != PoolState::Away;
  return out;
}

void deal_orders(const Field& field, Pos& pos, Seat who, bool under_way, Rng& rng) {
  const Look b{field, pos};
  const auto hidden = [&](UnitId u) { return side_of(b, u) == who && pos.command[u] != kNoUnit && !pos.shown[counter(b, u).group]; };
  for (UnitId u : all_units(field))
    if (hidden(u)) pos.orders[u] = Orders::None;
  pos.orders_spent[index(who)] = uint8_t(points_seen(b, who));
  const PlaceOrders question{who};
  for (;;) {
    FixedVector<Action, 2 * kMaxCounters> acts;
    for (UnitId u : all_units(field))
      for (Verb verb : {Verb::Order, Verb::Extend})
        if (const Action a{.verb = verb, .who = u}; hidden(u) && pos.command[u] == u && !question.barred(b, a)) acts.push_back(a);
    const bool can_stop = under_way || !question.barred(b, Action{.verb = Verb::Done});
    if (acts.empty() || (can_stop && rng.below(under_way ? 2 : 8) == 0)) return;
    place_order(field, pos, acts[int(rng.below(uint32_t(acts.size())))]);
  }
}

Flow BattleQuestions::run(Run& r) {
  BEGIN;
  if (r.field.call_turn && r.pos.turn == r.field.call_turn) {
    STEP("AUS-12");
    ASK(CallArrivals{{r.field.call_side}});
    if (r.yes()) r.pos.own_rules |= kCalled;
  }
  r.pos.own_rules = uint8_t(r.pos.own_rules & ~kDetached);
  if (r.field.detach_level && enemy_on_height(r.look(), r.field.detach_side, r.field.detach_level)) r.pos.own_rules |= kRoused;
  if (can_detach(r.look())) {
    STEP("AUS-4");
    ASK(ChooseDetachment{{r.field.detach_side}});
    if (r.yes()) r.pos.own_rules |= kDetached;
  }
  END;
}

Flow OrdersDelay::run(Run& r) {
  const int at = index(seat), delay = r.field.commander(seat).delay;
  BEGIN;
  r.pos.orders_spent[at] = 0;
  by("4.29-d", "4.29-e");
  r.pos.free_orders[at] = r.pos.turn == 1 || r.field.commander(seat).no_delay;
  if (r.pos.free_orders[at] || r.field.commander_id(seat) == kNoUnit) RETURN(0);
  STEP("4.29-a");
  ASK(RollForDelay{{seat}});
  if (!r.yes()) RETURN(0);
  ROLL_D10(test_breaks(delay + r.pos.delay_failures[at]), DelayDie{seat});
  r.pos.free_orders[at] = r.face() - r.pos.delay_failures[at] <= delay;
  r.pos.delay_failures[at] = r.pos.free_orders[at] ? uint8_t{0} : uint8_t(r.pos.delay_failures[at] + 1);  // 4.29-c
  r.tell({.fact = r.pos.free_orders[at] ? Fact::TestPassed : Fact::TestFailed,
          .who = r.field.commander_id(seat),
          .value = int16_t(r.face()),
          .value2 = int16_t(delay),
          .why = r.pos.free_orders[at] ? cite("4.29-a") : cite("4.29-b")});
  END;
}

Flow OrdersPhase::run(Run& r) {
  BEGIN;
  STEP("3.0-A1");
  r.pos.phase = Phase::Orders;
  r.tell({.fact = Fact::PhaseBegan, .why = cite("3.0-A1")});
  CALL(BattleQuestions{});
  form_commands(r);
  r.pos.last_orders = r.pos.orders;
  std::fill(std::begin(r.pos.orders), std::end(r.pos.orders), Orders::None);  // 2.2-g: no marker is No Orders
  for (seat = 0; seat < 2; ++seat) CALL(OrdersDelay{Seat(seat)});
  for (seat = 0; seat < 2; ++seat) {
    for (;;) {
      STEP("4.21-a");
      ASK(PlaceOrders{Seat(seat)});
      if (r.answer().verb == Verb::Done) break;
      place_order(r.field, r.pos, r.answer());
      r.tell({.fact = Fact::OrderPlaced, .seen_by = mask(Seat(seat)), .who = r.answer().who, .why = cite("4.23-a")});
    }
  }
  END;
}

Ledger RollForDelay::ledger(const Look& b, Action) const {
  Ledger out;
  out.add(-int(b.pos.delay_failures[index(who)]), cite("4.29-c"), b.field.commander_id(who));
  return out;
}

Refusal PlaceOrders::barred(const Look& b, Action a) const {
  by("4.25-a", "7.42-d");
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    if (const Refusal no = must_keep(b, who)) return no;
    return must_serve(b, who, kNoUnit);
  }
  const UnitId u = a.who;
  if (a != Action{.verb = a.verb, .who = u} || !is_unit(b, u) || side_of(b, u) != who || b.pos.command[u] == kNoUnit) REFUSE("4.21-a", u);
  if (b.pos.orders[u] != Orders::None) REFUSE("2.2-g", u);
  if (a.verb == Verb::Extend) {
    if (!arriving(b, u) || counter(b, u).turn != b.pos.turn) REFUSE("7.42-b", u);
    if (b.field.no_extended[counter(b, u).group] >> b.pos.turn & 1) REFUSE("AUS-6", u);
    return must_serve(b, who, kNoUnit);
  }
  if (!affords(b, u) && by("7.42-a")) REFUSE("4.22-a", u);  // 7.42-a too
  if (!b.pos.free_orders[index(who)] && !arriving(b, u) && !was_ordered(b, b.pos.command[u], who, false)) REFUSE("4.29-b", u);
  return must_serve(b, who, b.pos.command[u]);
}

}  // namespace tambour::tng
