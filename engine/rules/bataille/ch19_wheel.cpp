// SPDX-License-Identifier: MIT
// Chapters 12.3.7, 19.17.1.1, 19.17.5 and 19.18.7.
#include "rules/bataille/ch19_wheel.h"

#include <algorithm>

#include "rules/bataille/ch19_meeting.h"
#include "rules/bataille/ch19_opportunity.h"

namespace tambour::bataille {

Stance stance_of(const Look& b, UnitId u) { return {b.pos.unit[shaper(b, u)], footprint(b, u)}; }

// 12.3.7-b: every company keeps its hex, so no hex may hold more than four.
static bool can_wheel(const Look& b, UnitId u, const Stance& at) {
  if (at.s.order != Order::Good || (at.s.form != Form::Line && at.s.form != Form::Column) || !is_straight(b.field.grid, at.f)) return false;
  return increments(b, shaper(b, u)) <= 4 * at.f.size();
}

Stances stances(const Look& b, UnitId u) {
  Stances out;
  const Stance now = stance_of(b, u);
  out.push_back(now);
  if (!can_wheel(b, u, now)) return out;
  const bool line = now.s.form == Form::Line, alone = now.f.size() == 1;
  const int axis = !alone ? b.field.grid.side_to(now.f[0], now.f[1]) : line ? turn(now.s.facing, 2) : now.s.facing;
  for (const int hand : {0, 3}) {
    Stance next = now;
    next.s.form = line ? Form::Column : Form::Line;
    next.s.facing = uint8_t(line ? turn(axis, hand) : turn(axis, hand + 1));
    if (line && !alone && hand == 0) next.f = reversed(now.f);  // its tail becomes the head
    out.push_back(next);
  }
  return out;
}

bool reaches(const Look& b, const Stance& at, const Footprint& foe, int depth) {
  return std::any_of(foe.begin(), foe.end(), [&](HexId h) { return in_fan(b, at.f, at.s.form, at.s.facing, h, depth); });
}

bool reaches(const Look& b, UnitId u, const Footprint& foe, int depth) {
  if (gap(b, footprint(b, u), foe) > depth) return false;
  const Stances all = stances(b, u);
  if (reaches(b, all[0], foe, depth)) return true;
  for (int i = 1; i < all.size(); ++i)
    if (reaches(b, all[i], foe, depth)) return all[i].s.form == Form::Line ? by("19.17.1.1-a", "24.0-r") : by("19.17.1.1-b", "24.0-r");
  return false;
}

Refusal stance_barred(const Look& b, const Stance& at, UnitId u, UnitId foe, int k) {
  const Footprint there = footprint(b, foe);
  if (k == kNone) {
    Footprint to;
    if (!reaches(b, at, there, kOpportunityDepth)) REFUSE("19.18.2-a", u);
    if (!closes_in(b, at, there, to)) REFUSE("19.18.3-s2", u);
    return {};
  }
  if (!reaches(b, at, there, reaction_depth(b, u))) REFUSE("19.17.1-b", u);
  Meeting m;
  return meet_barred(b, u, foe, at, m);
}

Refusal every_stance_barred(const Look& b, UnitId u, UnitId foe, int k) {
  if (gap(b, footprint(b, u), footprint(b, foe)) > 5) {
    if (k == kNone) REFUSE("19.18.2-a", u);
    REFUSE("19.17.1-b", u);
  }
  Refusal first;
  for (const Stance& at : stances(b, u)) {
    const Refusal no = stance_barred(b, at, u, foe, k);
    if (!no) return {};
    const bool beyond = no.why == cite("19.18.2-a") || no.why == cite("19.17.1-b");
    if (!first || !beyond) first = no;
  }
  return first;
}

void wheel_to(Run& r, UnitId u, UnitId foe, int k, Citation why) {
  for (const Stance& at : stances(r.look(), u)) {
    if (stance_barred(r.look(), at, u, foe, k)) continue;
    if (at.s.form == stance_of(r.look(), u).s.form) return;
    UnitId list[kMates];
    const int n = mates(r.look(), u, list);
    reshape(r, u, at.f);
    for (int i = 0; i < n; ++i) r.pos.unit[list[i]].form = at.s.form, r.pos.unit[list[i]].facing = at.s.facing;
    by("12.3.7-d", "9.2-d");
    return r.tell({.fact = at.s.form == Form::Line ? Fact::FormedLine : Fact::FormedColumn, .who = u, .hex = at.f[0], .why = why});
  }
}

}  // namespace tambour::bataille
