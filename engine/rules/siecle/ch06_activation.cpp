// SPDX-License-Identifier: MIT
// Chapter 6: the cup and the activation of a formation. The events' effects are in ch06_events.cpp.
#include "rules/siecle/ch06_activation.h"

#include "rules/siecle/ch07_command.h"
#include "rules/siecle/ch09_movement.h"
#include "rules/siecle/ch10_fire.h"
#include "rules/siecle/ch11_melee.h"
#include "rules/siecle/ch13_disorganisation.h"
#include "rules/siecle/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

bool has_chit_this_turn(const Look& b, int formation) {
  const uint8_t flags = b.pos.formation[formation].flags, turn = b.field.formations[std::size_t(formation)].turn;
  if (flags & kRemoved) return false;
  return turn == kNone ? flags & kAvailable : turn <= b.pos.turn;
}

static void put_into_cup(Run& r, int marker) {
  r.pos.cup.put(marker);
  r.tell({.fact = Fact::MarkerPlaced, .value = int16_t(marker), .why = cite("4.B-a")});
}

void fill_cup(Run& r) {
  r.pos.cup = {};
  r.pos.lead[0] = r.pos.lead[1] = kNone;
  for (int f = 0; f < int(r.field.formations.size()); ++f)
    if (has_chit_this_turn(r.look(), f)) put_into_cup(r, f);  // 6.1.1-a
  for (int e = 0; e < int(r.field.events.size()); ++e) {
    EventState& s = r.pos.event[e];
    const EventChit& chit = r.field.events[std::size_t(e)];
    if (s.at == Chit::NotYet && chit.from <= r.pos.turn) s.at = chit.in_hand ? Chit::InHand : Chit::Waiting;  // 6.1.2-b
    if (s.at == Chit::Waiting) s.at = Chit::InCup, put_into_cup(r, event_marker(r.look(), e));                // 6.2-d
  }
}

Refusal DrawChit::barred(const Look& b, Action a) const {
  if (!b.pos.cup.holds(a.arg)) REFUSE("4.C-a");
  return {};
}

Refusal UseEvents::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  const int e = int(a.arg) - int(b.field.formations.size());
  if (e < 0 || e >= int(b.field.events.size()) || b.pos.event[e].at != Chit::InHand || b.field.events[std::size_t(e)].side != side)
    REFUSE("6.1.2-b");
  return {};
}

void note_passage(Run& r, int k, HexId h) {
  if (!r.pos.volunteers || uint8_t(r.field.officers[std::size_t(k)].side) != r.pos.volunteer_side || !is_chief(r.look(), k) ||
      r.pos.passed_count == 8)
    return;
  r.pos.passed[r.pos.passed_count++] = h;
}

static void begin_activation(Run& r, int formation) {
  r.pos.active = uint8_t(formation);
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kOfActivation);
  for (int k = 0; k < int(r.field.officers.size()); ++k) r.pos.officer[k].flags = 0;
  r.pos.formation[formation].entered = 0;
  r.pos.passed_count = 0;
  r.pos.march[0] = r.pos.march[1] = {kNoUnit, 0, 0, 0, 0};
  r.tell({.fact = Fact::Activated, .value = int16_t(formation), .why = cite("6.2-a")});
}

static void begin_segment(Run& r, Segment s) {
  r.pos.segment = s;
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kHandled);
  r.tell({.fact = Fact::SegmentBegan, .value = int16_t(s), .why = cite("4.C-b")});
}

static void end_activation(Run& r, int formation) {
  r.pos.formation[formation].flags |= kActivated;
  if (r.pos.volunteer_side == uint8_t(r.field.formations[std::size_t(formation)].side)) r.pos.volunteers = 0;  // FSA-5: one activation only
  r.pos.active = kNone;
  r.pos.segment = Segment::None;
}

Flow Activation::run(Run& r) {
  const Seat side = r.field.formations[formation].side;
  BEGIN;
  if (from == Segment::None) {
    begin_activation(r, formation);
    if (r.pos.formation[formation].flags & kOutOfCommand && r.pos.formation[formation].commander != kNone) {
      STEP("7.2-b");
      ROLL_D10(test_breaks(r.field.officers[r.pos.formation[formation].commander].activation), ActivationDie{formation});
      if (r.face() > r.field.officers[r.pos.formation[formation].commander].activation) r.pos.formation[formation].flags |= kCheckFailed;
    }
    STEP("7.3-d");
    mark_units(r, formation);
  }
  r.pos.active = formation;
  if (from <= Segment::Guns) {
    begin_segment(r, Segment::Guns);
    CALL(GunSegment{side, kNone});
  }
  if (from <= Segment::Move) {
    begin_segment(r, Segment::Move);
    CALL(MoveSegment{side});
  }
  if (from <= Segment::Fire) {
    begin_segment(r, Segment::Fire);
    CALL(FireSegment{side});
  }
  if (from <= Segment::Melee) {
    begin_segment(r, Segment::Melee);
    CALL(MeleeSegment{side});
  }
  begin_segment(r, Segment::Rally);
  CALL(RallyAll{formation});
  STEP("6.2-a");
  end_activation(r, formation);
  END;
}

// Strictly lower than the value (6.2-c, S24); a chit that fails waits for the next turn.
Flow EventDrawn::run(Run& r) {
  BEGIN;
  STEP("6.2-c");
  ROLL_D10(test_breaks(r.field.events[event].activation - 1), EventDie{event});
  if (r.face() >= r.field.events[event].activation) {
    r.pos.event[event].at = Chit::Waiting;
    r.tell({.fact = Fact::EventFailed, .value = int16_t(event_marker(r.look(), event)), .why = cite("6.2-d")});
    RETURN(0);
  }
  STEP("4.C-d");
  CALL(TakeEffect{event});
  END;
}

}  // namespace tambour::siecle
