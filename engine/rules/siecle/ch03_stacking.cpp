// SPDX-License-Identifier: MIT
// Chapter 3.
#include "rules/siecle/ch03_stacking.h"

#include "rules/siecle/ch08_zones.h"
#include "rules/siecle/ch12_results.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

UnitId line_unit(const Look& b, HexId h) {
  for (UnitId u : b.pos.stack.in(h))
    if (!is_gun(b, u)) return u;
  return kNoUnit;
}

UnitId gun_in(const Look& b, HexId h) {
  for (UnitId u : b.pos.stack.in(h))
    if (is_gun(b, u)) return u;
  return kNoUnit;
}

UnitId obstacle(const Look& b, UnitId u, HexId h) {
  by("3.1-c");
  const bool gun = is_gun(b, u);
  for (UnitId other : b.pos.stack.in(h))
    if (other != u && is_gun(b, other) == gun) return other;  // 3.1-a 3.1-b; marks are no counters, 3.1-c
  return kNoUnit;
}

bool has_officer(const Look& b, HexId h, Seat side) {
  bool any = false;
  for_officers(b, h, side, [&](int) { any = true; });
  return any;
}

bool officer_fits(const Look& b, int k, HexId h) {
  bool fits = true;
  for_officers(b, h, officer(b, k).side, [&](int other) { fits &= other == k || is_chief(b, other) != is_chief(b, k); });  // 3.2-b
  return fits;
}

int crowded_officer(const Look& b) {
  for (int k = 0; k < int(b.field.officers.size()); ++k)
    if (present(b, k) && !officer_fits(b, k, b.pos.officer[k].hex)) return k;
  return -1;
}

Refusal ChooseTop::barred(const Look& b, Action a) const {
  if (!is_unit(b, a.who) || b.pos.at(a.who) != hex) REFUSE("3.5.1-a", a.who, hex);
  return {};
}

Refusal ChooseExcess::barred(const Look& b, Action a) const {
  if (!is_unit(b, a.who) || b.pos.at(a.who) != hex || obstacle(b, a.who, hex) == kNoUnit) REFUSE("3.4-a", a.who, hex);
  return {};
}

static Refusal stacking_barred(const Look& b, int k, HexId from, HexId h) {
  const Seat own = officer(b, k).side;
  const UnitId id = b.field.officer_id(k);
  if (h >= b.field.grid.size() || h == from || ground(b, h).closed) REFUSE("3.4-a", id, h);
  const bool empty = b.pos.stack.empty(h);
  if (empty ? has_officer(b, h, other(own)) : holds_enemy(b, h, own)) REFUSE("3.4-a", id, h);
  if (empty && exposure(b, h, own).any()) REFUSE("9.4-b", id, h);
  if (!officer_fits(b, k, h)) REFUSE("3.2-b", id, h);
  return {};
}

int aside_distance(const Look& b, int k, HexId from) {
  int least = 255;
  for (HexId h = 0; h < b.field.grid.size(); ++h)
    if (const int d = b.field.grid.distance(from, h); d < least && !stacking_barred(b, k, from, h)) least = d;
  return least;
}

Refusal MoveAside::barred(const Look& b, Action a) const {
  const int k = b.field.officer(officer);
  if (a.who != officer) REFUSE("3.4-a", officer, a.hex);
  if (const Refusal no = stacking_barred(b, k, hex, a.hex)) return no;
  if (b.field.grid.distance(hex, a.hex) > aside_distance(b, k, hex)) REFUSE("3.4-a", officer, a.hex);  // aside, not across the field
  return {};
}

static HexId overfull(const Look& b, HexId hex) {
  for (UnitId u : b.pos.stack.in(hex))
    if (obstacle(b, u, hex) != kNoUnit) return hex;
  return kNoHex;
}

Flow ClearHex::run(Run& r) {
  BEGIN;
  STEP("3.4-a");
  while (overfull(r.look(), hex) != kNoHex) {
    ASK(ChooseExcess{hex});
    eliminate(r, r.answer().who, cite("3.4-a"));
  }
  END;
}

}  // namespace tambour::siecle
