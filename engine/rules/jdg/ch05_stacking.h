// SPDX-License-Identifier: MIT
// Chapter 5.1: stacking limits and the order of a stack.
#pragma once
#include "rules/jdg/ch00_general.h"

namespace tambour::jdg {

using Party = FixedVector<UnitId, 8>;

// May these units of one side share a hex? The refusal names the first rule broken.
Refusal share_barred(const Look& b, const Party& units, HexId hex);
// May `joining` end in `hex` with the friends who are there?
Refusal stacking_barred(const Look& b, const Party& joining, HexId hex);
// 5.1.2-b: units that go together from one hex to another keep their order.
void put_together(Pos& pos, const Look& b, const Party& units, HexId hex);
inline Refusal stacking_barred(const Look& b, UnitId joining, HexId hex) { return stacking_barred(b, Party{joining}, hex); }
// The same for a unit that would be routed when it gets there.
bool routed_can_stop(const Look& b, UnitId u, HexId hex, bool last_resort);

// 6.1.1-b, 6.1.1-c: a newcomer's facing beside those already there.
Refusal face_barred(const Look& b, const Party& units, HexId hex, int facing);

// 5.1.2-b, 5.1.2-c: newcomers go to the bottom, guns to the top.
void put(Pos& pos, const Look& b, UnitId u, HexId hex);

}  // namespace tambour::jdg
