// SPDX-License-Identifier: MIT
// Chapter 12.8: Road Column.
#include "rules/bataille/ch12_mover.h"

namespace tambour::bataille {

Refusal close_barred(const Look& b, Step& out) {
  const UnitId u = lead(b);
  const Footprint f = footprint(b, u);
  if (f.size() == 1) return {};
  for (int k = 1; k < f.size(); ++k) {
    const int way = part_cost(b, f[k], b.field.grid.side_to(f[k], f[k - 1]));
    if (way == kProhibited) REFUSE("13.1.7.1-a", u, f[k]);
    out.cost += way;
  }
  if (out.form == Form::General) by("12.3.1.1-a");
  if (left(b) < out.cost && by("12.8.2.1-c")) REFUSE("12.3.1-a", u, f[0]);
  if (state(b).form == Form::Road) by("12.3.6-b", "12.8.2.1-b", "12.8.2.1-c");
  out.to = Footprint{f[0]};
  return {};
}

// It forms in one hex and marches out of it: the hexes behind fill as it goes.
Refusal road_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (a.arg > 5 || s.form == Form::Road) REFUSE("12.2.1-a", u);
  const bool enters = mover(b).flags & kJustEntered && by("8.10.2-a");  // A118: chosen as it enters, free
  const int cost = enters ? 0 : formation_cost(b);
  if (is_gun(b, u)) REFUSE("12.2.2-d", u);
  if (const Refusal no = change_barred(b, cost)) return no;
  if (mover(b).flags & kIdle && hexes_wanted(b, u, Form::Road) > 1) REFUSE("8.9.2.2-b", u);
  if (mover(b).count > 1 || top_at(b, b.pos.at(u)) != kNoUnit) REFUSE("12.8.2-a", u);
  out = {footprint(b, u), Form::Road, a.arg, cost};
  if (is_spread(b) && s.form == Form::Column && a.arg == s.facing && by("12.3.6-c")) return {};  // the companies as they stand
  if (is_spread(b)) REFUSE("12.3.6-a", u);
  if (left(b) < out.cost + hexes_wanted(b, u, Form::Road) - 1) REFUSE("12.8.2.1-c", u);  // half a point a hex, at the least
  return by("12.8-a", "12.2.1-a", "5.3.5-a"), Refusal{};
}

}  // namespace tambour::bataille
