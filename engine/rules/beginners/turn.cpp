// SPDX-License-Identifier: MIT
#include "rules/beginners/turn.h"

#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/ch08_shock.h"
#include "rules/jdg/ch10_disorder.h"
#include "rules/jdg/ch11_rally.h"
#include "rules/jdg/ch13_victory.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::beginners {

using namespace jdg;
using beginners::cite;

namespace {

// 2.4-a, 2.4-b: commanders stay off the map; the one in office this turn lends his ratings.
const Commander* in_office(const Look& b, Seat s) {
  by("2.4-a", "2.4-b");
  for (const Commander& c : b.field.commanders)
    if (c.side == s && b.pos.turn >= c.from_turn && b.pos.turn <= c.to_turn) return &c;
  return nullptr;
}

int modifier(const Look& b, Seat s) {
  const Commander* c = in_office(b, s);
  return c ? c->modifier : 0;
}

// 2.1-d: on the map, or due this turn.
bool takes_part(const Look& b, int formation) {
  for (UnitId u : all_units(b.field))
    if (counter(b, u).formation == formation && (on_map(b, u) || (state(b, u).condition == Condition::Waiting && counter(b, u).turn <= b.pos.turn)))
      return true;
  return false;
}

bool is_first_marker(const Look& b, int m) {
  const Marker& c = b.field.markers[std::size_t(m)];
  return c.kind == MarkerKind::Ordinary && c.number == 1 && takes_part(b, c.formation);
}

struct UseCombined {  // decided before the roll
  QUESTION(UseCombined, "Put a combined marker into the pool this turn?", cite("2.1-g"), Verb::UseMarker, Verb::Done);
  static constexpr bool kRest = true;
  Seat who;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look& b, auto&& emit) const { emit(Action{Verb::Done}) && each_marker(b, Verb::UseMarker, emit); }
  Refusal barred(const Look& b, Action a) const {
    by("M-2.1-g");
    if (a.verb != Verb::Done && !combined_ready(b, a.arg, who)) REFUSE("2.1-g");
    return {};
  }
};

struct ChooseOpening {  // ruling B2: a first marker, or a combined one
  QUESTION(ChooseOpening, "You have the initiative: choose the marker that opens the turn, or decline", cite("1-P1"),
           Verb::ChooseMarker, Verb::Pass);
  static constexpr bool kRest = true;
  Seat who;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look& b, auto&& emit) const { emit(Action{Verb::Pass}) && each_marker(b, Verb::ChooseMarker, emit); }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Pass) return by("3-d"), Refusal{};
    if (!can_open(b, a.arg)) REFUSE("3-c");
    return {};
  }
  bool can_open(const Look& b, int m) const {
    if (!own_marker(b, m, who)) return false;
    const MarkerKind kind = b.field.markers[std::size_t(m)].kind;
    if (kind == MarkerKind::Ordinary) return is_first_marker(b, m);
    return kind != MarkerKind::SetAside && b.pos.marker[m] == MarkerState::InCup && by("M-2.1-i");
  }
};

struct AddSecond {
  QUESTION(AddSecond, "Add second markers, as many as the commander's order rating, then finish", cite("2.1-e"),
           Verb::UseMarker, Verb::Done);
  static constexpr bool kRest = true;
  Seat who;
  Seat seat(const Look&) const { return who; }
  int added(const Look& b) const {
    int n = 0;
    for (std::size_t m = 0; m < b.field.markers.size(); ++m)
      n += b.field.markers[m].side == who && b.field.markers[m].number == 2 && b.pos.marker[m] == MarkerState::InCup;
    return n;
  }
  void candidates(const Look& b, auto&& emit) const { emit(Action{Verb::Done}) && each_marker(b, Verb::UseMarker, emit); }
  bool ready(const Look& b, int m) const {
    return own_marker(b, m, who) && b.field.markers[std::size_t(m)].number == 2 && b.pos.marker[m] != MarkerState::InCup &&
           takes_part(b, b.field.markers[std::size_t(m)].formation);
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.verb == Verb::Done) return {};
    by("5.2-b");
    if (!ready(b, a.arg)) REFUSE("2.1-e");
    const Commander* c = in_office(b, who);
    if (!c || added(b) >= c->orders) REFUSE("2.1-e");
    return {};
  }
};

}  // namespace

Flow InitiativePhase::run(Run& r) {
  BEGIN;
  r.pos.phase = Phase::Initiative;
  for (seat = Seat::First; seat <= Seat::Second; seat = Seat(int(seat) + 1)) {
    for (;;) {
      ASK(UseCombined{seat});
      if (r.answer().verb == Verb::Done) break;
      by("M-2.1-d", "M-2.1-h");
      r.pos.marker[r.answer().arg] = MarkerState::InCup;  // M-2.1-d, M-2.1-h: on top of the formations' markers
      r.tell({.fact = Fact::MarkerPlaced, .seen_by = mask(seat), .value = r.answer().arg, .why = cite("2.1-g")});
    }
  }
  STEP("3-a");
  CALL(RollInitiative{{int8_t(modifier(r.look(), Seat::First)), int8_t(modifier(r.look(), Seat::Second))}});
  if (!r.result()) RETURN(0);  // 3-b
  ASK(ChooseOpening{r.pos.initiative});
  if (r.answer().verb == Verb::ChooseMarker) {
    r.pos.first_marker = r.answer().arg;
    r.tell({.fact = Fact::MarkerChosen, .value = r.answer().arg, .why = cite("3-c")});
  }
  END;
}

Flow AssemblyPhase::run(Run& r) {
  BEGIN;
  STEP("1-P2");
  by("2.1-c", "2.1-d");
  for (std::size_t m = 0; m < r.field.markers.size(); ++m) {
    if (is_first_marker(r.look(), int(m))) r.pos.marker[m] = MarkerState::InCup;
    if (m == r.pos.first_marker) r.pos.marker[m] = MarkerState::Drawn;
  }
  for (seat = Seat::First; seat <= Seat::Second; seat = Seat(int(seat) + 1)) {
    for (;;) {
      ASK(AddSecond{seat});
      if (r.answer().verb == Verb::Done) break;
      r.pos.marker[r.answer().arg] = MarkerState::InCup;
      r.tell({.fact = Fact::MarkerPlaced, .value = r.answer().arg, .why = cite("2.1-e")});
    }
  }
  END;
}

static void spend(Pos& pos, const Field& field, int m) {
  const bool ordinary = field.markers[std::size_t(m)].kind == MarkerKind::Ordinary;
  pos.marker[m] = ordinary ? MarkerState::Drawn : (by("M-2.1-e", "M-2.1-f"), MarkerState::Spent);  // combined markers serve once a game
}

Flow ActivationPhase::run(Run& r) {
  BEGIN;
  r.pos.phase = Phase::Activation;
  if (r.pos.first_marker != 0xFF) {
    marker = r.pos.first_marker;
    spend(r.pos, r.field, marker);
    CALL(Activation{marker});
  }
  while (in_cup(r.look()) > 1) {
    STEP("1-P3-a");
    DRAW(DrawMarker{});
    marker = r.answer().arg;
    spend(r.pos, r.field, marker);
    r.tell({.fact = Fact::MarkerDrawn, .value = marker, .why = cite("2.2-a")});
    if (r.field.markers[marker].kind == MarkerKind::SetAside && by("M-2.1-c")) set_aside(r, r.field.markers[marker]);
    else CALL(Activation{marker});
  }
  for (std::size_t m = 0; m < r.field.markers.size(); ++m)
    if (r.pos.marker[m] == MarkerState::InCup) {
      spend(r.pos, r.field, int(m));
      by("2.2-b");
      r.tell({.fact = Fact::MarkerUnused, .value = int16_t(m), .why = cite("1-P3-b")});
    }
  END;
}

Flow Activation::run(Run& r) {
  BEGIN;
  STEP("2.3-a");
  r.pos.active = marker;
  if (from == Segment::None) {
    for (UnitId u : all_units(r.field)) r.pos.drop(u, kOneActivation);  // 4.4-e
    r.tell({.fact = Fact::Activated, .value = marker, .why = cite("2.1-b")});
  }
  if (from <= Segment::Fire) CALL(FireSegment{});
  if (from <= Segment::Move) CALL(MoveSegment{});
  if (from <= Segment::Shock) CALL(ShockSegment{});
  CALL(RallySegment{});
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kOneActivation);
  r.pos.segment = Segment::None;
  r.pos.active = 0xFF;
  END;
}

// 1-a: one shared turn; M-2.1-a: a compulsory combined marker goes in by itself.
Flow WholeBattle::run(Run& r) {
  by("1-a", "M-2.1-a");
  BEGIN;
  for (;; ++r.pos.turn) {
    if (from <= Phase::Initiative) {
      begin_turn(r);
      CALL(InitiativePhase{});
      CALL(AssemblyPhase{});
    }
    if (segment != Segment::None) CALL(Activation{r.pos.active, segment});
    segment = Segment::None;
    if (from <= Phase::Activation) CALL(ActivationPhase{});
    STEP("1-P4");
    if (from <= Phase::Rout) CALL(RoutPhase{});
    from = Phase::Orders;
    STEP("1-P5");
    r.pos.phase = Phase::Final;
    if (conclude(r)) break;
  }
  END;
}

}  // namespace tambour::beginners
