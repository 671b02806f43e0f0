// SPDX-License-Identifier: MIT
// Chapters 9.4 and 9.5: counter-charge and pursuit.
#include "hex/line.h"
#include "rules/jdg/ch08_shock.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {
namespace {

struct AskCounterCharge {
  QUESTION(AskCounterCharge, "Try to counter-charge?", cite("9.4-a"), Verb::Yes, Verb::No);
  uint8_t combat;
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::No}) && emit(Action{Verb::Yes}); }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::No) return {};
    if (!is_cavalry(b, unit)) REFUSE("9.4-a", unit);
    if (!is_good(b, unit) && by("10.2-e")) REFUSE("10.1-d", unit);
    for (HexId f : b.pos.combats[combat].from)
      if (is_charging(b, f) && in_front(b, unit, f)) return {};
    REFUSE("9.4-a", unit);
    return {};
  }
  Ledger ledger(const Look& b, Action a) const {  // the charge as it would be fought with this answer, were the test passed
    Combat c = b.pos.combats[combat];
    c.countered |= a.verb == Verb::Yes;
    return shock_ledger(b, c);
  }
};

bool heavy_attack(const Look& b, const Combat& c) {
  for (HexId f : c.from)
    for (UnitId u : fighters(b, f))
      if (b.pos.has(u, kCharging) && counter(b, u).heavy) return true;
  return false;
}

struct FaceAfterKill {  // 9.5.2-g: one vertex at most
  QUESTION(FaceAfterKill, "Choose the facing of the pursuing cavalry", cite("9.5.2-g"), Verb::Face);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (int t = -1; t <= 1; ++t)
      if (!emit(Action{Verb::Face, uint8_t(turn(state(b, unit).facing, t)), unit})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.who != unit || a.arg > 5 || angle(a.arg, state(b, unit).facing) > 1) REFUSE("9.5.2-g", a.who);
    return {};
  }
};

struct AskGoOn {
  QUESTION(AskGoOn, "Charge on, or halt the pursuit?", cite("9.5.2-l"), Verb::Yes, Verb::No);
  UnitId rider, quarry;
  uint8_t others;  // somebody besides the quarry stands in front
  Seat seat(const Look& b) const { return side_of(b, rider); }
  UnitId about(const Look&) const { return rider; }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::Yes}) && emit(Action{Verb::No}); }
  Refusal barred(const Look&, Action a) const {
    if (a.verb == Verb::No && !others) REFUSE("9.5.2-l", rider);
    return {};
  }
};

// 9.5.2-i, 9.1-h, 9.1-j: ground a pursuit may cross.
bool can_ride_on(const Look& b, const Riders& riders, HexId at, HexId to) {
  by("9.5.2-i");
  if (!can_enter(b, riders[0], at, to) || !b.field.ground(to).charge || enemy_in(b, to, side_of(b, riders[0]))) return false;
  if (b.field.side_flags[at][std::size_t(b.field.grid.side_to(at, to))] & kStopsCharge) return false;
  for (UnitId x : b.pos.stack.in(to))
    if (is_gun(b, x)) return false;
  return !stacking_barred(b, party_of(riders), to);
}

// Has the unit's side left the hex it was fought in?
bool vacated(const Look& b, const Trail& t) { return !friend_in(b, t.from, side_of(b, t.who)); }

// A hex the riders' enemy has left and they can follow into.
bool open_to(const Look& b, const Riders& riders, const Trail& t) {
  return side_of(b, t.who) != side_of(b, riders[0]) && vacated(b, t) && can_ride_on(b, riders, b.pos.at(riders[0]), t.from);
}

HexId first_open(const Look& b, const Riders& riders) {
  for (const Trail& t : b.pos.trails)
    if (open_to(b, riders, t)) return t.from;
  return kNoHex;
}

// The n-th hex of the quarry's way, 0 for the one it was fought in.
HexId trail_hex(const Look& b, UnitId quarry, int n) {
  for (const Trail& t : b.pos.trails) {
    if (t.who != quarry || n > t.steps) continue;
    HexId h = t.from;
    for (int i = 0; i < n; ++i) h = across(b, h, t.side(i));
    return h;
  }
  return kNoHex;
}

struct ChooseQuarry {  // 9.5.2-h
  QUESTION(ChooseQuarry, "Choose which fleeing unit to pursue", cite("9.5.2-h"), Verb::Choose);
  Riders riders;
  Seat seat(const Look& b) const { return side_of(b, riders[0]); }
  void candidates(const Look& b, auto&& emit) const {
    for (const Trail& t : b.pos.trails)
      if (!emit(Action{Verb::Choose, 0, t.who})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    for (const Trail& t : b.pos.trails)
      if (t.who == a.who && on_map(b, a.who) && t.steps && open_to(b, riders, t)) return {};
    REFUSE("9.5.2-h", a.who);
    return {};
  }
  bool any(const Look& b) const {
    for (const Trail& t : b.pos.trails)
      if (!barred(b, Action{Verb::Choose, 0, t.who})) return true;
    return false;
  }
};

// 9.5.2-e, ruling J59: at most one vertex a hex, and only to bring the next hex of the quarry's way, or the quarry, in front.
void turn_after(Run& r, const Riders& riders, UnitId quarry, int step) {
  by("9.5.2-e");
  const Look b = r.look();
  const HexId at = b.pos.at(riders[0]);
  const HexId next = b.field.grid.distance(at, b.pos.at(quarry)) == 1 ? b.pos.at(quarry) : trail_hex(b, quarry, step);
  const int facing = state(b, riders[0]).facing;
  for (int t : {0, 1, -1}) {
    if (!in_front_of_facing(b, at, turn(facing, t), next)) continue;
    for (UnitId u : riders) r.pos.unit[u].facing = uint8_t(turn(facing, t));
    return;
  }
}

void ride(Run& r, const Riders& riders, HexId to) {  // 9.5.2-d: those who set out together ride together
  by("9.5.2-d");
  put_together(r.pos, r.look(), party_of(riders), to);
  for (UnitId u : riders) {
    arrive(r, u, to);
    r.tell({.fact = Fact::Pursued, .who = u, .hex = to, .why = cite("9.5.2-f")});
  }
}

// 9.5.2-k: everybody in front whom cavalry may charge.
FixedVector<HexId, 7> strikable(const Look& b, UnitId u) {
  by("9.5.2-k");
  FixedVector<HexId, 7> out;
  for (HexId t : front_targets(b, u))
    if (!strike_barred(b, b.pos.at(u), t)) out.push_back(t);
  return out;
}

bool enemy_before(const Look& b, UnitId u) {  // 9.5.2-f: whom it may charge or not, an enemy in front ends the ride
  for (int k = 0; k < 2; ++k)
    if (const HexId t = across(b, b.pos.at(u), turn(state(b, u).facing, k)); t != kNoHex && enemy_in(b, t, side_of(b, u))) return true;
  return false;
}

bool only_quarry(const Look& b, const FixedVector<HexId, 7>& targets, UnitId quarry) {
  for (HexId t : targets)
    if (quarry == kNoUnit || b.pos.at(quarry) != t) return false;
  return true;
}

struct ChooseRiders {  // 9.5.2-b, 9.5.2-c: the best unit alone, or its whole stack
  QUESTION(ChooseRiders, "Choose who pursues: the best unit alone, or its stack", cite("9.5.2-b"),
           Verb::Choose, Verb::SelectStack, Verb::Pass);
  Seat who;
  uint8_t optional;  // the defender may pursue, the charger must (9.5.1-a)
  FixedVector<UnitId, 8> riders;
  Seat seat(const Look&) const { return who; }
  int rank(const Look& b, UnitId u) const { return (counter(b, u).heavy ? 100 : 0) + ratings(b, u).cohesion; }
  int best(const Look& b) const {
    int n = -1;
    for (UnitId u : riders)
      if (on_map(b, u)) n = std::max(n, rank(b, u));
    return n;
  }
  bool several_stacks(const Look& b) const {
    for (UnitId u : riders)
      if (b.pos.at(u) != b.pos.at(riders[0])) return true;
    return false;
  }
  int in_stack(const Look& b, HexId h) const {
    int n = 0;
    for (UnitId u : riders) n += b.pos.at(u) == h;
    return n;
  }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : riders) {
      if (!on_map(b, u)) continue;
      if (!emit(Action{Verb::Choose, 0, u}) || !emit(Action{Verb::SelectStack, 0, u})) return;
    }
    emit(Action{Verb::Pass});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Pass) {
      if (!optional) REFUSE("9.5.1-a");
      return {};
    }
    if (on_map(b, a.who) && !is_cavalry(b, a.who)) REFUSE("8.7.3-a", a.who);
    if (!riders.contains(a.who) || !on_map(b, a.who)) REFUSE("9.5.2-b", a.who);
    if (rank(b, a.who) < best(b)) REFUSE("9.5.2-c", a.who);
    const int n = in_stack(b, b.pos.at(a.who));
    if (a.verb == Verb::SelectStack && n < 2) REFUSE("9.5.2-b", a.who);
    if (a.verb == Verb::Choose && n > 1 && several_stacks(b)) REFUSE("9.5.2-c", a.who);
    return {};
  }
};

}  // namespace

Flow CounterCharge::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  if (r.field.doctrine->cavalry == Cavalry::AlwaysCharges) RETURN(0);
  for (i = 0; i < r.pos.combats[combat].targets.size(); ++i) {
    unit = top_fighter(b, r.pos.combats[combat].targets[i]);
    if (unit == kNoUnit || AskCounterCharge{combat, unit}.barred(b, Action{Verb::Yes})) continue;
    by("9.4-e");
    STEP("9.4-a");  // 9.4-e: asked before every combat, so in a pursuit again and again
    ASK(AskCounterCharge{combat, unit});
    if (!r.yes()) continue;
    STEP("9.4-b");
    by("9.4-f");
    CALL(EngagementTest{unit,
                        int8_t(!counter(b, unit).heavy && heavy_attack(b, r.pos.combats[combat]) ? 2 : 0)});  // 9.4-f: the top unit for all
    if (!r.result() && by("9.4-d")) continue;
    r.pos.combats[combat].countered = 1;
    r.tell({.fact = Fact::CounterCharged, .who = unit, .why = cite("9.4-c")});
  }
  END;
}

bool has_left(const Look& b, Seat s) {
  for (const Trail& t : b.pos.trails)
    if (side_of(b, t.who) == s && vacated(b, t)) return true;
  return false;
}

bool fought_guns(const Look& b, Seat s) {
  for (const Trail& t : b.pos.trails)
    if (side_of(b, t.who) == s && !is_gun(b, t.who)) return false;
  return true;
}

FixedVector<UnitId, 8> able_riders(const Look& b, const FixedVector<UnitId, 8>& all) {
  FixedVector<UnitId, 8> out;
  for (UnitId u : all)
    if (on_map(b, u) && is_good(b, u)) out.push_back(u);
  return out;
}

FixedVector<UnitId, 8> able_riders(const Look& b, Seat s) {
  FixedVector<UnitId, 8> out;
  for (const Trail& t : b.pos.trails)
    if (side_of(b, t.who) == s && on_map(b, t.who) && is_cavalry(b, t.who) && is_good(b, t.who) && !out.full()) out.push_back(t.who);
  return out;
}

Flow StartPursuit::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  ASK(ChooseRiders{who, optional, riders});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  chosen.push_back(r.answer().who);
  if (r.answer().verb == Verb::SelectStack)
    for (UnitId u : riders)
      if (u != chosen[0] && b.pos.at(u) == b.pos.at(chosen[0]) && !chosen.full()) chosen.push_back(u);
  if (optional) by("9.4-g");
  CALL(Pursue{chosen});
  if (optional) {  // a defender who pursues is bound like a charger
    STEP("9.4-g");
    riders = {};
    for (UnitId u : chosen) riders.push_back(u);
    CALL(ClosingTests{riders});
  }
  RETURN(1);
  END;
}

// 9.5.2-a: no test and no limit of movement. 9.5.2-m: the closing test is the caller's, once all is over.
Flow Pursue::run(Run& r) {
  by("9.5.2-a");
  const Look b = r.look();
  BEGIN;
  for (UnitId u : riders) r.pos.set(u, kCharging | kFought);
  for (count = 1; count < 60; ++count) {
    for (i = uint8_t(riders.size()); i-- > 0;)
      if (!on_map(b, riders[i]) || !is_good(b, riders[i])) riders.erase_at(i);
    if (riders.empty() || first_open(b, riders) == kNoHex) break;
    quarry = kNoUnit;
    if (ChooseQuarry{riders}.any(b)) {
      STEP("9.5.2-h");
      ASK(ChooseQuarry{riders});
      quarry = r.answer().who;
    }
    STEP("9.5.2-f");
    hex = quarry == kNoUnit ? first_open(b, riders) : trail_hex(b, quarry, 0);
    ride(r, riders, hex);
    CALL(Flight{hex});
    if (quarry == kNoUnit) {
      if (fought_guns(b, other(side_of(b, riders[0]))) && by("8.7.2-g")) break;
      ASK(FaceAfterKill{riders[0]});
      for (UnitId u : riders) r.pos.unit[u].facing = r.answer().arg;
    } else {
      turn_after(r, riders, quarry, 1);
      for (step = 1; r.field.grid.distance(b.pos.at(riders[0]), b.pos.at(quarry)) > 1 && !enemy_before(b, riders[0]); ++step) {
        hex = trail_hex(b, quarry, step);
        if (hex == kNoHex || !can_ride_on(b, riders, b.pos.at(riders[0]), hex)) break;
        ride(r, riders, hex);
        turn_after(r, riders, quarry, step + 1);
        CALL(Flight{hex});
      }
    }
    targets = strikable(b, riders[0]);
    if (targets.empty() || r.pos.combats.full()) break;
    ASK(AskGoOn{riders[0], quarry, uint8_t(!only_quarry(b, targets, quarry))});
    if (!r.yes()) break;
    square = kNoHex;
    for (i = 0; i < targets.size(); ++i) {
      STEP("9.5.1-b");
      CALL(SquareAttempt{targets[i], b.pos.at(riders[0])});
      if (r.result() && square == kNoHex) square = targets[i];
    }
    if (square != kNoHex) {
      CALL(Recall{riders[0], 0, square, riders});
      if (r.result()) {
        by("9.5.2-m");
        for (UnitId u : riders) r.pos.set(u, kCharging);  // 9.5.2-m: the charge before it was fought, and is tested for
        break;
      }
    }
    {
      Combat c;
      c.from.push_back(b.pos.at(riders[0]));
      c.targets = targets;
      c.attacker = side_of(b, riders[0]);
      c.pursuit = count;
      combat = uint8_t(r.pos.combats.size());
      r.pos.combats.push_back(c);
    }
    STEP("9.5.2-j");
    CALL(Fight{combat});
    result = uint8_t(r.result());
    if (result <= int(ShockResult::AttackerBack)) CALL(StrikeBack{combat, result});
    r.pos.combats.pop_back();
    if (result < int(ShockResult::DefenderTest) || result == kNoFight) break;
  }
  END;
}

}  // namespace tambour::jdg
