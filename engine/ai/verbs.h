// SPDX-License-Identifier: MIT
// Kinds of acts, for planners: verbs are the same in all books.
#pragma once
#include "play/action.h"

namespace tambour {

// Hex by hex, or the end of such a move; entering the map is none.
constexpr bool is_moving(Verb v) { return is(v, VerbKind::Steps | VerbKind::Halts) && !is(v, VerbKind::Enters); }
constexpr bool enters(Verb v) { return is(v, VerbKind::Enters); }
constexpr bool takes_in_hand(Verb v) { return is(v, VerbKind::Takes | VerbKind::Enters); }
constexpr bool announces(Verb v) { return is(v, VerbKind::Announces); }
constexpr bool attacks(Verb v) { return is(v, VerbKind::Announces | VerbKind::Attacks); }
constexpr bool fires(Verb v) { return is(v, VerbKind::Fires); }
// With a unit of one's own accord.
constexpr bool engages(Verb v) { return takes_in_hand(v) || attacks(v) || fires(v); }
// The formation of a unit that moves.
constexpr bool reshapes(Verb v) {
  return v == Verb::FormColumn || v == Verb::FormLine || v == Verb::Skirmish || v == Verb::RoadColumn || v == Verb::Lengthen ||
         v == Verb::Shorten || v == Verb::Pivot || v == Verb::Prone;
}
constexpr bool is_refusal(Verb v) { return is(v, VerbKind::Declines | VerbKind::Ends); }

}  // namespace tambour
