// SPDX-License-Identifier: MIT
// Chapter 9: the cavalry charge: declaration, move, square and recall in the movement segment; counter-charge,
// pursuit and the closing test in the combat segment.
#pragma once
#include "rules/jdg/ch04_movement.h"

namespace tambour::jdg {

using Riders = FixedVector<UnitId, 3>;
Party party_of(const Riders& riders);

Refusal charge_barred(const Look& b, const Party& riders, HexId target);
Refusal charge_step_barred(const Look& b, const Mover& m, HexId at, HexId to);  // 9.1-h to 9.1-j
Refusal charge_halt_barred(const Look& b, const Mover& m, HexId at, int facing);
Refusal charge_loses_target(const Look& b, const Mover& m, HexId to, int mp_left);  // the target must stay within reach
// The charge as it would be fought from the best place within reach, with those who charge the same hex already, before any answer to it.
Ledger charge_ledger(const Look& b, const Party& riders, HexId target);
// May this hex be charged by cavalry standing in `from`?
Refusal strike_barred(const Look& b, HexId from, HexId target);

struct ChargeMove {  // 9.1: test, ride, then squares and recall
  static constexpr const char* kName = "ChargeMove";
  uint8_t riding = 0, i = 0;  // riding: declared and tested for already
  HexId square = kNoHex;      // formed against this charge
  Riders riders{};
  Flow run(Run& r);
};
struct SquareAttempt {  // 9.3.1; returns 1 if a square was formed
  static constexpr const char* kName = "SquareAttempt";
  HexId hex;
  HexId charger;
  uint8_t i = 0, rating = 0;
  FixedVector<UnitId, 4> foot{};
  uint8_t pad = 0;
  Flow run(Run& r);
};
struct Recall {  // 9.3.3; returns 1 if the riders were recalled
  static constexpr const char* kName = "Recall";
  UnitId rider;
  uint8_t i = 0;
  HexId square;
  Riders riders{};
  Flow run(Run& r);
};
struct CounterCharge {  // 9.4; sets Combat::countered
  static constexpr const char* kName = "CounterCharge";
  uint8_t combat, i = 0;
  UnitId unit = kNoUnit;
  uint8_t spare = 0;
  Flow run(Run& r);
};
struct StartPursuit {  // 9.5.1: who rides; returns 1 if somebody does
  static constexpr const char* kName = "StartPursuit";
  Seat who;
  uint8_t optional;  // the defender may pursue, the charger must (9.5.1-a)
  FixedVector<UnitId, 8> riders;
  Riders chosen{};
  Flow run(Run& r);
};
struct Pursue {  // 9.5.2: rides after the quarry and charges again, as often as it can
  static constexpr const char* kName = "Pursue";
  Riders riders;
  UnitId quarry = kNoUnit;  // kNoUnit: eliminated
  uint8_t count = 0, step = 0, i = 0, combat = 0, result = 0;
  HexId hex = kNoHex, square = kNoHex;
  FixedVector<HexId, 7> targets{};
  Flow run(Run& r);
};
// What the trails say of the last combat: has this side left a hex of it, and was it artillery alone?
bool has_left(const Look& b, Seat s);
bool fought_guns(const Look& b, Seat s);
FixedVector<UnitId, 8> able_riders(const Look& b, Seat s);  // its cavalry in good order
FixedVector<UnitId, 8> able_riders(const Look& b, const FixedVector<UnitId, 8>& all);

}  // namespace tambour::jdg
