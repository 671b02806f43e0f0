// SPDX-License-Identifier: MIT
// Chapter 16: modifiers of the Rolls to Close and to Stand, fires and odds of an Assault.
#include <algorithm>

#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {
namespace {

const Melee& melee(const Look& b) { return b.pos.melee; }
bool alive(const Look& b, UnitId u) { return u != kNoUnit && b.pos.on_map(u); }

// The hexside an assaulter comes over into the hex it fights for.
const Edge* way_in(const Look& b, UnitId u) {
  const Footprint theirs = footprint(b, melee(b).defender);
  for (const HexId h : footprint(b, u))
    for (const HexId t : theirs)
      if (const int side = b.field.grid.side_to(h, t); side >= 0) return &edge(b, h, side);
  return nullptr;
}

// Hexes of one footprint that touch the other.
int touching(const Look& b, const Footprint& a, const Footprint& z) {
  return int(std::count_if(a.begin(), a.end(), [&](HexId h) { return touches(b.field.grid, z, h); }));
}

Aspect worst_aspect(const Look& b, UnitId attacker) {  // of the defender towards this attacker
  Aspect out = Aspect::Front;
  for (const HexId h : footprint(b, attacker))
    if (contact(b, melee(b).defender, h).hex != kNoHex)
      out = std::max(out, aspect(b, melee(b).defender, h), [](Aspect x, Aspect y) {
        const int rank[] = {0, 2, 1};  // a flank is worth more than a rear
        return rank[int(x)] < rank[int(y)];
      });
  return out;
}

}  // namespace

Ledger close_ledger(const Look& b, UnitId u) {
  const Melee& m = melee(b);
  const UnitState& s = b.pos.unit[u];
  Ledger out = morale_ledger(b, u, 0, cite("16.4-a"));
  if (s.form == Form::Square && good(b, u)) out.add(-6, cite("12.9.8-b"), u);  // takes the Square's 6 back
  if (b.pos.has(m.defender, kProne)) out.add(-6, cite("12.13.7-b"), u);
  if (m.round == 1) {  // SA-8: distance lapses in Round 2
    const int far = std::clamp<int>(s.distance, 1, 6);
    out.add(b.field.charts.close[std::size_t(counter(b, u).method)][std::size_t(far - 1)], cite("16.4.1-b"), u);
    if (b.pos.has(u, kInColumn)) out.add(-6, cite("16.4.2-b"), u);
  }
  if (const Edge* e = way_in(b, u)) {
    if (e->rise > 0) out.add(b.field.mod(Mod::CloseUphill), cite("RC-4"), u);
    if (e->stream) out.add(b.field.mod(Mod::CloseStream), cite("RC-5"), u);
    if (ground(b, e->to).sunken) out.add(b.field.mod(Mod::CloseSunkenRoad), cite("RC-6"), u);
    if (ground(b, e->to).structure) out.add(b.field.mod(Mod::CloseStructure), cite("RC-7"), u);
  }
  return out;
}

// 16.5.1: assaulting hexes over defending hexes, rounded down.
static int odds_steps(const Look& b) {
  const Melee& m = melee(b);
  const Footprint d = footprint(b, m.defender);
  int attacking = 0;
  Footprint hit;
  for (int k = 0; k < m.attackers; ++k) {
    if (!alive(b, m.attacker[k])) continue;
    const Footprint f = footprint(b, m.attacker[k]);
    attacking += touching(b, f, d);
    for (const HexId h : d)
      if (touches(b.field.grid, f, h) && !hit.contains(h)) hit.push_back(h);
  }
  const int defending = std::max(1, hit.size());
  static constexpr Mod kMore[] = {Mod::Odds11, Mod::Odds11, Mod::Odds21, Mod::Odds31, Mod::Odds41, Mod::Odds51};
  if (attacking >= defending) return b.field.mod(kMore[std::min(5, attacking / defending)]);
  return b.field.mod(3 * attacking <= defending ? Mod::Odds13 : 2 * attacking <= defending ? Mod::Odds12 : Mod::Odds11);
}

Ledger stand_ledger(const Look& b) {
  const Melee& m = melee(b);
  Ledger out = morale_ledger(b, m.defender, 0, cite("16.5-a"));
  out.add(odds_steps(b), cite("16.5.1-c"), m.defender);
  if (b.pos.has(m.defender, kProne)) out.add(3, cite("12.13.7-a"), m.defender);
  if (b.pos.has(m.defender, kHeldFire)) out.add(3, cite("12.10.5.2-g"), m.defender);
  Aspect worst = Aspect::Front;
  int rise = 0;
  bool stream = true, sunken = true;
  for (int k = 0; k < m.attackers; ++k) {
    if (!alive(b, m.attacker[k])) continue;
    const Aspect a = worst_aspect(b, m.attacker[k]);
    if (a == Aspect::Flank || worst == Aspect::Front) worst = a;
    const Edge* e = way_in(b, m.attacker[k]);
    if (e && e->rise > 0) rise = 1;
    stream = stream && e && e->stream;
    sunken = sunken && e && ground(b, e->to).sunken;
  }
  if (worst == Aspect::Flank) out.add(b.field.mod(Mod::Flank), cite("SA-1"), m.defender);
  if (worst == Aspect::Rear) out.add(b.field.mod(Mod::Rear), cite("SA-2"), m.defender);
  if (rise) out.add(b.field.mod(Mod::Uphill), cite("SA-3"), m.defender);
  if (stream) out.add(b.field.mod(Mod::Stream), cite("SA-4"), m.defender);
  if (sunken) out.add(b.field.mod(Mod::SunkenRoad), cite("SA-5"), m.defender);
  if (ground(b, b.pos.at(m.defender)).structure) out.add(b.field.mod(Mod::Structure), cite("SA-6"), m.defender);
  return out;
}

// Every hex that touches the enemy fires once.
Attack offensive_fire(const Look& b) {
  const Melee& m = melee(b);
  Attack out;
  HexId from[12];
  int n = 0;
  const Footprint d = footprint(b, m.defender);
  for (int k = 0; k < m.attackers; ++k) {
    if (!alive(b, m.attacker[k])) continue;
    const Footprint f = footprint(b, m.attacker[k]);
    for (int part = 0; part < f.size() && n < 12; ++part)
      if (touches(b.field.grid, d, f[part]) && firing_range(b, m.attacker[k], part) > 0) {
        const HexId at = touches(b.field.grid, Footprint{m.hex}, f[part]) ? m.hex : d[0] == m.hex && d.size() > 1 ? d[1] : d[0];
        if (b.field.grid.distance(f[part], at) != 1) continue;
        add_fire(out, b, m.attacker[k], part, at, b.pos.has(m.attacker[k], kPassed));
        from[n++] = f[part];
      }
  }
  if (n) close_attack(out, b, m.defender, m.hex, from, n);
  return out;
}

Attack defensive_fire(const Look& b, UnitId at) {
  const Melee& m = melee(b);
  Attack out;
  if (b.pos.has(m.defender, kFiredEarly) && by("12.10.5.2-f")) return out;
  HexId from[6];
  int n = 0;
  const Footprint f = footprint(b, m.defender), a = footprint(b, at);
  HexId target = kNoHex;
  for (int part = 0; part < f.size(); ++part)
    for (const HexId h : a)
      if (b.field.grid.distance(f[part], h) == 1 && aspect(b, m.defender, h) == Aspect::Front && firing_range(b, m.defender, part) > 0 &&
          (target == kNoHex || target == h) && (n == 0 || from[n - 1] != f[part])) {
        target = h;
        add_fire(out, b, m.defender, part, h, b.pos.has(m.defender, kPassed));
        from[n++] = f[part];
      }
  if (n) close_attack(out, b, at, target, from, n);
  return out;
}

// Melee Value of a stack in so many of its hexes (17.2.4, 12.6.5.1).
static Ratio stack_value(Ledger& l, const Look& b, UnitId top, Ratio portion, bool structure) {
  Ratio sum;
  UnitId list[kMates];
  int counted = 0;
  for (int k = 0, n = mates(b, top, list); k < n; ++k) {
    const UnitId u = list[k];
    const UnitState& s = b.pos.unit[u];
    if (s.order == Order::Pgd) continue;
    const int inc = increments(b, u), fights = structure ? std::clamp(6 - counted, 0, inc) : inc;
    counted += inc;
    if (is_gun(b, u) && s.rounds == 0) continue;  // 18.10.3
    Ratio v = l.count(Ratio(counter(b, u).melee * inc, counter(b, u).inc), cite("16.6-a"), u);
    if (fights < inc) v *= l.times(Ratio(fights, inc), cite("16.6.2-a"), u);
    if (!is_gun(b, u)) v *= l.times(portion, cite("12.6.5.1-b"), u);
    if (s.form == Form::Skirmish && s.order == Order::Good) v *= l.times(Ratio(1, 2), cite("12.10.10.1-a"), u);
    if (s.order == Order::Disorder) v *= l.times(Ratio(1, 2), cite("12.11.3-c"), u);
    sum += v;
  }
  return sum;
}

Odds melee_odds(const Look& b) {
  const Melee& m = melee(b);
  Odds out;
  const Footprint d = footprint(b, m.defender);
  const bool structure = ground(b, m.hex).structure;
  Footprint hit;
  for (int k = 0; k < m.attackers; ++k) {
    const UnitId u = m.attacker[k];
    if (!alive(b, u) || b.pos.unit[u].order == Order::Pgd) continue;
    const Footprint f = footprint(b, u);
    Ratio v = stack_value(out.ledger, b, u, Ratio(std::max(1, touching(b, f, d)), f.size()), structure);
    const Aspect a = worst_aspect(b, u);
    if (a == Aspect::Flank) v *= out.ledger.times(2, cite("16.6.3-a"), u);
    if (a == Aspect::Rear) v *= out.ledger.times(Ratio(3, 2), cite("16.6.4-a"), u);
    const UnitId square = shaper(b, m.defender);
    if (b.pos.unit[square].form == Form::Square && good(b, square)) v *= out.ledger.times(Ratio(3, 2), cite("12.9.7.2-a"), u);
    out.attack += v;
    for (const HexId h : d)
      if (touches(b.field.grid, f, h) && !hit.contains(h)) hit.push_back(h);
  }
  out.defence = stack_value(out.ledger, b, m.defender, Ratio(std::max(1, hit.size()), d.size()), structure);
  const auto& columns = b.field.charts.melee;
  out.column = 1;
  if (out.defence == Ratio(0)) out.column = int(columns.size()) - 1;
  else
    for (int c = 1; c < int(columns.size()); ++c)
      if (out.attack / out.defence >= columns[std::size_t(c)].least) out.column = c;  // 16.6-b
  if (m.right) out.ledger.shift(m.shifts, cite("16.1.1-s3c-shift"), m.attacker[0]);
  else out.ledger.shift(-int(m.shifts), cite("16.1.1-s3a-ii-shift"), m.defender);
  out.column = std::clamp(out.column + out.ledger.shifts, 1, int(columns.size()) - 1);  // 16.6-e
  if (m.round == 2) out.column = 0;                                                     // 16.1.1-s5e-col
  if (m.steps > 0) out.ledger.add(m.steps, cite("16.1.1-s3b-off"), m.defender);
  if (m.steps < 0) out.ledger.add(m.steps, cite("16.1.1-s3b-def"), m.defender);
  int best = 0;
  UnitId who = kNoUnit;
  for (int k = 0; k < m.attackers; ++k)
    if (const int o = alive(b, m.attacker[k]) ? senior_in(b, footprint(b, m.attacker[k]), side_of(b, m.attacker[k])) : -1;
        o >= 0 && b.field.officers[std::size_t(o)].melee_attack > best)
      best = b.field.officers[std::size_t(o)].melee_attack, who = b.field.officer_id(o);
  out.ledger.add(best, cite("5.2.2-a"), who);
  if (const int o = senior_in(b, d, side_of(b, m.defender)); o >= 0)
    out.ledger.add(-b.field.officers[std::size_t(o)].melee_defence, cite("5.2.2-a"), b.field.officer_id(o));
  return out;
}

Result melee_result(const Look& b, const Odds& odds, int roll) {
  const int total = std::clamp(roll + odds.ledger.total, 0, kRollMax);
  Result out = Result::Blank;
  for (int k = 0; k < int(Result::kCount); ++k)
    if (const int from = b.field.charts.melee[std::size_t(odds.column)].from[k]; from >= 0 && total >= from) out = Result(k);
  return out;
}

}  // namespace tambour::bataille
