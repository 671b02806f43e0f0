// SPDX-License-Identifier: MIT
// Chapters 19.6.2 and 19.11.4.
#include "rules/bataille/ch19_follow.h"

#include <algorithm>

#include "rules/bataille/ch19_escape.h"
#include "rules/bataille/ch19_meeting.h"

namespace tambour::bataille {

bool any_vacated(const Look& b, UnitId u) {
  const Melees& m = b.pos.melees;
  return std::any_of(m.fight, m.fight + m.fights, [&](const Fight& f) { return !enter_barred(b, u, f.hex); });
}

UnitId beaten(const Look& b, const Fight& f) {
  for (int k = 0; k < f.defenders; ++k)
    if (const UnitId u = f.defender[k]; u != kNoUnit && b.pos.on_map(u) && b.pos.unit[u].order != Order::Good && !in_hand(b, u)) return u;
  return kNoUnit;
}

int way_abreast(const Look& b, UnitId u, const Footprint& goals) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  const Footprint f = footprint(b, u);
  if (s.order != Order::Good || s.form != Form::Line || f.size() < goals.size()) return -1;
  for (int dir = 0; dir < 6; ++dir) {
    int cost = 0;
    const Footprint to = shifted(b, f, true, dir, cost);
    if (!to.empty() && std::all_of(goals.begin(), goals.end(), [&](HexId h) { return to.contains(h); })) return dir;
  }
  return -1;
}

Refusal ChooseBeaten::barred(const Look& b, Action a) const {
  const Melees& m = b.pos.melees;
  Footprint goals;
  for (int i = 0; i < m.fights; ++i) goals.push_back(m.fight[i].hex);
  if (a.verb == Verb::Yes) {
    if (way_abreast(b, unit, goals) < 0) REFUSE("19.11.4-a", unit);
    return {};
  }
  if (!goals.contains(a.hex)) REFUSE("19.10-a", unit, a.hex);
  return enter_barred(b, unit, a.hex);
}

// 19.11.2: the next hex of the way, if the cavalry may follow there. Several ways are followed as far as a Line can enter all of them.
Chase next_chase(const Look& b, const RideOn& on) {
  const UnitId u = charge(b, on.k).unit;
  if (!fights(b, u)) return {};
  Footprint goals;
  for (int i = 0; i < b.pos.melees.fights; ++i) {
    const Fight& f = b.pos.melees.fight[i];
    if (on.whom >> i & 1 && on.done < f.way && beaten(b, f) != kNoUnit && !goals.contains(f.path[on.done])) goals.push_back(f.path[on.done]);
  }
  if (goals.empty()) return {};
  if (in_horse_zone(b, footprint(b, u), side_of(b, u)) && by("19.11.2-b")) return {};
  if (goals.size() > 1) {
    const int way = way_abreast(b, u, goals);
    return way < 0 ? Chase{} : Chase{goals[0], uint8_t(way)};
  }
  if (enter_barred(b, u, goals[0])) return by("19.11.2-c"), Chase{};
  if (ground(b, goals[0]).general && by("19.11.2-a")) return {};
  return {goals[0], kNone};
}

bool can_regroup(const Look& b, UnitId u, bool fell_back) {
  return !fell_back && u != kNoUnit && b.pos.on_map(u) && is_horse(b, u) && b.pos.unit[u].order != Order::Pgd;
}

Flow BounceAll::run(Run& r) {
  BEGIN;
  CALL(Bounce{charge(r, k).unit});
  for (i = 0; i < r.pos.melees.fights; ++i) {
    if (Result(r.pos.melees.fight[i].result) != Result::Blank) continue;
    foe = r.pos.melees.fight[i].defender[0];
    if (!fights(r.look(), foe) || !is_horse(r.look(), foe)) continue;
    STEP("19.9.3-b");
    fell = uint8_t(fell | bit_of(charge(r, k), foe));
    CALL(Bounce{foe});
  }
  RETURN(fell);
  END;
}

// Somebody in front of it of whom nothing has been said.
static UnitId before(const Look& b, int k) {
  const Charge& c = charge(b, k);
  if (c.spareds == std::size(c.spared)) return kNoUnit;
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && b.pos.stack.top(b.pos.at(u)) == u && !std::count(c.spared, c.spared + c.spareds, u) && is_struck_by(b, k, u)) return u;
  return kNoUnit;
}

Flow ChargeOn::run(Run& r) {
  BEGIN;
  if (ground(r.look(), r.pos.at(charge(r, k).unit)).general) RETURN(0);
  while (charge(r, k).foes) drop_target(r, k, charge(r, k).foe[0]);
  while ((foe = before(r.look(), k)) != kNoUnit) {
    ASK(NameTarget{k, foe});
    if (!r.yes()) {
      spare_target(r, k, foe);
      continue;
    }
    strike(r, k, foe, cite("19.6.2-b"));
    CALL(GiveWay{k, foe});
    if (charge(r, k).stage == ChargeStage::Contact) RETURN(1);
    if (!(charge(r, k).flags & kGoesOn)) break;
    charge(r, k).flags = uint8_t(charge(r, k).flags & ~kGoesOn);
  }
  RETURN(0);
  END;
}

}  // namespace tambour::bataille
