// SPDX-License-Identifier: MIT
// Chapter 4.4 and 5.2: which unit moves next, and how reinforcements come in.
#include "play/procedure.h"  // last: its macros
#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch09_charge.h"
#include "rules/jdg/ch10_disorder.h"

namespace tambour::jdg {

bool due_to_enter(const Look& b, UnitId u) {  // 5.2-a, 5.2.2-b
  return is_unit(b, u) && state(b, u).condition == Condition::Waiting && counter(b, u).turn <= b.pos.turn && is_active(b, u);
}

// 5.2.1-h: with an enemy near the entry hex there is no forced march.
static bool entry_threatened(const Look& b, UnitId u) { return enemy_near(b, counter(b, u).hex, side_of(b, u)); }

// 5.2.2-a: each stack of the formation pays the entry hex once more than the one before.
static int entry_cost(const Look& b, UnitId u) {
  const int k = int(counter(b, u).arm);
  const HexId h = counter(b, u).hex;
  int ground = b.field.ground(h).cost[k];
  if (b.field.battle.map.road_in[h] != RoadKind::None)
    ground = b.field.battle.map.road_in[h] == RoadKind::Track && k == int(Arm::Artillery) ? 2 : 1;
  return ground * (b.pos.columns[counter(b, u).formation] + 1);
}

static int entry_allowance(const Look& b, UnitId u, bool normally) {
  return counter(b, u).front.mp * (normally || entry_threatened(b, u) ? 1 : b.field.doctrine->forced_march);
}

Refusal arrival_barred(const Look& b, UnitId u, bool normally) {
  if (!is_unit(b, u) || !due_to_enter(b, u)) REFUSE("5.2-a", u);
  const HexId h = counter(b, u).hex;
  const bool marches = b.field.doctrine->forced_march > 1;
  if (normally && !marches) REFUSE("5.2.1-g", u);
  if (enemy_in(b, h, side_of(b, u))) REFUSE("5.1.2-a", u, h);
  if (entry_cost(b, u) > entry_allowance(b, u, normally)) REFUSE("5.2.2-b", u, h);
  if (marches && !normally && !entry_threatened(b, u) && !b.pos.stack.empty(h)) REFUSE("4.1.3-e", u, h);
  if (const Refusal no = stacking_barred(b, u, h)) REFUSE("5.2.2-b", u, h);
  return {};
}

// Each unit by itself, whenever anybody has moved; who is still far keeps the marker, into the next turn too (5.2.1-f).
void drop_near_reinforcements(Run& r) {
  by("5.2.1-f");
  for (UnitId u : all_units(r.field)) {
    if (!r.pos.has(u, kReinforcement) || !on_map(r.look(), u)) continue;
    if (!enemy_near(r.look(), r.pos.at(u), side_of(r.look(), u))) continue;
    r.pos.drop(u, kReinforcement);
    own_group(r.pos, u);
    r.tell({.fact = Fact::ReinforcementLost, .who = u, .why = cite("5.2.1-e")});
  }
}

namespace {

// What every way of taking a unit in hand has in common.
Refusal select_barred(const Look& b, UnitId u) {
  if (!on_map(b, u) || !is_active(b, u)) REFUSE("2.1.1-a", u);
  if (is_routed(b, u)) REFUSE("10.2-d", u);
  if (b.pos.has(u, kHandled)) REFUSE("4.4.1-b", u);
  if (const Refusal no = act_barred(b, u)) return no;
  if (counter(b, u).immobile || ratings(b, u).mp == 0) REFUSE("4.4.1-e", u);
  if (b.pos.has(u, kFired) && !has_orders(b, u) && by("2.4.2-d")) REFUSE("4.4.2-c", u);
  return {};
}

Refusal march_barred(const Look& b, UnitId u) {  // 4.1.3-b to 4.1.3-d
  if (b.field.doctrine->forced_march == 1 && by("12.1-a")) REFUSE("4.1.3-a", u);
  if (!is_good(b, u)) REFUSE("10.1-c", u);
  if (!has_orders(b, u)) REFUSE("4.1.3-b", u);
  if (b.pos.has(u, kFired | kSquare)) REFUSE("4.1.3-d", u);
  const bool arrival = b.pos.has(u, kReinforcement);
  if (b.field.night(b.pos.turn) && !arrival) REFUSE("12.1-a", u);
  if (b.field.fog(b.pos.turn) && !arrival) REFUSE("12.2-a", u);
  if (enemy_near(b, b.pos.at(u), side_of(b, u))) REFUSE("4.1.3-c", u, b.pos.at(u));
  return {};
}

struct ChooseMover {
  QUESTION(ChooseMover, "Choose a unit to move, declare a charge, or end movement", cite("1.D-c"),
           Verb::Select, Verb::SelectStack, Verb::March, Verb::MarchStack, Verb::Charge, Verb::ChargeStack, Verb::Enter, Verb::EnterNormally, Verb::EnterPair, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return active_side(b); }

  UnitSet known(const Look& b) const {  // who may be taken in hand
    UnitSet ready;
    for (UnitId u : active_units(b))
      if (state(b, u).condition != Condition::Waiting && !select_barred(b, u)) ready.add(u);
    return ready;
  }
  void candidates(const Look& b, const UnitSet& ready, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (int i = 0; i < b.field.leader_count(); ++i)
      if (commander_present(b, i) && !emit(Action{Verb::Select, 0, b.field.leader(i)})) return;
    for (UnitId u : active_units(b)) {
      if (state(b, u).condition == Condition::Waiting) {
        if (due_to_enter(b, u) && !entries(b, u, emit)) return;
      } else if (ready.has(u)) {
        const bool stacked = !b.pos.stack.alone(u), marches = b.field.doctrine->forced_march > 1 && is_good(b, u) && has_orders(b, u);
        if (!emit(Action{Verb::Select, 0, u}) || (stacked && !emit(Action{Verb::SelectStack, 0, u}))) return;
        if (marches && (!emit(Action{Verb::March, 0, u}) || (stacked && !emit(Action{Verb::MarchStack, 0, u})))) return;
        if (is_cavalry(b, u) && !charges(b, u, stacked, emit)) return;
      }
    }
  }
  bool entries(const Look& b, UnitId u, auto&& emit) const {
    if (!emit(Action{Verb::Enter, 0, u, kNoUnit, counter(b, u).hex}) ||
        !emit(Action{Verb::EnterNormally, 0, u, kNoUnit, counter(b, u).hex}))
      return false;
    for (UnitId x : active_units(b)) {
      const Counter &one = counter(b, u), &two = counter(b, x);
      if (x <= u || two.hex != one.hex || two.arm != one.arm || !due_to_enter(b, x)) continue;
      if (!emit(Action{Verb::EnterPair, 0, u, x, one.hex})) return false;
    }
    return true;
  }
  bool charges(const Look& b, UnitId u, bool stacked, auto&& emit) const {
    if (b.field.night(b.pos.turn) || b.field.fog(b.pos.turn) || !is_good(b, u)) return true;
    for (UnitId e : b.field.units_of[index(other(side_of(b, u)))]) {
      const HexId h = b.pos.at(e);
      if (h == kNoHex || b.pos.stack.top(h) != e) continue;
      if (b.field.grid.distance(b.pos.at(u), h) > allowance(b, u, Gait::Charge) + 1) continue;
      if (!emit(Action{Verb::Charge, 0, u, kNoUnit, h})) return false;
      if (stacked && !emit(Action{Verb::ChargeStack, 0, u, kNoUnit, h})) return false;
    }
    return true;
  }

  Refusal barred(const Look& b, const UnitSet& ready, Action a) const {
    if (a.verb == Verb::Done) return {};
    if (b.field.is_leader(a.who)) return commander_barred(b, a);
    if (a.verb == Verb::Enter || a.verb == Verb::EnterNormally || a.verb == Verb::EnterPair) return entry_barred(b, a);
    if (!is_unit(b, a.who) || !ready.has(a.who)) return select_barred(b, a.who);
    if (a.verb == Verb::Select) return {};
    const bool stack = a.verb == Verb::SelectStack || a.verb == Verb::MarchStack || a.verb == Verb::ChargeStack;
    const Party party = movers_of(b, a.who, stack);
    if (stack && party.size() < 2) REFUSE("4.4.1-c", a.who);
    for (UnitId u : party) {
      if (stack && party[0] > u) REFUSE("4.4.1-c", u);  // the stack is named by its first unit
      if (!ready.has(u)) return select_barred(b, u);
      if (a.verb == Verb::March || a.verb == Verb::MarchStack)
        if (const Refusal no = march_barred(b, u)) return no;
    }
    if (a.verb == Verb::Charge || a.verb == Verb::ChargeStack) return charge_barred(b, party, a.hex);
    return {};
  }
  Ledger ledger(const Look& b, Action a) const {
    if ((a.verb != Verb::Charge && a.verb != Verb::ChargeStack) || barred(b, known(b), a)) return {};
    return charge_ledger(b, movers_of(b, a.who, a.verb == Verb::ChargeStack), a.hex);
  }
  Refusal commander_barred(const Look& b, Action a) const {
    const int i = b.field.leader_of(a.who);
    if (a.verb != Verb::Select) REFUSE("2.5.1-e", a.who);
    if (!commander_present(b, i) || b.field.commanders[std::size_t(i)].side != active_side(b)) REFUSE("2.5.1-c", a.who);
    if (b.pos.leader[i] & kLeaderMoved) REFUSE("2.5.1-c", a.who);
    return {};
  }
  Refusal entry_barred(const Look& b, Action a) const {
    if (const Refusal no = arrival_barred(b, a.who, a.verb == Verb::EnterNormally)) return no;
    if (a.hex != counter(b, a.who).hex) REFUSE("5.2.2-a", a.who, a.hex);
    if (a.verb != Verb::EnterPair) return {};
    if (a.whom <= a.who || !is_unit(b, a.whom)) REFUSE("5.2.2-a", a.whom);
    if (const Refusal no = arrival_barred(b, a.whom, false)) return no;
    if (counter(b, a.whom).arm != counter(b, a.who).arm || counter(b, a.whom).hex != counter(b, a.who).hex) REFUSE("4.4.1-c", a.whom);
    return stacking_barred(b, Party{a.who, a.whom}, a.hex);
  }
};

}  // namespace

static void enter_normally(Pos& pos, UnitId u) {
  pos.unit[u].once |= kEnteredNormally;
  own_group(pos, u);
}

Flow EnterMap::run(Run& r) {
  BEGIN;
  STEP("5.2.2-a");
  {
    const Look b = r.look();
    const bool threatened = entry_threatened(b, unit), march = !normally && !threatened && r.field.doctrine->forced_march > 1;
    Mover m{};
    m.units.push_back(unit);
    if (second != kNoUnit) m.units.push_back(second);
    int mp = 99;
    for (UnitId u : m.units) mp = std::min(mp, entry_allowance(b, u, normally));
    m.mp = int8_t(mp - entry_cost(b, unit));
    m.start = counter(b, unit).hex;
    m.gait = march ? Gait::Forced : Gait::Normal;
    m.steps = 1;
    ++r.pos.columns[counter(b, unit).formation];
    for (UnitId u : m.units) {
      r.pos.unit[u].condition = Condition::Good;
      r.pos.unit[u].facing = counter(b, u).facing;
      r.pos.set(u, kHandled | kMovedNow);
      if (march && by("5.2.1-d")) r.pos.set(u, kReinforcement);
      else if (threatened && by("5.2.1-h")) r.pos.set(u, kOrdersThisTurn);
      else by("5.2.1-g"), enter_normally(r.pos, u);
      put(r.pos, b, u, m.start);
      arrive(r, u, m.start);
      r.tell({.fact = Fact::Entered, .who = u, .hex = m.start, .why = cite("5.2-a")});
    }
    r.pos.mover = m;
  }
  CALL(Flight{r.pos.mover.start});
  CALL(MoveInHand{});
  END;
}

Flow MoveSegment::run(Run& r) {
  BEGIN;
  r.pos.segment = Segment::Move;
  std::memset(r.pos.columns, 0, sizeof r.pos.columns);
  if (!r.pos.mover.units.empty()) {  // a free position may begin with a unit in hand, on the ride of a charge too
    if (r.pos.mover.gait == Gait::Charge) CALL(ChargeMove{1});
    else CALL(MoveInHand{});
  }
  for (;;) {
    STEP("4.4.1-b");
    ASK(ChooseMover{});
    if (r.answer().verb == Verb::Done) break;
    if (r.field.is_leader(r.answer().who)) {
      CALL(CommanderMove{uint8_t(r.field.leader_of(r.answer().who))});
    } else if (r.answer().verb == Verb::Enter || r.answer().verb == Verb::EnterNormally || r.answer().verb == Verb::EnterPair) {
      CALL(EnterMap{r.answer().who, r.answer().verb == Verb::EnterPair ? r.answer().whom : kNoUnit,
                    uint8_t(r.answer().verb == Verb::EnterNormally)});
    } else if (r.answer().verb == Verb::Charge || r.answer().verb == Verb::ChargeStack) {
      take_in_hand(r.pos, r.look(), r.answer().who, r.answer().verb == Verb::ChargeStack, Gait::Charge);
      r.pos.mover.target = r.answer().hex;
      CALL(ChargeMove{});
    } else {
      take_in_hand(r.pos, r.look(), r.answer().who, r.answer().verb == Verb::SelectStack || r.answer().verb == Verb::MarchStack,
                   r.answer().verb == Verb::March || r.answer().verb == Verb::MarchStack ? Gait::Forced : Gait::Normal);
      CALL(MoveInHand{});
    }
  }
  r.pos.mover = {};
  END;
}

}  // namespace tambour::jdg
