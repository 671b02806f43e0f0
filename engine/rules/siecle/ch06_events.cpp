// SPDX-License-Identifier: MIT
// What the events of the battles do.
#include "rules/siecle/ch06_activation.h"
#include "rules/siecle/ch10_fire.h"
#include "rules/siecle/ch13_disorganisation.h"
#include "rules/siecle/ch14_morale.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

static int nearest_enemy(const Look& b, int formation) {
  int least = 255;
  const Seat side = b.field.formations[std::size_t(formation)].side;
  for (UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || counter(b, u).formation != formation) continue;
    for (UnitId foe : all_units(b.field))
      if (b.pos.on_map(foe) && counter(b, foe).side != side) least = std::min(least, b.field.grid.distance(b.pos.at(u), b.pos.at(foe)));
  }
  return least;
}

Refusal ChoosePillaged::barred(const Look& b, Action a) const {
  const EventChit& e = b.field.events[event];
  if (a.arg >= b.field.formations.size() || b.field.formations[a.arg].side != e.side || !in_play(b, a.arg)) REFUSE("BLE-9");
  if (nearest_enemy(b, a.arg) <= e.amount) REFUSE("BLE-9");
  return {};
}

static bool anybody_pillages(const Look& b, uint8_t event) {
  for (uint8_t f = 0; f < b.field.formations.size(); ++f)
    if (!ChoosePillaged{event}.barred(b, Action{Verb::ChooseMarker, f})) return true;
  return false;
}

// ---- the feint -----------------------------------------------------------------------------------------------------

Refusal ChooseFeint::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  const EventChit& e = b.field.events[event];
  const uint8_t chief = b.pos.chief[index(e.side)];
  if (!is_unit(b, a.who) || !b.pos.on_map(a.who) || side_of(b, a.who) != e.side || !is_cavalry(arm(b, a.who)) || chief == kNone)
    REFUSE("BLE-8", a.who);
  if (b.pos.routed(a.who) || b.pos.has(a.who, kHandled)) REFUSE("BLE-8", a.who);
  if (b.field.grid.distance(b.pos.at(a.who), b.pos.officer[chief].hex) > officer(b, chief).radius) REFUSE("BLE-8", a.who);
  return {};
}

static bool can_fall_back(const Look& b, UnitId u, int event, int k) {
  const Edge& e = edge(b, b.pos.at(u), k);
  return b.field.events[std::size_t(event)].sides >> k & 1 && e.to != kNoHex && !e.closed && !holds_enemy(b, e.to, side_of(b, u));
}

// Is there a hex to stand on at the end, within what is left of the fall-back?
static bool finds_room(const Look& b, UnitId u, int event, HexId h, int left) {
  if (obstacle(b, u, h) == kNoUnit) return true;
  for (int k = 0; k < 6 && left > 0; ++k) {
    const Edge& e = edge(b, h, k);
    if (!(b.field.events[std::size_t(event)].sides >> k & 1) || e.to == kNoHex || e.closed || holds_enemy(b, e.to, side_of(b, u))) continue;
    if (finds_room(b, u, event, e.to, left - 1)) return true;
  }
  return false;
}

Refusal ChooseFallBack::barred(const Look& b, Action a) const {
  if (a.who != unit) REFUSE("BLE-8", a.who);
  if (a.verb == Verb::Stop) {
    if (obstacle(b, unit, b.pos.at(unit)) != kNoUnit) REFUSE("3.3-b", unit);
    return {};
  }
  const int k = b.field.side_to(b.pos.at(unit), a.hex);
  if (k < 0 || !can_fall_back(b, unit, event, k)) REFUSE("BLE-8", unit, a.hex);
  if (!finds_room(b, unit, event, a.hex, left - 1)) REFUSE("3.3-b", unit, a.hex);
  return {};
}

Flow Feint::run(Run& r) {
  BEGIN;
  STEP("BLE-8");
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kOfActivation);
  for (;;) {
    ASK(ChooseFeint{event});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    r.pos.set(unit, kHandled);
    for (left = r.field.events[event].amount; left > 0 && r.pos.on_map(unit) && !r.pos.routed(unit); --left) {
      ASK(ChooseFallBack{unit, event, left});
      if (r.answer().verb == Verb::Stop) break;
      {
        const Edge& e = edge(r.look(), r.pos.at(unit), r.field.side_to(r.pos.at(unit), r.answer().hex));
        r.tell({.fact = Fact::Moved, .who = unit, .hex = e.to, .from = r.pos.at(unit), .why = cite("BLE-8")});
        enter_hex(r, unit, e.to, true);
        if (e.disorganises) disorganise_on_the_march(r, unit);
      }
      CALL(Settle{});
    }
  }
  CALL(GunSegment{r.field.events[event].side, uint8_t(r.field.officers[r.pos.chief[index(r.field.events[event].side)]].radius)});
  END;
}

// ---- all of them ---------------------------------------------------------------------------------------------------

static void count_use(Run& r, int event) {
  EventState& s = r.pos.event[event];
  const EventChit& e = r.field.events[std::size_t(event)];
  if (--s.uses == 0) s.at = Chit::Used;
  else s.at = e.in_hand ? Chit::InHand : Chit::Waiting;
  r.tell({.fact = Fact::EventHappened, .value = int16_t(event_marker(r.look(), event)), .why = cite("4.C-d")});
}

Flow TakeEffect::run(Run& r) {
  const EventChit& e = r.field.events[event];
  BEGIN;
  count_use(r, event);
  if (e.effect == Effect::Arrive) {
    STEP("BLE-2");
    r.pos.formation[e.formation].flags |= kAvailable;
  } else if (e.effect == Effect::OpenGate) {
    STEP("FSA-1");
    r.pos.gate_open = r.pos.turn;
    r.tell({.fact = Fact::GateOpened, .hex = r.field.special.gate_out, .why = cite("FSA-1")});
  } else if (e.effect == Effect::MustAttack) {
    STEP("FSA-6");
    r.pos.must_attack = uint8_t(r.pos.must_attack | mask(e.side));
  } else if (e.effect == Effect::Volunteers) {
    STEP("FSA-5");
    by("6.1.2-c");  // an event's own rule goes before the book's
    r.pos.volunteers = e.amount;
    r.pos.volunteer_side = uint8_t(e.side);
    r.pos.passed_count = 0;
  } else if (e.effect == Effect::Feint) {
    STEP("BLE-8");
    by("6.1.2-c");
    if (r.pos.chief[index(e.side)] != kNone) CALL(Feint{event});
  } else if (e.effect == Effect::Pillage) {
    STEP("BLE-9");
    if (anybody_pillages(r.look(), event)) {
      ASK(ChoosePillaged{event});
      r.pos.formation[r.answer().arg].flags |= kOutOfCommand;
      r.tell({.fact = Fact::Pillaging, .value = int16_t(r.answer().arg), .why = cite("BLE-9")});
    }
  }
  END;
}

}  // namespace tambour::siecle
