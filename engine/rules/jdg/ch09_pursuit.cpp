// Chapters 9.4 and 9.5: counter-charge and pursuit.
#include "hex/line.h"
#include "rules/jdg/ch08_shock.h"

namespace tambour::jdg {
namespace {

struct AskCounterCharge {
  static constexpr const char* kName = "AskCounterCharge";
  static constexpr const char* kPrompt = "Try to counter-charge?";
  static constexpr Verb kVerbs[] = {Verb::Yes, Verb::No};
  static constexpr Citation kWhen = cite("9.4-a");
  uint8_t combat;
  UnitId unit;
  Seat seat(const Look& b) const { return side(b, unit); }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::No}) && emit(Action{Verb::Yes}); }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::No) return {};
    if (!is_cavalry(b, unit)) REFUSE("9.4-a", unit);
    if (!is_good(b, unit)) REFUSE("10.1-d", unit);  // 10.2-e
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
      if (flag(b, u, kCharging) && card(b, u).heavy) return true;
  return false;
}

struct FaceAfterKill {  // 9.5.2-g: one vertex at most
  static constexpr const char* kName = "FaceAfterKill";
  static constexpr const char* kPrompt = "Choose the facing of the pursuing cavalry";
  static constexpr Verb kVerbs[] = {Verb::Face};
  static constexpr Citation kWhen = cite("9.5.2-g");
  UnitId unit;
  Seat seat(const Look& b) const { return side(b, unit); }
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
  static constexpr const char* kName = "AskGoOn";
  static constexpr const char* kPrompt = "Charge on, or halt the pursuit?";
  static constexpr Verb kVerbs[] = {Verb::Yes, Verb::No};
  static constexpr Citation kWhen = cite("9.5.2-l");
  UnitId rider, quarry;
  uint8_t others;  // somebody besides the quarry stands in front
  Seat seat(const Look& b) const { return side(b, rider); }
  void candidates(const Look&, auto&& emit) const { emit(Action{Verb::Yes}) && emit(Action{Verb::No}); }
  Refusal barred(const Look&, Action a) const {
    if (a.verb == Verb::No && !others) REFUSE("9.5.2-l", rider);
    return {};
  }
};

struct ChaseWhom {
  static constexpr const char* kName = "ChaseWhom";
  static constexpr const char* kPrompt = "Choose which fleeing unit to pursue";
  static constexpr Verb kVerbs[] = {Verb::Choose};
  static constexpr Citation kWhen = cite("9.5.2-h");
  UnitId rider;
  FixedVector<UnitId, 12> fled;
  Seat seat(const Look& b) const { return side(b, rider); }
  void candidates(const Look&, auto&& emit) const {
    for (UnitId u : fled)
      if (!emit(Action{Verb::Choose, 0, u})) return;
  }
  Refusal barred(const Look&, Action a) const {
    if (!fled.contains(a.who)) REFUSE("9.5.2-h", a.who);
    return {};
  }
};

// 9.5.2-i, 9.1-h, 9.1-j: ground a pursuit may cross.
bool may_ride_on(const Look& b, const FixedVector<UnitId, 3>& riders, HexId at, HexId to) {
  if (!can_enter(b, riders[0], at, to) || !b.field.ground(to).charge || enemy_in(b, to, side(b, riders[0]))) return false;
  if (b.field.side_flags[at][std::size_t(b.field.grid.side_to(at, to))] & kStopsCharge) return false;
  Party all;
  for (UnitId u : riders) all.push_back(u);
  for (UnitId x : b.pos.stacks.in(to))
    if (is_gun(b, x)) return false;
  return !may_stack(b, all, to);
}

HexId next_toward(const Look& b, const FixedVector<UnitId, 3>& riders, HexId goal) {
  const HexId at = hex_of(b, riders[0]);
  for (int k = 0; k < 6; ++k) {
    const HexId n = across(b, at, k);
    if (n != kNoHex && b.field.grid.distance(n, goal) < b.field.grid.distance(at, goal) && may_ride_on(b, riders, at, n)) return n;
  }
  return kNoHex;
}

// 9.5.2-e: at most one vertex, and only to bring the quarry in front.
int facing_toward(const Look& b, HexId at, int facing, HexId goal) {
  for (int t : {0, 1, -1})
    if (in_cone(b.field.grid.cube(at), b.field.grid.cube(goal), turn(facing, t))) return turn(facing, t);
  return facing;
}

void ride(Run& r, const FixedVector<UnitId, 3>& riders, HexId to) {  // 9.5.2-d: those who set out together ride together
  Party together;
  for (UnitId u : riders) together.push_back(u);
  put_together(r.pos, r.look(), together, to);
  for (UnitId u : riders) {
    arrive(r, u, to);
    r.tell({.fact = Fact::Pursued, .who = u, .hex = to, .why = cite("9.5.2-f")});
  }
}

// 9.5.2-k: everybody in front whom cavalry may charge.
FixedVector<HexId, 7> strikable(const Look& b, UnitId u) {
  FixedVector<HexId, 7> out;
  for (HexId t : front_targets(b, u))
    if (!may_strike(b, hex_of(b, u), t)) out.push_back(t);
  return out;
}

FixedVector<UnitId, 12> riders_of(const FixedVector<UnitId, 3>& riders) {
  FixedVector<UnitId, 12> out;
  for (UnitId u : riders) out.push_back(u);
  return out;
}

bool enemy_before(const Look& b, UnitId u) {  // 9.5.2-f: whom it may charge or not, an enemy in front ends the ride
  for (int k = 0; k < 2; ++k)
    if (const HexId t = across(b, hex_of(b, u), turn(state(b, u).facing, k)); t != kNoHex && enemy_in(b, t, side(b, u))) return true;
  return false;
}

bool only_quarry(const Look& b, const FixedVector<HexId, 7>& targets, UnitId quarry) {
  for (HexId t : targets)
    if (quarry == kNoUnit || hex_of(b, quarry) != t) return false;
  return true;
}

// The hex the quarry has left: of several that are empty now, the one nearest to it.
HexId left_by(const Look& b, const FixedVector<HexId, 7>& targets, UnitId quarry) {
  HexId best = kNoHex;
  for (HexId t : targets) {
    if (!b.pos.stacks.empty(t)) continue;
    if (best == kNoHex ||
        (quarry != kNoUnit && b.field.grid.distance(t, hex_of(b, quarry)) < b.field.grid.distance(best, hex_of(b, quarry))))
      best = t;
  }
  return best;
}

FixedVector<UnitId, 12> fled(const Look& b, const FixedVector<UnitId, 12>& units, const FixedVector<HexId, 7>& targets) {
  FixedVector<UnitId, 12> out;
  for (UnitId u : units)
    if (on_map(b, u) && !targets.contains(hex_of(b, u))) out.push_back(u);
  return out;
}

}  // namespace

Flow CounterCharge::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  if (r.field.doctrine->cavalry == Cavalry::AlwaysCharges) RETURN(0);
  for (i = 0; i < r.pos.combats[combat].targets.size(); ++i) {
    unit = top_fighter(b, r.pos.combats[combat].targets[i]);
    if (unit == kNoUnit || AskCounterCharge{combat, unit}.barred(b, Action{Verb::Yes})) continue;
    STEP("9.4-a");  // 9.4-e: asked before every combat, so in a pursuit again and again
    ASK(AskCounterCharge{combat, unit});
    if (!r.yes()) continue;
    STEP("9.4-b");
    CALL(EngagementTest{unit,
                        int8_t(!card(b, unit).heavy && heavy_attack(b, r.pos.combats[combat]) ? 2 : 0)});  // 9.4-f: the top unit for all
    if (!r.result()) continue;                                                                             // 9.4-d, EX-BER-2
    r.pos.combats[combat].countered = 1;
    r.tell({.fact = Fact::CounterCharged, .who = unit, .why = cite("9.4-c")});
  }
  END;
}

// 9.5.2-a: no test and no limit of movement. 9.5.2-m: the closing test is the caller's, once all is over.
Flow Pursue::run(Run& r) {
  const Look b = r.look();
  BEGIN;
  for (UnitId u : riders) set_flags(r.pos, u, kCharging | kFought);
  for (count = 1; count < 60; ++count) {
    STEP("9.5.2-f");
    if (!is_good(b, riders[0]) || !on_map(b, riders[0]) || !may_ride_on(b, riders, hex_of(b, riders[0]), vacated)) break;
    ride(r, riders, vacated);
    CALL(Flight{vacated});
    if (quarry == kNoUnit || !on_map(b, quarry)) {
      if (guns) break;  // 9.5.2-g, 8.7.2-g
      ASK(FaceAfterKill{riders[0]});
      for (UnitId u : riders) r.pos.unit[u].facing = r.answer().arg;
    } else {
      for (UnitId u : riders) r.pos.unit[u].facing = uint8_t(facing_toward(b, vacated, r.pos.unit[u].facing, hex_of(b, quarry)));
      while (r.field.grid.distance(hex_of(b, riders[0]), hex_of(b, quarry)) > 1 && !enemy_before(b, riders[0])) {
        vacated = next_toward(b, riders, hex_of(b, quarry));
        if (vacated == kNoHex) break;
        ride(r, riders, vacated);
        for (UnitId u : riders) r.pos.unit[u].facing = uint8_t(facing_toward(b, vacated, r.pos.unit[u].facing, hex_of(b, quarry)));
        CALL(Flight{vacated});
      }
    }
    targets = strikable(b, riders[0]);
    if (targets.empty() || r.pos.combats.full()) break;
    ASK(AskGoOn{riders[0], quarry, uint8_t(!only_quarry(b, targets, quarry))});
    if (!r.yes()) break;
    formed = 0;
    for (i = 0; i < targets.size(); ++i) {
      STEP("9.5.1-b");
      CALL(SquareAttempt{targets[i], hex_of(b, riders[0])});
      formed = uint8_t(formed | r.result());
    }
    if (formed) {
      CALL(Recall{riders[0], 0, targets[0], riders});
      if (r.result()) {
        for (UnitId u : riders) set_flags(r.pos, u, kCharging);  // 9.5.2-m: the charge before it was fought, and is tested for
        break;
      }
    }
    {
      Combat c;
      c.from.push_back(hex_of(b, riders[0]));
      c.targets = targets;
      c.attacker = side(b, riders[0]);
      c.pursuit = count;
      combat = uint8_t(r.pos.combats.size());
      r.pos.combats.push_back(c);
      charged.clear();
      for (HexId t : targets)
        for (UnitId u : r.pos.stacks.in(t))
          if (!charged.full()) charged.push_back(u);
      guns = 1;
      for (UnitId u : charged) guns &= is_gun(b, u);
    }
    STEP("9.5.2-j");  // EX-BER-4, EX-BER-5
    CALL(Fight{combat});
    result = uint8_t(r.result());
    if (result <= int(ShockResult::AttackerBack)) CALL(StrikeBack{combat, result, charged, riders_of(riders)});
    r.pos.combats.pop_back();
    if (result < int(ShockResult::DefenderTest) || result == kNoFight) break;
    quarry = kNoUnit;
    if (!fled(b, charged, targets).empty()) {
      STEP("9.5.2-h");
      ASK(ChaseWhom{riders[0], fled(b, charged, targets)});
      quarry = r.answer().who;
    }
    vacated = left_by(b, targets, quarry);
    if (vacated == kNoHex) break;
  }
  END;
}

}  // namespace tambour::jdg
