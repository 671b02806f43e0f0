// SPDX-License-Identifier: MIT
// 4.4 Using Activation Markers, 4.28 the attempt to gain orders, 4.5 reserves, 4.6 Overall Commanders, 6.27 the order of a stack.
// Unlike jdg: a command without orders may try to gain them at the start of its activation, by the marker's rating; if it fails it may only
// rally. After all markers each side may activate one more command in its commander's range, whose units risk Disorder if they moved or
// fired. Commanders move last, at cavalry's cost, and are displaced, never lost.
#pragma once
#include "rules/tng/ch04_orders.h"

namespace tambour::tng {

int orders_rating(const Look& b, UnitId u);  // 2.2-f: on the marker being played, for this unit's group
Refusal restack_barred(const Look& b, Action a);
void restack(Run& r, UnitId u);
// Readies units for an activation: everything that lasted only for the last one is gone.
void begin_activation(Run& r, Seat side, uint8_t marker);

struct Activation {
  static constexpr const char* kName = "Activation";
  uint8_t marker;  // kNone: the reserve activation of the command below
  UnitId command;
  Segment from;     // where to start; an arranged position may be under way
  ShockStage step;  // … even between an attack's announcement and its blow
  Flow run(Run& r);
};

struct Opening {  // 4.28 and 6.27, before anything else
  static constexpr const char* kName = "Opening";
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};
struct OpenActivation {
  QUESTION(OpenActivation, "Try for orders, reorder stacks, or go on", cite("3.0-C2"), Verb::TestInitiative, Verb::Restack, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return b.pos.side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (!b.pos.has(u, kActive)) continue;
      if (!emit(Action{.verb = Verb::TestInitiative, .who = u}) || !emit(Action{.verb = Verb::Restack, .who = u})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct ReservePhase {  // 4.5
  static constexpr const char* kName = "ReservePhase";
  uint8_t die = 0, seat = 0, first = 0, pad = 0;
  Flow run(Run& r);
};
struct ChooseFirstReserve : YesNo<ChooseFirstReserve, Verb::Yes> {
  static constexpr const char* kName = "ChooseFirstReserve";
  static constexpr const char* kPrompt = "Do you take the first reserve activation?";
  static constexpr Citation kWhen = cite("4.51-b");
};
struct ChooseReserve {
  QUESTION(ChooseReserve, "Choose a command to activate as reserve, or pass", cite("3.0-D"), Verb::Choose, Verb::Pass);
  static constexpr bool kRest = true;
  Seat who;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    for (UnitId u : all_units(b.field))
      if (side_of(b, u) == who && b.pos.on_map(u) && !emit(Action{.verb = Verb::Choose, .who = u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct CommanderPhase {  // 4.62, 3.0-F
  static constexpr const char* kName = "CommanderPhase";
  uint8_t seat = 0, spent = 0;
  Flow run(Run& r);
};
inline constexpr int kCommanderHalfMp = 16;  // 4.62-a: eight MP, counted in halves
struct MoveCommander {
  QUESTION(MoveCommander, "Move the Overall Commander, or stop", cite("3.0-F"), Verb::Move, Verb::Stop);
  static constexpr bool kRest = true;
  Seat who = Seat::Nobody;
  uint8_t spent = 0;  // in half MP
  Seat seat(const Look&) const { return who; }
  int cost(const Look& b, int side) const;
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = b.field.commander_id(who);
    if (!emit(Action{.verb = Verb::Stop, .who = u})) return;
    for (const HexId n : around(b.field, b.pos.commander[index(who)]))
      if (!emit(Action{.verb = Verb::Move, .who = u, .hex = n}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
};

}  // namespace tambour::tng
