// SPDX-License-Identifier: MIT
// What kinds of act there are, for those who plan and foresee: verbs belong to no book.
#pragma once
#include "play/action.h"

namespace tambour {

// Hex by hex, or the end of such a move.
constexpr bool is_moving(Verb v) { return v == Verb::Move || v == Verb::Halt || v == Verb::Wheel || v == Verb::Stop; }
constexpr bool enters(Verb v) { return v == Verb::Enter || v == Verb::EnterNormally || v == Verb::EnterPair; }
constexpr bool takes_in_hand(Verb v) {
  return v == Verb::Select || v == Verb::SelectStack || v == Verb::March || v == Verb::MarchStack || enters(v);
}
// Announced now and fought later, when everybody has announced.
constexpr bool announces(Verb v) {
  return v == Verb::Shock || v == Verb::Charge || v == Verb::ChargeStack || v == Verb::Assault || v == Verb::DeclareCharge;
}
constexpr bool attacks(Verb v) { return announces(v) || v == Verb::Melee; }
constexpr bool fires(Verb v) { return v == Verb::Fire || v == Verb::FireTogether || v == Verb::FireAt || v == Verb::Salvo; }
// With a unit of one's own accord.
constexpr bool engages(Verb v) { return takes_in_hand(v) || attacks(v) || fires(v); }
constexpr bool is_refusal(Verb v) { return v == Verb::Done || v == Verb::Pass || v == Verb::No || v == Verb::Stop; }

}  // namespace tambour
