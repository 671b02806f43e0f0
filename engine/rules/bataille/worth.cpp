// SPDX-License-Identifier: MIT
// What fire is worth before its dice, and the tables behind all prices.
#include "rules/bataille/worth.h"

#include <algorithm>

#include "rules/bataille/ch15_fire.h"
#include "rules/bataille/ch19_cavalry.h"

namespace tambour::bataille {
namespace {

// What a result costs: a Disorder a quarter of the stack, since most recover; a Rout more than half, since it runs and is slow to come
// back; a Blank the attackers something, since the second round is a firefight.
constexpr float kDisorder = 0.25F, kRout = 0.55F, kAll = 0.95F, kBlank = 0.06F;

Prices::Stakes stakes_of(Result x) {
  switch (x) {
    case Result::AS: return {kAll, 0, 0};
    case Result::AR: return {kRout, 0, 0};
    case Result::AD3:
    case Result::AD2:
    case Result::AD1: return {kDisorder, 0, 0};
    case Result::DD1:
    case Result::DD2:
    case Result::DD3: return {0, kDisorder, 1};
    case Result::DR: return {0, kRout, 1};
    case Result::DS: return {0, kAll, 1};
    default: return {kBlank, kBlank / 2, 0};
  }
}

void add(Prices::Stakes& sum, const Prices::Stakes& part, float share) {
  sum.attacker += share * part.attacker, sum.defender += share * part.defender, sum.taken += share * part.taken;
}

// Morale, melee, fire: an Increment of line infantry is worth about a hundred.
int worth_of_increment(const Counter& c) {
  const int inc = std::max<int>(1, c.inc), steady = kRollMax - std::max<int>(0, c.morale);
  switch (c.arm) {
    case Arm::Wagon: return 40;
    case Arm::FootGuns:
    case Arm::HorseGuns: return 40 + steady + 30 * std::min(8, c.short_fire / inc);
    case Arm::Cavalry: return 40 + steady + 14 * c.melee / inc;
    default: return 30 + steady + 12 * c.melee / inc + 4 * c.line;
  }
}

}  // namespace

Prices::Prices(const Field& field) {
  for (const Counter& c : field.units) increment_.push_back(int16_t(worth_of_increment(c)));
  read_fire(field);
  read_melee(field);
}

void Prices::read_fire(const Field& field) {
  const auto& columns = field.charts.fire;
  fire_column_.resize(kMostFire + 1);
  for (int halves = 0; halves <= kMostFire; ++halves)
    for (int defense = 0; defense < 32; ++defense) {
      int8_t& out = fire_column_[std::size_t(halves)][std::size_t(defense)];
      out = -1;
      for (std::size_t c = 0; c < columns.size() && defense > 0; ++c)
        if (Ratio(halves, 2 * defense) >= columns[c].least) out = int8_t(c);
    }
  for (const FireColumn& c : columns) {
    int sum = 0;
    for (const int8_t from : c.from) sum += from < 0 ? 0 : kRollMax + 1 - from;
    fire_losses_.push_back(int16_t(100 * sum / (kRollMax + 1)));
  }
}

void Prices::read_melee(const Field& field) {
  std::vector<Stakes> stood;
  for (const MeleeColumn& c : field.charts.melee) {
    Stakes sum;
    for (int roll = 0; roll <= kRollMax; ++roll) {
      Result x = Result::Blank;
      for (int k = 0; k < int(Result::kCount); ++k)
        if (c.from[k] >= 0 && roll >= c.from[k]) x = Result(k);
      add(sum, stakes_of(x), 1.0F / (kRollMax + 1));
    }
    stood.push_back(sum), least_.push_back(c.least);
  }
  static constexpr int kShares[] = {3, 2, 1};  // of the die of six: no shift, one, two
  for (int c = 0; c < int(stood.size()); ++c) {
    Stakes sum;
    for (int shift = 0; shift < 3; ++shift) add(sum, stood[std::size_t(c ? std::max(1, c - shift) : 0)], float(kShares[shift]) / 6);
    melee_.push_back(sum);
  }
}

const Prices::Stakes& Prices::melee(int attack, int defence) const {
  std::size_t column = 1;
  while (column + 1 < least_.size() && int64_t(attack) * least_[column + 1].den >= int64_t(defence) * least_[column + 1].num) ++column;
  return melee_[column];
}

int unit_worth(const Look& b, const Prices& p, UnitId u) {
  int whole = increments(b, u) * p.increment(u);
  if (is_horse(b, u)) {
    const Ready ready = horse(b, u).ready;
    whole = whole * (ready == Ready::Ready ? 8 : ready == Ready::Tired ? 7 : 6) / 8;
  }
  switch (b.pos.unit[u].order) {
    case Order::Good: return whole;
    case Order::Disorder: return whole * 3 / 4;
    default: return whole * 2 / 5;
  }
}

int stack_worth(const Look& b, const Prices& p, UnitId top) {
  UnitId list[kMates];
  int sum = 0;
  for (int k = 0, n = mates(b, top, list); k < n; ++k) sum += unit_worth(b, p, list[k]);
  return sum;
}

bool is_fresh_horse(const Look& b, UnitId u) {
  return is_horse(b, u) && good(b, u) && horse(b, u).ready == Ready::Ready && !(horse(b, u).flags & kHasCharged);
}

namespace {

// What so many halves of fire cost the stack in this hex.
int price(const Look& b, const Prices& p, int halves, UnitId there, HexId hex, HexId from, int shift) {
  const bool hedge = b.field.grid.distance(from, hex) == 1 && edge(b, hex, b.field.grid.side_to(hex, from)).hedge;
  const UnitId hit = shaper(b, there);
  const int least = p.losses(halves, std::min(31, defense_figure(b, there, hex, false, hedge)), shift);
  return least * p.increment(hit) / 100;
}

int guns_worth(const Look& b, const Prices& p, UnitId top, bool sure) {
  const Seat side = side_of(b, top);
  const HexId from = b.pos.at(top);
  int best = 0;
  for (const UnitId x : all_units(b.field)) {
    if (!b.pos.on_map(x) || side_of(b, x) == side || b.pos.stack.top(b.pos.at(x)) != x) continue;
    const HexId at = b.pos.at(x);
    const int far = b.field.grid.distance(from, at);
    if (far > counter(b, top).range || !in_arc(b, top, from, at)) continue;
    int halves = 0;
    for (UnitId g : b.pos.stack.in(from))
      if (is_gun(b, g)) halves += 2 * gun_value(counter(b, g), far) * increments(b, g) / counter(b, g).inc;
    const int value = price(b, p, good(b, top) ? halves : halves / 2, x, at, from, far == 1 ? 2 : 0);
    if (value > best && (!sure || far == 1 || sees(b, from, at))) best = value;
  }
  return best;
}

// Halves of musketry from one hex of a stack, at this range.
int musketry(const Look& b, UnitId u, int range) {
  const UnitState& s = b.pos.unit[u];
  const Counter& c = counter(b, u);
  const int here = 2 * increments(b, u) / std::max<int>(1, s.hexes);
  if (s.order == Order::Good && s.form == Form::Line) return range > 1 ? 0 : c.line * std::min(8, here);
  if (s.order == Order::Good && s.form == Form::Skirmish) return c.skirmish * std::min(6, here) / (range > 1 && !c.rifles ? 2 : 1);
  if (range > 1) return 0;
  if (s.order == Order::Good && s.form == Form::Square) return c.square * std::min(18, here) / 3;
  return (s.order == Order::Good ? 2 * c.fire : c.fire) / (increments(b, u) == 1 ? 2 : 1);
}

int volleys_worth(const Look& b, const Prices& p, UnitId u) {
  const Seat side = side_of(b, u);
  const Footprint hexes = footprint(b, u);
  const UnitState& s = b.pos.unit[u];
  const int halves = musketry(b, u, 1), parts = s.form == Form::Square && good(b, u) ? 3 : 1;
  int sum = 0;
  for (const HexId from : hexes) {
    int best[3] = {};
    for (int k = 0; k < 6; ++k) {
      const HexId h = b.field.grid.neighbour(from, k);
      if (h == kNoHex || !enemy_at(b, h, side) || aspect(b, u, h) != Aspect::Front) continue;
      int value = price(b, p, halves, top_at(b, h), h, from, 0);
      for (int n = 0; n < parts; ++n)
        if (value > best[n]) std::swap(value, best[n]);
    }
    sum += best[0] + best[1] + best[2];
  }
  if (sum || s.form != Form::Skirmish || !good(b, u)) return sum;
  const int far = musketry(b, u, 2);
  for (const UnitId x : all_units(b.field)) {
    if (!b.pos.on_map(x) || side_of(b, x) == side || b.field.grid.distance(hexes[0], b.pos.at(x)) != 2 || b.pos.stack.top(b.pos.at(x)) != x) continue;
    if (in_arc(b, u, hexes[0], b.pos.at(x))) sum = std::max(sum, hexes.size() * price(b, p, far, x, b.pos.at(x), hexes[0], 0));
  }
  return sum;
}

}  // namespace

int fire_worth(const Look& b, const Prices& p, UnitId top, bool sure) {
  const UnitId u = shaper(b, top);
  const UnitState& s = b.pos.unit[top];
  if (is_gun(b, top) && s.form == Form::Unlimbered && s.order != Order::Pgd && (b.field.wagons || s.rounds)) return guns_worth(b, p, top, sure);
  if (is_gun(b, u) || is_horse(b, u) || b.pos.unit[u].order == Order::Pgd || b.pos.unit[u].form == Form::Road || b.pos.has(top, kProne)) return 0;
  return volleys_worth(b, p, u);
}

}  // namespace tambour::bataille
