// SPDX-License-Identifier: MIT
// Chapter 15.
#include "rules/siecle/ch15_victory.h"

#include <algorithm>

namespace tambour::siecle {

static bool collapsed(const Look& b, Seat side) {
  bool any = false;
  for (int f = 0; f < int(b.field.formations.size()); ++f) {
    if (b.field.formations[std::size_t(f)].side != side) continue;
    if (in_play(b, f) && !b.pos.demoralised(f)) return false;
    any = true;
  }
  return any;
}

void check_collapse(Run& r) {
  if (r.pos.verdict || r.pos.phase == Phase::SetUp) return;
  const bool first = collapsed(r.look(), Seat::First), second = collapsed(r.look(), Seat::Second);
  if (!first && !second) return;
  r.pos.verdict = first && second ? uint8_t{kDrawn} : uint8_t((first ? kSecondWins : kFirstWins) | kMajor);  // 15.1-a
  r.tell({.fact = Fact::GameEnded, .why = cite("15.1-a")});
}

static bool holds(const Look& b, HexId h, Seat side) {
  for (UnitId u : b.pos.stack.in(h))
    if (side_of(b, u) == side && !b.pos.routed(u)) return true;
  return false;
}

static bool none_west(const Look& b, Seat of, int column) {
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && side_of(b, u) == of && !b.pos.routed(u) && b.field.grid.column(b.pos.at(u)) < column) return false;
  return true;
}

// FSA-1: units that went through the gate, and those that stand close before it, once it is open, at the end (SB12).
static int saved(const Look& b, Seat side) {
  int points = b.pos.saved_points[index(side)];
  if (!b.pos.gate_open) return points;
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && side_of(b, u) == side && b.field.grid.distance(b.pos.at(u), b.field.special.gate_out) <= 2)
      points += counter(b, u).steps == 2 && !b.pos.has(u, kFlipped) ? 2 : 1;
  return points;
}

static int times(const Look& b, const VictoryLine& v) {
  const Seat foe = other(v.side);
  int own = 0, theirs = 0;
  for (HexId h : v.hexes) own += holds(b, h, v.side), theirs += holds(b, h, foe);
  switch (v.aim) {
    case Aim::Always: return 1;
    case Aim::Hold: return own;
    case Aim::Any: return own > 0;
    case Aim::Sole: return own > 0 && theirs == 0;
    case Aim::Eliminated: return b.pos.lost[index(foe)];
    case Aim::Slain: return b.pos.officer[v.a].fate == Fate::Eliminated;
    case Aim::NoneWest: return none_west(b, foe, v.a);
    case Aim::Saved: return saved(b, v.side);
    case Aim::Idle: return b.pos.idle[index(v.side)];
    case Aim::Demoralised: break;
  }
  int broken = 0;
  for (int f = 0; f < int(b.field.formations.size()); ++f) broken += b.field.formations[std::size_t(f)].side == foe && b.pos.demoralised(f);
  return broken;
}

int victory_points(const Look& b, Seat side) {
  int points = 0;
  for (const VictoryLine& v : b.field.victory)
    if (v.side == side) points += v.points * times(b, v);
  return points;
}

void decide(Run& r) {
  const int margin = victory_points(r.look(), Seat::First) - victory_points(r.look(), Seat::Second);
  const int size = margin < 0 ? -margin : margin;
  const Specials& s = r.field.special;
  if (size < s.minor) r.pos.verdict = kDrawn;
  else r.pos.verdict = uint8_t((margin > 0 ? kFirstWins : kSecondWins) | (s.major && size >= s.major ? kMajor : 0));
  r.tell({.fact = Fact::GameEnded, .value = int16_t(margin), .why = cite("15.2-a")});
}

}  // namespace tambour::siecle
