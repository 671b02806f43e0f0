// SPDX-License-Identifier: MIT
#include "rules/bataille/ch16_dice.h"

#include "rules/bataille/ch16_preretreat.h"

namespace tambour::bataille {
namespace {

Due unit_due(const Look& b, UnitId unit, const Ledger& ledger, Citation why) {
  Due out = table_due(unit, b.pos.at(unit), ledger);
  out.side = side_of(b, unit), out.why = why;
  return out;
}

Due side_of_fight(const Look& b, UnitId unit, HexId hex, const Ledger& ledger, Citation why) {
  Due out = table_due(kNoUnit, hex, ledger);
  out.side = unit == kNoUnit ? Seat::Nobody : side_of(b, unit), out.why = why;
  return out;
}

}  // namespace

Due CloseDie::due(const Look& b) const { return unit_due(b, unit, close_ledger(b, unit), cite("16.4-a")); }

Due StandDie::due(const Look& b) const { return unit_due(b, unit, stand_ledger(b, unit), cite("16.5-a")); }

Due ShiftDie::due(const Look& b) const { return unit_due(b, unit, {}, cite("16.1.1-s3a-ii-shift")); }

Due OffensiveDie::due(const Look& b) const {
  return side_of_fight(b, first_attacker(b), fight(b).hex, offensive_fire(b).ledger, cite("16.1.1-s3b"));
}

Due DefensiveDie::due(const Look& b) const { return side_of_fight(b, unit, hex, defensive_fire(b, unit, hex).ledger, cite("16.1.1-s3b")); }

Due CheerDie::due(const Look& b) const { return unit_due(b, unit, huzzah_ledger(b, unit), cite("16.1.1-s3c-roll")); }

Due MeleeDie::due(const Look& b) const { return side_of_fight(b, first_attacker(b), fight(b).hex, melee_odds(b).ledger, cite("16.6-d")); }

Due ImpetusDie::due(const Look& b) const { return unit_due(b, unit, {}, cite("16.9.3.1-a")); }

Due CommitmentDie::due(const Look& b) const { return unit_due(b, unit, morale_ledger(b, unit, 0, cite("16.8.2-a")), cite("16.8.2-a")); }

Due ShotDie::due(const Look& b) const {
  return side_of_fight(b, unit, b.pos.at(at), one_attack(b, unit, at, opportunity).ledger,
                       opportunity ? cite("16.3.8-b") : cite("16.3.8-a"));
}

Due FirstAssaultDie::due(const Look&) const { return side_due(side); }

}  // namespace tambour::bataille
