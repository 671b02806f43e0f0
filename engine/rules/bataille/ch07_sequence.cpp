// SPDX-License-Identifier: MIT
// Chapter 7.
#include "rules/bataille/ch07_sequence.h"

#include <algorithm>

#include "rules/bataille/ch08_reinforcements.h"
#include "rules/bataille/ch12_regiments.h"
#include "rules/bataille/ch18_howitzers.h"
#include "rules/bataille/ch18_train.h"
#include "rules/bataille/ch19_cavalry.h"
#include "rules/bataille/ch21_night.h"
#include "rules/bataille/dice.h"
#include "rules/bataille/victory.h"

namespace tambour::bataille {
namespace {

bool is_good(const Look& b, UnitId u) { return b.pos.on_map(u) && good(b, u); }

int nearest_good_enemy(const Look& b, HexId h, Seat side) {
  int least = 99;
  for (UnitId u : all_units(b.field))
    if (is_good(b, u) && side_of(b, u) != side) least = std::min(least, distance(b.field.grid, footprint(b, u), h));
  return least;
}

// 13.2.5, 20.2.2, A24, A25: may this stack in PGD try to recover, or must it run?
bool must_run(const Look& b, UnitId u) {
  const HexId h = b.pos.at(u);
  const Seat side = side_of(b, u);
  if (beside_enemy(b, Footprint{h}, side)) return true;
  if (leader_in(b, h, side) && by("13.2.5-c")) return false;
  return by("13.2.5-b", "13.2.6-c", "20.2.2-a"), nearest_good_enemy(b, h, side) < 15;
}

void begin_turn(Run& r, int turn) {
  r.pos.turn = uint8_t(turn);
  r.pos.active = kNone, r.pos.chit = Chit::None;
  r.tell({.fact = Fact::TurnBegan, .value = int16_t(turn), .why = cite("7.0-a")});
}

void end_turn(Run& r) {
  for (UnitId u = kFirstUnit; r.field.units.has(u) && by("7.5.10-b", "5.3-a"); ++u)
    r.pos.drop(u, kOfTurn | kStood | kAssault | kTarget | kInColumn | kOfAssault), r.pos.unit[u].target = r.pos.unit[u].target2 = kNoHex;
  for (HorseState& h : r.pos.horse) by("7.5.10-c"), h.flags = 0, h.ridden = 0;
  r.pos.entered = {};
  std::fill(std::begin(r.pos.queue), std::end(r.pos.queue), uint8_t(0));
  for (LeaderState& l : r.pos.leader) {  // 7.5.10-a
    if (!(l.flags & kForceMarched)) l.march = 0;
    by("7.5.10-a", "7.2.3-a", "8.1.2-b"), l.flags = uint8_t(l.flags & ~kOfLeaderTurn), l.mu = Mu::None, l.bonus = 0;
  }
}

// 20.3: battalions lost or in PGD, formation by formation.
void set_levels(Run& r) {
  for (int f = 0; f < int(r.field.formations.size()); ++f) {
    int lost = 0, level = 0;
    for (UnitId u : all_units(r.field))
      if (counter(r.look(), u).formation == f && is_gun(r.look(), u)) by("20.3-c", "18.4-c");
      else if (counter(r.look(), u).formation == f) by("20.3-b", "20.3-e", "17.3.5-b"), lost += battalions_lost(r.look(), u);
    trace::chart("morale_levels");
    for (int k = 0; k < 3; ++k)
      if (lost >= r.field.formations[std::size_t(f)].level[k]) level = k + 1;
    if (level == r.pos.level[f]) continue;
    r.pos.level[f] = uint8_t(level);
    r.tell({.fact = Fact::LevelReached,
            .value = int16_t(r.field.officer_count() + kActionChits + f),
            .value2 = int16_t(level),
            .why = cite("20.3.1-a")});
  }
}

Form recovered_form(const Look& b, UnitId u) {
  if (ground(b, b.pos.at(u)).general) return by("20.2.4-a", "20.2.4-b"), Form::General;  // 12.7-c
  if (is_horse(b, u)) return by("20.2.4-b"), Form::Line;
  return by("20.2.4-a"), Form::Column;
}

// Who passes is in Good Order again; returns one that has to choose a facing.
UnitId rally(Run& r, UnitId top) {
  UnitId list[kMates], turns = kNoUnit;
  const int n = mates(r.look(), top, list);
  const UnitState formed = r.pos.unit[shaper(r.look(), top)];
  int bonus = 0;
  bool below_failure = false;
  uint16_t passed = 0;
  for (int k = 0; k < n; ++k) {
    if (r.pos.unit[list[k]].order == Order::Good) continue;
    Ledger l = recovery_ledger(r.look(), list[k]);
    l.add(bonus, cite("20.1.1-a"), list[k]);
    const bool pass = !below_failure && passes(r.look(), list[k], l, r.roll_index());
    r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
            .who = list[k],
            .value = int16_t(sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax))),
            .value2 = int16_t(counter(r.look(), list[k]).morale < 0 ? 0 : sixes_shown(counter(r.look(), list[k]).morale)),
            .why = cite("20.2-a")});
    if (pass) bonus += 3, passed = uint16_t(passed | 1 << k);
    else below_failure = true;
  }
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    if (!(passed >> k & 1)) {
      by("20.2-c");
      if (passed && s.order != Order::Good && by("20.2.3-a")) r.pos.set(list[k], kMustMove);
      continue;
    }
    s.order = Order::Good;
    by("20.1.5-a");
    r.tell({.fact = Fact::Rallied, .who = list[k], .hex = r.pos.at(list[k]), .why = cite("12.11.4.1-c")});
    if (formed.order == Order::Good && !is_gun(r.look(), list[k])) {  // it falls in with those above it (11.1.2-a)
      s.form = formed.form, s.facing = formed.facing, s.hexes = formed.hexes, s.trail = formed.trail;
      continue;
    }
    if (is_gun(r.look(), list[k])) by("20.2.4-c");
    else s.form = recovered_form(r.look(), list[k]);
    turns = turns == kNoUnit ? list[k] : turns;
  }
  return turns;
}

void turn_stack(Run& r, UnitId u, int facing) {
  UnitId list[kMates];
  const int n = mates(r.look(), u, list);
  for (int k = 0; k < n; ++k)
    if (good(r.look(), list[k])) r.pos.unit[list[k]].facing = uint8_t(facing);  // 9.1-a
}

bool has_order(const Look& b, UnitId u, Order o) {
  UnitId list[kMates];
  const int n = mates(b, u, list);
  return std::any_of(list, list + n, [&](UnitId x) { return b.pos.unit[x].order == o; });
}

void send_off(Run& r, UnitId top) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  for (int k = 0; k < n; ++k)
    if (r.pos.unit[list[k]].order == Order::Pgd) r.pos.set(list[k], kMustRout);
}

bool is_top(const Look& b, UnitId u) { return b.pos.on_map(u) && b.pos.stack.top(b.pos.at(u)) == u; }

}  // namespace

bool is_forty(const Field& f, int turn) { return by("3.5-a", "4.0-b", "7.6-a") && (f.first_slot + turn - 1) % 3 == 2; }

bool holds(const Look& b, Seat side, HexId h) { return friend_at(b, h, side); }

uint8_t verdict_now(const Look& b) {
  const VictorySheet& v = b.field.victory;
  if (!v.awards.empty()) return verdict_by_points(b);
  const bool held = !v.hold.empty() && std::all_of(v.hold.begin(), v.hold.end(), [&](HexId h) { return holds(b, Seat::First, h); });
  const bool open = !v.clear.empty() && std::none_of(v.clear.begin(), v.clear.end(), [&](HexId h) {
    const UnitId u = top_at(b, h);
    return u != kNoUnit && side_of(b, u) == Seat::Second && has_order(b, u, Order::Good);
  });
  if (held || open) return kFirstWins;
  return b.pos.lost[1] <= b.pos.lost[0] ? kSecondWins : kDrawn;
}

// 20.2.3: who has to leave a stack that has recovered runs on until it is far enough, and in cover.
static UnitId displaced_in_pgd(const Look& b, UnitId top) {
  UnitId list[kMates];
  const int n = mates(b, top, list);
  for (int k = 0; k < n; ++k)
    if (b.pos.has(list[k], kMustMove) && b.pos.unit[list[k]].order == Order::Pgd) return list[k];
  return kNoUnit;
}

Ledger recovery_ledger(const Look& b, UnitId u) {
  Ledger out = morale_ledger(b, u, 0, cite("20.2-b"));
  add_darkness(out, b, u);
  return out;
}

Flow Recover::run(Run& r) {
  BEGIN;
  STEP("20.2-a");
  ROLL(Dice::Sixes, kAnyFace, RecoveryDie{top});
  turns = rally(r, top);
  if (turns != kNoUnit && !is_gun(r.look(), turns)) {
    ASK(ChooseFacing{turns});
    turn_stack(r, turns, r.answer().arg);
  }
  shaken = displaced_in_pgd(r.look(), top);
  CALL(Settle{});
  if (shaken != kNoUnit && r.pos.on_map(shaken) && by("20.2.3-b")) {
    r.pos.set(shaken, kMustRout);
    CALL(Settle{});
  }
  END;
}

Flow Reorganization::run(Run& r) {
  BEGIN;
  by("7.5-a"), r.pos.segment = Segment::Reorganization;
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) {
    if (!is_top(r.look(), unit) || !has_order(r.look(), unit, Order::Disorder)) continue;
    STEP("7.5.1-a");
    if (beside_enemy(r.look(), footprint(r.look(), unit), side_of(r.look(), unit)) && by("20.2.1-a")) continue;
    CALL(Recover{unit});
  }
  for (unit = kFirstUnit; r.field.units.has(unit); ++unit) {
    if (!is_top(r.look(), unit) || r.pos.unit[unit].order != Order::Pgd) continue;
    STEP("7.5.2-a");
    if (must_run(r.look(), unit)) {
      send_off(r, unit);
      CALL(Settle{});
      continue;
    }
    CALL(Recover{unit});
  }
  STEP("7.5.4-a");
  rest_horses(r);
  by("20.3.1-b");
  if (is_forty(r.field, r.pos.turn) && by("3.5-b")) {
    STEP("7.5.3-a");
    set_levels(r);
  }
  CALL(Gunners{});
  CALL(BurningHexes{});
  CALL(Resupply{});
  CALL(ClearWrecks{});
  STEP("7.5.9-a");
  turn_markers(r);
  check_posts(r);
  STEP("7.5.10-a");
  end_turn(r);
  END;
}

Flow ReturnLeaders::run(Run& r) {
  BEGIN;
  STEP("8.2.3-b");
  return_guns(r);
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& l = r.pos.leader[k];
    const Seat side = r.field.officers[std::size_t(k)].side;
    const HexId depot = r.field.depot[index(side)];
    if (l.fate != Fate::Away || l.back > r.pos.turn || depot == kNoHex || enemy_at(r.look(), depot, side)) continue;
    by("8.9.4-c"), l.hex = depot, l.fate = Fate::OnMap, l.flags = kRode;
    r.tell({.fact = Fact::Entered, .who = r.field.officer_id(k), .hex = depot, .why = cite("8.2.3-b")});
  }
  END;
}

static void take_chit(Run& r, int marker) {
  const int n = r.field.officer_count();
  if (marker < n) r.pos.cup &= ~(1u << marker);
  else r.pos.chits = uint8_t(r.pos.chits & ~(1 << (marker - n)));
  r.tell({.fact = Fact::MarkerDrawn, .value = int16_t(marker), .why = cite("7.2.1-a")});
}

// The chit of a side (8.4.1.1): from now on its leaders' are drawn.
static bool open_team(Run& r, int marker) {
  if (!r.field.command.team || marker < side_marker(r.look(), 0)) return false;
  r.pos.team = uint8_t(1 + marker - side_marker(r.look(), 0));
  r.tell({.fact = Fact::MarkerDrawn, .value = int16_t(marker), .why = cite("8.4.1.1-a")});
  return true;
}

Flow Turn::run(Run& r) {
  BEGIN;
  begin_turn(r, turn);
  if (from == Start::Command) {
    CALL(BatteryBoxes{});
    CALL(Command{});
  }
  if (from <= Start::Maneuver) {
    by("7.0-b"), r.pos.segment = Segment::Maneuver;
    note_clearers(r);
    while (marker != kNone || r.pos.cup || r.pos.chits) {  // 7.2.1-f
      STEP("7.2.1-a");
      if (marker == kNone) {
        DRAW(DrawChit{});
        marker = r.answer().arg;
        if (open_team(r, marker)) {
          marker = kNone;
          continue;
        }
        take_chit(r, marker);
      }
      if (marker < r.field.officer_count()) CALL(ManeuverUnit{marker});
      else if (by("7.2.1-c") && marker == chit_marker(r.look(), int(Chit::Leader))) CALL(LeaderChit{});
      else if (marker == chit_marker(r.look(), int(Chit::Regroup))) CALL(RegroupChit{});
      else if (marker == chit_marker(r.look(), int(Chit::Artillery))) CALL(FireSegment{1});
      else {
        CALL(ReturnLeaders{});
        CALL(Arrivals{});
      }
      marker = kNone;
      if (r.pos.team && chits_of(r.look(), r.pos.team - 1)) continue;
      r.pos.team = 0;
      r.pos.drawer = uint8_t(1 - r.pos.drawer);  // 7.2.1-a
    }
  }
  if (from <= Start::Fire) {
    STEP("7.2.1-f");
    STEP("7.3-a");
    r.pos.segment = Segment::Fire;
    CALL(FireSegment{});
  }
  if (from <= Start::Assault) CALL(AssaultSegment{});
  CALL(Reorganization{});
  END;
}

Flow Campaign::run(Run& r) {
  BEGIN;
  if (turn == 1 && from == Start::Command) CALL(NameTermini{});
  for (; turn <= r.field.turns; ++turn) {
    CALL(Turn{turn, from, marker});
    from = Start::Command, marker = kNone;
    if (wins_at_once(r.look())) {
      STEP("QB-12");
      r.pos.verdict = kFirstWins;
      r.tell({.fact = Fact::GameEnded, .why = cite("QB-12")});
      RETURN(0);
    }
  }
  STEP("7.6-b");
  close_boxes(r);
  r.pos.verdict = verdict_now(r.look());
  r.tell({.fact = Fact::GameEnded, .why = r.field.victory.awards.empty() ? cite("TLA-2") : cite("QB-11")});
  END;
}

}  // namespace tambour::bataille
