// SPDX-License-Identifier: MIT
#include "rules/jdg/ch01_turn.h"

#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/ch08_shock.h"
#include "rules/jdg/ch10_disorder.h"
#include "rules/jdg/ch11_rally.h"
#include "rules/jdg/ch13_victory.h"
#include "rules/jdg/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

bool formation_present(const Look& b, int formation) {
  for (UnitId u : all_units(b.field))
    if (counter(b, u).formation == formation && on_map(b, u)) return true;
  return false;
}

static bool formation_due(const Look& b, int formation) {
  for (UnitId u : all_units(b.field))
    if (counter(b, u).formation == formation && state(b, u).condition == Condition::Waiting && counter(b, u).turn <= b.pos.turn) return true;
  return false;
}

void begin_turn(Run& r) {
  r.tell({.fact = Fact::TurnBegan, .value = r.pos.turn, .why = cite("1-a")});
  for (std::size_t m = 0; m < r.field.markers.size(); ++m)
    if (r.pos.marker[m] != MarkerState::Spent) r.pos.marker[m] = MarkerState::Out;
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kOrdersThisTurn | kOneActivation);
  for (int i = 0; i < r.field.leader_count(); ++i) r.pos.leader[i] = uint8_t(r.pos.leader[i] & ~kLeaderMoved);
  r.pos.gap_used[0] = r.pos.gap_used[1] = 0;
  r.pos.first_marker = 0xFF;
  r.pos.initiative = Seat::Nobody;
  commanders_by_turn(r.pos, r.field, r);
  for (std::size_t m = 0; m < r.field.markers.size(); ++m)  // 2.1.2-a: compulsory combined markers
    if (r.field.markers[m].compulsory_turn == r.pos.turn && r.pos.marker[m] == MarkerState::Out) r.pos.marker[m] = MarkerState::InCup;
  drop_near_reinforcements(r);  // 1.A-b
}

// 1.C-a, 2.1.1-b, 5.2.1-a to 5.2.1-c, 11.2-c, 11.2-e.
void fill_cup(Pos& pos, const Field& field) {
  by("2.1.1-b", "5.2.1-a", "5.2.1-c", "11.2-c", "11.2-e");
  const Look b{field, pos};
  for (std::size_t f = 0; f < field.formations.size(); ++f) {
    const bool present = formation_present(b, int(f)), due = formation_due(b, int(f));
    if (!present && !due) continue;
    int count = 0, highest = -1, lowest = -1;
    for (std::size_t m = 0; m < field.markers.size(); ++m) {
      if (field.markers[m].formation != f) continue;
      ++count;
      if (highest < 0 || field.markers[m].initiative > field.markers[std::size_t(highest)].initiative) highest = int(m);
      if (lowest < 0 || field.markers[m].initiative <= field.markers[std::size_t(lowest)].initiative) lowest = int(m);
    }
    for (std::size_t m = 0; m < field.markers.size(); ++m) {
      if (field.markers[m].formation != f) continue;
      const bool arrival_only = !present && !pos.delayed[f];
      if (count > 1 && pos.demoralised[f]) {
        if (int(m) != lowest) continue;
      } else if (count > 1 && arrival_only && int(m) != highest) {
        continue;
      }
      if (int(m) != pos.first_marker) pos.marker[m] = MarkerState::InCup;
    }
  }
}

int in_cup(const Look& b) {
  int n = 0;
  for (std::size_t m = 0; m < b.field.markers.size(); ++m) n += b.pos.marker[m] == MarkerState::InCup;
  return n;
}

namespace {

struct ChooseFirst {
  QUESTION(ChooseFirst, "You have the initiative: choose the marker that opens the turn, or decline", cite("1.B-a"),
           Verb::ChooseMarker, Verb::Pass);
  static constexpr bool kRest = true;
  Seat who;
  using Cup = std::array<MarkerState, kMaxMarkers>;
  Seat seat(const Look&) const { return who; }
  Cup known(const Look& b) const {  // the cup of the coming activation phase
    Pos after = b.pos;
    after.first_marker = 0xFF;
    fill_cup(after, b.field);
    return std::to_array(after.marker);
  }
  void candidates(const Look& b, const Cup&, auto&& emit) const { emit(Action{Verb::Pass}) && each_marker(b, Verb::ChooseMarker, emit); }
  Refusal barred(const Look& b, const Cup& cup, Action a) const {
    if (a.verb == Verb::Pass) return by("3-d"), Refusal{};
    if (!own_marker(b, a.arg, who) || b.field.markers[a.arg].kind == MarkerKind::SetAside || cup[a.arg] != MarkerState::InCup)
      REFUSE("3-c");
    return {};
  }
};

}  // namespace

// 3-a, 3-b: both roll, the higher total has the initiative. Returns 1 if somebody has it.
Flow RollInitiative::run(Run& r) {
  BEGIN;
  STEP("3-a");
  if (r.pos.turn == 1 && r.field.first_turn_initiative != Seat::Nobody) {
    r.pos.initiative = r.field.first_turn_initiative;
    RETURN(1);
  }
  ROLL_D10(kAnyFace, InitiativeDie{Seat::First, modifier[0]});
  modifier[0] = int8_t(modifier[0] + r.face());
  ROLL_D10(kAnyFace, InitiativeDie{Seat::Second, modifier[1]});
  modifier[1] = int8_t(modifier[1] + r.face());
  if (modifier[0] == modifier[1]) {
    r.tell({.fact = Fact::InitiativeTied, .value = modifier[0], .why = cite("3-b")});
    RETURN(0);
  }
  r.pos.initiative = modifier[0] > modifier[1] ? Seat::First : Seat::Second;
  r.tell({.fact = Fact::InitiativeWon, .value = modifier[0], .value2 = modifier[1], .why = cite("3-a")});
  RETURN(1);
  END;
}

Flow InitiativePhase::run(Run& r) {
  BEGIN;
  r.pos.phase = Phase::Initiative;
  CALL(RollInitiative{{int8_t(initiative_modifier(r.look(), Seat::First)), int8_t(initiative_modifier(r.look(), Seat::Second))}});
  if (!r.result()) RETURN(0);
  ASK(ChooseFirst{r.pos.initiative});
  if (r.answer().verb == Verb::ChooseMarker) {
    r.pos.first_marker = r.answer().arg;
    r.tell({.fact = Fact::MarkerChosen, .value = r.answer().arg, .why = cite("3-c")});
  }
  END;
}

void set_aside(Run& r, const Marker& card) {
  for (std::size_t m = 0; m < r.field.markers.size(); ++m)
    for (uint8_t f : card.sets_aside)
      if (r.field.markers[m].formation == f && r.pos.marker[m] == MarkerState::InCup) {
        r.pos.marker[m] = MarkerState::Aside;
        r.tell({.fact = Fact::MarkerRemoved, .value = int16_t(m), .why = cite("2.1.2-b")});
      }
}

static void leave_last(Run& r) {  // 1.D-e, 2.2-b, 5.2.1-b
  by("2.2-b", "5.2.1-b");
  for (std::size_t m = 0; m < r.field.markers.size(); ++m) {
    if (r.pos.marker[m] != MarkerState::InCup) continue;
    const Marker& card = r.field.markers[m];
    r.pos.marker[m] = card.kind == MarkerKind::Ordinary ? MarkerState::Aside : MarkerState::Spent;
    if (card.kind == MarkerKind::Ordinary && !formation_present(r.look(), card.formation)) r.pos.delayed[card.formation] = 1;
    r.tell({.fact = Fact::MarkerUnused, .value = int16_t(m), .why = cite("1.D-e")});
  }
}

Flow ActivationPhase::run(Run& r) {
  BEGIN;
  r.pos.phase = Phase::Activation;
  if (r.pos.first_marker != 0xFF) {
    marker = r.pos.first_marker;
    r.pos.marker[marker] = r.field.markers[marker].kind == MarkerKind::Ordinary ? MarkerState::Drawn : MarkerState::Spent;
    CALL(Activation{marker});
  }
  while (in_cup(r.look()) > 1) {
    STEP("1.D-a");
    DRAW(DrawMarker{});
    marker = r.answer().arg;
    r.pos.marker[marker] = r.field.markers[marker].kind == MarkerKind::Ordinary ? MarkerState::Drawn : MarkerState::Spent;
    r.tell({.fact = Fact::MarkerDrawn, .value = marker, .why = cite("2.2-a")});
    if (r.field.markers[marker].kind == MarkerKind::SetAside) set_aside(r, r.field.markers[marker]);
    else CALL(Activation{marker});
  }
  leave_last(r);
  END;
}

// A commander due by now rides in with the first marker of his side.
static void bring_in_commanders(Run& r) {
  for (int i = 0; i < r.field.leader_count(); ++i) {
    const Commander& c = r.field.commanders[std::size_t(i)];
    if (!c.enters || c.side != active_side(r.look()) || r.pos.turn < c.from_turn || r.pos.turn > c.to_turn) continue;
    if ((r.pos.leader[i] & (kLeaderHere | kLeaderLost)) || enemy_in(r.look(), c.hex, c.side)) continue;
    r.pos.leader[i] = kLeaderHere;
    r.pos.leader_at[i] = c.hex;
    r.tell({.fact = Fact::CommanderMoved, .who = r.field.leader(i), .hex = c.hex, .why = cite("5.2-a")});
  }
}

Flow Activation::run(Run& r) {
  BEGIN;
  STEP("2.2-a");
  r.pos.active = marker;
  if (from == Segment::None) {
    by("4.4.1-f", "4.4.2-b");
    for (UnitId u : all_units(r.field)) r.pos.drop(u, kOneActivation);
    r.tell({.fact = Fact::Activated, .value = marker, .why = cite("2.1.1-a")});
    bring_in_commanders(r);
  }
  STEP("2.4-b");
  if (from <= Segment::Command) CALL(LeaderInitiative{});
  if (from <= Segment::Fire) CALL(FireSegment{});
  if (from <= Segment::Move) CALL(MoveSegment{});
  if (from <= Segment::Shock) CALL(ShockSegment{});
  CALL(RallySegment{});
  for (UnitId u : all_units(r.field)) {
    r.pos.drop(u, kOneActivation);
    r.pos.unit[u].once = 0;
  }
  r.pos.segment = Segment::None;
  r.pos.active = 0xFF;
  END;
}

Flow WholeBattle::run(Run& r) {
  BEGIN;
  for (;; ++r.pos.turn) {
    if (from == Phase::Orders) {
      begin_turn(r);
      CALL(OrdersPhase{});
    }
    if (from <= Phase::Initiative) {
      CALL(InitiativePhase{});
      STEP("1.C-a");
      fill_cup(r.pos, r.field);
    }
    if (segment != Segment::None) CALL(Activation{r.pos.active, segment});
    segment = Segment::None;
    if (from <= Phase::Activation) CALL(ActivationPhase{});
    if (from <= Phase::Rout) {
      CALL(RoutPhase{});
      STEP("1.E-b");
      check_demoralization(r);
    }
    from = Phase::Orders;
    STEP("1.F-a");
    r.pos.phase = Phase::Final;
    std::memset(r.pos.orders, 0, sizeof r.pos.orders);
    if (conclude(r)) break;
  }
  END;
}

}  // namespace tambour::jdg
