// SPDX-License-Identifier: MIT
// Chapter 19.5: the retreat itself, in step with those who pursue it.
#include <algorithm>

#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_escape.h"
#include "rules/bataille/ch19_opportunity.h"
#include "rules/bataille/ch19_ride.h"

namespace tambour::bataille {
namespace {

const Hand& runner(const Look& b) { return b.pos.hand[0]; }

void pick_up(Run& r, const Escape& e) {
  UnitId list[kMates];
  const int n = std::min(8, mates(r.look(), e.foe, list));
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.allowance = 255, hand.spent = e.spent, hand.steps = e.steps;
  for (int i = 0; i < n; ++i) hand.allowance = std::min(hand.allowance, uint8_t(rested_allowance(r.look(), list[i])));
}

void ride_away(Run& r, HexId h) {
  Away step;
  if (escape_barred(r.look(), h, step)) return;
  Hand& hand = r.pos.hand[0];
  const UnitId u = shaper(r.look(), hand.unit[0]);
  const Footprint left = footprint(r.look(), u);
  const Seat side = side_of(r.look(), u);
  for (const HexId x : left)
    if (!step.to.contains(x)) note_harassers(r, 0, x);
  reshape(r, u, step.to);
  hand.spent = uint8_t(hand.spent + step.cost), ++hand.steps, hand.faced = 0;
  if (step.joins) hand.flags |= kStopped;
  const int dir = step.to.size() > 1 ? r.field.grid.side_to(step.to[1], step.to[0]) : r.field.grid.side_to(left[0], h);
  for (int i = 0; i < hand.count; ++i) {
    UnitState& s = r.pos.unit[hand.unit[i]];
    if (step.woods) s.form = Form::General;
    if (!faces_vertex(s.form) && dir >= 0) s.facing = uint8_t(dir);
    r.tell({.fact = Fact::Moved, .who = hand.unit[i], .hex = h, .from = left[0], .why = cite("19.5.2-a")});
  }
  for (int i = 0; i < r.field.officer_count(); ++i) {
    LeaderState& s = r.pos.leader[i];
    if (s.fate == Fate::OnMap && left.contains(s.hex) && r.field.officers[std::size_t(i)].side == side) s.hex = h;
  }
  for (const HexId x : step.to) disturb_leaders(r, x, other(side));
}

// 12.9.5: too many in the hex of a Square, and all of them check.
bool crowds_square(const Look& b) {
  const UnitId u = runner(b).unit[0];
  const UnitId there = top_at(b, b.pos.at(u));
  if (there == kNoUnit || b.pos.unit[shaper(b, there)].form != Form::Square) return false;
  UnitId list[kMates];
  int sum = 0;
  for (const UnitId top : {u, there})
    for (int k = mates(b, top, list); k > 0; --k) sum += is_gun(b, list[k - 1]) ? 0 : increments(b, list[k - 1]);
  return sum > b.field.charts.limits[ground(b, b.pos.at(u)).terrain].infantry ? by("12.9.5-b") : !by("12.9.5-a");
}

// 19.5.2-d, 19.5.2-f: how it ends.
void settle_down(Run& r) {
  Hand& hand = r.pos.hand[0];
  if (!hand.count) return;
  UnitId list[8];
  const int n = hand.count, spent = hand.spent;
  std::copy(hand.unit, hand.unit + n, list);
  const bool tired = 2 * spent > hand.allowance, stops = hand.flags & kStopped;
  const UnitId there = top_at(r.look(), r.pos.at(list[0]));
  if (there != kNoUnit && stops) {
    const UnitState t = r.pos.unit[shaper(r.look(), there)];
    for (int i = 0; i < n; ++i) {
      UnitState& s = r.pos.unit[list[i]];
      r.pos.stack.at[list[i]] = r.pos.at(there);
      s.form = t.form, s.facing = t.facing, s.hexes = t.hexes, s.trail = t.trail;
    }
  } else if (is_among_friends(r.look())) {
    reshape(r, list[0], Footprint{r.pos.at(list[0])});
    for (int i = 0; i < n; ++i) r.pos.set(list[i], kMustMove);  // it lost its order on the way
  }
  put_down(r, 0);
  for (int i = 0; i < n; ++i) {
    note_ridden(r, list[i], spent);
    if (tired && by("19.15.1.3-a") && (horse(r, list[i]).ready != Ready::Tired || by("19.15.4-c"))) exhaust(r, list[i], cite("19.5.2-d"));
  }
}

bool runs_yet(const Look& b) { return runner(b).count && good(b, runner(b).unit[0]); }

// ---- the pursuers

// Enemy cavalry but the one that is pursued (19.5.3.1-a).
bool is_held(const Look& b, const Footprint& f, Seat side, UnitId but) {
  for (const HexId h : f)
    for (int k = 0; k < 6; ++k) {
      const HexId n = edge(b, h, k).to;
      const UnitId there = n == kNoHex ? kNoUnit : top_at(b, n);
      if (there == kNoUnit || side_of(b, there) == side || !is_horse(b, shaper(b, there))) continue;
      if (b.pos.at(there) != b.pos.at(but) && zone_reaches(b, there, h) && by("19.5.3.1-a")) return true;
    }
  return false;
}

Refusal chase_barred(const Look& b, const Escape& e) {
  const UnitId u = charge(b, e.k).unit;
  const Neighbour n = contact(b, u, e.due);
  if (n.hex == kNoHex || top_at(b, e.due) != kNoUnit) REFUSE("19.5.3-c", u, e.due);
  const int cost = edge(b, footprint(b, u)[n.part], n.side).cost[int(Class::Cavalry)];
  if (ground(b, e.due).general || cost == kProhibited) REFUSE("19.5.3.1-b", u, e.due);
  if (charge(b, e.k).spent + cost > charge_points(b, e.k)) REFUSE("19.5.3-c", u, e.due);
  return {};
}

bool can_ride(const Look& b, UnitId u) { return b.pos.on_map(u) && b.pos.unit[u].order != Order::Pgd; }

int chase_cost(const Look& b, const Escape& e) {
  const Neighbour n = contact(b, charge(b, e.k).unit, e.due);
  return edge(b, footprint(b, charge(b, e.k).unit)[n.part], n.side).cost[int(Class::Cavalry)];
}

void pay_chase(Run& r, const Escape& e) {
  const int cost = chase_cost(r.look(), e);
  charge(r, e.k).spent = uint8_t(charge(r, e.k).spent + cost);
}

// The Recall has been offered; nobody pursues any more; it has passed; the pursuers were charged, and the retreat is over with them.
enum EscapeFlag : uint8_t { kAsked = 1, kOver = 2, kCalledBack = 4, kPursuerStruck = 8 };

// The hex it has just left that the pursuers can enter.
HexId left_behind(const Look& b, int k, const Footprint& old, const Footprint& now) {
  for (const HexId h : old)
    if (!now.contains(h) && contact(b, charge(b, k).unit, h).hex != kNoHex) return h;
  return kNoHex;
}

bool is_passing(const Look& b) { return !(runner(b).flags & kStopped) && is_among_friends(b); }

bool is_blocked(const Look& b, HexId h) {
  Away step;
  return bool(escape_barred(b, h, step));
}

void turn_runner(Run& r) {
  Hand& hand = r.pos.hand[0];
  for (int i = 0; i < hand.count; ++i) r.pos.unit[hand.unit[i]].facing = r.answer().arg;
  hand.faced = 1;
  r.tell({.fact = Fact::Turned, .who = hand.unit[0], .value = int16_t(r.answer().arg), .why = cite("19.5.2-g")});
}

bool is_caught(Run& r, Escape& e) {
  if (r.result()) e.charger = UnitId(r.result() - 1);
  return r.result();
}

// One hex on. From the first on it is no target any more.
void leave(Run& r, Escape& e) {
  const Footprint old = footprint(r.look(), r.pos.hand[0].unit[0]);
  UnitId friends = kNoUnit;
  for (const HexId h : old)
    if (top_at(r.look(), h) != kNoUnit) friends = top_at(r.look(), h);
  ride_away(r, e.hex);
  if (r.pos.hand[0].steps == 1) {
    for (int i = 0; i < r.pos.hand[0].count; ++i) r.pos.drop(r.pos.hand[0].unit[i], kCharged);
    spare_target(r, e.k, e.foe);
    if (charge(r, e.k).foes && struck_foe(r.look(), e.k) != kNoUnit && by("19.2.8-l")) e.flags |= kOver | kAsked;  // it stays at the others
    else charge(r, e.k).stage = ChargeStage::Declared, charge(r, e.k).flags |= kReleased;
  }
  if (friends != kNoUnit && e.through == kNoUnit) e.through = friends;
  else if (friends == kNoUnit) e.due = left_behind(r.look(), e.k, old, footprint(r.look(), r.pos.hand[0].unit[0]));
}

void crowd(Run& r) {
  const UnitId there = top_at(r.look(), r.pos.at(r.pos.hand[0].unit[0]));
  trace::chart("violations");
  r.pos.set(there, kMustCheck);
  r.pos.upset[there] = int8_t(std::min<int>(r.pos.upset[there], r.field.charts.over_limit));
}

// Down for a moment, so that the pursuers can take its place in the hand.
void rest(Run& r, Escape& e) {
  e.spent = r.pos.hand[0].spent, e.steps = r.pos.hand[0].steps;
  put_down(r, 0);
}

// While the pursuers ride it is in this Charge still, and charges nobody.
void begin_chase(Run& r, const Escape& e) {
  charge(r, e.k).struck = e.foe;
  pay_chase(r, e);
}

bool chases(const Look& b, const Escape& e) {
  return e.due != kNoHex && !(e.flags & kOver) && can_ride(b, charge(b, e.k).unit) && !chase_barred(b, e);
}

bool has_caught_up(const Look& b, const Escape& e) {
  const UnitId u = charge(b, e.k).unit;
  return e.through != kNoUnit || is_held(b, footprint(b, u), side_of(b, u), e.foe);
}

bool is_skirmisher(const Look& b, UnitId friends) {
  const UnitId owner = shaper(b, friends);
  return !is_horse(b, owner) && b.pos.unit[owner].form == Form::Skirmish && good(b, owner);
}

Citation pierced_row(const Look& b, UnitId friends, UnitId foe) {
  if (b.pos.unit[shaper(b, friends)].form == Form::Square) return cite("19.5.3.3-a");
  return b.pos.unit[shaper(b, foe)].form == Form::Skirmish ? cite("19.5.3.3-c") : cite("19.5.3.3-b");
}

// Skirmishers on foot; nobody forms Square before an Opportunity Charge (19.18.5).
bool may_rally(const Look& b, int k, UnitId friends) {
  return charge(b, k).kind != ChargeKind::Opportunity && is_skirmisher(b, friends) && !try_square_barred(b, friends, charge(b, k).unit);
}

}  // namespace

Flow Escape::run(Run& r) {
  BEGIN;
  if (!can_escape(r.look(), k, foe)) RETURN(0);
  foe = r.pos.stack.top(r.pos.at(foe));
  forget_harassers(r, 0), forget_passes(r, side_of(r.look(), foe));
  pick_up(r, *this);
  if (!any_escape(r.look())) {
    put_down(r, 0);
    RETURN(0);
  }
  while (runs_yet(r.look())) {
    STEP("19.5.2-a");
    if (r.pos.hand[0].steps && !any_escape(r.look()) && r.pos.hand[0].faced) break;
    ASK(ChooseEscape{});
    if (r.answer().verb == Verb::Stop) break;
    if (r.answer().verb == Verb::Face || r.answer().verb == Verb::FaceSide) {
      turn_runner(r);
      continue;
    }
    hex = r.answer().hex;
    if (stays_in_zone(r.look(), r.pos.hand[0].unit[0])) {
      STEP("19.5.4-a");
      by("19.5.2-e");
      CALL(OpportunityFire{r.pos.hand[0].unit[0]});
      if (!runs_yet(r.look()) || is_blocked(r.look(), hex)) continue;
    }
    open_event(r);
    CALL(ChargeOffer{r.pos.hand[0].unit[0]});
    if (is_caught(r, *this)) break;
    note_watched(r, r.pos.hand[0].unit[0]);
    leave(r, *this);
    if (crowds_square(r.look())) {
      STEP("12.9.5-b");
      crowd(r);
      CALL(StackCheck{r.pos.hand[0].unit[0], int8_t(r.field.charts.over_limit), kNoUnit, kByViolation});
      leave_failed(r);
      if (!runs_yet(r.look())) break;
    }
    CALL(ChargeOffer{r.pos.hand[0].unit[0]});
    if (is_caught(r, *this)) break;
    if (!may_recall(r.look(), k)) flags |= kAsked;
    if (!(flags & kAsked)) {
      STEP("19.5.3.2-a");
      flags |= kAsked;
      ASK(TryRecall{charge(r, k).unit});
      if (r.yes()) {
        STEP("19.8.1-a");
        ROLL(Dice::D6, kAnyFace, RecallDie{charge(r, k).unit});
        if (call_back(r, charge(r, k).unit, r.face())) {
          STEP("19.5.3-b");
          flags |= kOver | kCalledBack;
        }
      }
    }
    if (r.pos.hand[0].flags & kStopped) break;
    if (is_passing(r.look()) || flags & kOver || due == kNoHex) continue;  // they come up when it is clear of its friends
    if (!chases(r.look(), *this)) {
      flags |= kOver;
      continue;
    }
    STEP("19.5.3-a");
    rest(r, *this);
    begin_chase(r, *this);
    CALL(RideStep{charge(r, k).unit, 2, due});
    charge(r, k).struck = kNoUnit, due = kNoHex;
    if (r.result() == kStruck) flags |= kOver | kPursuerStruck;
    else if (!r.result() || has_caught_up(r.look(), *this)) flags |= kOver;
    if (!r.pos.on_map(foe) || !good(r.look(), foe)) break;
    pick_up(r, *this);
    if (flags & kPursuerStruck) break;
  }
  if (r.pos.hand[0].count) {
    steps = r.pos.hand[0].steps;
    CALL(Harass{0});
  }
  settle_down(r);
  CALL(Settle{});
  if (charger != kNoUnit && r.pos.on_map(foe)) BECOME(Caught{k, foe, charger});
  if (!steps) RETURN(0);
  if (flags & kPursuerStruck) {
    STEP("19.5.4-d");
    RETURN(1);
  }
  if (chases(r.look(), *this)) {
    STEP("19.5.3-c");
    begin_chase(r, *this);
    CALL(RideStep{charge(r, k).unit, 2, due});
    charge(r, k).struck = kNoUnit;
    if (r.result() == kStruck) {
      STEP("19.5.4-d");
      RETURN(1);
    }
  }
  if (!(flags & kCalledBack) && through != kNoUnit && is_struck_by(r.look(), k, through)) {
    STEP("19.5.3.2-b");
    if (may_recall(r.look(), k)) ASK(TryRecall{charge(r, k).unit});
    if (may_recall(r.look(), k) && r.yes()) {
      STEP("19.8.1-b");
      ROLL(Dice::D6, kAnyFace, RecallDie{charge(r, k).unit});
      if (call_back(r, charge(r, k).unit, r.face())) RETURN(1);
    }
    if (may_rally(r.look(), k, through)) {
      STEP("19.5.3.3-b");
      ASK(ReactToRider{charge(r, k).unit, k, through});
      if (r.answer().verb == Verb::FormSquare) CALL(TrySquare{through, charge(r, k).unit, k});
      if (!is_struck_by(r.look(), k, through)) RETURN(1);
    }
    strike(r, k, through, pierced_row(r.look(), through, foe));
    BECOME(GiveWay{k, through});
  }
  if (flags & kCalledBack || charge(r, k).stage != ChargeStage::Declared || !is_struck_by(r.look(), k, foe)) {
    STEP("19.5.3-d");
    RETURN(1);
  }
  STEP("19.5.3.4-a");
  ASK(NameTarget{k, foe});
  if (r.yes()) {
    charge(r, k).flags |= kCaught;
    strike(r, k, foe, cite("19.5.3.4-a"));
  }
  RETURN(1);
  END;
}

}  // namespace tambour::bataille
