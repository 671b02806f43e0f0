// SPDX-License-Identifier: MIT
// Chapter 8.7: Administrative March.
#include <algorithm>

#include "rules/bataille/ch08_create.h"

namespace tambour::bataille {

static bool has_road(const Look& b, HexId h) {
  for (int k = 0; k < 6; ++k)
    if (edge(b, h, k).road) return true;
  return false;
}

static bool is_terminus(const Look& b, Seat side, HexId h) {
  for (std::size_t e = 0; e < b.field.entries.size(); ++e)
    if (b.pos.terminus[e] == h && b.field.entries[e].side == side) return true;
  return false;
}

// On a shortest way in hexes between a superior and a Terminus, whatever the ground.
static bool is_between(const Look& b, HexId superior, HexId h, Seat side) {
  const Grid& g = b.field.grid;
  for (std::size_t e = 0; e < b.field.entries.size(); ++e)
    if (const HexId t = b.pos.terminus[e]; t != kNoHex && b.field.entries[e].side == side && g.distance(superior, h) + g.distance(h, t) == g.distance(superior, t))
      return true;
  return false;
}

bool is_goal(const Look& b, int k, HexId h) {
  const Seat side = b.field.officers[std::size_t(k)].side;
  if (h >= b.field.grid.size() || h == b.pos.leader[k].hex || enemy_at(b, h, side)) return false;
  if (is_terminus(b, side, h)) return true;
  // Without a superior on the map it must be a Terminus (8.7.1-d).
  const bool road = has_road(b, h);
  for (uint8_t post = role(b, k).superior; post != kNone; post = b.field.officers[post].superior) {
    const int above = holder(b, post);
    if (above < 0 && by("8.7.1-d")) continue;
    const HexId at = b.pos.leader[above].hex;
    if (by("8.7.1-c") && b.field.grid.distance(at, h) <= span_of(b, above)) return true;
    if (road && is_between(b, at, h, side)) return true;
  }
  return false;
}

Refusal ChooseGoal::barred(const Look& b, Action a) const {
  const int k = b.field.officer(leader);
  if (a.verb == Verb::Pass) {
    if (b.pos.leader[k].goal == kNoHex) REFUSE("8.7.1-a", leader);  // there is nothing to cancel
    return {};
  }
  if (a.who != leader || !is_goal(b, k, a.hex)) REFUSE("8.7.1-b", leader, a.hex);
  return {};
}

void end_march(Run& r, int k) {
  LeaderState& s = r.pos.leader[k];
  s.goal = kNoHex, s.flags = uint8_t(s.flags & ~(kArrived | kLastTurn));
  for (const UnitId u : all_units(r.field))
    if (r.pos.has(u, kMarchAm) && is_below(r.look(), r.pos.unit[u].under, s.post)) r.pos.drop(u, kMarchAm);
  r.tell({.fact = Fact::MoveEnded, .who = r.field.officer_id(k), .why = cite("8.7.2-c")});
}

static void begin_march(Run& r, int k, HexId goal) {
  LeaderState& s = r.pos.leader[k];
  s.goal = goal, s.flags = uint8_t(s.flags & ~(kArrived | kLastTurn));
  const UnitSet set = members(r.look(), k, Mu::Own) | column_of(r.look(), k);
  for (const UnitId u : all_units(r.field))
    if (set.has(u) && !is_posted(r.look(), u) && by("8.7-e", "8.7.1-a")) r.pos.set(u, kMarchAm | kHadMu);
  r.tell({.fact = Fact::OrderPlaced, .who = r.field.officer_id(k), .hex = goal, .why = cite("8.7.1-a")});
}

Flow OrderMarch::run(Run& r) {
  BEGIN;
  STEP("8.7.1-b");
  ASK(ChooseGoal{leader});
  if (r.answer().verb == Verb::Pass) end_march(r, r.field.officer(leader));
  else begin_march(r, r.field.officer(leader), r.answer().hex);
  END;
}

// 8.7.3-c: any enemy within ten hexes of a marching unit, but for harmless ones (8.7.3-d).
static bool is_threatened(const Look& b, int k) {
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kMarchAm) || !is_below(b, b.pos.unit[u].under, b.pos.leader[k].post)) continue;
    const Footprint g = footprint(b, u);
    for (const UnitId e : all_units(b.field)) {
      if (!b.pos.on_map(e) || side_of(b, e) == b.field.officers[std::size_t(k)].side) continue;
      if (b.field.grid.distance(b.pos.at(u), b.pos.at(e)) > 10 + 2 * kLongest) continue;
      const UnitState& s = b.pos.unit[e];
      const Footprint f = footprint(b, e);
      const bool harmless = s.order == Order::Pgd || (is_gun(b, e) && s.form != Form::Unlimbered);  // in Road Column too
      if (std::any_of(g.begin(), g.end(), [&](HexId h) { return distance(b.field.grid, f, h) <= 10; }) && !(harmless && by("8.7.3-d"))) return true;
    }
  }
  return false;
}

void check_marches(Run& r) {
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].goal != kNoHex && (r.pos.leader[k].fate != Fate::OnMap || (is_threatened(r.look(), k) && by("8.7.3-c")))) end_march(r, k);
}

void note_arrivals(Run& r) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate == Fate::OnMap && s.goal != kNoHex && s.hex == s.goal && !(s.flags & (kArrived | kLastTurn)) && by("8.7.2-a")) s.flags |= kArrived;
  }
}

void turn_markers(Run& r) {
  by("7.5.9-c");
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].flags & kLastTurn && by("7.5.9-a")) end_march(r, k);
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].flags & kArrived && by("7.5.9-b")) r.pos.leader[k].flags = uint8_t((r.pos.leader[k].flags & ~kArrived) | kLastTurn);
}

}  // namespace tambour::bataille
