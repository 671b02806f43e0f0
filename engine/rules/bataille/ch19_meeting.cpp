// SPDX-License-Identifier: MIT
// Chapters 19.17.2 and 19.17.4: the cavalry that reacts and the chargers ride towards each other.
#include "rules/bataille/ch19_meeting.h"

#include <algorithm>

#include "rules/bataille/ch13_retreat.h"

namespace tambour::bataille {

static bool is_open(const Look& b, HexId h, const Footprint& own) {
  return h != kNoHex && !ground(b, h).general && (top_at(b, h) == kNoUnit || own.contains(h));
}

Footprint shifted(const Look& b, const Footprint& f, bool line, int dir, int& cost) {
  Footprint out;
  int most = 0;
  for (int part = 0; part < (line ? f.size() : 1); ++part) {
    const Edge& e = edge(b, f[part], dir);
    if (!is_open(b, e.to, f) || e.cost[int(Class::Cavalry)] == kProhibited) return {};
    most = std::max<int>(most, e.cost[int(Class::Cavalry)]);
    out.push_back(e.to);
  }
  for (int part = 0; !line && part + 1 < f.size(); ++part) out.push_back(f[part]);
  cost += most;
  return out;
}

int gap(const Look& b, const Footprint& one, const Footprint& two) {
  int least = 99;
  for (const HexId h : one) least = std::min(least, distance(b.field.grid, two, h));
  return least;
}

bool goes_ahead(const UnitState& s, int dir) {
  return s.order == Order::Good && s.form == Form::Line ? turn(dir, -s.facing) < 2 : s.order != Order::Good || angle(dir, s.facing) <= 1;
}

bool touches_front(const Look& b, const Footprint& f, const UnitState& s, const Footprint& foe) {
  for (int part = 0; part < f.size(); ++part)
    for (const HexId h : foe)
      if (const int side = b.field.grid.side_to(f[part], h);
          side >= 0 && aspect_of(s.form, s.order, s.facing, f.size(), part, side, false) == Aspect::Front)
        return true;
  return false;
}

void bring_riders(Run& r, const Footprint& left, HexId to, Seat side) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate == Fate::OnMap && left.contains(s.hex) && r.field.officers[std::size_t(k)].side == side) s.hex = to, s.flags |= kRode;
  }
}

bool in_some_charge(const Look& b, UnitId u) {
  for (const Charge& c : b.pos.charge)
    if (c.stage != ChargeStage::None && (c.unit == u || c.struck == u)) return true;
  return b.pos.has(u, kCharged);
}

int reaction_depth(const Look& b, UnitId u) {
  by("19.17.1-a");
  const bool tired = horse(b, u).ready == Ready::Tired;
  if (is_light(b, u)) return tired ? 3 : 5;
  return tired ? 2 : 3;
}

namespace {

bool is_wide(const Stance& at) { return at.s.form == Form::Line && at.s.order == Order::Good && at.f.size() > 1; }

// Step by step towards the other, through the front if it keeps its facing.
bool approach(const Look& b, Stance& at, const Footprint& to, int steps, bool turns, int& cost) {
  const bool line = at.s.form == Form::Line;
  while (steps-- > 0) {
    Footprint best;
    int paid = cost;
    for (int dir = 0; dir < 6 && best.empty(); ++dir) {
      const bool ahead = line ? turn(dir, -at.s.facing) < 2 : angle(dir, at.s.facing) <= 1;
      if (!ahead && !turns) continue;
      int price = cost;
      const Footprint next = shifted(b, at.f, line, dir, price);
      if (next.empty() || gap(b, next, to) >= gap(b, at.f, to)) continue;
      best = next, paid = price;
    }
    if (best.empty()) return false;
    at.f = best, cost = paid;
  }
  return true;
}

constexpr int kAnyDepth = 20;

// 1: it finds him sooner by wheeling to its right; -1: to its left.
int hand_towards(const Look& b, const Stance& at, const Footprint& foe) {
  Stance look = at;
  for (int by_sides = 1; by_sides <= 3; ++by_sides)
    for (const int hand : {1, -1}) {
      look.s.facing = uint8_t(turn(at.s.facing, hand * by_sides));
      if (reaches(b, look, foe, kAnyDepth)) return hand;
    }
  return 1;
}

// 9.2.1: the end on that hand stays, the rest of the Line swings round by one hexside. False if somebody or something is in the way.
bool swing(const Look& b, Stance& at, int hand) {
  const int flank = turn(at.s.facing, hand > 0 ? 2 : 5);
  const bool by_tail = b.field.grid.side_to(at.f[0], at.f[1]) == flank;
  const Footprint from = by_tail ? reversed(at.f) : at.f;
  const Footprint swung = lay(b.field.grid, from[0], turn(opposite(flank), hand), from.size());
  if (swung.empty()) return false;
  for (const HexId h : swung)
    if (!is_open(b, h, at.f) || b.field.edge(h, 0).cost[int(Class::Cavalry)] == kProhibited) return false;
  at.f = by_tail ? reversed(swung) : swung;
  at.s.facing = uint8_t(turn(at.s.facing, hand));
  return true;
}

// 19.17.4: a long Line wheels until it has the reactor before it, as far as there is room.
Stance faced_about(const Look& b, UnitId rider, const Footprint& foe) {
  Stance out = stance_of(b, rider);
  if (!is_wide(out)) return out;
  const int hand = hand_towards(b, out, foe);
  for (int i = 0; i < 3 && !reaches(b, out, foe, kAnyDepth); ++i)
    if (!swing(b, out, hand)) break;
  return out;
}

// The charger turns to the reactor if it does not face it (19.2.2-c).
void turn_to(Run& r, UnitId rider, const Footprint& foe) {
  const UnitId u = shaper(r.look(), rider);
  const Stance at = stance_of(r.look(), rider);
  if (at.s.order != Order::Good || touches_front(r.look(), at.f, at.s, foe) || is_wide(at)) return;
  for (const HexId h : foe)
    if (const int side = r.field.grid.side_to(at.f[0], h); side >= 0) {
      UnitId list[kMates];
      by("19.2.2-c");
      for (int n = mates(r.look(), u, list); n > 0; --n) r.pos.unit[list[n - 1]].facing = uint8_t(side);
      r.tell({.fact = Fact::Turned, .who = u, .value = int16_t(side), .why = cite("19.17.2-d")});
      return;
    }
}

void wheel_line(Run& r, UnitId rider, int facing) {
  UnitId list[kMates];
  if (r.pos.unit[shaper(r.look(), rider)].facing == facing) return;
  for (int n = mates(r.look(), rider, list); n > 0; --n) r.pos.unit[list[n - 1]].facing = uint8_t(facing);
  r.tell({.fact = Fact::Turned, .who = rider, .value = int16_t(facing), .why = cite("19.17.4-a")});
}

}  // namespace

// 19.17.2: the charger goes one hex farther if the hexes between them are odd in number (A69).
Refusal meet_barred(const Look& b, UnitId u, UnitId rider, const Stance& from, Meeting& out) {
  const Stance faced = faced_about(b, rider, from.f);
  out = {from, faced};
  const int between = gap(b, out.mine.f, out.theirs.f) - 1;
  const int my_steps = between / 2, their_steps = between - my_steps;
  int cost = 0, free = 0;
  if (!approach(b, out.mine, out.theirs.f, my_steps, false, cost)) REFUSE("19.17.2-f", u);
  if (!approach(b, out.theirs, out.mine.f, their_steps, !is_wide(faced), free)) {
    if (!is_wide(faced)) REFUSE("19.17.2-f", u);
    out.theirs = faced;  // 19.17.4: it waits, the reactor rides all the way
    if (!approach(b, out.mine, faced.f, their_steps, false, cost)) REFUSE("19.17.2-f", u);
  }
  if (cost > 10) REFUSE("19.17.2-e", u);
  if (!touches_front(b, out.mine.f, out.mine.s, out.theirs.f)) REFUSE("19.17.2-f", u);
  return {};
}

void come_together(Run& r, UnitId u, int k) {
  Charge& c = charge(r, k);
  const UnitId rider = c.unit;
  Meeting m;
  if (meet_barred(r.look(), u, rider, stance_of(r.look(), u), m)) return;
  const Footprint mine = footprint(r.look(), u), theirs = footprint(r.look(), rider);
  reshape(r, u, m.mine.f), reshape(r, rider, m.theirs.f);
  wheel_line(r, rider, m.theirs.s.facing);
  bring_riders(r, mine, m.mine.f[0], side_of(r.look(), u)), bring_riders(r, theirs, m.theirs.f[0], side_of(r.look(), rider));
  for (const HexId h : m.mine.f) disturb_leaders(r, h, side_of(r.look(), rider));
  for (const HexId h : m.theirs.f) disturb_leaders(r, h, side_of(r.look(), u));
  turn_to(r, rider, m.mine.f);
  r.tell({.fact = Fact::CounterCharged, .who = u, .whom = rider, .hex = m.mine.f[0], .why = cite("19.1.1-s3b-pass")});
  r.tell({.fact = Fact::Moved, .who = rider, .hex = m.theirs.f[0], .from = c.start, .why = cite("19.17.2-c")});
  by("19.17-e", "19.17.2-g");  // the Charge is the reactor's from here on
  c.struck = rider, c.unit = u, c.kind = ChargeKind::Reaction, c.stage = ChargeStage::Contact;
  std::fill(std::begin(c.foe), std::end(c.foe), kNoUnit);
  c.foe[0] = rider, c.foes = 1;
  for (const UnitId top : {u, rider}) {
    UnitId list[kMates];
    for (int n = mates(r.look(), top, list); n > 0; --n) r.pos.set(list[n - 1], kCharged);
  }
}

}  // namespace tambour::bataille
