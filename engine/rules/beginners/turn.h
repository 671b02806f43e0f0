// SPDX-License-Identifier: MIT
// Chapters 1 to 3 of Beginners: initiative, the pool of markers with its rationed second ones, activations, rout, end.
#pragma once
#include "rows_beginners.h"
#include "rules/jdg/ch01_turn.h"

namespace tambour::beginners {

using jdg::Look;
using jdg::Run;

struct WholeBattle {
  static constexpr const char* kName = "beginners::WholeBattle";
  jdg::Phase from = jdg::Phase::Orders;
  jdg::Segment segment = jdg::Segment::None;
  Flow run(Run& r);
};
struct InitiativePhase {  // 1-P1: combined markers, the roll, the opening marker
  static constexpr const char* kName = "beginners::InitiativePhase";
  Seat seat = Seat::First;
  Flow run(Run& r);
};
struct AssemblyPhase {  // 1-P2: first markers, and as many second ones as the order rating allows
  static constexpr const char* kName = "beginners::AssemblyPhase";
  Seat seat = Seat::First;
  Flow run(Run& r);
};
struct ActivationPhase {  // 1-P3
  static constexpr const char* kName = "beginners::ActivationPhase";
  uint8_t marker = 0xFF;
  Flow run(Run& r);
};
struct Activation {  // 2.3
  static constexpr const char* kName = "beginners::Activation";
  uint8_t marker;
  jdg::Segment from = jdg::Segment::None;
  Flow run(Run& r);
};

}  // namespace tambour::beginners
