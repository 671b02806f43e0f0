// SPDX-License-Identifier: MIT
// Chapter 13.2: what is due after an act: closing up, checks, Routs, Recoils and displacement.
#include "rules/bataille/ch13_retreat.h"

#include <algorithm>

#include "rules/bataille/ch12_regiments.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_cavalry.h"
#include "rules/bataille/ch19_opportunity.h"
#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {
namespace {

// Half points of a Rout: all factors, rounded once (A75).
int rout_points(const Look& b, UnitId u) {
  Ratio points = Ratio(3 * printed_mp(b, u), 2);
  if (is_horse(b, u)) points *= rested_share(b, u);
  return by("12.12.2-c", "13.1.1.1-a"), std::max(2, 2 * int(points.nearest()));
}

// An unlimbered gun does not run; a stack that spreads closes up first.
void pick_up(Run& r, UnitId u, uint32_t mark, int spent = 0) {
  UnitId list[8] = {};
  int n = 0;
  for (UnitId x : r.pos.stack.in(r.pos.at(u)))
    if (r.pos.has(x, mark) && n < 8) list[n++] = x;
  take_in_hand(r, 1, list, n);
  Hand& hand = r.pos.hand[1];
  hand.allowance = 0;
  for (int k = 0; k < n; ++k) {
    r.pos.drop(list[k], mark | kAssault);
    r.pos.unit[list[k]].target = r.pos.unit[list[k]].target2 = kNoHex;
    if (mark == kRecoil) r.pos.upset[list[k]] = 0;
    if (mark == kMustRout) {
      r.pos.set(list[k], kRouted);
      const auto points = uint8_t(std::max(2, rout_points(r.look(), list[k]) - spent));
      hand.allowance = hand.allowance ? std::min(hand.allowance, points) : points;
    }
  }
  r.pos.fled[0] = r.pos.at(list[0]), r.pos.fled_count = 1;
}

UnitId next_due(const Look& b, uint32_t mark) {
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && b.pos.has(u, mark)) return u;
  return kNoUnit;
}

void close_into(Run& r, UnitId u, HexId h) {
  FixedVector<UnitId, 16> list;
  for (UnitId x : r.pos.stack.in(r.pos.at(u))) list.push_back(x);
  reshape(r, u, Footprint{h});
  for (int k = 0; k < list.size(); ++k) form_by_ground(r, list[k], h, r.pos.unit[list[k]].facing), r.pos.drop(list[k], kCollapse);
}

// A unit that has to give way while nobody is told to run: one hex, by the rules of retreat.
bool needs_room(const Look& b, UnitId u) {
  const Hand& hand = b.pos.hand[0];  // those who move on leave it behind
  return b.pos.stack.count(b.pos.at(u)) > 1 || (hand.count && footprint(b, hand.unit[0]).contains(b.pos.at(u)));
}

// 12.1.2: at half its losses a large regiment breaks down there and then.
void break_regiments(Run& r) {
  for (UnitId u : all_units(r.field))
    if (must_break_down(r.look(), u) && by("12.1.2-a")) break_down(r, u);
}

// Whoever covers more hexes than its order and formation allow, by whatever happened to it, closes up like one that lost its order.
void close_overlong(Run& r) {
  for (UnitId u : all_units(r.field))
    if (r.pos.on_map(u) && !in_hand(r.look(), u) && r.pos.unit[u].hexes > 1 &&
        (!good(r.look(), u) || r.pos.unit[u].hexes > longest(r.look(), u)))
      r.pos.set(u, kCollapse);
}

}  // namespace

bool anything_due(const Look& b) {
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && b.pos.has(u, kMustRout | kMustCheck | kMustMove | kCollapse | kRecoil)) return true;
  return false;
}

void recoil(Run& r, UnitId u, int hexes) {
  FixedVector<UnitId, 16> list;
  for (UnitId x : r.pos.stack.in(r.pos.at(u))) list.push_back(x);
  for (int k = 0; k < list.size(); ++k) {
    if (r.pos.unit[list[k]].form == Form::Unlimbered) {
      lose_guns(r, list[k], cite("16.7.5-a"));
      continue;
    }
    if (r.pos.has(list[k], kMustRout)) continue;
    r.pos.set(list[k], kRecoil);
    r.pos.upset[list[k]] = int8_t(hexes);
  }
}

void begin_rout(Run& r, UnitId u, int spent) { pick_up(r, u, kMustRout, spent); }

Flow Settle::run(Run& r) {
  BEGIN;
  for (;;) {
    break_regiments(r);
    close_overlong(r);
    unit = next_due(r.look(), kCollapse);
    if (unit != kNoUnit) {
      STEP("12.11-a");
      ASK(CollapseTo{unit});
      close_into(r, unit, r.answer().hex);
      continue;
    }
    unit = next_due(r.look(), kMustRout);
    if (unit != kNoUnit) {
      STEP("12.12.2-a");
      pick_up(r, unit, kMustRout);
      CALL(Flee{Flight::Rout, 0});
      continue;
    }
    unit = next_due(r.look(), kRecoil);
    if (unit != kNoUnit) {
      STEP("16.7.1-a");
      nested = uint8_t(r.pos.upset[unit]);
      r.pos.upset[unit] = 0;
      pick_up(r, unit, kRecoil);
      CALL(Flee{Flight::Recoil, nested});
      continue;
    }
    unit = next_due(r.look(), kMustMove);
    if (unit != kNoUnit) {
      STEP("11.1.5-a");
      if (!needs_room(r.look(), unit)) {
        r.pos.drop(unit, kMustMove);
        continue;
      }
      pick_up(r, unit, kMustMove);
      CALL(Flee{Flight::Displaced, 1});
      if (r.result() && r.pos.on_map(unit)) CALL(ChargeDisplaced{.unit = unit});
      continue;
    }
    unit = next_due(r.look(), kMustCheck);
    if (unit == kNoUnit) break;
    STEP("11.1.4-c");
    nested = uint8_t(-r.pos.upset[unit]);
    r.pos.upset[unit] = 0;
    r.pos.drop(unit, kMustCheck);
    CALL(StackCheck{unit, int8_t(-int(nested)), kNoUnit, kByViolation});
  }
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) r.pos.drop(unit, kRouted);
  END;
}

}  // namespace tambour::bataille
