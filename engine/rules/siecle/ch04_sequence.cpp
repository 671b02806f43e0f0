// SPDX-License-Identifier: MIT
// Chapter 4.
#include "rules/siecle/ch04_sequence.h"

#include "rules/siecle/ch05_initiative.h"
#include "rules/siecle/ch06_activation.h"
#include "rules/siecle/ch07_command.h"
#include "rules/siecle/ch10_fire.h"
#include "rules/siecle/ch12_results.h"
#include "rules/siecle/ch15_victory.h"
#include "rules/siecle/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

Refusal ChooseSwap::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (!is_unit(b, a.who) || !is_unit(b, a.whom) || a.who >= a.whom || !b.pos.on_map(a.who) || !b.pos.on_map(a.whom)) REFUSE("BLE-1", a.who);
  const Counter &x = counter(b, a.who), &y = counter(b, a.whom);
  if (x.side != side || x.formation != y.formation || !is_cavalry(x.arm) || !is_cavalry(y.arm)) REFUSE("BLE-1", a.who);
  return {};
}

Refusal ChooseBatteryTarget::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  const Specials& s = b.field.special;
  if (a.hex >= b.field.grid.size() || !holds_enemy(b, a.hex, side)) REFUSE("FSA-8", kNoUnit, a.hex);
  const int range = b.field.grid.distance(s.battery, a.hex);
  if (range < s.battery_near || range > s.battery_far) REFUSE("FSA-8", kNoUnit, a.hex);
  return {};
}

// The fortress fires as artillery, whatever stands in between.
Ledger ChooseBatteryTarget::ledger(const Look& b, Action a) const {
  Ledger out;
  if (a.verb == Verb::Pass || barred(b, a)) return out;
  add_target(out, b, a.hex);
  out.add(b.field.special.battery_bonus, cite("FSA-8"));
  add_range(out, b, b.field.special.battery, a.hex);
  return out;
}

static void begin_turn(Run& r, int turn) {
  r.pos.turn = uint8_t(turn);
  r.pos.phase = Phase::Command;
  r.pos.active = kNone, r.pos.initiative = kNone;
  r.pos.attacks[0] = r.pos.attacks[1] = 0;
  r.tell({.fact = Fact::TurnBegan, .value = int16_t(turn), .why = cite("4-a")});
}

static bool due_by_itself(const Look& b, int e) {
  const EventChit& chit = b.field.events[std::size_t(e)];
  return chit.automatic == b.pos.turn && b.pos.event[e].uses == chit.uses;
}

static uint8_t next_lead(Pos& pos) {
  for (uint8_t& m : pos.lead)
    if (m != kNone) {
      const uint8_t first = m;
      m = kNone;
      return first;
    }
  return kNone;
}

// 6.1.1-b: a formation without units leaves the game, and its commander with it.
static void retire_formations(Run& r) {
  for (int f = 0; f < int(r.field.formations.size()); ++f) {
    FormationState& s = r.pos.formation[f];
    if (s.present || s.flags & kRemoved) continue;
    bool to_come = false;
    for (UnitId u : all_units(r.field)) to_come |= r.field.units[u].formation == f && r.pos.unit[u].fate == Fate::ToCome;
    if (to_come) continue;
    s.flags |= kRemoved;
    if (s.commander != kNone) r.pos.officer[s.commander] = {kNoHex, Fate::Saved, 0}, s.commander = kNone;
    r.tell({.fact = Fact::MarkerRemoved, .value = int16_t(f), .why = cite("6.1.1-b")});
  }
}

static void end_turn(Run& r) {
  r.pos.phase = Phase::End;
  by("4.D-a");
  for (int f = 0; f < int(r.field.formations.size()); ++f)
    r.pos.formation[f].flags = uint8_t(r.pos.formation[f].flags & ~(kOutOfCommand | kCheckFailed | kActivated));
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kOfTurn | kOfActivation);
  for (const VictoryLine& v : r.field.victory)
    if (v.aim == Aim::Idle && by("FSA-9") && r.pos.turn >= v.a && r.pos.turn <= v.b && !r.pos.attacks[index(v.side)])
      ++r.pos.idle[index(v.side)];
  r.pos.must_attack = 0, r.pos.volunteers = 0;
  retire_formations(r);
  settle_morale(r);  // 4.D-b
}

static int battery_total(const Run& r, Seat side) {
  const int total =
      r.face() + ChooseBatteryTarget{side}.ledger(r.look(), Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, r.pos.targets[0]}).total;
  r.tell({.fact = Fact::FortressFired,
          .hex = r.pos.targets[0],
          .value = int16_t(total),
          .value2 = int16_t(r.face()),
          .why = cite("FSA-8"),
          .row = row_of(fire_result(r.field, 2, total), Loser::Target)});
  return total;
}

Flow FortressFire::run(Run& r) {
  BEGIN;
  STEP("FSA-8");
  if (!r.pos.gate_open || r.pos.gate_open >= r.pos.turn || r.field.special.battery == kNoHex) RETURN(0);
  ASK(ChooseBatteryTarget{r.field.special.battery_side});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  r.pos.targets[0] = r.answer().hex;
  ROLL_D10(kAnyFace, FortressDie{r.field.special.battery_side});
  CALL(Struck{r.pos.targets[0], int8_t(battery_total(r, r.field.special.battery_side)), 2});
  END;
}

Flow Turn::run(Run& r) {
  BEGIN;
  if (from <= Phase::Command) {
    STEP("4.A-a");
    begin_turn(r, turn);
    for (i = 0; i < r.field.events.size(); ++i)
      if (due_by_itself(r.look(), i)) CALL(TakeEffect{i});
    mark_commanders(r);
  }
  if (from <= Phase::Initiative) {
    STEP("4.B-a");
    r.pos.phase = Phase::Initiative;
    fill_cup(r);
    CALL(Initiative{});
    STEP("6.1.2-b");
    for (i = 0; i < 2; ++i)
      for (;;) {
        ASK(UseEvents{Seat(i)});
        if (r.answer().verb == Verb::Done) break;
        marker = r.answer().arg;
        r.pos.event[marker - r.field.formations.size()].at = Chit::InCup;
        r.pos.cup.put(marker);
      }
  }
  r.pos.phase = Phase::Activation;
  if (formation == kNone) CALL(FortressFire{});
  else CALL(Activation{formation, segment});
  for (;;) {
    STEP("4.C-a");
    marker = next_lead(r.pos);
    if (marker == kNone) {
      if (r.pos.cup.empty()) break;
      DRAW(DrawChit{});
      marker = r.answer().arg;
      r.pos.cup.take(marker);
    }
    r.tell({.fact = Fact::MarkerDrawn, .value = marker, .why = cite("4.C-a")});
    if (marker < r.field.formations.size()) CALL(Activation{marker});
    else CALL(EventDrawn{uint8_t(marker - r.field.formations.size())});
  }
  STEP("6.2-e");
  end_turn(r);
  END;
}

static void swap_units(Run& r, UnitId a, UnitId b) {
  const HexId ha = r.pos.at(a), hb = r.pos.at(b);
  put_on_top(r.pos, a, hb);
  put_on_top(r.pos, b, ha);
  std::swap(r.pos.unit[a].facing, r.pos.unit[b].facing);
  r.tell({.fact = Fact::Moved, .who = a, .hex = hb, .why = cite("BLE-1")});
  r.tell({.fact = Fact::Moved, .who = b, .hex = ha, .why = cite("BLE-1")});
}

Flow Campaign::run(Run& r) {
  BEGIN;
  if (from == Phase::SetUp) {
    from = Phase::Command;
    if (r.field.special.swaps != Seat::Nobody) {
      STEP("BLE-1");
      ASK(ChooseSwap{r.field.special.swaps});
      if (r.answer().verb == Verb::Swap) swap_units(r, r.answer().who, r.answer().whom);
    }
  }
  for (; turn <= r.field.battle.turns; ++turn) {
    STEP("4-a");
    CALL(Turn{turn, from, formation, segment});
    from = Phase::Command, formation = kNone, segment = Segment::None;
  }
  STEP("15.2-a");
  decide(r);
  END;
}

}  // namespace tambour::siecle
