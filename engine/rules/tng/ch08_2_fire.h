// SPDX-License-Identifier: MIT
// 8.2 Artillery fire: targets, modifiers, results; counter-battery and misguided fire.
// Unlike jdg: units and villages do not block sight, woods half way do; every hex beyond effective range costs two; each unit of the hex
// checks separately; a low roll may hit friends next to the target; a massed target adds one for each unit beyond the first; with a Barrage
// marker neighbouring guns fire as one and no unit moves; counter-battery does not use up reaction fire.
#pragma once
#include "play/view.h"
#include "rules/tng/ch06_stacking_facing_zones.h"

namespace tambour::tng {

Refusal no_sight(const Look& b, HexId from, HexId to);  // 8.23-b to 8.23-g, without the ends' fronts
inline bool sees(const Look& b, HexId from, HexId to) { return !no_sight(b, from, to); }
// Arc, range and sight of a gun as it stands, and what a turn opens (8.24-d).
FireReach fire_reach(const Look& b, UnitId gun, HexId hex);
// May this gun fire at that hex, faced so? Range, sight, front and the duty to fire at the nearest (8.22 to 8.24).
Refusal aim_barred(const Look& b, UnitId gun, HexId target, int facing);
// The battery fires as one, from where its guns stand (8.21, 8.28).
Ledger fire_ledger(const Look& b, std::span<const UnitId> battery, HexId target);
HexId misguided_hex(const Look& b, HexId from, HexId target);  // 8.27-a: friends in harm's way, or kNoHex

enum class FireKind : uint8_t { Normal, Reaction, Answer };

// Pos::battery fires at the target.
struct Fire {
  static constexpr const char* kName = "Fire";
  HexId target = kNoHex;
  FireKind kind = FireKind::Normal;
  uint8_t only_top = 0;  // 6.26-d: reaction fire against an infantry shock strikes the top infantry alone
  HexId friends = kNoHex, from = kNoHex;
  FireResult result = FireResult::None;
  int8_t total = 0;
  Flow run(Run& r);
};
struct FireEffect {  // the result, unit by unit
  static constexpr const char* kName = "FireEffect";
  HexId target = kNoHex, from = kNoHex;
  UnitId unit = kNoUnit;
  FireResult result = FireResult::None;
  uint8_t only_top = 0, pad = 0;
  Flow run(Run& r);
};
struct Misguided {  // 8.27
  static constexpr const char* kName = "Misguided";
  HexId friends = kNoHex, from = kNoHex;
  UnitId unit = kNoUnit;
  uint8_t pad = 0;
  Flow run(Run& r);
};

// Guns answer as they are faced; two in one hex may do it together (8.21-a, T73).
inline Action answer_with(const Look& b, UnitId gun, UnitId second, HexId target) {
  return {.verb = second == kNoUnit ? Verb::Fire : Verb::FireTogether, .arg = b.pos.facing[gun], .who = gun, .whom = second, .hex = target};
}
bool emit_answers(const Look& b, UnitId gun, HexId target, auto&& emit) {
  if (!emit(answer_with(b, gun, kNoUnit, target))) return false;
  for (UnitId w : b.pos.stack.in(b.pos.at(gun)))
    if (w != gun && is_gun(b, w) && !emit(answer_with(b, gun, w, target))) return false;
  return true;
}
Refusal second_gun_barred(const Look& b, Action a, uint32_t done);  // `done`: marks a gun that has answered so already
Ledger answer_ledger(const Look& b, Action a);
void man_battery(Run& r, const Action& a, uint32_t done);  // the guns of an answer, marked as having given it

struct CounterBattery {  // 8.26
  QUESTION(CounterBattery, "Fire back at the guns that fired", cite("8.26-a"), Verb::Fire, Verb::FireTogether, Verb::Pass);
  HexId here, firer;
  Seat seat(const Look& b) const { return other(b.pos.side); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    for (UnitId u : b.pos.stack.in(here))
      if (is_gun(b, u) && !emit_answers(b, u, firer, emit)) return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct ChooseFire {  // before all movement (8.2-a), from any place in a stack (6.26-b)
  QUESTION(ChooseFire, "Choose a gun and its target, or end artillery fire", cite("3.0-C3"), Verb::Fire, Verb::FireTogether, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return b.pos.side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (!is_gun(b, u) || !b.pos.has(u, kActive) || !b.pos.on_map(u) || b.pos.has(u, kFired)) continue;
      const HexId here = b.pos.at(u);
      for (UnitId t : all_units(b.field)) {
        const HexId h = b.pos.at(t);
        if (side_of(b, t) == b.pos.side || h == kNoHex || b.pos.stack.top(h) != t) continue;
        if (b.field.grid.distance(here, h) > counter(b, u).maximum) continue;
        for (uint8_t f = 0; f < 6; ++f) {
          if (!emit(Action{.verb = Verb::Fire, .arg = f, .who = u, .hex = h})) return;
          for (UnitId w : b.pos.stack.in(here))
            if (w != u && !emit(Action{.verb = Verb::FireTogether, .arg = f, .who = u, .whom = w, .hex = h})) return;
        }
      }
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct AddToBarrage {  // 8.28
  QUESTION(AddToBarrage, "Add a gun to this fire, or fire", cite("8.28-a"), Verb::Face, Verb::Done);
  HexId target;
  Seat seat(const Look& b) const { return b.pos.side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (UnitId u : all_units(b.field))
      for (uint8_t f = 0; f < 6 && is_gun(b, u) && b.pos.has(u, kActive) && b.pos.on_map(u); ++f)
        if (!emit(Action{.verb = Verb::Face, .arg = f, .who = u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct FireSegment {
  static constexpr const char* kName = "FireSegment";
  Action chosen;
  Flow run(Run& r);
};

}  // namespace tambour::tng
