// Chapter 1: the game turn and its phases; chapter 3: strategic initiative.
#pragma once
#include "rules/jdg/ch02_orders.h"

namespace tambour::jdg {

struct WholeBattle {       // the root: turn after turn
  static constexpr const char* kName = "WholeBattle";
  Phase from = Phase::Orders;     // a free position may begin later in the turn …
  Segment segment = Segment::None;  // … even inside an activation
  Flow run(Run& r);
};
struct InitiativePhase {   // Phase B
  static constexpr const char* kName = "InitiativePhase";
  int8_t rolled[2] = {0, 0};
  Flow run(Run& r);
};
struct ActivationPhase {   // Phase D
  static constexpr const char* kName = "ActivationPhase";
  uint8_t marker = 0xFF;
  Flow run(Run& r);
};
struct Activation {
  static constexpr const char* kName = "Activation";
  uint8_t marker;
  Segment from = Segment::None;   // None: from the start
  Flow run(Run& r);
};

void begin_turn(Run& r);
void fill_cup(Pos& pos, const Field& field);    // Phase C
int in_cup(const Look& b);
bool formation_present(const Look& b, int formation);

}  // namespace tambour::jdg
