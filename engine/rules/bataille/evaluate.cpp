// SPDX-License-Identifier: MIT
// How good a position is, in hundredths of an Increment.
#include <algorithm>

#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/game.h"

namespace tambour::bataille {

static int unit_worth(const Look& b, UnitId u) {
  if (!b.pos.on_map(u)) return 0;
  const Counter& c = counter(b, u);
  const int whole = increments(b, u) * (60 + (kRollMax - std::max<int>(0, c.morale))) + (is_gun(b, u) ? 100 * increments(b, u) : 0);
  return b.pos.unit[u].order == Order::Good ? whole : b.pos.unit[u].order == Order::Disorder ? whole * 3 / 4 : whole * 2 / 5;
}

static int nearness(const Look& b, UnitId u) {
  int least = 40;
  for (const HexId h : b.field.victory.hold) least = std::min(least, b.field.grid.distance(b.pos.at(u), h));
  for (const HexId h : b.field.victory.clear) least = std::min(least, b.field.grid.distance(b.pos.at(u), h));
  return 40 - least;
}

int BatailleGame::evaluate(const State& s, Seat seat, Detail) const {
  const Look b = look(s);
  if (b.pos.verdict) return b.pos.verdict == kDrawn ? 0 : (b.pos.verdict == kFirstWins) == (seat == Seat::First) ? 100000 : -100000;
  int sum = 0;
  for (UnitId u = 0; u < field().unit_count(); ++u) {
    if (!b.pos.on_map(u)) continue;
    const int sign = side_of(b, u) == seat ? 1 : -1;
    sum += sign * (unit_worth(b, u) + (b.pos.unit[u].order == Order::Good ? increments(b, u) * nearness(b, u) : 0));
  }
  const uint8_t now = verdict_now(b);
  if (now != kDrawn) sum += (now == kFirstWins) == (seat == Seat::First) ? 600 : -600;
  return sum;
}

}  // namespace tambour::bataille
