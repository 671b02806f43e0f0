// SPDX-License-Identifier: MIT
#include "rules/bataille/dice.h"

#include <algorithm>

#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/ch12_skirmish.h"
#include "rules/bataille/ch18_howitzers.h"

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
  Ledger l = morale_ledger(b, unit, steps, cause_row(cause));
  if (grievous) l.add(-6, cite("17.3.4-a"), unit);
  Due out = table_due(unit, b.pos.at(unit), l);
  out.side = side_of(b, unit), out.why = cause_row(cause);
  return out;
}

Due RecoveryDie::due(const Look& b) const {
  Due out = table_due(unit, b.pos.at(unit), recovery_ledger(b, unit));
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

Due ScatterDie::due(const Look& b) const {
  const Shell& s = b.pos.shell[shell];
  Due out = table_due(s.battery[0], s.named, distance ? scatter_ledger(b, s) : Ledger{});
  out.side = side_of(b, s.battery[0]);
  return out;
}

Due ShellDie::due(const Look& b) const {
  const Shell& s = b.pos.shell[shell];
  Due out = table_due(s.battery[0], s.hex, shells_on(b, s).ledger);
  out.side = side_of(b, s.battery[0]);
  return out;
}

Due FireOutDie::due(const Look& b) const { return hex_due(b, hex); }

static Due unit_due(const Look& b, UnitId unit) {
  Due out = table_due(unit, kNoHex, {});
  out.side = side_of(b, unit);
  return out;
}

Due SpikeDie::due(const Look& b) const { return unit_due(b, unit); }
Due ResupplyDie::due(const Look& b) const { return unit_due(b, unit); }

Due AbsenceDie::due(const Look& b) const {
  Due out = table_due(leader, kNoHex, {});
  out.side = side_of(b, leader);
  return out;
}

Due FirstUnitDie::due(const Look&) const { return side_due(side); }

int initiative_value(const Look& b, UnitId leader) {
  return by("8.5.1.1-a"), std::clamp<int>(b.field.officers[std::size_t(b.field.officer(leader))].horse_attack, 1, 5);
}

Due InitiativeDie::due(const Look& b) const {
  Due out = test_due(leader, initiative_value(b, leader));
  out.side = b.field.side_of(leader);
  return out;
}

static Due leader_due(const Look& b, UnitId leader) {
  Due out = table_due(leader, b.pos.leader[b.field.officer(leader)].hex, {});
  out.side = b.field.side_of(leader);
  return out;
}

Due ForceMarchDie::due(const Look& b) const { return leader_due(b, leader); }
Due ForcedDie::due(const Look& b) const { return leader_due(b, leader); }

Due JoinSquareDie::due(const Look& b) const {
  Due out = table_due(unit, b.pos.at(unit), {});
  out.side = side_of(b, unit);
  return out;
}

}  // namespace tambour::bataille
