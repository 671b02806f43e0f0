// SPDX-License-Identifier: MIT
// Assaults and Charges that are declared and not yet fought: no walk reaches their dice, so the evaluation prices them by chances to close
// and to stand and by the odds of the melee.
#include <algorithm>

#include "rules/bataille/ch19_charge.h"
#include "rules/bataille/worth.h"

namespace tambour::bataille {
namespace {

constexpr float kStandLost = 0.3F;   // of a stack that fails to close or to stand: it loses its order, sometimes more
constexpr float kSurprise = 0.85F;   // what may still come between
constexpr int kHexTaken = 60;

// Chance of a check against a rating that so many steps help.
float chance(const Look& b, UnitId u, int steps) {
  const Counter& c = counter(b, u);
  const int k = senior_in(b, footprint(b, u), side_of(b, u));
  if (k >= 0) steps += b.field.officers[std::size_t(k)].always ? 6 : b.field.officers[std::size_t(k)].morale;
  if (const int level = b.pos.level[c.formation]) steps += b.field.formations[c.formation].steps[level - 1];
  return float(std::clamp(kRollMax - std::max<int>(-1, c.morale) + steps, 1, kRollMax)) / (kRollMax + 1);
}

// Melee strength of a stack in tenths.
int strength(const Look& b, UnitId top, bool horse_too) {
  UnitId list[kMates];
  int sum = 0;
  for (int k = 0, n = mates(b, top, list); k < n; ++k) {
    const UnitId u = list[k];
    const UnitState& s = b.pos.unit[u];
    if (s.order == Order::Pgd || (is_horse(b, u) && !horse_too)) continue;
    const int printed = 10 * counter(b, u).melee * increments(b, u) / counter(b, u).inc;
    sum += !good(b, u) || s.form == Form::Skirmish || s.form == Form::Limbered ? printed / 2 : printed;
  }
  return sum;
}

struct Attackers {
  float chance = 0, strength = 0, worth = 0;  // to close; of those who do; at stake
  int hexes = 0, fire = 0, flanked = 0;
};

// One stack of assaulters against the stack of `foe`.
void join(Attackers& all, const Look& b, const Prices& p, UnitId top, UnitId foe) {
  const UnitId u = shaper(b, top);
  const UnitState& s = b.pos.unit[u];
  const Footprint mine = footprint(b, top), theirs = footprint(b, foe);
  int hexes = 0;
  float factor = 0;
  for (const HexId h : mine) {
    if (distance(b.field.grid, theirs, h) != 1) continue;
    const Aspect in = aspect(b, foe, h);
    ++hexes, factor += in == Aspect::Flank ? 2.0F : in == Aspect::Rear ? 1.5F : 1.0F;
    all.flanked = std::min(all.flanked, in == Aspect::Flank ? b.field.mod(Mod::Flank) : in == Aspect::Rear ? b.field.mod(Mod::Rear) : 0);
  }
  if (!hexes) return;
  const int far = std::clamp<int>(b.pos.unit[top].distance, 1, 6);
  int steps = b.field.charts.close[std::size_t(counter(b, u).method)][std::size_t(far - 1)] + (b.pos.has(u, kInColumn) ? -6 : 0);
  if (ground(b, b.pos.at(foe)).structure) steps += b.field.mod(Mod::CloseStructure);
  const float closes = chance(b, u, steps), worth = float(stack_worth(b, p, top)) / (s.target2 != kNoHex ? 2 : 1);
  all.strength += closes * factor / float(mine.size()) * float(strength(b, top, false)) / (s.target2 != kNoHex ? 2 : 1);
  all.chance = 1 - (1 - all.chance) * (1 - closes);
  all.worth += worth, all.hexes += hexes, all.fire += fire_worth(b, p, top, false);
}

int stand_steps(const Look& b, const Attackers& all, int defended) {
  static constexpr Mod kMore[] = {Mod::Odds11, Mod::Odds11, Mod::Odds21, Mod::Odds31, Mod::Odds41, Mod::Odds51};
  if (all.hexes < defended) return b.field.mod(2 * all.hexes <= defended ? Mod::Odds12 : Mod::Odds11) + all.flanked;
  return b.field.mod(kMore[std::min(5, all.hexes / std::max(1, defended))]) + all.flanked;
}

int assault_worth(const Look& b, const Prices& p, UnitId foe, Seat side) {
  Attackers all;
  const Footprint theirs = footprint(b, foe);
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kAssault) || side_of(b, u) != side || b.pos.stack.top(b.pos.at(u)) != u) continue;
    const UnitState& s = b.pos.unit[u];
    if (theirs.contains(s.target) || (s.target2 != kNoHex && theirs.contains(s.target2))) join(all, b, p, u, foe);
  }
  if (!all.hexes) return 0;
  const bool structure = ground(b, b.pos.at(foe)).structure;
  const float held = float(stack_worth(b, p, foe)), taken = structure ? 0.4F : 1.0F;
  if (b.pos.unit[shaper(b, foe)].order == Order::Pgd) return int(kSurprise * (0.4F * held + kHexTaken));
  const float stands = chance(b, shaper(b, foe), stand_steps(b, all, theirs.size()) + (structure ? b.field.mod(Mod::Structure) : 0));
  const Prices::Stakes& m = p.melee(int(all.strength / std::max(0.1F, all.chance)), std::max(5, strength(b, foe, true)));
  const float won = (1 - stands) * (kStandLost * held * taken + kHexTaken) +
                    stands * (m.defender * held * taken + m.taken * taken * kHexTaken - m.attacker * all.worth);
  const float fires = 1.2F * float(all.fire) - 1.5F * float(fire_worth(b, p, foe, false));
  return int(kSurprise * (all.chance * (won + fires) - (1 - all.chance) * kStandLost * all.worth));
}

ChargeMod weight(const Counter& rider) {
  return rider.heavy ? rider.armoured ? ChargeMod::Armoured : ChargeMod::Heavy : rider.lance ? ChargeMod::Lancers : ChargeMod::Light;
}

// A Charge that reaches a stack so many hexes away.
int charge_worth(const Look& b, const Prices& p, const Charge& c, UnitId foe, int far) {
  const UnitId u = shaper(b, foe);
  const UnitState& s = b.pos.unit[u];
  const Counter& rider = counter(b, c.unit);
  const float mine = float(stack_worth(b, p, c.unit)), held = float(stack_worth(b, p, foe));
  if (s.order == Order::Pgd) return int(0.4F * held);
  int attack = strength(b, c.unit, true);
  const int defence = std::max(5, strength(b, foe, true));
  if (is_horse(b, u)) {
    const Prices::Stakes& m = p.melee(attack, defence);
    return int(m.defender * held - m.attacker * mine);
  }
  const int run = c.stage == ChargeStage::Contact ? c.straight : far - 1;
  if (run < 3) attack /= 2;
  else if (rider.heavy) attack *= 2;
  const bool square = s.form == Form::Square && good(b, u);
  float forms = square ? 1.0F : 0.0F;
  const bool open = s.form != Form::General && !ground(b, b.pos.at(foe)).general && !is_gun(b, u);
  if (!square && open && good(b, u) && c.stage == ChargeStage::Declared && !b.pos.has(u, kSquareTried) && counter(b, u).carre[0] != kNone) {
    const auto& line = b.field.charts.carre[counter(b, u).carre[s.form == Form::Line]];
    forms = s.form == Form::Skirmish ? 0.4F : float(1 + line.square[std::clamp(far, 1, 4)]) / (kRollMax + 1);
  }
  const float stands = chance(b, u, b.field.mod(weight(rider)));
  const Prices::Stakes &beaten = p.melee(attack / 3, defence), &m = p.melee(attack, defence);
  const float in_square = m.defender > 0 ? 0.5F * (beaten.defender * held - beaten.attacker * mine) : 0;  // half of the riders turn away
  const float caught = (1 - stands) * kStandLost * 1.5F * held + stands * (m.defender * held - m.attacker * mine);
  return int(forms * in_square + (1 - forms) * caught);
}

}  // namespace

int assaults_worth(const Look& b, const Prices& p, Seat side) {
  int sum = 0;
  FixedVector<UnitId, kUnits> priced;
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kAssault) || side_of(b, u) != side || b.pos.stack.top(b.pos.at(u)) != u) continue;
    for (const HexId h : {b.pos.unit[u].target, b.pos.unit[u].target2}) {
      if (h == kNoHex) continue;
      const UnitId foe = top_at(b, h);
      if (foe == kNoUnit || side_of(b, foe) == side || priced.contains(foe)) continue;
      priced.push_back(foe);
      sum += assault_worth(b, p, foe, side);
    }
  }
  return sum;
}

int charges_worth(const Look& b, const Prices& p, Seat side) {
  int sum = 0;
  for (const Charge& c : b.pos.charge) {
    if ((c.stage != ChargeStage::Declared && c.stage != ChargeStage::Contact) || c.unit == kNoUnit) continue;
    if (!b.pos.on_map(c.unit) || side_of(b, c.unit) != side || !good(b, c.unit)) continue;
    const UnitState& s = b.pos.unit[shaper(b, c.unit)];
    const Footprint from = footprint(b, c.unit);
    int best = 0;
    for (const UnitId x : all_units(b.field)) {
      if (!b.pos.on_map(x) || side_of(b, x) == side || b.pos.stack.top(b.pos.at(x)) != x) continue;
      if (std::count(c.spared, c.spared + c.spareds, x)) continue;
      const int far = distance(b.field.grid, from, b.pos.at(x));
      if (c.foes ? !is_named(c, x) : far > 6 || !in_fan(b, from, s.form, s.facing, b.pos.at(x), 6)) continue;
      const int worth = charge_worth(b, p, c, x, far);
      best = c.foes ? worth : std::max(best, worth - 5 * far);
    }
    sum += best - stack_worth(b, p, c.unit) / 16;  // tired horses
  }
  return sum;
}

}  // namespace tambour::bataille
