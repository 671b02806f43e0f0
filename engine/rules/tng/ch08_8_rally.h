// SPDX-License-Identifier: MIT
// 8.8 Rally and 8.9 collapse.
// Unlike jdg: routed units roll without penalty, but a roll of twice their cohesion eliminates them; those alone in a village rally
// automatically in the rout step; a group collapses permanently when two thirds are routed or lost, and its units stay Disordered.
#pragma once
#include "rules/tng/ch04_activation.h"

namespace tambour::tng {

Refusal rally_barred(const Look& b, UnitId u);
struct Losses {
  int all = 0, lost = 0;  // non-artillery; routed or eliminated
  int limit() const { return (2 * all + 2) / 3; }
};
Losses losses_of(const Look& b, int group);  // 8.92-a

struct RallySegment {
  static constexpr const char* kName = "RallySegment";
  UnitId unit;
  Flow run(Run& r);
};
struct ChooseRally {
  QUESTION(ChooseRally, "Rally a unit, reorder stacks, or end the activation", cite("3.0-C4"), Verb::Rally, Verb::Restack, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return b.pos.side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (!b.pos.has(u, kActive) || !b.pos.on_map(u)) continue;
      if (!emit(Action{.verb = Verb::Rally, .who = u}) || !emit(Action{.verb = Verb::Restack, .who = u})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};
struct FaceRallied {  // 8.82-a
  QUESTION(FaceRallied, "Choose the facing of the rallied unit", cite("8.82-a"), Verb::Face);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look&, auto&& emit) const {
    for (uint8_t f = 0; f < 6; ++f)
      if (!emit(Action{.verb = Verb::Face, .arg = f, .who = unit})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a != Action{.verb = Verb::Face, .arg = a.arg, .who = unit} || a.arg > 5) return {kWhen};
    return a.arg == b.pos.facing[unit] ? Refusal{} : face_barred(b, unit, b.pos.at(unit), a.arg);
  }
};

struct MoralePhase {  // 3.0-E1, 3.0-E2
  static constexpr const char* kName = "MoralePhase";
  uint8_t group;
  bool collapse_judged;
  Flow run(Run& r);
};

}  // namespace tambour::tng
