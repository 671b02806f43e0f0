// SPDX-License-Identifier: MIT
// Chapter 12.10.5.2: the Pas de Charge, skirmishers pushed aside by an Assault of their own side.
#pragma once
#include "rules/bataille/ch15_fire.h"

namespace tambour::bataille {

UnitId pushed_aside(const Look& b);  // skirmishers whom the stack in hand 0 has just pushed out of its hex
Attack screen_fire(const Look& b, UnitId masked, HexId hex);

struct HoldFire {
  QUESTION(HoldFire, "Fire at the skirmishers now, or hold fire for the Assault?", cite("12.10.5.2-d"), Verb::FireAt, Verb::Hold);
  HexId hex;
  UnitId masked;
  uint8_t spare = 0;
  Seat seat(const Look& b) const { return side_of(b, masked); }
  UnitId about(const Look&) const { return masked; }
  void candidates(const Look&, auto&& emit) const {
    if (!emit(Action{Verb::Hold, 0, masked})) return;
    emit(Action{Verb::FireAt, 0, masked, kNoUnit, hex});
  }
  Refusal barred(const Look&, Action a) const {
    if (a.who != masked || (a.verb == Verb::FireAt && a.hex != hex)) REFUSE("12.10.5.2-d", a.who, a.hex);
    return {};
  }
  Ledger ledger(const Look& b, Action a) const { return a.verb == Verb::FireAt ? screen_fire(b, masked, hex).ledger : Ledger{}; }
};

struct PasDeCharge {
  static constexpr const char* kName = "PasDeCharge";
  UnitId pushed = kNoUnit, masked = kNoUnit;
  uint8_t lost = 0, before = 0;
  HexId hex = kNoHex;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
