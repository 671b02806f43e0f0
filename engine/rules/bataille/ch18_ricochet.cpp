// SPDX-License-Identifier: MIT
// Chapter 18.9: shot that goes on beyond its target.
#include "hex/line.h"
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {
namespace {

// The side of `at` that leads to the next hex of a path; of a pair that is not touched by one of its ends, none.
const Edge* way_between(const Look& b, HexId at, HexId next) {
  const int side = at == kNoHex || next == kNoHex ? -1 : b.field.grid.side_to(at, next);
  return side < 0 ? nullptr : &edge(b, at, side);
}

// Rises end the path, severe falls shelter the first hex below.
enum class Slope { Level, Up, Shadow };
Slope slope_between(const Look& b, HexId at, HexId next) {
  const int rise = int(ground(b, next).level) - int(ground(b, at).level);
  const Edge* way = way_between(b, at, next);
  const bool severe = way && way->severe;
  if (rise > 0) return severe ? by("18.9.2-a") : by("18.9.3-a"), Slope::Up;
  if (rise < 0 && severe && by("18.9.2-b")) return Slope::Shadow;
  if (rise < 0) by("18.9.3-b");
  return Slope::Level;
}

}  // namespace

// The ray from the guns through their target to their maximum range. It enters what stops it and goes no farther.
ShotPath shot_path(const Look& b, UnitId gun, HexId target) {
  ShotPath out;
  const Grid& grid = b.field.grid;
  const Cube from = grid.cube(b.pos.at(gun)), offset = grid.cube(target) - from;
  const int far = length(offset), reach = counter(b, gun).range;
  if (far < 3 && by("18.9-a")) return out;
  if (far >= reach) return out;
  const Line line(Cube{offset.q * (reach / far + 1), offset.r * (reach / far + 1)});
  HexId before = target;
  if (ground(b, target).level > ground(b, b.pos.at(gun)).level) by("18.9.4-a");  // A33
  if (ground(b, target).stops_shot && by("18.9.1-c")) return out;
  for (const LineStep& step : line) {
    if (step.index <= far || step.index > reach) continue;
    const HexId one = grid.hex(from + Cube{step.q, step.r}), two = step.between ? grid.hex(from + Cube{step.q2, step.r2}) : kNoHex;
    if ((one == kNoHex && two == kNoHex) || out.full()) break;
    const HexId next = one != kNoHex ? one : two;
    const Slope slope = slope_between(b, before, next);
    if (slope == Slope::Up) break;
    if (slope == Slope::Level) out.push_back({one, two});
    if (ground(b, next).stops_shot && by("18.9.1-c")) break;
    before = next;
  }
  return by("18.9.1-a", "18.9.1-d"), out;
}

// Its own attack on each hex, with the value of its own range; along a spine half of it.
Attack ricochet_on(const Look& b, UnitId gun, HexId hex, bool spine) {
  Attack out;
  const HexId from = b.pos.at(gun);
  const int range = b.field.grid.distance(from, hex);
  out.guns = out.far = true;
  for (UnitId x : b.pos.stack.in(from)) {
    if (!guns_ready(b, x) || range > counter(b, x).range) continue;
    Ratio v = out.ledger.count(gun_value(counter(b, x), range), cite("18.9.7-a"), x, hex);
    v *= out.ledger.times(Ratio(increments(b, x), counter(b, x).inc), cite("17.2.3-a"), x, from);
    if (b.pos.unit[x].order == Order::Disorder) v *= out.ledger.times(Ratio(1, 2), cite("12.11.3-a"), x, from);
    out.value += v;
  }
  if (spine) out.value *= out.ledger.times(Ratio(1, 2), cite("18.9.5-a"), gun, hex);
  close_attack(out, b, top_at(b, hex), hex, &from, 1);
  return by("18.9.8-a"), out;
}

}  // namespace tambour::bataille
