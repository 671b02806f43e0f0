// SPDX-License-Identifier: MIT
// Chapter 12: how a result is applied, and how units and commanders leave the field.
#include "rules/siecle/ch12_results.h"

#include "rules/siecle/ch13_disorganisation.h"
#include "rules/siecle/ch14_morale.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

void forget_pending(Pos& pos, UnitId u) {
  if (pos.has(u, kMustFlee)) pos.drop(u, kMustFlee), --pos.fleeing;
  pos.upsets = uint8_t(pos.upsets - pos.upset[u]);
  pos.upset[u] = 0;
}

void eliminate(Run& r, UnitId u, Citation why) {
  const HexId h = r.pos.at(u);
  const Counter& c = r.field.units[u];
  forget_pending(r.pos, u);
  lift(r.pos, u);
  r.pos.unit[u].fate = Fate::Eliminated;
  ++r.pos.lost[index(c.side)], --r.pos.formation[c.formation].present;
  r.tell({.fact = Fact::Eliminated, .who = u, .hex = h, .why = why});
  change_morale(r, c.formation, -2, cite("14.1-c"));
  if (c.arm != Arm::Artillery)
    if (const UnitId gun = gun_in(r.look(), h); gun != kNoUnit && line_unit(r.look(), h) == kNoUnit) eliminate(r, gun, cite("12.6-a"));
  if (!r.pos.stack.empty(h)) return;
  for_officers(r.look(), h, c.side, [&](int k) { fell_officer(r, k, is_chief(r.look(), k) ? cite("12.4-a") : cite("12.5-a")); });
}

void fell_officer(Run& r, int k, Citation why) {
  const Officer& o = r.field.officers[std::size_t(k)];
  OfficerState& s = r.pos.officer[k];
  r.tell({.fact = Fact::CommanderLost, .who = r.field.officer_id(k), .hex = s.hex, .why = why});
  const bool chief = is_chief(r.look(), k);
  s.fate = Fate::Eliminated, s.hex = kNoHex;
  if (chief) {
    r.pos.chief[index(o.side)] = kNone;
    r.pos.vacant_chiefs = uint8_t(r.pos.vacant_chiefs | mask(o.side));
    for (int f = 0; f < int(r.field.formations.size()); ++f)
      if (r.field.formations[std::size_t(f)].side == o.side) change_morale(r, f, -2, cite("14.1-e"));
    return;
  }
  r.pos.formation[o.formation].commander = kNone;
  r.pos.vacant = uint16_t(r.pos.vacant | 1u << o.formation);
  change_morale(r, o.formation, -2, cite("14.1-d"));
}

void lose_step(Run& r, UnitId u) {
  if (r.field.units[u].steps == 1 || r.pos.has(u, kFlipped)) return eliminate(r, u, cite("1.15-a"));
  r.pos.set(u, kFlipped);  // 1.15-b
  r.tell({.fact = Fact::StepLost, .who = u, .hex = r.pos.at(u), .why = cite("1.15-b")});
}

void enter_hex(Run& r, UnitId u, HexId h, bool with_officers) {
  const HexId from = r.pos.at(u);
  const Seat own = r.field.units[u].side;
  if (with_officers && from != kNoHex && by("12.2-h")) for_officers(r.look(), from, own, [&](int k) { r.pos.officer[k].hex = h; });
  put_on_top(r.pos, u, h);
  for_officers(r.look(), h, other(own), [&](int k) { fell_officer(r, k, cite("3.2-a")); });
  settle_morale(r);  // 14.1-g: the chief may have been joined or left
}

// ---- retreat -------------------------------------------------------------------------------------------------------

// Retreating troops may climb into the work behind them (12.2-a), but never over a river, a pond or the map's edge.
static bool way_back(const Look& b, UnitId u, const Edge& e, bool rear) {
  if (e.to == kNoHex || ground(b, e.to).closed || holds_enemy(b, e.to, side_of(b, u))) return false;
  if (b.field.special.streets && is_cavalry(arm(b, u)) && ground(b, e.to).built && !e.road) return false;  // FSA-3
  return !e.closed || (rear && e.fortification && e.outside && !e.water);
}

int retreat_class(const Look& b, UnitId u, int side, HexId left) {
  const Edge& e = edge(b, b.pos.at(u), side);
  if (e.to == left) return -1;  // S70
  const bool rear = b.pos.routed(u) || is_behind(b, u, side);
  if (!way_back(b, u, e, rear)) return -1;
  const bool free = !exposure(b, e.to, side_of(b, u)).any() && obstacle(b, u, e.to) == kNoUnit;
  return (free ? 0 : 2) + (rear ? 0 : 1);
}

int best_retreat(const Look& b, UnitId u, HexId left) {
  int best = -1;
  for (int k = 0; k < 6; ++k)
    if (const int c = retreat_class(b, u, k, left); c >= 0 && (best < 0 || c < best)) best = c;
  return best;
}

Refusal ChooseRetreat::barred(const Look& b, Action a) const {
  const int best = best_retreat(b, unit, left);
  if (a.who != unit) REFUSE("12.2-a", unit);
  if (a.verb == Verb::Remove) {
    bool pushes = false;
    for (int k = 0; k < 6; ++k)
      pushes |= retreat_class(b, unit, k, left) == best && obstacle(b, unit, edge(b, b.pos.at(unit), k).to) != kNoUnit;
    if (!pushes) REFUSE("12.2-g", unit);
    return {};
  }
  const int k = b.field.side_to(b.pos.at(unit), a.hex);
  const int mine = k < 0 ? -1 : retreat_class(b, unit, k, left);
  if (mine < 0) REFUSE("12.2-b", unit, a.hex);
  if (mine != best) REFUSE("12.2-a", unit, a.hex);
  return {};
}

// The move itself; the friend who has to make room is left in the hex for the moment (12.2-f).
static UnitId fall_back(Run& r, UnitId u, HexId to) {
  const Edge& e = edge(r.look(), r.pos.at(u), r.field.side_to(r.pos.at(u), to));
  const UnitId pushed = obstacle(r.look(), u, to);
  r.tell({.fact = Fact::Retreated, .who = u, .hex = to, .from = r.pos.at(u), .why = cite("12.2-a")});
  enter_hex(r, u, to, true);
  r.pos.unit[u].run = 0;
  if (e.disorganises && !r.pos.routed(u)) disorganise(r, u, cite("TET-n2"));
  if (pushed == kNoUnit) return kNoUnit;
  r.tell({.fact = Fact::Displaced, .who = pushed, .whom = u, .hex = to, .why = cite("12.2-f")});
  if (const UnitId gun = gun_in(r.look(), to); gun != kNoUnit) eliminate(r, gun, cite("12.6-a"));
  disorganise(r, pushed, cite("12.2-f"));
  return pushed;
}

// What a retreat into this hex takes from the morale factor: nothing for a rear hex (8.2-b 12.2-e).
static int danger(const Look& b, UnitId u) {
  by("8.2-b", "12.2-e");
  const Exposure seen = exposure(b, b.pos.at(u), side_of(b, u));
  return seen.zone ? b.field.mod(Mod::RetreatFront) : seen.flank ? b.field.mod(Mod::RetreatFlank) : 0;
}

// One hex. RETURNs the friend who must go next, or kNoUnit.
Flow StepBack::run(Run& r) {
  BEGIN;
  if (const UnitId gun = gun_in(r.look(), r.pos.at(unit)); gun != kNoUnit && obstacle(r.look(), unit, r.pos.at(unit)) == kNoUnit)
    eliminate(r, gun, cite("12.6-a"));
  STEP("12.2-b");
  if (best_retreat(r.look(), unit, left) < 0) {
    eliminate(r, unit, cite("12.2-b"));
    RETURN(index(kNoUnit));
  }
  STEP("12.2-a");
  ASK(ChooseRetreat{unit, 0, left});
  if (r.answer().verb == Verb::Remove) {
    eliminate(r, unit, cite("12.2-g"));
    RETURN(index(kNoUnit));
  }
  pushed = fall_back(r, unit, r.answer().hex);
  STEP("8.1-b");
  if (r.pos.on_map(unit) && !r.pos.routed(unit) && danger(r.look(), unit))
    CALL(MoraleTest{unit, int8_t(danger(r.look(), unit)), 0,
                    danger(r.look(), unit) == r.field.mod(Mod::RetreatFront) ? cite("12.2-c") : cite("12.2-d")});
  CALL(Settle{});
  RETURN(index(pushed != kNoUnit && r.pos.on_map(pushed) && !r.pos.routed(pushed) ? pushed : kNoUnit));  // one that fled has made room
  END;
}

// One hex back for the unit, then one for every friend that must make room; no nesting, however long the chain.
Flow Retreat::run(Run& r) {
  BEGIN;
  STEP("12.1-c");
  from = r.pos.at(unit);
  for (; left > 0 && r.pos.on_map(unit); --left) {
    for (now = unit; now != kNoUnit; now = UnitId(r.result())) CALL(StepBack{now, kNoUnit, now == unit ? from : kNoHex});
    if (r.pos.on_map(unit) && r.pos.routed(unit)) break;  // S28; one routed before goes back a single hex (S52)
  }
  CALL(Settle{});
  END;
}

// ---- results -------------------------------------------------------------------------------------------------------

Refusal ChooseLoss::barred(const Look& b, Action a) const {
  for (int i = 0; i < b.pos.affected_count; ++i)
    if (b.pos.affected[i] == a.who && b.pos.on_map(a.who)) return {};
  REFUSE("12.1-e", a.who);
  return {};
}

static bool any_left(const Pos& pos) {
  for (int i = 0; i < pos.affected_count; ++i)
    if (pos.on_map(pos.affected[i])) return true;
  return false;
}

// Losses, disorganisation, test, retreat, in this order (12.1-g).
Flow ApplyResult::run(Run& r) {
  by("12.1-g");
  BEGIN;
  STEP("12.1-f");
  if (eliminated)
    for (int n = 0; n < r.pos.affected_count; ++n)
      if (r.pos.on_map(r.pos.affected[n])) eliminate(r, r.pos.affected[n], cite("12.1-f"));
  STEP("12.1-d");
  if (star)
    for (int n = 0; n < r.pos.affected_count; ++n) {
      const UnitId u = r.pos.affected[n];
      if (!r.pos.on_map(u) || !is_cavalry(r.field.units[u].arm) || r.pos.unit[u].order == Order::Good) continue;
      const int worth = r.field.units[u].steps - (r.pos.has(u, kFlipped) ? 1 : 0);
      steps = uint8_t(steps > worth ? steps - worth : 0);  // S45: what falls by the asterisk counts among the losses
      eliminate(r, u, cite("12.1-d"));
    }
  STEP("12.1-e");
  for (; steps > 0 && any_left(r.pos); --steps) {
    ASK(ChooseLoss{});
    lose_step(r, r.answer().who);
  }
  STEP("12.1-b");
  if (disorganised)
    for (int n = 0; n < r.pos.affected_count; ++n)
      if (r.pos.on_map(r.pos.affected[n])) disorganise(r, r.pos.affected[n], cite("12.1-b"));
  CALL(Settle{});
  STEP("12.1-a");
  for (i = 0; test && i < r.pos.affected_count; ++i)
    if (r.pos.on_map(r.pos.affected[i])) CALL(MoraleTest{r.pos.affected[i], 0, 0, cite("12.1-a")});
  CALL(Settle{});
  STEP("12.1-c");
  for (i = 0; retreat && i < r.pos.affected_count; ++i)
    if (r.pos.on_map(r.pos.affected[i]) && !(disorganised && r.pos.routed(r.pos.affected[i])))  // S28
      CALL(Retreat{r.pos.affected[i], retreat});
  END;
}

Refusal ChooseAdvance::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  bool named = false, vacated = false;
  for (int i = 0; i < count; ++i) named |= who[i] == a.who;
  for (HexId h : hexes) vacated |= h == a.hex && h != kNoHex;
  if (is_unit(b, a.who) && by("12.3-b") && is_gun(b, a.who)) REFUSE("12.3-b", a.who, a.hex);
  if (!named || !vacated) REFUSE("12.3-a", a.who, a.hex);
  if (b.pos.has(a.who, kHedgehog)) REFUSE("9.6-b", a.who, a.hex);  // S35
  if (b.pos.routed(a.who)) REFUSE("13.3-a", a.who, a.hex);
  const Edge& e = edge(b, b.pos.at(a.who), b.field.side_to(b.pos.at(a.who), a.hex));  // all who fought touch all they fought
  if (e.closed) REFUSE("TET-n2", a.who, a.hex);
  if (b.field.special.streets && is_cavalry(arm(b, a.who)) && ground(b, a.hex).built && !e.road) REFUSE("FSA-3", a.who, a.hex);
  if (b.pos.demoralised(counter(b, a.who).formation) && in_zone(b, a.hex, winner)) REFUSE("14.2-c", a.who, a.hex);
  return {};
}

// ---- commanders ----------------------------------------------------------------------------------------------------

Refusal ChooseSuccessor::barred(const Look& b, Action a) const {
  const int k = b.field.officer(a.who);
  const bool free = b.field.is_officer(a.who) && present(b, k) && officer(b, k).side == side;
  if (!free || officer(b, k).formation == kNone || officer(b, k).deputy) REFUSE("12.4-b", a.who);  // S46
  return {};
}

Refusal ChoosePost::barred(const Look& b, Action a) const {
  const UnitId top = b.pos.stack.top(a.hex);
  if (a.who != officer || top == kNoUnit || side_of(b, top) != side_of(b, officer)) REFUSE("12.5-a", a.who, a.hex);
  bool own = formation == kNone;
  for (UnitId u : b.pos.stack.in(a.hex)) own |= counter(b, u).formation == formation;
  if (!own) REFUSE("12.5-a", a.who, a.hex);
  const int k = b.field.officer(officer);
  bool fits = true;  // he is not on the map yet: compare with those who are
  for_officers(b, a.hex, side_of(b, officer), [&](int x) { fits &= x == k || is_chief(b, x) == (formation != kNone); });
  if (!fits) REFUSE("3.2-b", a.who, a.hex);
  return {};
}

bool has_post(const Look& b, const ChoosePost& q) {
  bool any = false;
  q.candidates(b, [&](const Action& a) { return !(any |= !q.barred(b, a)); });
  return any;
}

static bool has_successor(const Look& b, Seat side) {
  for (int k = 0; k < int(b.field.officers.size()); ++k)
    if (!ChooseSuccessor{side}.barred(b, Action{Verb::Choose, 0, b.field.officer_id(k)})) return true;
  return false;
}

// formation kNone: the chief of the side fell; otherwise the commander of that formation.
Flow Succession::run(Run& r) {
  BEGIN;
  if (formation == kNone) {
    STEP("12.4-b");
    if (!has_successor(r.look(), side)) RETURN(0);
    ASK(ChooseSuccessor{side});
    heir = uint8_t(r.field.officer(r.answer().who));
    formation = r.field.officers[heir].formation;
    r.pos.formation[formation].commander = kNone;
    r.pos.chief[index(side)] = heir;
    r.tell({.fact = Fact::CommanderChosen, .who = r.answer().who, .why = cite("12.4-b")});
    if (has_post(r.look(), ChoosePost{r.field.officer_id(heir), kNone})) {
      ASK(ChoosePost{r.field.officer_id(heir), kNone});
      r.pos.officer[heir].hex = r.answer().hex;
    }
  }
  STEP("12.5-a");
  heir = r.field.formations[formation].deputy;
  if (heir == kNone || (r.pos.officer[heir].fate == Fate::OnMap)) RETURN(0);
  if (!has_post(r.look(), ChoosePost{r.field.officer_id(heir), formation})) RETURN(0);
  ASK(ChoosePost{r.field.officer_id(heir), formation});
  r.pos.officer[heir] = {r.answer().hex, Fate::OnMap, kRode};
  r.pos.formation[formation].commander = heir;
  r.tell({.fact = Fact::CommanderChosen, .who = r.field.officer_id(heir), .hex = r.answer().hex, .why = cite("12.5-a")});
  END;
}

Flow Settle::run(Run& r) {
  UnitId u = kFirstUnit;
  int k = 0;
  BEGIN;
  for (;;) {
    if (r.pos.fleeing) {
      for (u = kFirstUnit; !r.pos.has(u, kMustFlee);) ++u;
      r.pos.drop(u, kMustFlee);
      --r.pos.fleeing;
      CALL(Flee{u});
    } else if (r.pos.upsets) {
      for (u = kFirstUnit; !r.pos.upset[u];) ++u;
      --r.pos.upset[u], --r.pos.upsets;
      disorganise(r, u, cite("13.4-d"));
    } else if (r.pos.vacant_chiefs) {
      k = r.pos.vacant_chiefs & mask(Seat::First) ? 0 : 1;
      r.pos.vacant_chiefs = uint8_t(r.pos.vacant_chiefs & ~(1 << k));
      CALL(Succession{Seat(k)});
    } else if (r.pos.vacant) {
      for (k = 0; !(r.pos.vacant >> k & 1);) ++k;
      r.pos.vacant = uint16_t(r.pos.vacant & ~(1u << k));
      CALL(Succession{r.field.formations[std::size_t(k)].side, uint8_t(k)});
    } else if (k = crowded_officer(r.look()); k >= 0 && aside_distance(r.look(), k, r.pos.officer[k].hex) < 255) {
      STEP("3.4-a");
      ASK(MoveAside{r.field.officer_id(k), 0, r.pos.officer[k].hex});
      r.pos.officer[r.field.officer(r.answer().who)].hex = r.answer().hex;
    } else {
      break;
    }
  }
  settle_morale(r);
  END;
}

}  // namespace tambour::siecle
