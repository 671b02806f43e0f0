// SPDX-License-Identifier: MIT
// Chapter 16, step 3c: a British Line that stood cheers and comes on.
#include <algorithm>

#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

// 16.1.1-s3c: Line, British or KGL, and it passed its Roll to Stand.
bool can_cheer(const Look& b) {
  const Melee& m = b.pos.melee;
  if (!fights(b, m.defender) || is_gun(b, m.defender)) return false;
  const UnitState& s = b.pos.unit[m.defender];
  return counter(b, m.defender).british && s.form == Form::Line && s.order == Order::Good && b.pos.has(m.defender, kPassed);
}

static bool in_front(const Look& b, UnitId attacker) {
  if (!fights(b, attacker)) return false;
  const Footprint f = footprint(b, attacker);
  return std::any_of(f.begin(), f.end(), [&](HexId h) {
    return contact(b, b.pos.melee.defender, h).hex != kNoHex && aspect(b, b.pos.melee.defender, h) == Aspect::Front;
  });
}

Refusal ChooseHuzzah::barred(const Look& b, Action a) const {
  const Melee& m = b.pos.melee;
  if (a.verb == Verb::Pass) return {};
  if (a.who != m.defender || !can_cheer(b)) REFUSE("16.1.1-s3c", a.who, a.hex);
  for (int k = 0; k < m.attackers; ++k)
    if (m.attacker[k] != kNoUnit && b.pos.on_map(m.attacker[k]) && b.pos.at(m.attacker[k]) == a.hex &&
        !b.pos.has(m.attacker[k], kCheered) && in_front(b, m.attacker[k]))
      return {};
  REFUSE("16.1.1-s3c-front", a.who, a.hex);
  return {};
}

Ledger huzzah_ledger(const Look& b, UnitId u) {
  Ledger out = morale_ledger(b, u, 0, cite("16.1.1-s3c-roll"));
  out.add(-6, cite("16.1.1-s3c-roll"), u);
  return out;
}

static bool anybody_left(const Look& b) {
  const Melee& m = b.pos.melee;
  return can_cheer(b) && std::any_of(m.attacker, m.attacker + m.attackers,
                                     [&](UnitId u) { return u != kNoUnit && !b.pos.has(u, kCheered) && in_front(b, u); });
}

// 16.1.1-s3c-allfail: the Line becomes the attacker; who was not cheered at drops out.
static void turn_tables(Run& r) {
  Melee& m = r.pos.melee;
  const UnitId line = m.defender;
  UnitId foe = kNoUnit;
  m.hex = kNoHex;
  for (int k = 0; k < m.attackers && foe == kNoUnit; ++k)
    if (m.attacker[k] != kNoUnit && r.pos.on_map(m.attacker[k]) && r.pos.has(m.attacker[k], kCheered)) {
      if (m.hex == kNoHex) m.hex = r.pos.at(m.attacker[k]);  // where it stood, should it run
      if (fights(r.look(), m.attacker[k])) foe = m.attacker[k];
    }
  std::memset(m.attacker, 0xFF, sizeof m.attacker);
  m.attacker[0] = line, m.attackers = 1;
  m.defender = foe;
  m.right = 1, m.steps = int8_t(-m.steps);  // 16.1.1-s3c-shift
  if (foe != kNoUnit) m.hex = r.pos.at(foe);
  if (m.hex == kNoHex) m.hex = r.pos.at(line);
}

static void uncheer(Run& r) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) r.pos.drop(u, kCheered);
}

static bool roll_for(Run& r, UnitId u) {
  const bool pass = passes(r.look(), u, huzzah_ledger(r.look(), u), r.roll_index());
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed, .who = u, .value = int16_t(r.face()), .why = cite("16.1.1-s3c-roll")});
  if (pass) return true;
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  for (int k = 0; k < n; ++k) fail_check(r, list[k], cite("16.1.1-s3c-some"));
  return false;
}

static uint8_t hex_before(const Look& b) { return uint8_t(b.pos.melee.attackers); }

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
  STEP("16.1.1-s3c-roll");
  for (i = 0; i < hex_before(r.look()); ++i) {
    if (!fights(r.look(), r.pos.melee.attacker[i]) || !r.pos.has(r.pos.melee.attacker[i], kCheered)) continue;
    ROLL(Dice::Sixes, check_breaks(r.look(), shaper(r.look(), r.pos.melee.attacker[i]),
                                   huzzah_ledger(r.look(), shaper(r.look(), r.pos.melee.attacker[i]))));
    if (!roll_for(r, shaper(r.look(), r.pos.melee.attacker[i]))) ++failed;
  }
  if (failed == named) {  // 16.1.1-s3c-allpass: else the assaulters go on
    STEP("16.1.1-s3c-allfail");
    turn_tables(r);
  }
  uncheer(r);
  CALL(Settle{});
  RETURN(failed == named);
  END;
}

}  // namespace tambour::bataille
