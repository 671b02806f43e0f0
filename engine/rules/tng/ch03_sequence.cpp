// SPDX-License-Identifier: MIT
// 3.0 Sequence of play.
#include "rules/tng/ch03_sequence.h"

#include <algorithm>

#include "rules/tng/ch04_activation.h"
#include "rules/tng/ch05_initiative.h"
#include "rules/tng/ch08_8_rally.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::tng {
namespace {

bool holds(const Look& b, Seat seat, HexId h) {
  const uint8_t o = b.field.objective_of[h];
  return o != kNone && b.pos.owner[o] == seat;
}

int times_earned(const Look& b, const Award& a) {
  int n = 0;
  switch (a.kind) {
    case AwardKind::Hold: return int(std::count_if(a.hexes.begin(), a.hexes.end(), [&](HexId h) { return holds(b, a.side, h); }));
    case AwardKind::HoldAll: return std::all_of(a.hexes.begin(), a.hexes.end(), [&](HexId h) { return holds(b, a.side, h); });
    case AwardKind::Collapse:
      for (std::size_t g = 0; g < b.field.groups.size(); ++g) n += b.field.groups[g].side != a.side && b.pos.collapsed[g];
      return n;
    case AwardKind::Called: return b.pos.own_rules & kCalled ? 1 : 0;  // AUS-12
    case AwardKind::Reach:
      for (UnitId u : all_units(b.field))
        n += side_of(b, u) == a.side && b.pos.on_map(u) && is_good(b, u) &&
             std::find(a.hexes.begin(), a.hexes.end(), b.pos.at(u)) != a.hexes.end();
      return std::min<int>(n, a.limit);
    default: break;
  }
  for (UnitId u : all_units(b.field)) {
    if (side_of(b, u) == a.side || b.pos.condition[u] != Condition::Eliminated) continue;
    const bool gun = is_gun(b, u), large = counter(b, u).good.sp >= 7;
    n += a.kind == AwardKind::Eliminated || (a.kind == AwardKind::EliminatedArm && counter(b, u).arm == a.arm) ||
         (a.kind == AwardKind::EliminatedLarge && !gun && large) || (a.kind == AwardKind::EliminatedSmall && !gun && !large);
  }
  return n;
}

bool pool_empty(const Look& b) {
  for (std::size_t m = 0; m < b.field.markers.size(); ++m)
    if (b.pos.pool[m] == PoolState::InPool) return false;
  return true;
}

void begin_turn(Run& r) {
  r.tell({.fact = Fact::TurnBegan, .value = int16_t(r.pos.turn), .why = cite("3.0-A1")});
  std::fill(std::begin(r.pos.shown), std::end(r.pos.shown), uint8_t{0});
  std::fill(std::begin(r.pos.pursuits), std::end(r.pos.pursuits), uint8_t{0});
  std::fill(std::begin(r.pos.combined), std::end(r.pos.combined), kNone);
}

void end_game(Run& r, Seat winner, Citation why) {
  r.pos.over = 1, r.pos.over_winner = winner;
  r.tell({.fact = Fact::GameEnded,
          .value = int16_t(score(r.look(), Seat::First)),
          .value2 = int16_t(score(r.look(), Seat::Second)),
          .why = why});
}

}  // namespace

int score(const Look& b, Seat seat) {
  int out = 0;
  for (const Award& a : b.field.awards)
    if (a.side == seat) out += a.points * times_earned(b, a);
  return out;
}

void check_automatic_victory(Run& r) {
  for (const auto& [seat, hexes] : r.field.automatic)
    if (!r.pos.over && std::all_of(hexes.begin(), hexes.end(), [&, s = seat](HexId h) { return holds(r.look(), s, h); }))
      end_game(r, seat, cite("AUS-13"));
}

Flow WholeGame::run(Run& r) {
  BEGIN;
  for (;;) {
    CALL(Turn{.start = start, .marker = -1});
    start = Start{};
    if (r.pos.turn >= r.field.battle.turns) {
      const int lead = score(r.look(), Seat::First) - score(r.look(), Seat::Second);
      end_game(r, lead >= r.field.draw_under ? Seat::First : -lead >= r.field.draw_under ? Seat::Second : Seat::Nobody, cite("3.0-F"));
      break;
    }
    ++r.pos.turn;
  }
  END;
}

Flow Turn::run(Run& r) {
  BEGIN;
  if (start.phase == Phase::Orders) {
    begin_turn(r);
    CALL(OrdersPhase{});
  }
  if (start.phase <= Phase::Initiative) {
    CALL(InitiativePhase{});
    marker = int8_t(r.result());
  }
  r.pos.phase = Phase::Activation;
  if (start.phase == Phase::Activation && start.segment != Segment::None) {
    CALL(Activation{start.marker, start.command, start.segment, start.step});
  }
  while (start.phase <= Phase::Activation) {
    if (marker < 0) {
      STEP("3.0-C5");
      if (pool_empty(r.look())) break;
      STEP("3.0-C1");
      DRAW(DrawMarker{});
      marker = int8_t(r.answer().arg);
      r.tell({.fact = Fact::MarkerDrawn, .value = int16_t(marker), .why = cite("4.42-a")});
    }
    CALL(Activation{uint8_t(marker), kNoUnit, Segment::None, ShockStage::Announce});
    marker = -1;
  }
  if (start.phase == Phase::Reserve && start.segment != Segment::None) CALL(Activation{kNone, start.command, start.segment, start.step});
  else if (start.phase <= Phase::Reserve) CALL(ReservePhase{});
  if (start.phase <= Phase::Morale) CALL(MoralePhase{0, start.collapse_judged});
  CALL(CommanderPhase{});
  END;
}

}  // namespace tambour::tng
