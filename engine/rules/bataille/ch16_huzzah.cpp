// SPDX-License-Identifier: MIT
// Chapter 16, step 3c: a British Line that stood cheers and comes on.
#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch16_dice.h"

namespace tambour::bataille {

// 16.1.1-s3c: Line, British or KGL, and it passed its Roll to Stand.
bool can_cheer(const Look& b) {
  const UnitId u = fight(b).defender[0];
  if (fight(b).defenders != 1 || !fights(b, u) || is_gun(b, u)) return false;
  const UnitState& s = b.pos.unit[u];
  return counter(b, u).british && s.form == Form::Line && s.order == Order::Good && b.pos.has(u, kPassed);
}

static bool in_front(const Look& b, UnitId attacker) {
  const UnitId line = fight(b).defender[0];
  if (!fights(b, attacker)) return false;
  for (const HexId h : footprint(b, attacker))
    for (int part = 0; part < footprint(b, line).size(); ++part)
      if (faces(b, line, part, h)) return true;
  return false;
}

Refusal ChooseHuzzah::barred(const Look& b, Action a) const {
  const Fight& f = fight(b);
  if (a.verb == Verb::Pass) return {};
  if (a.who != f.defender[0] || !can_cheer(b)) REFUSE("16.1.1-s3c", a.who, a.hex);
  for (int k = 0; k < f.attackers; ++k)
    if (attacks(b, f, f.attacker[k]) && b.pos.at(f.attacker[k]) == a.hex && !b.pos.has(f.attacker[k], kCheered) &&
        in_front(b, f.attacker[k]))
      return {};
  REFUSE("16.1.1-s3c-front", a.who, a.hex);
  return {};
}

// The hexes of the Line that touch this stack.
static int line_hexes(const Look& b, UnitId u) {
  const Footprint line = footprint(b, fight(b).defender[0]), f = footprint(b, u);
  return int(std::count_if(line.begin(), line.end(), [&](HexId h) { return touches(b.field.grid, f, h); }));
}

// What the ground between the Line and this stack is worth to who stands there.
static void add_ground(Ledger& out, const Look& b, UnitId u, const Footprint& line) {
  bool rise = false, stream = true, road = true;
  for (const HexId from : line)
    for (const HexId h : footprint(b, u)) {
      const int side = b.field.grid.side_to(from, h);
      if (side < 0) continue;
      const Edge& e = edge(b, from, side);
      rise |= e.rise > 0, stream &= e.stream, road &= ground(b, h).sunken || ground(b, from).sunken;
    }
  if (rise) out.add(b.field.mod(Mod::Uphill), cite("SA-3"), u);
  if (stream) out.add(b.field.mod(Mod::Stream), cite("SA-4"), u);
  if (road) out.add(b.field.mod(Mod::SunkenRoad), cite("SA-5"), u);
}

Ledger huzzah_ledger(const Look& b, UnitId u) {
  Ledger out = morale_ledger(b, u, 0, cite("16.1.1-s3c-roll"));
  out.add(-6, cite("16.1.1-s3c-roll"), u);
  const Footprint line = footprint(b, fight(b).defender[0]), f = footprint(b, u);
  const int mine = int(std::count_if(f.begin(), f.end(), [&](HexId h) { return touches(b.field.grid, line, h); }));
  add_stand_odds(out, b, u, line_hexes(b, u), std::max(1, mine));
  Aspect worst = Aspect::Front;
  for (const HexId h : line)
    if (contact(b, u, h).hex != kNoHex && aspect(b, u, h) != Aspect::Front && worst != Aspect::Flank) worst = aspect(b, u, h);
  if (worst == Aspect::Flank) out.add(b.field.mod(Mod::Flank), cite("SA-1"), u);
  if (worst == Aspect::Rear) out.add(b.field.mod(Mod::Rear), cite("SA-2"), u);
  add_ground(out, b, u, line);
  return out;
}

static bool anybody_left(const Look& b) {
  const Fight& f = fight(b);
  return can_cheer(b) && std::any_of(f.attacker, f.attacker + f.attackers,
                                     [&](UnitId u) { return u != kNoUnit && !b.pos.has(u, kCheered) && in_front(b, u); });
}

// Where the Line would lie, and facing where, after a wheel round one of its hexes.
static Footprint wheeled(const Look& b, UnitId line, HexId pivot, int facing) {
  const Footprint f = footprint(b, line);
  const UnitState& s = b.pos.unit[shaper(b, line)];
  if (f.size() != 2 || !f.contains(pivot) || facing > 5 || angle(facing, s.facing) != 1) return {};
  const HexId swings = f[0] == pivot ? f[1] : f[0];
  const HexId to = edge(b, pivot, turn(b.field.grid.side_to(pivot, swings), facing - int(s.facing))).to;
  const int step = to == kNoHex ? -1 : b.field.grid.side_to(swings, to);
  if (step < 0 || edge(b, swings, step).cost[int(class_of(b, line))] == kProhibited || ground(b, to).general || top_at(b, to) != kNoUnit)
    return {};
  return f[0] == pivot ? Footprint{pivot, to} : Footprint{to, pivot};
}

// Each hex of the Line would touch a stack it cheers at, through its front.
static bool brings_more(const Look& b, const Footprint& f, int facing) {
  const Fight& m = fight(b);
  for (const HexId h : f) {
    bool touch = false;
    for (int k = 0; k < m.attackers; ++k)
      if (attacks(b, m, m.attacker[k]) && b.pos.has(m.attacker[k], kCheered))
        for (const HexId x : footprint(b, m.attacker[k]))
          if (const int side = b.field.grid.side_to(h, x); side >= 0) touch |= turn(side, -facing) < 2;
    if (!touch) return false;
  }
  return f.size() == 2;
}

static int in_contact(const Look& b) {
  int most = 0;
  const Fight& f = fight(b);
  for (int k = 0; k < f.attackers; ++k)
    if (attacks(b, f, f.attacker[k]) && b.pos.has(f.attacker[k], kCheered)) most = std::max(most, line_hexes(b, f.attacker[k]));
  return most;
}

Refusal ChooseWheel::barred(const Look& b, Action a) const {
  const UnitId line = fight(b).defender[0];
  if (a.verb == Verb::Pass) return {};
  if (a.who != line || a.hex >= b.field.grid.size() || in_contact(b) > 1) REFUSE("16.1.1-s3c-wheel", a.who, a.hex);
  if (!brings_more(b, wheeled(b, line, a.hex, a.arg), a.arg)) REFUSE("16.1.1-s3c-wheel", a.who, a.hex);
  return {};
}

static bool can_wheel(const Look& b) {
  const UnitId line = fight(b).defender[0];
  for (const HexId h : footprint(b, line))
    for (uint8_t d = 0; d < 6; ++d)
      if (!ChooseWheel{}.barred(b, Action{Verb::Pivot, d, line, kNoUnit, h})) return true;
  return false;
}

static void wheel(Run& r, Action a) {
  const UnitId line = fight(r).defender[0];
  const Footprint to = wheeled(r.look(), line, a.hex, a.arg);
  UnitId list[kMates];
  const int n = mates(r.look(), line, list);
  reshape(r, line, to);
  for (const HexId h : to) disturb_leaders(r, h, other(side_of(r.look(), line)));
  for (int k = 0; k < n; ++k) r.pos.unit[list[k]].facing = a.arg;
  if (!footprint(r.look(), line).contains(fight(r).hex)) fight(r).hex = a.hex;
  r.tell({.fact = Fact::Turned, .who = line, .value = int16_t(a.arg), .why = cite("16.1.1-s3c-wheel")});
}

// 16.1.1-s3c-allfail: the Line becomes the attacker; who was not cheered at drops out.
static void turn_tables(Run& r) {
  Fight& f = fight(r);
  const UnitId line = f.defender[0];
  UnitId foe[3] = {kNoUnit, kNoUnit, kNoUnit};
  uint8_t n = 0;
  HexId hex = kNoHex, also = kNoHex;  // where they stood, should they run
  for (int k = 0; k < f.attackers && n < 3; ++k)
    if (f.attacker[k] != kNoUnit && r.pos.on_map(f.attacker[k]) && r.pos.has(f.attacker[k], kCheered)) {
      (hex == kNoHex ? hex : also) = r.pos.at(f.attacker[k]);
      foe[n++] = f.attacker[k];
    }
  if (n < f.attackers) r.tell({.fact = Fact::AssaultOff, .who = line, .why = cite("16.1.1-s3c-ignore")});
  std::memset(f.attacker, 0xFF, sizeof f.attacker);
  f.attacker[0] = line, f.attackers = 1;
  std::copy(foe, foe + 3, f.defender);
  f.defenders = n;
  f.right = 1, f.steps = int8_t(-f.steps);
  if (hex != kNoHex) f.hex = hex, f.also = also;
}

static void uncheer(Run& r) {
  for (const UnitId u : all_units(r.field)) r.pos.drop(u, kCheered);
}

static bool roll_for(Run& r, UnitId u) {
  const bool pass = passes(r.look(), u, huzzah_ledger(r.look(), u), r.roll_index());
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed, .who = u, .value = int16_t(r.face()), .why = cite("16.1.1-s3c-roll")});
  if (pass) return true;
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  for (int k = 0; k < n; ++k) {
    if (good(r.look(), list[k])) disorder(r, list[k], cite("16.1.1-s3c-roll"));
    else break_unit(r, list[k], cite("16.1.1-s3c-roll"));
  }
  return false;
}

static uint8_t ahead(const Look& b) { return fight(b).attackers; }

Flow Cheer::run(Run& r) {
  BEGIN;
  while (anybody_left(r.look())) {
    STEP("16.1.1-s3c-some-tgt");
    ASK(ChooseHuzzah{});
    if (r.answer().verb == Verb::Pass) break;
    r.pos.set(top_at(r.look(), r.answer().hex), kCheered);
    ++named;
  }
  if (!named) RETURN(0);
  if (can_wheel(r.look())) {
    STEP("16.1.1-s3c-wheel");
    ASK(ChooseWheel{});
    turn = r.answer();
    if (turn.verb == Verb::Pivot && stays_in_zone(r.look(), fight(r).defender[0])) {
      STEP("12.6.7-a");
      CALL(OpportunityFire{fight(r).defender[0]});
    }
    if (turn.verb == Verb::Pivot && can_cheer(r.look()) && !ChooseWheel{}.barred(r.look(), turn)) wheel(r, turn);
  }
  STEP("16.1.1-s3c-roll");
  for (i = 0; i < ahead(r.look()); ++i) {
    if (!attacks(r.look(), fight(r), fight(r).attacker[i]) || !r.pos.has(fight(r).attacker[i], kCheered)) continue;
    ROLL(Dice::Sixes,
         check_breaks(r.look(), shaper(r.look(), fight(r).attacker[i]), huzzah_ledger(r.look(), shaper(r.look(), fight(r).attacker[i]))),
         CheerDie{shaper(r.look(), fight(r).attacker[i])});
    if (!roll_for(r, shaper(r.look(), fight(r).attacker[i]))) ++failed;
  }
  if (failed == named) {
    STEP("16.1.1-s3c-allfail");
    turn_tables(r);
  } else {
    r.step(failed ? cite("16.1.1-s3c-some") : cite("16.1.1-s3c-allpass"));
  }
  uncheer(r);
  CALL(Settle{});
  if (!defenders_left(r.look())) STEP("16.1.1-s3c-none");
  RETURN(failed == named);
  END;
}

}  // namespace tambour::bataille
