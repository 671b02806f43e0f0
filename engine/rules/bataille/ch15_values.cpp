// SPDX-License-Identifier: MIT
// Chapters 15 and 18: what fire is worth, and against what.
#include <algorithm>

#include "battle/sight_line.h"
#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch17_losses.h"
#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {

bool guns_ready(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (!is_gun(b, u) || s.form != Form::Unlimbered || s.order == Order::Pgd) return false;
  return supplied(b, u) || !by("7.3-c", "15.5.5-a", "15.6.2-a", "QB-8");
}

int gun_value(const Counter& c, int range) {
  return by("5.1.5-a", "18.7-a"), range <= 2 ? c.short_fire : range <= 5 ? c.medium_fire : range <= c.range ? c.long_fire : 0;
}

namespace {

int guns_in(const Look& b, UnitId top) {
  int n = 0;
  for (UnitId x : b.pos.stack.in(b.pos.at(top))) n += is_gun(b, x) ? increments(b, x) : 0;
  return n;
}

// By Increment: at most `most` of them, each unit with its own multiple.
Ratio by_increment(Attack& out, const Look& b, UnitId top, HexId from, Ratio most, Form form) {
  trace::chart("fire_multiples");
  Ratio sum;
  for (UnitId x : b.pos.stack.in(b.pos.at(top))) {
    if (is_gun(b, x) || most <= Ratio(0)) continue;
    const Ratio whole = b.pos.unit[x].hexes > 1 && by("12.6.5.1-a") ? share(b, x) : Ratio(increments(b, x));
    const Ratio part = std::min(whole, most);
    most = most - part;
    const Counter& c = counter(b, x);
    if (form == Form::Square && sum > Ratio(0)) by("12.9.6-d");
    if (form == Form::Square) sum += out.ledger.count(part * Ratio(c.square), cite("12.9.6-a"), x, from);
    else if (form == Form::Skirmish) sum += out.ledger.count(part * Ratio(c.skirmish), cite("12.10.12-a"), x, from);
    else if (b.field.first_fire && !b.pos.has(x, kHasFired))
      sum += out.ledger.count(part * Ratio(c.line + 1), cite("15.3.1-a"), x, from);
    else sum += out.ledger.count(part * Ratio(c.line), cite("12.6.5-a"), x, from);
  }
  return by("15.3-a"), sum;
}

Ratio printed(Attack& out, const Look& b, UnitId u, HexId from) {
  const UnitState& s = b.pos.unit[u];
  Ratio v = s.form == Form::General && s.order == Order::Good ? out.ledger.count(counter(b, u).fire, cite("12.7.3-a"), u, from)
                                                              : out.ledger.count(counter(b, u).fire, cite("12.4.3-a"), u, from);
  if (s.order == Order::Disorder) v *= out.ledger.times(Ratio(1, 2), cite("12.11.3-a"), u, from);
  if (increments(b, u) == 1 && by("12.4.3-b")) v *= out.ledger.times(Ratio(1, 2), s.order == Order::Disorder ? cite("12.11.3-b") : cite("17.2.1-b"), u, from);
  return by("15.3-a", "17.2.1-a"), v;
}

Ratio gun_fire(Attack& out, const Look& b, UnitId top, HexId from, int range) {
  Ratio sum;
  for (UnitId x : b.pos.stack.in(b.pos.at(top))) {  // 18.5-b: all batteries of the hex, at one target
    if (!guns_ready(b, x)) continue;
    Ratio v = out.ledger.count(gun_value(counter(b, x), range), cite("18.7-a"), x, from);
    v *= out.ledger.times(Ratio(increments(b, x), counter(b, x).inc), cite("17.2.3-a"), x, from);
    if (b.pos.unit[x].order == Order::Disorder) v *= out.ledger.times(Ratio(1, 2), cite("12.11.3-a"), x, from);
    sum += v;
  }
  return by("18.5-b"), sum;
}

// Increments in one hex of a stack, in the tables or in hand. Guns count singly, and on infantry in its head hex alone.
Ratio packed(const Look& b, UnitId target, int part, bool guns_too) {
  UnitId list[kMates];
  Ratio sum;
  for (int k = 0, n = mates(b, target, list); k < n; ++k)
    if (guns_too || !is_gun(b, list[k])) sum += share_in(b, list[k], part);
  return by("15.7-a"), sum;
}
Ratio packed(const Look& b, UnitId target) { return packed(b, target, 0, true); }

Defense horse_row(const UnitState& s) {
  if (s.order != Order::Good) return s.order == Order::Pgd ? Defense::CavPgd : Defense::CavDisorder;
  if (s.form == Form::Road) return by("12.8.4-b"), Defense::Road;
  return s.form == Form::Line       ? Defense::CavLine
         : s.form == Form::Skirmish ? Defense::CavSkirmish
         : s.form == Form::General  ? Defense::CavGeneral
                                    : Defense::CavColumn;
}

Defense gun_row(const UnitState& s) {
  if (s.order == Order::Pgd) return Defense::Pgd;
  if (s.form == Form::Road && by("12.8.4-b")) return Defense::Road;
  return s.form == Form::Limbered ? Defense::Limbered : Defense::Unlimbered;
}

Defense row_of(const Look& b, UnitId target, bool enfiladed) {
  const UnitId u = shaper(b, target);
  const UnitState& s = b.pos.unit[u];
  if (is_wagon(b, u) && by("18.14.1.5-a")) return Defense::Limbered;
  if (is_gun(b, u)) return gun_row(s);
  if (is_horse(b, u)) return horse_row(s);
  if (s.order == Order::Disorder) return Defense::Disorder;
  if (s.order == Order::Pgd) return Defense::Pgd;
  if (s.form == Form::Road) return by("12.8.4-b"), Defense::Road;
  if (is_gun(b, target) && by("15.7.1-d")) return Defense::WithInfantry;
  if (s.form == Form::Square) return packed(b, target) > Ratio(9) && by("15.7.1-c") ? Defense::SquareLarge : Defense::Square;
  if (s.form == Form::Skirmish) return Defense::Skirmish;
  if (s.form == Form::General) return Defense::General;
  if (s.form == Form::Column) return Defense::InfColumn;
  if (packed(b, target, 0, false) > Ratio(6) && by("15.7.1-b")) return Defense::InfColumn;
  return enfiladed ? Defense::InfColumn : Defense::InfLine;  // 15.7.1-a
}

// The sides of the target that a shot comes in by: one, or the two that meet in the spine it runs along.
using WayIn = FixedVector<int8_t, 2>;
WayIn way_in(const Look& b, HexId from, HexId target) { return sides_entered(b.field.grid, from, target); }

bool is_enfiladed(const Look& b, UnitId there, HexId target, const WayIn& way) {
  const UnitState& s = b.pos.unit[shaper(b, there)];
  if (s.form != Form::Line || s.order != Order::Good || way[0] < 0) return false;
  if (way.size() > 1) return !by("15.7.1-a");  // along a spine
  const HexId last = edge(b, target, way[0]).to;
  return last != kNoHex && aspect(b, there, last) == Aspect::Flank;
}

bool over_hedge(const Look& b, HexId target, const WayIn& way) {
  return std::all_of(way.begin(), way.end(), [&](int side) { return side >= 0 && edge(b, target, side).hedge; });
}

}  // namespace

bool comes_over_hedge(const Look& b, HexId from, HexId target) { return over_hedge(b, target, way_in(b, from, target)); }

static bool fires_as_square(const Look& b, UnitId top) {
  const UnitState& s = b.pos.unit[shaper(b, top)];
  return s.form == Form::Square && s.order == Order::Good;
}

int firing_parts(const Look& b, UnitId top) { return fires_as_square(b, top) ? kMostAims : std::min(footprint(b, top).size(), 2); }

HexId firing_hex(const Look& b, UnitId top, int part) { return fires_as_square(b, top) ? b.pos.at(top) : footprint(b, top)[part]; }

int firing_range(const Look& b, UnitId top, int part) {
  if (part >= firing_parts(b, top)) return 0;
  const UnitState& s = b.pos.unit[shaper(b, top)];
  if (s.order == Order::Pgd && by("12.12.3-a")) return 0;
  if (s.form == Form::Road && by("12.8.4-a")) return 0;
  if (is_horse(b, shaper(b, top)) && by("12.6.5-d", "15.6.3-a")) return 0;
  if (b.pos.has(top, kProne) && by("12.13.6-a")) return 0;
  if (fires_as_square(b, top)) return 1;
  if (is_gun(b, top)) {
    if (guns_ready(b, top) && part == 0) return counter(b, top).range;
    return !is_gun(b, shaper(b, top)) && s.order == Order::Good && s.form == Form::Line ? 1 : 0;
  }
  return s.form == Form::Skirmish && s.order == Order::Good && by("12.10.12-b", "17.2.1-c") ? 2 : 1;
}

// 18.8: alone, with others, or in defence though it has lost its order.
static Citation point_blank_row(const Attack& out, const Look& b, UnitId battery) {
  if (b.pos.melees.fights > 0 && b.pos.unit[battery].order == Order::Disorder) return cite("18.8.2-a");
  return out.value > Ratio(0) ? cite("18.8-b") : cite("18.8-a");
}

// The best Artillery Bonus of those who fire.
static void note_gun_leader(Attack& out, const Look& b, HexId from, Seat side) {
  const int k = senior_in(b, Footprint{from}, side);
  const auto bonus = [&](UnitId o) { return o == kNoUnit ? 0 : int(b.field.officers[std::size_t(b.field.officer(o))].artillery); };
  if (k >= 0 && bonus(b.field.officer_id(k)) > bonus(out.leader)) out.leader = b.field.officer_id(k);
}

void add_fire(Attack& out, const Look& b, UnitId top, int part, HexId target, bool passed, bool guns_only) {
  const HexId from = firing_hex(b, top, part);
  const int range = b.field.grid.distance(from, target);
  const UnitId u = shaper(b, top);
  const UnitState& s = b.pos.unit[u];
  Ratio v;
  const bool square = fires_as_square(b, top), guns = is_gun(b, top) && guns_ready(b, top) && (part == 0 || square);
  if (guns) {
    v = gun_fire(out, b, top, from, range);
    out.guns = true, out.far |= range > 2;
    if (range == 1 && out.ledger.shifts == 0) out.ledger.shift(2, point_blank_row(out, b, top), top, from);  // once, whoever else fires
    note_gun_leader(out, b, from, side_of(b, top));
  }
  if (square) {
    if (!guns_only || !by("12.9.6-c")) v += by_increment(out, b, top, from, Ratio(9), Form::Square);
    if (guns) by("18.5.2.1-a", "12.9.6-e");
    v *= out.ledger.times(Ratio(1, 3), cite("12.9.6-f"), u, from);
  } else if (!is_gun(b, u) && s.order == Order::Good && s.form == Form::Line && range == 1) {
    if (guns) by("18.5.2-b", "18.5.2-c");
    const int less = guns && by("12.6.5-c") ? guns_in(b, top) : 0;
    Ratio most = Ratio(kMates);
    if (by("12.6.5-b")) most = Ratio(std::max(0, 4 - less));
    v += by_increment(out, b, top, from, most, Form::Line);
  } else if (!is_gun(b, u) && !guns && s.order == Order::Good && s.form == Form::Skirmish) {
    by("12.10.3-a"), v += by_increment(out, b, top, from, Ratio(3), Form::Skirmish);
    if (range == 2 && !counter(b, u).rifles) v *= out.ledger.times(Ratio(1, 2), cite("12.10.12-c"), u, from);
  } else if (!is_gun(b, top)) {
    v += printed(out, b, top, from);
  }
  if (passed) v *= out.ledger.times(2, cite("16.1.1-s3b-mod"), top, from);
  out.value += v;
}

int defense_figure(const Look& b, UnitId there, HexId target, bool enfiladed, bool hedge) {
  const Defense row = row_of(b, top_in(b, there, target), enfiladed);
  const auto& charts = b.field.charts;
  int figure = charts.defense[ground(b, target).terrain][std::size_t(row)];
  if (figure == 0) figure = charts.defense[0][std::size_t(row)];
  const int over = charts.defense[std::size_t(charts.hedge_row)][std::size_t(row)];
  return std::max(1, hedge ? std::max(figure, over) : figure);
}

static void add_defense(Attack& out, const Look& b, UnitId there, HexId target, bool enfiladed, bool hedge) {
  trace::chart("fire_defense");
  const int figure = defense_figure(b, there, target, enfiladed, false);
  out.defense = defense_figure(b, there, target, enfiladed, hedge);
  const bool over = out.defense > Ratio(figure);
  if (b.pos.has(there, kProne)) out.defense += out.ledger.count(2, cite("12.13.6-e"), there, target);
  if (enfiladed) (void)out.ledger.count(out.defense, cite("15.7.1-a"), there, target);
  else if (over) (void)out.ledger.count(out.defense, cite("FD-13"), there, target);
  else (void)out.ledger.count(out.defense, cite("15.2-a"), there, target);
}

void find_column(Attack& out, const Look& b) {
  const Ratio odds = out.value / out.defense;
  trace::chart("fire");
  const auto& columns = b.field.charts.fire;
  out.column = -1;
  for (int c = 0; c < int(columns.size()); ++c)
    if (columns[std::size_t(c)].is_met(odds)) out.column = c;  // A2
  if (out.column >= 0) out.column = std::clamp(out.column + out.ledger.shifts, 0, int(columns.size()) - 1);  // 15.4.3-a
  by("15.4-a");
}

static int part_in(const Look& b, UnitId u, HexId h) {
  const Footprint f = footprint(b, u);
  for (int part = 0; part < f.size(); ++part)
    if (f[part] == h) return part;
  return 0;
}

void close_attack(Attack& out, const Look& b, UnitId there, HexId target, const HexId* from, int count) {
  bool enfiladed = false, hedge = count > 0;
  for (int k = 0; k < count; ++k) {
    const WayIn way = way_in(b, from[k], target);
    hedge = hedge && over_hedge(b, target, way);
    enfiladed |= is_enfiladed(b, there, target, way);
  }
  out.wagon = is_wagon(b, there);
  if (out.leader != kNoUnit && by("18.5.1-b"))
    out.ledger.add(b.field.officers[std::size_t(b.field.officer(out.leader))].artillery, cite("5.2.2-c"), out.leader, target);
  add_defense(out, b, there, target, enfiladed, hedge);
  const int part = part_in(b, there, target);
  const int crowd = int(packed(b, there, part, part == 0 || is_gun(b, shaper(b, there))).nearest());
  trace::chart("density");
  for (const Charts::Band& band : b.field.charts.density)
    if (crowd >= band.least && crowd <= band.most) out.ledger.add(band.steps, cite("15.4-b"), there, target);
  find_column(out, b);
}

bool takes_part(const Look& b, UnitId u, bool guns_only) {
  if (!b.pos.on_map(u) || in_hand(b, u)) return false;
  if (b.pos.stack.top(b.pos.at(u)) != u) return is_gun(b, u) ? !by("18.5.2-a", "11.2-c") : !by("12.4.3-a");
  return !guns_only || guns_ready(b, u) || !by("8.9.3-c");
}

// Whatever is aimed at the hex is one attack.
Attack attack_on(const Look& b, HexId target, bool guns_only, UnitId also, int also_part) {
  Attack out;
  HexId from[32];
  int n = 0;
  const UnitId there = top_at(b, target);
  if (there == kNoUnit) return out;
  for (UnitId u : all_units(b.field)) {
    const HexId* aims = b.pos.aim[u];
    if ((u != also && std::count(aims, aims + kMostAims, target) == 0) || side_of(b, u) == side_of(b, there) || !takes_part(b, u, guns_only)) continue;
    for (int part = 0; part < firing_parts(b, u); ++part)
      if ((b.pos.aim[u][part] == target || (u == also && part == also_part)) && n < 32) {
        if (part > 0 && b.pos.aim[u][0] == target) by("12.6.5.1-c");
        add_fire(out, b, u, part, target, false, guns_only);
        from[n++] = firing_hex(b, u, part);
      }
  }
  for (UnitId u = kFirstUnit; b.field.units.has(u) && !guns_only; ++u) {
    if (side_of(b, u) == side_of(b, there) || !is_horse(b, u) || !attacks_as_skirmisher(b, u, target) || n == 32) continue;
    from[n++] = footprint(b, u)[contact(b, u, target).part];
    out.value += out.ledger.count(worn(b, u, counter(b, u).skirm), cite("12.10.8-a"), u, from[n - 1]);
  }
  if (n) close_attack(out, b, there, target, from, n);
  if (n > 1) by("15.4.2-a", "18.5.1-a");
  return by("15.4.1-a"), out;
}

int losses_by(const Look& b, const Attack& a, int roll) {
  if (a.column < 0) return 0;
  trace::chart("fire");
  const int total = std::clamp(roll + a.ledger.total, 0, kRollMax);
  int n = 0;
  for (int k = 0; k < 5; ++k)
    if (const int from = b.field.charts.fire[std::size_t(a.column)].from[k]; from >= 0 && total >= from) n = k + 1;
  return n;
}

uint64_t fire_breaks(const Look& b, const Attack& a) {
  uint64_t out = uint64_t{1} << kNatural65;  // hurts leaders and guns
  for (int roll = kNatural61; a.guns && a.wagon && roll <= kRollMax; ++roll) out |= uint64_t{1} << roll;  // 18.6.1-e
  for (int roll = 1; roll <= kRollMax; ++roll)
    if (losses_by(b, a, roll) != losses_by(b, a, roll - 1)) out |= uint64_t{1} << roll;
  return out;
}

// What of the natural roll matters after the attack: faces that do the same must leave the same position.
uint8_t natural_of(const Attack& a, int roll) {
  if (a.guns && a.wagon && roll >= kNatural61) return uint8_t(roll);
  return roll >= kNatural65 ? kNatural65 : 0;
}

// 15.3.1, 18.14.1.7.1: from now on this stack has fired.
void note_fired(Run& r, UnitId top) {
  UnitId list[kMates];
  for (int k = 0, n = mates(r.look(), top, list); k < n; ++k) {
    if (r.field.first_fire) r.pos.set(list[k], kHasFired);
    if (by("18.14.1.7.1-c")) stop_clearing(r, list[k]);
  }
}

}  // namespace tambour::bataille
