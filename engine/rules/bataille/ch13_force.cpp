// SPDX-License-Identifier: MIT
// Chapter 13.3.
#include "rules/bataille/ch13_force.h"
#include "rules/bataille/dice.h"

#include <algorithm>

namespace tambour::bataille {

static bool is_of(const Look& b, int k, UnitId u) {
  return b.pos.on_map(u) && side_of(b, u) == b.field.officers[std::size_t(k)].side && is_below(b, b.pos.unit[u].under, b.pos.leader[k].post);
}

int forced_by(const Look& b, UnitId u) {
  if (is_horse(b, u)) return -1;
  for (int k = 0; k < b.field.officer_count(); ++k)
    if (b.pos.leader[k].bonus && is_of(b, k, u)) return k;
  return -1;
}

Refusal force_barred(const Look& b, int k) {
  const UnitId id = b.field.officer_id(k);
  const int above = superior(b, k);
  const int rank = role(b, k).rank;
  if (b.pos.chit != Chit::Maneuver || b.pos.leader[k].fate != Fate::OnMap) REFUSE("13.3-a", id);
  // By division, or by brigade where there are no divisions; of a corps each division for itself (13.3-b).
  const bool division = rank == 4 || (rank == 5 && (above < 0 || role(b, above).rank != 4));
  const bool active = b.pos.active == k || (b.pos.active != kNone && b.pos.leader[b.pos.active].mu == Mu::Corps && is_linked(b, k) && above == b.pos.active);
  if (!division || !active) REFUSE("13.3-a", id);
  if (b.pos.leader[k].bonus) REFUSE("13.3-b", id);
  bool any = false;
  for (const UnitId u : all_units(b.field)) {
    if (!is_of(b, k, u) || counter(b, u).arm != Arm::Infantry) continue;
    any = true;
    if (morale_level(b, u) > 0 || !good(b, u)) REFUSE("13.3-a", u);
    if (!b.pos.has(u, kInCommand)) REFUSE("13.3.1-b", u);
    if (!b.pos.has(u, kInMu) || b.pos.has(u, kMoved)) REFUSE("13.3-b", u);
  }
  if (!any) REFUSE("13.3-a", id);
  return {};
}

Refusal forced_step_barred(const Look& b, const Step& to) {
  const UnitId u = lead(b);
  if (counter(b, u).arm != Arm::Infantry || forced_by(b, u) < 0) return {};
  if (state(b).form != Form::Column && state(b).form != Form::Road && by("13.3.1-a")) {
    if (state(b).form != Form::General) REFUSE("13.3.1-a", u, to.to[0]);
  }
  if (std::any_of(to.to.begin(), to.to.end(), [&](HexId h) { return ground(b, h).general; })) REFUSE("13.3.1-a", u, to.to[0]);
  return {};
}

void begin_force(Run& r, int k, int die) {
  LeaderState& s = r.pos.leader[k];
  s.bonus = uint8_t(die), ++s.march, s.flags |= kForceMarched;
  by("13.3.2-a");
  r.tell({.fact = Fact::OrderPlaced, .who = r.field.officer_id(k), .why = cite("13.3-a")});
}

// Minus six, three more for each turn in a row, with the bonus of the division's leader and of another one who is with the unit.
static Ledger end_ledger(const Look& b, int k, UnitId u) {
  Ledger out;
  const int with = senior_in(b, footprint(b, u), side_of(b, u));
  out.add(-6, cite("13.3.3-a"), u);
  out.add(-3 * (b.pos.leader[k].march - 1), cite("13.3.3-b"), u);
  out.add(b.field.officers[std::size_t(k)].morale, cite("13.3.3-a"), b.field.officer_id(k));
  if (with >= 0 && with != k) out.add(b.field.officers[std::size_t(with)].morale, cite("13.3.3-c"), b.field.officer_id(with));
  return out;
}

Flow EndForce::run(Run& r) {
  BEGIN;
  STEP("13.3.3-a");
  ROLL(Dice::Sixes, kAnyFace, ForcedDie{r.field.officer_id(leader)});
  for (const UnitId u : all_units(r.field)) {
    if (!is_of(r.look(), leader, u) || counter(r.look(), u).arm != Arm::Infantry || !good(r.look(), u)) continue;
    const Ledger l = end_ledger(r.look(), leader, u);
    const bool pass = passes(r.look(), u, l, r.roll_index());
    r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
            .who = u,
            .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
            .value2 = int16_t(counter(r.look(), u).morale < 0 ? 0 : sixes_shown(counter(r.look(), u).morale)),
            .why = cite("13.3.3-d")});
    if (!pass) disorder(r, u, cite("13.3.3-d"));
  }
  r.pos.leader[leader].bonus = 0;
  CALL(Settle{});
  END;
}

}  // namespace tambour::bataille
