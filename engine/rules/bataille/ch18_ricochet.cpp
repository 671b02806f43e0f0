// SPDX-License-Identifier: MIT
// Chapter 18.9: shot that goes on beyond its target.
#include "hex/line.h"
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

// 18.9.1-a 18.9.1-d 18.9.6-a. The ray from the guns through their target to their maximum range; it enters what stops it and goes no
// farther (18.9.1).
ShotPath shot_path(const Look& b, UnitId gun, HexId target) {
  ShotPath out;
  const Grid& grid = b.field.grid;
  const Cube from = grid.cube(b.pos.at(gun)), offset = grid.cube(target) - from;
  const int far = length(offset), reach = counter(b, gun).range;
  if (far < 3 || far >= reach) return out;  // 18.9-a: medium and long range only
  const int times = reach / far + 1;
  const Line line(Cube{offset.q * times, offset.r * times});
  HexId before = target;
  if (ground(b, target).stops_shot) return out;
  for (const LineStep& step : line) {
    if (step.index <= far || step.index > reach) continue;
    const HexId one = grid.hex(from + Cube{step.q, step.r}), two = step.between ? grid.hex(from + Cube{step.q2, step.r2}) : kNoHex;
    if ((one == kNoHex && two == kNoHex) || out.full()) break;
    const HexId next = one != kNoHex ? one : two;
    if (ground(b, next).level > ground(b, before).level) break;  // 18.9.3-a: uphill ends it
    out.push_back({one, two});
    if (ground(b, next).stops_shot) break;  // 18.9.1-c
    before = next;
  }
  return out;
}

// Its own attack on each hex, with the value of its own range (18.9.7-a); along a spine half of it (18.9.5-a).
Attack ricochet_on(const Look& b, UnitId gun, HexId hex, bool spine) {
  Attack out;
  const HexId from = b.pos.at(gun);
  const Counter& c = counter(b, gun);
  const int range = b.field.grid.distance(from, hex);
  out.guns = out.far = true;
  out.value = out.ledger.count(range <= 5 ? c.medium_fire : c.long_fire, cite("18.9.7-a"), gun, hex);
  out.value *= out.ledger.times(Ratio(increments(b, gun), c.inc), cite("17.2.3-a"), gun, from);
  if (spine) out.value *= out.ledger.times(Ratio(1, 2), cite("18.9.5-a"), gun, hex);
  close_attack(out, b, top_at(b, hex), hex, &from, 1);
  return out;
}

}  // namespace tambour::bataille
