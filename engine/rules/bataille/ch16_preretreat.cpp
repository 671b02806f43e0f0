// SPDX-License-Identifier: MIT
// Chapter 16.3: who gives way before an Assault.
#include "rules/bataille/ch16_preretreat.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch19_cavalry.h"

namespace tambour::bataille {
namespace {

// Formed troops among the assaulters, or any that are no skirmishers.
bool faced_by(const Look& b, bool formed) {
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) {
    if (!fights(b, u) || is_skirmisher(b, u)) return false;
    return !formed || (good(b, u) && is_formed(b.pos.unit[shaper(b, u)].form));
  });
}

// The fastest of the assaulters, as printed.
int their_mp(const Look& b) {
  int most = 0;
  const Fight& f = fight(b);
  for (int k = 0; k < f.attackers; ++k)
    if (fights(b, f.attacker[k])) most = std::max<int>(most, counter(b, f.attacker[k]).mp);
  return most;
}

Duty horse_guns_duty(const Look& b, UnitId top, bool alone) {
  const UnitState& s = b.pos.unit[top];
  if (!alone || s.form != Form::Limbered || s.order == Order::Pgd) return Duty::None;
  return by("16.3.1-b", "18.10.1-a") && counter(b, top).mp > their_mp(b) ? Duty::May : Duty::None;
}

Duty skirmishers_duty(const Look& b, UnitId top, const UnitId* list, int n) {
  if (faced_by(b, true)) return ground(b, b.pos.at(top)).general && by("16.3.1-f") ? Duty::May : Duty::Must;
  if (faced_by(b, false) && by("16.3.1-e")) return Duty::May;
  const bool slow = std::any_of(list, list + n, [&](UnitId u) { return counter(b, u).mp <= their_mp(b); });
  return by("16.3.1-d") && !slow ? Duty::May : Duty::None;
}

// 16.3.2-c, 16.3.2-h: friends there are joined in their formation, within the limits.
Refusal room_barred(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0], there = top_at(b, h);
  if (there == kNoUnit) {
    if (stacking_barred(b, back(b).unit, back(b).count, b.pos.unit[u].form, Footprint{h}, true)) REFUSE("16.3.2-h", u, h);
    return {};
  }
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (t.order == Order::Pgd) REFUSE("16.3.2-h", u, h);
  if (stacking_barred(b, back(b).unit, back(b).count, t.form, Footprint{b.pos.at(there)}, true)) REFUSE("16.3.2-h", u, h);
  return {};
}

// An enemy's zone of this kind reaches the hex: cavalry's, or anybody else's.
bool in_zone_of(const Look& b, HexId h, Seat side, bool horse) {
  for (int k = 0; k < 6; ++k)
    if (const HexId n = edge(b, h, k).to;
        n != kNoHex && enemy_at(b, n, side) && is_horse(b, shaper(b, top_at(b, n))) == horse && zone_reaches(b, top_at(b, n), h))
      return true;
  return false;
}

// 16.3.3-b, 16.3.4: a friend in the hex keeps the zone off; cavalry and horse guns care for that of cavalry alone.
Refusal zone_barred_back(const Look& b, UnitId u, HexId h, Seat side) {
  if (!in_zone(b, h, side) || (friend_at(b, h, side) && by("10.1.4-a", "10.1.3.1-b"))) return {};
  if (!is_gun(b, u) && !is_horse(b, u)) REFUSE("16.3.3-b", u, h);
  if (in_zone_of(b, h, side, true)) REFUSE("16.3.4-b", u, h);
  return by("16.3.4-a"), Refusal{};
}

}  // namespace

bool is_skirmisher(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return !is_gun(b, u) && s.form == Form::Skirmish && s.order == Order::Good;
}

HexId parent_hex(const Look& b, UnitId u) {
  const UnitId p = counter(b, u).size == Size::Company ? counter(b, u).parent : kNoUnit;
  if (p == kNoUnit || !fights(b, p) || in_hand(b, p)) return kNoHex;
  for (const HexId h : footprint(b, p))
    if (touches(b.field.grid, footprint(b, u), h)) return h;
  return kNoHex;
}

Duty duty(const Look& b, UnitId top) {
  UnitId list[kMates];
  const int n = mates(b, top, list);
  if (counter(b, top).arm == Arm::HorseGuns) return horse_guns_duty(b, top, n == 1);
  if (counter(b, top).arm == Arm::Wagon && by("18.14.1.6-d")) return Duty::None;
  if (is_gun(b, top) || n > 8) return Duty::None;
  if (is_horse(b, top)) {
    const bool spent =
        std::any_of(list, list + n, [&](UnitId u) { return horse(b, u).ready == Ready::Exhausted || b.pos.unit[u].order == Order::Pgd; });
    return by("16.3.1-c") && !spent && (!is_skirmisher(b, top) || by("12.10.9-b")) ? Duty::May : Duty::None;
  }
  const Duty out = is_skirmisher(b, top) && by("12.10.10-a") ? skirmishers_duty(b, top, list, n) : Duty::None;
  const bool home = n == 1 && b.pos.unit[top].order != Order::Pgd && parent_hex(b, top) != kNoHex;
  return out == Duty::None && home && by("16.3.1-g") ? Duty::May : out;
}

// Past cavalry skirmishers infantry and guns pay as ever.
int step_cost(const Look& b, HexId h) {
  int most = 0;
  const HexId at = b.pos.at(back(b).unit[0]);
  const int side = b.field.grid.side_to(at, h);
  for (int k = 0; k < back(b).count; ++k) most = std::max<int>(most, edge(b, at, side).cost[int(class_of(b, back(b).unit[k]))]);
  const int toll = most == kProhibited ? 0 : skirmish_toll(b, h);
  return toll && by("16.3.3-c") ? most + toll : most;
}

Refusal way_barred(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0];
  const Seat side = side_of(b, u);
  if (h >= b.field.grid.size() || b.field.grid.side_to(b.pos.at(u), h) < 0) REFUSE("16.3.2-a", u, h);
  if (back(b).flags & kStopped) {
    if (friend_at(b, b.pos.at(u), side)) REFUSE("16.3.1-h", u, h);
    REFUSE("16.3.2-g", u, h);
  }
  if (enemy_at(b, h, side)) REFUSE("16.3.3-a", u, h);
  const int cost = step_cost(b, h);
  if (cost == kProhibited) REFUSE("13.1.7.1-a", u, h);
  if (back(b).spent + cost > back(b).allowance) REFUSE("16.3.2-f", u, h);
  const bool to_parent = parent_hex(b, u) == h || (parent_hex(b, u) != kNoHex && top_at(b, h) == top_at(b, parent_hex(b, u)));
  const bool runs_free = is_gun(b, u) || is_horse(b, u);
  if (!runs_free && (!is_skirmisher(b, u) || duty(b, u) == Duty::None) && !to_parent) REFUSE("16.3.1-g", u, h);
  if (const Refusal no = zone_barred_back(b, u, h, side)) return no;
  return room_barred(b, h);
}

bool has_way(const Look& b) {
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(back(b).unit[0]), k).to; h != kNoHex && !way_barred(b, h)) return true;
  return false;
}

// Skirmishers of two hexes go back one behind the other, and spread again where they stop (12.10.2-b, 12.10.4-a).
bool lacks_width(const Look& b) {
  const UnitId u = back(b).unit[0];
  if (back(b).steps == 0 || back(b).count > 1 || !is_skirmisher(b, u) || b.pos.unit[u].hexes > 1 || top_at(b, b.pos.at(u)) != kNoUnit) return false;
  return is_horse(b, u) || increments(b, u) >= 4;
}

static Refusal spread_barred(const Look& b, Action a) {
  const UnitId u = back(b).unit[0];
  if (!lacks_width(b)) REFUSE("16.3.2-b", u, a.hex);
  const int side = a.hex < b.field.grid.size() ? b.field.grid.side_to(b.pos.at(u), a.hex) : -1;
  if (a.arg > 5 || side < 0 || (turn(side, -int(a.arg)) != 2 && turn(side, -int(a.arg)) != 5)) REFUSE("12.10.2-b", u, a.hex);
  if (edge(b, b.pos.at(u), side).cost[int(class_of(b, u))] == kProhibited) REFUSE("13.1.7.1-a", u, a.hex);
  if (top_at(b, a.hex) != kNoUnit) REFUSE("11.1.2.1-a", u, a.hex);
  if (a.hex == fight(b).hex || a.hex == fight(b).also) REFUSE("16.3.2-a", u, a.hex);  // it has left that to the enemy
  return zone_barred_back(b, u, a.hex, side_of(b, u));
}

bool can_spread(const Look& b) {
  for (uint8_t d = 0; d < 6; ++d)
    for (const int side : {2, 5}) {
      const UnitId u = back(b).unit[0];
      const HexId h = edge(b, b.pos.at(u), turn(d, side)).to;
      if (h != kNoHex && !spread_barred(b, Action{Verb::Skirmish, d, u, kNoUnit, h})) return true;
    }
  return false;
}

Refusal LeaveTroops::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  const Seat side = side_of(b, leader);
  const LeaderState& s = b.pos.leader[b.field.officer(leader)];
  if (a.hex >= b.field.grid.size() || !friend_at(b, a.hex, side) || a.hex == s.hex) REFUSE("16.3.1-a", leader, a.hex);
  if (b.field.grid.distance(a.hex, s.hex) > b.field.officers[std::size_t(b.field.officer(leader))].mp) REFUSE("16.3.5-a", leader, a.hex);
  return {};
}

Refusal ChooseWayBack::barred(const Look& b, Action a) const {
  const UnitId u = back(b).unit[0];
  if (a.who != u) REFUSE("16.3.2-b", a.who);
  if (a.verb == Verb::Move) return way_barred(b, a.hex);
  if (a.verb == Verb::Skirmish) return spread_barred(b, a);
  if (a.verb == Verb::Face) {
    if (lacks_width(b)) REFUSE("12.10.2-b", u);  // it turns as it spreads
    if (back(b).steps == 0 || back(b).faced || !is_skirmisher(b, u) || a.arg > 5 || a.arg == b.pos.unit[u].facing) REFUSE("16.3.2-e", u);
    if (back(b).spent >= back(b).allowance) REFUSE("16.3.2-e", u);
    if (friend_at(b, b.pos.at(u), side_of(b, u))) REFUSE("16.3.2-c", u);
    return {};
  }
  if (back(b).steps == 0 && duty(b, back(b).unit[0]) == Duty::Must) REFUSE("16.3-b", u);
  if (lacks_width(b) && can_spread(b)) REFUSE("12.10.2-b", u);
  return {};
}

Refusal PartingShot::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  const Fight& f = fight(b);
  const UnitId at = a.hex < b.field.grid.size() ? top_at(b, a.hex) : kNoUnit;
  if (a.who != unit || !attacks(b, f, at)) REFUSE("16.3.8-a", a.who, a.hex);
  return {};
}

}  // namespace tambour::bataille
