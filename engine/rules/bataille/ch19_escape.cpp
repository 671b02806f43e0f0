// SPDX-License-Identifier: MIT
// Chapter 19.5: which cavalry retreats before a Charge, and where it may ride.
#include "rules/bataille/ch19_escape.h"

#include <algorithm>

#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {
namespace {

const Hand& runner(const Look& b) { return b.pos.hand[0]; }

int slowest(const Look& b, UnitId top) {
  UnitId list[kMates];
  int least = 99;
  for (int k = 0, n = mates(b, top, list); k < n; ++k) least = std::min(least, printed_mp(b, list[k]));
  return least;
}

int fastest(const Look& b, UnitId top) {
  UnitId list[kMates];
  int most = 0;
  for (int k = 0, n = mates(b, top, list); k < n; ++k) most = std::max(most, printed_mp(b, list[k]));
  return most;
}

bool is_skirmisher(const UnitState& s) { return s.form == Form::Skirmish && s.order == Order::Good; }

// 19.5.2.1: friends it may ride through, and those it may end with.
bool lets_pass(const Look& b, const UnitState& mine, UnitId there) {
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (is_skirmisher(mine)) return t.order != Order::Pgd && by("19.5.2.1-e");
  return t.order == Order::Good && (t.form == Form::Skirmish || t.form == Form::Square) && by("12.10.5.1-a");
}

bool takes_in(const Look& b, UnitId u, UnitId there) {
  const UnitId owner = shaper(b, there);
  const UnitState& t = b.pos.unit[owner];
  if (!is_horse(b, owner) || t.order != Order::Good || (t.form != Form::Line && t.form != Form::Column)) return false;
  return !stacking_barred(b, runner(b).unit, runner(b).count, t.form, footprint(b, there), true) && b.pos.on_map(u);
}

// Lines and skirmishers go abreast, columns after either of their ends.
Footprint ridden(const Look& b, const Footprint& f, const UnitState& s, HexId h) {
  Footprint out;
  const bool abreast = s.form == Form::Line || s.form == Form::Skirmish;
  const int dir = b.field.grid.side_to(f[0], h);
  if (f.size() == 1 || (dir >= 0 && !abreast)) {
    if (dir < 0 || f.contains(h)) return {};
    out.push_back(h);
    for (int k = 0; k + 1 < f.size(); ++k) out.push_back(f[k]);
    return out;
  }
  if (abreast) {
    if (dir < 0) return {};
    for (const HexId x : f) {
      const HexId to = edge(b, x, dir).to;
      if (to == kNoHex) return {};
      out.push_back(to);
    }
    return out;
  }
  if (b.field.grid.side_to(f[f.size() - 1], h) < 0 || f.contains(h)) return {};
  out.push_back(h);
  for (int k = f.size() - 1; k > 0; --k) out.push_back(f[k]);
  return out;
}

int price(const Look& b, const Footprint& from, const Footprint& to) {
  int most = 0;
  for (const HexId h : to) {
    if (from.contains(h)) continue;
    int least = kProhibited;
    for (const HexId x : from)
      if (const int side = b.field.grid.side_to(x, h); side >= 0) least = std::min<int>(least, edge(b, x, side).cost[int(Class::Cavalry)]);
    most = std::max(most, least);
  }
  return most;
}

// `spent` before it. Whether it could go on from there is not looked at.
Refusal away_barred(const Look& b, const Footprint& from, const UnitState& s, HexId h, int spent, Away& out) {
  const UnitId u = runner(b).unit[0];
  const Seat side = side_of(b, u);
  if (h >= b.field.grid.size()) REFUSE("19.5.2.1-a", u, h);
  out.to = ridden(b, from, s, h);
  if (out.to.empty()) REFUSE("19.5.2-b", u, h);
  if (ground(b, from[0]).general && !ground(b, h).general) REFUSE("19.5.2-b", u, h);
  const UnitId friends = top_at(b, h);
  out.joins = friends != kNoUnit && side_of(b, friends) == side && takes_in(b, u, friends);
  out.woods = ground(b, h).general;
  if (out.joins || out.woods) out.to = Footprint{h};
  for (const HexId x : out.to) {
    if (enemy_at(b, x, side)) REFUSE("19.5.2.1-a", u, x);
    if (!out.woods && ground(b, x).general) REFUSE("19.5.2-b", u, x);
    const UnitId there = top_at(b, x);
    if (there == kNoUnit) {
      if (in_horse_zone(b, Footprint{x}, side)) REFUSE("19.5.2.1-b", u, x);
      continue;
    }
    if (out.joins && by("19.5.2-f")) continue;
    if (out.woods) REFUSE("19.5.2.1-d", u, x);
    if (!lets_pass(b, s, there)) REFUSE("19.5.2.1-c", u, x);
    out.passes = true;
  }
  out.cost = price(b, from, out.to);
  if (out.cost == kProhibited) REFUSE("19.5.2.1-a", u, h);
  if (spent + out.cost > runner(b).allowance) REFUSE("19.5.2-c", u, h);
  return {};
}

// From among friends there must be a way on (19.5.2.1-d).
bool goes_on(const Look& b, const Away& at, UnitState s, int spent) {
  for (const Neighbour& n : neighbours(b.field.grid, at.to)) {
    Away next;
    if (!away_barred(b, at.to, s, n.hex, spent, next) && !next.passes) return true;
  }
  return false;
}

}  // namespace

Refusal escape_barred(const Look& b, HexId h, Away& out) {
  const UnitId u = runner(b).unit[0];
  const UnitState& s = b.pos.unit[shaper(b, u)];
  if (runner(b).flags & kStopped) REFUSE("19.5.2-f", u, h);
  if (const Refusal no = away_barred(b, footprint(b, u), s, h, runner(b).spent, out)) return no;
  if (out.passes && !goes_on(b, out, s, runner(b).spent + out.cost)) REFUSE("19.5.2.1-d", u, h);
  return {};
}

bool any_escape(const Look& b) {
  Away out;
  for (const Neighbour& n : neighbours(b.field.grid, footprint(b, runner(b).unit[0])))
    if (!escape_barred(b, n.hex, out)) return true;
  return false;
}

bool is_among_friends(const Look& b) {
  const Footprint f = footprint(b, runner(b).unit[0]);
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return top_at(b, h) != kNoUnit; });
}

static Refusal turn_barred(const Look& b, Action a) {
  const UnitId u = runner(b).unit[0];
  const UnitState& s = b.pos.unit[shaper(b, u)];
  const bool wide = s.hexes > 1, vertex = faces_vertex(s.form);
  if (runner(b).steps == 0 || runner(b).faced || is_among_friends(b) || runner(b).spent >= runner(b).allowance) REFUSE("19.5.2-g", u);
  if (a.arg > 5 || a.arg == s.facing || vertex != (a.verb == Verb::Face)) REFUSE("19.5.2-g", u);
  if (wide && (!vertex || a.arg != turn(s.facing, 3))) REFUSE("9.2.1-a", u);  // a long one only turns about
  return {};
}

bool can_escape(const Look& b, int k, UnitId foe) {
  if (!b.pos.on_map(foe) || in_hand(b, foe)) return false;
  const UnitId top = b.pos.stack.top(b.pos.at(foe));
  UnitId list[kMates];
  const int n = mates(b, top, list);
  for (int i = 0; i < n; ++i)
    if (!is_horse(b, list[i]) || !good(b, list[i]) || horse(b, list[i]).ready == Ready::Exhausted) return !by("19.15.5-b");
  if (charge(b, k).flags & kCaught) return false;  // it has tried
  const Charge& c = charge(b, k);
  if (n > 8 || c.kind == ChargeKind::Reaction) return !by("19.5.1-b", "19.17.3-c");
  if (slowest(b, top) <= fastest(b, c.unit)) return c.flags & kAtRetreat ? !by("19.5.4-b") : !by("19.5.1-a");
  if (c.flags & kAtRetreat) by("19.5.4-b", "19.5.1-b");
  return by("19.5.1-a", "19.1.1-s3d-cav", "19.3.1-a", "13.1.8-d");
}

Refusal ChooseEscape::barred(const Look& b, Action a) const {
  const UnitId u = runner(b).unit[0];
  Away step;
  if (a.who != u) REFUSE("19.5.2-a", a.who);
  if (a.verb == Verb::Move) return escape_barred(b, a.hex, step);
  if (a.verb != Verb::Stop) return turn_barred(b, a);
  if (runner(b).steps == 0 && is_skirmisher(b.pos.unit[shaper(b, u)]) && any_escape(b)) REFUSE("19.3.1-c", u);
  if (!(runner(b).flags & kStopped) && is_among_friends(b) && any_escape(b)) REFUSE("19.5.2.1-d", u);
  return {};
}

}  // namespace tambour::bataille
