// SPDX-License-Identifier: MIT
// Chapters 9.2.1 and 12.3.4: Lines extend, draw in and wheel.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"

namespace tambour::bataille {

// Most hexes a Line of this unit covers.
static int widest(const Look& b, UnitId u) {
  if (is_horse(b, u) && by("12.3.4.2-a", "12.6.2-a")) return hexes_wanted(b, u, Form::Column);
  return increments(b, u) >= 5 ? 2 : 1;
}

// The Line with one more hex at one of its ends; empty if that hex does not lie in its line.
static Footprint longer(const Look& b, const Footprint& f, HexId h) {
  const int facing = state(b).facing;
  for (const int side : {turn(facing, 2), turn(facing, 5)}) {
    Footprint out;
    if (edge(b, f[f.size() - 1], side).to == h && (f.size() == 1 || b.field.grid.side_to(f[0], f[1]) == side)) {
      out = f, out.push_back(h);
      return out;
    }
    if (f.size() > 1 && edge(b, f[0], side).to == h && b.field.grid.side_to(f[1], f[0]) == side) {
      out.push_back(h);
      for (const HexId x : f) out.push_back(x);
      return out;
    }
  }
  return {};
}

// Hand::stride after a change of width of cavalry: this bit, what it cost, and in the lowest two bits which end has changed, and how.
constexpr int kOneEnd = 0x80;

static int end_of(const Look& b, Action a) {
  const Footprint f = footprint(b, lead(b));
  const HexId head = f[0], tail = f[f.size() - 1];
  const bool lengthens = a.verb == Verb::Lengthen;
  // A Line of one hex grows at its tail, whichever side that is.
  const bool at_head = lengthens ? b.field.grid.distance(a.hex, head) == 1 && b.field.grid.distance(a.hex, tail) > 1 : a.hex == head;
  return 2 * lengthens + at_head;
}

// 12.3.1: the outermost riders of both ends ride at the same time, so the second end pays what its ground takes beyond the first.
static bool is_other_end(const Look& b, Action a) {
  const int stride = mover(b).stride;
  return stride & kOneEnd && (stride & 3) == (end_of(b, a) ^ 1);
}

bool in_stride(const Look& b, Action a) {
  if (just_left_general(b)) return a.verb == Verb::FormLine || a.verb == Verb::FormSquare || a.verb == Verb::RoadColumn;
  if (a.verb != Verb::Lengthen && a.verb != Verb::Shorten) return false;
  return mover(b).stride & kOneEnd ? is_other_end(b, a) : mover(b).stride > 0;
}

// What comes with this act and is no act of its own: after a step another width of a Line of cavalry, or another formation than Column for
// who leaves General Order, unless an enemy zone leaves it no choice (12.7.5); after a change of width that at the other end.
uint8_t stride_of(const Look& b, Action a, const Step& step) {
  const UnitId u = lead(b);
  if (a.verb == Verb::Lengthen || a.verb == Verb::Shorten) {
    if (!is_horse(b, u) || in_stride(b, a) || step.cost > 31) return 0;
    return uint8_t(kOneEnd | 4 * step.cost | end_of(b, a));
  }
  if (a.verb != Verb::Move) return 0;
  if (state(b).form == Form::General && step.form == Form::Column) return in_zone(b, step.to, side_of(b, u)) ? 0 : uint8_t(change_cost(b));
  return uint8_t(is_horse(b, u) && step.form == Form::Line ? step.way : 0);
}

// Infantry pays a point more than the ground, cavalry does not (12.3.4.1, 12.3.4.2); with a hex it has just entered the dearest ground of
// both is paid once.
static int stretch_cost(const Look& b, Action a, HexId from, HexId to) {
  const int way = part_cost(b, from, b.field.grid.side_to(from, to));
  if (way == kProhibited) return kProhibited;
  const int stride = mover(b).stride;
  if (stride && !(stride & kOneEnd) && by("12.3.4.2-c")) return std::max(0, way - stride);
  if (is_other_end(b, a) && by("12.3.1-a")) return std::max(0, way - (stride & ~kOneEnd) / 4);
  if (is_horse(b, lead(b)) && by("12.3.4.2-b", "12.3.2-a")) return way;
  return way + 2;
}

Refusal lengthen_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint f = footprint(b, u);
  if (a.hex >= b.field.grid.size() || s.form != Form::Line || (is_spread(b) && !is_horse(b, u))) REFUSE("12.3.4-a", u, a.hex);
  if (const Refusal no = change_barred(b, is_horse(b, u) ? 0 : 2)) return no;
  if (mover(b).flags & kIdle) REFUSE("8.9.2.2-b", u, a.hex);
  for (int k = 0; k < mover(b).count; ++k) {
    const UnitId x = mover(b).unit[k];
    if (is_horse(b, x) && widest(b, x) <= f.size()) REFUSE("12.3.4.2-a", x);
    if (!is_horse(b, x) && widest(b, x) <= f.size()) REFUSE("12.6.1-a", x);
  }
  out = {longer(b, f, a.hex), Form::Line, s.facing, 0};
  if (out.to.empty()) REFUSE("12.6.4.2-a", u, a.hex);
  if (ground(b, a.hex).general) REFUSE("12.3.5-a", u, a.hex);
  out.cost = stretch_cost(b, a, out.to[0] == a.hex ? f[0] : f[f.size() - 1], a.hex);
  if (out.cost == kProhibited) REFUSE("13.1.7.1-a", u, a.hex);
  if (top_at(b, a.hex) != kNoUnit) REFUSE("11.1.2.1-a", u, a.hex);
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, a.hex);
  if (in_zone(b, a.hex, side_of(b, u)) && !in_zone(b, b.pos.at(u), side_of(b, u)) && mover(b).flags & kStopped)
    REFUSE("10.2.1-a", u, a.hex);
  return by("12.3.2-a", "12.3.4.1-a", "5.3.6-a"), Refusal{};
}

Refusal shorten_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint f = footprint(b, u);
  if (!is_spread(b) || s.form != Form::Line || (a.hex != f[0] && a.hex != f[f.size() - 1])) REFUSE("12.3.4-a", u, a.hex);
  if (const Refusal no = change_barred(b, is_horse(b, u) ? 0 : 2)) return no;
  out = {{}, Form::Line, s.facing, stretch_cost(b, a, a.hex, a.hex == f[0] ? f[1] : f[f.size() - 2])};
  for (const HexId h : f)
    if (h != a.hex) out.to.push_back(h);
  if (left(b) < out.cost) REFUSE("12.3.1-a", u, a.hex);
  return by("12.3.4.1-b", "12.3.1-a"), stacking_barred(b, mover(b).unit, mover(b).count, Form::Line, out.to, false);
}

// Every hex the wheeling part comes to must be free and fit for a Line.
static Refusal swing_barred(const Look& b, const Footprint& from, const Footprint& to) {
  const UnitId u = lead(b);
  const Seat side = side_of(b, u);
  for (const HexId h : to) {
    if (from.contains(h)) continue;
    if (ground(b, h).general) REFUSE("12.3.5-a", u, h);
    if (top_at(b, h) != kNoUnit) REFUSE("11.1.2.1-a", u, h);
    if (mover(b).flags & kStopped && !(mover(b).flags & kDeclared && by("10.2.1-b"))) REFUSE("10.2.1-a", u, h);
    if (in_zone(b, from, side) && in_zone(b, h, side) && !(mover(b).flags & kDeclared && by("12.6.7-a"))) REFUSE("10.2.2.2-c", u, h);
  }
  return {};
}

// The dearest hex and the longest way of any part (9.2.1-c); kProhibited if a part cannot go there.
static int swing_cost(const Look& b, const Footprint& from, const Footprint& to) {
  int dearest = 0;
  for (int k = 0; k < from.size(); ++k) {
    const int side = b.field.grid.side_to(from[k], to[k]);
    if (from[k] != to[k]) dearest = std::max(dearest, side < 0 ? part_cost(b, to[k], 0) : part_cost(b, from[k], side));
  }
  const int far = from.size() - 1;
  if (dearest == kProhibited) return kProhibited;
  if (is_horse(b, lead(b)) && by("9.2.1-d")) return far * dearest + far / 2 * 2;
  return far * (dearest + (state(b).form == Form::Line ? 2 : 0));
}

// 12.3.7: companies in column become a Line, or the reverse, by each turning where it stands. True if the act is such a change.
bool is_quarter_wheel(const Look& b, Form wanted, int facing) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint f = footprint(b, u);
  if (!is_horse(b, u) || !good(b, u) || (s.form != Form::Column && s.form != Form::Line) || !is_straight(b.field.grid, f)) return false;
  if (increments(b, u) > 4 * f.size() && by("12.3.7-b")) return false;
  if (f.size() == 1) {  // a right angle to either hand
    const int off = wanted == Form::Line ? turn(facing, -int(s.facing)) : turn(s.facing, -facing);
    return off == 1 || off == 4;
  }
  const int arm = b.field.grid.side_to(f[0], f[1]), off = turn(arm, -facing);
  return wanted == Form::Line ? off == 2 || off == 5 : off == 0 || off == 3;
}

Refusal quarter_wheel_barred(const Look& b, Form wanted, int facing, Step& out) {
  const UnitId u = lead(b);
  const Footprint f = footprint(b, u);
  if (left(b) < 2 && by("12.3.7-c")) REFUSE("13.1.1-a", u);
  if (std::any_of(f.begin(), f.end(), [&](HexId h) { return ground(b, h).general; })) REFUSE("12.3.5-a", u);
  const bool from_tail = wanted == Form::Column && f.size() > 1 && b.field.grid.side_to(f[0], f[1]) == facing;
  if (wanted == Form::Line ? by("12.5.3.1-a") : by("12.6.4.3-a")) out = {from_tail ? reversed(f) : f, wanted, uint8_t(facing), 2};
  return by("12.3.7-a"), Refusal{};
}

// 9.2.1: one end stays and turns by one hexside, the rest swings round.
Refusal pivot_barred(const Look& b, Action a, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  const Footprint f = footprint(b, u);
  const bool by_head = f[0] == a.hex;
  if (!is_spread(b) || trails(s.form) || (!by_head && a.hex != f[f.size() - 1]) || a.arg > 5 || angle(a.arg, s.facing) != 1)
    REFUSE("9.2.1-a", u, a.hex);
  if (const Refusal no = change_barred(b, 2)) return no;
  if (mover(b).flags & kIdle) REFUSE("8.9.2.2-a", u, a.hex);
  const int arm = by_head ? b.field.grid.side_to(f[0], f[1]) : b.field.grid.side_to(f[1], f[0]);
  const Footprint swung = lay(b.field.grid, a.hex, turn(arm, int(a.arg) - int(s.facing)), f.size());
  if (swung.empty()) REFUSE("13.1.1-d", u, a.hex);
  out = {by_head ? swung : reversed(swung), s.form, a.arg, 0};
  out.cost = swing_cost(b, f, out.to);
  if (out.cost == kProhibited) REFUSE("13.1.7.1-a", u, a.hex);
  if (const Refusal no = swing_barred(b, f, out.to)) return no;
  if (left(b) < out.cost) REFUSE("13.1.7-a", u, a.hex);
  return by("9.2.1-a", "9.2.1-b", "9.2.1-c"), Refusal{};
}

}  // namespace tambour::bataille
