// SPDX-License-Identifier: MIT
// Chapter 19.4: skirmishers on foot fall back before a Charge, and the chargers follow.
#include "rules/bataille/ch19_escape.h"

#include <algorithm>

#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_square.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_opportunity.h"

namespace tambour::bataille {
namespace {

struct Party {  // skirmishers of one stack
  UnitId list[kMates];
  int count = 0, mp = 99, inc = 0;  // points of the slowest, all their Increments
  bool loose = true, fits_line = true;
};
Party party_of(const Look& b, UnitId u) {
  Party p;
  p.count = std::min(8, mates(b, u, p.list));
  for (int k = 0; k < p.count; ++k) {
    const UnitId x = p.list[k];
    const UnitState& s = b.pos.unit[x];
    p.loose &= s.form == Form::Skirmish && s.order == Order::Good && !is_horse(b, x) && !is_gun(b, x);
    p.fits_line &= increments(b, x) >= 5 || counter(b, x).size == Size::Company;
    p.mp = std::min<int>(p.mp, counter(b, x).mp), p.inc += increments(b, x);
  }
  return p;
}

bool falls_back(const Look& b, UnitId u) { return b.pos.on_map(u) && !in_hand(b, u) && party_of(b, u).loose && by("19.4.1-a"); }

int way_to(const Look& b, UnitId u, HexId h) {
  const Neighbour n = contact(b, u, h);
  if (n.hex == kNoHex || (n.part > 0 && !by("19.4.4-a"))) return kProhibited;
  return edge(b, footprint(b, u)[n.part], n.side).cost[int(Class::Infantry)];
}

bool is_formed_foot(const Look& b, UnitId there) {
  const UnitId owner = shaper(b, there);
  const UnitState& t = b.pos.unit[owner];
  return !is_horse(b, owner) && !is_gun(b, owner) && t.order == Order::Good && t.form != Form::Skirmish && t.form != Form::Road;
}

// 19.4.3-d: friends in between, through whom the hex can be reached; the cheapest way.
HexId screen_of(const Look& b, UnitId u, HexId h) {
  HexId best = kNoHex;
  int least = kProhibited;
  for (int k = 0; k < 6; ++k) {
    const HexId mid = edge(b, h, k).to;
    if (mid == kNoHex || !friend_at(b, mid, side_of(b, u)) || footprint(b, u).contains(mid) || !is_formed_foot(b, top_at(b, mid))) continue;
    const int first = way_to(b, u, mid), second = edge(b, mid, opposite(k)).cost[int(Class::Infantry)];
    if (first == kProhibited || second == kProhibited || first + second >= least) continue;
    least = first + second, best = mid;
  }
  return best;
}

// Half points to the hex, next to it or behind friends.
int refuge_cost(const Look& b, UnitId u, HexId h) {
  if (const int near = way_to(b, u, h); near != kProhibited) return near;
  const HexId mid = screen_of(b, u, h);
  if (mid == kNoHex) return kProhibited;
  return way_to(b, u, mid) + edge(b, mid, b.field.grid.side_to(mid, h)).cost[int(Class::Infantry)];
}

// 19.4.3-b: friends in Line, Column or Square, whose formation it takes.
Refusal shelter_barred(const Look& b, UnitId u, UnitId there, HexId h) {
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (!is_formed_foot(b, there)) REFUSE("19.4.3-b", u, h);
  const Party p = party_of(b, u);
  if (refuge_cost(b, u, h) > p.mp) REFUSE("19.4.3-e", u, h);  // it would come without order among the ordered
  if (t.hexes > 1 && !p.fits_line) REFUSE("12.6.1-a", u, h);
  if (stacking_barred(b, p.list, p.count, t.form, footprint(b, there), true)) REFUSE("19.4.3-e", u, h);
  return {};
}

// Behind its screen it stands as it is; a body of two hexes wants ground that takes its formation.
Refusal open_barred(const Look& b, UnitId u, HexId h) {
  const bool behind = way_to(b, u, h) == kProhibited;
  if (!ground(b, h).general && (!behind || b.pos.unit[u].hexes > 1)) REFUSE("19.4.3-a", u, h);
  const Party p = party_of(b, u);
  if (stacking_barred(b, p.list, p.count, ground(b, h).general ? Form::General : Form::Skirmish, Footprint{h}, true)) REFUSE("19.4.3-e", u, h);
  if (in_zone(b, h, side_of(b, u))) REFUSE("19.4.3-f", u, h);
  return {};
}

bool any_refuge(const Look& b, UnitId u) {
  const ChooseRefuge q{u};
  for (const HexId h : refuges(b, u))
    if (!q.barred(b, Action{Verb::Retreat, 0, u, kNoUnit, h})) return true;
  return false;
}

void leave_for(Run& r, UnitId u, HexId h) {
  const Footprint left = footprint(r.look(), u);
  const int cost = refuge_cost(r.look(), u, h);
  const Party p = party_of(r.look(), u);
  take_in_hand(r, 0, p.list, p.count);
  r.pos.hand[0].spent = uint8_t(cost);
  forget_harassers(r, 0);
  for (const HexId x : left) note_harassers(r, 0, x);
  reshape(r, u, Footprint{h});
  for (int k = 0; k < p.count; ++k) {
    r.pos.drop(p.list[k], kCharged);
    r.tell({.fact = Fact::Moved, .who = p.list[k], .hex = h, .from = left[0], .why = ground(r.look(), h).general ? cite("19.4.3-a") : cite("19.4.2-a")});
  }
}

// Like those it joins, beneath them; in General Order if it is too large for a screen. True if points are left to turn with.
bool settle_in(Run& r, UnitId u, HexId from) {
  if (!r.pos.hand[0].count) return false;
  u = r.pos.hand[0].unit[0];
  const HexId h = r.pos.at(u);
  const UnitId there = top_at(r.look(), h);
  const Party p = party_of(r.look(), u);
  const bool tired = r.pos.hand[0].spent > p.mp;  // half points against half of its points
  const bool rested = r.pos.hand[0].spent < 2 * p.mp;
  for (int k = 0; k < p.count; ++k) {
    UnitState& s = r.pos.unit[p.list[k]];
    if (s.order != Order::Good) continue;
    if (there != kNoUnit) {
      const UnitState t = r.pos.unit[shaper(r.look(), there)];
      by("19.4.3-b"), s.form = t.form, s.facing = t.facing, s.hexes = t.hexes, s.trail = t.trail;
      r.pos.stack.at[p.list[k]] = r.pos.at(there);
    } else if (ground(r.look(), h).general && p.inc > 3) {
      s.form = Form::General, s.facing = uint8_t(std::max(0, r.field.grid.side_to(from, h)));
    }
  }
  put_down(r, 0);
  for (int k = 0; k < p.count; ++k) {
    if (tired) disorder(r, p.list[k], cite("19.4.2-b"));
    if (there != kNoUnit && r.pos.on_map(p.list[k]) && !good(r.look(), p.list[k])) r.pos.set(p.list[k], kMustMove);
  }
  return rested && there == kNoUnit;
}

}  // namespace

void drop_target(Run& r, int k, UnitId foe) {
  Charge& c = charge(r, k);
  const auto end = std::remove(c.foe, c.foe + c.foes, foe);
  std::fill(end, std::end(c.foe), kNoUnit);
  c.foes = uint8_t(end - c.foe);
}

void spare_target(Run& r, int k, UnitId foe) {
  drop_target(r, k, foe);
  Charge& c = charge(r, k);
  if (c.spareds < 7) c.spared[c.spareds++] = foe;
}

void strike(Run& r, int k, UnitId foe, Citation why) {
  Charge& c = charge(r, k);
  std::fill(std::begin(c.foe), std::end(c.foe), kNoUnit);
  c.foe[0] = foe, c.foes = 1;
  if (struck_foe(r.look(), k) == kNoUnit) return drop_target(r, k, foe);
  c.stage = ChargeStage::Contact;
  UnitId list[kMates];
  for (int n = mates(r.look(), foe, list); n > 0; --n) r.pos.set(list[n - 1], kCharged);
  r.tell({.fact = Fact::ShockDeclared, .who = c.unit, .hex = r.pos.at(foe), .why = why});
}

bool is_struck_by(const Look& b, int k, UnitId foe) {
  const UnitId u = charge(b, k).unit;
  if (foe == kNoUnit || !b.pos.on_map(foe) || !b.pos.on_map(u) || b.pos.unit[u].order == Order::Pgd) return false;
  return side_of(b, foe) != side_of(b, u) && !b.pos.has(foe, kCharged) && struck_hex(b, k, foe) != kNoHex;
}

FixedVector<HexId, 48> refuges(const Look& b, UnitId u) {
  FixedVector<HexId, 48> out;
  const Footprint f = footprint(b, u);
  for (const Neighbour& n : neighbours(b.field.grid, f)) out.push_back(n.hex);
  const int near = out.size();
  for (int i = 0; i < near; ++i)
    for (int k = 0; k < 6; ++k) {
      const HexId h = edge(b, out[i], k).to;
      if (h != kNoHex && !f.contains(h) && friend_at(b, out[i], side_of(b, u)) && std::find(out.begin(), out.end(), h) == out.end() && !out.full()) out.push_back(h);
    }
  return out;
}

Refusal ChooseRefuge::barred(const Look& b, Action a) const {
  if (a.who != unit || a.hex >= b.field.grid.size()) REFUSE("19.4.2-a", a.who, a.hex);
  const int cost = refuge_cost(b, unit, a.hex);
  const Seat side = side_of(b, unit);
  if (cost == kProhibited || cost > 2 * party_of(b, unit).mp || footprint(b, unit).contains(a.hex) || enemy_at(b, a.hex, side)) REFUSE("19.4.2-a", unit, a.hex);
  if (way_to(b, unit, a.hex) == kProhibited) by("19.4.3-d");
  if (const UnitId there = top_at(b, a.hex); there != kNoUnit) return shelter_barred(b, unit, there, a.hex);
  return open_barred(b, unit, a.hex);
}

Verb TurnInRefuge::verb(const Look& b) const { return faces_vertex(b.pos.unit[unit].form) ? Verb::Face : Verb::FaceSide; }

Refusal TurnInRefuge::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (a.who != unit || a.verb != verb(b) || a.arg > 5 || a.arg == b.pos.unit[unit].facing) REFUSE("19.4.3-g", a.who);
  return {};
}

// Whom the chargers go for next: those it went into, or through (19.1.1-s3d-follow).
static UnitId next_foe(const Look& b, UnitId foe, HexId screen, HexId refuge) {
  if (screen != kNoHex) return top_at(b, screen);
  return b.pos.on_map(foe) && top_at(b, refuge) != kNoUnit ? top_at(b, refuge) : kNoUnit;
}

static bool must_fall_back(const Look& b, UnitId foe) {
  if (falls_back(b, foe) && ground(b, b.pos.at(foe)).general && by("19.3.1-g", "12.10.11-a")) return false;  // there it stands
  return falls_back(b, foe) && any_refuge(b, foe) && by("13.1.8-d");
}

static int follow_cost(const Look& b, int k, HexId h) {
  const Neighbour n = h == kNoHex ? Neighbour{} : contact(b, charge(b, k).unit, h);
  return n.hex == kNoHex ? kProhibited : edge(b, footprint(b, charge(b, k).unit)[n.part], n.side).cost[int(Class::Cavalry)];
}

static bool can_follow(const Look& b, int k, HexId h) {
  const int cost = follow_cost(b, k, h);
  return cost != kProhibited && charge(b, k).spent + cost <= 10 && top_at(b, h) == kNoUnit && !ground(b, h).general;
}

static void turn_in_refuge(Run& r, UnitId u) {
  if (r.answer().verb == Verb::Pass) return;
  const Party p = party_of(r.look(), u);
  for (int k = 0; k < p.count; ++k) {
    r.pos.unit[p.list[k]].facing = r.answer().arg;
    r.tell({.fact = Fact::Turned, .who = p.list[k], .value = int16_t(r.answer().arg), .why = cite("19.4.3-g")});
  }
  link_stack(r, r.pos.at(u));
}

Flow GiveWay::run(Run& r) {
  BEGIN;
  if (r.pos.on_map(foe) && is_horse(r.look(), shaper(r.look(), foe))) BECOME(Escape{k, foe});
  if (!must_fall_back(r.look(), foe)) RETURN(0);
  STEP("19.4.2-a");
  if (stays_in_zone(r.look(), foe)) {
    STEP("19.4.5-a");
    CALL(OpportunityFire{foe});
    CALL(Settle{});
    if (!must_fall_back(r.look(), foe)) RETURN(0);
  }
  if (charge(r, k).flags & kAtRetreat) by("19.4.5-b");
  open_event(r), forget_passes(r, side_of(r.look(), foe));
  CALL(ChargeOffer{foe});
  if (r.result()) BECOME(Caught{k, foe, UnitId(r.result() - 1)});
  note_watched(r, foe);
  ASK(ChooseRefuge{foe});
  hex = r.answer().hex, left = struck_hex(r.look(), k, foe);
  screen = way_to(r.look(), foe, hex) == kProhibited ? screen_of(r.look(), foe, hex) : kNoHex;
  leave_for(r, foe, hex);
  CALL(Harass{0});
  if (joins_square(r.look())) {
    STEP("19.4.3-c");
    CALL(JoinSquare{});
  }
  turns = settle_in(r, foe, left);
  CALL(Settle{});
  if (turns && r.pos.on_map(foe) && good(r.look(), foe)) {
    STEP("19.4.3-g");
    ASK(TurnInRefuge{foe});
    turn_in_refuge(r, foe);
  }
  CALL(ChargeOffer{foe});
  if (r.result()) BECOME(Caught{k, foe, UnitId(r.result() - 1)});
  spare_target(r, k, foe);
  if (charge(r, k).foes && struck_foe(r.look(), k) != kNoUnit && by("19.2.8-l")) RETURN(1);
  STEP("19.4.2-c");
  charge(r, k).stage = ChargeStage::Declared, charge(r, k).flags |= kReleased;
  if (!may_recall(r.look(), k)) RETURN(1);  // it rides on with the others
  ASK(TryRecall{charge(r, k).unit});
  if (r.yes()) {
    r.step(next_foe(r.look(), foe, screen, hex) == kNoUnit ? cite("19.8.1-a") : cite("19.8.1-b"));
    ROLL(Dice::D6, kAnyFace, RecallDie{charge(r, k).unit});
    if (call_back(r, charge(r, k).unit, r.face())) {
      STEP("19.1.1-s3d-recall");
      charge(r, k).flags |= kGoesOn;  // it may take a new target, or end here
      RETURN(1);
    }
  }
  if (!can_follow(r.look(), k, left)) {
    STEP("19.4.2-e");
    RETURN(1);
  }
  STEP("19.4.2-d");
  charge(r, k).spent = uint8_t(charge(r, k).spent + follow_cost(r.look(), k, left));
  CALL(RideStep{charge(r, k).unit, 0, left});
  if (r.result() == kStruck) {
    STEP("19.4.5-d");
    RETURN(1);
  }
  if (!r.result() || !r.pos.on_map(charge(r, k).unit)) RETURN(1);
  if (is_struck_by(r.look(), k, next_foe(r.look(), foe, screen, hex)))
    strike(r, k, next_foe(r.look(), foe, screen, hex), cite("19.1.1-s3d-follow"));
  RETURN(1);
  END;
}

}  // namespace tambour::bataille
