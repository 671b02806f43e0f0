// SPDX-License-Identifier: MIT
// Chapters 19.6, 19.9 and 19.14: standing against a Charge, and what cavalry and its foes are worth in a melee.
#include <algorithm>

#include "rules/bataille/ch17_losses.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {
namespace {

// Charger of the fight being fought; a Reaction Charger is one too.
UnitId charger(const Look& b) { return fight(b).attacker[0]; }

bool touches_foe(const Look& b, const Fight& f, int part) {
  const UnitId u = f.attacker[0];
  if (!fights(b, f.defender[0])) return false;
  for (const HexId h : footprint(b, f.defender[0]))
    if (faces(b, shaper(b, u), part, h)) return true;
  return false;
}

// 19.2.8-f: a hex of a Line that touches several foes fights the first that no other hex of it touches.
const Fight* fought_by(const Look& b, int part) {
  const Melees& m = b.pos.melees;
  const Fight* first = nullptr;
  const int hexes = footprint(b, charger(b)).size();
  for (const Fight* f = m.fight; f != m.fight + m.fights; ++f) {
    if (f->over || !touches_foe(b, *f, part)) continue;
    bool others = false;
    for (int p = 0; p < hexes; ++p) others |= p != part && touches_foe(b, *f, p);
    if (!others) return f;
    first = first ? first : f;
  }
  return first;
}

bool hits(const Look& b, int part) { return fought_by(b, part) == &fight(b); }

int hitting(const Look& b) {
  int n = 0;
  for (int part = 0; part < footprint(b, charger(b)).size(); ++part) n += hits(b, part);
  return std::max(1, n);
}

Aspect hit_in(const Look& b, int part) { return aspect(b, fight(b).defender[0], footprint(b, charger(b))[part]); }

// The side of the foe that is struck worst.
Aspect worst_side(const Look& b) {
  Aspect out = Aspect::Front;
  for (int part = 0; part < footprint(b, charger(b)).size(); ++part)
    if (const Aspect in = hits(b, part) ? hit_in(b, part) : Aspect::Front; in == Aspect::Flank || out == Aspect::Front) out = in;
  return out;
}

struct Way {  // over which hexside it comes at the foe
  HexId from = kNoHex;
  int side = -1;
};
Way way_over(const Look& b) {
  const Footprint a = footprint(b, charger(b));
  for (int part = 0; part < a.size(); ++part)
    for (const HexId h : footprint(b, fight(b).defender[0]))
      if (const int side = b.field.grid.side_to(a[part], h); side >= 0 && hits(b, part)) return {a[part], side};
  return {};
}

bool in_square(const Look& b, UnitId u) { return b.pos.unit[shaper(b, u)].form == Form::Square && good(b, shaper(b, u)); }
bool is_horse_stack(const Look& b, UnitId u) { return is_horse(b, shaper(b, u)); }

bool all_light(const Look& b, UnitId top) {
  UnitId list[kMates];
  const int n = mates(b, top, list);
  return std::all_of(list, list + n, [&](UnitId u) { return is_light(b, u); });
}

}  // namespace

// 19.14.4: how far it comes in a straight line, and how many hexes of a point each. Two neighbouring directions make a shortest way.
void count_straight(Charge& c, int dir, int cost) {
  c.smooth = uint8_t(cost <= 2 ? c.smooth + 1 : 0);
  if (dir == c.line) {
    ++c.straight, ++c.same;
    return;
  }
  const bool near = c.line != kNone && angle(dir, c.line) == 1;
  c.straight = uint8_t(!near ? 1 : c.beside == kNone || c.beside == dir ? c.straight + 1 : c.same + 1);
  c.beside = near ? c.line : kNone, c.line = uint8_t(dir), c.same = 1;
}

// Readiness and order of one regiment.
Ratio condition(Ledger& l, const Look& b, UnitId u) {
  Ratio v = 1;
  const Ready ready = horse(b, u).ready;
  if (ready == Ready::Tired) v *= l.times(Ratio(1, 2), cite("19.15.4-a"), u);
  if (ready == Ready::Exhausted) v *= l.times(Ratio(1, 3), cite("19.15.5-a"), u);
  if (b.pos.unit[u].order == Order::Disorder) v *= l.times(Ratio(1, 2), cite("12.11.3-c"), u);
  if (is_dusk(b)) v *= l.times(Ratio(1, 2), cite("21.1.1-b"), u);
  if (is_night(b)) v *= l.times(Ratio(1, 3), cite("21.1.2-b"), u);
  return v;
}

static int lance_of(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  if (!c.lance || (is_night(b) && by("21.1.2-c"))) return 0;
  if (b.pos.unit[u].losses >= 3) by("19.14.3-d");
  return worn(b, u, c.lance);
}

// Of the top unit alone, after all factors (19.14.3). `hexes` of it attack, or defend themselves; a column attacks hex by hex.
static Ratio lances(Ledger& l, const Look& b, UnitId top, bool attacks, Ratio hexes) {
  const int bonus = is_horse(b, top) ? lance_of(b, top) : 0;
  if (!bonus || b.pos.unit[top].form == Form::Skirmish) return 0;
  const UnitState& s = b.pos.unit[shaper(b, top)];
  by("19.14.3-a", "19.14.3-b", "19.14.3-c");
  const Ratio share = s.hexes > bonus ? Ratio(1) : Ratio(bonus, s.hexes);
  if (s.form == Form::Column && s.order == Order::Good) return l.count(attacks ? share : share * hexes, cite("19.14.3.2-a"), top);
  if (!attacks) return l.count(share * hexes, cite("19.14.3.1-c"), top);
  if (s.order != Order::Good) return l.count(bonus, cite("19.14.3-a"), top);
  return l.count(Ratio(2 * bonus) * hexes, cite("19.14.3.1-a"), top);
}
Ratio lance_bonus(Ledger& l, const Look& b, UnitId top, bool attacks, int hexes) { return lances(l, b, top, attacks, hexes); }

namespace {

// 19.14.4-c: the hexes of its way that lie on a shortest one to the foe.
int straight_to(const Charge& c, int side) {
  if (c.line == kNone) return 0;
  if (side == c.line || side == c.beside || (c.beside == kNone && angle(side, c.line) == 1)) return c.straight;
  return angle(side, c.line) == 1 ? c.same : 0;
}

// The hexes of a column lie on that way too.
bool comes_straight(const Charge& c, int side, int facing) {
  const int way[] = {c.line, c.beside, side, facing};
  for (const int a : way)
    for (const int z : way)
      if (a != kNone && z != kNone && angle(a, z) > 1) return false;
  return true;
}

// 19.14.4: v infantry and guns, by the last three hexes; a rear wave has come from farther back.
Ratio length_factor(Ledger& l, const Look& b, const Charge& c, int wave) {
  const UnitId u = c.unit;
  if (c.kind == ChargeKind::Opportunity) return l.times(Ratio(1, 2), cite("19.14.4.3-a"), u);
  const int side = std::max(0, way_over(b).side);
  const bool whole = wave > 0 && c.straight == c.steps && comes_straight(c, side, b.pos.unit[shaper(b, u)].facing) && by("19.14.4.2-a");
  const int straight = straight_to(c, side) + (whole ? wave : 0), smooth = c.smooth + (whole ? wave : 0);
  if (straight < 2 && by("19.14.4-c")) return l.times(Ratio(1, 2), cite("19.14.4.1-a"), u);  // B160
  if (!counter(b, u).heavy || straight < 3 || smooth < 3) return 1;                          // A46
  if (in_square(b, fight(b).defender[0]) || worst_side(b) != Aspect::Front) return by("19.14.4-b"), Ratio(1);  // A9
  return l.times(2, cite("19.14.4-a"), u);
}

// What every charging regiment is multiplied with, whatever it is.
Ratio charge_factors(Ledger& l, const Look& b, const Charge& c, int wave) {
  const UnitId foe = fight(b).defender[0], u = c.unit;
  const UnitState& s = b.pos.unit[shaper(b, u)];
  const int hexes = footprint(b, u).size();
  Ratio v = 1;
  if (s.form == Form::Column && hexes > 1 && by("12.5.4-b")) v *= l.times(Ratio(1, hexes), cite("19.2.9-b"), u);
  if (s.form == Form::Line && hitting(b) < hexes) v *= l.times(Ratio(hitting(b), hexes), cite("19.2.8-f"), u);
  if (is_horse_stack(b, foe)) {
    if (s.form == Form::Line && hexes > 1 && footprint(b, foe).size() < hexes) v *= l.times(Ratio(3, 2), cite("19.14.2-a"), u);
  } else {
    v *= length_factor(l, b, c, wave);
  }
  if (in_square(b, foe)) v *= l.times(Ratio(1, 3), cite("12.9.7.1-a"), u);
  if (ground(b, fight(b).hex).general && by("19.2.4-b")) v *= l.times(Ratio(1, 3), cite("12.7.4-a"), u);
  Ratio factor;
  bool flank = false, rear = false;
  for (int part = 0; part < hexes; ++part) {
    if (!hits(b, part)) continue;
    const Aspect in = hit_in(b, part);
    flank |= in == Aspect::Flank, rear |= in == Aspect::Rear;
    factor += in == Aspect::Flank ? Ratio(2) : in == Aspect::Rear ? Ratio(3, 2) : Ratio(1);
  }
  if (flank) v *= l.times(factor / Ratio(hitting(b)), cite("19.14.5-a"), u);
  else if (rear) v *= l.times(factor / Ratio(hitting(b)), cite("19.14.6-a"), u);
  if (s.form == Form::Line && has(b, u, kPreserves)) v *= l.times(Ratio(1, 3), cite("19.15.2-b"), u);
  return v;
}

Ratio attack_value(Ledger& l, const Look& b, const Charge& c, int wave) {
  UnitId list[kMates];
  Ratio sum;
  const UnitId foe = fight(b).defender[0];
  for (int k = 0, n = mates(b, c.unit, list); k < n; ++k) {
    const UnitId u = list[k];
    if (!is_horse(b, u) || b.pos.unit[u].order == Order::Pgd) continue;
    Ledger rest;  // of a fifth regiment nothing is itemised
    Ledger& own = k < 4 ? l : rest;
    Ratio v = own.count(Ratio(counter(b, u).melee * increments(b, u), counter(b, u).inc), cite("19.9.1-a"), u);
    if (counter(b, u).heavy && is_horse_stack(b, foe)) {
      if (all_light(b, foe)) v *= own.times(2, cite("19.14.1-b"), u);
      else by("19.14.1-c");
    }
    sum += v * condition(own, b, u);
  }
  sum *= charge_factors(l, b, c, wave);
  if (in_square(b, foe) && counter(b, c.unit).lance) by("19.14.3.1-b");
  return sum + lance_bonus(l, b, c.unit, true, hitting(b));
}

// 12.5.4: the first hex of a Column of Companies that defends itself against those who charge it from there.
int first_defending(const Look& b, UnitId top, UnitId from) {
  const Footprint f = footprint(b, top), a = footprint(b, from);
  int first = f.size() - 1;
  for (int part = 0; part < f.size(); ++part)
    for (int p = 0; p < a.size(); ++p) {
      if (b.field.grid.distance(f[part], a[p]) != 1 || !faces(b, shaper(b, from), p, f[part])) continue;
      const Aspect in = aspect(b, top, a[p]);
      if (in == Aspect::Front) return 0;
      if (in == Aspect::Flank) first = std::min(first, part);
    }
  return first;
}

// The hexes from where this charger strikes it to where the next one does, and how many strike there: none counts twice (12.5.4.4).
struct Share {
  int hexes, among;
};
Share share_of(const Look& b, UnitId top, const Charge& mine) {
  if (mine.facing) return {mine.facing, mine.among};
  const int first = first_defending(b, top, mine.unit);
  int last = b.pos.unit[shaper(b, top)].hexes, among = 1;
  for (const Charge& c : b.pos.charge) {
    if (&c == &mine || c.stage != ChargeStage::Contact || !b.pos.on_map(c.unit) || !is_named(c, top)) continue;
    const int other = first_defending(b, top, c.unit);
    if (other > first) last = std::min(last, other);
    among += other == first;
  }
  return {last - first, among};
}

// The part of its Melee Value that a Column of Companies has against this charger.
Ratio column_share(Ledger& l, const Look& b, const Charge& c, UnitId top) {
  const Share mine = share_of(b, top, c);
  const Ratio part(mine.hexes, footprint(b, top).size() * mine.among);
  if (part == Ratio(1)) return by("12.5.4.1-a", "12.5.4-b"), part;
  if (mine.among > 1 || first_defending(b, top, c.unit) == 0) return l.times(part, cite("12.5.4.4-a"), top);
  return worst_side(b) == Aspect::Rear ? l.times(part, cite("12.5.4.3-a"), top) : l.times(part, cite("12.5.4.2-a"), top);
}

// Of a long Line that could not wheel to face the reactor: its hexes in contact; 0 if all of it fights (19.17.4).
int parts_met(const Look& b, const Charge& c, UnitId top) {
  const UnitId u = shaper(b, top);
  const UnitState& s = b.pos.unit[u];
  if (c.kind != ChargeKind::Reaction || c.struck != top || s.form != Form::Line || s.order != Order::Good || s.hexes < 2) return 0;
  const Footprint f = footprint(b, top), foe = footprint(b, c.unit);
  int parts = 0;
  for (int part = 0; part < f.size(); ++part) {
    bool meets = false;
    for (const HexId h : foe) {
      if (faces(b, u, part, h)) return 0;
      meets |= b.field.grid.distance(f[part], h) == 1;
    }
    parts += meets;
  }
  return parts;
}

int hexes_struck(const Look& b, UnitId top) {  // by the chargers of this fight
  const Footprint a = footprint(b, charger(b)), d = footprint(b, top);
  return int(std::count_if(d.begin(), d.end(), [&](HexId h) {
    for (int part = 0; part < a.size(); ++part)
      if (hits(b, part) && b.field.grid.distance(a[part], h) == 1) return true;
    return false;
  }));
}

// 12.6.5.1: a long Line of cavalry that stands fights with the hexes that are charged, a column by 12.5.4; who rides to meet a reactor with all.
Ratio share_defending(Ledger& l, const Look& b, const Charge& c, UnitId top) {
  const UnitState& s = b.pos.unit[shaper(b, top)];
  if (s.order != Order::Good || s.hexes < 2 || (s.form != Form::Line && s.form != Form::Column)) return 1;
  if (s.form == Form::Column) return column_share(l, b, c, top);
  if (const int parts = parts_met(b, c, top)) return l.times(Ratio(parts, s.hexes), cite("19.17.4-b"), top);
  const int n = c.struck == top ? s.hexes : hexes_struck(b, top);
  return n > 0 && n < s.hexes ? l.times(Ratio(n, s.hexes), cite("12.6.5.1-b"), top) : Ratio(1);
}

Ratio horse_defence(Ledger& l, const Look& b, const Charge& c, UnitId top) {
  UnitId list[kMates];
  Ratio sum;
  const UnitState& s = b.pos.unit[shaper(b, top)];
  for (int k = 0, n = mates(b, top, list); k < n; ++k) {
    const UnitId u = list[k];
    if (!is_horse(b, u) || b.pos.unit[u].order == Order::Pgd) continue;
    Ledger rest;  // of a fifth regiment nothing is itemised
    Ledger& own = k < 4 ? l : rest;
    Ratio v = own.count(Ratio(counter(b, u).melee * increments(b, u), counter(b, u).inc), cite("19.9.1-a"), u);
    if (counter(b, u).heavy && all_light(b, c.unit)) v *= own.times(2, cite("19.14.1-b"), u);
    sum += v * condition(own, b, u);
  }
  if (c.struck != top || !by("23.0-b")) sum *= l.times(Ratio(1, 2), c.flags & kCaught ? cite("19.5.3.4-a") : cite("19.14.7-a"), top);
  if (s.form == Form::Skirmish && good(b, top)) sum *= l.times(Ratio(1, 2), cite("12.10.9-c"), top);
  if (ground(b, fight(b).hex).general) sum *= l.times(Ratio(1, 3), cite("12.7.4-a"), top);
  const Ratio share = share_defending(l, b, c, top);
  return sum * share + lances(l, b, top, false, share * Ratio(s.hexes));
}

Ratio foot_defence(Ledger& l, const Look& b, UnitId top) {
  UnitId list[kMates];
  Ratio sum;
  for (int k = 0, n = mates(b, top, list); k < n; ++k) {
    const UnitId u = list[k];
    const UnitState& s = b.pos.unit[u];
    if (s.order == Order::Pgd || (is_gun(b, u) && !is_wagon(b, u) && !supplied(b, u))) continue;
    Ledger rest;  // of a fifth regiment nothing is itemised
    Ledger& own = k < 4 ? l : rest;
    Ratio v = own.count(Ratio(counter(b, u).melee * increments(b, u), counter(b, u).inc), cite("19.9.1-a"), u);
    if (s.form == Form::Skirmish && s.order == Order::Good) v *= own.times(Ratio(1, 2), cite("12.10.10.1-a"), u);
    if (s.order == Order::Disorder) v *= own.times(Ratio(1, 2), cite("12.11.3-c"), u);
    sum += v;
  }
  const int hexes = footprint(b, top).size(), n = hexes_struck(b, top);
  if (n > 0 && n < hexes) sum *= l.times(Ratio(n, hexes), cite("12.6.5.1-b"), top);
  return sum;
}

void add_leaders(Ledger& l, const Look& b, const Charge& c) {
  const auto bonus = [&](UnitId u, bool attack) {
    const int k = senior_in(b, footprint(b, u), side_of(b, u));
    if (k < 0 || (k == b.pos.grand.leader && is_of_grand(b, u) && by("19.16.2-b"))) return;
    const Officer& o = b.field.officers[std::size_t(k)];
    const int value = is_horse_stack(b, u) ? (attack ? o.horse_attack : o.horse_defence) : (attack ? o.melee_attack : o.melee_defence);
    if (is_horse_stack(b, u)) by("5.2.2-b");
    l.add(attack ? value : -value, cite("19.9.2-a"), b.field.officer_id(k));
  };
  bonus(c.unit, true), bonus(fight(b).defender[0], false);
}

}  // namespace

Ledger charge_stand_ledger(const Look& b, int k, UnitId defender) {
  trace::chart("stand_cavalry");
  const Charge& c = charge(b, k);
  Ledger out = morale_ledger(b, defender, 0, cite("19.6-a"));
  by("19.6-a");
  const Counter& rider = counter(b, c.unit);
  if (c.kind == ChargeKind::Grand) out.add(b.field.mod(ChargeMod::Grand), cite("19.16.10-a"), c.unit);
  else if (rider.heavy && rider.armoured && by("23.0-c")) out.add(b.field.mod(ChargeMod::Armoured), cite("SC-4"), c.unit);
  else if (rider.heavy) out.add(b.field.mod(ChargeMod::Heavy), cite("SC-3"), c.unit);
  else if (rider.lance) out.add(b.field.mod(ChargeMod::Lancers), cite("SC-2"), c.unit);
  else out.note(cite("SC-1"), c.unit);
  if (b.pos.has(defender, kHeldFire)) out.add(3, cite("12.10.5.2-g"), defender);
  if (b.pos.has(defender, kAssault)) out.add(b.field.mod(ChargeMod::Diverted), cite("16.2.4.1-b"), defender);
  const Aspect side = worst_side(b);
  if (side == Aspect::Flank) out.add(b.field.mod(ChargeMod::Flank), cite("SC-5"), defender);
  if (side == Aspect::Rear) out.add(b.field.mod(ChargeMod::Rear), cite("SC-6"), defender);
  if (const Way w = way_over(b); w.side >= 0 && (edge(b, w.from, w.side).rise > 0 || edge(b, w.from, w.side).stream)) out.add(b.field.mod(ChargeMod::Uphill), cite("SC-7"), defender);
  return out;
}

bool is_companies(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return is_horse_stack(b, u) && s.form == Form::Column && s.order == Order::Good && s.hexes > 1;
}

// Before the first of them fights it: what it has against each.
void share_column(Run& r, UnitId top) {
  Share shares[kCharges] = {};
  for (int k = 0; k < kCharges; ++k)
    if (const Charge& c = charge(r, k); c.stage == ChargeStage::Contact && r.pos.on_map(c.unit) && is_named(c, top)) shares[k] = share_of(r.look(), top, c);
  for (int k = 0; k < kCharges; ++k)
    if (shares[k].hexes) charge(r, k).facing = uint8_t(shares[k].hexes), charge(r, k).among = uint8_t(shares[k].among);
}

Result suffered(Run& r, int k, UnitId foe, Result own) {
  const Charge& c = charge(r, k);
  const auto worst = std::max({own, Result::Blank, c.owed ? Result(c.owed) : Result::Blank});
  if (!is_companies(r.look(), foe)) return worst;
  for (Charge& x : r.pos.charge)
    if (&x != &c && x.stage == ChargeStage::Contact && r.pos.on_map(x.unit) && is_named(x, foe) && by("12.5.4-a")) return x.owed = uint8_t(worst), Result::Blank;
  return worst;
}

Odds charge_odds(const Look& b, int k) {
  trace::chart("melee");
  const Charge& c = charge(b, k);
  const Fight& f = fight(b);
  Odds out;
  out.attack = attack_value(out.ledger, b, c, b.pos.melees.round);
  out.defence = is_horse_stack(b, f.defender[0]) ? horse_defence(out.ledger, b, c, f.defender[0]) : foot_defence(out.ledger, b, f.defender[0]);
  const auto& columns = b.field.charts.melee;
  const int last = int(columns.size()) - 1;
  if (out.defence == Ratio(0)) out.column = last;
  else
    for (int n = 1; n <= last; ++n)
      if (columns[std::size_t(n)].is_met(out.attack / out.defence)) out.column = n;
  if (f.shifts) out.ledger.shift(-int(f.shifts), cite("19.6-b"), f.defender[0]);
  out.column = std::clamp(out.column + out.ledger.shifts, 1, last);
  out.ledger.add(f.steps, cite("19.1.2-s3-mod"), f.defender[0]);
  add_leaders(out.ledger, b, c);
  return by("19.14-a"), out;
}

}  // namespace tambour::bataille
