// SPDX-License-Identifier: MIT
// Chapter 12.13: British infantry lies down.
#include "rules/bataille/ch12_mover.h"

namespace tambour::bataille {

// One battalion and its light company, British or KGL infantry alone.
static Refusal company_barred(const Look& b) {
  UnitId battalion = kNoUnit;
  for (int k = 0; k < mover(b).count; ++k) {
    const UnitId x = mover(b).unit[k];
    if (is_gun(b, x)) REFUSE("12.13.3-c", x);
    if (!counter(b, x).british && mover(b).count > 1) REFUSE("12.13.3-b", x);
    if ((!counter(b, x).british || is_horse(b, x)) && by("QB-5")) REFUSE("12.13-a", x);
    if (counter(b, x).size != Size::Battalion) continue;
    if (battalion != kNoUnit) REFUSE("12.13.3-a", x);
    battalion = x;
  }
  for (int k = 0; k < mover(b).count; ++k) {
    const Counter& c = counter(b, mover(b).unit[k]);
    if (c.size == Size::Company && battalion != kNoUnit && c.parent != battalion) REFUSE("12.13.3-a", mover(b).unit[k]);
  }
  return {};
}

Refusal prone_barred(const Look& b, Action a) {
  const UnitId u = mover(b).unit[0];
  const bool lies = b.pos.has(u, kProne);
  if (a.verb == Verb::StandUp) {
    if (!lies) REFUSE("12.13.1-d", u);
    return {};
  }
  if (const Refusal no = company_barred(b)) return no;
  if (left(b) <= 0) REFUSE("12.13.1-a", u);
  if (b.pos.has(u, kStood)) REFUSE("12.13.1-b", u);
  if (state(b).form == Form::Road || !good(b, u)) REFUSE("12.13.4-a", u);
  if (top_at(b, b.pos.at(u)) != kNoUnit) REFUSE("12.13.3-d", u);
  const Footprint f = footprint(b, u);
  for (const HexId h : f)
    if (!ground(b, h).allows_prone) REFUSE("12.13.2-a", u, h);
  if (in_zone(b, f, side_of(b, u))) REFUSE("12.13-a", u);
  return {};
}

void lie_down(Run& r) {
  const Hand& hand = r.pos.hand[0];
  for (int k = 0; k < hand.count; ++k) r.pos.set(hand.unit[k], kProne);
  r.tell({.fact = Fact::LayDown, .who = hand.unit[0], .hex = r.pos.at(hand.unit[0]), .why = cite("12.13-a")});
}

void stand_up(Run& r, UnitId u) {
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  if (const UnitId there = top_at(r.look(), r.pos.at(u)); there != kNoUnit && there != list[0] && r.pos.has(there, kProne)) by("12.13.3-e");
  for (int k = 0; k < n; ++k) r.pos.drop(list[k], kProne), r.pos.set(list[k], kStood);
  r.tell({.fact = Fact::StoodUp, .who = u, .hex = r.pos.at(u), .why = cite("12.13.1-d")});
}

}  // namespace tambour::bataille
