// SPDX-License-Identifier: MIT
// Chapter 1: the game turn and its phases; chapter 3: strategic initiative.
#pragma once
#include "rules/jdg/ch02_orders.h"

namespace tambour::jdg {

struct WholeBattle {  // the root: turn after turn
  static constexpr const char* kName = "WholeBattle";
  Phase from = Phase::Orders;       // a free position may begin later in the turn …
  Segment segment = Segment::None;  // … even inside an activation
  Flow run(Run& r);
};
struct RollInitiative {
  static constexpr const char* kName = "RollInitiative";
  int8_t modifier[2];  // of each side's commander; the totals once rolled
  Flow run(Run& r);
};
struct InitiativePhase {  // Phase B
  static constexpr const char* kName = "InitiativePhase";
  Flow run(Run& r);
};
struct ActivationPhase {  // Phase D
  static constexpr const char* kName = "ActivationPhase";
  uint8_t marker = 0xFF;
  Flow run(Run& r);
};
struct Activation {
  static constexpr const char* kName = "Activation";
  uint8_t marker;
  Segment from = Segment::None;  // None: from the start
  Flow run(Run& r);
};

struct DrawMarker {  // 1.D-a
  QUESTION(DrawMarker, "A marker is drawn from the cup", cite("1.D-a"), Verb::Draw);
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look& b, auto&& emit) const {
    offer_draws(int(b.field.markers.size()), [&](int m) { return b.pos.marker[m] == MarkerState::InCup; }, emit);
  }
  Refusal barred(const Look& b, Action a) const {
    if (a.arg >= b.field.markers.size() || b.pos.marker[a.arg] != MarkerState::InCup) REFUSE("1.D-a");
    return {};
  }
};

void begin_turn(Run& r);
void set_aside(Run& r, const Marker& card);  // a combined marker that takes others out of the cup
void fill_cup(Pos& pos, const Field& field);     // Phase C
int in_cup(const Look& b);
bool formation_present(const Look& b, int formation);

}  // namespace tambour::jdg
