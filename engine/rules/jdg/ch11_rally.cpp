// SPDX-License-Identifier: MIT
#include "rules/jdg/ch11_rally.h"

#include "rules/jdg/ch06_zones.h"
#include "rules/jdg/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::jdg {

// 11.1-a to 11.1-c; 1.D-d: only those who did nothing else; orders do not matter (2.4.1-d, 2.4.2-g).
Refusal rally_barred(const Look& b, UnitId u) {
  by("2.4.1-d", "2.4.2-g", "11.1-c");
  if (!on_map(b, u) || !is_active(b, u)) REFUSE("2.1.1-a", u);
  if (is_good(b, u)) REFUSE("11.1-a", u);
  if (b.pos.has(u, kHandled)) REFUSE("11.1-g", u);
  if (b.pos.has(u, kMovedNow | kFired | kFought | kEvaded)) REFUSE("1.D-d", u);
  if (!is_routed(b, u) && b.pos.has(u, kTurnedNow) && b.field.doctrine->turn_and_rally == TurnAndRally::Barred) REFUSE("11.1-a", u);
  if (enemy_adjacent(b, b.pos.at(u), side_of(b, u))) REFUSE("11.1-b", u, b.pos.at(u));
  if (is_routed(b, u) && b.pos.stack.count(b.pos.at(u)) > 1) REFUSE("10.4-i", u, b.pos.at(u));
  if (!is_routed(b, u) && b.pos.stack.count(b.pos.at(u)) == 3 && !is_gun(b, u)) {  // 5.1.1-h
    int sp = 0;
    bool guns = false;
    for (UnitId x : b.pos.stack.in(b.pos.at(u))) sp += x == u ? counter(b, x).front.sp : ratings(b, x).sp, guns |= is_gun(b, x);
    const bool scenario = is_cavalry(b, u) && b.field.three_cavalry == side_of(b, u);
    if (!guns && sp > b.field.doctrine->three_small_sp && !scenario) REFUSE("5.1.1-h", u, b.pos.at(u));
  }
  return {};
}

namespace {

struct ChooseRally {
  QUESTION(ChooseRally, "Try to rally a unit, or end the activation", cite("1.D-c"), Verb::Rally, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return active_side(b); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field))
      if (on_map(b, u) && !is_good(b, u) && !emit(Action{Verb::Rally, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const { return a.verb == Verb::Done ? Refusal{} : rally_barred(b, a.who); }
};

}  // namespace

static void rally(Run& r, UnitId unit) {
  Condition& s = r.pos.unit[unit].condition;
  s = s == Condition::Routed ? Condition::Disordered : Condition::Good;
  r.tell({.fact = Fact::Rallied, .who = unit, .why = s == Condition::Good ? cite("11.1-e") : cite("11.1-f")});
}

// 12.1-g, ruling J48: at night the idle rally of themselves in the rally step of their activation.
static UnitId next_night_rally(const Look& b) {
  for (UnitId u : all_units(b.field))
    if (on_map(b, u) && state(b, u).condition == Condition::Disordered && !rally_barred(b, u)) return u;
  return kNoUnit;
}

Flow RallySegment::run(Run& r) {
  BEGIN;
  r.pos.segment = Segment::Rally;
  for (UnitId u : all_units(r.field)) r.pos.drop(u, kHandled);
  while (r.field.night(r.pos.turn) && next_night_rally(r.look()) != kNoUnit) {
    STEP("12.1-g");
    unit = next_night_rally(r.look());
    rally(r, unit);
    ASK(FaceFreely{{unit}});
    r.pos.unit[unit].facing = r.answer().arg;
  }
  for (;;) {
    STEP("11.1-a");
    ASK(ChooseRally{});
    if (r.answer().verb == Verb::Done) break;
    unit = r.answer().who;
    r.pos.set(unit, kHandled);
    modifier = 0;
    if (is_routed(r.look(), unit) && by("10.2-i", "12.1-h")) modifier = r.field.night(r.pos.turn) ? -3 : 1;
    STEP("11.1-d");
    ROLL_D10(test_breaks(counter(r.look(), unit).back.cohesion - modifier), RallyDie{unit, modifier});
    r.tell({.fact = r.face() + modifier <= counter(r.look(), unit).back.cohesion ? Fact::TestPassed : Fact::TestFailed,
            .who = unit,
            .value = int16_t(r.face() + modifier),
            .value2 = counter(r.look(), unit).back.cohesion,
            .why = cite("11.1-d")});
    if (r.face() + modifier > counter(r.look(), unit).back.cohesion) continue;  // 11.1-g
    rally(r, unit);
    ASK(FaceFreely{{unit}});
    r.pos.unit[unit].facing = r.answer().arg;
  }
  END;
}

InOrder in_order(const Look& b, std::size_t formation) {
  InOrder out;
  for (UnitId u : all_units(b.field)) {
    if (b.field.units[u].formation != formation || is_gun(b, u) || state(b, u).condition == Condition::Waiting) continue;
    ++out.in_play;
    out.good += state(b, u).condition == Condition::Good;
  }
  return out;
}

void check_demoralization(Run& r) {
  const Look b = r.look();
  for (std::size_t f = 0; f < r.field.formations.size(); ++f) {
    const auto [in_play, good] = in_order(b, f);
    const uint8_t now = in_play > 0 && good == 0;  // 11.2-a, ruling J30
    if (now == r.pos.demoralised[f]) continue;
    r.pos.demoralised[f] = now;
    for (std::size_t m = 0; m < r.field.markers.size(); ++m)
      if (r.field.markers[m].formation == f) {
        r.tell({.fact = now ? Fact::Demoralised : Fact::Recovered, .value = int16_t(m), .why = now ? cite("11.2-a") : cite("11.2-d")});
        break;
      }
  }
}

}  // namespace tambour::jdg
