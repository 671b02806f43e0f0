// SPDX-License-Identifier: MIT
// Section 11.3 and the melee chart: every modifier of a melee, itemised.
#include <algorithm>

#include "rules/siecle/ch11_melee.h"

namespace tambour::siecle {
namespace {

struct Side {
  FixedVector<UnitId, 6> units;
  int strength = 0, factor = -99;
  UnitId best = kNoUnit;  // whose morale factor counts
  bool all_light = true, all_disorganised = true, all_routed = true, any_horse = false;
};

Side sum_up(const Look& b, const FixedVector<UnitId, 6>& units) {
  Side out;
  out.units = units;
  for (UnitId u : units) {
    out.strength += strength(b, u);
    if (const int mf = morale_factor(b, u); mf > out.factor) out.factor = mf, out.best = u;
    out.all_light &= is_light(arm(b, u));
    out.all_disorganised &= b.pos.unit[u].order == Order::Disorganised;
    out.all_routed &= b.pos.routed(u);
    out.any_horse |= is_cavalry(arm(b, u));
  }
  return out;
}

FixedVector<UnitId, 6> defenders_of(const Look& b, const Parties& p) {
  FixedVector<UnitId, 6> out;
  for (HexId h : p.targets)
    if (const UnitId u = line_unit(b, h); u != kNoUnit) out.push_back(u);
  return out;
}

// The bonus of the one commander who counts; where the chief is present, his (3.2-b).
struct Lead {
  int bonus = 0;
  UnitId who = kNoUnit;
};
Lead lead_of(const Look& b, const FixedVector<UnitId, 6>& units) {
  Lead best;
  for (UnitId u : units) {
    Lead here;
    for_officers(b, b.pos.at(u), side_of(b, u), [&](int k) {
      if (here.who == kNoUnit || is_chief(b, k)) here = {officer(b, k).bonus, b.field.officer_id(k)};
    });
    if (here.who != kNoUnit && (best.who == kNoUnit || here.bonus > best.bonus)) best = here;
  }
  return best;
}

// FSA-5: where the chief rode by this activation, his bonus counts twice more.
Lead volunteers_of(const Look& b, const FixedVector<UnitId, 6>& units) {
  const Seat side = side_of(b, units[0]);
  const uint8_t chief = b.pos.chief[index(side)];
  if (!b.pos.volunteers || b.pos.volunteer_side != uint8_t(side) || chief == kNone) return {};
  for (UnitId u : units)
    for (int i = 0; i < b.pos.passed_count; ++i)
      if (b.pos.passed[i] == b.pos.at(u)) return {officer(b, chief).bonus, b.field.officer_id(chief)};
  return {};
}

void add_ratio(Ledger& out, const Look& b, const Side& att, const Side& def) {
  const auto& steps = b.field.charts.odds;
  const Ratio ours = out.count(att.strength, cite("11.2-a")), theirs = out.count(def.strength, cite("11.2-a"));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (ours * steps[i].defender < theirs * steps[i].attacker) continue;
    if (steps[i].modifier) out.add(steps[i].modifier, b.field.charts.odds_rows[i], att.best);
    else out.note(b.field.charts.odds_rows[i], att.best);
    return;
  }
}

// Terrain is the best the defenders have, facing the worst (11.3-a, 11.3-c, 11.3-d); rout takes its place (11.3-e).
void add_position(Ledger& out, const Look& b, const Parties& p, const Side& def) {
  by("11.3-a", "11.3-c", "11.3-d", "11.3-e");
  const Field& f = b.field;
  int terrain = 99;
  HexId where = kNoHex;
  Aspect worst = Aspect::Front;
  for (UnitId d : def.units)
    for (UnitId a : p.attackers) {
      const int k = f.side_to(b.pos.at(a), b.pos.at(d));
      if (k < 0) continue;
      if (const int t = melee_terrain(b, edge(b, b.pos.at(a), k)); t < terrain) terrain = t, where = b.pos.at(d);
      if (!b.pos.routed(d)) worst = std::max(worst, aspect(b, d, opposite(k)));
    }
  if (terrain != 99) out.add(terrain, cite("MOD-18"), kNoUnit, where);
  if (def.all_routed) {
    out.add(f.mod(Mod::MeleeDefendersRouted), cite("MOD-17"), def.best);
    return;
  }
  if (worst == Aspect::Flank) out.add(f.mod(Mod::MeleeFlank), cite("MOD-13"), def.best);
  if (worst == Aspect::Rear) out.add(f.mod(Mod::MeleeRear), cite("MOD-14"), def.best);
}

void add_horse(Ledger& out, const Look& b, const Parties& p, const Side& att, const Side& def) {
  const Field& f = b.field;
  bool hedgehog = false, works = false, horse_in_works = false, charging = false;
  for (UnitId d : def.units) {
    const HexId h = b.pos.at(d);
    const bool built = ground(b, h).built || ground(b, h).works;
    hedgehog |= b.pos.has(d, kHedgehog);
    works |= built;
    horse_in_works |= built && is_cavalry(arm(b, d));
  }
  for (UnitId a : att.units) charging |= b.pos.has(a, kCharge) && ground(b, p.targets[0]).charge;
  if (charging && !hedgehog && !def.all_routed) out.add(f.mod(Mod::MeleeCharge), cite("MOD-19"), att.best);
  if (hedgehog && att.any_horse) out.add(f.mod(Mod::MeleeHorseOnHedgehog), cite("MOD-20"), att.best);  // S31
  if (hedgehog && !att.any_horse) out.add(f.mod(Mod::MeleeFootOnHedgehog), cite("MOD-21"), att.best);
  if (works && att.any_horse) out.add(f.mod(Mod::MeleeHorseAttacksWorks), cite("MOD-24"), att.best);
  if (horse_in_works && by("11.3-f")) out.add(f.mod(Mod::MeleeHorseDefendsWorks), cite("MOD-24"), def.best);  // 11.3-f, S4
}

}  // namespace

bool uses_volunteers(const Look& b, const Parties& p) {
  const Lead extra = volunteers_of(b, p.attackers);
  return extra.who != kNoUnit && extra.bonus > lead_of(b, p.attackers).bonus;
}

Ledger melee_ledger(const Look& b, const Parties& p) {
  trace::chart("odds"), trace::chart("modifiers"), trace::chart("terrain"), trace::chart("sides");
  Ledger out;
  const Field& f = b.field;
  const Side att = sum_up(b, p.attackers), def = sum_up(b, defenders_of(b, p));
  if (def.units.empty()) return out;
  add_ratio(out, b, att, def);
  by("11.3-b");
  out.add(att.factor - def.factor, cite("MOD-9"), att.best);
  const Lead lead = uses_volunteers(b, p) ? volunteers_of(b, p.attackers) : lead_of(b, p.attackers);
  out.add(lead.bonus - lead_of(b, def.units).bonus, cite("MOD-10"), lead.who);
  for (UnitId a : att.units)
    if (arm(b, a) == Arm::HeavyInfantry && b.pos.has(a, kFired)) {
      out.add(f.mod(Mod::MeleeFired), cite("MOD-11"), a);
      break;
    }
  by("1.13-b");
  out.add(counter(b, att.best).melee, cite("MOD-12"), att.best);  // 1.13-b, S34
  out.add(-counter(b, def.best).melee, cite("MOD-12"), def.best);
  add_position(out, b, p, def);
  if (att.all_disorganised) out.add(f.mod(Mod::MeleeAttackersDisorganised), cite("MOD-15"), att.best);
  if (def.all_disorganised) out.add(f.mod(Mod::MeleeDefendersDisorganised), cite("MOD-16"), def.best);
  add_horse(out, b, p, att, def);
  if (att.all_light) out.add(f.mod(Mod::MeleeAttackersLight), cite("MOD-22"), att.best);
  if (def.all_light) out.add(f.mod(Mod::MeleeDefendersLight), cite("MOD-23"), def.best);
  const int cap = f.mod(Mod::MeleeCap);
  out.add(std::clamp(out.total, -cap, cap) - out.total, cite("MOD-25"));
  return out;
}

}  // namespace tambour::siecle
