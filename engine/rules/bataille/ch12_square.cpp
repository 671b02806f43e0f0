// SPDX-License-Identifier: MIT
// Chapter 12.9: Square as a formation, and who joins one.
#include "rules/bataille/ch12_square.h"

#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

Refusal square_barred(const Look& b, Step& out) {
  const UnitId u = lead(b);
  const UnitState& s = state(b);
  if (s.form == Form::Square) REFUSE("12.2.1-a", u);
  if (const Refusal no = change_barred(b, formation_cost(b))) return no;
  if (is_horse(b, u)) REFUSE("12.9-a", u);
  if (ground(b, b.pos.at(u)).general) REFUSE("12.9-a", u);
  if (s.form == Form::Line && is_spread(b)) REFUSE("12.3.6-a", u);
  int strength = 0;
  for (int k = 0; k < mover(b).count; ++k) {
    const UnitId x = mover(b).unit[k];
    if (is_gun(b, x) && b.pos.unit[x].form == Form::Limbered) REFUSE("12.9.3-c", x);
    if (!is_gun(b, x)) strength += increments(b, x);
  }
  if (strength < 3 && by("11.1.6-a")) REFUSE("12.9.3-a", u);
  out = {footprint(b, u), Form::Square, s.facing, formation_cost(b)};
  if (const Refusal no = close_barred(b, out)) return no;
  if (mover(b).count > 1) by("12.9.4.2-c");
  return by("12.9-a", "5.3.4-a"), Refusal{};
}

static bool in_square(const Look& b, UnitId u) { return b.pos.unit[u].form == Form::Square && good(b, u); }

// The stack at rest that the mover would form one Square with, or none.
static UnitId square_mates(const Look& b) {
  const UnitId u = lead(b);
  const UnitId there = top_at(b, b.pos.at(u));
  if (there == kNoUnit || !good(b, u) || !good(b, there)) return kNoUnit;
  const UnitId owner = shaper(b, there);
  if (in_square(b, owner) && by("12.9.4-a")) return there;
  return in_square(b, u) && is_gun(b, owner) && b.pos.unit[owner].form == Form::Unlimbered && by("12.9.4.2-b") ? there : kNoUnit;
}

bool joins_square(const Look& b) { return b.pos.hand[0].count && square_mates(b) != kNoUnit; }

// One roll for all; nobody helps or drags down another (A62). Returns a bit per unit that fails.
static uint16_t judge(Run& r, const UnitId* list, int n) {
  uint16_t fails = 0;
  for (int k = 0; k < n; ++k) {
    const Ledger l = morale_ledger(r.look(), list[k], 0, cite("12.9.4-a"));
    const bool pass = passes(r.look(), list[k], l, r.roll_index());
    r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
            .who = list[k],
            .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
            .value2 = int16_t(r.field.units[list[k]].morale < 0 ? 0 : sixes_shown(r.field.units[list[k]].morale)),
            .why = cite("12.9.4-a")});
    if (!pass) fails = uint16_t(fails | 1 << k);
  }
  return fails;
}

static void join_or_fail(Run& r) {
  UnitId list[2 * kMates];
  int n = mates(r.look(), r.pos.hand[0].unit[0], list);
  n += mates(r.look(), square_mates(r.look()), list + n);
  const uint16_t fails = judge(r, list, n);
  const bool all = fails == (1 << n) - 1;
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    if (fails >> k & 1) {
      disorder(r, list[k], all ? cite("12.9.4-d") : cite("12.9.4-c"));
      if (!all) r.pos.set(list[k], kMustMove);
    } else if (is_gun(r.look(), list[k])) {
      if (s.form == Form::Limbered && by("12.9.4.2-a"))
        s.form = Form::Unlimbered, r.tell({.fact = Fact::Unlimbered, .who = list[k], .hex = r.pos.at(list[k]), .why = cite("12.9.4.2-a")});
    } else if (s.form != Form::Square) {
      s.form = Form::Square;
      r.tell({.fact = Fact::SquareFormed, .who = list[k], .hex = r.pos.at(list[k]), .why = cite("12.9.4-b")});
    }
  }
}

Flow JoinSquare::run(Run& r) {
  BEGIN;
  STEP("12.9.4-a");
  ROLL(Dice::Sixes, kAnyFace, JoinSquareDie{r.pos.hand[0].unit[0]});
  join_or_fail(r);
  END;
}

// 12.9.3-b: too few bayonets, and the whole hex is in Disorder.
void check_square(Run& r, UnitId u) {
  if (!r.pos.on_map(u) || !in_square(r.look(), u)) return;
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  int strength = 0;
  for (int k = 0; k < n; ++k)
    if (!is_gun(r.look(), list[k])) strength += increments(r.look(), list[k]);
  if (strength >= 3) return;
  by("17.1.5-a");
  if (n > 1 && is_gun(r.look(), list[0])) by("17.1.5.1-a");
  for (int k = 0; k < n; ++k) disorder(r, list[k], cite("12.9.3-b"));
}

}  // namespace tambour::bataille
