// SPDX-License-Identifier: MIT
// 8.47, 8.48 Retreat before shock, and the Jaegers' second chance of 8.62.
// Unlike jdg: decided before any Commitment and without a test, except before a charge of heavy cavalry; horse artillery retreats like light
// cavalry, Jaegers one hex; the attacker's advance is optional.
#pragma once
#include "rules/tng/ch08_4_shock.h"

namespace tambour::tng {

Refusal evade_barred(const Look& b, UnitId u);  // by its kind, its state and who attacks it

struct RetreatsBefore {
  static constexpr const char* kName = "RetreatsBefore";
  UnitId unit = kNoUnit;
  uint8_t attack = 0, side = 0, rolls = 0;
  HexId hex = kNoHex, from = kNoHex;
  Flow run(Run& r);
};
struct ChooseEvasion {
  QUESTION(ChooseEvasion, "Retreat before shock, or stand", cite("8.47-a"), Verb::Evade, Verb::Pass);
  Seat seat(const Look& b) const { return other(b.pos.side); }
  Announced announced(const Look& b, Action a) const;
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    for (UnitId u : all_units(b.field)) {
      if (side_of(b, u) == b.pos.side || !b.pos.on_map(u) || b.pos.has(u, kStayed)) continue;
      if (evade_barred(b, u)) continue;
      for (const HexId n : around(b.field, b.pos.at(u)))
        if (!emit(Action{.verb = Verb::Evade, .who = u, .hex = n}))
          return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};
struct ChooseSecondHex {
  QUESTION(ChooseSecondHex, "Go back a second hex, or stop", cite("8.47-a"), Verb::Evade, Verb::Stop);
  UnitId unit = kNoUnit;
  uint8_t pad = 0;
  HexId from = kNoHex;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Stop, .who = unit})) return;
    for (const HexId n : around(b.field, b.pos.at(unit)))
      if (!emit(Action{.verb = Verb::Evade, .who = unit, .hex = n}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct JaegersLeave {  // 8.62-a, T4: after the Commitment roll they made harder
  static constexpr const char* kName = "JaegersLeave";
  uint8_t attack = 0, side = 0;
  Flow run(Run& r);
};
struct ChooseJaegerExit {
  QUESTION(ChooseJaegerExit, "Take the Jaegers out before the shock?", cite("8.62-a"), Verb::Evade, Verb::Pass);
  HexId hex;
  Seat seat(const Look& b) const { return other(b.pos.side); }
  Announced announced(const Look& b, Action) const { return announced_against(b, hex); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    const UnitId u = top_fighter(b, hex);
    for (int side = 0; side < 6 && u != kNoUnit; ++side)
      if (const HexId n = b.field.across(hex, side); n != kNoHex && !emit(Action{.verb = Verb::Evade, .who = u, .hex = n})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

}  // namespace tambour::tng
