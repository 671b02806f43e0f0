// SPDX-License-Identifier: MIT
#include "rules/bataille/dice.h"

#include "rules/bataille/ch12_skirmish.h"

namespace tambour::bataille {
namespace {

// Fire is rolled by the side that fires.
Due fire_due(const Look& b, UnitId target, HexId hex, const Ledger& ledger) {
  Due out = table_due(kNoUnit, hex, ledger);
  out.side = target == kNoUnit ? Seat::Nobody : other(side_of(b, target));
  return out;
}

}  // namespace

Due FireDie::due(const Look& b) const { return fire_due(b, top_at(b, hex), hex, attack_on(b, hex, guns_only).ledger); }

Due RicochetDie::due(const Look& b) const {
  Due out = table_due(gun, hex, ricochet_on(b, gun, hex, spine).ledger);
  out.side = side_of(b, gun);
  return out;
}

Due OpportunityDie::due(const Look& b) const {
  return fire_due(b, mover, footprint(b, mover)[part], opportunity_on(b, mover, part).ledger);
}

Due MoraleDie::due(const Look& b) const {
  Due out = table_due(unit, b.pos.at(unit), morale_ledger(b, unit, steps, cause_row(cause)));
  out.side = side_of(b, unit), out.why = cause_row(cause);
  return out;
}

Due RecoveryDie::due(const Look& b) const {
  Due out = table_due(unit, b.pos.at(unit), morale_ledger(b, unit, 0, cite("20.2-b")));
  out.side = side_of(b, unit), out.why = cite("20.2-a");
  return out;
}

Due LimberDie::due(const Look& b) const {
  Due out = table_due(unit, b.pos.at(unit), limber_ledger(b, unit));
  out.side = side_of(b, unit);
  return out;
}

Due ScreenDie::due(const Look& b) const {
  Due out = table_due(masked, hex, screen_fire(b, masked, hex).ledger);
  out.side = side_of(b, masked);
  return out;
}

// For whoever stands in the hex.
static Due hex_due(const Look& b, HexId hex) {
  Due out = table_due(kNoUnit, hex, {});
  out.side = top_at(b, hex) == kNoUnit ? Seat::Nobody : side_of(b, top_at(b, hex));
  return out;
}

Due CaissonDie::due(const Look& b) const { return hex_due(b, hex); }

Due CasualtyDie::due(const Look& b) const {
  Due out = table_due(leader, b.pos.leader[b.field.officer(leader)].hex, {});
  out.side = side_of(b, leader);
  return out;
}

Due VictimDie::due(const Look& b) const { return hex_due(b, hex); }

Due AbsenceDie::due(const Look& b) const {
  Due out = table_due(leader, kNoHex, {});
  out.side = side_of(b, leader);
  return out;
}

}  // namespace tambour::bataille
