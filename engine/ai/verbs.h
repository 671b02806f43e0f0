// SPDX-License-Identifier: MIT
// Kinds of acts, for planners.
#pragma once
#include "play/action.h"

namespace tambour {

// A step, or the end of a move; not entering the map.
constexpr bool is_moving(Verb v) { return is(v, VerbKind::Steps | VerbKind::Halts) && !is(v, VerbKind::Enters); }
constexpr bool enters(Verb v) { return is(v, VerbKind::Enters); }
constexpr bool takes_in_hand(Verb v) { return is(v, VerbKind::Takes | VerbKind::Enters); }
constexpr bool announces(Verb v) { return is(v, VerbKind::Announces); }
constexpr bool attacks(Verb v) { return is(v, VerbKind::Announces | VerbKind::Attacks); }
constexpr bool fires(Verb v) { return is(v, VerbKind::Fires); }
// An act of one's own choice with a unit, not an answer.
constexpr bool engages(Verb v) { return takes_in_hand(v) || attacks(v) || fires(v); }
// Changes the formation of the moving unit.
constexpr bool reshapes(Verb v) {
  return v == Verb::FormColumn || v == Verb::FormLine || v == Verb::Skirmish || v == Verb::RoadColumn || v == Verb::Lengthen ||
         v == Verb::Shorten || v == Verb::Pivot || v == Verb::Prone;
}
constexpr bool is_refusal(Verb v) { return is(v, VerbKind::Declines | VerbKind::Ends); }

}  // namespace tambour
