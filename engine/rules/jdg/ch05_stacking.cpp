// SPDX-License-Identifier: MIT
#include "rules/jdg/ch05_stacking.h"

namespace tambour::jdg {
namespace {

struct Tally {
  int foot = 0, horse = 0, guns = 0, routed = 0, squares = 0, sp = 0, guns_square = 0;
  bool one_formation = true;
  int all() const { return foot + horse + guns; }
};

Tally count(const Look& b, const Party& units) {
  Tally t;
  uint8_t formation = 0xFF;
  for (UnitId u : units) {
    if (is_routed(b, u)) ++t.routed;
    if (b.pos.has(u, kSquare)) ++t.squares;
    if (is_gun(b, u)) {
      ++t.guns;
      continue;
    }
    ++(is_infantry(b, u) ? t.foot : t.horse);
    t.sp += ratings(b, u).sp;
    if (formation == 0xFF) formation = counter(b, u).formation;
    t.one_formation &= formation == counter(b, u).formation;
  }
  return t;
}

}  // namespace

// 5.1.1-a needs no code: only combat units are in a Party.
Refusal share_barred(const Look& b, const Party& units, HexId hex) {
  by("5.1.1-a");
  if (units.size() < 2) return {};
  const Tally t = count(b, units);
  const UnitId who = units[0];
  const Doctrine& d = *b.field.doctrine;
  if (t.routed && t.routed < t.all()) REFUSE("5.1.1-i", who, hex);
  if (t.squares && by("5.1.1-j") && t.squares < t.all()) REFUSE("5.1.1-j", who, hex);
  if (t.foot && t.horse) REFUSE("5.1.1-k", who, hex);
  if (t.routed && by("5.1.1-f")) {  // 5.1.1-f: formations may differ; at most a pair
    if (t.all() > 2) REFUSE("5.1.2-g", who, hex);
    return {};
  }
  if (t.guns && by("5.1.1-e") && t.guns > 2) REFUSE("5.1.1-e", who, hex);
  if (t.guns == 2 && t.all() > 2) REFUSE("5.1.1-c", who, hex);
  if (t.guns && t.horse > d.cavalry_with_gun) REFUSE("5.1.1-d", who, hex);
  if (t.guns && t.foot > 2) REFUSE("5.1.1-c", who, hex);  // ruling J8
  if (!t.one_formation) REFUSE("5.1.1-b", who, hex);
  if (t.foot + t.horse > 3) REFUSE("5.1.1-b", who, hex);
  if (t.foot + t.horse == 3) {
    const bool scenario = t.horse == 3 && b.field.three_cavalry == side_of(b, who);
    if (t.sp > d.three_small_sp && !scenario) REFUSE("5.1.1-g", who, hex);
  }
  return {};
}

Refusal stacking_barred(const Look& b, const Party& joining, HexId hex) {
  Party all = joining;
  for (UnitId u : b.pos.stack.in(hex)) {
    if (all.contains(u)) continue;
    if (b.pos.has(u, kSquare)) REFUSE("4.2-f", joining[0], hex);  // nobody joins a square
    all.push_back(u);
  }
  return share_barred(b, all, hex);
}

// 5.1.2-g: alone, or with one other routed unit if nothing else is possible.
bool routed_can_stop(const Look& b, UnitId u, HexId hex, bool last_resort) {
  int others = 0;
  for (UnitId x : b.pos.stack.in(hex)) {
    if (x == u) continue;
    ++others;
    if (!is_routed(b, x) || share_barred(b, Party{u, x}, hex)) return false;
  }
  return others == 0 || (last_resort && others == 1);
}

Refusal face_barred(const Look& b, const Party& units, HexId hex, int facing) {
  for (UnitId there : b.pos.stack.in(hex)) {
    if (units.contains(there) || is_routed(b, there) || state(b, there).facing == facing) continue;
    for (UnitId u : units) {
      if (is_gun(b, u) != is_gun(b, there)) continue;
      if (is_gun(b, u)) REFUSE("6.1.1-c", there, hex);
      REFUSE("6.1.1-b", there, hex);
    }
  }
  return {};
}

void put(Pos& pos, const Look& b, UnitId u, HexId hex) {
  // 5.1.2-b, 5.1.2-c
  if (is_gun(b, u) && by("5.1.2-b")) put_on_top(pos, u, hex);
  else put_at_bottom(pos, u, hex);
}

void put_together(Pos& pos, const Look& b, const Party& units, HexId hex) {
  Party order;
  for (UnitId u : pos.stack.in(b.pos.at(units[0])))
    if (units.contains(u)) order.push_back(u);
  for (UnitId u : order) put(pos, b, u, hex);
}

}  // namespace tambour::jdg
