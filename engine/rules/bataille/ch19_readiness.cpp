// SPDX-License-Identifier: MIT
// Chapter 19.15: Ready, Tired, Exhausted.
#include <algorithm>

#include "rules/bataille/ch19_cavalry.h"
#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {

Ratio rested_share(const Look& b, UnitId u) {
  switch (horse(b, u).ready) {
    case Ready::Tired: return by("19.15.4-a"), Ratio(1, 2);
    case Ready::Exhausted:
      if (!good(b, u)) by("19.15.5-c");
      return by("19.15.5-a"), Ratio(1, 3);
    default: return by("19.15-a"), Ratio(1);
  }
}

int rested_allowance(const Look& b, UnitId u) { return 2 * int((rested_share(b, u) * Ratio(printed_mp(b, u))).nearest()); }

void note_ridden(Run& r, UnitId u, int half_points) {
  if (!is_horse(r.look(), u) || !r.pos.on_map(u)) return;
  HorseState& h = horse(r, u);
  h.ridden = uint8_t(std::min(255, h.ridden + half_points));
}

static void set_ready(Run& r, UnitId u, Ready to, Citation why) {
  HorseState& h = horse(r, u);
  if (h.ready == to) return;
  h.ready = to;
  trace::note(why);
}

void tire(Run& r, UnitId u, int degrees) {
  if (!is_horse(r.look(), u) || !r.pos.on_map(u) || degrees == 0) return;
  if (degrees > 1) by("19.15.1-c");
  set_ready(r, u, Ready(std::min(2, int(horse(r, u).ready) + degrees)), cite("19.13.1-a"));
}

void exhaust(Run& r, UnitId u, Citation why) {
  if (!is_horse(r.look(), u) || !r.pos.on_map(u)) return;
  horse(r, u).flags |= kOverHalf;
  set_ready(r, u, Ready::Exhausted, why);
}

// Degrees it gets back (19.15.3).
static int degrees_rested(const Look& b, UnitId u) {
  const HorseState& h = horse(b, u);
  if (h.flags & kFoughtTurn) return by("19.15.3.1-e"), 0;
  if (h.flags & (kHasCharged | kChargeMarker)) return by("19.15.3.1-b"), 0;
  if (h.flags & kOverHalf) return by("19.15.3.1-c", "19.15.3.1-d"), 0;
  if (h.ridden == 0 && by("19.15.3.2-a")) return 2;
  return 2 * h.ridden <= rested_allowance(b, u) && by("19.15.3.1-a", "19.15.4-d") ? 1 : 0;  // A104
}

void rest_horses(Run& r) {
  for (const UnitId u : all_units(r.field)) {
    if (!is_horse(r.look(), u) || !r.pos.on_map(u) || horse(r, u).ready == Ready::Ready) continue;
    const int back = degrees_rested(r.look(), u);
    if (!back) continue;
    if (!good(r.look(), u)) by("19.15.3.2-b");
    set_ready(r, u, Ready(std::max(0, int(horse(r, u).ready) - back)), back > 1 ? cite("19.15.3.2-a") : cite("19.15.3.1-a"));
  }
}

}  // namespace tambour::bataille
