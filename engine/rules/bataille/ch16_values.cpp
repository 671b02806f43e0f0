// SPDX-License-Identifier: MIT
// Chapter 16: modifiers of the Rolls to Close and to Stand, fires and odds of an Assault.
#include <algorithm>

#include "rules/bataille/ch16_assault.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_cavalry.h"

namespace tambour::bataille {
namespace {

bool sunken(const Look& b, const Edge* e, HexId from) { return e && (ground(b, e->to).sunken || ground(b, from).sunken); }

// 16.2.2-b: the shortest distance any unit of the stack has come by.
int close_distance(const Look& b, UnitId u) {
  UnitId list[kMates];
  int least = 6;
  for (int k = 0, n = mates(b, u, list); k < n; ++k)
    if (b.pos.has(list[k], kAssault) && b.pos.unit[list[k]].distance) least = std::min<int>(least, b.pos.unit[list[k]].distance);
  return std::max(1, least);
}

bool room(const Ledger& l) { return l.lines.size() < 36; }

}  // namespace

Ledger close_ledger(const Look& b, UnitId u) {
  trace::chart("close"), trace::chart("close_method"), trace::chart("stand");
  const Melees& m = b.pos.melees;
  Ledger out = morale_ledger(b, u, 0, cite("16.4-a"));
  if (b.pos.unit[u].form == Form::Square && good(b, u)) out.add(-6, cite("12.9.8-b"), u);  // takes the Square's 6 back
  if (m.round == 1) {                                                                      // 16.1.1-s5b-mod: distance lapses in Round 2
    if (const UnitId d = first_defender(b); d != kNoUnit && b.pos.has(d, kProne)) out.add(-6, cite("12.13.7-b"), u);
    const int far = close_distance(b, u);
    const int steps = b.field.charts.close[std::size_t(counter(b, u).method)][std::size_t(far - 1)];
    if (far < b.pos.unit[u].distance) out.add(steps, cite("16.2.2-b"), u);
    else out.add(steps, cite("16.4.1-b"), u);
    if (b.pos.has(u, kInColumn)) out.add(-6, cite("16.4.2-b"), u);
  } else {
    out.note(cite("16.1.1-s5b-mod"), u);
  }
  if (const Edge* e = way_in(b, u)) {
    if (e->rise > 0) out.add(b.field.mod(Mod::CloseUphill), cite("RC-4"), u);
    if (e->stream) out.add(b.field.mod(Mod::CloseStream), cite("RC-5"), u);
    if (sunken(b, e, b.pos.at(u))) out.add(b.field.mod(Mod::CloseSunkenRoad), cite("RC-6"), u);
    if (ground(b, e->to).structure) out.add(b.field.mod(Mod::CloseStructure), cite("RC-7"), u);
  }
  return out;
}

// 16.5.1: assaulting hexes over assaulted hexes, rounded down.
void add_stand_odds(Ledger& out, const Look& b, UnitId u, int attacking, int defending) {
  trace::chart("stand");
  static constexpr Mod kMore[] = {Mod::Odds11, Mod::Odds11, Mod::Odds21, Mod::Odds31, Mod::Odds41, Mod::Odds51};
  const Mod mod = attacking >= defending       ? kMore[std::min(5, attacking / defending)]
                  : 3 * attacking <= defending ? Mod::Odds13
                  : 2 * attacking <= defending ? Mod::Odds12
                                               : Mod::Odds11;
  by("16.5.1-a");
  if (b.field.mod(mod)) out.add(b.field.mod(mod), cite("16.5.1-c"), u);
  else out.note(cite("16.5.1-c"), u);
}

// What the ground and the side it is taken in do to a Roll to Stand.
static void add_stand_terrain(Ledger& out, const Look& b, UnitId defender) {
  const Fight& f = fight(b);
  Aspect worst = Aspect::Front;
  bool rise = false, stream = true, road = true;
  for (int k = 0; k < f.attackers; ++k) {
    const UnitId a = f.attacker[k];
    if (!fights(b, a)) continue;
    for (int part = 0; part < footprint(b, a).size(); ++part) {
      const Aspect in = strikes(b, a, part) ? struck_in(b, a, part) : Aspect::Front;
      if (in == Aspect::Flank || worst == Aspect::Front) worst = in;
    }
    const Edge* e = way_in(b, a);
    rise |= e && e->rise > 0;
    stream = stream && e && e->stream;
    road = road && sunken(b, e, b.pos.at(a));
  }
  if (worst == Aspect::Flank) out.add(b.field.mod(Mod::Flank), cite("SA-1"), defender);
  if (worst == Aspect::Rear) out.add(b.field.mod(Mod::Rear), cite("SA-2"), defender);
  if (rise) out.add(b.field.mod(Mod::Uphill), cite("SA-3"), defender);
  if (stream) out.add(b.field.mod(Mod::Stream), cite("SA-4"), defender);
  if (road) out.add(b.field.mod(Mod::SunkenRoad), cite("SA-5"), defender);
  if (ground(b, b.pos.at(defender)).structure) out.add(b.field.mod(Mod::Structure), cite("SA-6"), defender);
}

Ledger stand_ledger(const Look& b, UnitId defender) {
  const Fight& f = fight(b);
  Ledger out = morale_ledger(b, defender, 0, cite("16.5-a"));
  int attacking = 0, idle = footprint(b, defender).size() - struck(b, defender).size();
  bool guard = false;
  for (int k = 0; k < f.attackers; ++k) {
    if (!fights(b, f.attacker[k])) continue;
    attacking += striking(b, f.attacker[k]);
    idle += footprint(b, f.attacker[k]).size() - striking(b, f.attacker[k]);
    guard |= counter(b, f.attacker[k]).old_guard;
  }
  if (idle > 0) by("16.5.1-b");
  add_stand_odds(out, b, defender, attacking, std::max(1, struck(b, defender).size()));
  if (b.field.old_guard_terror && guard) out.add(-6, cite("SA-7"), defender);
  add_stand_terrain(out, b, defender);
  const UnitState& s = b.pos.unit[defender];
  if (s.deserted) out.add(-int(s.deserted), cite("16.3.5-b"), defender);
  if (b.pos.has(defender, kCornered)) out.add(-6, cite("16.3.3-d"), defender);
  if (b.pos.melees.round > 1) {
    out.note(cite("SA-8"), defender);
    return out;
  }
  if (b.pos.has(defender, kProne)) out.add(3, cite("12.13.7-a"), defender);
  if (b.pos.has(defender, kHeldFire)) out.add(3, cite("12.10.5.2-g"), defender);
  return out;
}

// Every hex that strikes fires once, all at one hex of the enemy (A65).
Attack offensive_fire(const Look& b) {
  const Fight& f = fight(b);
  Attack out;
  HexId from[12];
  int n = 0;
  const UnitId target = first_defender(b);
  if (target == kNoUnit) return out;
  const Footprint d = footprint(b, target);
  const HexId shot_at = d.contains(f.hex) ? f.hex : d[0];
  for (int k = 0; k < f.attackers; ++k) {
    if (!fights(b, f.attacker[k])) continue;
    const Footprint a = footprint(b, f.attacker[k]);
    for (int part = 0; part < a.size() && n < 12; ++part) {
      if (!strikes(b, f.attacker[k], part) || firing_range(b, f.attacker[k], part) == 0) continue;
      // At the hex all aim at, or the other one of the same unit beside it.
      const HexId at = b.field.grid.distance(a[part], shot_at) == 1 || d.size() == 1 ? shot_at : d[0] == shot_at ? d[1] : d[0];
      if (b.field.grid.distance(a[part], at) != 1) continue;
      add_fire(out, b, f.attacker[k], part, at, b.pos.has(f.attacker[k], kPassed));
      from[n++] = a[part];
    }
  }
  if (n) close_attack(out, b, target, shot_at, from, n);
  return out;
}

Attack defensive_fire(const Look& b, UnitId defender, HexId at) {
  Attack out;
  if (b.pos.has(defender, kFiredEarly) && by("12.10.5.2-f")) return out;
  HexId from[6];
  int n = 0;
  const Footprint f = footprint(b, defender);
  for (int part = 0; part < f.size(); ++part) {
    if (part < 2 && b.pos.aim[defender][part] != at) continue;
    if (part >= 2 || firing_range(b, defender, part) == 0) continue;
    add_fire(out, b, defender, part, at, b.pos.has(defender, kPassed));
    from[n++] = f[part];
  }
  if (n && is_gun(b, defender)) out.ledger.note(cite("16.1.1-s3a-canister"), defender);
  if (n) close_attack(out, b, top_at(b, at), at, from, n);
  return out;
}

// Units below the top one fight with it in every formation.
static bool adds_up(const UnitState& s) {
  if (s.order != Order::Good) return true;
  switch (s.form) {
    case Form::Column: return by("12.4.3-c");
    case Form::Line: return by("12.6.5-e");
    case Form::General: return by("12.7.3-b");
    case Form::Square: return by("12.9.7-a");
    default: return true;
  }
}

// Cavalry that is assaulted, as it is now.
static Ratio horse_share(Ledger& l, const Look& b, UnitId u) {
  Ledger rest;
  Ledger& own = room(l) ? l : rest;
  const UnitState& s = b.pos.unit[u];
  const bool skirmishes = s.form == Form::Skirmish && s.order == Order::Good;
  const Ratio stands = own.times(Ratio(1, 2), skirmishes ? cite("12.10.9-c") : cite("16.5.2-b"), u);
  return stands * condition(own, b, u);
}

// Melee Value of the units of a stack, as many as are in order to fight (17.2.4).
static Ratio stack_value(Ledger& l, const Look& b, UnitId top, bool assaulting) {
  Ratio sum;
  UnitId list[kMates];
  for (int k = 0, n = mates(b, top, list); k < n; ++k) {
    const UnitId u = list[k];
    const UnitState& s = b.pos.unit[u];
    if (s.order == Order::Pgd || (k > 0 && !adds_up(s))) continue;
    if (is_gun(b, u) && !is_wagon(b, u) && !supplied(b, u) && by("18.10.3-b")) continue;
    if (is_gun(b, u) && assaulting) {
      if (room(l)) l.note(cite("16.2.2.3-b"), u);
      continue;
    }
    Ratio v = counter(b, u).melee;
    if (increments(b, u) < counter(b, u).inc && by("17.2.4-a")) v *= Ratio(increments(b, u), counter(b, u).inc);
    if (room(l)) v = l.count(v, cite("16.6-a"), u);
    if (is_horse(b, u)) {
      sum += v * horse_share(l, b, u);
      continue;
    }
    if (s.form == Form::Skirmish && s.order == Order::Good) v *= l.times(Ratio(1, 2), cite("12.10.10.1-a"), u);
    if (s.order == Order::Disorder) v *= room(l) ? l.times(Ratio(1, 2), cite("12.11.3-c"), u) : Ratio(1, 2);
    if (is_gun(b, u) && s.form == Form::Limbered) v *= l.times(Ratio(1, 2), cite("18.10.1-e"), u);
    sum += v;
  }
  return sum;
}

// 16.6.2: six Increments at most for or against a Special Structure.
static Ratio six_increments(Ledger& l, const Look& b, const UnitId* stacks, int n) {
  if (!in_structure(b)) return 1;
  int sum = 0;
  UnitId list[kMates], who = kNoUnit;
  for (int i = 0; i < n; ++i) {
    if (!fights(b, stacks[i])) continue;
    who = stacks[i];
    for (int k = 0, m = mates(b, stacks[i], list); k < m; ++k) sum += is_gun(b, list[k]) ? 0 : increments(b, list[k]);
  }
  return sum > 6 ? l.times(Ratio(6, sum), cite("16.6.2-a"), who) : Ratio(1);
}

// 16.6.1-b: what the ground of this battle does to who assaults.
static Ratio ground_factor(Ledger& l, const Look& b, UnitId u) {
  const Edge* e = way_in(b, u);
  if (!e) return 1;
  const bool over[] = {e->rise > 0, e->stream, sunken(b, e, b.pos.at(u)), ground(b, e->to).structure};
  Ratio v = 1;
  for (std::size_t k = 0; k < b.field.melee_ground.size(); ++k)
    if (over[k]) v *= l.times(b.field.melee_ground[k], cite("16.6.1-b"), u);
  return v;
}

// The hexes of the stack that strike, each by the side of the enemy it strikes in.
static Ratio attack_value(Ledger& l, const Look& b, UnitId u) {
  Ratio v = stack_value(l, b, u, true) * ground_factor(l, b, u);
  const int hexes = footprint(b, u).size(), n = std::max(1, striking(b, u));
  if (has_two_targets(b, u)) v *= l.times(Ratio(1, 2), cite("16.2.7.1-a"), u);
  else if (n < hexes) v *= l.times(Ratio(n, hexes), cite("16.2.7.4-b"), u);
  Ratio factor;
  bool flank = false, rear = false;
  for (int part = 0; part < hexes; ++part) {
    if (!strikes(b, u, part)) continue;
    const Aspect in = struck_in(b, u, part);
    flank |= in == Aspect::Flank, rear |= in == Aspect::Rear;
    factor += in == Aspect::Flank ? Ratio(2) : in == Aspect::Rear ? Ratio(3, 2) : Ratio(1);
  }
  if (flank) v *= l.times(factor / Ratio(n), cite("16.6.3-a"), u);
  else if (rear) v *= l.times(factor / Ratio(n), cite("16.6.4-a"), u);
  if (const UnitId square = shaper(b, first_defender(b)); b.pos.unit[square].form == Form::Square && good(b, square))
    v *= l.times(Ratio(3, 2), cite("12.9.7.2-a"), u);
  return v;
}

static void add_leaders(Ledger& l, const Look& b) {
  const Fight& f = fight(b);
  int best = 0, worst = 0;
  UnitId who = kNoUnit, whom = kNoUnit;
  for (int k = 0; k < f.attackers; ++k)
    if (const int o = fights(b, f.attacker[k]) ? senior_in(b, footprint(b, f.attacker[k]), side_of(b, f.attacker[k])) : -1;
        o >= 0 && b.field.officers[std::size_t(o)].melee_attack > best)
      best = b.field.officers[std::size_t(o)].melee_attack, who = b.field.officer_id(o);
  for (int k = 0; k < f.defenders; ++k)
    if (const int o = fights(b, f.defender[k]) ? senior_in(b, footprint(b, f.defender[k]), side_of(b, f.defender[k])) : -1;
        o >= 0 && b.field.officers[std::size_t(o)].melee_defence > worst)
      worst = b.field.officers[std::size_t(o)].melee_defence, whom = b.field.officer_id(o);
  l.add(best, cite("5.2.2-a"), who);
  l.add(-worst, cite("5.2.2-a"), whom);
}

static void add_shifts(Ledger& l, const Look& b) {
  const Fight& f = fight(b);
  if (f.right) l.shift(f.shifts, cite("16.1.1-s3c-shift"), f.attacker[0]);
  else l.shift(-int(f.shifts), cite("16.6-c"), f.defender[0]);
  if (!in_structure(b)) return;
  const bool sappers = std::any_of(f.attacker, f.attacker + f.attackers,
                                   [&](UnitId u) { return fights(b, u) && (counter(b, u).sappers || !by("16.6.2.1-b")); });
  if (sappers) l.shift(1, cite("16.6.2.1-a"), first_attacker(b));
}

Odds melee_odds(const Look& b) {
  trace::chart("melee");
  const Fight& f = fight(b);
  Odds out;
  for (int k = 0; k < f.attackers; ++k)
    if (fights(b, f.attacker[k])) out.attack += attack_value(out.ledger, b, f.attacker[k]);
  if (f.attackers > 1) by("16.2.7.2-a");
  if (b.pos.melees.fights > 1) by("16.2.7.1-b");
  out.attack *= six_increments(out.ledger, b, f.attacker, f.attackers);
  for (int k = 0; k < f.defenders; ++k) {
    if (!fights(b, f.defender[k])) continue;
    const int hexes = footprint(b, f.defender[k]).size(), n = std::max(1, struck(b, f.defender[k]).size());
    Ratio v = stack_value(out.ledger, b, f.defender[k], false);
    if (n < hexes) v *= out.ledger.times(Ratio(n, hexes), cite("12.6.5.1-b"), f.defender[k]);
    out.defence += v + lance_bonus(out.ledger, b, f.defender[k], false, n);
  }
  out.defence *= six_increments(out.ledger, b, f.defender, f.defenders);
  const auto& columns = b.field.charts.melee;
  const int last = int(columns.size()) - 1;
  if (out.defence == Ratio(0)) out.column = last;
  else
    for (int c = 1; c <= last; ++c)
      if (columns[std::size_t(c)].is_met(out.attack / out.defence) && by("16.6-b")) out.column = c;
  add_shifts(out.ledger, b);
  const bool beyond = out.column + out.ledger.shifts < 1 || out.column + out.ledger.shifts > last;
  out.column = std::clamp(out.column + out.ledger.shifts, 1, last);
  if (beyond || (out.defence > Ratio(0) && (out.attack * Ratio(3) < out.defence || out.attack > out.defence * Ratio(5))))
    out.ledger.note(cite("16.6-e"));
  if (b.pos.melees.round == 2) {
    if (!b.pos.melees.reserves) out.column = 0, out.ledger.note(cite("16.1.1-s5e-col"));
    else out.ledger.note(cite("16.1.1-s5e-odds"));
  }
  if (f.steps > 0) out.ledger.add(f.steps, cite("16.1.1-s3b-off"), f.defender[0]);
  if (f.steps < 0) out.ledger.add(f.steps, cite("16.1.1-s3b-def"), f.defender[0]);
  add_leaders(out.ledger, b);
  return by("16.6.1-a"), out;
}

Result melee_result(const Look& b, const Odds& odds, int roll) {
  const int total = std::clamp(roll + odds.ledger.total, 0, kRollMax);
  Result out = Result::Blank;
  for (int k = 0; k < int(Result::kCount); ++k)
    if (const int from = b.field.charts.melee[std::size_t(odds.column)].from[k]; from >= 0 && total >= from) out = Result(k);
  return out;
}

uint64_t melee_breaks(const Look& b, const Odds& odds) {
  uint64_t out = uint64_t{1} << (kHurtsAttackers + 1) | uint64_t{1} << kHurtsDefenders;
  for (int roll = 1; roll <= kRollMax; ++roll)
    if (melee_result(b, odds, roll) != melee_result(b, odds, roll - 1)) out |= uint64_t{1} << roll;
  return out;
}

}  // namespace tambour::bataille
