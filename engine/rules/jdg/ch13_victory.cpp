// SPDX-License-Identifier: MIT
#include "rules/jdg/ch13_victory.h"

#include <algorithm>

namespace tambour::jdg {
namespace {

Seat holder(const Look& b, HexId h) {
  for (std::size_t i = 0; i < b.field.objectives.size(); ++i)
    if (b.field.objectives[i] == h) return b.pos.holder[i];
  return Seat::Nobody;
}

bool stands_in(const Look& b, HexId h, Seat s, Condition worst) {
  for (UnitId u : b.pos.stack.in(h))
    if (side_of(b, u) == s && state(b, u).condition <= worst) return true;
  return false;
}

using Lost = FixedVector<UnitId, kMaxUnits>;  // eliminated or routed

int times(const Look& b, const Award& a, const Lost& lost) {
  const Seat foe = other(a.side);
  int n = 0;
  const auto all = [&](auto good) { return std::all_of(a.hexes.begin(), a.hexes.end(), good) ? 1 : 0; };
  if (a.kind == AwardKind::Hold) return all([&](HexId h) { return stands_in(b, h, a.side, Condition::Routed); });
  if (a.kind == AwardKind::HoldInGoodOrder) return all([&](HexId h) { return stands_in(b, h, a.side, Condition::Good); });
  if (a.kind == AwardKind::HoldDisordered)
    return all([&](HexId h) { return stands_in(b, h, a.side, Condition::Disordered) && !stands_in(b, h, a.side, Condition::Good); });
  if (a.kind == AwardKind::Control) return all([&](HexId h) { return holder(b, h) == a.side; });
  if (a.kind == AwardKind::Entered)
    return std::any_of(a.hexes.begin(), a.hexes.end(), [&](HexId h) { return stands_in(b, h, a.side, Condition::Good); });
  if (a.kind == AwardKind::Always) return 1;
  if (a.kind == AwardKind::Demoralised) {
    for (std::size_t f = 0; f < b.field.formations.size(); ++f) n += b.field.formations[f].side == foe && b.pos.demoralised[f];
    return n;
  }
  for (UnitId u : lost) {
    const bool gone = state(b, u).condition == Condition::Eliminated, large = !is_gun(b, u) && counter(b, u).front.sp >= a.limit;
    if (a.kind == AwardKind::Eliminated) n += gone;
    if (a.kind == AwardKind::EliminatedLarge) n += gone && large;
    if (a.kind == AwardKind::EliminatedSmall) n += gone && !large;
    if (a.kind == AwardKind::Routed) n += !gone && on_map(b, u);
  }
  return n;
}

bool no_good_enemy_west(const Look& b, Seat me, int column) {
  for (UnitId u : all_units(b.field))
    if (side_of(b, u) != me && on_map(b, u) && is_good(b, u) && b.field.grid.column(b.pos.at(u)) < column) return false;
  return true;
}

}  // namespace

int score(const Look& b, Seat s) {
  Lost lost;
  for (UnitId u : b.field.units_of[index(other(s))])
    if (state(b, u).condition == Condition::Eliminated || state(b, u).condition == Condition::Routed) lost.push_back(u);
  int total = 0;
  for (const Award& a : b.field.awards)
    if (a.side == s) total += a.points * times(b, a, lost);
  return total;
}

Seat automatic_winner(const Look& b) {
  for (const Automatic& a : b.field.automatic) {
    const bool held = !a.hold.empty() && std::all_of(a.hold.begin(), a.hold.end(), [&](HexId h) { return holder(b, h) == a.side; });
    const bool stands = std::any_of(a.good_in.begin(), a.good_in.end(), [&](HexId h) { return stands_in(b, h, a.side, Condition::Good); });
    if ((held || stands) && (!a.no_enemy_west_of || no_good_enemy_west(b, a.side, a.no_enemy_west_of))) return a.side;
  }
  return Seat::Nobody;
}

// 13.1-a, 13.2-a, ruling J36.
bool conclude(Run& r) {
  const Look b = r.look();
  for (Seat s : {Seat::First, Seat::Second}) r.pos.points[index(s)] = int16_t(score(b, s));
  const Seat at_once = automatic_winner(b);
  if (at_once == Seat::Nobody && r.pos.turn < r.field.battle.turns) return false;
  r.pos.over = 1;
  const int margin = r.pos.points[0] - r.pos.points[1];
  r.pos.winner = at_once != Seat::Nobody         ? at_once
                 : margin > r.field.draw_margin  ? Seat::First
                 : -margin > r.field.draw_margin ? Seat::Second
                                                 : Seat::Nobody;
  r.pos.major = at_once != Seat::Nobody || (r.field.major_margin && std::abs(margin) >= r.field.major_margin);
  r.tell({.fact = Fact::GameEnded, .why = at_once != Seat::Nobody ? cite("13.1-a") : cite("13.2-a")});
  return true;
}

}  // namespace tambour::jdg
