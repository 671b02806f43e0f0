// SPDX-License-Identifier: MIT
// Chapter 16.8 and steps 4 and 5d: who joins an undecided Assault, and who fights whom then.
#include "rules/bataille/ch16_reserves.h"

#include <algorithm>

namespace tambour::bataille {
namespace {

// Both sides of the open fights, and the reserves committed by now.
struct Crowd {
  UnitId ours[12], theirs[12];
  int n = 0, m = 0;
};
Crowd crowd(const Look& b, Seat side) {
  Crowd c;
  UnitId attackers[12], defenders[12];
  const int n = participants(b, true, attackers), m = participants(b, false, defenders);
  const bool assaulting = n && side_of(b, attackers[0]) == side;
  std::copy(attackers, attackers + n, assaulting ? c.ours : c.theirs), std::copy(defenders, defenders + m, assaulting ? c.theirs : c.ours);
  c.n = assaulting ? n : m, c.m = assaulting ? m : n;
  for (UnitId u = 0; u < b.field.unit_count(); ++u) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kReserve) || b.pos.stack.top(b.pos.at(u)) != u) continue;
    if (side_of(b, u) == side && c.n < 12 && !std::count(c.ours, c.ours + c.n, u)) c.ours[c.n++] = u;
    if (side_of(b, u) != side && c.m < 12 && !std::count(c.theirs, c.theirs + c.m, u)) c.theirs[c.m++] = u;
  }
  return c;
}

bool beside(const Look& b, const UnitId* list, int n, HexId h) {
  return std::any_of(list, list + n, [&](UnitId u) { return touches(b.field.grid, footprint(b, u), h); });
}

bool is_front(const Look& b, UnitId u, int side) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return aspect_of(s.form, s.order, s.facing, 1, 0, side, false) == Aspect::Front;
}

int hex_cost(const Look& b, UnitId u, HexId from, int side) {
  UnitId list[kMates];
  int most = 0;
  for (int k = 0, n = mates(b, u, list); k < n; ++k) most = std::max<int>(most, edge(b, from, side).cost[int(class_of(b, list[k]))]);
  return most == kProhibited ? most : most + (b.pos.unit[shaper(b, u)].form == Form::Line ? 2 : 0);  // 12.6.4-a
}

// A Line of two hexes closes into the one it starts from (16.8.3-f).
int contract_cost(const Look& b, UnitId u, HexId start) {
  const Footprint f = footprint(b, u);
  if (f.size() == 1) return 0;
  const HexId gives_up = f[0] == start ? f[1] : f[0];
  return edge(b, gives_up, b.field.grid.side_to(gives_up, start)).cost[int(class_of(b, u))] + 2;
}

// 16.8.3: one hex of the way; `last` is where it means to stay.
Refusal way_hex_barred(const Look& b, UnitId u, HexId h, bool last, const Crowd& c) {
  const Seat side = side_of(b, u);
  if (enemy_at(b, h, side)) REFUSE("16.8.3-a", u, h);
  if (ground(b, h).general) REFUSE("16.8.3-c", u, h);
  if (in_zone(b, h, side) && !beside(b, c.ours, c.n, h) && !beside(b, c.theirs, c.m, h)) REFUSE("16.8.3-a", u, h);
  const UnitId there = top_at(b, h);
  if (there == kNoUnit) return {};
  UnitId list[kMates];
  const int n = mates(b, u, list);
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (t.form == Form::Skirmish && t.order == Order::Good) return {};  // 16.8.2-e
  if (last && !std::count(c.ours, c.ours + c.n, there)) REFUSE("16.8.2-b", u, h);
  if (stacking_barred(b, list, n, t.form, Footprint{h}, last)) {
    if (last) REFUSE("16.8.2-c", u, h);
    REFUSE("16.8.3-b", u, h);
  }
  return {};
}

// The cheapest lawful way of one or two hexes through the front, or why there is none.
struct Way {
  Refusal no;
  int cost = 999;
  HexId over = kNoHex;  // the hex between
};
void try_way(Way& best, const Look& b, UnitId u, HexId start, HexId over, HexId h, const Crowd& c) {
  const int half = counter(b, u).mp;  // half the printed points, in half points
  int cost = contract_cost(b, u, start);
  const int one = b.field.grid.side_to(start, over == kNoHex ? h : over);
  if (one < 0 || !is_front(b, u, one)) return;
  const int first = hex_cost(b, u, start, one);
  const int two = over == kNoHex ? 0 : b.field.grid.side_to(over, h);
  if (over != kNoHex && (two < 0 || !is_front(b, u, two))) return;
  const int second = over == kNoHex ? 0 : hex_cost(b, u, over, two);
  Refusal no;
  if (first == kProhibited || second == kProhibited) no = {cite("16.8.3-b"), u, h};
  if (!no && over != kNoHex) no = way_hex_barred(b, u, over, false, c);
  if (!no) no = way_hex_barred(b, u, h, true, c);
  cost += first + second;
  if (!no && cost > half) no = {cite("16.8.3-d"), u, h};
  if (!no && cost < best.cost) best = {{}, cost, over};
  else if (no && best.cost == 999) best.no = no;
}

Way find_way(const Look& b, UnitId u, HexId h) {
  const Crowd c = crowd(b, side_of(b, u));
  Way best;
  best.no = {cite("16.8.1-a"), u, h};
  for (const HexId start : footprint(b, u)) {
    if (b.field.grid.distance(start, h) == 1) try_way(best, b, u, start, kNoHex, h, c);
    for (int k = 0; k < 6; ++k)
      if (const HexId over = edge(b, start, k).to; over != kNoHex && over != h) try_way(best, b, u, start, over, h, c);
  }
  if (best.cost < 999) best.no = {};
  return best;
}

// The facing nearest to its own that has an enemy of the Assault in front there, or 6.
int facing_at(const Look& b, UnitId u, HexId h, const Crowd& c) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  for (const int by : {0, 1, 5, 2, 4, 3})
    for (int k = 0; k < 6; ++k) {
      const HexId x = b.field.grid.neighbour(h, k);
      if (x == kNoHex || top_at(b, x) == kNoUnit || !std::count(c.theirs, c.theirs + c.m, top_at(b, x))) continue;
      if (aspect_of(s.form, s.order, turn(s.facing, by), 1, 0, k, false) == Aspect::Front) return turn(s.facing, by);
    }
  return 6;
}

}  // namespace

Refusal reserve_barred(const Look& b, UnitId u, Seat side) {
  if (!b.field.is_unit(u) || !b.pos.on_map(u) || side_of(b, u) != side || b.pos.stack.top(b.pos.at(u)) != u) REFUSE("16.8-b", u);
  const UnitState& s = b.pos.unit[shaper(b, u)];
  if (is_gun(b, u) || s.order != Order::Good || !is_formed(s.form)) REFUSE("16.8-a", u);
  if (b.pos.has(u, kTried | kReserve)) REFUSE("16.8.2-f", u);
  const Crowd c = crowd(b, side);
  if (std::count(c.ours, c.ours + c.n, u) || b.pos.has(u, kAssault | kTarget) || in_zone(b, footprint(b, u), side)) REFUSE("16.8-a", u);
  return {};
}

Refusal commit_barred(const Look& b, UnitId u, HexId h) {
  const Way way = find_way(b, u, h);
  if (way.no) return way.no;
  const Crowd c = crowd(b, side_of(b, u));
  if (top_at(b, h) != kNoUnit && std::count(c.ours, c.ours + c.n, top_at(b, h))) return {};
  if (!beside(b, c.theirs, c.m, h) || facing_at(b, u, h, c) == 6) REFUSE("16.8.2-b", u, h);
  return {};
}

Refusal ChooseReserve::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (const Refusal no = reserve_barred(b, a.who, side)) return no;
  if (a.hex >= b.field.grid.size()) REFUSE("16.8.1-a", a.who, a.hex);
  return commit_barred(b, a.who, a.hex);
}

static bool anybody(const Look& b, Seat side) {
  bool any = false;
  ChooseReserve{side}.candidates(b, [&](const Action& a) {
    any |= a.verb == Verb::Commit && !ChooseReserve{side}.barred(b, a);
    return !any;
  });
  return any;
}

static void mark_stack(Run& r, UnitId u, uint32_t mark) {
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  for (int k = 0; k < n; ++k) r.pos.set(list[k], mark);
}

static void contract(Run& r, UnitId u, HexId over, HexId h) {
  const Footprint f = footprint(r.look(), u);
  if (f.size() == 1) return;
  const HexId first = over == kNoHex ? h : over;
  reshape(r, u, Footprint{r.field.grid.distance(f[0], first) == 1 ? f[0] : f[1]});
  r.tell({.fact = Fact::DrawnIn, .who = u, .hex = r.pos.at(u), .why = cite("16.8.3-f")});
}

// 16.8.2-e: skirmishers on the way make room and lose their order.
static void displace(Run& r, UnitId u, HexId h) {
  const UnitId there = top_at(r.look(), h);
  if (there == kNoUnit || r.pos.unit[shaper(r.look(), there)].form != Form::Skirmish) return;
  UnitId list[kMates];
  const int n = mates(r.look(), there, list);
  for (int k = 0; k < n; ++k) disorder(r, list[k], cite("16.8.2-e")), r.pos.drop(list[k], kCollapse);
  const HexId from = r.pos.at(u);
  reshape(r, there, Footprint{h});
  UnitId mine[kMates];
  const int m = mates(r.look(), u, mine);
  take_in_hand(r, 0, mine, m);
  reshape(r, there, Footprint{from});
  reshape(r, u, Footprint{h});
  put_down(r, 0);
}

// Committed and arrived: it faces the enemy, or is like those it joins.
static void arrive(Run& r, UnitId u, Seat side) {
  const Crowd c = crowd(r.look(), side);
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  const bool alone = std::all_of(list, list + n, [&](UnitId x) { return r.pos.has(x, kTried); });
  if (alone) {
    const int facing = facing_at(r.look(), u, r.pos.at(u), c);
    for (int k = 0; k < n && facing < 6; ++k) r.pos.unit[list[k]].facing = uint8_t(facing);
  } else {
    r.tell({.fact = Fact::Advanced, .who = u, .hex = r.pos.at(u), .why = cite("16.8.2-c")});
  }
  r.pos.melees.reserves = 1;
  for (int k = 0; k < n; ++k) r.pos.set(list[k], kReserve | kEngaged);
}

static bool check(Run& r, UnitId u) {
  const Ledger l = morale_ledger(r.look(), u, 0, cite("16.8.2-a"));
  const bool pass = passes(r.look(), u, l, r.roll_index());
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
          .who = u,
          .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
          .why = pass ? cite("16.8.2-a") : cite("16.8.2-f")});
  return pass;
}

// Step 5d. Two stacks are in contact if either has the other in its front.
static bool in_contact(const Look& b, UnitId a, UnitId d) {
  const Footprint f = footprint(b, a), g = footprint(b, d);
  for (int part = 0; part < f.size(); ++part)
    for (const HexId h : g)
      if (faces(b, a, part, h)) return true;
  for (int part = 0; part < g.size(); ++part)
    for (const HexId h : f)
      if (faces(b, d, part, h)) return true;
  return false;
}

// Every stack of `left` can still be given to somebody so that each melee has one stack on one of its sides (16.2.7.3).
static bool works(const Look& b, const Crowd& c, const UnitId* foe) {
  for (int j = 0; j < c.m; ++j) {
    if (std::count(foe, foe + c.n, c.theirs[j])) continue;
    bool found = false, any = false;
    for (int k = 0; k < c.n && !found; ++k) {
      if (!in_contact(b, c.ours[k], c.theirs[j])) continue;
      any = true;
      found = foe[k] == kNoUnit || std::count(foe, foe + c.n, foe[k]) == 1;
    }
    if (any && !found) return false;
  }
  return true;
}

static Seat attacking_side(const Look& b) {
  UnitId list[12];
  return participants(b, true, list) ? side_of(b, list[0]) : Seat::First;
}

// Their choices so far lie in `aim`: the hex of the enemy each assaulter fights.
static void choices(const Look& b, const Crowd& c, UnitId* foe) {
  for (int k = 0; k < c.n; ++k) foe[k] = b.pos.aim[c.ours[k]][0] == kNoHex ? kNoUnit : top_at(b, b.pos.aim[c.ours[k]][0]);
}

Refusal ChooseMelee::barred(const Look& b, Action a) const {
  const Crowd c = crowd(b, side_of(b, unit));
  UnitId foe[12];
  choices(b, c, foe);
  const UnitId d = a.hex < b.field.grid.size() ? top_at(b, a.hex) : kNoUnit;
  if (d == kNoUnit || !std::count(c.theirs, c.theirs + c.m, d) || !in_contact(b, unit, d)) REFUSE("16.1.1-s5d-split", unit, a.hex);
  for (int k = 0; k < c.n; ++k)
    if (c.ours[k] == unit) foe[k] = d;
  if (!works(b, c, foe)) REFUSE("16.1.1-s5d-once", unit, a.hex);
  return {};
}

static bool has_foe(const Look& b, const Crowd& c, UnitId u) {
  return std::any_of(c.theirs, c.theirs + c.m, [&](UnitId d) { return in_contact(b, u, d); });
}

static Fight& open_fight(Run& r, UnitId attacker, UnitId defender) {
  Melees& m = r.pos.melees;
  for (int k = 0; k < m.fights; ++k) {
    Fight& f = m.fight[k];
    if (std::count(f.defender, f.defender + f.defenders, defender) || (std::count(f.attacker, f.attacker + f.attackers, attacker) && f.attackers == 1))
      return f;
  }
  Fight& f = m.fight[std::min<int>(m.fights, kFights - 1)];
  if (m.fights < kFights) ++m.fights;
  f.hex = r.pos.at(defender);
  return f;
}

static void pair_up(Run& r, UnitId attacker, UnitId defender) {
  Fight& f = open_fight(r, attacker, defender);
  if (!std::count(f.attacker, f.attacker + f.attackers, attacker) && f.attackers < 6) f.attacker[f.attackers++] = attacker;
  if (!std::count(f.defender, f.defender + f.defenders, defender) && f.defenders < 3) f.defender[f.defenders++] = defender;
}

// The fights of Round 2 in place of those of Round 1.
static void regroup_fights(Run& r) {
  const Seat side = attacking_side(r.look());
  const Crowd c = crowd(r.look(), side);
  UnitId foe[12];
  choices(r.look(), c, foe);
  const uint8_t reserves = r.pos.melees.reserves;
  clear_melees(r.pos.melees);
  r.pos.melees.reserves = reserves;
  for (int k = 0; k < c.n; ++k)
    if (foe[k] != kNoUnit) pair_up(r, c.ours[k], foe[k]);
  for (int j = 0; j < c.m; ++j) {
    if (std::count(foe, foe + c.n, c.theirs[j])) continue;
    for (int k = 0; k < c.n; ++k)
      if (in_contact(r.look(), c.ours[k], c.theirs[j]) && foe[k] != kNoUnit && std::count(foe, foe + c.n, foe[k]) == 1) {
        pair_up(r, c.ours[k], c.theirs[j]);
        break;
      }
  }
  for (int k = 0; k < c.n; ++k) r.pos.aim[c.ours[k]][0] = kNoHex;
}

// The next assaulter that has not been given an enemy.
static UnitId unpaired(const Look& b) {
  const Crowd c = crowd(b, attacking_side(b));
  for (int k = 0; k < c.n; ++k)
    if (b.pos.aim[c.ours[k]][0] == kNoHex && has_foe(b, c, c.ours[k])) return c.ours[k];
  return kNoUnit;
}

static bool new_skirmishers(const Look& b) {
  const Fight& f = fight(b);
  const UnitId d = f.defender[0];
  return !f.over && f.defenders && fights(b, d) && b.pos.unit[d].form == Form::Skirmish && b.pos.unit[d].order == Order::Good &&
         std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) { return u != kNoUnit && b.pos.has(u, kReserve); });
}

Flow Reserves::run(Run& r) {
  BEGIN;
  for (turn = 0; turn < 2; ++turn) {
    STEP("16.1.1-s4-order");
    side = turn ? other(attacking_side(r.look())) : attacking_side(r.look());
    while (anybody(r.look(), side)) {
      STEP("16.1.1-s4");
      ASK(ChooseReserve{side});
      if (r.answer().verb == Verb::Pass) break;
      unit = r.answer().who, hex = r.answer().hex;
      STEP("16.8.2-a");
      mark_stack(r, unit, kTried);
      ROLL(Dice::Sixes, check_breaks(r.look(), shaper(r.look(), unit), morale_ledger(r.look(), shaper(r.look(), unit), 0, cite("16.8.2-a"))));
      if (!check(r, shaper(r.look(), unit))) continue;
      contract(r, unit, find_way(r.look(), unit, hex).over, hex);
      if (r.field.grid.distance(r.pos.at(unit), hex) > 1) {
        displace(r, unit, find_way(r.look(), unit, hex).over);
        if (r.field.grid.distance(r.pos.at(unit), hex) > 1) {
          CALL(StepIn{unit, kCommit, find_way(r.look(), unit, hex).over});
        }
      }
      displace(r, unit, hex);
      if (r.pos.on_map(unit) && r.field.grid.distance(r.pos.at(unit), hex) == 1) {
        STEP("16.8.3-e");
        CALL(StepIn{unit, kCommit, hex});
      }
      if (fights(r.look(), unit) && footprint(r.look(), unit).contains(hex)) arrive(r, unit, side);
    }
  }
  if (!r.pos.melees.reserves) RETURN(0);
  while (unpaired(r.look()) != kNoUnit) {
    STEP("16.1.1-s5d-split");
    unit = unpaired(r.look());
    ASK(ChooseMelee{unit});
    r.pos.aim[unit][0] = r.answer().hex;
  }
  STEP("16.1.1-s5d-sim");
  regroup_fights(r);
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    if (!new_skirmishers(r.look())) continue;
    STEP("16.1.1-s5a");
    CALL(PreRetreat{});
  }
  r.pos.melees.now = 0;
  END;
}

}  // namespace tambour::bataille
