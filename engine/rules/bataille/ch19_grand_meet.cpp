// SPDX-License-Identifier: MIT
// Chapter 19.16: who rides on in a Grand Charge, its leader on the way, and who reacts to it.
#include <algorithm>

#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/ch19_meeting.h"

namespace tambour::bataille {

bool goes_on(const Look& b, int k) {
  const Charge& c = charge(b, k);
  if (c.kind != ChargeKind::Grand || c.stage != ChargeStage::Declared || c.flags & kFallenOut) return false;
  return b.pos.on_map(c.unit) && b.pos.unit[c.unit].order != Order::Pgd;
}

bool anybody_goes_on(const Look& b) {
  for (int k = 0; k < kCharges; ++k)
    if (goes_on(b, k)) return true;
  return false;
}

bool is_near(const Look& b, const Footprint& f, HexId leader) { return leader != kNoHex && distance(b.field.grid, f, leader) <= 1; }

HexId leader_ahead(const Look& b) {
  const HexId h = b.pos.leader[b.pos.grand.leader].hex;
  for (int k = 0; k < kCharges; ++k)
    if (b.pos.grand.todo >> k & 1 && goes_on(b, k) && footprint(b, charge(b, k).unit).contains(h) && ahead(b, h) != kNoHex) return ahead(b, h);
  return h;
}

namespace {

int stacks_near(const Look& b, HexId h) {
  int n = 0;
  for (int k = 0; k < kCharges; ++k) n += goes_on(b, k) && is_near(b, footprint(b, charge(b, k).unit), h);
  return n;
}

}  // namespace

// A137: into the hex from which he is next to most of them, best with one of them.
void lead_on(Run& r) {
  LeaderState& s = r.pos.leader[r.pos.grand.leader];
  if (s.fate != Fate::OnMap) return;
  HexId best = s.hex;
  int most = stacks_near(r.look(), best);
  const auto consider = [&](HexId h) {
    if (h == kNoHex || enemy_at(r.look(), h, r.field.officers[r.pos.grand.leader].side)) return;
    if (const int n = stacks_near(r.look(), h); n > most) best = h, most = n;
  };
  for (int k = 0; k < kCharges; ++k)
    if (goes_on(r.look(), k))
      for (const HexId h : footprint(r.look(), charge(r, k).unit)) consider(h);
  for (int k = 0; k < kCharges; ++k)
    for (int d = 0; d < 6 && goes_on(r.look(), k); ++d)
      if (const Edge& e = edge(r.look(), r.pos.at(charge(r, k).unit), d); e.cost[int(Class::Leader)] != kProhibited) consider(e.to);
  if (best == s.hex) return;
  s.hex = best, s.flags |= kRode;
  r.tell({.fact = Fact::CommanderMoved, .who = r.field.officer_id(r.pos.grand.leader), .hex = best, .why = cite("19.16.1-a")});
}

int left_alone(const Look& b) {
  const LeaderState& s = b.pos.leader[b.pos.grand.leader];
  for (int k = 0; k < kCharges; ++k)
    if (goes_on(b, k) && (s.fate != Fate::OnMap || !is_near(b, footprint(b, charge(b, k).unit), s.hex))) return k;
  return -1;
}

namespace {

// The nearest stack of it that this act of the unit may answer, or the nearest of all.
int answered(const Look& b, UnitId u, Verb v) {
  int best = -1, least = 999;
  const Footprint f = footprint(b, u);
  for (int k = 0; k < kCharges; ++k) {
    if (!goes_on(b, k) || (v == Verb::DeclareCharge && is_aloft(b, k))) continue;
    int far = gap(b, f, footprint(b, charge(b, k).unit));
    if (v == Verb::FormSquare && try_square_barred(b, u, charge(b, k).unit)) far += 100;
    if (v == Verb::FormLine && form_up_barred(b, u, k)) far += 100;
    if (far < least) best = k, least = far;
  }
  return best;
}

bool anybody_reacts(const Look& b, Seat side) {
  if (b.pos.grand.flags & kNobodyReacts) return false;
  const ReactToGrandCharge q{side};
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || side_of(b, u) != side) continue;
    for (const Verb v : {Verb::FormSquare, Verb::DeclareCharge, Verb::FormLine})
      if ((v == Verb::FormSquare || is_horse(b, u)) && !q.barred(b, Action{v, v == Verb::FormLine ? b.pos.unit[u].facing : uint8_t(0), u})) return true;
  }
  return false;
}

}  // namespace

Refusal ReactToGrandCharge::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass || a.verb == Verb::Done) return {};
  if (!b.field.is_unit(a.who) || !b.pos.on_map(a.who) || side_of(b, a.who) != side) REFUSE("19.3.1-a", a.who);
  if (in_hand(b, a.who) || b.pos.stack.top(b.pos.at(a.who)) != a.who) REFUSE("19.3.1-a", a.who);
  if (a.verb == Verb::FormLine && a.arg != b.pos.unit[a.who].facing) REFUSE("12.10.9.1-c", a.who);
  const int k = answered(b, a.who, a.verb);
  if (k < 0) REFUSE("19.17-b", a.who);
  if (a.verb == Verb::FormSquare) return try_square_barred(b, a.who, charge(b, k).unit);
  if (a.verb == Verb::FormLine) return form_up_barred(b, a.who, k);
  return by("19.16.7-a"), reaction_barred(b, a.who, k);
}

Flow GrandWindow::run(Run& r) {
  const Seat side = other(r.field.officers[r.pos.grand.leader].side);
  BEGIN;
  while (anybody_goes_on(r.look()) && anybody_reacts(r.look(), side)) {
    STEP("7.2.2.1-b");
    ASK(ReactToGrandCharge{side});
    if (r.answer().verb == Verb::Done) r.pos.grand.flags |= kNobodyReacts;
    if (r.answer().verb == Verb::Done || r.answer().verb == Verb::Pass) break;
    unit = r.answer().who, k = uint8_t(answered(r.look(), unit, r.answer().verb));
    if (r.answer().verb == Verb::FormLine) {
      CALL(FormUp{unit, k});
      continue;
    }
    if (r.answer().verb == Verb::FormSquare) {
      CALL(TrySquare{unit, charge(r, k).unit, k});
      continue;
    }
    STEP("19.16.7-a");
    CALL(ReactionCharge{unit, k});
  }
  END;
}

}  // namespace tambour::bataille
