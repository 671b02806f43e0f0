// SPDX-License-Identifier: MIT
// 5.0 Initiative, 4.3 Activation Markers.
#include "rules/tng/ch05_initiative.h"

#include <algorithm>

#include "rules/tng/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {
namespace {

bool has_own_in_pool(const Look& b, Seat who) {
  for (std::size_t m = 0; m < b.field.markers.size(); ++m)
    if (b.field.markers[m].side == who && b.pos.pool[m] == PoolState::InPool) return true;
  return false;
}

// 4.34-a: one marker of the group is held back for the Combined Group marker, the second while it is there.
void hold_marker(Run& r, int group) {
  for (int number : {1, 0})
    if (PoolState& m = r.pos.pool[r.field.marker_of(group, number)]; m == PoolState::InPool) {
      m = PoolState::Held;
      return;
    }
}

}  // namespace

void fill_pool(Run& r) {
  by("2.4-e");
  std::fill(std::begin(r.pos.pool), std::end(r.pos.pool), PoolState::Away);
  std::fill(std::begin(r.pos.had_marker), std::end(r.pos.had_marker), uint8_t{0});
  for (UnitId u : all_units(r.field))
    if (r.pos.on_map(u) || is_due(r.look(), u)) r.pos.had_marker[r.field.units[u].group] = 1;
  for (std::size_t g = 0; g < r.field.groups.size(); ++g) {
    if (!r.pos.had_marker[g]) continue;
    const Group& group = r.field.groups[g];
    by("4.32-a");
    const bool one = group.one_marker && group.arrives == r.pos.turn;
    by("4.31-a");
    for (int k = 0; k < (one ? 1 : 2); ++k) {
      r.pos.pool[r.field.marker_of(int(g), k)] = PoolState::InPool;
      r.tell({.fact = Fact::MarkerPlaced, .value = int16_t(r.field.marker_of(int(g), k)), .why = cite("3.0-B3")});
    }
  }
}

bool can_combine(const Look& b, int marker, int group) {
  const auto& list = b.field.markers[std::size_t(marker)].groups;
  if (std::find(list.begin(), list.end(), group) == list.end()) return false;
  for (int k = 0; k < 2; ++k)
    if (b.pos.pool[b.field.marker_of(group, k)] == PoolState::InPool) return true;
  return false;
}

Flow InitiativePhase::run(Run& r) {
  BEGIN;
  STEP("3.0-B1");
  r.pos.phase = Phase::Initiative;
  r.tell({.fact = Fact::PhaseBegan, .why = cite("3.0-B1")});
  fill_pool(r);
  ROLL_D10(kAnyFace, InitiativeDie{Seat::First});
  die = uint8_t(r.face());
  ROLL_D10(kAnyFace, InitiativeDie{Seat::Second});
  {
    const int a = die + r.field.commander(Seat::First).orders, b = r.face() + r.field.commander(Seat::Second).orders;  // 5.0-a
    r.pos.initiative = a > b ? Seat::First : b > a ? Seat::Second : Seat::Nobody;                                      // 5.0-b
    if (a == b) r.tell({.fact = Fact::InitiativeTied, .value = int16_t(a), .why = cite("5.0-b")});
    else r.tell({.fact = Fact::InitiativeWon, .value = int16_t(std::max(a, b)), .value2 = int16_t(std::min(a, b)), .why = cite("5.0-a")});
  }
  for (seat = 0; seat < 2; ++seat) {
    for (;;) {
      STEP("4.35-a");
      ASK(DeclareMarkers{r.pos.initiative == Seat::Second ? Seat(1 - seat) : Seat(seat)});
      if (r.answer().verb == Verb::Done) break;
      first = r.answer().arg;
      ++r.pos.used[first];
      r.pos.pool[first] = PoolState::InPool;
      r.tell({.fact = Fact::MarkerPlaced, .value = int16_t(first), .why = cite("4.35-a")});
      if (r.field.markers[first].kind == MarkerKind::Barrage) {
        ++r.pos.orders_spent[index(r.field.markers[first].side)];  // 4.33-a
        continue;
      }
      STEP("4.34-a");
      ASK(ChooseCombined{first, kNone});
      r.pos.combined[0] = uint8_t(r.answer().arg / 2);
      hold_marker(r, r.pos.combined[0]);
      ASK(ChooseCombined{first, r.pos.combined[0]});
      r.pos.combined[1] = uint8_t(r.answer().arg / 2);
      hold_marker(r, r.pos.combined[1]);
    }
  }
  if (r.pos.initiative != Seat::Nobody && has_own_in_pool(r.look(), r.pos.initiative)) {
    by("5.0-c");
    STEP("3.0-B2");
    ASK(OpenWith{r.pos.initiative});
    r.tell({.fact = Fact::MarkerChosen, .value = int16_t(r.answer().arg), .why = cite("4.41-a")});
    RETURN(r.answer().arg);
  }
  RETURN(-1);
  END;
}

Refusal DeclareMarkers::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) {
    if (a != Action{.verb = Verb::Done}) return {kWhen};
    return {};
  }
  if (a != Action{.verb = Verb::UseMarker, .arg = a.arg} || a.arg >= b.field.markers.size()) return {kWhen};
  const Marker& m = b.field.markers[a.arg];
  if (m.kind == MarkerKind::Activation || m.side != who) REFUSE("4.33-c");
  if (b.pos.turn < m.from_turn) REFUSE("4.33-c");
  if (m.kind == MarkerKind::Barrage) {
    for (std::size_t o = 0; o < b.field.markers.size(); ++o)
      if (b.field.markers[o].kind == MarkerKind::Barrage && b.field.markers[o].side == who && b.pos.pool[o] == PoolState::InPool)
        REFUSE("4.33-b");
    if (b.pos.used[a.arg] >= m.uses) REFUSE("4.33-c");
    if (b.pos.orders_spent[index(who)] >= b.field.commander(who).orders) REFUSE("4.33-a");  // T13: a point must have been kept
    return {};
  }
  if (b.pos.used[a.arg] >= m.uses || b.pos.pool[a.arg] == PoolState::InPool) REFUSE("4.34-b");
  int groups = 0;
  for (std::size_t g = 0; g < b.field.groups.size(); ++g) groups += can_combine(b, a.arg, int(g));
  if (groups < 2) REFUSE("4.34-a");
  return {};
}

Refusal ChooseCombined::barred(const Look& b, Action a) const {
  if (a != Action{.verb = Verb::ChooseMarker, .arg = a.arg}) return {kWhen};
  if (a.arg >= 2 * b.field.groups.size() || a.arg % 2) REFUSE("4.34-a");
  if (a.arg / 2 == first || !can_combine(b, marker, a.arg / 2)) REFUSE("4.34-a");
  return {};
}

Refusal OpenWith::barred(const Look& b, Action a) const {
  by("4.35-b");
  if (a != Action{.verb = Verb::ChooseMarker, .arg = a.arg} || a.arg >= b.field.markers.size()) return {kWhen};
  if (b.field.markers[a.arg].side != who || b.pos.pool[a.arg] != PoolState::InPool) REFUSE("4.41-a");
  return {};
}

}  // namespace tambour::tng
