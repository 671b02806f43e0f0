// SPDX-License-Identifier: MIT
// Chapter 19.1.2, step 3: Defensive Fire against a Charge.
#include <algorithm>

#include "rules/bataille/ch18_train.h"
#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

Flow ChargeFire::run(Run& r) {
  BEGIN;
  STEP("19.1.2-s3");
  r.pos.aim[unit][0] = r.pos.aim[unit][1] = kNoHex;
  for (part = 0; part < std::min(2, footprint(r.look(), unit).size()); ++part) {
    if (firing_range(r.look(), unit, part) == 0) continue;
    for (const HexId h : footprint(r.look(), charge(r, k).unit))
      if (r.pos.aim[unit][part] == kNoHex && faces(r.look(), shaper(r.look(), unit), part, h) && (part == 0 || r.pos.aim[unit][0] == kNoHex || r.pos.aim[unit][0] == h))
        r.pos.aim[unit][part] = h;
  }
  part = r.pos.aim[unit][0] == kNoHex;
  if (r.pos.aim[unit][part] == kNoHex || defensive_fire(r.look(), unit, r.pos.aim[unit][part]).column < 0) RETURN(0);
  ROLL(Dice::Sixes, fire_breaks(r.look(), defensive_fire(r.look(), unit, r.pos.aim[unit][part])), DefensiveDie{r.pos.aim[unit][part], unit, 0});
  lost = uint8_t(losses_by(r.look(), defensive_fire(r.look(), unit, r.pos.aim[unit][part]), r.roll_index()));
  r.tell({.fact = Fact::FireAttack,
          .who = charge(r, k).unit,
          .hex = r.pos.aim[unit][part],
          .value = int16_t(r.face()),
          .value2 = int16_t(lost),
          .why = cite("19.1.2-s3")});
  if (is_gun(r.look(), unit) && guns_ready(r.look(), unit) && by("19.1.2-s2-canister")) spend_round(r, unit);
  note_fired(r, unit);
  r.pos.aim[unit][0] = r.pos.aim[unit][1] = kNoHex;
  RETURN(lost);
  END;
}

}  // namespace tambour::bataille
