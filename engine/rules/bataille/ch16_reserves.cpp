// SPDX-License-Identifier: MIT
// Chapter 16.8 and steps 4 and 5d: who joins an undecided Assault, and who fights whom then.
#include "rules/bataille/ch16_reserves.h"

#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch19_opportunity.h"

namespace tambour::bataille {

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

static void extend(Run& r, UnitId u, const Footprint& to) {
  if (footprint(r.look(), u).size() == to.size()) return;
  reshape(r, u, to);
  disturb_leaders(r, to[1], other(side_of(r.look(), u)));
  r.tell({.fact = Fact::Extended, .who = u, .hex = to[1], .why = cite("16.8.3-f")});
}

static void go_abreast(Run& r, UnitId u, int dir) {
  const Footprint from = footprint(r.look(), u);
  Footprint to;
  for (const HexId h : from) to.push_back(edge(r.look(), h, dir).to);
  reshape(r, u, to);
  const Seat side = side_of(r.look(), u);
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& l = r.pos.leader[k];
    if (l.fate == Fate::OnMap && from.contains(l.hex) && r.field.officers[std::size_t(k)].side == side)
      l.hex = to[l.hex == from[0] ? 0 : 1];
  }
  r.tell({.fact = Fact::Advanced, .who = u, .hex = to[0], .from = from[0], .why = cite("16.8.2-b")});
  for (const HexId h : to) disturb_leaders(r, h, other(side));
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
static void arrive(Run& r, UnitId u, Seat side, bool wide) {
  const Crowd c = crowd(r.look(), side);
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  const bool alone = std::all_of(list, list + n, [&](UnitId x) { return r.pos.has(x, kTried); });
  if (alone) {
    const int facing = facing_at(r.look(), u, r.pos.at(u), c);
    for (int k = 0; k < n && facing < 6 && !wide; ++k) r.pos.unit[list[k]].facing = uint8_t(facing);
  } else {
    r.tell({.fact = Fact::Advanced, .who = u, .hex = r.pos.at(u), .why = cite("16.8.2-c")});
    by("16.8.2-d");  // nobody is asked
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

static bool has_foe(const Look& b, const Crowd& c, UnitId u) {
  return std::any_of(c.theirs, c.theirs + c.m, [&](UnitId d) { return in_contact(b, u, d); });
}

// Every enemy in touch can be given to somebody so that each melee has one stack on one of its sides (16.2.7.3).
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

// Some choice of those who have none yet makes it work; `tries` bounds the search.
static bool completes(const Look& b, const Crowd& c, UnitId* foe, int& tries) {
  int k = 0;
  while (k < c.n && (foe[k] != kNoUnit || !has_foe(b, c, c.ours[k]))) ++k;
  if (k == c.n) return works(b, c, foe);
  for (int j = 0; j < c.m; ++j) {
    if (!in_contact(b, c.ours[k], c.theirs[j]) || --tries < 0) continue;
    foe[k] = c.theirs[j];
    const bool good_end = completes(b, c, foe, tries);
    foe[k] = kNoUnit;
    if (good_end) return true;
  }
  return false;
}

static Seat attacking_side(const Look& b) {
  UnitId list[12];
  return participants(b, true, list) ? side_of(b, list[0]) : Seat::First;
}

// Their choices so far lie in `aim`: the hex of the enemy each assaulter fights.
static void choices(const Look& b, const Crowd& c, UnitId* foe) {
  for (int k = 0; k < c.n; ++k) foe[k] = b.pos.aim[c.ours[k]][0] == kNoHex ? kNoUnit : top_at(b, b.pos.aim[c.ours[k]][0]);
}

// With this choice everybody can still take part in one melee.
static bool pairs_up(const Look& b, const Crowd& c, UnitId unit, UnitId enemy) {
  UnitId foe[12];
  int tries = 2000;
  choices(b, c, foe);
  for (int k = 0; k < c.n; ++k)
    if (c.ours[k] == unit) foe[k] = enemy;
  return completes(b, c, foe, tries);
}

Refusal ChooseMelee::barred(const Look& b, Action a) const {
  const Crowd c = crowd(b, side_of(b, unit));
  const UnitId d = a.hex < b.field.grid.size() ? top_at(b, a.hex) : kNoUnit;
  if (d == kNoUnit || !std::count(c.theirs, c.theirs + c.m, d) || !in_contact(b, unit, d)) REFUSE("16.1.1-s5d-split", unit, a.hex);
  if (pairs_up(b, c, unit, d)) return {};
  for (int j = 0; j < c.m; ++j)  // where nothing fits, anything goes
    if (in_contact(b, unit, c.theirs[j]) && pairs_up(b, c, unit, c.theirs[j])) REFUSE("16.1.1-s5d-once", unit, a.hex);
  return {};
}

static Fight& open_fight(Run& r, UnitId attacker, UnitId defender) {
  Melees& m = r.pos.melees;
  for (int k = 0; k < m.fights; ++k) {
    Fight& f = m.fight[k];
    if (std::count(f.defender, f.defender + f.defenders, defender) ||
        (std::count(f.attacker, f.attacker + f.attackers, attacker) && f.attackers == 1))
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
  for (int k = 0; k < r.pos.melees.fights; ++k) find_hexes(r.look(), r.pos.melees.fight[k]);
  for (int k = 0; k < c.n; ++k) r.pos.aim[c.ours[k]][0] = kNoHex;
}

// In Line of two hexes, one hex on; whoever may fires at it before.
Flow StepAbreast::run(Run& r) {
  BEGIN;
  if (stays_in_zone(r.look(), unit)) {
    STEP("16.8.3-e");
    CALL(OpportunityFire{unit});
    CALL(Settle{});
    if (!fights(r.look(), unit) || !good(r.look(), unit) || footprint(r.look(), unit).size() != 2) RETURN(0);
  }
  go_abreast(r, unit, dir);
  RETURN(1);
  END;
}

// One stack whose check has been passed goes to where it was sent.
Flow March::run(Run& r) {
  BEGIN;
  if (any_spread(r.look(), unit, hex)) {
    STEP("16.8.3-f");
    ASK(ChooseSpread{hex, unit, 0});
    if (r.answer().verb == Verb::Lengthen) {
      one = find_spread(r.look(), unit, hex, r.answer().hex).one, two = find_spread(r.look(), unit, hex, r.answer().hex).two;
      extend(r, unit, find_spread(r.look(), unit, hex, r.answer().hex).from);
      CALL(StepAbreast{unit, uint8_t(one)});
      if (r.result() && two >= 0) CALL(StepAbreast{unit, uint8_t(two)});
      RETURN(r.result() ? 2 : 0);
    }
  }
  contract(r, unit, find_way(r.look(), unit, hex).over, hex);
  if (r.field.grid.distance(r.pos.at(unit), hex) > 1) {
    displace(r, unit, find_way(r.look(), unit, hex).over);
    if (r.field.grid.distance(r.pos.at(unit), hex) > 1) {
      CALL(StepIn{unit, kCommit, find_way(r.look(), unit, hex).over});
      if (r.result() == kStruck) RETURN(0);
    }
  }
  displace(r, unit, hex);
  if (r.pos.on_map(unit) && r.field.grid.distance(r.pos.at(unit), hex) == 1) {
    STEP("16.8.3-e");
    CALL(StepIn{unit, kCommit, hex});
  }
  RETURN(fights(r.look(), unit) && footprint(r.look(), unit).contains(hex));
  END;
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
      by("13.1.8-h"), unit = r.answer().who, hex = r.answer().hex;
      STEP("16.8.2-a");
      mark_stack(r, unit, kTried);
      ROLL(Dice::Sixes,
           check_breaks(r.look(), shaper(r.look(), unit), morale_ledger(r.look(), shaper(r.look(), unit), 0, cite("16.8.2-a"))),
           CommitmentDie{shaper(r.look(), unit)});
      if (!check(r, shaper(r.look(), unit))) continue;
      CALL(March{hex, unit});
      if (r.result()) arrive(r, unit, side, r.result() == 2);
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
    r.pos.melees.now = i;
    if (r.result()) CALL(Vacated{kAfterRetreat, UnitId(r.result() - 1)});
  }
  r.pos.melees.now = 0;
  END;
}

}  // namespace tambour::bataille
