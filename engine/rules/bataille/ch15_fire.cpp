// SPDX-License-Identifier: MIT
// Chapter 15 and the guns of chapter 18.
#include "rules/bataille/ch15_fire.h"

#include <algorithm>

namespace tambour::bataille {
namespace {

bool guns_ready(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  return is_gun(b, u) && s.form == Form::Unlimbered && s.rounds > 0 && s.order != Order::Pgd;  // 7.3-c 15.5.5-a
}

int gun_value(const Counter& c, int range) {
  return range <= 2 ? c.short_fire : range <= 5 ? c.medium_fire : range <= c.range ? c.long_fire : 0;
}  // 5.1.5-a

int guns_in(const Look& b, UnitId top) {
  int n = 0;
  for (UnitId x : b.pos.stack.in(b.pos.at(top))) n += is_gun(b, x) ? increments(b, x) : 0;
  return n;
}

// By Increment: at most `most` of them, each unit with its own multiple.
Ratio by_increment(Attack& out, const Look& b, UnitId top, HexId from, Ratio most, bool skirmish) {
  Ratio sum;
  for (UnitId x : b.pos.stack.in(b.pos.at(top))) {
    if (is_gun(b, x) || most <= Ratio(0)) continue;
    const Ratio part = std::min(share(b, x), most);
    most = most - part;
    const int multiple = skirmish ? counter(b, x).skirmish : counter(b, x).line;
    if (skirmish) sum += out.ledger.count(part * Ratio(multiple), cite("12.10.12-a"), x, from);
    else sum += out.ledger.count(part * Ratio(multiple), cite("12.6.5-a"), x, from);
  }
  return sum;
}

Ratio printed(Attack& out, const Look& b, UnitId u, HexId from) {
  const UnitState& s = b.pos.unit[u];
  Ratio v = s.form == Form::General && s.order == Order::Good ? out.ledger.count(counter(b, u).fire, cite("12.7.3-a"), u, from)
                                                              : out.ledger.count(counter(b, u).fire, cite("12.4.3-a"), u, from);
  if (s.order == Order::Disorder) v *= out.ledger.times(Ratio(1, 2), cite("12.11.3-a"), u, from);
  if (increments(b, u) == 1) v *= out.ledger.times(Ratio(1, 2), cite("17.2.1-b"), u, from);
  return v;
}

Ratio gun_fire(Attack& out, const Look& b, UnitId top, HexId from, int range) {
  Ratio sum;
  for (UnitId x : b.pos.stack.in(b.pos.at(top))) {
    if (!guns_ready(b, x)) continue;
    Ratio v = out.ledger.count(gun_value(counter(b, x), range), cite("18.7-a"), x, from);
    v *= out.ledger.times(Ratio(increments(b, x), counter(b, x).inc), cite("17.2.3-a"), x, from);
    if (b.pos.unit[x].order == Order::Disorder) v *= out.ledger.times(Ratio(1, 2), cite("12.11.3-a"), x, from);
    sum += v;
  }
  return sum;
}

// Increments in one hex of a stack, in the tables or in hand.
Ratio packed(const Look& b, UnitId target) {
  UnitId list[kMates];
  Ratio sum;
  for (int k = 0, n = mates(b, target, list); k < n; ++k) sum += share(b, list[k]);
  return sum;
}

Defense row_of(const Look& b, UnitId target, bool enfiladed) {
  const UnitId u = shaper(b, target);
  const UnitState& s = b.pos.unit[u];
  if (is_gun(b, u)) return s.order == Order::Pgd ? Defense::Pgd : s.form == Form::Limbered ? Defense::Limbered : Defense::Unlimbered;
  if (s.order == Order::Disorder) return Defense::Disorder;
  if (s.order == Order::Pgd) return Defense::Pgd;
  if (is_gun(b, target)) return Defense::WithInfantry;  // 15.7.1-d
  if (s.form == Form::Skirmish) return Defense::Skirmish;
  if (s.form == Form::General) return Defense::General;
  if (s.form == Form::Column) return Defense::InfColumn;
  if (s.form == Form::Road) return by("12.8.4-b"), Defense::Road;
  if (s.form == Form::Square) return packed(b, target) > Ratio(9) ? Defense::SquareLarge : Defense::Square;
  return enfiladed || packed(b, target) > Ratio(6) ? Defense::InfColumn : Defense::InfLine;  // 15.7.1-a 15.7.1-b
}

// The neighbour of the target a shot comes over.
HexId last_hex(const Look& b, HexId from, HexId target) {
  HexId best = kNoHex;
  int least = 99;
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, target, k).to;
    if (n != kNoHex && b.field.grid.distance(n, from) < least) least = b.field.grid.distance(n, from), best = n;
  }
  return best;
}

}  // namespace

int firing_range(const Look& b, UnitId top, int part) {
  const Footprint f = footprint(b, top);
  if (part >= f.size()) return 0;
  const UnitState& s = b.pos.unit[shaper(b, top)];
  if (s.order == Order::Pgd && by("12.12.3-a")) return 0;
  if (s.form == Form::Road && by("12.8.4-a")) return 0;
  if (b.pos.has(top, kProne) && by("12.13.6-a")) return 0;
  if (is_gun(b, top)) {
    if (guns_ready(b, top) && part == 0) return counter(b, top).range;
    return !is_gun(b, shaper(b, top)) && part > 0 && s.form == Form::Line ? 1 : 0;
  }
  return s.form == Form::Skirmish && s.order == Order::Good ? 2 : 1;  // 12.10.12-b
}

void add_fire(Attack& out, const Look& b, UnitId top, int part, HexId target, bool passed) {
  const HexId from = footprint(b, top)[part];
  const int range = b.field.grid.distance(from, target);
  const UnitId u = shaper(b, top);
  const UnitState& s = b.pos.unit[u];
  Ratio v;
  const bool guns = is_gun(b, top) && guns_ready(b, top) && part == 0;
  if (guns) {
    v = gun_fire(out, b, top, from, range);
    out.guns = true, out.far |= range > 2;
    if (range == 1) out.ledger.shift(2, cite("18.8-a"), top, from);
    if (const int k = senior_in(b, Footprint{from}, side_of(b, top)); k >= 0)
      out.ledger.add(b.field.officers[std::size_t(k)].artillery, cite("5.2.2-c"), b.field.officer_id(k), from);
  }
  if (!is_gun(b, u) && s.order == Order::Good && s.form == Form::Line && range == 1) {
    v += by_increment(out, b, top, from, Ratio(std::max(0, 4 - (guns ? guns_in(b, top) : 0))), false);  // 12.6.5-b 12.6.5-c
  } else if (!is_gun(b, u) && !guns && s.order == Order::Good && s.form == Form::Skirmish) {
    v += by_increment(out, b, top, from, Ratio(3), true);
    if (range == 2 && !counter(b, u).rifles) v *= out.ledger.times(Ratio(1, 2), cite("12.10.12-c"), u, from);
  } else if (!is_gun(b, top)) {
    v += printed(out, b, top, from);
  }
  if (passed) v *= out.ledger.times(2, cite("16.1.1-s3b-mod"), top, from);
  out.value += v;
}

void close_attack(Attack& out, const Look& b, UnitId there, HexId target, const HexId* from, int count) {
  const UnitState& s = b.pos.unit[shaper(b, there)];
  bool enfiladed = false, hedge = count > 0;
  for (int k = 0; k < count; ++k) {
    const HexId last = last_hex(b, from[k], target);
    const int side = last == kNoHex ? -1 : b.field.grid.side_to(target, last);
    hedge = hedge && side >= 0 && edge(b, target, side).hedge;
    enfiladed |= s.form == Form::Line && s.order == Order::Good && side >= 0 && aspect(b, there, last) == Aspect::Flank;
  }
  const Defense row = row_of(b, there, enfiladed);
  int figure = b.field.charts.defense[ground(b, target).terrain][std::size_t(row)];
  if (figure == 0) figure = b.field.charts.defense[0][std::size_t(row)];
  const int over = b.field.charts.defense[std::size_t(b.field.charts.hedge_row)][std::size_t(row)];
  out.defense = std::max(1, hedge ? std::max(figure, over) : figure);
  if (enfiladed) (void)out.ledger.count(out.defense, cite("15.7.1-a"), there, target);
  else if (hedge && over > figure) (void)out.ledger.count(out.defense, cite("FD-13"), there, target);
  else (void)out.ledger.count(out.defense, cite("15.2-a"), there, target);
  const int crowd = int(packed(b, there).nearest());
  for (const Charts::Band& band : b.field.charts.density)
    if (crowd >= band.least && crowd <= band.most) out.ledger.add(band.steps, cite("15.4-b"), there, target);
  const Ratio odds = out.value / out.defense;
  const auto& columns = b.field.charts.fire;
  out.column = -1;
  for (int c = 0; c < int(columns.size()); ++c)
    if (odds >= columns[std::size_t(c)].least) out.column = c;
  if (out.column >= 0) out.column = std::clamp(out.column + out.ledger.shifts, 0, int(columns.size()) - 1);  // 15.4.3-a
}

static bool takes_part(const Look& b, UnitId u, bool guns_only) {
  if (!b.pos.on_map(u) || b.pos.stack.top(b.pos.at(u)) != u || in_hand(b, u)) return false;
  return !guns_only || guns_ready(b, u);  // 8.9.3-c
}

Attack attack_on(const Look& b, HexId target, bool guns_only) {
  Attack out;
  HexId from[32];
  int n = 0;
  const UnitId there = top_at(b, target);
  if (there == kNoUnit) return out;
  for (UnitId u = 0; u < b.field.unit_count(); ++u) {
    if (!takes_part(b, u, guns_only) || side_of(b, u) == side_of(b, there)) continue;
    for (int part = 0; part < 2; ++part)
      if (b.pos.aim[u][part] == target && n < 32 && part < footprint(b, u).size()) {
        add_fire(out, b, u, part, target, false);
        from[n++] = footprint(b, u)[part];
      }
  }
  if (n) close_attack(out, b, there, target, from, n);
  return out;
}

int losses_by(const Look& b, const Attack& a, int roll) {
  if (a.column < 0) return 0;
  const int total = std::clamp(roll + a.ledger.total, 0, kRollMax);
  int n = 0;
  for (int k = 0; k < 5; ++k)
    if (const int from = b.field.charts.fire[std::size_t(a.column)].from[k]; from >= 0 && total >= from) n = k + 1;
  return n;
}

uint64_t fire_breaks(const Look& b, const Attack& a) {
  uint64_t out = uint64_t{1} << 34;  // natural 65 and 66 hurt leaders and guns
  for (int roll = 1; roll <= kRollMax; ++roll)
    if (losses_by(b, a, roll) != losses_by(b, a, roll - 1)) out |= uint64_t{1} << roll;
  return out;
}

// Can this hex of the stack fire at that hex at all?
static Refusal target_barred(const Look& b, UnitId u, int part, HexId h) {
  const Footprint f = footprint(b, u);
  const Seat side = side_of(b, u);
  if (h >= b.field.grid.size() || !enemy_at(b, h, side)) REFUSE("15.1-a", u, h);
  const int range = b.field.grid.distance(f[part], h);
  if (range > firing_range(b, u, part)) REFUSE("15.5.1-a", u, h);
  if (is_gun(b, u) && part == 0 && gun_value(counter(b, u), range) == 0) REFUSE("15.5.1-a", u, h);
  if (range == 1) {
    if (aspect(b, u, h) != Aspect::Front) REFUSE("15.5.1-a", u, h);
    return {};
  }
  if (!in_arc(b, u, f[part], h)) REFUSE("15.5.1-a", u, h);
  if (!sees(b, f[part], h)) REFUSE("14.1-b", u, h);
  if (!shot_clear(b, f[part], h, side)) REFUSE("14.1.2-a", u, h);
  return {};
}

static bool has_target(const Look& b, UnitId u, int part, bool adjacent_only) {
  const HexId from = footprint(b, u)[part];
  for (UnitId x = 0; x < b.field.unit_count(); ++x) {
    if (!b.pos.on_map(x) || side_of(b, x) == side_of(b, u) || b.pos.stack.top(b.pos.at(x)) != x) continue;
    for (const HexId h : footprint(b, x))
      if ((!adjacent_only || b.field.grid.distance(from, h) == 1) && !target_barred(b, u, part, h)) return true;
  }
  return false;
}

// 15.4.2-b, 18.5: batteries that share a target must touch it or be led.
static bool joins_guns(const Look& b, UnitId u, HexId h) {
  for (UnitId x = 0; x < b.field.unit_count(); ++x) {
    if (x == u || b.pos.aim[x][0] != h || !guns_ready(b, x) || side_of(b, x) != side_of(b, u)) continue;
    const HexId here = b.pos.at(u), there = b.pos.at(x);
    if (b.field.grid.distance(here, h) == 1 && b.field.grid.distance(there, h) == 1) continue;
    const int a = senior_in(b, Footprint{here}, side_of(b, u)), z = senior_in(b, Footprint{there}, side_of(b, u));
    const bool led =
        (a >= 0 && b.field.officers[std::size_t(a)].artillery > 0) || (z >= 0 && b.field.officers[std::size_t(z)].artillery > 0);
    if (b.field.grid.distance(here, there) > 1 || !led) return false;
  }
  return true;
}

static bool may_hold(const Look& b, const Aim& a) {
  if (a.guns_only) return true;  // 8.9.3-a
  const Footprint f = footprint(b, a.unit);
  if (senior_in(b, f, side_of(b, a.unit)) >= 0) return true;  // 7.3-b
  if (!is_gun(b, a.unit)) return false;
  for (const Neighbour& n : neighbours(b.field.grid, f))
    if (const int k = senior_in(b, Footprint{n.hex}, side_of(b, a.unit)); k >= 0 && b.field.officers[std::size_t(k)].artillery > 0)
      return true;
  return false;
}

Refusal Aim::barred(const Look& b, Action a) const {
  if (a.who != unit) REFUSE("7.3-a", a.who);
  if (a.verb == Verb::Hold) {
    if (!may_hold(b, *this)) REFUSE("7.3-b", unit);
    return {};
  }
  if (const Refusal no = target_barred(b, unit, part, a.hex)) return no;
  const HexId from = footprint(b, unit)[part];
  if (b.field.grid.distance(from, a.hex) > 1 && has_target(b, unit, part, true)) REFUSE("15.5.1-b", unit, a.hex);
  const HexId other_aim = part ? b.pos.aim[unit][0] : kNoHex;
  const bool both = other_aim != kNoHex && !target_barred(b, unit, part, other_aim) &&
                    (b.field.grid.distance(from, other_aim) == 1 || !has_target(b, unit, part, true));
  if (both && other_aim != a.hex && top_at(b, other_aim) == top_at(b, a.hex))
    REFUSE("15.5.3-a", unit, a.hex);  // A65: both on one hex of it
  if (guns_ready(b, unit) && part == 0 && !joins_guns(b, unit, a.hex) && may_hold(b, *this)) REFUSE("15.4.2-b", unit, a.hex);
  return {};
}

Ledger Aim::ledger(const Look& b, Action a) const {
  if (a.verb != Verb::FireAt || barred(b, a)) return {};
  Attack out;
  add_fire(out, b, unit, part, a.hex, false);
  const HexId from = footprint(b, unit)[part];
  close_attack(out, b, top_at(b, a.hex), a.hex, &from, 1);
  return out.ledger;
}

// 15.5.4-a: assaulters and their targets keep their fire for the Assault.
static bool should_aim(const Look& b, UnitId u, int part, bool guns_only) {
  if (!takes_part(b, u, guns_only) || part >= footprint(b, u).size() || (guns_only && part)) return false;
  if (!guns_only && b.pos.has(u, kAssault | kTarget)) return false;
  if (guns_only && b.pos.has(u, kFiredChit)) return false;
  return firing_range(b, u, part) > 0 && has_target(b, u, part, false);
}

static void clear_aims(Run& r) {
  for (auto& pair : r.pos.aim) pair[0] = pair[1] = kNoHex;
}

static void note_roll(Run& r, HexId h, const Attack& a) {
  const int lost = losses_by(r.look(), a, r.roll_index());
  const UnitId there = top_at(r.look(), h);
  r.tell({.fact = Fact::FireAttack,
          .who = there,
          .hex = h,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("15.4-a")});
  if (r.pos.hits < std::size(r.pos.hit))
    r.pos.hit[r.pos.hits++] = {there, uint8_t(lost), uint8_t(r.roll_index() >= 34 ? 34 : 0), uint8_t(a.guns + 2 * a.far), h};
}

// One round for each battery that fired, whatever came of it (5.1.6-d).
static void spend_rounds(Run& r, HexId h) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    if (r.pos.aim[u][0] != h || !guns_ready(r.look(), u)) continue;
    --r.pos.unit[u].rounds;
    r.pos.set(u, kFiredChit);
    r.tell({.fact = Fact::RoundsLeft, .who = u, .value = int16_t(r.pos.unit[u].rounds), .why = cite("5.1.6-d")});
  }
}

// Where the shot of this battery goes on to; nowhere if it did not fire.
static ShotPath path_of(const Look& b, UnitId u, bool guns_only) {
  if (!b.pos.on_map(u) || !guns_ready(b, u) || b.pos.aim[u][0] == kNoHex) return {};
  return attack_on(b, b.pos.aim[u][0], guns_only).column < 0 ? ShotPath{} : shot_path(b, u, b.pos.aim[u][0]);
}
static Attack ricochet(const Look& b, const FireSegment& f) {
  return ricochet_on(b, f.unit, f.hex, path_of(b, f.unit, f.guns_only)[f.bounce].two != kNoHex);
}

Flow FireSegment::run(Run& r) {
  BEGIN;
  clear_aims(r);
  r.pos.hits = 0;
  for (i = 0; i < 2; ++i)
    for (unit = 0; unit < r.field.unit_count(); ++unit) {
      if (side_of(r.look(), unit) != Seat(i ? 1 - r.pos.drawer : r.pos.drawer)) continue;
      for (part = 0; part < 2; ++part) {
        if (!should_aim(r.look(), unit, part, guns_only)) continue;
        STEP("7.3-a");
        ASK(Aim{unit, part, guns_only});
        if (r.answer().verb == Verb::FireAt) r.pos.aim[unit][part] = r.answer().hex;
      }
    }
  STEP("7.3-d");
  for (hex = 0; hex < r.field.grid.size(); ++hex) {
    if (attack_on(r.look(), hex, guns_only).value == Ratio(0)) continue;
    if (attack_on(r.look(), hex, guns_only).column < 0) {
      r.tell({.fact = Fact::TooWeak, .hex = hex, .why = cite("15.4.3-a")});
      continue;
    }
    ROLL(Dice::Sixes, fire_breaks(r.look(), attack_on(r.look(), hex, guns_only)));
    note_roll(r, hex, attack_on(r.look(), hex, guns_only));
  }
  for (unit = 0; unit < r.field.unit_count(); ++unit)
    for (bounce = 0; bounce < path_of(r.look(), unit, guns_only).size(); ++bounce)
      for (side = 0; side < 2; ++side) {
        hex = side ? path_of(r.look(), unit, guns_only)[bounce].two : path_of(r.look(), unit, guns_only)[bounce].one;
        if (hex == kNoHex || top_at(r.look(), hex) == kNoUnit) continue;
        STEP("18.9.1-b");
        r.tell({.fact = Fact::Ricochet, .who = unit, .hex = hex, .why = cite("18.9.1-b")});
        if (ricochet(r.look(), *this).column < 0) continue;
        ROLL(Dice::Sixes, fire_breaks(r.look(), ricochet(r.look(), *this)));
        note_roll(r, hex, ricochet(r.look(), *this));
      }
  for (hex = 0; hex < r.field.grid.size(); ++hex)
    if (attack_on(r.look(), hex, guns_only).column >= 0) spend_rounds(r, hex);
  clear_aims(r);
  CALL(ApplyHits{});
  END;
}

// What the losses of one attack do; the unit that checks for what is left, or none.
static void apply_hit(Run& r, ApplyHits& a) {
  const Hit& hit = r.pos.hit[a.i];
  a.grievous = a.checker = kNoUnit;
  a.lost = 0;
  if (!r.pos.on_map(hit.unit)) return;
  const HexId head = r.pos.at(hit.unit);
  if (hit.artillery & 1 && hit.natural >= 34 && is_gun(r.look(), hit.unit)) {  // 18.6.1-b
    r.tell({.fact = Fact::CaissonExploded, .who = hit.unit, .hex = head, .why = cite("18.6.1-b")});
    lose_unit(r, hit.unit, cite("18.6.1-b"));
    a.checker = r.pos.stack.top(head);  // 18.6.2-a
    return;
  }
  if (!hit.losses) return;
  const int before = increments(r.look(), hit.unit);
  a.lost = uint8_t(lose(r, hit.unit, hit.losses, hit.artillery & 2, hit.hex, cite("17.1.1-a")));
  if (r.pos.on_map(hit.unit) && 2 * (before - increments(r.look(), hit.unit)) >= before &&
      counter(r.look(), hit.unit).size == Size::Battalion)
    a.grievous = hit.unit;
  a.checker = r.pos.on_map(hit.unit) ? hit.unit : r.pos.stack.top(head);  // 17.3.2-a
}

Flow ApplyHits::run(Run& r) {
  BEGIN;
  for (i = 0; i < r.pos.hits; ++i) {
    STEP("17.1.1-a");
    steps = 0;
    apply_hit(r, *this);
    if (r.pos.hit[i].natural >= 34) {
      STEP("8.2-c");
      CALL(LeaderCasualty{r.pos.hit[i].hex});
      steps = uint8_t(std::max(0, r.result() - 1));
      if (r.result() > 0 && checker == kNoUnit) checker = top_at(r.look(), r.pos.hit[i].hex);
    }
    if (checker == kNoUnit || !r.pos.on_map(checker) || r.pos.unit[checker].order == Order::Pgd) continue;
    STEP("17.1.4-a");
    CALL(StackCheck{checker, int8_t(-int(steps)), grievous, uint8_t(steps ? kByLeader : kByFire)});
    CALL(Settle{});
  }
  CALL(Settle{});
  r.pos.hits = 0;
  END;
}

}  // namespace tambour::bataille
