// SPDX-License-Identifier: MIT
// Chapter 18.15.
#include "rules/bataille/ch18_howitzers.h"

#include <algorithm>

#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {
namespace {

// 15.4.1: aimed at already, or named for another Howitzer Attack.
bool is_named(const Look& b, HexId h) {
  for (int k = 0; k < b.pos.shells; ++k)
    if (b.pos.shell[k].named == h) return true;
  for (UnitId u : all_units(b.field))
    if (std::count(std::begin(b.pos.aim[u]), std::end(b.pos.aim[u]), h)) return true;
  return false;
}

bool has_adjacent_target(const Look& b, UnitId u) {
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(u), k).to; h != kNoHex && enemy_at(b, h, side_of(b, u)) && aspect(b, u, h) == Aspect::Front) return true;
  return false;
}

bool can_be_marked(const Look& b, HexId h, Seat side) { return enemy_at(b, h, side) || ground(b, h).burns != kNone; }

bool fires_sections(const Look& b, UnitId u, Seat side) {
  return b.pos.on_map(u) && side_of(b, u) == side && is_gun(b, u) && !is_wagon(b, u) && b.pos.unit[u].form == Form::Unlimbered && !in_hand(b, u);
}

bool has_shelled(const Look& b, UnitId u) {
  for (int k = 0; k < b.pos.shells; ++k)
    if (std::count(b.pos.shell[k].battery, b.pos.shell[k].battery + b.pos.shell[k].count, u)) return true;
  return false;
}

bool enemy_at_short_range(const Look& b, UnitId u) { return nearest_enemy(b, b.pos.at(u), side_of(b, u)) <= 2; }

using Batteries = FixedVector<UnitId, kUnits>;
template <class Keep>
void keep_if(Batteries& list, Keep keep) {
  Batteries out;
  for (const UnitId u : list)
    if (keep(u)) out.push_back(u);
  list = out;
}

// The three batteries that would fire at the hex with the most effect; the refusal names what leaves too few of them.
Refusal three_barred(const Look& b, Seat side, HexId h, Batteries& list) {
  const auto range = [&](UnitId u) { return b.field.grid.distance(b.pos.at(u), h); };
  for (UnitId u : all_units(b.field))
    if (fires_sections(b, u, side) && !has_shelled(b, u)) list.push_back(u);
  keep_if(list, [&](UnitId u) { return b.pos.aim[u][0] == kNoHex || by("18.15.2-d"); });
  keep_if(list, [&](UnitId u) { return supplied(b, u); });
  if (list.size() < 3) REFUSE("18.15.4-b", kNoUnit, h);
  keep_if(list, [&](UnitId u) { return !enemy_at_short_range(b, u); });
  if (list.size() < 3) REFUSE("18.15.2-b", kNoUnit, h);
  keep_if(list, [&](UnitId u) { return range(u) <= counter(b, u).range && in_arc(b, u, b.pos.at(u), h); });
  if (list.size() < 3) REFUSE("18.15.2.1-a", kNoUnit, h);
  keep_if(list, [&](UnitId u) { return range(u) > 2; });
  if (list.size() < 3) REFUSE("18.15.2.1-c", kNoUnit, h);
  const bool seen = std::any_of(list.begin(), list.end(), [&](UnitId u) { return sees(b, b.pos.at(u), h); });
  if (!seen && !by("18.15.2.1-e")) REFUSE("14.1-b", kNoUnit, h);
  std::stable_sort(list.begin(), list.end(), [&](UnitId x, UnitId y) { return counter(b, x).long_fire > counter(b, y).long_fire; });
  return {};
}

Ratio long_value(Attack& out, const Look& b, UnitId u) {
  const HexId from = b.pos.at(u);
  Ratio v = out.ledger.count(counter(b, u).long_fire, counter(b, u).howitzers ? cite("18.15.1-b") : cite("18.15.2.1-d"), u, from);
  v *= out.ledger.times(Ratio(increments(b, u), counter(b, u).inc), cite("17.2.3-a"), u, from);
  if (b.pos.unit[u].order == Order::Disorder) v *= out.ledger.times(Ratio(1, 2), cite("12.11.3-a"), u, from);
  return v;
}

void add_shell(Run& r, HexId named, const UnitId* battery, int count) {
  Shell& s = r.pos.shell[r.pos.shells++];
  s = {named, named, {kNoUnit, kNoUnit, kNoUnit}, uint8_t(count)};
  std::copy(battery, battery + count, s.battery);
}

bool room(const Look& b) { return b.pos.shells < int(std::size(b.pos.shell)); }

bool may_bombard(const Look& b, UnitId u, bool guns_only) {
  if (!takes_part(b, u, guns_only) || !counter(b, u).howitzers || !guns_ready(b, u) || !room(b)) return false;
  if (!guns_only && b.pos.has(u, kTarget | kAssault)) return false;
  return can_bombard(b, u);
}

}  // namespace

bool on_fire(const Look& b, HexId h) {
  const uint8_t k = ground(b, h).burns;
  return k != kNone && b.pos.burning[k / 8] >> (k % 8) & 1;
}

Refusal Bombard::barred(const Look& b, Action a) const {
  if (a.who != unit) REFUSE("18.15-a", a.who, a.hex);
  if (a.verb == Verb::Hold) return {};
  const HexId from = b.pos.at(unit);
  if (a.hex >= b.field.grid.size() || !can_be_marked(b, a.hex, side_of(b, unit))) REFUSE("15.1-a", unit, a.hex);
  if (b.pos.aim[unit][0] != kNoHex) REFUSE("18.15.1-d", unit, a.hex);
  const int range = b.field.grid.distance(from, a.hex);
  if (range < 6) REFUSE("18.15.1-b", unit, a.hex);
  if (range > counter(b, unit).range || !in_arc(b, unit, from, a.hex)) REFUSE("15.5.1-a", unit, a.hex);
  if (has_adjacent_target(b, unit)) REFUSE("15.5.1-b", unit, a.hex);
  if (is_named(b, a.hex)) REFUSE("15.4.1-a", unit, a.hex);
  if (!sees(b, from, a.hex) && !by("18.15.1-e")) REFUSE("14.1-b", unit, a.hex);
  return {};
}

bool can_bombard(const Look& b, UnitId battery) {
  bool found = false;
  const Bombard ask{battery};
  each_mark(b, side_of(b, battery), [&](HexId h) {
    found = !ask.barred(b, Action{Verb::Howitzer, 0, battery, kNoUnit, h});
    return !found;
  });
  return found;
}

// One for every three unlimbered batteries of a side, in the first turn of an hour.
int sections_left(const Look& b, Seat side) {
  if (!b.field.sections) return 0;
  if ((b.field.first_slot + b.pos.turn - 1) % 3 != 0 && by("8.9.3-b")) return 0;
  int batteries = 0, spent = 0;
  for (UnitId u : all_units(b.field)) batteries += fires_sections(b, u, side);
  for (int k = 0; k < b.pos.shells; ++k) spent += b.pos.shell[k].count == 3 && side_of(b, b.pos.shell[k].battery[0]) == side;
  return by("18.15.2-a") && room(b) ? batteries / 3 - spent : 0;
}

Refusal FireSections::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (a.hex >= b.field.grid.size() || !can_be_marked(b, a.hex, side)) REFUSE("15.1-a", a.who, a.hex);
  if (sections_left(b, side) <= 0) REFUSE("18.15.2-a", a.who, a.hex);
  Batteries list;
  if (const Refusal no = three_barred(b, side, a.hex, list)) return no;
  if (a.who != list[0]) REFUSE("18.15.2-a", a.who, a.hex);
  if (is_named(b, a.hex)) REFUSE("15.4.1-a", a.who, a.hex);
  return {};
}

UnitId FireSections::first_of_three(const Look& b, HexId h) const {
  Batteries list;
  return three_barred(b, side, h, list) ? kNoUnit : list[0];
}

static bool any_section_target(const Look& b, Seat side) {
  bool found = false;
  const FireSections ask{side};
  if (sections_left(b, side) <= 0) return false;
  each_mark(b, side, [&](HexId h) {
    const UnitId first = ask.first_of_three(b, h);
    found = first != kNoUnit && !ask.barred(b, Action{Verb::Howitzer, 0, first, kNoUnit, h});
    return !found;
  });
  return found;
}

static void name_for_sections(Run& r, Seat side, HexId h) {
  Batteries list;
  if (three_barred(r.look(), side, h, list)) return;
  add_shell(r, h, list.begin(), 3);
}

Flow NameTargets::run(Run& r) {
  BEGIN;
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) {
    if (side_of(r.look(), unit) != side || !may_bombard(r.look(), unit, guns_only)) continue;
    STEP("18.15.1-c");
    ASK(Bombard{unit});
    if (r.answer().verb == Verb::Howitzer) add_shell(r, r.answer().hex, &unit, 1);
  }
  while (any_section_target(r.look(), side)) {
    STEP("18.15.2-c");
    ASK(FireSections{side});
    if (r.answer().verb == Verb::Done) break;
    name_for_sections(r, side, r.answer().hex);
  }
  END;
}

// The die for the distance: a leader of guns helps, an unseen or distant target does not.
Ledger scatter_ledger(const Look& b, const Shell& shell) {
  Ledger out;
  bool seen = false, led = false, far = false;
  for (int k = 0; k < shell.count; ++k) {
    const HexId from = b.pos.at(shell.battery[k]);
    seen |= sees(b, from, shell.named);
    far |= b.field.grid.distance(from, shell.named) > 9;
    led |= near_gun_leader(b, from, side_of(b, shell.battery[k]), false);
  }
  if (led) out.add(b.field.charts.scatter_leader, cite("HS-5"), shell.battery[0], shell.named);
  if (!seen) out.add(b.field.charts.scatter_unseen, cite("HS-6"), shell.battery[0], shell.named);
  if (far) out.add(b.field.charts.scatter_far, cite("HS-7"), shell.battery[0], shell.named);
  return out;
}

int scatter_hexes(const Look& b, const Shell& shell, int die) {
  trace::chart("scatter");
  const int last = int(b.field.charts.scatter.size()) - 1;
  return b.field.charts.scatter[std::size_t(std::clamp(die + scatter_ledger(b, shell).total, 0, last))];
}

// Shells come from above: neither flank nor hedge matters.
Attack shells_on(const Look& b, const Shell& shell) {
  Attack out;
  out.guns = out.far = true;
  for (int k = 0; k < shell.count; ++k) out.value += long_value(out, b, shell.battery[k]);
  if (shell.hex == kNoHex || top_at(b, shell.hex) == kNoUnit) return out;
  close_attack(out, b, top_at(b, shell.hex), shell.hex, nullptr, 0);
  return out;
}

static bool out_of_reach(const Look& b, const Shell& s) {
  return std::any_of(s.battery, s.battery + s.count, [&](UnitId u) { return b.field.grid.distance(b.pos.at(u), s.hex) > counter(b, u).range; });
}

static void fall(Run& r, Shell& shell, int direction, int die) {
  const int far = scatter_hexes(r.look(), shell, die);
  for (int k = 0; k < far && shell.hex != kNoHex; ++k) shell.hex = r.field.grid.neighbour(shell.hex, direction);
  if (shell.hex != kNoHex && out_of_reach(r.look(), shell) && !by("18.15.2.1-b")) shell.hex = kNoHex;
  if (shell.hex == kNoHex) return;
  r.tell({.fact = Fact::Ricochet, .who = shell.battery[0], .hex = shell.hex, .from = shell.named, .why = cite("18.15.3-b")});
}

static void note_shells(Run& r, const Shell& shell) {
  const Attack a = shells_on(r.look(), shell);
  const int lost = losses_by(r.look(), a, r.roll_index());
  r.tell({.fact = Fact::FireAttack,
          .who = top_at(r.look(), shell.hex),
          .hex = shell.hex,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("18.15.3-c")});
  if (r.pos.hits == std::size(r.pos.hit)) return;
  r.pos.hit[r.pos.hits] = {top_at(r.look(), shell.hex), uint8_t(lost), r.pos.hits, uint8_t(kByGuns | kFromAfar | kByHowitzers), shell.hex,
                           natural_of(a, r.roll_index()), 0};
  ++r.pos.hits;
}

static bool matters(const Look& b, const Shell& shell) {
  return shell.hex != kNoHex && (shells_on(b, shell).column >= 0 || ground(b, shell.hex).burns != kNone);
}

Flow LobShells::run(Run& r) {
  BEGIN;
  for (i = 0; i < r.pos.shells; ++i) {
    STEP("18.15.3-a");
    ROLL(Dice::D6, kAnyFace, ScatterDie{i, 0});
    direction = uint8_t(r.face() - 1);
    ROLL(Dice::D6, kAnyFace, ScatterDie{i, 1});
    fall(r, r.pos.shell[i], direction, r.face());
    if (!matters(r.look(), r.pos.shell[i])) continue;
    STEP("18.15.3-c");
    ROLL(Dice::Sixes, fire_breaks(r.look(), shells_on(r.look(), r.pos.shell[i])), ShellDie{i});
    note_shells(r, r.pos.shell[i]);
  }
  for (i = 0; i < r.pos.shells; ++i)
    if (r.pos.shell[i].count == 1 && by("18.15.4-a")) spend_round(r, r.pos.shell[i].battery[0]);
  r.pos.shells = 0;
  END;
}

bool starts_fire(const Look& b, const Hit& hit) {
  return hit.flags & kByHowitzers && hit.natural >= kNatural65 && ground(b, hit.hex).burns != kNone && by("18.15.5-a");
}

void start_fire(Run& r, HexId h) {
  const uint8_t k = ground(r.look(), h).burns;
  if (on_fire(r.look(), h) && by("18.15.5-d")) return;
  r.pos.burning[k / 8] = uint8_t(r.pos.burning[k / 8] | 1 << (k % 8));
  const UnitId top = top_at(r.look(), h);
  if (top == kNoUnit) return;
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int i = 0; i < n; ++i)
    if (!is_wreck(r.look(), list[i])) fail_check(r, list[i], cite("18.15.5-b"));
}

static void put_out(Run& r, HexId h) {
  const uint8_t k = ground(r.look(), h).burns;
  r.pos.burning[k / 8] = uint8_t(r.pos.burning[k / 8] & ~(1 << (k % 8)));
}

static bool anybody_checks(const Look& b, HexId h) {
  const UnitId u = top_at(b, h);
  return u != kNoUnit && !is_wreck(b, u) && b.pos.unit[u].order != Order::Pgd;
}

Flow BurningHexes::run(Run& r) {
  BEGIN;
  for (hex = 0; hex < r.field.grid.size(); ++hex) {
    if (!on_fire(r.look(), hex) || !anybody_checks(r.look(), hex)) continue;
    STEP("18.15.5-c");
    by("7.5.6-a");
    CALL(StackCheck{top_at(r.look(), hex), 0, kNoUnit, kByBurning});
    CALL(Settle{});
  }
  for (hex = 0; hex < r.field.grid.size(); ++hex) {
    if (!on_fire(r.look(), hex)) continue;
    STEP("18.15.5-e");
    ROLL(Dice::D6, uint64_t{1} << 5, FireOutDie{hex});
    if (r.face() >= 5) put_out(r, hex);
  }
  END;
}

}  // namespace tambour::bataille
