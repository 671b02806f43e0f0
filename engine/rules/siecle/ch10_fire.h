// SPDX-License-Identifier: MIT
// Chapter 10: lines of sight, targets, the fire die and its modifiers.
#pragma once
#include "play/view.h"
#include "rules/siecle/ch08_zones.h"

namespace tambour::siecle {

enum class FireKind : uint8_t { Plain, Salvo, Reaction };

Citation sight_blocked(const Look& b, HexId from, HexId to);  // the rule that blocks it, or nothing
FireReach fire_reach(const Look& b, UnitId u, HexId hex);     // front, range and sight, without a word on why
Refusal aim_barred(const Look& b, UnitId u, HexId target);    // front, range and sight, whoever stands there
Refusal fire_barred(const Look& b, UnitId u, HexId target, FireKind kind);
Ledger fire_ledger(const Look& b, UnitId u, HexId target, FireKind kind);
// What the target's arm and ground, and the distance from a gun, add to the die.
void add_target(Ledger& out, const Look& b, HexId target);
void add_range(Ledger& out, const Look& b, HexId from, HexId target);
void turn_stack(Run& r, UnitId gun);  // the gun goes from top to bottom or back

struct Fire {
  static constexpr const char* kName = "Fire";
  UnitId firer;
  FireKind kind;
  HexId hex;
  Flow run(Run& r);
};

// The result of any fire upon what stands in a hex; the total is known.
struct Struck {
  static constexpr const char* kName = "Struck";
  HexId hex;
  int8_t total;
  uint8_t column;  // of the fire table
  Flow run(Run& r);
};

struct ChooseGun {
  QUESTION(ChooseGun, "Choose a battery, or end artillery fire", cite("4.C-b"), Verb::Select, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  uint8_t radius;  // kNone: the active formation; else all guns of the side so near to its chief
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field))
      if (is_gun(b, u) && b.pos.on_map(u) && counter(b, u).side == side && !emit(Action{Verb::Select, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseGunAct {
  QUESTION(ChooseGunAct, "Fire, limber, unlimber, change the stack, or stop", cite("4.C-b"),
           Verb::FireAt, Verb::Limber, Verb::Unlimber, Verb::Restack, Verb::Stop);
  static constexpr bool kRest = true;
  UnitId unit;
  uint8_t fire_only;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const;
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::FireAt ? fire_ledger(b, unit, a.hex, FireKind::Plain) : Ledger{}; }
};

struct ChooseFirer {
  QUESTION(ChooseFirer, "Choose a unit and the hex it fires at, or end the fire", cite("4.C-b"), Verb::FireAt, Verb::Salvo, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const;
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct GunSegment {  // C1, or the extra fire of an event
  static constexpr const char* kName = "GunSegment";
  Seat side;
  uint8_t radius;
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};

struct FireSegment {  // C3
  static constexpr const char* kName = "FireSegment";
  Seat side;
  Flow run(Run& r);
};

// Calls emit(hex) for every hex with enemies of `side` in it, commanders alone included; stops when it returns false.
template <class F>
bool for_targets(const Look& b, Seat side, F&& emit) {
  for (UnitId u : all_units(b.field))
    if (counter(b, u).side != side && b.pos.on_map(u) && on_top(b, u) && !emit(b.pos.at(u))) return false;
  for (int k = 0; k < int(b.field.officers.size()); ++k)
    if (present(b, k) && officer(b, k).side != side && is_alone(b, k)) {
      bool first = true;  // two commanders in one hex are one target
      for_officers(b, b.pos.officer[k].hex, officer(b, k).side, [&](int other) { first &= other >= k; });
      if (first && !emit(b.pos.officer[k].hex)) return false;
    }
  return true;
}

void ChooseGunAct::candidates(const Look& b, auto&& emit) const {
  if (!emit(Action{Verb::Stop, 0, unit})) return;
  if (!for_targets(b, side_of(b, unit), [&](HexId h) { return emit(Action{Verb::FireAt, 0, unit, kNoUnit, h}); })) return;
  for (const Verb v : {Verb::Limber, Verb::Unlimber, Verb::Restack})
    if (!emit(Action{v, 0, unit})) return;
}

void ChooseFirer::candidates(const Look& b, auto&& emit) const {
  if (!emit(Action{Verb::Done})) return;
  for (UnitId u : all_units(b.field)) {
    if (counter(b, u).formation != b.pos.active || !b.pos.on_map(u) || is_gun(b, u) || b.pos.has(u, kFired)) continue;
    for (const HexId h : around(b.field, b.pos.at(u))) {
      if (b.pos.stack.empty(h) ? !has_officer(b, h, other(side)) : !holds_enemy(b, h, side)) continue;
      if (!emit(Action{Verb::FireAt, 0, u, kNoUnit, h}) || !emit(Action{Verb::Salvo, 0, u, kNoUnit, h})) return;
    }
  }
}

}  // namespace tambour::siecle
