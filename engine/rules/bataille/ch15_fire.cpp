// SPDX-License-Identifier: MIT
// Chapter 15.5: the Fire Segment and the Artillery chit.
#include "rules/bataille/ch15_fire.h"

#include <algorithm>

#include "rules/bataille/ch18_howitzers.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

static void clear_aims(Run& r) {
  for (auto& aims : r.pos.aim) std::fill(std::begin(aims), std::end(aims), kNoHex);
}

static void note_roll(Run& r, HexId h, const Attack& a, uint8_t event) {
  const int lost = losses_by(r.look(), a, r.roll_index());
  const UnitId there = top_at(r.look(), h);
  r.tell({.fact = Fact::FireAttack,
          .who = there,
          .hex = h,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + a.ledger.total, 0, kRollMax))),
          .value2 = int16_t(lost),
          .why = cite("15.4-a")});
  if (r.pos.hits == std::size(r.pos.hit)) return;
  Hit& hit = r.pos.hit[r.pos.hits];
  hit = {there, uint8_t(lost), event == kNone ? r.pos.hits : event, uint8_t(a.guns * kByGuns | a.far * kFromAfar), h,
         natural_of(a, r.roll_index()), 0};
  ++r.pos.hits;
}

// The attack on the first target of a battery; what bounces on belongs to the same event (18.9.8.1-a).
static uint8_t event_of(const Look& b, UnitId gun) {
  for (uint8_t k = 0; k < b.pos.hits; ++k)
    if (b.pos.hit[k].hex == b.pos.aim[gun][0] && b.pos.hit[k].event == k) return k;
  return kNone;
}

static bool has_fired(const Look& b, UnitId u, bool guns_only) {
  const int parts = b.pos.unit[shaper(b, u)].form == Form::Square ? kMostAims : 1;  // in a Square guns fire in all its attacks
  return std::any_of(b.pos.aim[u], b.pos.aim[u] + parts, [&](HexId h) { return h != kNoHex && attack_on(b, h, guns_only).column >= 0; });
}

// One round for each battery that fired, whatever came of it and however far the shot went on.
static void spend_rounds(Run& r, bool guns_only) {
  UnitSet fired;
  for (UnitId u : all_units(r.field))
    if (takes_part(r.look(), u, guns_only) && guns_ready(r.look(), u) && has_fired(r.look(), u, guns_only))
      for (UnitId x : r.pos.stack.in(r.pos.at(u)))
        if (guns_ready(r.look(), x)) fired.add(x);
  for (UnitId u : all_units(r.field)) {
    if (!fired.has(u)) continue;
    r.pos.set(u, kFiredChit);
    by("18.9.6-a", "18.5.2.1-b", "18.14-b"), spend_round(r, u);
  }
}

// Where the shot of this battery goes on to; nowhere if it did not fire.
static ShotPath path_of(const Look& b, UnitId u, bool guns_only) {
  if (!b.pos.on_map(u) || !guns_ready(b, u) || b.pos.aim[u][0] == kNoHex) return {};
  return attack_on(b, b.pos.aim[u][0], guns_only).column < 0 ? ShotPath{} : shot_path(b, u, b.pos.aim[u][0]);
}
static bool on_spine(const Look& b, const FireSegment& f) { return path_of(b, f.unit, f.guns_only)[f.bounce].two != kNoHex; }
static Attack ricochet(const Look& b, const FireSegment& f) { return ricochet_on(b, f.unit, f.hex, on_spine(b, f)); }

static void note_all_fired(Run& r) {
  for (UnitId u : all_units(r.field))
    if (std::any_of(std::begin(r.pos.aim[u]), std::end(r.pos.aim[u]), [](HexId h) { return h != kNoHex; })) note_fired(r, u);
}

Flow FireSegment::run(Run& r) {
  BEGIN;
  STEP("15.5-a");
  clear_aims(r);
  r.pos.hits = r.pos.shells = 0;
  for (i = 0; i < 2; ++i) {
    for (unit = kFirstUnit; r.field.units.has(unit); ++unit) {
      if (side_of(r.look(), unit) != Seat(i ? 1 - r.pos.drawer : r.pos.drawer)) continue;
      for (part = 0; part < kMostAims; ++part) {
        if (!should_aim(r.look(), unit, part, guns_only)) continue;
        STEP("7.3-a");
        ASK(Aim{unit, part, guns_only});
        if (r.answer().verb == Verb::FireAt) r.pos.aim[unit][part] = r.answer().hex;
      }
    }
    CALL(NameTargets{Seat(i ? 1 - r.pos.drawer : r.pos.drawer), guns_only});
  }
  STEP("7.3-d");
  STEP("15.5-b");
  if (guns_only) by("8.9-b");
  for (hex = 0; hex < r.field.grid.size(); ++hex) {
    if (attack_on(r.look(), hex, guns_only).value == Ratio(0)) continue;
    if (attack_on(r.look(), hex, guns_only).column < 0) {
      r.tell({.fact = Fact::TooWeak, .hex = hex, .why = cite("15.4.3-a")});
      continue;
    }
    ROLL(Dice::Sixes, fire_breaks(r.look(), attack_on(r.look(), hex, guns_only)), FireDie{hex, guns_only});
    note_roll(r, hex, attack_on(r.look(), hex, guns_only), kNone);
  }
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit)
    for (bounce = 0; bounce < path_of(r.look(), unit, guns_only).size(); ++bounce)
      for (side = 0; side < 2; ++side) {
        hex = side ? path_of(r.look(), unit, guns_only)[bounce].two : path_of(r.look(), unit, guns_only)[bounce].one;
        if (hex == kNoHex || top_at(r.look(), hex) == kNoUnit) continue;
        if (r.pos.has(top_at(r.look(), hex), kProne) && by("12.13.6-c")) continue;
        STEP("18.9.1-b");
        r.tell({.fact = Fact::Ricochet, .who = unit, .hex = hex, .why = cite("18.9.1-b")});
        if (ricochet(r.look(), *this).column < 0) continue;
        ROLL(Dice::Sixes, fire_breaks(r.look(), ricochet(r.look(), *this)), RicochetDie{hex, unit, on_spine(r.look(), *this)});
        note_roll(r, hex, ricochet(r.look(), *this), event_of(r.look(), unit));
      }
  spend_rounds(r, guns_only);
  CALL(LobShells{});
  note_all_fired(r);
  clear_aims(r);
  CALL(ApplyHits{});
  END;
}

}  // namespace tambour::bataille
