// SPDX-License-Identifier: MIT
// Chapters 19.10 to 19.12: advance, Pursuit, Bounce and Regroup; 7.2.2, the sub-segments of a MU's Charges.
#include <algorithm>
#include <utility>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_follow.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch19_opportunity.h"
#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {

Refusal enter_barred(const Look& b, UnitId u, HexId h) {
  const Neighbour n = contact(b, u, h);
  if (h == kNoHex || n.hex == kNoHex) REFUSE("19.10-a", u, h);
  if (in_horse_zone(b, footprint(b, u), side_of(b, u))) by("10.3.4-a");  // it may leave the zones of those it has not charged
  if (top_at(b, h) != kNoUnit) REFUSE("19.10.1-c", u, h);
  if (edge(b, footprint(b, u)[n.part], n.side).cost[int(Class::Cavalry)] == kProhibited) REFUSE("19.11.2-a", u, h);
  return {};
}

namespace {

// 19.10-b: a Line or column keeps its hexes where it can, else it closes into the hex it enters.
Footprint advanced(const Look& b, UnitId u, HexId h, int way) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  const Footprint f = footprint(b, u);
  if (s.order != Order::Good || f.size() == 1 || ground(b, h).general) return Footprint{h};
  Footprint out;
  if (s.form == Form::Column) {
    if (b.field.grid.side_to(f[0], h) < 0) return Footprint{h};
    out.push_back(h);
    for (int k = 0; k + 1 < f.size(); ++k) out.push_back(f[k]);
    return out;
  }
  const Neighbour n = contact(b, u, h);
  if (n.hex == kNoHex) return Footprint{h};
  const int side = way == kNone ? n.side : way;
  for (const HexId x : f) {
    const HexId to = edge(b, x, side).to;
    const bool open = to != kNoHex && !ground(b, to).general && edge(b, x, side).cost[int(Class::Cavalry)] != kProhibited;
    if (!open || (to != h && top_at(b, to) != kNoUnit && !f.contains(to))) return Footprint{h};
    out.push_back(to);
  }
  return out;
}

// 19.10.1-c: who finds no room in the hex that all of them enter stays where they came from.
void leave_excess(Run& r, HexId h, HexId from) {
  Hand& hand = r.pos.hand[0];
  while (hand.count > 1 && stacking_barred(r.look(), hand.unit, hand.count, Form::Column, Footprint{h}, false)) {
    const UnitId last = std::exchange(hand.unit[--hand.count], kNoUnit);
    UnitState& s = r.pos.unit[last];
    s.hexes = 1, s.trail = Trail{};
    r.pos.drop(last, kCollapse);
    r.pos.stack.at[last] = kNoHex;
    r.pos.stack.put_at_bottom(last, from);
    link_stack(r, from);
    r.tell({.fact = Fact::Displaced, .who = last, .hex = from, .from = from, .why = cite("19.10.1-c")});
  }
}

void step_into(Run& r, UnitId u, const RideStep& step) {
  Hand& hand = r.pos.hand[0];
  const HexId h = step.hex;
  const Footprint left = footprint(r.look(), u);
  const Seat side = side_of(r.look(), u);
  const Neighbour n = contact(r.look(), u, h);
  const int dir = n.side;
  const Footprint to = advanced(r.look(), u, h, step.way);
  if (to.size() < left.size()) {
    by("19.2.8-k");
    r.tell({.fact = Fact::DrawnIn, .who = u, .hex = h, .why = cite("19.10-b")});
    if (to.size() == 1) leave_excess(r, h, left[n.part]);
  }
  reshape(r, u, to);
  for (int k = 0; k < hand.count; ++k) {
    UnitState& s = r.pos.unit[hand.unit[k]];
    r.pos.drop(hand.unit[k], kCollapse);
    if (s.order == Order::Good && ground(r.look(), h).general) s.form = Form::General, s.facing = uint8_t(dir);
    else if (s.order == Order::Good && s.form == Form::Column) s.facing = uint8_t(dir);
    r.tell({.fact = step.pursuit ? Fact::Pursued : Fact::Advanced,
            .who = hand.unit[k],
            .hex = h,
            .from = left[0],
            .why = step.pursuit > 1 ? cite("19.5.3-a") : step.pursuit ? cite("19.11-b") : cite("19.10-a")});
  }
  put_down(r, 0);
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate == Fate::OnMap && left.contains(s.hex) && r.field.officers[std::size_t(k)].side == side && by("8.1.5-b")) s.hex = h;
  }
  for (const HexId x : to) disturb_leaders(r, x, other(side));
}

// Everybody who is followed and has gone back so many hexes loses an Increment.
void lose_in_pursuit(Run& r, const RideOn& on, int hexes, Citation why) {
  for (int i = 0; i < r.pos.melees.fights; ++i) {
    const Fight& f = r.pos.melees.fight[i];
    if (!(on.whom >> i & 1) || f.way < hexes) continue;
    if (const UnitId u = beaten(r.look(), f); u != kNoUnit) lose(r, u, 1, false, r.pos.at(u), why);
  }
}

bool any_beaten(const Look& b, const RideOn& on) {
  for (int i = 0; i < b.pos.melees.fights; ++i)
    if (on.whom >> i & 1 && beaten(b, b.pos.melees.fight[i]) != kNoUnit) return true;
  return false;
}

// 19.11.4: the hex that is ridden into, or all of them by one hexside.
void take_choice(Run& r, RideOn& on) {
  Melees& m = r.pos.melees;
  const bool all = r.answer().verb == Verb::Yes;
  Footprint goals;
  on.whom = 0;
  for (int i = 0; i < m.fights; ++i) {
    if (!all && m.fight[i].hex != r.answer().hex) continue;
    if (!on.whom) m.now = uint8_t(i);
    on.whom = uint8_t(on.whom | 1 << i), goals.push_back(m.fight[i].hex);
  }
  on.way = all ? uint8_t(way_abreast(r.look(), charge(r, on.k).unit, goals)) : kNone;
}

}  // namespace

void disorder_riders(Run& r, UnitId top, Citation why) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k)
    if (r.pos.unit[list[k]].order == Order::Good) disorder(r, list[k], why);
}

void break_line(Run& r, UnitId u) {
  if (r.pos.on_map(u) && r.pos.unit[u].form == Form::Line && r.pos.unit[u].hexes > 1) disorder_riders(r, u, cite("19.2.8-i"));
}

// Horses of those who were only charged.
void pay_defenders(Run& r, int k) {
  for (UnitId u : all_units(r.field)) {
    if (!r.pos.on_map(u) || !has(r.look(), u, kFought) || has(r.look(), u, kChargeMarker) || u == charge(r, k).unit) continue;
    horse(r, u).flags = uint16_t((horse(r, u).flags & ~kFought) | kHasCharged);
    by("7.2.2.2-b");
    tire(r, u, 1);
  }
}

Flow RideStep::run(Run& r) {
  UnitId list[kMates];
  BEGIN;
  take_in_hand(r, 0, list, std::min(8, mates(r.look(), unit, list)));
  r.pos.hand[0].allowance = 255;
  if (stays_in_zone(r.look(), unit)) {
    STEP("19.10.2-a");
    CALL(OpportunityFire{unit});
  }
  if (!r.pos.hand[0].count || r.pos.unit[r.pos.hand[0].unit[0]].order == Order::Pgd || enter_barred(r.look(), r.pos.hand[0].unit[0], hex)) {
    put_down(r, 0);
    CALL(Settle{});
    RETURN(0);
  }
  open_event(r), forget_passes(r, side_of(r.look(), unit));
  if (tempts_horse(r.look(), r.pos.hand[0].unit[0])) {
    STEP("19.10.2-a");
    CALL(ChargeOffer{r.pos.hand[0].unit[0]});
    if (r.result()) {
      unit = UnitId(r.result() - 1), hex = r.pos.at(r.pos.hand[0].unit[0]);
      put_down(r, 0);
      BECOME(OpportunityCharge{unit, 0, hex});
    }
  }
  unit = r.pos.hand[0].unit[0];
  note_watched(r, unit);
  step_into(r, unit, *this);
  if (tempts_horse(r.look(), unit)) {
    STEP("19.11.5-a");
    CALL(ChargeOffer{unit});
    if (r.result()) {
      unit = UnitId(r.result() - 1);
      BECOME(OpportunityCharge{unit, 0, hex});
    }
  }
  RETURN(1);
  END;
}

Flow RideOn::run(Run& r) {
  BEGIN;
  r.pos.melees.now = 0;
  if (!any_vacated(r.look(), charge(r, k).unit)) RETURN(0);
  STEP("19.10-a");
  if (by_melee && by("19.1.2-s6-dis")) disorder_riders(r, charge(r, k).unit, cite("19.10.1-a"));
  else by("19.10.1-b");
  if (r.pos.melees.fights > 1) {
    STEP("19.11.4-a");
    ASK(ChooseBeaten{charge(r, k).unit});
    take_choice(r, *this);
  }
  hex = fight(r).hex;
  CALL(RideStep{charge(r, k).unit, 0, hex, way});
  if (r.result() != 1) RETURN(r.result());
  if (!pursues || ground(r.look(), hex).general) RETURN(0);
  if (!any_beaten(r.look(), *this)) {
    STEP("19.11.1-b");
    RETURN(0);
  }
  if (next_chase(r.look(), *this).hex == kNoHex) RETURN(0);
  STEP("19.11.3-a");
  if (may_recall(r.look(), k)) ASK(TryRecall{charge(r, k).unit});
  if (may_recall(r.look(), k) && r.yes()) {
    STEP("19.8.1-c");
    ROLL(Dice::D6, kAnyFace, RecallDie{charge(r, k).unit});
    if (call_back(r, charge(r, k).unit, r.face())) RETURN(0);
  }
  while (next_chase(r.look(), *this).hex != kNoHex) {
    STEP("19.11.1-a");
    CALL(RideStep{charge(r, k).unit, 1, next_chase(r.look(), *this).hex, next_chase(r.look(), *this).way});
    if (r.result() == kStruck) RETURN(kStruck);
    if (!r.result()) break;
    ++done;
    lose_in_pursuit(r, *this, done, cite("19.11.1-c"));
    if (!any_beaten(r.look(), *this)) STEP("19.11.1-e");
  }
  if (done && is_light(r.look(), charge(r, k).unit)) lose_in_pursuit(r, *this, 1, cite("19.11.1-d"));
  END;
}

// 19.9.3: a third of its points back, then a check.
static void begin_bounce(Run& r, UnitId unit) {
  UnitId list[kMates];
  const int n = std::min(8, mates(r.look(), unit, list));
  int points = 99;
  for (int k = 0; k < n; ++k) points = std::min(points, int(Ratio(printed_mp(r.look(), list[k]), 3).nearest()));  // A8
  reshape(r, unit, Footprint{r.pos.at(unit)});  // A129
  take_in_hand(r, 1, list, n);
  r.pos.hand[1].allowance = uint8_t(2 * points);
  r.pos.fled[0] = r.pos.at(unit), r.pos.fled_count = 1;
  r.tell({.fact = Fact::Recoiled, .who = unit, .hex = r.pos.at(unit), .from = r.pos.at(unit), .why = cite("19.9.3-a")});
}

static void judge_bounce(Run& r, UnitId unit, bool pass) {
  UnitId list[kMates];
  const int n = mates(r.look(), unit, list);
  for (int k = 0; k < n; ++k)
    if (pass && r.pos.unit[list[k]].order == Order::Good) disorder(r, list[k], cite("19.9.3-e"));
    else break_unit(r, list[k], pass ? cite("19.9.3-e") : cite("19.9.3-f"));
}

Flow Bounce::run(Run& r) {
  BEGIN;
  if (!fights(r.look(), unit)) RETURN(0);
  if (r.pos.unit[unit].hexes > 1 && r.pos.unit[unit].form == Form::Line) {
    ASK(CollapseTo{unit});
    reshape(r, unit, Footprint{r.answer().hex});
  }
  STEP("19.9.3-a");
  begin_bounce(r, unit);
  CALL(Flee{Flight::Bounce, 0});
  spent = r.pos.hand[1].spent;
  CALL(Settle{});
  if (!fights(r.look(), unit)) RETURN(0);
  STEP("19.9.3-e");
  ROLL(Dice::Sixes, check_breaks(r.look(), unit, morale_ledger(r.look(), unit, 0, cause_row(kByBounce))), MoraleDie{unit, 0, kByBounce});
  failed = !judge_alone(r, unit, kByBounce);
  judge_bounce(r, unit, !failed);
  if (failed && r.pos.has(unit, kMustRout)) {
    STEP("19.9.3-f");
    begin_rout(r, unit, spent);
    CALL(Flee{Flight::Rout, 0});
  }
  CALL(Settle{});
  END;
}

static void ride_off(Run& r, UnitId unit) {
  UnitId list[kMates];
  const int n = std::min(8, mates(r.look(), unit, list));
  take_in_hand(r, 0, list, n);
  r.pos.hand[0].allowance = 10, r.pos.hand[0].flags = kLeadersRide | kRidesOff;
  note_riders(r, true);
}

Flow RegroupRide::run(Run& r) {
  BEGIN;
  if (!fights(r.look(), unit) || has(r.look(), unit, kFrozen)) RETURN(0);
  r.step(is_of_grand(r.look(), unit) ? cite("19.16.13-a") : cite("19.12-a"));
  by("19.1.1-s5-opt", "19.12-b", "13.1.8-i");
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kSquareTried);
  moved = r.pos.has(unit, kMoved);
  ride_off(r, unit);
  CALL(Moving{});
  if (!moved && r.pos.on_map(unit) && !has(r.look(), unit, kFrozen)) r.pos.drop(unit, kMoved);  // of the side that has not had its turn
  END;
}

static int find_charge(const Look& b, UnitId u, ChargeStage stage) {
  for (int k = 0; k < kCharges; ++k)
    if (b.pos.charge[k].stage == stage && b.pos.charge[k].unit == u) return k;
  return -1;
}

static bool any_charge(const Look& b, ChargeStage stage) {
  return std::any_of(std::begin(b.pos.charge), std::end(b.pos.charge), [&](const Charge& c) { return c.stage == stage; });
}

bool charges_declared(const Look& b) { return any_charge(b, ChargeStage::Declared); }

// A charger that has fallen, run or lost its contact meanwhile.
static void drop_dead(Run& r) {
  for (int k = 0; k < kCharges; ++k) {
    Charge& c = charge(r, k);
    if (c.stage != ChargeStage::None && (!r.pos.on_map(c.unit) || r.pos.unit[c.unit].order == Order::Pgd)) end_charge(r, k);
  }
}

Flow ChargePhase::run(Run& r) {
  BEGIN;
  while (drop_dead(r), any_charge(r.look(), ChargeStage::Declared)) {
    STEP("7.2.2.1-a");
    ASK(ChooseCharge{side});
    k = uint8_t(find_charge(r.look(), r.answer().who, ChargeStage::Declared));
    if (charge(r, k).kind == ChargeKind::Grand) CALL(RideGrand{});
    else CALL(RideCharge{k});
  }
  turn = uint8_t(index(side));
  while (drop_dead(r), any_charge(r.look(), ChargeStage::Contact)) {
    STEP("7.2.2.2-a");
    ASK(ChooseCavalryMelee{Seat(turn)});
    k = uint8_t(find_charge(r.look(), r.answer().who, ChargeStage::Contact));
    CALL(ChargeMelee{k});
    turn = uint8_t(1 - turn);
  }
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kCharged | kSquareTried | kTried);
  r.pos.grand = kNoGrandRide;
  END;
}

}  // namespace tambour::bataille
