// SPDX-License-Identifier: MIT
// Chapter 10: targets, modifiers, and the two fire segments.
#include "rules/siecle/ch10_fire.h"

#include "battle/sight_line.h"
#include "rules/siecle/ch12_results.h"
#include "rules/siecle/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

static Refusal arc_barred(const Look& b, UnitId u, HexId target) {
  const HexId from = b.pos.at(u);
  if (target >= b.field.grid.size()) REFUSE("10.1-a", u);
  const int range = b.field.grid.distance(from, target);
  if (!is_gun(b, u)) {
    if (range != 1) {
      if (is_cavalry(arm(b, u))) REFUSE("10.1-h", u, target);
      REFUSE("10.1-d", u, target);
    }
    if (aspect(b, u, b.field.side_to(from, target)) != Aspect::Front) REFUSE("10.1-a", u, target);
    return {};
  }
  const Specials& s = b.field.special;
  if (by("0.1-b") && (range > counter(b, u).range || range == 0)) REFUSE("10.1-c", u, target);
  if (s.dusk_turn && b.pos.turn >= s.dusk_turn && range > s.dusk_range) REFUSE("BLE-7", u, target);
  const bool ahead = range == 1 ? aspect(b, u, b.field.side_to(from, target)) == Aspect::Front
                                : in_cone(b.field.grid.cube(from), b.field.grid.cube(target), b.pos.unit[u].facing);
  if (!ahead) {
    if (range == 1) REFUSE("2.3-a", u, target);
    REFUSE("10.1-a", u, target);
  }
  return {};
}

Refusal aim_barred(const Look& b, UnitId u, HexId target) {
  if (const Refusal no = arc_barred(b, u, target)) return no;
  if (const Citation why = is_gun(b, u) ? sight_blocked(b, b.pos.at(u), target) : Citation{}) return {why, u, target};
  return {};
}

FireReach fire_reach(const Look& b, UnitId u, HexId hex) {
  if (!b.pos.on_map(u) || b.pos.routed(u) || hex == b.pos.at(u) || arc_barred(b, u, hex)) return FireReach::Out;
  return aim_barred(b, u, hex) ? FireReach::Hidden : FireReach::Open;
}

Refusal fire_barred(const Look& b, UnitId u, HexId target, FireKind kind) {
  if (b.pos.routed(u)) REFUSE("13.3-a", u);
  if (!on_top(b, u)) REFUSE("3.5.1-b", u);
  if (b.pos.has(u, kLimbered)) REFUSE("9.8-a", u);
  if (b.pos.has(u, kSilenced)) REFUSE("13.1-b", u);
  if (kind == FireKind::Salvo) {
    const bool steady = arm(b, u) == Arm::HeavyInfantry && b.pos.unit[u].order == Order::Good && !b.pos.has(u, kMoved | kTurned);
    if (!steady) REFUSE("10.3-a", u);
  }
  if (const Refusal no = aim_barred(b, u, target)) return no;
  const Seat foe = other(side_of(b, u));
  if (b.pos.stack.empty(target) ? !has_officer(b, target, foe) : side_of(b, b.pos.stack.top(target)) != foe) REFUSE("10.1-b", u, target);
  return {};
}

// Works count when the shot comes over a side that they close (FMD-4; either side of a line along a corner, S47).
static void add_works(Ledger& out, const Look& b, HexId from, HexId target, UnitId who) {
  int best = 0;
  Citation why{};
  for (const int k : sides_entered(b.field.grid, from, target)) {
    if (k < 0 || edge(b, target, k).to == kNoHex || !work_protects(b, edge(b, target, k))) continue;
    const Edge& e = edge(b, target, k);
    const int value = e.fortification ? b.field.charts.fortification_fire : b.field.charts.redoubt_fire;
    if (value < best) best = value, why = e.fortification ? cite("TET-14") : cite("TET-13");
  }
  out.add(best, why, who, target);
}

void add_target(Ledger& out, const Look& b, HexId target) {
  const UnitId t = b.pos.stack.top(target);
  if (t != kNoUnit) {
    if (is_cavalry(arm(b, t)) || arm(b, t) == Arm::LightInfantry) out.add(b.field.mod(Mod::FireTargetLoose), cite("FMD-1"), t);
    if (b.pos.has(t, kHedgehog)) out.add(b.field.mod(Mod::FireTargetHedgehog), cite("FMD-2"), t);
    if (is_gun(b, t)) out.add(b.field.mod(Mod::FireTargetGuns), cite("FMD-3"), t);
  }
  out.add(ground(b, target).fire, cite("FMD-4"), t, target);
}

void add_range(Ledger& out, const Look& b, HexId from, HexId target) {
  const int steps = (b.field.grid.distance(from, target) - 1) / 2;  // S16
  out.add(b.field.mod(Mod::FireRange) * steps, cite("FMD-10"), b.pos.stack.top(target), target);
}

Ledger fire_ledger(const Look& b, UnitId u, HexId target, FireKind kind) {
  trace::chart("modifiers"), trace::chart("terrain"), trace::chart("sides");
  Ledger out;
  const Field& f = b.field;
  if (target >= f.grid.size() || b.pos.at(u) >= f.grid.size()) return out;
  const UnitId t = b.pos.stack.top(target);
  add_target(out, b, target);
  if (ground(b, target).level > ground(b, b.pos.at(u)).level) out.add(f.mod(Mod::FireTargetHigher), cite("TET-10"), t, target);
  add_works(out, b, b.pos.at(u), target, t);
  if (kind == FireKind::Salvo) out.add(f.mod(Mod::FireSalvo), cite("FMD-5"), u);
  if (b.pos.unit[u].order == Order::Disorganised) out.add(f.mod(Mod::FireDisorganised), cite("FMD-6"), u);
  if (b.pos.has(u, kHedgehog)) out.add(f.mod(Mod::FireHedgehog), cite("FMD-7"), u);
  if (arm(b, u) == Arm::HeavyInfantry && b.pos.has(u, kMoved)) out.add(f.mod(Mod::FireMoved), cite("FMD-8"), u);
  if (!is_gun(b, u)) {
    out.add(counter(b, u).fire, cite("1.13-a"), u);
    return out;
  }
  out.add(counter(b, u).fire, cite("FMD-9"), u);
  add_range(out, b, b.pos.at(u), target);
  return out;
}

void turn_stack(Run& r, UnitId gun) {
  const HexId h = r.pos.at(gun);
  if (on_top(r.look(), gun)) put_at_bottom(r.pos, gun, h);
  else put_on_top(r.pos, gun, h);
}

static int fire_column(Arm a) { return a == Arm::HeavyInfantry ? 0 : a == Arm::Artillery ? 2 : 1; }

static int fire_total(const Run& r, const Fire& f) {
  const int total = r.face() + fire_ledger(r.look(), f.firer, f.hex, f.kind).total;
  r.tell({.fact = Fact::Fired,
          .who = f.firer,
          .hex = f.hex,
          .value = int16_t(total),
          .value2 = int16_t(r.face()),
          .why = cite("10.2-a"),
          .row = row_of(fire_result(r.field, fire_column(r.field.units[f.firer].arm), total), Loser::Target)});
  return total;
}

Flow Fire::run(Run& r) {
  BEGIN;
  STEP("10.2-a");
  if (kind == FireKind::Reaction) r.pos.set(firer, is_gun(r.look(), firer) ? kGunReacted : kReactionFired);
  else r.pos.set(firer, kFired | (is_gun(r.look(), firer) ? kFiredGuns : 0u));
  ROLL_D10(kAnyFace, FireDie{firer, kind, hex});
  CALL(Struck{hex, int8_t(fire_total(r, *this)), uint8_t(fire_column(r.field.units[firer].arm))});
  END;
}

Flow Struck::run(Run& r) {
  trace::chart("fire");
  const Result& result = fire_result(r.field, column, total);
  BEGIN;
  if (result.nothing()) RETURN(0);
  if (r.pos.stack.empty(hex)) {
    STEP("3.2-d");
    if (result.disorganised || result.steps)
      for (int k = 0; k < int(r.field.officers.size()); ++k)
        if (r.pos.officer[k].hex == hex && present(r.look(), k)) fell_officer(r, k, is_chief(r.look(), k) ? cite("3.2-d") : cite("12.5-b"));
    CALL(Settle{});
    RETURN(0);
  }
  r.pos.affected_count = 1;
  r.pos.affected[0] = r.pos.stack.top(hex);
  CALL(ApplyResult{result});
  END;
}

// ---- segments ------------------------------------------------------------------------------------------------------

Refusal ChooseGun::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (!is_unit(b, a.who) || !b.pos.on_map(a.who) || !is_gun(b, a.who)) REFUSE("4.C-b", a.who);
  if (radius == kNone) {
    if (counter(b, a.who).formation != b.pos.active) REFUSE("1.14-a", a.who);
  } else {
    const uint8_t chief = b.pos.chief[index(side)];
    if (chief == kNone || counter(b, a.who).side != side || b.field.grid.distance(b.pos.at(a.who), b.pos.officer[chief].hex) > radius)
      REFUSE("BLE-8", a.who);
  }
  if (b.pos.has(a.who, kHandled)) REFUSE("10.1-f", a.who);
  return {};
}

Refusal ChooseGunAct::barred(const Look& b, Action a) const {
  if (a.who != unit) REFUSE("10.1-g", a.who);
  if (a.verb == Verb::Stop) return {};
  if (fire_only && a.verb != Verb::FireAt) REFUSE("BLE-8", unit);
  if (a.verb == Verb::FireAt) {
    if (!fire_only && !in_command(b, unit)) REFUSE("7.4-a", unit);
    return fire_barred(b, unit, a.hex, FireKind::Plain);
  }
  if (a.verb == Verb::Restack) {
    if (line_unit(b, b.pos.at(unit)) == kNoUnit) REFUSE("3.5.2-b", unit);
    return {};
  }
  const bool changed = b.pos.has(unit, kTurned), limbered = b.pos.has(unit, kLimbered);
  if (changed || limbered == (a.verb == Verb::Limber)) REFUSE("9.8-a", unit);
  return {};
}

Flow GunSegment::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("10.1-e");
    ASK(ChooseGun{side, radius});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    r.pos.set(unit, kHandled);
    for (;;) {
      ASK(ChooseGunAct{unit, uint8_t(radius != kNone)});
      if (r.answer().verb == Verb::FireAt) {
        CALL(Fire{unit, FireKind::Plain, r.answer().hex});
        break;
      }
      if (r.answer().verb == Verb::Unlimber) {  // S3: it may still fire
        r.pos.drop(unit, kLimbered);
        r.pos.set(unit, kTurned);
        r.tell({.fact = Fact::Unlimbered, .who = unit, .hex = r.pos.at(unit), .why = cite("9.8-c")});
        continue;
      }
      if (r.answer().verb == Verb::Limber) {
        r.pos.set(unit, kLimbered);
        r.tell({.fact = Fact::Limbered, .who = unit, .hex = r.pos.at(unit), .why = cite("9.8-a")});
      }
      if (r.answer().verb == Verb::Restack) {
        turn_stack(r, unit);
        r.pos.set(unit, kFired | kFiredGuns);  // 3.5.2-b
      }
      break;
    }
  }
  END;
}

Refusal ChooseFirer::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (!is_unit(b, a.who) || !b.pos.on_map(a.who)) REFUSE("10.1-a", a.who);
  if (counter(b, a.who).formation != b.pos.active) REFUSE("1.14-a", a.who);
  if (is_gun(b, a.who)) REFUSE("4.C-b", a.who);
  if (b.pos.has(a.who, kFired)) REFUSE("10.1-f", a.who);
  if (!in_command(b, a.who)) REFUSE("7.4-a", a.who);
  if (b.pos.has(a.who, kCharge)) REFUSE("9.7-b", a.who);
  return fire_barred(b, a.who, a.hex, a.verb == Verb::Salvo ? FireKind::Salvo : FireKind::Plain);
}

Ledger ChooseFirer::ledger(const Look& b, Action a) const {
  if (!is_unit(b, a.who) || a.verb == Verb::Done) return {};
  return fire_ledger(b, a.who, a.hex, a.verb == Verb::Salvo ? FireKind::Salvo : FireKind::Plain);
}

Flow FireSegment::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("10.1-e");
    ASK(ChooseFirer{side});
    if (r.answer().verb == Verb::Done) break;
    CALL(Fire{r.answer().who, r.answer().verb == Verb::Salvo ? FireKind::Salvo : FireKind::Plain, r.answer().hex});
  }
  END;
}

}  // namespace tambour::siecle
