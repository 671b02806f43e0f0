// SPDX-License-Identifier: MIT
// Chapters 12.10.7 and 12.10.8: the Skirmish Zone of cavalry: what it costs infantry and guns, Harassment, Skirmish Attacks.
#include <algorithm>

#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch17_losses.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_cavalry.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {
namespace {

// 12.10.7.2: formed light cavalry of the other side next to them leaves them no zone.
bool is_held(const Look& b, UnitId u) {
  for (const Neighbour& n : neighbours(b.field.grid, footprint(b, u))) {
    const UnitId there = top_at(b, n.hex);
    if (there == kNoUnit || side_of(b, there) == side_of(b, u)) continue;
    const UnitId x = shaper(b, there);
    if (is_light(b, x) && good(b, x) && is_formed(b.pos.unit[x].form) && by("12.10.7.2-a", "24.0-h")) return true;
  }
  return false;
}

bool skirmishes(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  return is_horse(b, u) && s.form == Form::Skirmish && s.order == Order::Good && b.pos.on_map(u) && !in_hand(b, u);
}

bool spreads_zone(const Look& b, UnitId u) { return skirmishes(b, u) && !is_held(b, u); }

// Next to its front, over a side that cavalry can pass, on ground that leaves formations as they are.
bool inner(const Look& b, UnitId u, HexId h) {
  const Neighbour n = contact(b, u, h);
  if (n.hex == kNoHex || ground(b, h).general || aspect(b, u, h) != Aspect::Front) return false;
  return edge(b, footprint(b, u)[n.part], n.side).cost[int(Class::Cavalry)] != kProhibited || !by("12.10.7-c");
}

bool outer(const Look& b, UnitId u, HexId h) {
  if (ground(b, h).general && by("12.10.7-c")) return false;
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, h, k).to;
    if (n != kNoHex && inner(b, u, n) && edge(b, n, opposite(k)).cost[int(Class::Cavalry)] != kProhibited) return true;
  }
  return false;
}

}  // namespace

int skirmish_toll(const Look& b, HexId h) {
  if (is_horse(b, lead(b))) return 0;
  int most = 0;
  for (UnitId u = kFirstUnit; b.field.units.has(u) && most < 6; ++u) {
    if (!b.pos.on_map(u) || side_of(b, u) == side_of(b, lead(b)) || !spreads_zone(b, u)) continue;
    if (b.field.grid.distance(b.pos.at(u), h) > 4) continue;
    if (inner(b, u, h) && by("12.10.7-a", "24.0-h")) most = 6;
    else if (outer(b, u, h) && by("12.10.7-b", "24.0-h")) most = std::max(most, 4);
  }
  return most;
}

void forget_harassers(Run& r, int which) {
  for (Harasser& x : r.pos.harasser[which]) x = {kNoUnit, 0, 0};
}

void note_harassers(Run& r, int which, HexId left) {
  const UnitId mover = r.pos.hand[which].unit[0];
  for (UnitId u : all_units(r.field)) {
    if (side_of(r.look(), u) == side_of(r.look(), mover) || !spreads_zone(r.look(), u)) continue;
    if (!inner(r.look(), u, left) && !outer(r.look(), u, left)) continue;
    for (Harasser& x : r.pos.harasser[which]) {
      if (x.unit != kNoUnit && x.unit != u) continue;
      x = {u, uint8_t(x.hexes + 1), uint8_t(x.defense + r.field.charts.harassment[ground(r.look(), left).terrain])};
      by("12.10.7-d");
      break;
    }
  }
}

// Once for the whole way, by who runs and how.
static int runner_factor(const Look& b, UnitId u) {
  const Charts& c = b.field.charts;
  const bool routs = b.pos.unit[u].order == Order::Pgd;
  if (is_gun(b, u)) return by("HA-11"), 0;
  if (routs) return is_horse(b, u) ? (by("HA-7"), c.harassed_horse) : (by("HA-9"), c.harassed_infantry);
  const bool skirmisher = !is_horse(b, u) && b.pos.unit[u].form == Form::Skirmish && b.pos.unit[u].order == Order::Good;
  return skirmisher ? (by("HA-8"), c.harassed_skirmishers) : (by("HA-10"), 0);
}

Attack harassment(const Look& b, int which, int i) {
  const Harasser& x = b.pos.harasser[which][i];
  Attack out;
  if (x.unit == kNoUnit || !b.pos.hand[which].count) return out;
  trace::chart("harassment");
  const UnitId u = shaper(b, b.pos.hand[which].unit[0]);
  out.value = out.ledger.count(worn(b, x.unit, counter(b, x.unit).skirm) * x.hexes, cite("12.10.7.1-a"), x.unit);
  out.defense = std::max(1, x.defense + runner_factor(b, u));
  (void)out.ledger.count(out.defense, cite("12.10.7-d"), u);
  find_column(out, b);
  return out;
}

Due HarassmentDie::due(const Look& b) const {
  const UnitId u = b.pos.harasser[which][i].unit;
  Due out = table_due(b.pos.hand[which].unit[0], b.pos.at(b.pos.hand[which].unit[0]), harassment(b, which, i).ledger);
  out.side = side_of(b, u), out.why = cite("12.10.7.1-a");
  return out;
}

static int fall_upon(Run& r, int which, int i) {
  const Attack a = harassment(r.look(), which, i);
  const UnitId u = r.pos.hand[which].unit[0];
  const int lost = losses_by(r.look(), a, r.roll_index());
  r.tell({.fact = Fact::FireAttack,
          .who = u,
          .hex = r.pos.at(u),
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("12.10.7.1-b")});
  if (lost) lose(r, u, lost, false, r.pos.at(u), cite("12.10.7.1-b"));
  return lost;
}

// Whoever has not lost all order checks, like anybody who was fired at.
static bool shaken(const Look& b, const Harass& h) {
  const Hand& hand = b.pos.hand[h.which];
  if (!hand.count || b.pos.unit[hand.unit[0]].order == Order::Pgd) return false;
  return h.steps || (h.lost && fire_check_due(b, hand.unit[0], h.marked));
}

Flow Harass::run(Run& r) {
  BEGIN;
  for (i = 0; i < kHarassers; ++i) {
    if (harassment(r.look(), which, i).column < 0) continue;
    STEP("12.10.7.1-a");
    before = uint8_t(increments(r.look(), r.pos.hand[which].unit[0])), marked = r.pos.unit[r.pos.hand[which].unit[0]].losses;
    hex = r.pos.at(r.pos.hand[which].unit[0]), steps = 0;
    ROLL(Dice::Sixes, fire_breaks(r.look(), harassment(r.look(), which, i)), HarassmentDie{which, i});
    steps = r.roll_index() >= kNatural65;
    lost = uint8_t(fall_upon(r, which, i));
    if (steps) {
      STEP("8.2-c");
      CALL(LeaderCasualty{hex});
      steps = uint8_t(r.result());
    }
    if (!shaken(r.look(), *this)) continue;
    CALL(StackCheck{r.pos.hand[which].unit[0], int8_t(-std::max(0, int(steps) - 1)),
                    is_grievous(r.look(), r.pos.hand[which].unit[0], before) ? r.pos.hand[which].unit[0] : kNoUnit,
                    uint8_t(steps ? kByLeader : kByFire)});
  }
  forget_harassers(r, which);
  END;
}

// 12.10.8: each enemy stack in the front hexes once; formed light cavalry draws all of it.
static bool holds_their_eyes(const Look& b, UnitId top) {
  const UnitId x = shaper(b, top);
  return is_light(b, x) && good(b, x) && is_formed(b.pos.unit[x].form);
}

static bool before_it(const Look& b, UnitId u, HexId h) {
  const UnitId there = top_at(b, h);
  return there != kNoUnit && side_of(b, there) != side_of(b, u) && !is_wreck(b, there) && contact(b, u, h).hex != kNoHex && aspect(b, u, h) == Aspect::Front;
}

bool attacks_as_skirmisher(const Look& b, UnitId u, HexId target) {
  if (!skirmishes(b, u) || b.pos.stack.top(b.pos.at(u)) != u || !before_it(b, u, target)) return false;
  const UnitId there = top_at(b, target);
  for (const HexId h : footprint(b, there)) {
    if (h == target) break;
    if (before_it(b, u, h)) return false;  // A113: it is struck in its first hex
  }
  if (holds_their_eyes(b, there)) return true;
  for (const Neighbour& n : neighbours(b.field.grid, footprint(b, u)))
    if (before_it(b, u, n.hex) && holds_their_eyes(b, top_at(b, n.hex)) && by("12.10.8-b")) return false;
  return true;
}

}  // namespace tambour::bataille
