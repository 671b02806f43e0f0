// SPDX-License-Identifier: MIT
// 8.8 Rally and 8.9 collapse.
#include "rules/tng/ch08_8_rally.h"

#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {

Refusal rally_barred(const Look& b, UnitId u) {
  if (!is_unit(b, u) || side_of(b, u) != b.pos.side || !b.pos.has(u, kActive) || !b.pos.on_map(u) || is_good(b, u)) REFUSE("8.81-a", u);
  if (b.pos.has(u, kTriedRally)) REFUSE("8.81-a", u);
  if (next_to_enemy(b, b.pos.at(u), b.pos.side)) REFUSE("8.81-b", u);
  if (is_routed(b, u)) {
    if (b.field.ground_at(b.pos.at(u)).rallies) REFUSE("8.84-a", u);
    return {};
  }
  if (b.pos.collapsed[counter(b, u).group]) REFUSE("8.92-c", u);
  if (b.pos.has(u, kMoved | kTurned | kTurnedToFire | kFought)) REFUSE("8.81-a", u);
  if (b.pos.has(u, kFired)) REFUSE("3.0-C4", u);
  return {};
}

Refusal ChooseRally::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Restack) return restack_barred(b, a);
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    return {};
  }
  if (a != Action{.verb = Verb::Rally, .who = a.who}) return {kWhen};
  return rally_barred(b, a.who);
}

Flow RallySegment::run(Run& r) {
  BEGIN;
  r.pos.segment = Segment::Rally;
  r.tell({.fact = Fact::SegmentBegan, .why = cite("3.0-C4")});
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kRestacked);
  for (;;) {
    STEP("4.43-a");
    ASK(ChooseRally{});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    if (r.answer().verb == Verb::Restack) {
      restack(r, unit);
      continue;
    }
    STEP("8.81-a");
    r.pos.set(unit, kTriedRally);
    ROLL_D10(kAnyFace, RallyDie{unit});
    {
      const int limit = cohesion(r.look(), unit), die = r.face();
      const bool routed = is_routed(r.look(), unit), passed = die <= limit;
      r.tell({.fact = passed ? Fact::TestPassed : Fact::TestFailed,
              .who = unit,
              .value = int16_t(die),
              .value2 = int16_t(limit),
              .why = routed ? cite("8.83-a") : cite("8.82-a")});
      if (!passed && routed && die >= 2 * limit && by("8.83-b")) remove(r, unit, cite("8.83-c"));  // 8.83-b: else it stays routed
      if (!passed) continue;
      r.pos.condition[unit] = routed ? Condition::Disordered : Condition::Good;
      r.tell({.fact = Fact::Rallied, .who = unit, .why = routed ? cite("8.83-a") : cite("8.82-a")});
      if (routed && by("6.12-b")) continue;  // 6.12-b against 8.83: it keeps its facing (T5)
    }
    STEP("8.82-a");
    ASK(FaceRallied{unit});
    r.pos.facing[unit] = r.answer().arg;
  }
  END;
}

Losses losses_of(const Look& b, int group) {
  Losses out;
  for (UnitId u : all_units(b.field)) {
    if (counter(b, u).group != group || is_gun(b, u) || is_uncalled(b, u)) continue;
    ++out.all;
    out.lost += is_routed(b, u) || b.pos.condition[u] == Condition::Eliminated;
  }
  return out;
}

static bool collapses(const Look& b, int group) {
  const Losses l = losses_of(b, group);
  return l.lost > 0 && l.lost >= l.limit();
}

Flow MoralePhase::run(Run& r) {
  BEGIN;
  STEP("3.0-E1");
  r.pos.phase = Phase::Morale, r.pos.segment = Segment::None;
  r.tell({.fact = Fact::PhaseBegan, .why = cite("8.91-a")});
  for (group = 0; !collapse_judged && group < r.field.groups.size(); ++group) {
    if (r.pos.collapsed[group] || !collapses(r.look(), group)) continue;
    STEP("8.92-b");
    r.pos.collapsed[group] = 1;  // T23: once
    r.tell({.fact = Fact::Demoralised, .value = int16_t(r.field.marker_of(group, 0)), .why = cite("8.92-a")});
    for (UnitId u : all_units(r.field))
      if (r.field.units[u].group == group && r.field.units[u].arm != Arm::Artillery && r.pos.on_map(u))
        owe(r, DueKind::Disorder, u, kNoHex);
    CALL(Settle{});
  }
  CALL(RoutStep{});
  END;
}

}  // namespace tambour::tng
