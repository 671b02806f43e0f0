// SPDX-License-Identifier: MIT
// Chapter 12.10.5.2.
#include "rules/bataille/ch12_skirmish.h"

#include <algorithm>

#include "rules/bataille/dice.h"

namespace tambour::bataille {

UnitId pushed_aside(const Look& b) {
  for (UnitId u : all_units(b.field))
    if (b.pos.has(u, kPushed)) return u;
  return kNoUnit;
}

// A40: a full Fire Attack on the hex they were pushed out of, as on skirmishers.
Attack screen_fire(const Look& b, UnitId masked, HexId hex) {
  Attack out;
  const Footprint f = footprint(b, masked);
  for (int part = 0; part < f.size(); ++part)
    if (b.field.grid.distance(f[part], hex) == 1 && aspect(b, masked, hex) == Aspect::Front && firing_range(b, masked, part) > 0)
      add_fire(out, b, masked, part, hex, false);
  if (out.value == Ratio(0)) return out;
  const auto figure = b.field.charts.defense[ground(b, hex).terrain][std::size_t(Defense::Skirmish)];
  out.defense = out.ledger.count(figure, cite("12.10.5.2-d"), masked, hex);
  find_column(out, b);
  return out;
}

static UnitId masked_by_charge(const Look& b, HexId hex) {
  for (const Charge& c : b.pos.charge) {
    if (c.stage != ChargeStage::Declared || c.unit != b.pos.hand[0].unit[0]) continue;
    for (int i = 0; i < c.foes; ++i)
      if (b.pos.on_map(c.foe[i]) && !b.pos.has(c.foe[i], kHeldFire | kFiredEarly) && screen_fire(b, c.foe[i], hex).column >= 0) return c.foe[i];
  }
  return kNoUnit;
}

// The target of the Assault, if it can fire into the hex at all.
static UnitId masked_by(const Look& b, HexId hex) {
  if (b.pos.hand[0].flags & kCharging) return masked_by_charge(b, hex);
  const HexId target = b.pos.unit[b.pos.hand[0].unit[0]].target;
  const UnitId u = target == kNoHex ? kNoUnit : top_at(b, target);
  if (u == kNoUnit || side_of(b, u) == side_of(b, b.pos.hand[0].unit[0]) || b.pos.has(u, kHeldFire | kFiredEarly)) return kNoUnit;
  return screen_fire(b, u, hex).column >= 0 ? u : kNoUnit;
}

static void mark_stack(Run& r, UnitId top, uint32_t mark) {
  UnitId list[kMates];
  for (int k = 0, n = mates(r.look(), top, list); k < n; ++k) r.pos.set(list[k], mark);
}

static int volley(Run& r, const PasDeCharge& p) {
  const Attack a = screen_fire(r.look(), p.masked, p.hex);
  const int lost = losses_by(r.look(), a, r.roll_index());
  r.tell({.fact = Fact::FireAttack,
          .who = p.pushed,
          .hex = p.hex,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("12.10.5.2-d")});
  note_fired(r, p.masked);
  mark_stack(r, p.masked, kFiredEarly);
  return lost;
}

Flow PasDeCharge::run(Run& r) {
  BEGIN;
  pushed = pushed_aside(r.look()), hex = r.pos.at(r.pos.hand[0].unit[0]);
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kPushed);
  masked = masked_by(r.look(), hex);
  if (masked == kNoUnit) RETURN(0);
  STEP("16.1-g");
  STEP("12.10.5.2-d");
  ASK(HoldFire{hex, masked});
  if (r.answer().verb == Verb::Hold) {
    STEP("12.10.5.2-e");
    ROLL(Dice::Sixes, check_breaks(r.look(), masked, morale_ledger(r.look(), masked, 0, cite("12.10.5.2-e"))), MoraleDie{masked, 0, kByHolding});
    if (judge_alone(r, masked, kByHolding)) {
      mark_stack(r, masked, kHeldFire);
      RETURN(0);
    }
    STEP("12.10.5.2-f");
  }
  before = uint8_t(increments(r.look(), pushed));
  ROLL(Dice::Sixes, fire_breaks(r.look(), screen_fire(r.look(), masked, hex)), ScreenDie{hex, masked});
  lost = uint8_t(volley(r, *this));
  if (!lost) RETURN(0);
  lose(r, pushed, lost, false, r.pos.at(pushed), cite("17.1.1-a"));
  if (r.pos.on_map(pushed)) CALL(StackCheck{pushed, 0, is_grievous(r.look(), pushed, before) ? pushed : kNoUnit, kByFire});
  CALL(Settle{});
  RETURN(lost);
  END;
}

}  // namespace tambour::bataille
